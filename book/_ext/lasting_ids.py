"""Ids that last: the build fails on what `haventms.lasting` finds in the register, with file and line; and the page
``clause.html``, whose address ``clause.html?id=H-ICE-2`` leads to a clause wherever it stands.

`_static/arrive.js` does the leading, on that page and wherever an address ends in an id.
"""

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from rules import clauses_of
from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util import logging

import haventms
from haventms.lasting import problems

log = logging.getLogger(__name__)

PAGE = "clause"


class UnreadableRegister(SphinxError):
    """The register cannot be read at all."""

    category = "The register cannot be read"


def check(_app: Sphinx) -> None:
    """Every problem is a warning, and the build takes warnings for errors. What cannot be read ends it at once."""
    for problem in problems(files("haventms")):
        log.warning(problem.sentence, location=f"haventms/{problem.file}:{problem.line}", type="register")
    try:
        haventms.clauses()
    except ValueError as error:
        raise UnreadableRegister(str(error)) from None


BODY = """<section id="a-clause-by-its-id"><h1>A clause by its id</h1>
<noscript><p>To look an id up takes JavaScript. The <a href="{index}">clause index</a> lists every one.</p></noscript>
<form class="arrive" action="{page}.html" method="get"><label for="arrive-id">Id</label>
<input id="arrive-id" name="id" type="text" autocomplete="off" spellcheck="false">
<button type="submit">Go</button></form>
<p>An address that ends in <code>{page}.html?id={example}</code> leads to this clause for ever, whatever page it
moves to. The button beside an id copies it. All ids stand in the <a href="{index}">clause index</a>.</p>
</section>"""


def page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The page that leads on; without an index there is nothing to lead to."""
    if index := clauses_of(app).data["index"]:
        example = next(iter(haventms.clauses())).id
        body = BODY.format(index=app.builder.get_relative_uri(PAGE, index), page=PAGE, example=example)
        yield PAGE, {"title": "A clause by its id", "body": body}, "page.html"


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("builder-inited", check)
    app.connect("html-collect-pages", page)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
