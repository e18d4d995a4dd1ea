"""Rest: what is owed, what too little of it costs, when it is enough, and how Con comes back."""

from fractions import Fraction
from functools import cache, lru_cache
from math import ceil, floor
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from ..checked import checked
from ..ledger import Ledger, Result
from ..register import implements
from ..rounding import whole_steps
from ..rulings import Rulings
from ..tables import table
from ..units import HOURS_PER_DAY, MINUTES_PER_HOUR, Exact, Whole, plain
from .endurance import Minutes, base_difficulty, span
from .marching import EXHAUSTED, FATIGUED, FRESH, STAGES, number_of, refusal
from .pace import Load, Mode

Stage = Literal["fresh", "fatigued", "exhausted"]
RestedHours = Annotated[Exact, Field(ge=0, le=720)]
Owed = Annotated[Whole, Field(ge=0, le=1_000_000)]
Clock = Annotated[Exact, Field(ge=0, le=100_000)]


@cache
def needed_hours(stage: int) -> int:
    """Hours of rest that clear what a march has left behind in this stage (O-RES-3)."""
    found: int = table("overland", "rest")[STAGES[stage]]["hours"]
    return found


def extra_minutes(mode: Mode, past: int | Fraction) -> int:
    """Minutes of extra rest for so many minutes past the maximum, whole increments only (O-RES-1)."""
    row = table("overland", "extra_rest")[mode]
    minutes: int = row["rest_minutes"] * whole_steps(past, row["each_minutes"])
    return minutes


def sufficient_hours(extra: int, extrarest: str) -> Fraction:
    """Hours that the shortfall of a short rest is counted from, by R-OVERLAND-EXTRAREST."""
    more = Fraction(extra, MINUTES_PER_HOUR) if extrarest == "eight_plus" else Fraction()
    return needed_hours(FRESH) + more


def asks_steps(stage: int, hours: int | Fraction) -> bool:
    """Whether R-OVERLAND-RESTED is asked: an exhausted one rests long enough for the fatigued only."""
    return stage == EXHAUSTED and needed_hours(FATIGUED) <= hours < needed_hours(EXHAUSTED)


def stage_after(stage: int, hours: int | Fraction, rested: str) -> int:
    """The stage that a rest leaves one in (O-RES-3), by R-OVERLAND-RESTED."""
    if hours >= needed_hours(stage):
        return FRESH
    return FATIGUED if asks_steps(stage, hours) and rested == "steps" else stage


def restart_difficulty(base: int, missing: Fraction) -> int:
    """The DC that checks start at after short rests: the whole missing hours are added to the base (O-RES-2)."""
    return base + number_of("each missing hour") * floor(missing)


@lru_cache(maxsize=1000)
def points_back(hours: int | Fraction) -> int:
    """Points of Con that come back for so many hours of rest where nothing forbids it (O-RES-4).

    Each whole day has its points; what is left of the rest counts as one between periods of moving.
    """
    day, between = _recovery()
    days = hours // day["hours"]
    points: int = day["points"] * days
    if hours - days * day["hours"] >= between["hours"]:
        points += between["points"]
    return points


@cache
def _recovery() -> tuple[dict[str, int], dict[str, int]]:
    rows = table("overland", "recovery")
    return dict(rows["a day of rest"].cells), dict(rows["between periods of moving"].cells)


def strain_counts(hours: int | Fraction, ends: Fraction, strained: Fraction) -> bool:
    """Whether R-OVERLAND-DAYOF is asked: a rest short of a day that may share its day with the strain before it."""
    day, between = _recovery()
    return between["hours"] <= hours < day["hours"] and strained > ends - HOURS_PER_DAY


def strained_day(ends: Fraction, strained: Fraction, dayof: str) -> bool:
    """Whether the day that a rest ends on knew the strain; a rest that ends at midnight belongs to the day before."""
    if dayof == "hours":
        return strained > ends - HOURS_PER_DAY
    return strained > (ceil(ends / HOURS_PER_DAY) - 1) * HOURS_PER_DAY


class ExtraRest(Result):
    """Minutes of rest owed for what was moved past the maximum."""

    model_config = ConfigDict(defer_build=True)

    minutes: int

    @property
    def headline(self) -> str:
        return f"{span(self.minutes)} of extra rest are owed."


