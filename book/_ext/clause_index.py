"""The clause index: every entry of the register, by system and id, with a link to its box.

``{clause-index}`` writes a section a system. An entry without a box has its anchor here.
"""

import re
from typing import Any

from docutils import nodes
from rules import Box, badge, clauses_of, facts, reference
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import haventms
from haventms import Entry

SYSTEMS = {"haven": "Haven", "domains": "Domains", "overland": "Overland"}
KINDS = {"clause": "Clauses", "ruling": "Rulings", "erratum": "Errata"}


def natural(id: str) -> list[tuple[int, str]]:
    """A key that sorts H-ACT-2 before H-ACT-10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", id)]


class ClauseIndex(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        self.env.get_domain("clause").data["index"] = self.env.docname
        return [section for system in SYSTEMS if (section := self.system(system))]

    def system(self, system: str) -> nodes.Node | None:
        section = nodes.section("", nodes.title("", SYSTEMS[system]), ids=[f"index-{system}"], names=[])
        for kind, heading in KINDS.items():
            entries = [each for each in haventms.clauses() if each.system == system and each.kind == kind]
            if entries:
                section += nodes.rubric("", heading)
                section += [row(each) for each in sorted(entries, key=lambda each: natural(each.id))]
        return section if len(section) > 1 else None


def row(entry: Entry) -> nodes.Node:
    head = nodes.paragraph("", "", reference(entry.id), nodes.Text(" "), nodes.strong("", entry.title))
    head["classes"].append("clause-head")
    return Box(
        "",
        head,
        nodes.paragraph("", entry.summary),
        *facts(entry, row=True),
        ids=[f"index-{entry.anchor}"],
        classes=["clause-row", f"clause-{entry.kind}"],
        clause=entry.id,
    )


def anchor_rows(app: Sphinx, doctree: nodes.document, _docname: str) -> None:
    """The row of an entry without a box is where its links land."""
    domain = clauses_of(app)
    for node in doctree.findall(Box):
        id = node.get("clause", "")
        if id and id not in domain.boxes:
            anchor = haventms.clauses()[id].anchor
            node["ids"] = [anchor]
            node.next_node(nodes.reference).replace_self(badge(id, anchor))


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("clause-index", ClauseIndex)
    app.connect("doctree-resolved", anchor_rows)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
