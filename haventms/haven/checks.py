"""A check that the ground costs: what is rolled, against what, what failing does, and the exact odds of it."""

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..checked import checked
from ..dice import Check, Odds, contest
from ..ledger import Ledger, Result
from ..rounding import by_token
from ..rulings import Die, Rounding
from ..tables import Row, table
from ..units import Exact, Whole, plain
from .speed import Bonus

Failures = Annotated[Whole, Field(ge=0, le=100)]
"""How many rolls of a row have failed before."""

Total = Annotated[Whole, Field(ge=-100_000, le=100_000)]
"""The total of a roll, bonuses and penalties in."""


def hazard(name: str) -> Row:
    """The row of the table of hazards."""
    return table("haven", "hazards")[name]


class Harm(BaseModel):
    """The damage of a failed check: a share of the difference, from failing by `by` on.

    `rounding` is the reader's R-HAVEN-HALF where the share is a half.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    clause: str
    by: int = 0
    share: Exact = Fraction(1)
    least: int = 0
    rounding: Rounding = "exact"

    def points(self, missed_by: int | Fraction) -> int | Fraction:
        """The damage of failing by so much."""
        if missed_by < self.by:
            return 0
        part = missed_by if self.share == 1 else by_token(missed_by * self.share, self.rounding)
        return max(part, self.least)


class CheckOutcome(Result):
    """What a total leads to: `success`, by how much it was `missed_by`, `prone`, `points` of damage, `happens`."""

    success: bool
    missed_by: Exact
    prone: bool
    points: Exact
    happens: str

    @property
    def headline(self) -> str:
        damage = f" {plain(self.points)} point(s) of damage." if self.points else ""
        return f"{'Success' if self.success else 'Failure'}: {self.happens}.{damage}"


class TerrainCheck(BaseModel):
    """One check of an attempt to move.

    `roll` names the kind of roll, without anything from Swiftness where `no_swiftness`; `difficulty` is None where
    another side rolls it (`against` says who); `penalty` is on this roll (never positive), `momentum` comes on top for
    every earlier failure. `at_feet` is how far into the cycle's movement it is made; `after_failure`: only if the
    check before it failed. `on_failure` tells the whole rule, `failed` what every failure does, `failed_badly` what
    one adds from `harm.by` on. `prone_at_feet` is where a failure leaves one lying, `stops_at_feet` where it ends
    the movement; None where it does not.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    roll: Literal["Attack", "Defense", "Swiftness"]
    no_swiftness: bool = False
    difficulty: Exact | None
    penalty: int = 0
    clause: str
    reason: str
    on_success: str
    on_failure: str
    failed: str
    failed_badly: str = ""
    at_feet: int = 0
    against: Literal["difficulty", "shoved", "current", "tracker"] = "difficulty"
    other_modifier: int = 0
    momentum: int = 0
    after_failure: bool = False
    prone_at_feet: int | None = None
    stops_at_feet: int | None = None
    harm: Harm | None = None
    tie_succeeds: bool = True
    die: Die = "d20"

    @model_validator(mode="after")
    def _one_goal(self) -> "TerrainCheck":
        if (self.difficulty is None) == (self.against == "difficulty"):
            raise ValueError("must have either a difficulty or another side that rolls")
        return self

    @property
    def other_side(self) -> str:
        """Who else rolls, "" where a difficulty stands."""
        return {"difficulty": "", "shoved": "shoved person"}.get(self.against, self.against)

    def odds(self, bonus: int, other_bonus: int = 0, failures: int = 0) -> Check:
        """The exact chance of `.success` and the odds of the `.margin` for a total bonus on this roll.

        `other_bonus` is the other side's (a current's own modifier is in already), `failures` how many rolls failed
        before on ground where each makes the next one harder.
        """
        return check_odds(self, bonus, other_bonus, failures)

    def damage(self, bonus: int, other_bonus: int = 0, failures: int = 0) -> Odds:
        """The odds of the points of damage, none on a success; parameters as for `odds`."""
        margin = check_odds(self, bonus, other_bonus, failures).margin
        harm = self.harm
        if harm is None:
            return Odds.constant(0)
        return margin.map(lambda by: 0 if self.succeeds(by) else harm.points(-by))

    def succeeds(self, margin: int | Fraction) -> bool:
        """Whether a total that is so much above (or, negative, below) what it had to reach succeeds."""
        return margin > 0 or (margin == 0 and self.tie_succeeds)

    def outcome(self, total: int, other_total: int | None = None) -> CheckOutcome:
        """What happens after rolling a total, every bonus and penalty in; `other_total` where the other side rolls."""
        return check_outcome(self, total, other_total)


@checked
def check_odds(check: TerrainCheck, bonus: Bonus, other_bonus: Bonus = 0, failures: Failures = 0) -> Check:
    """The exact odds of one check: see `TerrainCheck.odds`."""
    lead = bonus + check.penalty + check.momentum * failures
    if check.difficulty is None:
        margin = contest(check.die, 0, 0).margin.shift(lead - check.other_modifier - other_bonus)
    else:
        margin = Odds.from_die(check.die).shift(lead - check.difficulty)
    return Check(margin.at_least(0) if check.tie_succeeds else 1 - margin.at_most(0), margin)


@checked
def check_outcome(check: TerrainCheck, total: Total, other_total: Total | None = None) -> CheckOutcome:
    """What a rolled total leads to: see `TerrainCheck.outcome`."""
    ledger = Ledger()
    if check.difficulty is not None and other_total is not None:
        raise ValueError("other_total must be left out: this check has a difficulty")
    goal = check.difficulty if other_total is None else Fraction(other_total)
    if goal is None:
        raise ValueError("other_total must be given: it is what this check has to reach")
    margin = total - goal
    success = check.succeeds(margin)
    if margin == 0:
        ledger.note("R-HAVEN-MEET")
    relation = "reaches" if success else "misses"
    ledger.add(check.clause, f"A total of {total} {relation} {plain(goal)}", "success" if success else "failure")
    missed, points, happens = Fraction(0), Fraction(0), check.on_success
    if not success:
        missed, happens = -margin, check.failed
        if check.prone_at_feet is not None:
            ledger.note("R-HAVEN-FALLWHERE")
            ledger.add(check.clause, f"Prone after {check.prone_at_feet} feet", "prone")
        if check.harm is not None:
            points = Fraction(check.harm.points(missed))
            if check.failed_badly and missed >= check.harm.by:
                happens = f"{happens}; {check.failed_badly}"
            if points and (missed * check.harm.share).denominator != 1:
                ledger.note("R-HAVEN-HALF")
            ledger.add(check.harm.clause, f"Failed by {plain(missed)}: points of damage", points)
    return CheckOutcome(
        success=success,
        missed_by=missed,
        prone=not success and check.prone_at_feet is not None,
        points=points,
        happens=happens,
        **ledger.close(),
    )
