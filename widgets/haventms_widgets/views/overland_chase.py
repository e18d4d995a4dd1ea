"""Who gets away: the odds of a chase by rounds or over a day, for any number of parties on either side."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from haventms import Rulings, overland
from haventms.overland.pace import Speed
from haventms.overland.pursuit import Scale, Score
from haventms.units import Whole

from ..explorer import Columns, Explorer, Fact, Inputs, Preset, chance, fact, python_call

MOST = 20
SHIFTS = range(-5, 6)
POINTS_OF_SCORE = 2
"""What a score must rise by for one more of its modifier: the steps of the second picture."""


class Party(BaseModel):
    """One party of the chase as a row of the form."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(max_length=100)] = Field("", title="Name")
    speed_feet: Speed = Field(Fraction(30), title="Speed", json_schema_extra={"unit": "ft"})
    dex: Score = Field(10, title="Dexterity")
    con: Score = Field(10, title="Constitution")


def _names(parties: Sequence[Party], side: str) -> list[str]:
    """The names of a side; one that has none is called by its place."""
    return [party.name.strip() or f"{side} {number}" for number, party in enumerate(parties, 1)]


def _apart(parties: tuple[Party, ...]) -> tuple[Party, ...]:
    names = _names(parties, "party")
    if not names:
        raise ValueError("must have at least one party")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"must have names of their own: {twice[0]} is given twice")
    return parties


Side = Annotated[tuple[Party, ...], Field(max_length=MOST), AfterValidator(_apart)]


class OverlandChase(Inputs):
    """Both sides, and on which scale they race."""

    scale: Scale = Field(
        "rounds",
        title="Scale",
        json_schema_extra={"labels": {"rounds": "several rounds (speed, then Dex)", "day": "a long chase (Con)"}},
    )
    chased: Side = Field((Party(name="fox", dex=14, con=14),), title="Chased", description="Each against all chasers")
    chasers: Side = Field((Party(name="hound"),), title="Chasers")
    seed: Annotated[Whole, Field(ge=0, le=999_999)] | None = Field(
        None, title="Number of a run to tell", description="The same number tells the same run"
    )


def _runners(parties: Sequence[Party], side: str, shift: int = 0) -> list[overland.Runner]:
    points = POINTS_OF_SCORE * shift
    return [
        overland.Runner(name=name, speed_feet=each.speed_feet, dex=each.dex + points, con=each.con + points)
        for name, each in zip(_names(parties, side), parties, strict=True)
    ]


def _chase(inputs: OverlandChase, rulings: Rulings, shift: int = 0, seed: int | None = None) -> overland.Chase:
    chased = tuple(_runners(inputs.chased, "chased", shift))
    return overland.chase(chased, tuple(_runners(inputs.chasers, "chaser")), inputs.scale, seed, rulings)


def answer(inputs: OverlandChase, rulings: Rulings) -> overland.Chase:
    """The chase."""
    return _chase(inputs, rulings, seed=inputs.seed)


def facts(inputs: OverlandChase, rulings: Rulings, result: overland.Chase) -> list[Fact]:
    """Everybody's chance, each one's, the checks that are made, and the run that was asked for."""
    found = [chance("All get away", result.escape)]
    if len(result.caught) > 1:
        found.append(chance("Somebody gets away", result.away.at_least(1)))
        found.append(fact("Get away on average", Fraction(result.away.mean)))
    found += [chance(f"{name} is caught", p) for name, p in result.caught.items()]
    found += [fact(f"{roll.name} rolls", f"{roll.ability} {roll.modifier:+}") for roll in result.rolls]
    if not result.rolls:
        found.append(fact("Rolls", "none: speed decides"))
    found += [fact(f"Run {inputs.seed}, line {number}", line) for number, line in enumerate(result.log, 1)]
    return found


def series(inputs: OverlandChase, rulings: Rulings, result: overland.Chase) -> dict[str, Columns]:
    """Each one's chance, how many get away, and all of it for better and worse modifiers of the chased."""
    parties: Columns = {"y": [], "name": [], "away": [], "caught": []}
    for y, (name, caught) in enumerate(result.caught.items()):
        parties["y"].append(y)
        parties["name"].append(name)
        parties["away"].append(float(1 - caught))
        parties["caught"].append(float(caught))
    counts = range(len(result.caught) + 1)
    shifted: Columns = {"shift": [], "all": [], "somebody": []}
    for shift in SHIFTS:
        scores = [getattr(each, name) + POINTS_OF_SCORE * shift for each in inputs.chased for name in ("dex", "con")]
        if not 1 <= min(scores) <= max(scores) <= 100:
            continue
        other = result if shift == 0 else _chase(inputs, rulings, shift)
        shifted["shift"].append(shift)
        shifted["all"].append(float(other.escape))
        shifted["somebody"].append(float(other.away.at_least(1)))
    return {
        "parties": parties,
        "how_many": {"count": list(counts), "chance": [float(result.away.p(count)) for count in counts]},
        "shifted": shifted,
        "here": {"shift": [0], "all": [float(result.escape)]},
    }


def picture(inputs: OverlandChase, rulings: Rulings, result: overland.Chase) -> str:
    """What the three pictures show."""
    each = ", ".join(f"{name} {float(1 - p):.1%}" for name, p in result.caught.items())
    ability = "Constitution" if inputs.scale == "day" else "Dexterity"
    return (
        f"The chance of each of the chased to get away ({each}); how many of them do; and the chance of all, and of "
        f"at least one, with a {ability} modifier up to five better or worse."
    )


def call(inputs: OverlandChase, rulings: Rulings) -> str:
    """The call that gives this answer."""
    return python_call(
        "overland.chase",
        rulings,
        _runners(inputs.chased, "chased"),
        _runners(inputs.chasers, "chaser"),
        scale=None if inputs.scale == "rounds" else inputs.scale,
        seed=inputs.seed,
    )


EXPLORER = Explorer(
    id="overland-chase",
    title="Evasion and pursuit",
    summary="Who gets away, by rounds or over a day, one party or several on either side.",
    clauses=("O-PUR-1", "O-PUR-2", "O-PUR-3"),
    Inputs=OverlandChase,
    answer=answer,
    facts=facts,
    series=series,
    picture=picture,
    call=call,
    chart="overland-chase",
    more=(
        Preset(
            "A doe and two fawns before three wolves: one outruns them, one is as fast, one is slower",
            {
                "chased": [
                    {"name": "doe", "speed_feet": 50, "dex": 16},
                    {"name": "fawn", "speed_feet": 40, "dex": 14},
                    {"name": "lame fawn", "speed_feet": 20},
                ],
                "chasers": [
                    {"name": "wolf", "speed_feet": 40, "dex": 12},
                    {"name": "old wolf", "speed_feet": 40},
                    {"name": "cub", "speed_feet": 30},
                ],
            },
            {},
        ),
        Preset(
            "Three couriers and two riders all day, with one run told; a 1 always fails, a 20 always succeeds",
            {
                "scale": "day",
                "chased": [
                    {"name": "first courier", "con": 16},
                    {"name": "second courier", "con": 12},
                    {"name": "third courier", "con": 9},
                ],
                "chasers": [{"name": "first rider", "con": 13}, {"name": "second rider", "con": 14}],
                "seed": 7,
            },
            {"overland_die": "automatic"},
        ),
    ),
)
