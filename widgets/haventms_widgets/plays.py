"""The play pages: several explorers on one screen, with one set of readings, for those who sit at the table.

To add one, write a row of `PLAYS`: it is served under its id and stands on the first page of the server. Its address
holds the readings under "rulings" and, under the id of each explorer, that explorer's state text:
`/play-march?rulings=literal&overland-march=con=9%26hours=12&overland-journey=seed=7`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote

from haventms import Rulings

from . import state
from .table import PARAMETER, read, write


@dataclass(frozen=True)
class Play:
    """One page: its id, its title, a sentence, and its explorers in the order of the page."""

    id: str
    title: str
    summary: str
    explorers: tuple[str, ...]


PLAYS: dict[str, Play] = {
    each.id: each
    for each in (
        Play(
            "play-referee",
            "The referee's screen",
            "Whose turn it is in Haven, the ground under them and what it does to them, and the odds of an attack.",
            ("haven-turn", "haven-terrain", "haven-hazard", "domains-attack"),
        ),
        Play(
            "play-skirmish",
            "A skirmish in Domains",
            "A turn through the planes, and the odds of the attack at its end.",
            ("domains-turn", "domains-attack"),
        ),
        Play(
            "play-march",
            "The march desk",
            "How far a forced march carries, what it costs, and how the journey of the party goes on.",
            ("overland-march", "overland-journey"),
        ),
    )
}


def columns(play: Play) -> tuple[tuple[str, ...], ...]:
    """The explorers in the two columns of a page of middling width: every other one."""
    return play.explorers[::2], play.explorers[1::2]


def write_address(states: Mapping[str, str], rulings: Rulings) -> str:
    """The query of a play page: what differs from the defaults. The readings are the page's, so no case names them."""
    parts = [f"{PARAMETER}={write(rulings)}"] if rulings.changed else []
    # Of what a state text is made of, only "&", "+", "%" and "#" would be read otherwise in an address.
    parts += [f"{id}={quote(bare, safe=',:/=')}" for id, text in states.items() if (bare := without_rulings(text))]
    return "&".join(parts)


def without_rulings(text: str) -> str:
    """A state text without the rulings in it."""
    return "&".join(each for each in text.split("&") if not each.startswith(f"{state.RULINGS}."))


def read_address(play: Play, pairs: Iterable[tuple[str, str]]) -> tuple[str, dict[str, str], list[str]]:
    """The text of the readings, the state text of each explorer that is named, and the names that nobody knows."""
    readings: list[str] = []
    states: dict[str, str] = {}
    unknown: list[str] = []
    for name, text in pairs:
        if name == PARAMETER:
            readings.append(text)
        elif name in play.explorers:
            states[name] = text
        else:
            unknown.append(name)
    return ",".join(readings), states, unknown


def case(play: Play, query: str, explorer: str) -> str:
    """The state text of one explorer in the query of a play page's link, with the readings that held there."""
    readings, states, _ = read_address(play, parse_qsl(query, keep_blank_values=True))
    page, _ = read(readings)
    own = states.get(explorer, "")
    pairs = [(f"{state.RULINGS}.{name}", token) for name, token in page.changed.items()]
    return "&".join(filter(None, [state.join(pairs), own]))  # of two readings the later one holds: the case's own
