"""What in a built book a browser would ask another host for.

Packed and minified scripts are left out: libraries hold addresses that they ask only when told to (BokehJS: maps,
formulas). What they do in a page is for a test in the browser to see.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

OUTSIDE = re.compile(r"\s*(?:https?:)?//", re.IGNORECASE)
IN_CSS = re.compile(r"""(?:url\(\s*["']?|@import\s*["'])((?:https?:)?//[^"')\s]+)""", re.IGNORECASE)
IN_SCRIPT = re.compile(
    r"""(?:\bimport\s*\(?|\bfrom|\bfetch\s*\(|\bimportScripts\s*\(|\.src\s*=|\bnew\s+(?:Worker|URL)\s*\()"""
    r"""\s*["'`]((?:https?:)?//[^"'`]+)["'`]"""
)
# What of a page can hold such an address: whole scripts and styles, and tags with two slashes in them. Parsing the
# rest, nearly all of it, takes seconds in a book.
WORTH_PARSING = re.compile(
    r"""<(script|style)\b.*?</\1\s*>|<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>""", re.IGNORECASE | re.DOTALL
)
PACKED = (".min.js", ".pack.js")
# Every attribute that is loaded with the page. A link that a reader follows is none, nor is a link that only names.
LOADED = {"src", "srcset", "poster", "data", "background", "xlink:href"}
NAMING_LINKS = {"canonical", "author", "license", "prev", "next", "search", "index", "help"}


class Loaded(HTMLParser):
    """Collects the outside addresses of one page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._inside = tag if tag in ("style", "script") else ""
        names = LOADED | {"href"} if tag in ("link", "image", "use") else LOADED
        if tag == "link" and set(values.get("rel", "").split()) & NAMING_LINKS:
            names = set()
        for name in names & values.keys():
            pieces = values[name].split(",") if name == "srcset" else [values[name]]
            self.found += [piece.strip() for piece in pieces if OUTSIDE.match(piece)]
        self.found += IN_CSS.findall(values.get("style", ""))

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.found += (IN_CSS if self._inside == "style" else IN_SCRIPT).findall(data)


def outside(folder: Path) -> Iterator[tuple[str, str]]:
    """Each (file, address) in the pages, style sheets and scripts of a folder, in order of their names."""
    for file in sorted(folder.rglob("*")):
        if file.suffix not in (".html", ".css", ".js", ".mjs", ".svg") or file.name.endswith(PACKED):
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        if file.suffix in (".html", ".svg"):
            parts = [found[0] for found in WORTH_PARSING.finditer(text) if found[1] or "//" in found[0]]
            addresses = Loaded("\n".join(parts)).found
        else:
            addresses = (IN_CSS if file.suffix == ".css" else IN_SCRIPT).findall(text)
        for address in addresses:
            yield file.relative_to(folder).as_posix(), address
