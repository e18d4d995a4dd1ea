"""Citations in the HTML that cells show: ``<code>H-SPD-1</code>`` or ``href="#h-spd-1"`` become links to the box."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from docutils import nodes
from rules import ID, clauses_of, known
from sphinx.application import Sphinx

SCRIPT = re.compile(r"(<script\b.*?</script>)", re.DOTALL | re.IGNORECASE)
CITED = re.compile(rf'href="#(?P<anchor>(?i:{ID}))"|<code>(?P<id>{ID})</code>')


def addresses(app: Sphinx, docname: str, node: nodes.Node) -> Callable[[str], str]:
    """A function from an id to its address as seen from a page, "" where there is none; unknown ids are warnings."""
    domain = clauses_of(app)

    def url(id: str) -> str:
        entry = known(id, node)
        page = domain.page(id) if entry else ""
        if entry is None or not page:
            return ""
        there = "" if page == docname else app.builder.get_relative_uri(docname, page)
        return f"{there}#{entry.anchor}"

    return url


def link_html(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Let the HTML that cells show cite as the prose does."""
    for node in list(doctree.findall(nodes.raw)):
        if "html" in node.get("format", "").split():
            node.children = [nodes.Text(cite(node.astext(), addresses(app, docname, node)))]


def cite(html: str, url: Callable[[str], str]) -> str:
    """HTML whose citations are links: anchors point to their page, bare ids in code are wrapped in a link."""

    def link(match: re.Match[str]) -> str:
        before = match.string[: match.start()]
        inside = match["id"] and before.rfind("<a ") > before.rfind("</a>")
        there = "" if inside else url(match["id"] or match["anchor"].upper())
        if not there:
            return match[0]
        return f'<a class="clause-ref" href="{there}">{match["id"]}</a>' if match["id"] else f'href="{there}"'

    parts = SCRIPT.split(html)
    parts[::2] = [CITED.sub(link, part) for part in parts[::2]]
    return "".join(parts)


def cited(html: str) -> Iterator[str]:
    """The ids that the HTML of a cell cites."""
    for part in SCRIPT.split(html)[::2]:
        yield from ((match["id"] or match["anchor"]).upper() for match in CITED.finditer(part))


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("doctree-resolved", link_html)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
