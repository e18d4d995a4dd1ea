"""A turn's movement: legs in several modes, planes of height, one shared budget."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from ..checked import checked
from ..ledger import Ledger, Result
from ..register import implements
from ..rulings import Rulings
from ..units import Exact, plain
from .budget import Budget, pay_for
from .legs import LEGS, Costs, Problem, Walk, solid_leg, with_terrain
from .terms import MOST_LEGS, Creature, Leg, Mode, Planes, counted, limit, plane_text


class PlannedLeg(BaseModel):
    """One leg as planned: what it costs in all and by mode, from which plane to which, and what is wrong with it.

    `covered` is the share of it, from 0 to 1, that the budget pays for; `in_air` whether it ends in the air.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int
    mode: Mode
    across_feet: Exact
    from_plane: Exact
    to_plane: Exact
    cost_feet: Exact
    costs: dict[Mode, Exact]
    covered: Exact
    in_air: bool
    problems: tuple[Problem, ...] = ()


class TurnPlan(Result):
    """What `plan_turn` answers: feet of movement, exactly, and planes.

    `left` are the feet left of every speed the creature has, never below 0; `spent` the feet moved by mode and
    `limit_feet` what all modes may move together. `falls` (the turn ends in a fall) leaves `legal` alone.
    """

    cost_feet: Exact
    legal: bool
    problems: tuple[Problem, ...]
    left: dict[Mode, Exact]
    start_plane: Exact
    plane: Exact
    in_air: bool
    falls: bool
    legs: tuple[PlannedLeg, ...]
    spent: dict[Mode, Exact]
    limit_feet: Exact

    @property
    def headline(self) -> str:
        left = ", ".join(f"{mode} {plain(feet)}" for mode, feet in self.left.items())
        count = len(self.problems)
        verdict = "allowed" if self.legal else f"not allowed, {count} problem{'s' if count > 1 else ''}"
        fall = "; then a fall begins" if self.falls else ""
        return f"{counted(self.cost_feet)} moved, ending at plane {plane_text(self.plane)}{fall}: {verdict}. " + (
            f"Left: {left}." if left else "The creature has no speed."
        )


@implements("D-MOV-1")
@checked
def plan_turn(
    creature: Creature,
    legs: Annotated[tuple[Leg, ...], Field(max_length=MOST_LEGS)],
    plane: Planes = Fraction(0),
    airborne: bool | None = None,
    rulings: Rulings | None = None,
) -> TurnPlan:
    """D-MOV-1: the movement of one turn, leg by leg: what it costs, what is left, and everything that is not allowed.

    `plane` is where it starts (five feet each, 0 is sea or ground level), `airborne` whether it is in the air there:
    None takes a flyer above plane 0 to be, unless its first leg is by land, climb or dig. Up to 200 legs. What is
    not allowed is listed in `.problems`, never raised; cost and plane are then as attempted.
    """
    ledger = Ledger(rulings)
    if airborne is None:
        airborne = "fly" in creature.speeds and not (legs and legs[0].mode in ("land", "climb", "dig"))
    walk = Walk(creature, ledger, plane, airborne and plane > 0)
    ledger.add("D-MOV-1", f"The move begins in plane {plane_text(plane)}{', in the air' if walk.in_air else ''}", plane)
    costs: list[Costs] = []
    ends: list[tuple[Fraction, bool]] = []
    turned: dict[Mode, Fraction] = {"swim": Fraction(0), "fly": Fraction(0)}
    for walk.number, leg in enumerate(legs, 1):
        costs.append(with_terrain(LEGS[leg.mode](leg, walk), leg, walk))
        solid_leg(leg, walk)
        if leg.mode in turned and leg.turn_degrees:
            turn(leg, turned, walk)
        walk.plane += leg.rise
        walk.in_air = walk.in_air and walk.plane > 0
        ends.append((walk.plane, walk.in_air))
    budget = pay_for(costs, walk)
    falls = begins_to_fall(budget, walk)
    problems = tuple(sorted(walk.problems, key=lambda each: each.leg))
    return TurnPlan(
        cost_feet=budget.total,
        legal=not problems,
        problems=problems,
        left=budget.left,
        start_plane=plane,
        plane=walk.plane,
        in_air=walk.in_air,
        falls=falls,
        legs=_planned(legs, plane, ends, budget, problems),
        spent=budget.spent,
        limit_feet=budget.limit,
        **ledger.close(),
    )


@implements("D-SWI-3", "D-FLY-4")
def turn(leg: Leg, turned: dict[Mode, Fraction], walk: Walk) -> None:
    """D-SWI-3, D-FLY-4: swimmers and flyers turn at most 90 degrees a turn, unless an ability says otherwise."""
    clause = {"swim": "D-SWI-3", "fly": "D-FLY-4"}[leg.mode]
    most = walk.creature.max_turn_degrees
    within = turned[leg.mode] <= most
    turned[leg.mode] += abs(leg.turn_degrees)
    walk.step(clause, f"degrees turned by {leg.mode} so far, of {plain(most)}", turned[leg.mode])
    if within and turned[leg.mode] > most:
        walk.refuse(
            clause, f"{plain(turned[leg.mode])} degrees turned by {leg.mode} exceed the {plain(most)} of a turn"
        )


@implements("D-FLY-3")
def begins_to_fall(budget: Budget, walk: Walk) -> bool:
    """D-FLY-3: whoever ends the turn in the air without having used all of its fly speed falls, unless it hovers."""
    ledger = walk.ledger
    if not walk.in_air:
        return False
    if "fly" not in budget.left:
        ledger.add("D-FLY-3", "The turn ends in the air without a fly speed", "falls")
    elif "hover" in walk.creature.keywords:
        ledger.add("D-FLY-3", "The turn ends in the air, and Hover keeps the creature there", "stays")
        return False
    else:
        if ledger.ask("domains_stall") == "whole_fly_speed":
            unused = max(Fraction(0), walk.creature.speeds["fly"] - budget.spent.get("fly", Fraction(0)))
            stays = unused == 0
            text = f"{counted(unused)} of the whole fly speed unused"
        else:
            unused = budget.left["fly"]
            as_used = limit("feet of flight that count as used")
            stays = unused < as_used
            text = f"{counted(unused)} of flight left; less than {plain(as_used)} count as used"
        ledger.add("D-FLY-3", f"The turn ends in the air: {text}", "stays" if stays else "falls")
        if stays:
            return False
    ledger.note("R-DOMAINS-FALL")
    ledger.add("D-FLY-3", "What a fall does is missing in the source")
    return True


def _planned(
    legs: Sequence[Leg],
    plane: Fraction,
    ends: Sequence[tuple[Fraction, bool]],
    budget: Budget,
    problems: Sequence[Problem],
) -> tuple[PlannedLeg, ...]:
    planned = []
    for number, (leg, (end, in_air)) in enumerate(zip(legs, ends, strict=True), 1):
        costs = budget.costs[number - 1]
        planned.append(
            PlannedLeg(
                number=number,
                mode=leg.mode,
                across_feet=leg.length,
                from_plane=plane,
                to_plane=end,
                cost_feet=sum(costs.values(), Fraction(0)),
                costs=costs,
                covered=budget.covered[number - 1],
                in_air=in_air,
                problems=tuple(each for each in problems if each.leg == number),
            )
        )
        plane = end
    return tuple(planned)
