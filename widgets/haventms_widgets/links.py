"""Links to a case: the address of a page or of a dashboard, a fragment of one, or a bare state text.

`.../haven/speed.html#haven-speed?swiftness=3`, `http://localhost:5006/haven-speed?swiftness=3`,
`#haven-speed?swiftness=3` and `haven-speed?swiftness=3` name their explorer. `swiftness=3` does not: it opens where one
explorer alone has all its names. A play page shows several: which of its cases is meant has to be said.
"""

import re
from typing import Any
from urllib.parse import unquote, urlsplit

from . import state
from .explorer import Explorer, View
from .plays import PLAYS, Play, case
from .quoting import quoted
from .registry import IDS, explorers
from .run import Refused, find, read_state, view

_NAMED = re.compile(r"#?([A-Za-z0-9-]*)\?(.*)", re.DOTALL)


def looks_like_link(text: str) -> bool:
    """Whether a text is a link rather than the id of an explorer."""
    return any(sign in text for sign in "?#=/")


def parse(link: str, explorer: str = "") -> tuple[Explorer[Any, Any], str]:
    """The explorer and the state text of a link; `explorer` is the id where the link names none. Else `Refused`."""
    named, text = _split(link.strip())
    if named in PLAYS:
        return _of_play(PLAYS[named], text, explorer)
    if named and explorer and named != explorer:
        raise _refused(f"The link is one of {named}, not of {explorer}.")
    id = named or explorer
    return (find(id) if id else _only(text)), text


def open_link(link: str, explorer: str = "") -> tuple[View, list[str]]:
    """The View of a link, and the names in it that nobody knows. What cannot be opened is `Refused` in a sentence."""
    found, text = parse(link, explorer)
    inputs, rulings, unknown = read_state(found, text)
    return view(found, inputs, rulings), unknown


def _split(link: str) -> tuple[str, str]:
    """The id that a link names, "" where it names none, and its state text."""
    if len(link) > 2 * state.LONGEST:
        raise _refused(f"The link must be at most {2 * state.LONGEST:,} characters long.")
    if "://" not in link:
        return _fragment(link)
    try:
        address = urlsplit(link)
    except ValueError:
        raise _refused("The link is no address that can be read.") from None
    last = unquote(address.path.rstrip("/").rpartition("/")[2])
    if address.fragment and last not in PLAYS:  # there it is where the reader had jumped to
        return _fragment(address.fragment)
    if last in IDS or last in PLAYS:
        kept = [pair for pair in address.query.split("&") if pair and not pair.startswith("bokeh-")]
        return last, "&".join(kept)
    raise _refused("The link leads to no case of an explorer: it has neither an explorer's name nor a state.")


def _fragment(text: str) -> tuple[str, str]:
    if text.lstrip("#") in (*IDS, *PLAYS):
        return text.lstrip("#"), ""
    named = _NAMED.fullmatch(text)
    if named:
        return named[1], named[2]
    if "=" not in text:
        raise _refused(f"{quoted(text)} is no link to a case: one looks like haven-speed?swiftness=3.")
    return "", text.lstrip("#")


def _only(text: str) -> Explorer[Any, Any]:
    """The explorer that alone has every name of a state text."""
    fitting = []
    for each in explorers().values():
        try:
            _, _, unknown = read_state(each, text)
        except Refused:
            continue
        if not unknown:
            fitting.append(each)
    if len(fitting) == 1:
        return fitting[0]
    told = ", ".join(each.id for each in fitting or explorers().values())
    raise _refused(f"The link does not say whose case it is; name the explorer: {told}.")


def _of_play(play: Play, query: str, explorer: str) -> tuple[Explorer[Any, Any], str]:
    """The explorer that is asked for, and its case on a play page under the readings of that page."""
    if explorer not in play.explorers:
        raise _refused(
            f"The link leads to the page {play.id}, which shows {', '.join(play.explorers)}; name one of them."
        )
    return find(explorer), case(play, query, explorer)


def _refused(sentence: str) -> Refused:
    return Refused([{"field": "link", "message": sentence}])
