"""The questions that all three systems are asked, and who is asked about in each of them."""

from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator

from haventms import domains, haven
from haventms.domains.terms import Feet as AnyFeet
from haventms.haven.factors import Factor, Yes
from haventms.overland.endurance import Con
from haventms.overland.pace import Load, Mode, Speed
from haventms.overland.roads import Road, Terrain
from haventms.overland.tactical import Conditions
from haventms.units import Exact, Whole, plain

from .overland_pace import CONDITION_NAMES

FEET: dict[str, Any] = {"unit": "ft"}
Score = Annotated[Whole, Field(ge=0, le=100)]
Bonus = Annotated[Whole, Field(ge=-50, le=100)]
Steps = Annotated[Whole, Field(ge=5, le=100, multiple_of=5)]
Height = Annotated[Whole, Field(ge=5, le=1000)]
Range = Annotated[Whole, Field(ge=0, le=1000)]
Pool = Annotated[Whole, Field(ge=0, le=20)]
Stat = Annotated[Whole, Field(ge=1, le=20)]


class Part(BaseModel):
    """A group of the form."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class InHaven(Part):
    """The character as Haven writes it."""

    swiftness: Score = Field(4, title="Swiftness")
    defense_bonus: Bonus = Field(5, title="Defense bonus", description="Without what comes from Swiftness")


class InDomains(Part):
    """The character as Domains writes it."""

    land_feet: AnyFeet = Field(Fraction(30), title="Land speed", json_schema_extra=FEET)
    climb_feet: AnyFeet | None = Field(Fraction(15), title="Climb speed", json_schema_extra=FEET)
    fly_feet: AnyFeet | None = Field(None, title="Fly speed", json_schema_extra=FEET)
    scale: bool = Field(True, title="Has the Scale keyword")

    def creature(self) -> domains.Creature:
        """The creature that the rules know."""
        speeds = {"land": self.land_feet, "climb": self.climb_feet, "fly": self.fly_feet}
        return domains.Creature(
            speeds={mode: feet for mode, feet in speeds.items() if feet is not None},
            keywords=frozenset({"scale"}) if self.scale else frozenset(),
        )


class InOverland(Part):
    """The character as Overland writes it."""

    speed_feet: Speed = Field(Fraction(30), title="Speed", description="Feet a round", json_schema_extra=FEET)
    con: Con = Field(14, title="Constitution")
    load: Load = Field("light", title="Load")


class Question(BaseModel):
    """A question. `RESULT` is what the picture compares, `USUAL` what it is compared with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    RESULT: ClassVar[str]
    USUAL: ClassVar[str]

    kind: str


class HowFar(Question):
    """How far in a turn, a minute, an hour, a day."""

    model_config = ConfigDict(title="How far in a turn, a minute, an hour, a day?")
    RESULT, USUAL = "feet in a turn", "feet in one move"
    kind: Literal["far"] = "far"
    pace: Mode = Field("walk", title="Pace in Overland")


GROUND_NAMES: dict[str, Any] = {
    "underbrush": "underbrush",
    "vines": "underbrush of a vine",
    "sand": "sand to the knees",
    "deep_sand": "sand to the waist",
    "quicksand": "sand to the neck",
    "crowd": "a large crowd",
    "dense_crowd": "a densely packed crowd",
    "ford": "water to the knees",
    "river": "water to the hips",
    "ice": "ice",
    "marbles": "marbles or pebbles",
    "holes": "holes and jagged stones",
    "fog": "fog",
    "darkness": "darkness",
}
Ground = Literal[
    "underbrush", "vines", "sand", "deep_sand", "quicksand", "crowd", "dense_crowd", "ford", "river", "ice", "marbles",
    "holes", "fog", "darkness",
]  # fmt: skip
GROUNDS: dict[Ground, Factor] = {
    "underbrush": haven.Underbrush(),
    "vines": haven.Underbrush(vines=1),
    "sand": haven.WadingSolid(depth="knees"),
    "deep_sand": haven.WadingSolid(depth="waist"),
    "quicksand": haven.WadingSolid(depth="neck"),
    "crowd": haven.Crowd(size="large"),
    "dense_crowd": haven.Crowd(size="dense"),
    "ford": haven.Liquid(depth="knees"),
    "river": haven.Liquid(depth="hips"),
    "ice": haven.Ice(),
    "marbles": haven.UnstableFooting(grade="moderate"),
    "holes": haven.UnstableFooting(grade="major"),
    "fog": haven.Fog(),
    "darkness": haven.Darkness(),
}


