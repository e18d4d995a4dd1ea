"""How a reader chooses the readings of the open questions, on the page of ``{rulings}``: of each question the smallest
cases that tell its readings apart, in up to three numbers, and the worked examples that hang on it.

Everything is computed while the book is built, by the explorers and the rules themselves. The page's scripts only keep
what is chosen; without them the tables stand as they are.
"""

import re
from html import escape, unescape
from typing import Any

from docutils import nodes
from haventms_widgets import explorers
from haventms_widgets.cases import smallest
from haventms_widgets.cases.calls import call
from haventms_widgets.cases.wording import worded
from rules import reference, warn
from sphinx.application import Sphinx

from haventms import Entry
from haventms.flips import flips
from haventms.worked import Example

MARKED = re.compile(r'href="explorer:([a-z-]+)\?([^"]*)"')
BAR = """<div class="readings-bar" data-readings-bar role="group" aria-label="Your table's readings">
<div class="readings-told" data-part="told" role="status">
<p>Your table reads every question as this book does.</p></div>
<div class="readings-sets" data-part="sets">
<button type="button" data-set="default" aria-pressed="true">Table default</button>
<button type="button" data-set="literal" aria-pressed="false">Literal</button></div>
<label class="readings-share">Link to these readings <input type="text" readonly data-part="share"></label>
<div class="readings-offer" data-part="offer" role="alert" hidden></div>
</div>"""


def bar() -> nodes.Node:
    """What is chosen, the ready sets, and the link that carries it; for readers with JavaScript."""
    return nodes.raw("", BAR, format="html")


def switch(entry: Entry) -> list[nodes.Node]:
    """Of each reading up to three numbers of the smallest cases, behind the button that chooses it."""
    cases = smallest.found().get(entry.id, ())
    heads, cells = of_cases(entry, cases) if cases else of_call(entry)
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in ["Reading", *heads])
    rows = "".join(
        row(entry, choice.token, cells[choice.token], not number) for number, choice in enumerate(entry.choices)
    )
    frame = f'<div class="readings-wide" tabindex="0" role="group" aria-label="{escape(f"{entry.id}: {entry.title}")}">'
    table = f"{frame}<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    own = '<p class="readings-own" data-own role="status" hidden></p>'
    under = listed(cases) if cases else called(entry)
    html = f'<div class="readings" id="question-{entry.field}" data-question="{entry.field}">{table}{own}{under}</div>'
    return [nodes.raw("", html, format="html")]


def row(entry: Entry, token: str, cells: list[str], default: bool) -> str:
    checked = " checked" if default else ""
    radio = f'<input type="radio" name="{entry.field}" value="{escape(token)}"{checked}>'
    head = f'<th scope="row"><label>{radio} {escape(token)}</label></th>'
    return f"<tr>{head}{''.join(f'<td>{each}</td>' for each in cells)}</tr>"


Cells = dict[str, list[str]]


def of_cases(entry: Entry, cases: tuple[smallest.Case, ...]) -> tuple[list[str], Cells]:
    """The heads of the columns; and by reading the cells, each a link to its case under this reading."""
    heads: list[str] = []
    cells: Cells = {choice.token: [] for choice in entry.choices}
    for number, case in enumerate(cases, 1):
        heads += [f"{label}{f' ({number})' if len(cases) > 1 else ''}" for label in case.facts]
        for token, answer in smallest.answers(entry, case).items():
            link = f'href="explorer:{case.explorer}?{escape(smallest.state_under(case, entry, token))}"'
            for label in case.facts:
                said = "refused" if answer.refused else answer.facts.get(label, "none")
                name = f'aria-label="{escape(f"{label}: {said}, read as {token}; open the case")}"'
                cells[token].append(f"<a {link} {name}>{escape(said)}</a>")
    return heads, cells


def of_call(entry: Entry) -> tuple[list[str], Cells]:
    """The same from the smallest call, where no explorer tells the readings apart."""
    values = call(entry.id).values
    names = list(next(iter(values.values())))
    return [each.capitalize() for each in names], {
        token: [escape(found[name]) for name in names] for token, found in values.items()
    }


def listed(cases: tuple[smallest.Case, ...]) -> str:
    """The cases, the smallest first, each as a link to its explorer."""
    items = ""
    for case in cases:
        explorer = explorers()[case.explorer]
        words = escape(worded(explorer, case.state) or "as it opens")
        link = f'<a href="explorer:{case.explorer}?{escape(case.state)}">{escape(explorer.title)}</a>'
        items += f"<li>{link}: {words}</li>"
    what = "The smallest case" if len(cases) == 1 else "The smallest cases"
    return f'<p class="readings-note">{what} in which the readings differ:</p><ol class="readings-cases">{items}</ol>'


def called(entry: Entry) -> str:
    """Where no explorer tells the readings apart: why, and the smallest call of a rule function that does."""
    why, text = escape(smallest.unseen()[entry.id]), escape(call(entry.id).text)
    return f'<p class="readings-note">{why} The smallest call that tells them apart: <code>{text}</code></p>'


def turned(entry: Entry, token: str) -> list[nodes.Node]:
    """The worked examples that come out otherwise where the question is read so, folded away."""
    found = flips(entry.id)[token]
    if not found:
        return [nodes.paragraph("", "No worked example hangs on it.", classes=["readings-flips"])]
    number = "1 worked example" if len(found) == 1 else f"{len(found)} worked examples"
    opening = f'<details class="readings-flips"><summary>Read so, {number} would come out otherwise</summary>'
    listing = nodes.bullet_list()
    for example in found:
        listing += nodes.list_item("", sentence(example))
    return [nodes.raw("", opening, format="html"), listing, nodes.raw("", "</details>", format="html")]


def sentence(example: Example) -> nodes.paragraph:
    line = nodes.paragraph("", "", nodes.Text(f"{example.sentence} "), reference(example.clauses[0]))
    if example.rulings:
        own = ", ".join(f"{name} {token}" for name, token in example.rulings.items())
        line += nodes.Text(f" (read with {own})")
    return line


def link_cases(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Links to a case of an explorer lead to the first chapter that shows it, the question's own before others."""
    for node in list(doctree.findall(nodes.raw)):
        text = node.astext()
        if "explorer:" in text:
            field = re.search(r'data-question="([a-z0-9_]+)"', text)
            node.children = [nodes.Text(MARKED.sub(lambda found, field=field: place(app, docname, found, field), text))]


def place(app: Sphinx, docname: str, found: re.Match[str], field: re.Match[str] | None) -> str:
    import haventms
    from haventms.rulings import ruling_id

    own = haventms.clauses()[ruling_id(field[1])].chapter if field else ""
    pages = [name for name, page in app.env.metadata.items() if found[1] in page.get("explorers", ())]
    order = {name: number for number, name in enumerate(app.env.toctree_includes.get("intro", ()))}
    pages.sort(key=lambda name: (name != own, order.get(name, len(order)), name))
    if not pages:
        warn(None, f"No page of the book shows the explorer {found[1]}, to which {docname} links")
        return found[0]
    address = app.builder.get_relative_uri(docname, pages[0])
    return f'href="{escape(f"{address}#{found[1]}?{unescape(found[2])}")}"'


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("doctree-resolved", link_cases)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
