"""The way to a page: the part of the book that it stands in, for the theme's own breadcrumbs, and names in the sidebar.

The theme follows documents only, and a part of the table of contents is a caption, not a document. Its sidebar opens
and closes the pages below another one with an arrow that says nothing to who cannot see it.
"""

from collections.abc import Callable
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def part(env: BuildEnvironment, page: str) -> str:
    """The caption above this page in the table of contents, "" where there is none."""
    site: Any = env.external_site_map  # type: ignore[attr-defined]
    trees = site.root.subtrees
    return next((tree.caption for tree in trees if tree.caption and page in map(stem, tree.files())), "")


def stem(file: str) -> str:
    """A file of the table of contents as Sphinx names it."""
    return file.removesuffix(".ipynb").removesuffix(".md")


def lead(app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: object) -> None:
    """Put the theme's breadcrumbs above the title, with the part before what the theme found.

    In its bar of buttons there is no room for them on a telephone.
    """
    if doctree is None:
        return
    if caption := part(app.env, page):
        context["parents"] = [{"title": caption, "link": ""}, *context.get("parents", [])]
    way = app.builder.templates.render("breadcrumbs.html", context)  # type: ignore[attr-defined]
    context["body"] = way + context["body"]


def named(tree: Callable[..., Any]) -> Callable[..., Any]:
    """The theme's sidebar with a name on each arrow."""

    def drawn(*args: Any, **options: Any) -> Any:
        found = tree(*args, **options)
        for summary in found.select("li > a + details > summary"):
            summary["aria-label"] = f"Pages below “{summary.parent.find_previous_sibling('a').get_text(strip=True)}”"
        return found

    return drawn


def name_sidebar(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """The sidebar is drawn by a function that the theme leaves in the page's context."""
    context["generate_toctree_html"] = named(context["generate_toctree_html"])


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", lead)
    app.connect("html-page-context", name_sidebar, priority=900)  # after the theme
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
