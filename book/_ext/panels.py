"""What a box has beside the text of its clause: a button that copies its lasting address, and a panel with the history
of its words and with what links to it.

Links back are collected once: each page notes on reading what it cites, one pass turns that round after all have been
read. A panel is HTML that is written last, so that neither Sphinx's search nor a preview finds it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

from citing import addresses, cite, cited
from docutils import nodes
from rules import IS_ID, clauses_of
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import haventms
from haventms.history import Revision, difference, history
from haventms.lasting import CITED as NAMED
from haventms.register import stones
from haventms.worked import Example

Cite = tuple[str, str, str, str]
"""The id that is cited, the id of the box that cites it ("" outside a box), the section's anchor and its title."""


SHEETS = (
    '<svg width="16" height="16" aria-hidden="true"><path d="M5.5 5.5h9v9h-9zM2 11V1.5h9" fill="none" '
    'stroke="currentcolor" stroke-width="1.5"/></svg>'
)


class Copy(nodes.Inline, nodes.Element):
    """The button that copies the lasting address of an id."""


class Panel(nodes.General, nodes.Element):
    """The panel of a box; its HTML is in `html` when the page is written."""


def visit_copy(self: Any, node: Copy) -> None:
    id = node["clause"]
    self.body.append(
        f'<button type="button" class="clause-copy" data-address="clause.html?id={id}" '
        f'aria-label="Copy the link to {id}" title="Copy the link to {id}">{SHEETS}</button>'
    )
    raise nodes.SkipNode


def visit_panel(self: Any, node: Panel) -> None:
    self.body.append(node["html"])
    raise nodes.SkipNode


# ------------------------------------------------------------------------------------------------ while a page is read


def read_page(app: Sphinx, doctree: nodes.document) -> None:
    """Note what a page cites and which explorers it shows, and give its boxes their button and their panel."""
    domain, page = clauses_of(app), app.env.docname
    domain.data["cites"][page] = list(dict.fromkeys(citations(doctree)))
    domain.data["shows"][page] = dict(explorers(doctree))
    for node in list(doctree.findall(nodes.admonition)):
        if id := box_id(node):
            node.next_node(nodes.title).append(Copy("", clause=id))
            node += Panel("", clause=id, html="")


def box_id(node: nodes.Node | None) -> str:
    """The id of the box that a node is, "" for every other node."""
    if not isinstance(node, nodes.admonition) or "rule" not in node["classes"]:
        return ""
    id = next(iter(node["ids"]), "").upper()
    return id if IS_ID.fullmatch(id) and id in haventms.clauses() else ""


def citations(doctree: nodes.document) -> Iterator[Cite]:
    """Every citation of a page that somebody wrote or a cell shows, not those that the register brings."""
    for node in doctree.findall(lambda each: isinstance(each, addnodes.pending_xref | nodes.raw)):
        if isinstance(node, nodes.raw):
            ids = () if "data-explorer=" in node.astext() else cited(node.astext())
        else:
            ids = (node["reftarget"],) if node.get("refdomain") == "clause" else ()
        for id in ids:
            if not any("clause-row" in each["classes"] or "clause-foot" in each["classes"] for each in above(node)):
                yield (id, *place(node))


def above(node: nodes.Node) -> Iterator[nodes.Element]:
    """What a node stands in, the innermost first."""
    while node.parent is not None:
        node = node.parent
        yield node


def place(node: nodes.Node) -> tuple[str, str, str]:
    """The box, the section's anchor and the section's title where a node stands."""
    box = next(filter(None, map(box_id, above(node))), "")
    for each in above(node):
        if isinstance(each, nodes.section):
            return box, each["ids"][0], each.next_node(nodes.title).astext()
    return box, "", ""


def explorers(doctree: nodes.document) -> Iterator[tuple[str, str]]:
    """The explorers of a page, each with the anchor of its section."""
    for node in doctree.findall(nodes.raw):
        _, found, rest = node.astext().partition('data-explorer="')
        if found:
            yield rest.partition('"')[0], place(node)[1]


# ---------------------------------------------------------------------------------------- when every page has been read


@dataclass
class Links:
    """What links to one id, each once, in the order in which it was found."""

    ids: dict[str, None] = field(default_factory=dict)  # of clauses, rulings, errata
    retired: dict[str, None] = field(default_factory=dict)  # ids whose stones lead here
    chapters: dict[tuple[str, str, str], None] = field(default_factory=dict)  # page, anchor, title of the section
    examples: dict[tuple[str, str], None] = field(default_factory=dict)  # sentence, explorer?state or ""
    explorers: dict[str, None] = field(default_factory=dict)


def turned_round(app: Sphinx) -> dict[str, Links]:
    """Id -> what links to it, in one pass over everything that links."""
    domain = clauses_of(app)
    found = {entry.id: Links() for entry in haventms.clauses()}

    def note(to: str, kind: str, value: Any) -> None:
        if to in found:
            getattr(found[to], kind)[value] = None

    for entry in haventms.clauses():
        named = (id for id, _ in NAMED.findall(f"{entry.summary} {entry.contradicts} {entry.does} {entry.reason}"))
        for id in (*entry.rulings, *entry.clauses, *named):
            if id != entry.id:
                note(id, "ids", entry.id)
        for id in entry.clauses:  # a clause names the errata of its passage
            note(entry.id, "ids", id)
    for stone in stones().values():
        for id in stone.see:
            note(id, "retired", stone.id)
    for page, cites in sorted(domain.data["cites"].items()):
        for id, box, anchor, title in cites:
            if box and box != id:
                note(id, "ids", box)
            elif not box and domain.page(id) != page:
                note(id, "chapters", (page, anchor, title))
    shown = {id for each in domain.data["shows"].values() for id in each}
    for id in sorted(shown):
        for clause in explorer(id).clauses:
            note(clause, "explorers", id)
    for example in haventms.examples():
        for id in {*example.clauses, example.ruling} - {""}:
            note(id, "examples", (example.sentence, case(example, shown)))
    return found


