"""The rows of the form of a journey: travellers on foot, with wings or fins, mounted; legs of all kinds, rests."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool

from haventms import overland
from haventms.overland.endurance import Con
from haventms.overland.mounts import Kind, MountMode
from haventms.overland.pace import Armour, Load, Mode, Speed
from haventms.overland.roads import Road, Terrain
from haventms.overland.vehicles import Current, VehicleName
from haventms.units import Exact, Whole

Measure = Literal["miles", "hours"]
Amount = Annotated[Exact, Field(gt=0, le=10_000)]
RestHours = Annotated[Exact, Field(gt=0, le=720)]
Name = Annotated[str, Field(max_length=100)]
TERRAIN: Any = Field("plains", title="Terrain")
ROAD: Any = Field("highway", title="Road")
NAME: Any = Field("", title="Name")
MEASURE: Any = Field("miles", title="counted in")
UNNAMED = "traveller"


class Row(BaseModel):
    """A row or a group of the form."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Walker(Row):
    model_config = ConfigDict(title="On foot")
    by: Literal["foot"] = "foot"
    name: Name = NAME
    con: Con = Field(12, title="Constitution")
    speed_feet: Speed = Field(Fraction(30), title="Speed", json_schema_extra={"unit": "ft"})
    load: Load = Field("light", title="Load")
    endurance_feat: StrictBool = Field(False, title="Has the Endurance feat")

    def traveller(self, name: str) -> overland.Traveller:
        own = {field: getattr(self, field) for field in ("con", "speed_feet", "load", "endurance_feat")}
        return overland.Traveller(name=name, **own)


class Creature(Row):
    model_config = ConfigDict(title="With wings or fins, or a swimmer in armour")
    by: Literal["creature"] = "creature"
    name: Name = NAME
    con: Con = Field(12, title="Constitution")
    fly_feet: Speed | None = Field(None, title="Fly speed", json_schema_extra={"unit": "ft"})
    swim_feet: Speed | None = Field(None, title="Swim speed", json_schema_extra={"unit": "ft"})
    speed_feet: Speed = Field(Fraction(30), title="Speed on land", json_schema_extra={"unit": "ft"})
    load: Load = Field("light", title="Load")
    armour: Armour = Field("none", title="Armour")
    swim_modifier: Annotated[Whole, Field(ge=-100, le=100)] = Field(0, title="Swim modifier")
    needs_air: StrictBool = Field(True, title="Needs air")

    def traveller(self, name: str) -> overland.Traveller:
        own = {field: getattr(self, field) for field in type(self).model_fields if field not in ("by", "name")}
        return overland.Traveller(name=name, **own)


class Rider(Row):
    model_config = ConfigDict(title="Mounted")
    by: Literal["mount"] = "mount"
    name: Name = NAME
    kind: Kind = Field("light horse", title="Mount")
    mount_con: Con = Field(15, title="Constitution of the mount")
    load_lb: Annotated[Exact, Field(ge=0, le=10_000)] = Field(
        Fraction(170), title="It carries", description="Rider and all", json_schema_extra={"unit": "lb"}
    )
    con: Con = Field(12, title="Constitution of the rider", description="Counts where no mount goes")

    def traveller(self, name: str) -> overland.Traveller:
        mount = overland.Mount(kind=self.kind, con=self.mount_con, load_lb=self.load_lb)
        return overland.Traveller(name=name, con=self.con, mount=mount)


class Foot(Row):
    model_config = ConfigDict(title="Leg on foot or mounted")
    part: Literal["foot"] = "foot"
    amount: Amount = Field(Fraction(24), title="Length")
    measure: Measure = MEASURE
    mode: MountMode = Field("walk", title="Pace")
    terrain: Terrain = TERRAIN
    road: Road = ROAD

    def leg(self) -> overland.Leg:
        return overland.Leg(**{self.measure: self.amount}, mode=self.mode, terrain=self.terrain, road=self.road)


class Element(Row):
    model_config = ConfigDict(title="Leg flown or swum")
    part: Literal["element"] = "element"
    way: Literal["fly", "soar", "swim", "drift"] = Field(
        "swim",
        title="How",
        json_schema_extra={
            "labels": {
                "fly": "all fly",
                "soar": "all soar on thermals",
                "swim": "all swim",
                "drift": "all float with the current",
            }
        },
    )
    amount: Amount = Field(Fraction(3), title="Length")
    measure: Measure = MEASURE
    mode: Mode = Field(
        "walk", title="Pace", description="A walk is the normal speed; soaring and floating have no other"
    )
    current_mph: Annotated[Exact, Field(gt=0, le=100)] = Field(
        Fraction(3), title="Current", description="For who floats", json_schema_extra={"unit": "mph"}
    )

    def leg(self) -> overland.Leg:
        own = self.way in ("fly", "swim")
        return overland.Leg(
            **{self.measure: self.amount},
            mode=self.mode if own else "walk",
            through="air" if self.way in ("fly", "soar") else "water",
            soaring=self.way == "soar",
            drifting=self.way == "drift",
            current_mph=self.current_mph if self.way == "drift" else Fraction(),
        )


