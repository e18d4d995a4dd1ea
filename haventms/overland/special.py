"""Special modes of movement: flying, soaring, swimming, drifting, and the checks that keep a swimmer up."""

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from ..checked import checked
from ..errors import RuleError
from ..ledger import Ledger, Result
from ..register import implements
from ..rounding import down_to
from ..rulings import Rulings
from ..tables import number, table
from ..units import Exact, Whole, plain
from .checks import sides, winning_faces
from .endurance import Con, allowance_minutes, score_minutes, span, under_load
from .pace import Armour, Load, Mode

State = Literal["fresh", "fatigued", "exhausted"]


class Flying(Result):
    """How long a flyer stays up: `minutes` is None where it costs nothing.

    An exhausted flyer must land, may fly again after `rest_hours`, and `still_exhausted` says in which state.
    """

    minutes: int | None
    must_land: bool
    rest_hours: int
    still_exhausted: bool

    @property
    def headline(self) -> str:
        if self.must_land:
            return f"Exhausted: lands at once or falls, and flies again after {self.rest_hours} hours of rest."
        return f"Flies {_how_long(self.minutes)}."


def _how_long(minutes: int | None) -> str:
    return "as long as it likes, at no cost of endurance" if minutes is None else f"{span(minutes)} without a check"


@implements("O-END-7")
@checked
def flying(
    con: Con, load: Load = "light", soaring: bool = False, exhausted: bool = False, rulings: Rulings | None = None
) -> Flying:
    """O-END-7: minutes of flight at fly speed before the first check, and what exhaustion does to a flyer.

    Active flight lasts as long as walking; `soaring` by R-OVERLAND-SOAR. Faster flight has the allowances of
    `endurance`. `con` 1 to 100.
    """
    ledger = Ledger(rulings)
    minutes: int | None = None
    rest_hours, still_exhausted = 0, False
    if exhausted:
        row = table("overland", "special_modes")[ledger.ask("overland_flyrest")]
        rest_hours, still_exhausted = row["value"], row.name == "eight"
        ledger.add("O-END-7", "An exhausted flyer must land at once, or it falls", "lands")
        state = "still exhausted" if still_exhausted else "rested"
        ledger.add(row.clause, f"It flies again, {state}, after hours of rest", rest_hours, row.cite)
        minutes = 0
    elif not (soaring and _drifts(ledger, "O-END-7", "Soaring")):
        minutes = allowance_minutes(con, "walk", load, ledger)
        ledger.add("O-END-7", "A flyer's normal way of moving lasts as long as a walk: minutes", minutes)
    return Flying(
        minutes=minutes,
        must_land=exhausted,
        rest_hours=rest_hours,
        still_exhausted=still_exhausted,
        **ledger.close(),
    )


def _drifts(ledger: Ledger, clause: str, what: str) -> bool:
    free = ledger.ask("overland_soar") == "free"
    ledger.add(clause, f"{what} {'costs no endurance' if free else 'counts as a walk'}", "free" if free else "walk")
    return free


class Swimming(Result):
    """How long a swimmer moves without a check: `minutes` is None where it costs nothing.

    `stays_afloat`: no load or armour drags it down, so it can float on afterwards.
    """

    minutes: int | None
    stays_afloat: bool

    @property
    def headline(self) -> str:
        after = "can stay afloat afterwards" if self.stays_afloat else "needs Swim checks to stay up once fatigued"
        return f"Swims {_how_long(self.minutes)} and {after}."


def dragged_down(load: Load, armour: Armour) -> bool:
    """Whether a swimmer's load or armour makes it need Swim checks once it is tired."""
    return load in ("medium", "heavy") or armour in ("medium", "heavy")


@implements("O-END-8", "O-END-9")
@checked
def swimming(
    con: Con,
    load: Load = "light",
    armour: Armour = "none",
    swim_speed: bool = False,
    mode: Mode = "walk",
    drifting: bool = False,
    rulings: Rulings | None = None,
) -> Swimming:
    """O-END-8, O-END-9: minutes of swimming before the first check, without or with a Swim speed.

    `mode` "walk" is swimming at base speed; only a creature with a Swim speed goes faster, anything else is a
    `RuleError`. `drifting` with a current by R-OVERLAND-SOAR. `con` 1 to 100.
    """
    ledger = Ledger(rulings)
    minutes: int | None
    if drifting:
        free = _drifts(ledger, "O-END-8", "Drifting with the current")
        minutes = None if free else allowance_minutes(con, "walk", load, ledger)
    elif swim_speed:
        minutes = _with_swim_speed(con, mode, load, ledger)
    elif mode != "walk":
        raise RuleError("O-END-8", "Without a Swim speed one swims at base speed only")
    else:
        minutes = swim_minutes(con, load, False, ledger)
    stays_afloat = not dragged_down(load, armour)
    after = "can stay afloat afterwards" if stays_afloat else "needs a Swim check each minute once it is fatigued"
    ledger.add("O-END-8", f"With a load {load} and armour {armour} the swimmer {after}", str(stays_afloat).lower())
    return Swimming(minutes=minutes, stays_afloat=stays_afloat, **ledger.close())


