"""The open questions and the errata of the sources, each on one page: ``{rulings}`` and ``{errata}``.

Both are written from the register and the worked examples; the boxes stand in the chapters.
"""

from collections.abc import Iterable
from typing import Any

from choosing import bar, switch, turned
from clause_index import SYSTEMS, natural
from docutils import nodes
from rules import choices, facts, reference
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import haventms
from haventms import Entry, Rulings
from haventms.register import Choice
from haventms.worked import Example


def entries(system: str, kind: str) -> list[Entry]:
    """The entries of a kind in their natural order."""
    found = [each for each in haventms.clauses() if each.system == system and each.kind == kind]
    return sorted(found, key=lambda each: natural(each.id))


def section(system: str, kind: str, content: Iterable[nodes.Node]) -> nodes.section:
    return nodes.section("", nodes.title("", SYSTEMS[system]), *content, ids=[f"{kind}-{system}"], names=[])


class RulingsPage(SphinxDirective):
    """Every open question with its readings, a worked case for each, the numbers that change, and a switch."""

    def run(self) -> list[nodes.Node]:
        self.env.metadata[self.env.docname]["readings"] = True
        return [bar(), sets(), *(section(name, "rulings", map(question, entries(name, "ruling"))) for name in SYSTEMS)]


class ErrataPage(SphinxDirective):
    """Every place where a source contradicts itself or leaves a hole, and what this book does."""

    def run(self) -> list[nodes.Node]:
        return [section(name, "errata", map(flaw, entries(name, "erratum"))) for name in SYSTEMS]


def head(entry: Entry) -> nodes.paragraph:
    line = nodes.paragraph("", "", reference(entry.id), nodes.Text(" "), nodes.strong("", entry.title))
    line["classes"].append("clause-head")
    return line


def question(entry: Entry) -> nodes.Node:
    body: list[nodes.Node] = [head(entry), nodes.paragraph("", entry.summary)]
    if entry.choices:
        body += [readings(entry), *switch(entry)]
    elif entry.reason:
        body.append(nodes.paragraph("", entry.reason))
    return nodes.container("", *body, classes=["clause-row", "clause-ruling"])


def flaw(entry: Entry) -> nodes.Node:
    body = [head(entry), nodes.paragraph("", entry.summary), *facts(entry, row=True)]
    return nodes.container("", *body, classes=["clause-row", "clause-erratum"])


def readings(entry: Entry) -> nodes.Node:
    """The readings of a question as in its box, each with a case that shows it."""
    listing = choices(entry)
    for item, choice in zip(listing.children, entry.choices, strict=True):
        if example := shows(entry, choice):
            item += nodes.paragraph("", f"For example: {example.sentence}", classes=["clause-example"])
        item += turned(entry, choice.token)
    return listing


def shows(entry: Entry, choice: Choice) -> Example | None:
    """The worked example of this reading: one that is meant for this question before any other."""
    found = [
        each
        for each in haventms.examples(clause=entry.id)
        if getattr(Rulings.model_validate(each.rulings), entry.field) == choice.token
    ]
    return min(found, key=lambda each: each.ruling != entry.id, default=None)


def sets() -> nodes.Node:
    """Where the ready set "literal" differs from the defaults."""
    defaults, literal = Rulings().model_dump(), Rulings.literal().model_dump()
    differ = [each for each in haventms.clauses() if each.field and defaults[each.field] != literal[each.field]]
    listing = nodes.bullet_list()
    for entry in differ:
        line = nodes.paragraph("", "", reference(entry.id), nodes.Text(" "), nodes.literal("", literal[entry.field]))
        line += [nodes.Text(" instead of "), nodes.literal("", defaults[entry.field])]
        listing += nodes.list_item("", line)
    return nodes.container("", nodes.paragraph("", "The set “literal” differs from the defaults in these:"), listing)


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("rulings", RulingsPage)
    app.add_directive("errata", ErrataPage)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
