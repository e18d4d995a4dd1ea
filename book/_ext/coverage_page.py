"""What stands behind each clause: ``{coverage}`` lists its function, its examples, its tests, where it fires.

The register says what ought to be; what fired is measured. Examples and presets are run while the page is made, tests
and chapters stand in `tests/fired.toml`, which the suite checks against what it heard.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import cases
from appendix import entries, head
from clause_index import SYSTEMS
from docutils import nodes
from haventms_widgets.registry import explorers
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import haventms
from haventms import Entry, Example, RuleError, fired

ROOT = Path(__file__).resolve().parents[2]


class CoveragePage(SphinxDirective):
    """A section a system, the clauses that nothing computes at its end."""

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(ROOT / "tests" / "fired.toml"))
        return [summary(), *(self.system(name) for name in SYSTEMS)]

    def system(self, system: str) -> nodes.Node:
        found = nodes.section("", nodes.title("", SYSTEMS[system]), ids=[f"coverage-{system}"], names=[])
        listed = entries(system, "clause")
        found += [self.row(each) for each in listed if each.computed_by]
        if said := [each for each in listed if not each.computed_by]:
            found += nodes.rubric("", "For information")
            found += [row(each, [[nodes.Text(each.reason)]]) for each in said]
        return found

    def row(self, entry: Entry) -> nodes.Node:
        tests, chapters = record()["tests"].get(entry.id, []), record()["chapters"].get(entry.id, [])
        own = [example.id for example in haventms.examples(clause=entry.id) if entry.id in fires(example)]
        shown = fires_in(entry)
        named = [id for id in explorers() if entry.id in explorers()[id].clauses and id not in shown]
        facts = [
            [nodes.Text("computed by "), nodes.literal("", entry.computed_by)],
            [nodes.Text(f"{counted(len(own), 'example')}: {', '.join(own)}")],
            [nodes.Text("tests: "), *spaced(test(name) for name in tests)],
        ]
        if chapters:
            facts.append([nodes.Text("fires in: "), *spaced(self.chapter(name) for name in chapters)])
        if shown:
            told = ", ".join(f"{id} ({counted(number, 'preset')})" for id, number in shown.items())
            facts.append([nodes.Text(f"decides presets of: {told}")])
        if named:
            facts.append([nodes.Text(f"named, but decides no preset, in: {', '.join(named)}")])
        return row(entry, facts)

    def chapter(self, name: str) -> nodes.Node:
        """A link to a chapter under its own title."""
        return addnodes.pending_xref(
            "",
            nodes.inline("", name),
            refdomain="std",
            reftype="doc",
            reftarget=f"/{name}",
            refexplicit=False,
            refwarn=True,
            refdoc=self.env.docname,
        )


def row(entry: Entry, facts: Iterable[list[nodes.Node]]) -> nodes.Node:
    listing = nodes.bullet_list("", *(nodes.list_item("", nodes.paragraph("", "", *each)) for each in facts))
    listing["classes"].append("coverage-facts")
    return nodes.container("", head(entry), listing, classes=["clause-row", "clause-clause"])


def test(name: str) -> nodes.Node:
    """A test by its function; its file is told to who asks."""
    path, _, function = name.partition("::")
    shown = nodes.literal("", function.removeprefix("test_").replace("_", " "))
    return nodes.inline("", "", shown, nodes.Text(f" ({Path(path).name})"))


def spaced(found: Iterable[nodes.Node]) -> list[nodes.Node]:
    """Things in a line, a comma between them."""
    return [each for node in found for each in (nodes.Text(", "), node)][1:]


def counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def summary() -> nodes.Node:
    """How many clauses there are of each sort, a line a system."""
    listing = nodes.bullet_list()
    for system, name in SYSTEMS.items():
        listed = entries(system, "clause")
        computed = [each for each in listed if each.computed_by]
        text = (
            f"{name}: {counted(len(listed), 'clause')}, {len(computed)} computed, {len(listed) - len(computed)} for "
            f"information; {counted(len(haventms.examples(system=system)), 'example')}, "
            f"{counted(len(entries(system, 'ruling')), 'open question')}."
        )
        listing += nodes.list_item("", nodes.paragraph("", text))
    return listing


@cache
def record() -> dict[str, dict[str, list[str]]]:
    """Clause -> the tests and the chapters in which it fires, as the last run of them found."""
    found: dict[str, dict[str, list[str]]] = tomllib.loads((ROOT / "tests" / "fired.toml").read_text(encoding="utf-8"))
    return found


@cache
def heard() -> dict[tuple[str, str], frozenset[str]]:
    """What each example fires, by its system and id."""
    found = {}
    for example in haventms.examples():
        with fired() as ids, suppress(RuleError):  # that is heard too
            example.run()
        found[example.system, example.id] = frozenset(ids)
    return found


def fires_in(entry: Entry) -> dict[str, int]:
    """The explorers in which a clause is a step, with how many of their presets have it."""
    return dict(Counter(case.explorer for case in cases.presets() if entry.id in case.clauses))


def fires(example: Example) -> frozenset[str]:
    return heard()[example.system, example.id]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("coverage", CoveragePage)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
