"""A turn's movement in Domains: legs in several modes against one budget."""

from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from haventms import Rulings, domains
from haventms.domains.legs import Problem
from haventms.domains.movement import PlannedLeg, TurnPlan
from haventms.domains.terms import Degrees, Feet, Keyword, Mode, Planes

from ..explorer import Columns, Explorer, Fact, Inputs, Preset, fact, python_call

FEET: dict[str, Any] = {"unit": "ft"}
MODES: tuple[Mode, ...] = ("land", "swim", "climb", "fly", "dig")
ROWS = ("together", *MODES)


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
    airborne: Literal["as_it_moves", "yes", "no"] = Field(
        "as_it_moves",
        title="In the air at the start",
        description="A flyer above plane 0 is, unless its first leg is by land, climb or dig",
    )
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
    airborne = _airborne(inputs)
    return domains.plan_turn(inputs.creature.creature(), _legs(inputs), inputs.plane, airborne, rulings=rulings)


def _airborne(inputs: DomainsTurn) -> bool | None:
    return {"yes": True, "no": False}.get(inputs.airborne)


def facts(inputs: DomainsTurn, rulings: Rulings, result: TurnPlan) -> list[Fact]:
    """Cost, budget, what is left in every mode, where it ends, and every problem."""
    found = [
        fact("Moved", result.cost_feet, "ft"),
        *(fact(f"Leg {leg.number}, {leg.mode}", leg.cost_feet, "ft") for leg in result.legs),
        fact("All modes together at most", result.limit_feet, "ft"),
        *(fact(f"Left by {mode}", feet, "ft") for mode, feet in result.left.items()),
        fact("Ends in plane", result.plane),
        fact("Begins to fall", "yes" if result.falls else "no"),
    ]
    for problem in result.problems:
        where = f"Leg {problem.leg}" if problem.leg else "The turn"
        found.append(fact(f"{where} is not allowed", f"{problem.message} ({problem.clause})"))
    return found


def series(inputs: DomainsTurn, rulings: Rulings, result: TurnPlan) -> dict[str, Columns]:
    """The path from the side with what is under it, where it breaks a rule, its end; what each mode spends."""
    drawn: dict[str, Columns] = {
        "path": {"xs": [], "ys": [], "mode": [], "cost": [], "leg": []},
        "under": {"xs": [], "ys": [], "what": []},
        "illegal": {"xs": [], "ys": [], "leg": []},
        "problems": {"x": [], "y": [], "problem": []},
    }
    depth = min(Fraction(0), result.start_plane, *(leg.to_plane for leg in result.legs)) - 1
    wall = max(sum(leg.across_feet for leg in result.legs) / 30, Fraction(1))
    at = Fraction(0)
    for leg in result.legs:
        end = at + leg.across_feet
        _draw_leg(drawn, leg, at, inputs)
        far = float(end if leg.across_feet else end + wall)  # what goes straight up goes along a wall
        drawn["under"]["xs"].append([float(at), float(at), far, far])
        drawn["under"]["ys"].append([float(depth), *_top(leg), float(depth)])
        drawn["under"]["what"].append(UNDER[leg.mode])
        at = end
    end_plane = float(result.plane)
    falls = [end_plane] if result.falls else []
    speeds = [getattr(inputs.creature.speeds, mode) or Fraction(0) for mode in MODES]
    return {
        **drawn,
        "ends": {
            "x": [0.0, float(at)],
            "y": [float(result.start_plane), end_plane],
            "which": ["start", "end"],
        },
        "fall": {"x": [float(at)] * len(falls), "top": falls, "bottom": [plane - 0.9 for plane in falls]},
        "spent": _spent(result),
        "limits": {
            "y": list(range(len(ROWS))),
            "name": list(ROWS),
            "feet": [float(each) for each in (result.limit_feet, *speeds)],
        },
    }


UNDER = {"land": "ground", "climb": "ground", "dig": "ground", "swim": "water", "fly": "ground or water"}


def _top(leg: PlannedLeg) -> list[float]:
    """How high that lies which carries the leg: up to the feet, around a digger, at plane 0 under swimmer and flyer."""
    if leg.mode in ("swim", "fly"):
        return [0.0, 0.0]
    ends = [float(leg.from_plane), float(leg.to_plane)]
    if not leg.across_feet:
        ends = [max(ends)] * 2
    return [max(0.0, end + 0.5) for end in ends] if leg.mode == "dig" else ends


