"""Movement square by square: what hampers it, how far a move goes, what a path costs."""

from fractions import Fraction
from math import isqrt
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ..checked import checked
from ..errors import RuleError
from ..ledger import Ledger, Result
from ..register import implements
from ..rounding import whole_steps
from ..rulings import Rulings
from ..tables import table
from ..units import Exact, plain
from .pace import Speed

Condition = Literal["difficult", "obstacle", "visibility", "impassable"]


def _once_each(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    if len(set(conditions)) < len(conditions):
        raise ValueError("each condition counts once, name it once")
    return conditions


Conditions = Annotated[tuple[Condition, ...], AfterValidator(_once_each)]


class Hampered(Result):
    """What one square costs, as a multiple; `skill_check` where an obstacle may ask for one."""

    multiplier: int
    skill_check: bool

    @property
    def headline(self) -> str:
        if self.multiplier == 1:
            return "Nothing hampers movement: each square counts once."
        return f"Each square counts as {self.multiplier}."


@implements("O-TAC-1", "O-TAC-2", "O-TAC-3")
@checked
def hampered(conditions: Conditions, rulings: Rulings | None = None) -> Hampered:
    """O-TAC-1, O-TAC-2, O-TAC-3: what the conditions of a square multiply its cost by.

    `conditions` are any of "difficult", "obstacle" and "visibility", each at most once; none gives 1. "impassable"
    is a `RuleError`, since such a square cannot be entered.
    """
    ledger = Ledger(rulings)
    multiplier, skill_check = _multiplier(conditions, ledger)
    return Hampered(multiplier=multiplier, skill_check=skill_check, **ledger.close())


def _multiplier(conditions: tuple[Condition, ...], ledger: Ledger) -> tuple[int, bool]:
    multiplier, skill_check = 1, False
    rows = table("overland", "hampered")
    if "impassable" in conditions:
        raise RuleError(rows["impassable"].clause, "An impassable square cannot be entered")
    for condition in conditions:
        row = rows[condition]
        multiplier *= row["multiplier"]
        skill_check = skill_check or row["skill_check"]
        check = ", and it may need a skill check" if row["skill_check"] else ""
        text = f"{row['condition'].capitalize()} counts a square {row['multiplier']} times{check}"
        ledger.add(row.clause, text, f"x{row['multiplier']}", row.cite)
    if len(conditions) > 1:
        ledger.add("O-TAC-2", "Several conditions multiply", f"x{multiplier}")
    if not conditions:
        ledger.add("O-TAC-1", "Nothing hampers movement", "x1")
    return multiplier, skill_check


class Squares(Result):
    """How far one move goes in hampered squares.

    `square_feet` is what one square costs, `ground_feet` how much ground the speed is worth there. `single_step`: not
    even one square, so a full-round action makes one step in any direction, which provokes attacks of opportunity.
    """

    squares: int
    single_step: bool
    multiplier: int
    square_feet: int
    ground_feet: Exact

    @property
    def headline(self) -> str:
        if self.single_step:
            return "Not one square in a move: only a single step as a full-round action."
        return f"{self.squares} square{'' if self.squares == 1 else 's'} in one move."


@implements("O-TAC-4")
@checked
def squares(
    speed_feet: Speed, conditions: Conditions = (), movement_forbidden: bool = False, rulings: Rulings | None = None
) -> Squares:
    """O-TAC-4: squares of one move under the conditions, or the single step where there is not one.

    `speed_feet` as in `pace`, `conditions` as in `hampered`. The single step is neither for impassable squares nor
    for one whose movement is forbidden altogether: both are a `RuleError`.
    """
    ledger = Ledger(rulings)
    multiplier, _ = _multiplier(conditions, ledger)
    if movement_forbidden:
        raise RuleError("O-TAC-4", "Who may not move at all cannot make the single step either")
    straight = table("overland", "squares")["straight"]
    square_feet = straight["first"] * multiplier
    often = "once" if multiplier == 1 else f"{multiplier} times"
    text = f"A square of {straight['first']} feet, counted {often}: feet of movement"
    ledger.add(straight.clause, text, square_feet, straight.cite)
    count = whole_steps(speed_feet, square_feet)
    ledger.add("O-TAC-1", f"Whole squares in a move of {plain(speed_feet)} feet", count)
    if not count:
        text = "Less than one square: a full-round action makes a single step in any direction, diagonally too"
        ledger.add("O-TAC-4", f"{text}; it provokes attacks of opportunity", "single step")
    return Squares(
        squares=count,
        single_step=not count,
        multiplier=multiplier,
        square_feet=square_feet,
        ground_feet=speed_feet / multiplier,
        **ledger.close(),
    )


class MayRun(Result):
    """Whether a run or a charge may pass through a square."""

    allowed: bool

    @property
    def headline(self) -> str:
        return f"A run or charge {'may' if self.allowed else 'may not'} pass through this square."


@implements("O-TAC-5")
@checked
def may_run(conditions: Conditions, ignored: Conditions = (), rulings: Rulings | None = None) -> MayRun:
    """O-TAC-5: whether one may run or charge through a square that the conditions normally hamper.

    `ignored` are conditions whose cost this character is spared: they forbid the run all the same. Run means each of
    the running paces.
    """
    ledger = Ledger(rulings)
    names = [table("overland", "hampered")[each]["condition"] for each in conditions]
    if not names:
        ledger.add("O-TAC-5", "Nothing normally hampers movement here", "allowed")
    else:
        spared = ", even for one who is spared the cost" if {*conditions} & {*ignored} else ""
        text = f"No run or charge through a square of {' and '.join(names)}{spared}"
        ledger.add("O-TAC-5", text, "refused")
    return MayRun(allowed=not names, **ledger.close())


class Step(BaseModel):
    """One square entered: straight or diagonally, under the conditions of that square."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    diagonal: bool = False
    conditions: Conditions = ()


class PathCost(Result):
    """What a path costs.

    `feet` is exact under every reading but `exact`, where the diagonals cost `root_two_feet` times the square root of
    two besides `whole_feet`; `feet` is then their sum cut after the hundredth.
    """

    feet: Exact
    whole_feet: int
    root_two_feet: int
    steps: int
    diagonals: int

    @property
    def headline(self) -> str:
        count = f"{self.steps} square{'' if self.steps == 1 else 's'}"
        about = "about " if self.root_two_feet else ""
        return f"{count}, {self.diagonals} of them diagonal, cost {about}{plain(self.feet)} feet."

    def within(self, feet: int | Fraction) -> bool:
        """Whether movement of so many feet pays for the path; exact, also with square roots."""
        rest = Fraction(feet) - self.whole_feet
        return rest >= 0 and rest * rest >= 2 * self.root_two_feet**2


@implements("O-TAC-6")
@checked
def path_cost(
    steps: Annotated[tuple[Step, ...], Field(min_length=1, max_length=1000)], rulings: Rulings | None = None
) -> PathCost:
    """O-TAC-6: feet of movement that a path of squares costs, its diagonals by R-OVERLAND-DIAGONAL.

    Conditions multiply the cost of the square they stand on, a diagonal one's too. An impassable square is a
    `RuleError`.
    """
    ledger = Ledger(rulings)
    straight = table("overland", "squares")["straight"]
    diagonals = sum(step.diagonal for step in steps)
    token = ledger.ask("overland_diagonal") if diagonals else "straight"
    row = table("overland", "squares")[token]
    whole_feet = root_two_feet = taken = 0
    for step in steps:
        multiplier, _ = _multiplier(step.conditions, Ledger(rulings))
        if not step.diagonal:
            whole_feet += straight["first"] * multiplier
            continue
        taken += 1
        cost = row["first" if taken % 2 else "second"] * multiplier
        if row["root_two"]:
            root_two_feet += cost
        else:
            whole_feet += cost
    feet = whole_feet + _root_two_times(root_two_feet)
    text = f"{len(steps)} squares entered, {diagonals} of them diagonally: feet of movement"
    ledger.add(row.clause, text, feet, row.cite)
    return PathCost(
        feet=feet,
        whole_feet=whole_feet,
        root_two_feet=root_two_feet,
        steps=len(steps),
        diagonals=diagonals,
        **ledger.close(),
    )


def _root_two_times(feet: int) -> Fraction:
    """`feet` times the square root of two, cut after the hundredth."""
    hundredths = 100
    return Fraction(isqrt(2 * (feet * hundredths) ** 2), hundredths)