class BadGround(Question):
    """A move through bad ground; what the ground is called in each system is the reader's to say."""

    model_config = ConfigDict(title="How far through bad ground?")
    RESULT, USUAL = "feet in one move there", "on open ground"
    kind: Literal["ground"] = "ground"
    feet: Steps = Field(15, title="Feet to go", json_schema_extra={"unit": "ft"})
    haven_ground: Ground = Field("underbrush", title="Haven calls it", json_schema_extra={"labels": GROUND_NAMES})
    domains_factor: Annotated[Exact, Field(gt=0, le=10)] = Field(
        Fraction(1),
        title="Your table's factor in Domains",
        description="On the cost of movement; 1 where none is agreed",
    )
    conditions: Conditions = Field(
        ("difficult",), title="Overland calls it", json_schema_extra={"labels": CONDITION_NAMES}
    )
    terrain: Terrain = Field("forest", title="Terrain of a long way in Overland")
    road: Road = Field("trackless", title="Road of a long way in Overland")


class Climb(Question):
    """A climb of so many feet."""

    model_config = ConfigDict(title="How do I climb?")
    RESULT, USUAL = "feet up in one move", "feet on open ground"
    kind: Literal["climb"] = "climb"
    feet: Steps = Field(20, title="Height", json_schema_extra={"unit": "ft"})
    holds: Literal["easy", "awkward", "none"] = Field("awkward", title="Holds")
    climb_mode: Yes = Field(False, title="Has Haven's Climb Movement Mode")


class Fall(Question):
    """A fall of so many feet."""

    model_config = ConfigDict(title="What does a fall do?")
    RESULT, USUAL = "points of damage on average", "those without spikes"
    kind: Literal["fall"] = "fall"
    feet: Height = Field(20, title="Height", json_schema_extra={"unit": "ft"})
    spikes: Score = Field(0, title="Attack bonus of spikes below", description="A standard spike of Haven has 8")


class Shot(Question):
    """A ranged attack beyond the range at which it is at its best."""

    model_config = ConfigDict(title="Can I shoot beyond my range?")
    RESULT, USUAL = "chance of damage at this distance", "chance close by"
    kind: Literal["shot"] = "shot"
    feet: Range = Field(60, title="Distance", json_schema_extra={"unit": "ft"})
    normal_range_feet: Range = Field(60, title="Normal range of sight in Haven", json_schema_extra={"unit": "ft"})
    effective_feet: Range = Field(40, title="Effective range in Domains", json_schema_extra={"unit": "ft"})
    long_feet: Range = Field(80, title="Long range in Domains", json_schema_extra={"unit": "ft"}, validate_default=True)
    strength: Pool = Field(2, title="Strength of the weapon in Domains")
    physical: Pool = Field(4, title="Dice of the attacker in Domains")
    precision: Stat = Field(3, title="Precision in Domains", description="Of a stat, lower is better")
    foe_physical: Pool = Field(3, title="Dice of the defender in Domains")
    agility: Stat = Field(4, title="Agility in Domains")
    fortitude: Stat = Field(5, title="Fortitude in Domains")

    @field_validator("long_feet")
    @classmethod
    def _no_shorter(cls, value: int, info: ValidationInfo) -> int:
        effective = info.data.get("effective_feet")
        if effective is not None and value < effective:
            raise ValueError(f"must be at least the effective range, {plain(effective)} feet")
        return value


AnyQuestion = Annotated[HowFar | BadGround | Climb | Fall | Shot, Field(discriminator="kind")]
