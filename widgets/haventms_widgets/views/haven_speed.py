"""How far a character of Haven gets, and what each kind of ground leaves of it."""

from pydantic import Field

from haventms import Rulings, haven
from haventms.haven.factors import Factor, Factors
from haventms.haven.speed import TerrainSpeed
from haventms.units import Whole

from ..explorer import Columns, Explorer, Fact, Inputs, Preset, fact, python_call


class HavenSpeed(Inputs):
    """What decides a character's speed."""

    swiftness: Whole = Field(3, ge=0, le=100, title="Swiftness", description="The character's score")
    mode_bonus: Whole = Field(
        0, ge=0, le=100, title="Movement-Mode bonus", description="Swiftness bonus of the Movement Mode in use"
    )
    flat_bonus: Whole = Field(
        0,
        ge=-100,
        le=500,
        title="Flat bonuses",
        description="All flat bonuses together",
        json_schema_extra={"unit": "ft"},
    )
    factors: Factors = Field((), title="Terrain factors", description="What the ground is like, each kind once")


# The lesser grades first, as the chapters have them.
EACH: tuple[Factor, ...] = (
    haven.Climbing(holds="easy"),
    haven.Climbing(holds="awkward"),
    haven.Climbing(holds="none"),
    haven.Crowd(size="small"),
    haven.Crowd(size="large"),
    haven.Crowd(size="dense"),
    haven.Darkness(),
    haven.Underbrush(),
    haven.WadingSolid(depth="knees"),
    haven.WadingSolid(depth="waist"),
    haven.WadingSolid(depth="neck"),
    haven.NoTrail(),
    haven.Fog(),
    haven.Ice(),
    haven.Liquid(depth="knees"),
    haven.Liquid(depth="hips"),
    haven.Liquid(depth="swimming"),
    haven.UnstableFooting(grade="minor"),
    haven.UnstableFooting(grade="moderate"),
    haven.UnstableFooting(grade="major"),
    haven.Wind(feet_per_turn=30),
)


def answer(inputs: HavenSpeed, rulings: Rulings) -> TerrainSpeed:
    """Base speed, then what the ground leaves of it, as one result with all steps."""
    base = haven.base_speed(inputs.swiftness, inputs.mode_bonus, inputs.flat_bonus, rulings)
    ground = haven.terrain_speed(base.feet, inputs.factors, rulings)
    return ground.model_copy(
        update={
            "ledger": base.ledger + ground.ledger,
            "rulings_used": tuple(dict.fromkeys(base.rulings_used + ground.rulings_used)),
        }
    )


def facts(inputs: HavenSpeed, rulings: Rulings, result: TerrainSpeed) -> list[Fact]:
    """Base speed, the share the ground leaves, feet a move action and a turn."""
    return [
        fact("Base speed", result.base_feet, "ft"),
        fact("Share the ground leaves", result.fraction),
        fact("One move action", result.feet, "ft"),
        fact("A turn of two move actions", result.turn_feet, "ft"),
        fact("Five-foot squares in a turn", result.turn_feet // 5),
    ]


def series(inputs: HavenSpeed, rulings: Rulings, result: TerrainSpeed) -> dict[str, Columns]:
    """Every factor by itself for this character; the case as a line from top to bottom."""
    each = [haven.terrain_speed(result.base_feet, (factor,), rulings) for factor in EACH]
    rows = len(EACH)
    return {
        "factors": {
            "y": list(range(rows)),
            "name": [str(factor.row["name"]) for factor in EACH],
            "feet_move": [one.feet for one in each],
            "feet_turn": [one.turn_feet for one in each],
        },
        "case": {"feet": [result.turn_feet, result.turn_feet], "y": [-0.6, rows - 0.4]},
    }


def picture(inputs: HavenSpeed, rulings: Rulings, result: TerrainSpeed) -> str:
    """What the bars show, for whoever does not see them."""
    return (
        f"Feet in one move action and in a turn under each terrain factor alone, for a base speed of "
        f"{result.base_feet} feet; the line marks this case at {result.turn_feet} feet a turn."
    )


def call(inputs: HavenSpeed, rulings: Rulings) -> str:
    """The calls that give this answer."""
    base = python_call(
        "haven.base_speed",
        rulings,
        inputs.swiftness,
        mode_bonus=inputs.mode_bonus or None,
        flat_bonus=inputs.flat_bonus or None,
    )
    ground = python_call("haven.terrain_speed", rulings, "BASE", factors=inputs.factors)
    return f"{base.replace('haven.base_speed', 'base = haven.base_speed')}\n" + ground.rpartition("\n")[2].replace(
        "'BASE'", "base.feet"
    )


EXPLORER = Explorer(
    id="haven-speed",
    title="Speed and terrain",
    summary="Base speed from Swiftness, and what the ground leaves of it.",
    clauses=("H-SPD-1", "H-SPD-2", "H-SPD-4", "H-SPD-5"),
    Inputs=HavenSpeed,
    answer=answer,
    facts=facts,
    series=series,
    picture=picture,
    call=call,
    chart="haven-speed",
    more=(
        Preset("A quick runner on open ground", {"swiftness": 6, "mode_bonus": 2}, {}),
        Preset(
            "In sand to the neck nobody moves, at any speed",
            {"swiftness": 5, "factors": [{"kind": "wading_solid", "depth": "neck"}]},
            {},
        ),
        Preset(
            "Through a small crowd on ice, the worst factor only",
            {"swiftness": 3, "mode_bonus": 2, "factors": [{"kind": "crowd"}, {"kind": "ice"}]},
            {"haven_stack": "worst"},
        ),
    ),
)
