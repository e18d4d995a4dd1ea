"""How far each pace carries: in a round, in a minute, in an hour; and who may use it."""

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..checked import checked
from ..ledger import Ledger, Result
from ..register import implements
from ..rounding import nearest, whole_steps
from ..rulings import Rulings
from ..tables import number, table
from ..units import FEET_PER_MILE, MINUTES_PER_HOUR, Exact, Whole, plain

Mode = Literal["walk", "hustle", "run", "dash", "sprint"]
Armour = Literal["none", "light", "medium", "heavy"]
Load = Literal["light", "none", "medium", "heavy"]
Speed = Annotated[Exact, Field(gt=0, le=10_000)]

MODES: tuple[Mode, ...] = ("walk", "hustle", "run", "dash", "sprint")


class Pace(Result):
    """One pace of one speed on the three scales. `miles_per_hour` is None where the source has no figure."""

    speed_feet: Exact
    mode: Mode
    feet_per_round: Exact
    feet_per_minute: Exact
    squares_per_round: int
    miles_per_hour: Exact | None
    local_free: bool

    @property
    def headline(self) -> str:
        hour = "" if self.miles_per_hour is None else f", {plain(self.miles_per_hour)} miles an hour"
        return (
            f"At a speed of {plain(self.speed_feet)} feet a {self.mode} covers {plain(self.feet_per_round)} feet "
            f"a round, {plain(self.feet_per_minute)} feet a minute{hour}."
        )


@implements("O-SCA-1", "O-MOD-1", "O-LOC-1", "O-DIS-1")
@checked
def pace(speed_feet: Speed, mode: Mode, rulings: Rulings | None = None) -> Pace:
    """O-SCA-1, O-MOD-1, O-LOC-1, O-DIS-1: how far a mode of movement carries on each of the three scales.

    `speed_feet` is the speed in feet a round, above 0 and at most 10,000. Feet are exact, squares are whole ones of
    five feet, `miles_per_hour` is None for a sprint (unless the paces of the prose are chosen). `local_free` says
    whether this pace is free on the local scale.
    """
    ledger = Ledger(rulings)
    row = table("overland", "modes")[mode]
    minute = table("overland", "scales")["minute"]
    square = table("overland", "squares")["straight"]
    feet_per_round = speed_feet * row["factor"]
    text = f"A {mode} multiplies the speed of {plain(speed_feet)} feet by {row['factor']}: feet a round"
    ledger.add(row.clause, text, feet_per_round, row.cite)
    feet_per_minute = feet_per_round * minute["rounds"]
    ledger.add(minute.clause, f"A minute has {minute['rounds']} rounds: feet a minute", feet_per_minute, minute.cite)
    squares = whole_steps(feet_per_round, square["first"])
    ledger.add(square.clause, f"Whole squares of {square['first']} feet in a round", squares, square.cite)
    local_free: bool = row["local"] == "free"
    limit = "costs no endurance" if local_free else "lasts only as long as endurance allows"
    ledger.add("O-LOC-1", f"On the local scale a {mode} {limit}", row["local"], row.cite)
    return Pace(
        speed_feet=speed_feet,
        mode=mode,
        feet_per_round=feet_per_round,
        feet_per_minute=feet_per_minute,
        squares_per_round=squares,
        miles_per_hour=_miles_per_hour(speed_feet, mode, feet_per_minute, ledger),
        local_free=local_free,
        **ledger.close(),
    )


def _miles_per_hour(speed_feet: Fraction, mode: Mode, feet_per_minute: Fraction, ledger: Ledger) -> Fraction | None:
    if prose := _prose_pace(speed_feet, mode, ledger):
        return prose
    if mode == "sprint":
        ledger.add("O-MOD-4", "A sprint is for tactical movement: no miles an hour are printed for it", "none")
        return None
    printed = table("overland", "distance")[f"hour {mode}"]
    column = str(speed_feet)
    if column in printed.cells:
        miles = number(printed, column)
        ledger.add(printed.clause, f"Table 3 lists a speed of {column} feet: miles an hour", miles, printed.cite)
        return miles
    others = table("overland", "other_speeds")
    if mode in others.rows:
        row = others[mode]
        share = number(row, "miles_per_foot")
        miles = speed_feet * share
        text = f"Table 3 does not list {plain(speed_feet)} feet: {plain(share)} mile an hour for each foot of speed"
        ledger.add(row.clause, text, miles, row.cite)
        return miles
    miles = feet_per_minute * MINUTES_PER_HOUR / FEET_PER_MILE
    text = f"Table 3 does not list {plain(speed_feet)} feet: feet of an hour over feet of a mile, miles an hour"
    if ledger.ask("overland_mph") == "nearest":
        ledger.add("O-DIS-1", f"{text} {plain(miles)}, to the nearest mile", nearest(miles))
        return Fraction(nearest(miles))
    ledger.add("O-DIS-1", text, miles)
    return miles