class Craft(Row):
    model_config = ConfigDict(title="Leg by vehicle")
    part: Literal["craft"] = "craft"
    vehicle: VehicleName = Field("rowboat", title="Vehicle")
    amount: Amount = Field(Fraction(15), title="Length")
    measure: Measure = MEASURE
    current_mph: Current = Field(Fraction(0), title="Current", json_schema_extra={"unit": "mph"})
    toil: Literal["crew", "guests", "towed", "drifting"] = Field(
        "crew",
        title="At the oars or poles",
        json_schema_extra={
            "labels": {
                "crew": "the party, or those named",
                "guests": "others, not the party",
                "towed": "nobody: towed",
                "drifting": "nobody: drifting with the current",
            }
        },
    )
    rowers: Annotated[str, Field(max_length=400)] = Field(
        "", title="Only these", description="Names with commas between; empty: all who have no mount"
    )
    cargo_lb: Annotated[Exact, Field(ge=0, le=10_000)] = Field(
        Fraction(0), title="Cargo", json_schema_extra={"unit": "lb"}
    )
    on_snow: Literal["unsaid", "yes", "no"] = Field(
        "unsaid", title="On snow or ice", json_schema_extra={"labels": {"unsaid": "not said"}}
    )
    terrain: Terrain = TERRAIN
    road: Road = ROAD

    def leg(self) -> overland.Leg:
        named = tuple(name.strip() for name in self.rowers.split(",") if name.strip())
        rowers = () if self.toil == "guests" else named if self.toil == "crew" and named else None
        return overland.Leg(
            **{self.measure: self.amount},
            vehicle=self.vehicle,
            current_mph=self.current_mph,
            rowers=rowers,
            towed=self.toil == "towed",
            drifting=self.toil == "drifting",
            cargo_lb=self.cargo_lb,
            on_snow={"yes": True, "no": False}.get(self.on_snow),
            terrain=self.terrain,
            road=self.road,
        )


class Pause(Row):
    model_config = ConfigDict(title="Rest")
    part: Literal["rest"] = "rest"
    hours: RestHours = Field(Fraction(8), title="Rest", json_schema_extra={"unit": "hours"})

    def leg(self) -> overland.Rest:
        return overland.Rest(hours=self.hours)


def _names(party: Sequence[Walker | Creature | Rider]) -> list[str]:
    return [each.name.strip() or f"{UNNAMED} {number}" for number, each in enumerate(party, 1)]


def _apart(party: tuple[Any, ...]) -> tuple[Any, ...]:
    names = _names(party)
    if not names:
        raise ValueError("must have at least one traveller")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"must have names of their own: {twice[0]} is given twice")
    return party


def _goes_somewhere(plan: tuple[Any, ...]) -> tuple[Any, ...]:
    if all(part.part == "rest" for part in plan):
        raise ValueError("must have a leg, not only rests")
    for number, row in enumerate(plan, 1):
        if row.part != "rest" and row.measure == "hours" and row.amount > 720:
            raise ValueError(f"must have legs of at most 720 hours, and that of row {number} is longer")
        if row.part == "craft" and row.toil == "drifting" and row.current_mph <= 0:
            raise ValueError(f"must have a current above 0 where one drifts, as in row {number}")
    return plan


Party = Annotated[
    tuple[Annotated[Walker | Creature | Rider, Field(discriminator="by")], ...],
    Field(max_length=12),
    AfterValidator(_apart),
]
Plan = Annotated[
    tuple[Annotated[Foot | Element | Craft | Pause, Field(discriminator="part")], ...],
    Field(max_length=40),
    AfterValidator(_goes_somewhere),
]


def the_party(rows: Sequence[Walker | Creature | Rider]) -> list[overland.Traveller]:
    """The travellers that the rules know; one without a name is called by its place."""
    return [row.traveller(name) for name, row in zip(_names(rows), rows, strict=True)]


def the_plan(rows: Sequence[Foot | Element | Craft | Pause]) -> list[overland.Leg | overland.Rest]:
    """The legs and rests that the rules know."""
    return [row.leg() for row in rows]
