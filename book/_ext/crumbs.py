"""The way to a page: the part of the book that it stands in, for the theme's own breadcrumbs.

The theme follows documents only, and a part of the table of contents is a caption, not a document.
"""

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


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", lead)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
