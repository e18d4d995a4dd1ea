"""``{character-numbers}``: the numbers that a file of characters may hold. Its JSON schema is put beside the book."""

import json
from pathlib import Path
from typing import Any

from docutils import nodes
from haventms_widgets.characters import PLACES, model, numbers, schema
from haventms_widgets.controls import specs
from haventms_widgets.registry import explorers
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

SCHEMA = "characters.schema.json"


class CharacterNumbers(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        systems = [spec for spec in specs(model()) if spec.kind == "group"]
        return [part for system in systems for part in (nodes.rubric("", system.label), table(system.name))]


def table(system: str) -> nodes.table:
    """Every number of a system: its name, what it may be, and the explorers that take it."""
    group = nodes.tgroup("", cols=3)
    group += [nodes.colspec("", colwidth=width) for width in (30, 40, 30)]
    head, body = nodes.thead(), nodes.tbody()
    head += row(*(nodes.Text(each) for each in ("Name", "What it may be", "Explorers")))
    for spec in specs(numbers(system)):
        unit = f", in {spec.unit}" if spec.unit else ""
        allowed = spec.allowed.removesuffix(" or left empty")
        body += row(nodes.literal("", spec.name), nodes.Text(allowed + unit), nodes.Text(", ".join(users(spec.name))))
    group += [head, body]
    return nodes.table("", group)


def users(name: str) -> list[str]:
    """The titles of the explorers that take a number; one that a hazard asks for by its roll ends in "_bonus"."""
    taken = [id for id, roles in PLACES.items() if any(name in places.values() for places in roles.values())]
    if name in ("defense_bonus", "swiftness_bonus"):
        taken.append("haven-hazard")
    return [explorers()[id].title for id in taken]


def row(*content: nodes.Node) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", each)) for each in content))


def publish(app: Sphinx, error: Exception | None) -> None:
    """Put the schema beside the book's other files."""
    if error is None and app.builder.format == "html":
        place = Path(app.outdir) / "_static" / SCHEMA
        place.parent.mkdir(exist_ok=True)
        place.write_text(json.dumps(schema(), indent=2) + "\n", encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("character-numbers", CharacterNumbers)
    app.connect("build-finished", publish)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
