"""How long each pace lasts before the first check, by Con and load."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, TypeVar

from pydantic import Field

from ..checked import checked
from ..errors import RuleError
from ..ledger import Ledger, Result
from ..register import implements
from ..rounding import down_to
from ..rulings import Rulings
from ..tables import Row, number, table
from ..units import MINUTES_PER_HOUR, Exact, Whole, plain
from .checks import modifier
from .pace import Load, Mode, sprint_under

Pace = TypeVar("Pace", bound=str)
Con = Annotated[Whole, Field(ge=1, le=100)]
Minutes = Annotated[Exact, Field(ge=0, le=100_000)]


def rhythm_minutes(mode: Mode) -> int:
    """Minutes from check to check at this pace (O-FOR-6)."""
    found: int = table("overland", "rhythm")[mode]["minutes"]
    return found


def base_difficulty(load: Load) -> int:
    """The DC of the first check under this load (O-END-6, O-FOR-1)."""
    found: int = table("overland", "loads")[load]["difficulty"]
    return found


def span(minutes: int | Fraction) -> str:
    """A time as people say it: "2 hours", "1 hour 40 minutes", "50 minutes"."""
    hours, rest = divmod(minutes, MINUTES_PER_HOUR)
    parts = [
        f"{plain(count)} {unit}{'' if count == 1 else 's'}"
        for count, unit in ((hours, "hour"), (rest, "minute"))
        if count
    ]
    return " ".join(parts) or "0 minutes"


def allowance_minutes(con: int, mode: Mode, load: Load, ledger: Ledger) -> int:
    """Minutes that `endurance` answers, its steps written into `ledger`; a `RuleError` where the pace is impossible."""
    row = table("overland", "endurance")[mode]
    if con < row["least_con"]:
        raise RuleError(row.clause, f"A creature of Con {con} cannot {mode}")
    if row["least_modifier"] is not None and modifier(con) < row["least_modifier"]:
        raise RuleError(row.clause, f"Without a Con bonus nobody can {mode}: Con {con} has none")
    if mode == "sprint":
        allowed, sentence, cite = sprint_under(load, ledger)
        if not allowed:
            raise RuleError("O-MOD-4", sentence)
        ledger.add("O-MOD-4", sentence, "allowed", cite)
    return under_load(score_minutes(con, row, ledger), load, mode in ("walk", "hustle"), ledger)


def score_minutes(con: int, row: Row, ledger: Ledger) -> int:
    """Minutes of a row of the endurance table for a Con score, before any load."""
    bonus = modifier(con)
    minutes: int = row["minutes"] + row["per_con"] * con
    minutes += row["per_bonus"] * max(bonus, 0) - row["per_penalty"] * max(-bonus, 0)
    if row["per_con"]:
        text = f"{row['per_con']} minutes for each point of Con {con}"
    else:
        first = "1 minute" if row["minutes"] == 1 else f"{row['minutes']} minutes"
        text = f"{first} at first, Con {con} has a modifier of {bonus:+}"
        if bonus > 0:
            text += f": {row['per_bonus']} more for each point of bonus"
        if bonus < 0:
            text += f": {row['per_penalty']} less for each point of penalty"
    ledger.add(row.clause, f"{text}: minutes", minutes, row.cite)
    return minutes


def under_load(minutes: int, load: Load, in_hours: bool, ledger: Ledger) -> int:
    """What a load leaves of an allowance, rounded down; light and no loads leave all and round nothing.

    `in_hours`: whether this allowance is one that R-OVERLAND-ROUND may round down to whole hours.
    """
    row = table("overland", "loads")[load]
    share = number(row, "fraction")
    if share == 1:
        return minutes
    step = MINUTES_PER_HOUR if in_hours and ledger.ask("overland_round") == "hours" else 1
    left = down_to(minutes * share, step)
    down = "whole hours" if step > 1 else "whole minutes"
    ledger.add(row.clause, f"A {load} load leaves {plain(share)}, rounded down to {down}: minutes", left, row.cite)
    return left


class Endurance(Result):
    """How long a pace lasts, the DC of the first check after it, and the minutes from check to check."""

    con: int
    mode: Mode
    load: Load
    minutes: int
    difficulty: int
    check_minutes: int

    @property
    def headline(self) -> str:
        each = "hour" if self.check_minutes == MINUTES_PER_HOUR else span(self.check_minutes)
        return (
            f"Con {self.con}, load {self.load}: {self.mode} for {span(self.minutes)} without a check, "
            f"then DC {self.difficulty} each {each}."
        )


@implements("O-END-1", "O-END-2", "O-END-3", "O-END-4", "O-END-5", "O-END-6")
@checked
def endurance(con: Con, mode: Mode, load: Load = "light", rulings: Rulings | None = None) -> Endurance:
    """O-END-1 to O-END-6: minutes that a pace lasts in 24 hours before the first Con check.

    `con` is the Con score, 1 to 100. `difficulty` is the DC of the first check, `check_minutes` the time from check
    to check. Where Con or load rule the pace out: a `RuleError`.
    """
    ledger = Ledger(rulings)
    minutes = allowance_minutes(con, mode, load, ledger)
    loads = table("overland", "loads")[load]
    rhythm = table("overland", "rhythm")[mode]
    ledger.add("O-END-0", "The allowance is for each period of 24 hours", span(minutes))
    ledger.add(loads.clause, f"The first check with load {load}: DC", base_difficulty(load), loads.cite)
    ledger.add(rhythm.clause, f"Checks at a {mode} come every so many minutes", rhythm_minutes(mode), rhythm.cite)
    return Endurance(
        con=con,
        mode=mode,
        load=load,
        minutes=minutes,
        difficulty=base_difficulty(load),
        check_minutes=rhythm_minutes(mode),
        **ledger.close(),
    )


class AllowanceLeft(Result):
    """What is left of the allowance of one pace after the movement of a day."""

    mode: Mode
    minutes: Exact

    @property
    def headline(self) -> str:
        return f"{span(self.minutes)} are left to {self.mode} without a check."


@implements("O-END-0")
@checked
def allowance_left(
    con: Con,
    mode: Mode,
    moved: dict[Mode, Minutes],
    load: Load = "light",
    hours_since_first_move: Annotated[Exact, Field(ge=0, le=720)] | None = None,
    rulings: Rulings | None = None,
) -> AllowanceLeft:
    """O-END-0: minutes left at one pace after the movement since the last full rest.

    `moved` has the minutes used of each pace; several paces are counted by R-OVERLAND-MIX. From 24
    `hours_since_first_move` on, R-OVERLAND-DAY says whether the count starts anew. Errors as in `endurance`.
    """
    ledger = Ledger(rulings)
    allowance = allowance_minutes(con, mode, load, ledger)
    used = {pace: minutes for pace, minutes in moved.items() if minutes}
    period = table("overland", "day")["period"]
    if used and hours_since_first_move is not None and hours_since_first_move >= period["hours"]:
        if ledger.ask("overland_day") == "clock":
            used = {}
            text = f"{period['hours']} hours after the first move the count starts anew"
        else:
            text = f"{period['hours']} hours are over, but only a full rest starts the count anew"
        ledger.add(period.clause, text, table=period.cite)
    left = left_of_day(mode, allowance, used, lambda pace: allowance_minutes(con, pace, load, Ledger(rulings)), ledger)
    ledger.add("O-END-0", f"Minutes left of {plain(allowance)}", left)
    return AllowanceLeft(mode=mode, minutes=left, **ledger.close())


def left_of_day(
    mode: Pace, allowance: int, used: Mapping[Pace, Fraction], whole_of: Callable[[Pace], int], ledger: Ledger
) -> Fraction:
    """Minutes left of an allowance after the minutes used of each pace, whose own allowances are `whole_of` them."""
    if {*used} <= {mode}:
        return max(allowance - used.get(mode, Fraction()), Fraction())
    if ledger.ask("overland_mix") == "own":
        own = used.get(mode, Fraction())
        ledger.add("O-END-0", f"Each pace has its own allowance: minutes used of that to {mode}", own)
        return max(allowance - own, Fraction())
    shares = Fraction()
    for pace, minutes in used.items():
        whole = whole_of(pace)
        # An allowance of no minutes is spent by any movement at that pace.
        share = min(minutes / whole, Fraction(1)) if whole else Fraction(1)
        shares += share
        ledger.add("O-END-0", f"{span(minutes)} at a {pace} of {span(whole)}: share of the day", share)
    return allowance * max(1 - shares, Fraction())