def _prose_pace(speed_feet: Fraction, mode: Mode, ledger: Ledger) -> Fraction | None:
    """The pace that the prose names, where it is chosen and differs from Table 3.

    Prose and table agree on walking and hustling, so the question arises for the faster paces only.
    """
    row = table("overland", "prose_paces")[mode]
    if speed_feet != row["speed_feet"] or mode in table("overland", "other_speeds").rows:
        return None
    if ledger.ask("overland_prose_mph") == "table":
        return None
    miles = number(row, "miles_per_hour")
    ledger.add(row.clause, f"The prose names the {mode} of a human ({row['worn']}): miles an hour", miles, row.cite)
    return miles


class ModeUse(BaseModel):
    """Whether one mode of movement is open, the clause that decides it, and the reason as a sentence."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: Mode
    allowed: bool
    clause: str
    sentence: str


class Modes(Result):
    """The five modes of movement under one armour and load, slowest first."""

    uses: tuple[ModeUse, ...]

    @property
    def allowed(self) -> tuple[Mode, ...]:
        """The modes that are open, slowest first."""
        return tuple(use.mode for use in self.uses if use.allowed)

    @property
    def headline(self) -> str:
        return f"Open: {', '.join(self.allowed)}."


@implements("O-MOD-2", "O-MOD-4")
@checked
def modes(armour: Armour = "none", load: Load = "light", rulings: Rulings | None = None) -> Modes:
    """O-MOD-2, O-MOD-4: which modes of movement an armour and a load leave open, each with its clause and sentence.

    Endurance may close a mode too (no Con bonus, no sprint): that is `endurance`'s answer.
    """
    ledger = Ledger(rulings)
    row = table("overland", "armour")[armour]
    worn = "no armour" if armour == "none" else f"{armour} armour"
    uses = []
    for mode in MODES:
        allowed = mode in row["modes"]
        clause, cite = row.clause, row.cite
        sentence = f"A {mode} is {'open' if allowed else 'closed'} to a character in {worn}"
        if allowed and mode == "sprint":
            clause, (allowed, sentence, cite) = "O-MOD-4", sprint_under(load, ledger)
        ledger.add(clause, sentence, "allowed" if allowed else "refused", cite)
        uses.append(ModeUse(mode=mode, allowed=allowed, clause=clause, sentence=f"{sentence}."))
    return Modes(uses=tuple(uses), **ledger.close())


def sprint_under(load: Load, ledger: Ledger) -> tuple[bool, str, str]:
    """Whether a load leaves the sprint open, the sentence, and where it stands.

    Whether a light load bars it is open; medium and heavy loads bar it under each reading, no load under none.
    """
    bars = table("overland", "sprint_loads")
    row = bars[ledger.ask("overland_sprintload")] if load == "light" else bars["medium"]
    carried = "no load" if load == "none" else f"a {load} load"
    if load in row["barred"]:
        return False, f"Only the unencumbered sprint: {carried} bars it", row.cite
    return True, f"A sprint is open to a character with {carried}", row.cite


class RoundMode(Result):
    """Which mode of movement a round of moves and actions is."""

    mode: Mode

    @property
    def headline(self) -> str:
        return f"This round is a {self.mode}."


@implements("O-MOD-3")
@checked
def round_mode(
    moves: Annotated[Whole, Field(ge=1, le=2)] = 1,
    standard_action: bool = False,
    other_move_action: bool = False,
    rulings: Rulings | None = None,
) -> RoundMode:
    """O-MOD-3: two moves in a round, or a move with a standard or another move action, are a hustle.

    `moves` counts moves of up to the speed, 1 or 2.
    """
    ledger = Ledger(rulings)
    besides = [
        name
        for name, done in (
            ("a second move", moves > 1),
            ("a standard action", standard_action),
            ("another move action", other_move_action),
        )
        if done
    ]
    mode: Mode = "hustle" if besides else "walk"
    text = f"A move with {' and '.join(besides)} in one round" if besides else "One move and nothing else in a round"
    ledger.add("O-MOD-3", text, mode)
    return RoundMode(mode=mode, **ledger.close())


class Stretch(Result):
    """How far one stretch between two checks carries at a run or a dash."""

    miles: Exact
    minutes: int

    @property
    def headline(self) -> str:
        return f"{plain(self.miles)} miles in one stretch of {self.minutes} minutes."


@implements("O-DIS-2")
@checked
def stretch(speed_feet: Speed, mode: Literal["run", "dash"], rulings: Rulings | None = None) -> Stretch:
    """O-DIS-2: miles that a run or a dash covers in one stretch between two checks.

    `speed_feet` as in `pace`; the local feet a minute are multiplied by the minutes of the stretch and divided by
    the mile of R-OVERLAND-5000.
    """
    ledger = Ledger(rulings)
    moved = pace(speed_feet, mode, rulings=ledger.rulings)
    row = table("overland", "stretch")[mode]
    mile = table("overland", "mile")[ledger.ask("overland_5000")]
    miles = moved.feet_per_minute * row["minutes"] / mile["feet"]
    text = (
        f"{plain(moved.feet_per_minute)} feet a minute for {row['minutes']} minutes, "
        f"{plain(mile['feet'])} feet to the mile: miles"
    )
    ledger.add(row.clause, text, miles, row.cite)
    return Stretch(miles=miles, minutes=row["minutes"], **ledger.close())
