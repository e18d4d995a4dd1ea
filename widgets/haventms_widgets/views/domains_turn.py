"""A turn's movement in Domains: legs in several modes against one budget."""

from fractions import Fraction
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from haventms import Rulings, domains
from haventms.domains.movement import TurnPlan
from haventms.domains.terms import Degrees, Feet, Keyword, Mode, Planes

from ..explorer import Columns, Explorer, Fact, Inputs, Preset, fact, python_call

FEET: dict[str, Any] = {"unit": "ft"}
MODES: tuple[Mode, ...] = ("land", "swim", "climb", "fly", "dig")


class Part(BaseModel):
    """A group or a row of the form."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Speeds(Part):
    """Feet a turn in each mode; empty where the creature has no such speed."""

    land: Feet | None = Field(None, title="Land", json_schema_extra=FEET)
    swim: Feet | None = Field(None, title="Swim", json_schema_extra=FEET)
    climb: Feet | None = Field(None, title="Climb", json_schema_extra=FEET)
    fly: Feet | None = Field(None, title="Fly", json_schema_extra=FEET)
    dig: Feet | None = Field(None, title="Dig", json_schema_extra=FEET)


class Mover(Part):
    """Who moves."""

    speeds: Speeds = Field(Speeds(land=Fraction(30), fly=Fraction(90)), title="Speeds")
    keywords: tuple[Keyword, ...] = Field((), title="Keywords")
    lowest_plane: Planes | None = Field(None, title="Lowest plane it may swim in")
    max_turn_degrees: Degrees = Field(Fraction(90), ge=0, title="Turns at most", json_schema_extra={"unit": "degrees"})
    passes_solid: bool = Field(False, title="Passes what is Solid")

    def creature(self) -> domains.Creature:
        """The creature that the rules know."""
        own = {mode: feet for mode in MODES if (feet := getattr(self.speeds, mode)) is not None}
        rest = {name: getattr(self, name) for name in ("lowest_plane", "max_turn_degrees", "passes_solid")}
        return domains.Creature(speeds=own, keywords=frozenset(self.keywords), **rest)


class Leg(domains.Leg):
    """One leg of the path, as a row of the form."""

    mode: Mode = Field("land", title="Mode")
    planes: Planes = Field(Fraction(0), title="Planes up (down: minus)")


class DomainsTurn(Inputs):
    """A creature and its path."""

    creature: Mover = Field(Mover(), title="Creature")
    plane: Planes = Field(Fraction(0), title="Starts in plane", description="5 feet each; 0 is ground or sea level")
    legs: Annotated[tuple[Leg, ...], Field(max_length=20)] = Field(
        (
            Leg(mode="land", across_feet=Fraction(10)),
            Leg(mode="fly", across_feet=Fraction(40), planes=Fraction(2)),
        ),
        title="Path",
        description="Leg by leg, in the order they are moved",
    )


def _legs(inputs: DomainsTurn) -> tuple[domains.Leg, ...]:
    return tuple(domains.Leg(**{name: getattr(leg, name) for name in domains.Leg.model_fields}) for leg in inputs.legs)


def answer(inputs: DomainsTurn, rulings: Rulings) -> TurnPlan:
    """The plan of the turn."""
    return domains.plan_turn(inputs.creature.creature(), _legs(inputs), inputs.plane, rulings=rulings)


def facts(inputs: DomainsTurn, rulings: Rulings, result: TurnPlan) -> list[Fact]:
    """Cost, budget, what is left in every mode, where it ends, and every problem."""
    found = [
        fact("Moved", result.cost_feet, "ft"),
        fact("All modes together at most", result.limit_feet, "ft"),
        *(fact(f"Left by {mode}", feet, "ft") for mode, feet in result.left.items()),
        fact("Ends in plane", result.plane),
        fact("Begins to fall", "yes" if result.falls else "no"),
    ]
    for problem in result.problems:
        where = f"Leg {problem.leg}" if problem.leg else "The turn"
        found.append(fact(f"{where} is not allowed", f"{problem.message} ({problem.clause})"))
    return found


ROWS = ("together", *MODES)


def series(inputs: DomainsTurn, rulings: Rulings, result: TurnPlan) -> dict[str, Columns]:
    """The path from the side, the budget as bars: what was moved by mode, together and alone, and the limits."""
    path: Columns = {"xs": [], "ys": [], "mode": [], "cost": [], "leg": []}
    bad: Columns = {"x": [], "y": [], "problem": []}
    at = Fraction(0)
    for leg in result.legs:
        end = at + leg.across_feet
        path["xs"].append([float(at), float(end)])
        path["ys"].append([float(leg.from_plane), float(leg.to_plane)])
        path["mode"].append(leg.mode)
        path["cost"].append(float(leg.cost_feet))
        path["leg"].append(leg.number)
        for problem in leg.problems:
            bad["x"].append(float(end))
            bad["y"].append(float(leg.to_plane))
            bad["problem"].append(problem.message)
        at = end
    spent: Columns = {"y": [], "left": [], "right": [], "mode": []}
    start = Fraction(0)
    for mode, feet in result.spent.items():
        for row, left in ((0, start), (1 + MODES.index(mode), Fraction(0))):
            spent["y"].append(row)
            spent["left"].append(float(left))
            spent["right"].append(float(left + feet))
            spent["mode"].append(mode)
        start += feet
    speeds = [getattr(inputs.creature.speeds, mode) or Fraction(0) for mode in MODES]
    limits = [result.limit_feet, *speeds]
    return {
        "path": path,
        "problems": bad,
        "spent": spent,
        "limits": {"y": list(range(len(ROWS))), "name": list(ROWS), "feet": [float(each) for each in limits]},
    }


def picture(inputs: DomainsTurn, rulings: Rulings, result: TurnPlan) -> str:
    """What the two pictures show."""
    legs = ", ".join(f"{leg.mode} for {float(leg.cost_feet):g} feet" for leg in result.legs) or "no leg"
    return (
        f"The path from the side ({legs}), from plane {float(result.start_plane):g} to plane {float(result.plane):g}; "
        "below, the feet moved by each mode against its own speed and against what all modes may move together."
    )


def call(inputs: DomainsTurn, rulings: Rulings) -> str:
    """The call that gives this answer."""
    return python_call(
        "domains.plan_turn",
        rulings,
        inputs.creature.creature(),
        _legs(inputs),
        plane=inputs.plane or None,
    )


EXPLORER = Explorer(
    id="domains-turn",
    title="A turn in planes",
    summary="Legs on land, in water, uphill, in the air and underground against one budget.",
    clauses=("D-MOV-1", "D-MOV-2", "D-CLI-2", "D-CLI-3", "D-SWI-2", "D-FLY-2", "D-FLY-3"),
    Inputs=DomainsTurn,
    answer=answer,
    facts=facts,
    series=series,
    picture=picture,
    call=call,
    chart="domains-turn",
    more=(
        Preset(
            "All of a flight of 90 feet, and a walk that no budget pays for",
            {"legs": [{"mode": "fly", "across_feet": 90}, {"mode": "land", "across_feet": 30}]},
            {},
        ),
    ),
)
