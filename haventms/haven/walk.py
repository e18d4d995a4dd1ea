"""One cycle's movement over some ground, and the checks it costs to get through: wind, current, vines, crowd, trail."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..ledger import Ledger
from .checks import TerrainCheck, hazard
from .factors import Crowd, Liquid, NoTrail, TerrainFactor, Underbrush, Wind, wind_category
from .hazards import harm_of, trail_pace, vine_difficulty
from .speed import fast_current, own_fraction, share
from .wind import upwind_difficulty


@dataclass(slots=True)
class Walk:
    """What the checks of one cycle depend on.

    `base` speed, the feet of each of the `moves`, what was `moved_before` this cycle, the `penalty` of wind on every
    roll, and the reader's rulings with the steps so far in `ledger`. `checks` are those found so far.
    """

    base: int
    moves: tuple[int, ...]
    moved_before: int
    penalty: int
    ledger: Ledger
    checks: list[TerrainCheck] = field(default_factory=list)

    @property
    def feet(self) -> int:
        """Everything moved in the cycle."""
        return sum(self.moves)

    def spans(self) -> Iterator[tuple[int, int]]:
        """Where in the cycle's movement each move starts and ends."""
        start = 0
        for move in self.moves:
            yield start, start + move
            start += move

    def own_share(self, factor: TerrainFactor) -> Fraction:
        """The share of base speed that a factor by itself leaves; its steps stand in the ledger already."""
        return own_fraction(factor, Ledger(self.ledger.rulings)) or Fraction(0)

    def limit(self, factor: TerrainFactor) -> int:
        """The feet of a limit that one may exceed: base speed times its own fraction, whatever else applies."""
        return share(self.base, self.own_share(factor))

    def prone_at(self, reached: int) -> int:
        """Where one lies after failing a check made for moving up to there: R-HAVEN-FALLWHERE."""
        start, end = next(span for span in self.spans() if span[1] >= reached)
        return end if self.ledger.ask("haven_fallwhere") == "end" else start

    def add(self, *, against: str = "difficulty", **check: Any) -> None:
        """One more check, with the reader's die, ties and the penalty of wind."""
        meet = self.ledger.ask("haven_meet") == "meet"
        ties = {"shoved": False, "tracker": not meet}
        check["penalty"] = check.get("penalty", 0) + self.penalty
        harm, badly = check.get("harm"), check.get("failed_badly")
        check["on_failure"] = check["failed"] + (f"; failing by {harm.by} or more: {badly}" if harm and badly else "")
        made = TerrainCheck(
            die=self.ledger.ask("haven_die"), against=against, tie_succeeds=ties.get(against, meet), **check
        )
        penalty = f" at {made.penalty}" if made.penalty else ""
        goal = f"the roll of the {made.other_side}" if made.difficulty is None else made.difficulty
        self.ledger.add(made.clause, f"{made.reason}: {made.roll} roll{penalty} against", goal)
        self.checks.append(made)


def upwind_checks(walk: Walk, wind: Wind) -> None:
    """H-WIN-3 to H-WIN-5: moving against a wind that is more than gentle."""
    difficulty = upwind_difficulty(wind.feet_per_turn, walk.ledger) if wind.upwind and walk.feet else Fraction(0)
    if difficulty:
        category = wind_category(wind.feet_per_turn)
        walk.add(
            roll="Swiftness",
            difficulty=difficulty,
            clause=category.clause,
            reason=f"Moving upwind in a {category.name} wind",
            on_success="moves upwind",
            failed="no upwind move this turn",
            stops_at_feet=0,
        )


def current_checks(walk: Walk, liquid: Liquid) -> None:
    """H-LIQ-4, H-LIQ-5: swimming in a stronger current, every turn, whether one moves or not."""
    if fast_current(liquid, walk.ledger):
        walk.add(
            roll="Defense",
            difficulty=None,
            against="current",
            other_modifier=liquid.current_feet,
            clause="H-LIQ-4",
            reason=f"A current of {liquid.current_feet} feet a turn",
            on_success="holds against the current",
            failed="swept away",
            failed_badly="half the difference as damage, dragged under, drowning begins",
            harm=harm_of("current, failed badly", walk.ledger.ask("haven_half")),
        )


def vine_checks(walk: Walk, underbrush: Underbrush) -> None:
    """H-DIF-2: breaking through vines before going on."""
    if underbrush.vines and walk.feet:
        walk.add(
            roll="Attack",
            difficulty=vine_difficulty(underbrush.vines, rulings=walk.ledger.rulings).difficulty,
            clause="H-DIF-2",
            reason=f"Breaking through {underbrush.vines} vine(s)",
            on_success="breaks through the vines",
            failed="the vines hold; no way on",
            stops_at_feet=0,
        )


def shove_checks(walk: Walk, crowd: Crowd) -> None:
    """H-CRO-3: shoving people aside in a densely packed crowd, for every move of more than five feet."""
    if crowd.size != "dense":
        return
    step = int(hazard("shove")["feet"])
    for start, end in walk.spans():
        shoves = (end - start) // step - 1
        if shoves > 1 and walk.ledger.ask("haven_shove") == "per_move":
            shoves = 1
        for shove in range(1, shoves + 1):
            walk.ledger.note("R-HAVEN-SHOVEFAIL")
            walk.add(
                roll="Attack",
                no_swiftness=True,
                difficulty=None,
                against="shoved",
                clause="H-CRO-3",
                reason=f"A move of {end - start} feet through a densely packed crowd",
                on_success="shoves people aside and moves on",
                failed="the move ends at five feet",
                at_feet=start + shove * step,
                stops_at_feet=start + step,
            )


def trail_checks(walk: Walk, trail: NoTrail) -> None:
    """H-DIF-6, H-DIF-7: hiding the trail each time a full base speed has been moved, in this cycle or since before."""
    _, penalty = trail_pace(walk.base, walk.own_share(trail), walk.feet, walk.ledger)
    before, after = walk.moved_before // walk.base, (walk.moved_before + walk.feet) // walk.base
    text = f"Without a trail {walk.moved_before + walk.feet} feet are moved, {walk.moved_before} of them before"
    walk.ledger.add("H-DIF-6", f"{text}: full base speeds of {walk.base} feet in this cycle", after - before)
    for full in range(before + 1, after + 1):
        walk.add(
            roll="Defense",
            no_swiftness=True,
            difficulty=None,
            against="tracker",
            penalty=penalty,
            clause="H-DIF-6",
            reason=f"A full base speed of {walk.base} feet moved without a trail (the bonus of Stealth counts)",
            on_success="the trail stays hidden from a tracker who rolls less",
            failed="a tracker who reaches this roll finds the trail",
            at_feet=full * walk.base - walk.moved_before,
        )
