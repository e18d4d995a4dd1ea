"""A map of five-foot squares: what can be reached, the cheapest or the safest path, and the checks that it costs."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from haventms import Result, Rulings, haven
from haventms.haven.crossing import Crossing, Passage
from haventms.haven.factors import Factor, Factors, Yes
from haventms.haven.ground import MOST
from haventms.haven.wind import Heading
from haventms.units import Whole, plain

from .. import grids
from ..explorer import Columns, Explorer, Fact, Inputs, Preset, chance, fact, python_call
from ..quoting import quoted
from .terrain_maps import BRUSHES, FOREST, MARKET, NAMES, OPEN, PALETTE, RIVER, SCREE

FEET: dict[str, Any] = {"unit": "ft", "step": 5}
Side = Annotated[Whole, Field(ge=1, le=MOST)]
Length = Annotated[Whole, Field(ge=0, le=200)]
Bonus = Annotated[Whole, Field(ge=-50, le=100)]
Cancellable = Literal[
    "climbing", "crowd", "darkness", "underbrush", "wading_solid", "no_trail", "fog", "ice", "liquid",
    "unstable_footing", "wind",
]  # fmt: skip
FIRST = 8
"""So many checks are told one by one."""


def canonical(text: str) -> str:
    """The one short text of a map; a ValueError where it is none."""
    rows = grids.read(text, MOST)
    strange = next((letter for letter in "".join(rows) if letter not in NAMES), "")
    if strange:
        raise ValueError(f"must use the letters of its brushes, {' '.join(NAMES)}, and not {quoted(strange)}")
    return grids.write(rows)


MAP = Annotated[str, Field(max_length=5000), AfterValidator(canonical)]


class Part(BaseModel):
    """A group of the form."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Square(Part):
    """A square of the map, counted from 1 at the upper left."""

    column: Side = Field(1, title="Column")
    row: Side = Field(1, title="Row")


COMPASS: dict[str, Any] = {
    "n": "the north", "ne": "the north-east", "e": "the east", "se": "the south-east",
    "s": "the south", "sw": "the south-west", "w": "the west", "nw": "the north-west",
}  # fmt: skip


class Details(Part):
    """What the brushes leave open."""

    vines: Annotated[Whole, Field(ge=1, le=20)] = Field(1, title="Vines on a square with vines")
    current_feet: Length = Field(0, title="Current where one swims", json_schema_extra={"unit": "ft a turn"})
    easy: Yes = Field(False, title="It is an easy current")
    incline_feet: Length = Field(0, title="Inclination of unstable ground", json_schema_extra=FEET)
    wind_feet: Length = Field(30, title="Wind moves in a turn", json_schema_extra={"unit": "ft"})
    wind_from: Heading = Field("n", title="Wind from", json_schema_extra={"labels": COMPASS})
    climb_mode: Yes = Field(False, title="Has the Climb Movement Mode")


class Bonuses(Part):
    """The total bonuses on the checks."""

    attack: Bonus = Field(5, title="On Attack rolls")
    defense: Bonus = Field(5, title="On Defense rolls")
    swiftness: Bonus = Field(5, title="On Swiftness rolls")
    from_swiftness: Annotated[Whole, Field(ge=0, le=100)] = Field(0, title="Of them, from Swiftness")
    other: Bonus = Field(0, title="Of those who are shoved")
    people_near: Annotated[Whole, Field(ge=0, le=100)] = Field(
        0, title="People within ten feet of them", description="Each adds 1 to that; the mover is not counted"
    )


