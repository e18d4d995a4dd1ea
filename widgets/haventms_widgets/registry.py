"""All explorers by id; each module is imported when its explorer is first asked for."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any

from .explorer import Explorer
from .quoting import MOST, quoted

IDS = (
    "haven-speed",
    "haven-terrain",
    "haven-hazard",
    "haven-turn",
    "domains-turn",
    "domains-attack",
    "overland-pace",
    "overland-march",
    "overland-journey",
    "overland-chase",
    "compare",
)


class Registry(Mapping[str, Explorer[Any, Any]]):
    """Explorers by id, in the order of the book. An unknown id is a KeyError whose text is a sentence."""

    def __getitem__(self, id: str) -> Explorer[Any, Any]:
        if id not in IDS:
            raise UnknownExplorer(id)
        explorer: Explorer[Any, Any] = import_module(f"haventms_widgets.views.{id.replace('-', '_')}").EXPLORER
        return explorer

    def __iter__(self) -> Iterator[str]:
        return iter(IDS)

    def __len__(self) -> int:
        return len(IDS)


class UnknownExplorer(KeyError):
    """There is no explorer of that id."""

    def __str__(self) -> str:
        id = str(self.args[0])[:MOST]
        near = get_close_matches(id, IDS, n=1)
        hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(IDS)}."
        return f"There is no explorer {quoted(str(self.args[0]))}{hint}"


@cache
def explorers() -> Registry:
    """The registry of all explorers."""
    return Registry()
