"""At the end of every chapter: it is a notebook, where to get it, and what it runs with."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

INSTALL = "pip install 'haventms[notebook]'"


def offer(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Add the sentence to a page that was made from a notebook."""
    source = context.get("sourcename") or ""
    if doctree is None or not source.endswith(".ipynb"):
        return
    address = context["pathto"](f"_sources/{source}", 1)
    name = source.rpartition("/")[2]
    context["body"] += (
        f'<p class="chapter-download">This chapter is a notebook: <a href="{address}" download="{name}">download '
        f"{name}</a>. It runs wherever <code>{INSTALL}</code> has been run; no other file is needed.</p>"
    )


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", offer)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