class HavenTerrain(Inputs):
    """A map, a way over it, and who goes it."""

    map: MAP = Field(
        canonical(MARKET),
        title="Map",
        description="Choose a brush and paint: by pointer, or with arrow keys and space; a letter chooses its brush",
        json_schema_extra={
            "control": "grid",
            "most": MOST,
            "palette": [list(each) for each in PALETTE],
            "marks": [["start", "Start"], ["goal", "Goal"]],
            "traces": [
                ["one_action", "dot", "one action"],
                ["two_actions", "ring", "two actions"],
                ["route", "line", "on the path"],
                ["checks", "flag", "a check"],
            ],
        },
    )
    start: Square = Field(Square(column=1, row=6), title="Start")
    goal: Square = Field(Square(column=20, row=6), title="Goal")
    by: Literal["cost", "safety"] = Field(
        "cost", title="Path by", json_schema_extra={"labels": {"safety": "safety: fewest squares with a check"}}
    )
    base_feet: Annotated[Whole, Field(ge=5, le=1000)] = Field(35, title="Base speed", json_schema_extra=FEET)
    pace: Literal["within", "beyond"] = Field(
        "within",
        title="Pace of a move",
        description="On ice, on unstable ground and without a trail",
        json_schema_extra={"labels": {"within": "within the limits", "beyond": "beyond them, at the cost of checks"}},
    )
    moves_per_turn: Annotated[Whole, Field(ge=1, le=4)] = Field(2, title="Moves a turn")
    bonuses: Bonuses = Field(Bonuses(), title="Bonuses")
    cancelled: tuple[Cancellable, ...] = Field((), title="An ability cancels")
    lessened: tuple[Cancellable, ...] = Field((), title="An ability lessens by one step")
    details: Details = Field(Details(), title="Where the brushes leave something open")
    everywhere: Factors = Field((), title="On the whole map besides")

    @field_validator("start", "goal")
    @classmethod
    def _on_the_map(cls, square: Square, info: ValidationInfo) -> Square:
        rows = grids.read(info.data["map"], MOST) if "map" in info.data else ()
        if rows and (square.column > len(rows[0]) or square.row > len(rows)):
            raise ValueError(f"must lie on the map, which has {len(rows[0])} columns and {len(rows)} rows")
        return square

    @property
    def rows(self) -> tuple[str, ...]:
        """The map, a letter a square."""
        return grids.read(self.map, MOST)

    @property
    def key(self) -> dict[str, tuple[Factor, ...]]:
        """What the letters on this map stand for."""
        letters = "".join(sorted({*"".join(self.rows)} - {OPEN}))
        return dict(_key(letters, self.details, self.cancelled, self.lessened))


@lru_cache(maxsize=16)
def _key(
    letters: str, details: Details, cancelled: tuple[str, ...], lessened: tuple[str, ...]
) -> dict[str, tuple[Factor, ...]]:
    own: dict[str, dict[str, Any]] = {
        "v": {"vines": details.vines},
        "~": {"current_feet": details.current_feet, "easy": details.easy},
        "b": {"feet_per_turn": details.wind_feet},
        "#": {"climb_mode": details.climb_mode},
        **{letter: {"incline_feet": details.incline_feet} for letter in "mMJ"},
    }
    found: dict[str, tuple[Factor, ...]] = {}
    for letter in letters:
        factor = BRUSHES[letter][0]
        update = {
            **own.get(letter, {}),
            **({"negated": True} if factor.kind in cancelled else {}),
            **({"lessened": 1} if factor.kind in lessened else {}),
        }
        found[letter] = (factor.model_copy(update=update),)
    return found


class Terrain(Result):
    """The path with the chance to make its checks."""

    crossing: Crossing
    passage: Passage

    @property
    def headline(self) -> str:
        if not self.crossing.checks:
            return self.crossing.headline
        return f"{self.crossing.headline} {self.passage.headline}"


def _places(inputs: HavenTerrain) -> tuple[tuple[int, int], tuple[int, int]]:
    return (inputs.start.column, inputs.start.row), (inputs.goal.column, inputs.goal.row)


def answer(inputs: HavenTerrain, rulings: Rulings) -> Terrain:
    """The path, then the chance to get through."""
    start, goal = _places(inputs)
    crossing = haven.cross(
        inputs.base_feet,
        inputs.rows,
        inputs.key,
        start,
        goal,
        inputs.everywhere,
        inputs.by,
        inputs.pace,
        inputs.moves_per_turn,
        inputs.details.wind_from,
        rulings,
    )
    bonuses = inputs.bonuses
    near = haven.crowd_defense_bonus(bonuses.people_near, rulings)
    other = bonuses.other + near.bonus
    passage = crossing.chances(bonuses.attack, bonuses.defense, bonuses.swiftness, other, bonuses.from_swiftness)
    helped = near.bonus and any(made.check.against == "shoved" for made in crossing.checks)
    return Terrain(
        crossing=crossing,
        passage=passage,
        ledger=crossing.ledger + (near.ledger if helped else ()) + (passage.ledger if crossing.checks else ()),
        rulings_used=crossing.rulings_used,
    )