@implements("O-RES-1")
@checked
def extra_rest(past: dict[Mode, Minutes], rulings: Rulings | None = None) -> ExtraRest:
    """O-RES-1: minutes of extra rest owed for the minutes of each pace past the maximum.

    `past` has minutes by pace, 0 to 100,000; only whole increments count.
    """
    ledger = Ledger(rulings)
    total = 0
    for mode, minutes in past.items():
        row = table("overland", "extra_rest")[mode]
        owed = extra_minutes(mode, minutes)
        total += owed
        each = f"{row['rest_minutes']} minutes for each {row['each_minutes']}"
        ledger.add(row.clause, f"{span(minutes)} past the maximum at a {mode}, {each}: minutes owed", owed, row.cite)
    ledger.add("O-RES-1", "Extra rest in all, in minutes", total)
    return ExtraRest(minutes=total, **ledger.close())


class ShortRest(Result):
    """What follows a rest: the hours missed so far, the DC of the next check, whether an allowance comes first."""

    model_config = ConfigDict(defer_build=True)

    missing_hours: Exact
    difficulty: int
    new_allowance: bool

    @property
    def headline(self) -> str:
        first = "after a new allowance" if self.new_allowance else "from the first period on"
        starts = f"checks start at DC {self.difficulty}, {first}"
        if not self.missing_hours:
            return f"The rest is enough. Only for the fatigued and the exhausted, who need more, {starts}."
        hours = f"{plain(self.missing_hours)} hour{'' if self.missing_hours == 1 else 's'}"
        return f"{hours} of rest {'is' if self.missing_hours == 1 else 'are'} missing: {starts}."


@implements("O-RES-2")
@checked
def short_rest(
    rested_hours: RestedHours,
    load: Load = "light",
    missing_before_hours: RestedHours = Fraction(),
    extra_rest_minutes: Owed = 0,
    marching_on: Annotated[Whole, Field(ge=0, le=10_000)] | None = None,
    rulings: Rulings | None = None,
) -> ShortRest:
    """O-RES-2: what checks start at for one who has moved the maximum and moves on after so many hours of rest.

    `missing_before_hours` are those of earlier rests since the last full one. `extra_rest_minutes` are owed by
    O-RES-1. `marching_on` is the DC that the next check would have without the rest; None where no check was made
    since the last full rest. Missing hours count in whole ones once they are added up.
    """
    ledger = Ledger(rulings)
    extrarest = ledger.ask("overland_extrarest") if extra_rest_minutes else "eight"
    enough = sufficient_hours(extra_rest_minutes, extrarest)
    row = table("overland", "rest")["fresh"]
    ledger.add("O-RES-2", "Hours of rest that are enough before moving on", enough, row.cite)
    short = max(enough - rested_hours, Fraction())
    missing = missing_before_hours + short
    ledger.add("O-RES-2", f"{plain(rested_hours)} hours are rested: hours missing, earlier ones included", missing)
    base = base_difficulty(load)
    difficulty = restart_difficulty(base, missing)
    each = table("overland", "march")["each missing hour"]
    text = f"Each whole missing hour raises the base DC of {base} by {each['value']}: DC"
    ledger.add(each.clause, text, difficulty, each.cite)
    if marching_on is not None and marching_on < difficulty:
        if ledger.ask("overland_break") == "lower":
            difficulty = marching_on
            ledger.add("O-RES-2", "Marching on without the rest would ask for less, so that holds: DC", difficulty)
        else:
            ledger.add(
                "O-RES-2", f"Marching on would ask for {marching_on} only, but the rest raises the DC", difficulty
            )
    new_allowance = ledger.ask("overland_shortrest") == "new_allowance"
    first = "A new allowance comes first" if new_allowance else "Checks come from the first period on"
    ledger.add("O-RES-2", first, "new allowance" if new_allowance else "no allowance")
    return ShortRest(missing_hours=missing, difficulty=difficulty, new_allowance=new_allowance, **ledger.close())


