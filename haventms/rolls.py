"""What do I roll? One entry a situation: the roll, its difficulty, what a failure does, and the clause that says so.

The figures in it are cells of the printed tables, named as `{table/row/column}`; a worked example shows each roll.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict

from .register import SYSTEMS
from .tables import number, table
from .units import plain

_CELL = re.compile(r"\{([a-z_]+)/([^/}]+)/([^/}]+)\}")


class Roll(BaseModel):
    """A situation, what is rolled in it, against what, what a failure does; `example` is the id of a worked example."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    system: str
    situation: str
    roll: str
    difficulty: str
    failure: str = ""
    clause: str
    example: str


def _filled(system: str, text: str) -> str:
    """A text with the cells that it names in their places; penalties are written without their sign."""

    def cell(found: re.Match[str]) -> str:
        return plain(abs(number(table(system, found[1])[found[2]], found[3])))

    return _CELL.sub(cell, text)


@cache
def written(system: str) -> dict[str, dict[str, str]]:
    """The entries of one system as its file has them, the names of cells still in their places."""
    return tomllib.loads(files(f"haventms.{system}").joinpath("rolls.toml").read_text(encoding="utf-8"))


@cache
def rolls(system: str = "") -> tuple[Roll, ...]:
    """The situations of one system, or of all three, in the order of their files."""
    return tuple(
        Roll(id=id, system=each, **{name: _filled(each, text) for name, text in entry.items()})
        for each in ([system] if system else SYSTEMS)
        for id, entry in written(each).items()
    )