@lru_cache(maxsize=4)
def _reached(
    base_feet: int, rows: tuple[str, ...], key: Any, start: Any, everywhere: Any, pace: Any, rulings: Rulings
) -> haven.Reach:
    return haven.reach(base_feet, rows, dict(key), start, everywhere, pace, rulings)


def _reach(inputs: HavenTerrain, rulings: Rulings) -> haven.Reach:
    start, _ = _places(inputs)
    key, everywhere = tuple(inputs.key.items()), tuple(inputs.everywhere)
    return _reached(inputs.base_feet, inputs.rows, key, start, everywhere, inputs.pace, rulings)


def facts(inputs: HavenTerrain, rulings: Rulings, result: Terrain) -> list[Fact]:
    """The path's cost, its length, actions and turns; its checks one by one and the chance of all of them."""
    crossing = result.crossing
    found = [
        fact("Movement that the path costs", crossing.cost_feet, "ft"),
        fact("Feet on the map", crossing.feet, "ft"),
        fact("Squares", len(crossing.steps)),
        fact("Actions of moving", crossing.actions),
        fact("Turns", crossing.turns),
        fact("Squares that cost a check", crossing.check_squares),
        fact("Checks", len(crossing.checks)),
        chance("Gets through unharmed", result.passage.unharmed),
    ]
    if not crossing.possible:
        found = [fact("Path", "none: what lies between bars all movement")]
    return [*found, *_checks(result)]


def _checks(result: Terrain) -> Iterator[Fact]:
    told = zip(result.crossing.checks[:FIRST], result.passage.each, strict=False)
    for number, (made, success) in enumerate(told, 1):
        check = made.check
        goal = f"the roll of the {check.other_side}" if check.difficulty is None else plain(check.difficulty)
        penalty = f" at {check.penalty}" if check.penalty else ""
        where = f"turn {made.turn}, column {made.column}, row {made.row}"
        each = chance(f"Check {number}: {where}", success)
        yield {**each, "unit": f"{check.roll}{penalty} against {goal} ({check.clause})"}
    if len(result.crossing.checks) > FIRST:
        yield fact("Further checks", len(result.crossing.checks) - FIRST)


def series(inputs: HavenTerrain, rulings: Rulings, result: Terrain) -> dict[str, Columns]:
    """The map, the squares reached, the path with its costs, its checks, start and goal."""
    crossing, rows, reach = result.crossing, inputs.rows, _reach(inputs, rulings)
    start, goal = _places(inputs)
    ground = [(x, y, each) for y, row in enumerate(rows, 1) for x, each in enumerate(row, 1) if each != OPEN]
    steps = crossing.steps
    return {
        "board": {
            "x": [(len(rows[0]) + 1) / 2],
            "y": [(len(rows) + 1) / 2],
            "columns": [len(rows[0])],
            "rows": [len(rows)],
        },
        "ground": {
            "x": [x for x, _, _ in ground],
            "y": [y for _, y, _ in ground],
            "letter": [each for _, _, each in ground],
            "name": [NAMES[each] for _, _, each in ground],
        },
        "one_action": {"x": [x for x, _ in reach.one], "y": [y for _, y in reach.one]},
        "two_actions": {"x": [x for x, _ in reach.two], "y": [y for _, y in reach.two]},
        "path": {
            "step": list(range(1, len(steps) + 1)),
            "x": [step.column for step in steps],
            "y": [step.row for step in steps],
            "ground": [step.ground for step in steps],
            "name": [NAMES[step.ground] for step in steps],
            "cost": [float(step.cost) for step in steps],
            "total": [float(step.total) for step in steps],
            "action": [step.action for step in steps],
            "turn": [step.turn for step in steps],
        },
        "route": {
            "x": [start[0], *(step.column for step in steps)] if crossing.possible else [],
            "y": [start[1], *(step.row for step in steps)] if crossing.possible else [],
        },
        "checks": {
            "x": [made.column for made in crossing.checks],
            "y": [made.row for made in crossing.checks],
            "check": [made.check.reason for made in crossing.checks],
            "chance": [float(each) for each in result.passage.each],
        },
        "ends": {"x": [start[0], goal[0]], "y": [start[1], goal[1]], "end": ["start", "goal"]},
    }