class FullRest(Result):
    """What a rest does: the state afterwards, and whether it `clears` all that the march has left behind."""

    model_config = ConfigDict(defer_build=True)

    state: Stage
    clears: bool
    needed_hours: Exact

    @property
    def headline(self) -> str:
        if self.clears:
            return "A full rest: nothing is left of the march but lost Con."
        return f"Not a full rest, which takes {plain(self.needed_hours)} hours; afterwards {self.state}."


@implements("O-RES-3")
@checked
def full_rest(
    state: Stage, rested_hours: RestedHours, extra_rest_minutes: Owed = 0, rulings: Rulings | None = None
) -> FullRest:
    """O-RES-3: whether a rest is a full one for somebody in this state, and the state after it.

    A full rest gives the allowances back and ends missing hours and raised DCs. `extra_rest_minutes` as in
    `short_rest`.
    """
    ledger = Ledger(rulings)
    stage = STAGES.index(state)
    row = table("overland", "rest")[state]
    ledger.add("O-RES-3", f"A full rest for one who is {state} takes hours", row["hours"], row.cite)
    needed = Fraction(row["hours"])
    if extra_rest_minutes and ledger.ask("overland_extrarest") == "eight_plus":
        needed = max(needed, sufficient_hours(extra_rest_minutes, "eight_plus"))
        ledger.add("O-RES-3", f"With {span(extra_rest_minutes)} of extra rest it takes hours", needed)
    token = ledger.ask("overland_rested") if asks_steps(stage, rested_hours) else "stages"
    after = stage_after(stage, rested_hours, token)
    clears = rested_hours >= needed
    word = "are" if clears else "are not"
    ledger.add("O-RES-3", f"{plain(rested_hours)} hours {word} a full rest", str(clears).lower())
    ledger.add("O-RES-3", "The state afterwards", STAGES[after])
    return FullRest.model_validate({"state": STAGES[after], "clears": clears, "needed_hours": needed, **ledger.close()})


class ConRecovery(Result):
    """Points of Con that a rest gives back; `blocked` where the day's movement forbids it."""

    model_config = ConfigDict(defer_build=True)

    points: int
    blocked: bool

    @property
    def headline(self) -> str:
        why = ", since the day knew faster or longer movement" if self.blocked else ""
        come = "point of Con comes" if self.points == 1 else "points of Con come"
        return f"{self.points} {come} back{why}."


@implements("O-RES-4")
@checked
def con_recovery(
    lost: Annotated[Whole, Field(ge=0, le=100)],
    rested_hours: RestedHours,
    ends_at_hour: Clock,
    strained_at_hour: Clock | None = None,
    rulings: Rulings | None = None,
) -> ConRecovery:
    """O-RES-4: points of Con that come back in one rest.

    `lost` points at most. `ends_at_hour` is when the rest ends, `strained_at_hour` when one last moved faster than a
    walk or beyond the maximum (None: never), both in hours since the midnight before the journey. Each whole day of
    rest counts as a day, what is left over as a rest between periods of moving.
    """
    ledger = Ledger(rulings)
    if strained_at_hour is not None and strained_at_hour > ends_at_hour - rested_hours:
        sentence = f"strained_at_hour must be at most {plain(ends_at_hour - rested_hours)}, when the rest begins"
        raise refusal("con_recovery", "strained_at_hour", sentence, strained_at_hour)
    points = min(lost, points_back(rested_hours))
    for row in table("overland", "recovery"):
        text = f"{row.name.capitalize()}, {row['hours']} hours: points of Con"
        ledger.add(row.clause, text, row["points"], row.cite)
    blocked = False
    if points and strained_at_hour is not None and strain_counts(rested_hours, ends_at_hour, strained_at_hour):
        token = ledger.ask("overland_dayof")
        blocked = strained_day(ends_at_hour, strained_at_hour, token)
        day = "the last 24 hours" if token == "hours" else "the same day"
        knew = "knew" if blocked else "did not know"
        ledger.add(
            "O-RES-4",
            f"{day.capitalize()} {knew} movement faster than a walk or beyond the maximum",
            str(blocked).lower(),
        )
    if blocked:
        points = 0
    ledger.add("O-RES-4", f"{plain(rested_hours)} hours of rest with {lost} points lost: points that come back", points)
    return ConRecovery(points=points, blocked=blocked, **ledger.close())
