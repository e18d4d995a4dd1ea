"""Show me a case: from the box of a clause to the preset of an explorer that fires it.

Which clauses a preset fires is read from its ledger when the book is built. Every clause that is computed has one; what
is for information only has no link.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import haventms
from haventms import RuleError, Rulings

EXPLORER = re.compile(r'data-explorer="([a-z-]+)"')
RULINGS = "r"  # what the names of readings begin with in a state text
SYSTEMS = {"H": "haven", "D": "domains", "O": "overland"}


@dataclass(frozen=True)
class Case:
    """A preset: its explorer, its title, its state text, and the clauses that decided it."""

    explorer: str
    title: str
    state: str
    clauses: frozenset[str]


@cache
def presets() -> tuple[Case, ...]:
    """Every preset of every explorer with the clauses of its ledger."""
    from haventms_widgets import explorers, state

    found = []
    for explorer in explorers().values():
        for preset in explorer.presets:
            inputs = explorer.Inputs.model_validate(dict(preset.inputs))
            rulings = Rulings.model_validate(dict(preset.rulings))
            try:
                fired = frozenset(line.clause for line in explorer.answer(inputs, rulings).ledger)
            except RuleError as error:  # a case that a clause forbids shows that clause
                fired = frozenset({error.clause})
            found.append(Case(explorer.id, preset.title, state.write(inputs, rulings), fired))
    return tuple(found)


def choose(clause: str, cases: list[Case]) -> Case | None:
    """The case that shows a clause best.

    That is a worked example of the clause itself, and of those the one that is about the fewest others. Else it is a
    case of its own system, in the book's readings, that has its words in the title, and that shows little which is
    rarer: such a case is there for the sake of that.
    """
    entry, system = haventms.clauses()[clause], SYSTEMS.get(clause[0], "")
    own = {each.sentence: len(each.clauses) for each in haventms.examples(clause=clause)}
    words = stems(" ".join([entry.title, *entry.words]))
    often = Counter(id for case in cases for id in case.clauses)

    def rank(case: Case) -> tuple[object, ...]:
        return (
            own.get(case.title, len(haventms.clauses())),
            not case.explorer.startswith(system),
            f"{RULINGS}." in case.state,
            -len(words & stems(case.title)),
            sum(often[id] < often[clause] for id in case.clauses),
            len(case.clauses),
        )

    return min((case for case in cases if clause in case.clauses), key=rank, default=None)


def stems(text: str) -> frozenset[str]:
    """The beginnings of its longer words: "rested" and "resting" are one."""
    return frozenset(word[:5] for word in re.findall(r"[a-z]{4,}", text.lower()))


def note_explorers(app: Sphinx, doctree: nodes.document) -> None:
    """Remember which explorers stand on a page."""
    shown = [id for node in doctree.findall(nodes.raw) for id in EXPLORER.findall(node.astext())]
    if shown:
        app.env.metadata[app.env.docname]["shows"] = " ".join(dict.fromkeys(shown))


def pages_of(env: BuildEnvironment) -> dict[str, list[str]]:
    """Explorer id -> the pages that show it, those first where it is alone."""
    found: dict[str, list[tuple[int, str]]] = {}
    for page, metadata in env.metadata.items():
        ids = str(metadata.get("shows", "")).split()
        for id in ids:
            found.setdefault(id, []).append((len(ids), page))
    return {id: [page for _, page in sorted(pages)] for id, pages in found.items()}


def place(entry: haventms.Entry, case: Case, pages: dict[str, list[str]]) -> str:
    """The page on which the case is opened: the chapter of the clause where its explorer stands there."""
    standing = pages.get(case.explorer, [])
    return entry.chapter if entry.chapter in standing else next(iter(standing), "")


def find(_app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Clause -> page, fragment and title of its case. Every page is written anew when one has changed."""
    pages = pages_of(env)
    cases = [case for case in presets() if case.explorer in pages] if pages else []
    now: dict[str, tuple[str, str, str]] = {}
    for entry in haventms.clauses():
        if entry.kind == "clause" and (case := choose(entry.id, cases)):
            now[entry.id] = (place(entry, case, pages), f"{case.explorer}?{case.state}", case.title)
    before, env.clause_cases = getattr(env, "clause_cases", None), now  # type: ignore[attr-defined]
    return [] if now == before else sorted(env.found_docs)


def link(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the link below what the register knows of a clause."""
    cases = getattr(app.env, "clause_cases", {})
    for box in doctree.findall(nodes.admonition):
        id = next(iter(box["ids"]), "").upper()
        if "rule" not in box["classes"] or id not in cases:
            continue
        page, fragment, title = cases[id]
        there = "" if page == docname else app.builder.get_relative_uri(docname, page)
        to = nodes.reference("", f"Show me a case: {title}", refuri=f"{there}#{fragment}", internal=True)
        to["classes"].append("clause-case")
        box += nodes.paragraph("", "", to, classes=["clause-shows"])


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("doctree-read", note_explorers)
    app.connect("env-updated", find)
    app.connect("doctree-resolved", link)
    return {"version": "1", "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