def picture(inputs: HavenTerrain, rulings: Rulings, result: Terrain) -> str:
    """What the map and the bars show."""
    rows, reach = inputs.rows, _reach(inputs, rulings)
    start, goal = _places(inputs)
    return (
        f"A map of {len(rows[0])} by {len(rows)} squares of five feet, from column {start[0]}, row {start[1]} to "
        f"column {goal[0]}, row {goal[1]}. {reach.headline} {result.headline} Below, what each step of the path costs."
    )


def call(inputs: HavenTerrain, rulings: Rulings) -> str:
    """The map, and the call that finds the path."""
    usual = HavenTerrain.model_fields
    start, goal = _places(inputs)
    more = {name: getattr(inputs, name) for name in ("everywhere", "by", "pace", "moves_per_turn")}
    changed = {name: value for name, value in more.items() if value != usual[name].default}
    if inputs.details.wind_from != Details().wind_from:
        changed["wind_from"] = inputs.details.wind_from
    text = python_call("haven.cross", rulings, inputs.base_feet, "GROUND", inputs.key, start, goal, **changed)
    *before, last = text.split("\n")
    rows = [f"    {row!r}," for row in inputs.rows]
    last = last.replace("'GROUND'", "ground", 1)
    return "\n".join([*before, "ground = [", *rows, "]", last])


ACROSS = {"map": RIVER, "start": {"column": 4, "row": 4}, "goal": {"column": 18, "row": 4}}
SLOPE = {"map": SCREE, "start": {"column": 1, "row": 1}, "goal": {"column": 14, "row": 10}}
BARE = {"map": "t" * 8, "start": {"column": 1, "row": 1}, "goal": {"column": 8, "row": 1}}
WOOD = {"map": FOREST, "start": {"column": 1, "row": 1}, "goal": {"column": 16, "row": 5}}

EXPLORER = Explorer(
    id="haven-terrain",
    title="Crossing terrain",
    summary="Paint a map: what one and two actions reach, the cheapest or the safest path, and the checks on it.",
    clauses=(
        "H-SPD-2", "H-SPD-4", "H-SPD-5", "H-ACT-4", "H-ACT-9", "H-DIF-0", "H-DIF-7", "H-CRO-3", "H-CRO-4",
        "H-ICE-2", "H-UNS-1",
    ),
    Inputs=HavenTerrain,
    answer=answer,
    facts=facts,
    series=series,
    picture=picture,
    call=call,
    chart="haven-terrain",
    more=(
        Preset(
            "A market crowd: at 60 feet into the thick of it, shoving",
            {"base_feet": 60, "goal": {"column": 9, "row": 6}, "bonuses": {"attack": 10}},
            {},
        ),
        Preset("A frozen river, straight across with both actions", {**ACROSS, "bonuses": {"defense": 15}}, {}),
        Preset("A frozen river, one careful move a turn", {**ACROSS, "moves_per_turn": 1}, {}),
        Preset("A frozen river, over the rope bridge where no check waits", {**ACROSS, "by": "safety"}, {}),
        Preset("A scree slope, one careful move a turn", {**SLOPE, "moves_per_turn": 1}, {}),
        Preset("A scree slope in a hurry", {**SLOPE, "pace": "beyond", "bonuses": {"defense": 30}}, {}),
        Preset("A forest, straight through the vines", WOOD, {}),
        Preset("A forest, around the vines", {**WOOD, "by": "safety"}, {}),
        Preset(
            "Thirty-five feet without leaving a trail, too fast for it: what that takes off the roll",
            {**BARE, "pace": "beyond", "bonuses": {"defense": 10}},
            {},
        ),
        Preset(
            "The same where a diagonal is a step like any other", {**WOOD, "by": "safety"}, {"haven_diagonal": "five"}
        ),
    ),
)  # fmt: skip