def _draw_leg(drawn: dict[str, Columns], leg: PlannedLeg, at: Fraction, inputs: DomainsTurn) -> None:
    end = at + leg.across_feet
    path = drawn["path"]
    path["xs"].append([float(at), float(end)])
    path["ys"].append([float(leg.from_plane), float(leg.to_plane)])
    path["mode"].append(leg.mode)
    path["cost"].append(float(leg.cost_feet))
    path["leg"].append(leg.number)
    shares = [_begins(leg, problem, inputs) for problem in leg.problems]
    for problem, share in zip(leg.problems, shares, strict=True):
        drawn["problems"]["x"].append(float(at + share * leg.across_feet))
        drawn["problems"]["y"].append(float(leg.from_plane + share * (leg.to_plane - leg.from_plane)))
        drawn["problems"]["problem"].append(f"{problem.message} ({problem.clause})")
    if shares:
        share = min(shares)
        drawn["illegal"]["xs"].append([float(at + share * leg.across_feet), float(end)])
        drawn["illegal"]["ys"].append(
            [float(leg.from_plane + share * (leg.to_plane - leg.from_plane)), float(leg.to_plane)]
        )
        drawn["illegal"]["leg"].append(leg.number)


def _begins(leg: PlannedLeg, problem: Problem, inputs: DomainsTurn) -> Fraction:
    """After which share of the leg the problem begins: where the budget ends, where a plane is left, else at once."""
    if problem.clause == "D-MOV-2":
        return leg.covered
    lowest = inputs.creature.lowest_plane if problem.clause == "D-SWI-2" else Fraction(0)
    height = leg.to_plane - leg.from_plane
    if not height or lowest is None or problem.clause not in ("D-SWI-1", "D-SWI-2", "D-CLI-1", "D-FLY-1"):
        return Fraction(0)
    share = (lowest - leg.from_plane) / height
    return share if 0 < share < 1 else Fraction(0)


def _spent(result: TurnPlan) -> Columns:
    """What was moved by each mode: one after the other in the row of all together, and each in its own."""
    spent: Columns = {"y": [], "left": [], "right": [], "mode": []}
    start = Fraction(0)
    for mode, feet in result.spent.items():
        for row, left in ((0, start), (1 + MODES.index(mode), Fraction(0))):
            spent["y"].append(row)
            spent["left"].append(float(left))
            spent["right"].append(float(left + feet))
            spent["mode"].append(mode)
        start += feet
    return spent


def picture(inputs: DomainsTurn, rulings: Rulings, result: TurnPlan) -> str:
    """What the two pictures show."""
    legs = ", ".join(f"{leg.mode} for {float(leg.cost_feet):g} feet" for leg in result.legs) or "no leg"
    falls = ", where a fall begins" if result.falls else ""
    wrong = "; in red what is not allowed" if result.problems else ""
    return (
        f"The path from the side ({legs}), from plane {float(result.start_plane):g} to plane "
        f"{float(result.plane):g}{falls}{wrong}; below, the feet moved by each mode against its own speed and "
        "against what all modes may move together."
    )


def call(inputs: DomainsTurn, rulings: Rulings) -> str:
    """The call that gives this answer."""
    return python_call(
        "domains.plan_turn",
        rulings,
        inputs.creature.creature(),
        _legs(inputs),
        plane=inputs.plane or None,
        airborne=_airborne(inputs),
    )


EXPLORER = Explorer(
    id="domains-turn",
    title="A turn in planes",
    summary="Legs on land, in water, uphill, in the air and underground against one budget.",
    clauses=(
        "D-MOV-1",
        "D-MOV-2",
        "D-MOV-3",
        "D-LAN-1",
        "D-SWI-1",
        "D-SWI-2",
        "D-SWI-3",
        "D-CLI-1",
        "D-CLI-2",
        "D-CLI-3",
        "D-FLY-1",
        "D-FLY-2",
        "D-FLY-3",
        "D-DIG-1",
    ),
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
        Preset(
            "Out to sea, down with Dive, and three feet deeper than the budget goes",
            {
                "creature": {"speeds": {"land": 30, "swim": 20}, "keywords": ["dive"]},
                "legs": [
                    {"mode": "land", "across_feet": 10},
                    {"mode": "swim", "across_feet": 5},
                    {"mode": "swim", "across_feet": 4, "planes": -1.4},
                ],
            },
            {},
        ),
    ),
)
