"""Clause boxes and clause references.

A box is a plain MyST admonition, which raw JupyterLab renders too; its name is the id of the register in lower case::

    :::{admonition} Base speed
    :class: rule
    :name: h-spd-1
    ...
    :::

A reference is the id as inline code, `` `H-SPD-1` ``, or a link, ``[the rounding](#h-spd-2)``. Both become links to
the box, in whichever chapter it stands, and both stay readable without this extension. (`citing.py` does the same for
the HTML that cells show, `panels.py` adds to each box what links to it.)

An entry of the register that has no box is anchored in the clause index, so that every link lands. An id that the
register does not know, a box under another title than the register's and a second box for one id are warnings, and
the build takes warnings for errors.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.nodes import make_refnode

import haventms
from haventms import Entry

log = logging.getLogger(__name__)

ID = r"(?:[HDO]-[A-Z]{2,}-\d+|[RE]-(?:HAVEN|DOMAINS|OVERLAND)-[A-Z0-9]+(?:-[A-Z0-9]+)*)"
IS_ID = re.compile(ID)
STRAIGHT = str.maketrans("‘’“”", "''\"\"")  # the quotes of a page are curled


class Box(nodes.General, nodes.Element):
    """A plain `<div>` (the `container` of docutils carries a class that the theme gives a width)."""


def visit_box(self: Any, node: Box) -> None:
    self.body.append(self.starttag(node, "div"))


def depart_box(self: Any, _node: Box) -> None:
    self.body.append("</div>\n")


class Clauses(Domain):
    """Where each id stands: in the box of a chapter, else in the clause index."""

    name = "clause"
    label = "Clause"
    object_types: ClassVar = {kind: ObjType(kind, "ref", "row") for kind in ("clause", "ruling", "erratum")}
    # `cites`: page -> what `panels.citations` found; `shows`: page -> its explorers, each with the section it stands in
    initial_data: ClassVar = {"boxes": {}, "index": "", "cites": {}, "shows": {}}

    @property
    def boxes(self) -> dict[str, str]:
        """Id -> the page that has its box."""
        return self.data["boxes"]

    def page(self, id: str) -> str:
        """The page that the anchor of this id is on, "" where there is neither a box nor an index."""
        return self.boxes.get(id) or self.data["index"]

    def add_box(self, entry: Entry, node: nodes.Element) -> None:
        other = self.boxes.get(entry.id)
        if other and other != self.env.docname:
            warn(node, f"{entry.id} has a box in {other} already")
        self.boxes[entry.id] = self.env.docname

    def clear_doc(self, docname: str) -> None:
        self.data["boxes"] = {id: page for id, page in self.boxes.items() if page != docname}
        if self.data["index"] == docname:
            self.data["index"] = ""
        for found in (self.data["cites"], self.data["shows"]):
            found.pop(docname, None)

    def merge_domaindata(self, docnames: list[str], otherdata: dict[str, Any]) -> None:
        for id, page in otherdata["boxes"].items():
            if page not in docnames:
                continue
            if self.boxes.get(id, page) != page:
                warn(None, f"{id} has a box in {self.boxes[id]} and in {page}")
            self.boxes[id] = page
        if otherdata["index"] in docnames:
            self.data["index"] = otherdata["index"]
        for name in ("cites", "shows"):
            self.data[name] |= {page: found for page, found in otherdata[name].items() if page in docnames}

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> nodes.Element | None:
        entry = haventms.clauses()[target]
        if typ == "row":
            page, anchor = self.data["index"], f"index-{entry.anchor}"
        else:
            page, anchor = self.page(target), entry.anchor
        if not page:
            return None
        return make_refnode(builder, fromdocname, page, anchor, contnode, f"{entry.id}: {entry.title}")

    def resolve_any_xref(self, *_: Any) -> list[tuple[str, nodes.Element]]:
        return []

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        for id, page in self.boxes.items():
            entry = haventms.clauses()[id]
            yield id, f"{id} {entry.title}", entry.kind, page, entry.anchor, 1

    def get_type_name(self, type: ObjType, primary: bool = False) -> str:
        """What the search says of a hit."""
        return type.lname


def clauses_of(app: Sphinx) -> Clauses:
    domain = app.env.get_domain("clause")
    assert isinstance(domain, Clauses)
    return domain


def warn(node: nodes.Node | None, sentence: str) -> None:
    log.warning(sentence, location=node, type="clause")


def known(id: str, node: nodes.Node | None, where: str = "") -> Entry | None:
    """The entry of this id; a warning at `node`, or naming `where`, if the register has none."""
    try:
        return haventms.clauses()[id]
    except KeyError as error:
        warn(node, f"{where}: {error}" if where else str(error))
        return None


def reference(id: str, *text: nodes.Node, to: str = "ref") -> addnodes.pending_xref:
    """A link to wherever the box of this id stands, or (`to="row"`) to its row in the clause index."""
    inner = nodes.inline("", "", *(text or (nodes.Text(id),)), classes=["clause-ref"] if not text else [])
    return addnodes.pending_xref(
        "", inner, refdomain="clause", reftype=to, reftarget=id, refexplicit=True, refwarn=to == "ref"
    )


def facts(entry: Entry, row: bool = False) -> list[nodes.Node]:
    """What the register knows of an entry beside its text: choices, source, function or reason, open questions, errata.

    In a box the source links to the row of the clause index; `row` is set in that row itself.
    """
    shown: list[nodes.Node] = []
    if entry.choices:
        shown.append(choices(entry))
    for name, said in (("Against", entry.contradicts), ("In this book", entry.does)):
        if said:
            line = nodes.paragraph("", "", nodes.strong("", name), nodes.Text(f": {said}"), classes=["clause-flaw"])
            shown.append(line)
    foot = nodes.paragraph(classes=["clause-foot"])
    source = nodes.Text(entry.section)
    foot += nodes.inline("", "", nodes.Text("source: "), source if row else reference(entry.id, source, to="row"))
    if entry.computed_by:
        foot += nodes.inline("", "", nodes.Text("computed by "), nodes.literal("", entry.computed_by))
    elif entry.reason:
        foot += nodes.inline("", entry.reason)
    if entry.noted:
        foot += nodes.inline("", f"noted {entry.noted}")
    settled = "settled by: " if entry.kind == "erratum" else "left open: "
    flaws = errata_of().get(entry.id, ())
    for said, ids in ((settled, entry.rulings), ("erratum: ", flaws), ("about: ", entry.clauses)):
        if linked := [id for id in ids if known(id, None, f"{entry.id} in the register")]:
            line = nodes.inline("", said)
            for number, id in enumerate(linked):
                line += [nodes.Text(", ")] * bool(number) + [reference(id)]
            foot += line
    if entry.revision > 1:
        foot += nodes.inline("", f"revision {entry.revision}")
    return [*shown, foot]


@cache
def errata_of() -> dict[str, tuple[str, ...]]:
    """Clause -> the errata of its passage."""
    found: dict[str, tuple[str, ...]] = {}
    for entry in haventms.clauses():
        for id in entry.clauses:
            found[id] = (*found.get(id, ()), entry.id)
    return found


def choices(entry: Entry) -> nodes.Node:
    """The readings of an open question, the default first."""
    listing = nodes.bullet_list(classes=["clause-choices"])
    for number, choice in enumerate(entry.choices):
        marks = ", ".join(["default"] * (number == 0) + ["literal"] * choice.literal)
        line = nodes.paragraph("", "", nodes.literal("", choice.token), nodes.Text(f" {choice.meaning}"))
        if marks:
            line += [nodes.Text(" "), nodes.inline("", marks, classes=["clause-mark"])]
        listing += nodes.list_item("", line)
    return listing


def badge(id: str, anchor: str) -> nodes.Node:
    """The id as a link to its own anchor."""
    return nodes.reference("", id, refid=anchor, internal=True, classes=["clause-id"], reftitle=f"Link to {id}")


def read_boxes(app: Sphinx, doctree: nodes.document) -> None:
    """Note every clause box of a page and write into it what the register knows."""
    domain = clauses_of(app)
    for node in list(doctree.findall(nodes.admonition)):
        if "rule" not in node["classes"]:
            continue
        anchor = next(iter(node["ids"]), "")
        title = node.next_node(nodes.title)
        assert title is not None
        if not IS_ID.fullmatch(anchor.upper()):
            warn(node, f"The box {title.astext()!r} needs `:name:` with the id of its clause in lower case")
            continue
        if entry := known(anchor.upper(), node):
            if title.astext().translate(STRAIGHT) != entry.title:
                warn(node, f"The box of {entry.id} is titled {title.astext()!r}; the register says {entry.title!r}")
            if entry.chapter != app.env.docname and entry.chapter in app.env.found_docs:
                warn(node, f"The box of {entry.id} belongs in {entry.chapter}, as the register says")
            domain.add_box(entry, node)
            node["classes"].append(f"clause-{entry.kind}")
            title.insert(0, [badge(entry.id, anchor), nodes.Text(" ")])
            node += facts(entry)


def read_references(_app: Sphinx, doctree: nodes.document) -> None:
    """Turn every id in inline code, and every link to the anchor of an id, into a reference."""
    for node in list(doctree.findall(nodes.literal)):
        id = node.astext()
        linked = within(node, nodes.reference, addnodes.pending_xref, nodes.title)
        if IS_ID.fullmatch(id) and not linked and known(id, node):
            node.replace_self(reference(id))
    for node in list(doctree.findall(addnodes.pending_xref)) + list(doctree.findall(nodes.reference)):
        id = str(node.get("reftarget") or node.get("refid") or "").upper()
        if node.get("refdomain") == "clause" or "clause-id" in node["classes"] or not IS_ID.fullmatch(id):
            continue
        if entry := known(id, node):
            explicit = node.get("refexplicit", True) and node.astext().strip()
            node.replace_self(reference(id, *(node.children if explicit else [nodes.Text(entry.title)])))


def within(node: nodes.Node, *kinds: type[nodes.Node]) -> bool:
    parent = node.parent
    while parent is not None and not isinstance(parent, kinds):
        parent = parent.parent
    return parent is not None


def check_chapters(app: Sphinx, env: BuildEnvironment) -> None:
    """A chapter that is in the book has a box for each entry that the register gives it."""
    domain = clauses_of(app)
    for entry in haventms.clauses():
        if entry.chapter in env.found_docs and entry.id not in domain.boxes:
            warn(None, f"{entry.chapter} has no box for {entry.id} ({entry.title})")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_domain(Clauses)
    app.add_node(Box, html=(visit_box, depart_box))
    app.connect("doctree-read", read_boxes)
    app.connect("doctree-read", read_references)
    app.connect("env-check-consistency", check_chapters)
    return {"version": "1", "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
