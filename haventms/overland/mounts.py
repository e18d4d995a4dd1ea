"""Mounts: how fast under which load, for how long, and whose checks they are."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..checked import checked
from ..errors import RuleError
from ..ledger import Ledger, Result
from ..register import implements
from ..rulings import Rulings
from ..tables import Row, number, table
from ..units import MINUTES_PER_HOUR, Exact, plain
from .endurance import Con, endurance, span
from .pace import Mode, stretch

Kind = Literal[
    "light horse",
    "light warhorse",
    "heavy horse",
    "heavy warhorse",
    "pony",
    "warpony",
    "donkey",
    "mule",
    "dog, riding",
]
MountMode = Literal["walk", "trot", "hustle", "run", "dash", "sprint"]
Pounds = Annotated[Exact, Field(ge=0, le=1_000_000)]
MountLoad = Literal["light", "medium", "heavy"]


class Mount(BaseModel):
    """A mount: its kind as in Table 4, its Con score, and what it carries, rider included."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Kind
    con: Con
    load_lb: Pounds


class MountPace(Result):
    """Miles an hour of a mount; `mode` with the trot as the hustle that it is, `load` by the mount's own bands."""

    kind: Kind
    mode: Mode
    load: MountLoad
    miles_per_hour: Exact

    @property
    def headline(self) -> str:
        return f"{_named(self.kind)} with a {self.load} load: {self.mode} {plain(self.miles_per_hour)} miles an hour."


def _named(kind: str) -> str:
    return "Riding dog" if kind == "dog, riding" else kind.capitalize()


@implements("O-MOU-1", "O-MOU-3", "O-MOU-5")
@checked
def mount_pace(kind: Kind, load_lb: Pounds, mode: MountMode, rulings: Rulings | None = None) -> MountPace:
    """O-MOU-1, O-MOU-3, O-MOU-5: miles an hour of a mount under a load in pounds, rider included.

    A trot is a hustle, a gallop a run or a dash. A load above the last band and a pace that is blank at its load are
    a `RuleError`; so is a sprint, which Table 4 does not have.
    """
    ledger = Ledger(rulings)
    row = _band(kind, load_lb, ledger)
    pace = _pace_of(mode, ledger)
    if row.cells.get(pace) is None:
        raise RuleError("O-MOU-5", f"{_named(kind)} with a {row['load']} load of {plain(load_lb)} pounds cannot {pace}")
    miles = number(row, pace)
    ledger.add(row.clause, f"{_named(kind)} with a {row['load']} load at a {pace}: miles an hour", miles, row.cite)
    return MountPace(kind=kind, mode=pace, load=row["load"], miles_per_hour=miles, **ledger.close())


def _band(kind: Kind, load_lb: Exact, ledger: Ledger) -> Row:
    """The row of Table 4 for a load: the first whose upper bound it does not exceed."""
    bands = [row for row in table("overland", "mounts") if row["mount"] == kind]
    fitting = [row for row in bands if load_lb <= row["to_lb"]]
    if not fitting:
        most = plain(bands[-1]["to_lb"])
        raise RuleError("O-MOU-5", f"{_named(kind)} is overloaded: it carries at most {most} pounds")
    row = fitting[0]
    between = f"{plain(row['from_lb'])} to {plain(row['to_lb'])} pounds"
    if load_lb < row["from_lb"]:
        ledger.note("R-OVERLAND-UNDERLOAD")
        where = "less than the first band has" if row is bands[0] else "between two bands, the heavier counts"
        between = f"{between}: {where}"
    ledger.add("O-MOU-1", f"{plain(load_lb)} pounds, {between}", f"{row['load']} load", row.cite)
    return row


def _pace_of(mode: MountMode, ledger: Ledger) -> Mode:
    if mode == "trot":
        ledger.add("O-MOU-3", "A trot is a hustle", "hustle")
        return "hustle"
    if mode in ("run", "dash"):
        ledger.add("O-MOU-3", f"A {mode} is a gallop", "gallop")
    return mode


class MountEndurance(Result):
    """How long a mount keeps a pace, how far that carries it, and the DC of the first check after it.

    `stretch_miles` is set where the figures of Table 4 are for hardier mounts: the miles of one stretch.
    """

    minutes: int
    difficulty: int
    check_minutes: int
    miles: Exact
    stretch_miles: Exact | None

    @property
    def headline(self) -> str:
        return f"{span(self.minutes)} and {plain(self.miles)} miles without a check, then DC {self.difficulty}."


@implements("O-MOU-2", "O-MOU-4")
@checked
def mount_endurance(
    kind: Kind, con: Con, load_lb: Pounds, mode: MountMode, rulings: Rulings | None = None
) -> MountEndurance:
    """O-MOU-2, O-MOU-4: minutes and miles that a mount keeps a pace before its first check, and that check's DC.

    The load counts by the mount's three bands. Below Con 20 a run or dash is measured by the stretches of O-DIS-2
    instead of Table 4. Errors as in `mount_pace` and `endurance`.
    """
    ledger = Ledger(rulings)
    moving = mount_pace(kind, load_lb, mode, rulings=ledger.rulings)
    ledger.take(moving)
    lasting = endurance(con, moving.mode, moving.load, rulings=ledger.rulings)
    ledger.take(lasting)
    ledger.note("R-OVERLAND-MOUNTDC")
    ledger.note("R-OVERLAND-RIDER")
    text = f"The mount makes its own checks; under its {moving.load} load the first has DC"
    ledger.add("O-MOU-2", text, lasting.difficulty)
    hardy = table("overland", "hardy_mounts")["hardy"]
    stretch_miles = None
    if moving.mode in ("run", "dash") and con < hardy["con"]:
        walked = number(_band(kind, load_lb, Ledger(rulings)), "walk")
        speed_feet = walked / number(table("overland", "other_speeds")["walk"], "miles_per_foot")
        one = stretch(speed_feet, moving.mode, rulings=ledger.rulings)
        stretch_miles = one.miles
        text = f"The gallop of Table 4 is for Con {hardy['con']} or more; this mount's walk is a speed in feet of"
        ledger.add(hardy.clause, text, speed_feet, hardy.cite)
        ledger.take(one)
        miles = one.miles * lasting.minutes / one.minutes
    else:
        miles = moving.miles_per_hour * lasting.minutes / MINUTES_PER_HOUR
    ledger.add("O-MOU-4", f"Miles in {span(lasting.minutes)}", miles)
    return MountEndurance(
        minutes=lasting.minutes,
        difficulty=lasting.difficulty,
        check_minutes=lasting.check_minutes,
        miles=miles,
        stretch_miles=stretch_miles,
        **ledger.close(),
    )