def explorer(id: str) -> Any:
    """An explorer of the book."""
    from haventms_widgets import explorers as registry  # only where there is one

    return registry()[id]


def case(example: Example, shown: set[str]) -> str:
    """The explorer and the state in which an example is shown, "" where it is not."""
    if example.preset is None or example.preset.explorer not in shown:
        return ""
    from haventms_widgets.state import write

    inputs = explorer(example.preset.explorer).Inputs.model_validate(dict(example.preset.inputs))
    return f"{example.preset.explorer}?{write(inputs, haventms.Rulings.model_validate(example.rulings))}"


def turn_round(app: Sphinx, env: BuildEnvironment) -> Iterable[str]:
    """Every page is written anew when what links to a clause has changed: any of them may have its box."""
    links, shows = turned_round(app), clauses_of(app).data["shows"]
    before, env.clause_links = getattr(env, "clause_links", None), links  # type: ignore[attr-defined]
    shown, env.clause_shows = getattr(env, "clause_shows", None), dict(shows)  # type: ignore[attr-defined]
    return [] if (links, shows) == (before, shown) else sorted(env.found_docs)


# --------------------------------------------------------------------------------------------- while a page is written


def fill(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Write the panels of a page."""
    for node in doctree.findall(Panel):
        drawn = panel(node["clause"], Writer(app, docname))
        node["html"] = cite(drawn, addresses(app, docname, node))


@dataclass
class Writer:
    """Addresses as seen from a page."""

    app: Sphinx
    docname: str

    def link(self, page: str, fragment: str, text: str) -> str:
        there = "" if page == self.docname else self.app.builder.get_relative_uri(self.docname, page)
        return f'<a href="{escape(there)}#{escape(fragment)}">{escape(text)}</a>'

    def chapter(self, page: str, anchor: str, title: str) -> str:
        of = self.app.env.titles[page].astext()
        return self.link(page, anchor, of if title == of else f"{of}: {title}")

    def home(self, explorer: str) -> tuple[str, dict[str, str]]:
        """The page that shows an explorer, this one before others, with all explorers of it."""
        pages = sorted(clauses_of(self.app).data["shows"].items(), key=lambda each: (each[0] != self.docname, each[0]))
        return next((page, shown) for page, shown in pages if explorer in shown)

    def explorer(self, id: str) -> str:
        page, shown = self.home(id)
        return self.link(page, shown[id], explorer(id).title)

    def example(self, sentence: str, opened: str) -> str:
        if not opened:
            return escape(sentence)
        page, _ = self.home(opened.partition("?")[0])
        return f"{escape(sentence)} {self.link(page, opened, 'Open this case')}"


def panel(id: str, writer: Writer) -> str:
    """History and links of an id."""
    links: Links = writer.app.env.clause_links[id]  # type: ignore[attr-defined]
    root = "../" * writer.docname.count("/")
    gone = (f'<a href="{root}clause.html?id={each}">{each}</a>' for each in links.retired)
    groups = {
        "Clauses, rulings, errata": ", ".join(f"<code>{each}</code>" for each in links.ids),
        "Chapters": "; ".join(writer.chapter(*each) for each in links.chapters),
        "Explorers": "; ".join(map(writer.explorer, links.explorers)),
        "Examples": listing("ul", (writer.example(*each) for each in links.examples)) if links.examples else "",
        "Retired ids": ", ".join(gone),
    }
    rows = "".join(f"<dt>{name}</dt><dd>{said}</dd>" for name, said in groups.items() if said)
    linked = f"<p>What links here:</p><dl>{rows}</dl>" if rows else "<p>Nothing links here.</p>"
    past = listing("ol", revisions(history()[id]), ' class="clause-history"')
    return (
        f'<details class="clause-more"><summary>History and links<span class="clause-unseen"> of {id}</span></summary>'
        f'<div class="clause-more-in">{linked}'
        f"<p>Its texts:</p>{past}</div></details>"
    )


def listing(tag: str, items: Iterable[str], attributes: str = "") -> str:
    return f"<{tag}{attributes}>{''.join(f'<li>{item}</li>' for item in items)}</{tag}>"


def revisions(past: tuple[Revision, ...]) -> Iterator[str]:
    """Date and reason of each revision, with the words that went and came."""
    for number, now in enumerate(past):
        changed = differing(past[number - 1].text, now.text) if number else ""
        yield f'<time datetime="{now.date}">{now.date}</time> {escape(now.reason)}{changed}'


def differing(old: str, new: str) -> str:
    """Both texts in one, the words that went struck out, those that came underlined; said too."""
    marks = {
        "same": "{}",
        "gone": '<del><span class="clause-unseen">gone: </span>{}</del>',
        "new": '<ins><span class="clause-unseen">new: </span>{}</ins>',
    }
    said = "".join(marks[kind].format(escape(words)) for kind, words in difference(old, new))
    return f'<p class="clause-words">{said.replace(chr(10), "<br>")}</p>'


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_node(Copy, html=(visit_copy, None))
    app.add_node(Panel, html=(visit_panel, None))
    app.connect("doctree-read", read_page)
    app.connect("env-updated", turn_round)
    app.connect("doctree-resolved", fill)
    return {"version": "1", "env_version": 1, "parallel_read_safe": True, "parallel_write_safe": True}