def _with_swim_speed(con: int, mode: Mode, load: Load, ledger: Ledger) -> int:
    if mode != "walk":
        ledger.add("O-END-9", f"With a Swim speed a swimmer may {mode} as on land", mode)
        return allowance_minutes(con, mode, load, ledger)
    return swim_minutes(con, load, True, ledger)


def swim_minutes(con: int, load: Load, swim_speed: bool, ledger: Ledger) -> int:
    """Minutes of swimming at base speed before the first check, without or with a Swim speed."""
    if swim_speed:
        row = table("overland", "endurance")[f"swim {ledger.ask('overland_swim')}"]
        return under_load(score_minutes(con, row, ledger), load, True, ledger)
    row = table("overland", "special_modes")["swimming share"]
    share = number(row, "value")
    minutes = down_to(allowance_minutes(con, "walk", load, ledger) * share, 1)
    ledger.add(row.clause, f"Without a Swim speed {plain(share)} of the normal time: minutes", minutes, row.cite)
    return minutes


_WORDS = {Fraction(0): "which cannot succeed", Fraction(1): "which cannot fail"}


class SwimCheck(Result):
    """The Swim check of each minute: `difficulty` is None where none is made, `on_failure` what a failed one does.

    `success` is the chance of one check, `stays_up` that of all of them.
    """

    difficulty: int | None
    success: Exact
    stays_up: Exact
    on_failure: str

    @property
    def headline(self) -> str:
        if self.difficulty is None:
            return "No Swim check is needed."
        chance = _WORDS.get(self.success, f"made with a chance of {plain(self.success)}")
        return f"A Swim check each minute, DC {self.difficulty}, {chance}."


def rolls_to_stay_up(state: str, dragged: bool, ask: Callable[[str], str]) -> bool:
    """Whether a swimmer in this state rolls a Swim check each minute; `ask` answers R-OVERLAND-SWIMEXH if it arises."""
    if state == "fresh":
        return False
    return dragged or (state == "exhausted" and ask("overland_swimexh") == "all")


@checked
def swim_check(
    state: State,
    modifier: Annotated[Whole, Field(ge=-100, le=100)] = 0,
    load: Load = "light",
    armour: Armour = "none",
    minutes: Annotated[Whole, Field(ge=1, le=1440)] = 1,
    needs_air: bool = True,
    rulings: Rulings | None = None,
) -> SwimCheck:
    """O-END-8, O-END-9: the Swim check that keeps a tired swimmer above the surface, and its exact odds.

    `modifier` is the Swim modifier. Who rolls when exhausted: R-OVERLAND-SWIMEXH; a creature that needs no air
    slips below the surface but does not drown.
    """
    ledger = Ledger(rulings)
    dragged = dragged_down(load, armour)
    if not rolls_to_stay_up(state, dragged, ledger.ask):
        why = "A fresh swimmer" if state == "fresh" else f"A swimmer {state} but not dragged down by load or armour"
        ledger.add("O-END-8", f"{why} rolls no Swim check", "none")
        always = Fraction(1)
        return SwimCheck(difficulty=None, success=always, stays_up=always, on_failure="", **ledger.close())
    row = table("overland", "special_modes")[state]
    difficulty: int = row["value"]
    ledger.add(row.clause, f"A swimmer {state} rolls a Swim check each minute: DC", difficulty, row.cite)
    success = Fraction(winning_faces(modifier, difficulty, ledger.ask("overland_die")), sides())
    how = {Fraction(0): "can never make it", Fraction(1): "always makes it"}.get(success, "makes it")
    ledger.add(row.clause, f"A d{sides()} with {modifier:+} {how}: chance", success)
    stays_up = success**minutes
    if minutes > 1:
        ledger.add(row.clause, f"{minutes} checks in a row, all made", stays_up)
    on_failure = "slips below the surface"
    if state == "exhausted" and needs_air:
        on_failure += " and drowns"
    clause = row.clause if needs_air else "O-END-9"
    ledger.add(clause, "Who fails", on_failure)
    return SwimCheck(difficulty=difficulty, success=success, stays_up=stays_up, on_failure=on_failure, **ledger.close())
