"""What a turn is told about: a creature with its speeds, the legs of its path, and the planes between them."""

import re
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    field_validator,
)

from ..tables import number, table
from ..units import Exact, plain

Mode = Literal["land", "swim", "climb", "fly", "dig"]
Keyword = Literal["hover", "scale", "dive"]

MOST_FEET = 100_000
MOST_PLANES = 10_000
MOST_LEGS = 200
_FINEST = 1000

_HILL = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})")


def feet_per_plane(row: str) -> Fraction:
    """What one plane costs, or is high: a row of the table of planes."""
    return number(table("domains", "planes")[row], "feet")


def limit(row: str) -> Fraction:
    """A row of the table of limits."""
    return number(table("domains", "limits")[row], "value")


def cite(row: str) -> str:
    """Where a row of the table of planes stands."""
    return table("domains", "planes")[row].cite


def _manageable(value: Fraction) -> Fraction:
    if value.denominator > _FINEST:
        raise ValueError(f"must be a whole number or a fraction down to 1/{_FINEST}")
    return value


def _whole_feet(value: Fraction) -> Fraction:
    if value.denominator != 1:
        raise ValueError("must be whole feet")
    return value


def _in_steps(value: Fraction) -> Fraction:
    if (value / limit("planes in a step")).denominator != 1:
        raise ValueError("must be a whole plane or one in steps of 0.2, such as 2 or -1.4")
    return value


def _whole_at_once(value: Any, handler: ValidatorFunctionWrapHandler) -> Fraction:
    """The usual case needs no further look; everything else goes through all of them."""
    if type(value) is int and 0 <= value <= MOST_FEET:
        return Fraction(value)
    found: Fraction = handler(value)
    return found


Feet = Annotated[Exact, Field(ge=0, le=MOST_FEET), AfterValidator(_manageable), WrapValidator(_whole_at_once)]
Planes = Annotated[Exact, Field(ge=-MOST_PLANES, le=MOST_PLANES), AfterValidator(_in_steps)]
Degrees = Annotated[Exact, Field(ge=-3600, le=3600), AfterValidator(_manageable)]


def plane_text(planes: Fraction) -> str:
    """Planes as the source writes them: -1.4, 2."""
    whole, tenths = divmod(abs(planes.numerator) * 10 // planes.denominator, 10)
    return f"{'-' if planes < 0 else ''}{whole:,}{f'.{tenths}' if tenths else ''}"


def counted(value: int | Fraction, one: str = "foot", many: str = "feet") -> str:
    """A number with its noun: "1 foot", "2 1/2 feet"."""
    return f"{plain(value)} {one if value == 1 else many}"


def read_hill(text: str) -> tuple[int, int]:
    """The feet across and the feet up of an elevation written `LxC`: "10x5" is (10, 5)."""
    match = _HILL.fullmatch(text)
    if match is None:
        raise ValueError(
            "must be written LxC, the feet across and the feet up in whole numbers from 1 to 9,999, such as 10x5"
        )
    return int(match[1]), int(match[2])


def _hill(text: str) -> str:
    read_hill(text)
    return text


class Creature(BaseModel):
    """Who moves: feet of each speed it has, keywords, and what its abilities say.

    `lowest_plane` is the lowest section that it may swim in (None: as deep as it likes), `max_turn_degrees` how far it
    may turn while swimming or flying, `passes_solid` whether a special movement takes it through the Solid keyword.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    speeds: dict[Mode, Feet]
    keywords: frozenset[Keyword] = frozenset()
    lowest_plane: Planes | None = None
    max_turn_degrees: Annotated[Exact, Field(ge=0, le=3600), AfterValidator(_manageable)] = Field(
        default_factory=lambda: limit("degrees turned")
    )
    passes_solid: bool = False


class Leg(BaseModel):
    """One leg of the path, moved in one mode.

    `across_feet` and `planes` (up positive, in steps of 0.2) are what it covers; `hill` ("10x5") or `scale_feet` (the
    height of a wall) say it for a climb instead, `down` turns those around. `turn_degrees` is how far the creature
    turns on it, to either side; `through_solid` that something with the Solid keyword is in the way; `terrain_factor`
    multiplies the cost; `lands` ends a flight on something solid above plane 0.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    mode: Mode
    across_feet: Feet = Fraction(0)
    planes: Planes = Fraction(0)
    turn_degrees: Degrees = Fraction(0)
    through_solid: bool = False
    terrain_factor: Annotated[Exact, Field(gt=0, le=100), AfterValidator(_manageable)] = Fraction(1)
    lands: bool = False
    hill: Annotated[str, AfterValidator(_hill)] | None = None
    scale_feet: Annotated[Exact, Field(gt=0, le=MOST_FEET), AfterValidator(_whole_feet)] | None = None
    down: bool = False

    @field_validator("lands")
    @classmethod
    def _only_flights_land(cls, value: bool, info: ValidationInfo) -> bool:
        if value and info.data.get("mode", "fly") != "fly":
            raise ValueError("belongs to a fly leg: only a flight lands")
        return value

    @field_validator("hill")
    @classmethod
    def _hill_alone(cls, value: str | None, info: ValidationInfo) -> str | None:
        if value is not None:
            if info.data.get("mode", "climb") not in ("climb", "dig"):
                raise ValueError("belongs to a climb or dig leg")
            if info.data.get("across_feet") or info.data.get("planes"):
                raise ValueError("already says how far and how high: leave across_feet and planes out")
        return value

    @field_validator("scale_feet")
    @classmethod
    def _wall_alone(cls, value: Fraction | None, info: ValidationInfo) -> Fraction | None:
        if value is not None:
            if info.data.get("mode", "climb") != "climb":
                raise ValueError("belongs to a climb leg")
            if info.data.get("across_feet") or info.data.get("planes") or info.data.get("hill"):
                raise ValueError("already says how high: leave across_feet, planes and hill out")
        return value

    @field_validator("down")
    @classmethod
    def _down_of_what(cls, value: bool, info: ValidationInfo) -> bool:
        if value and info.data.get("hill", "") is None and info.data.get("scale_feet", "") is None:
            raise ValueError("belongs to a hill or to scale_feet: elsewhere planes below 0 go down")
        return value

    @property
    def length(self) -> Fraction:
        """Feet across."""
        return Fraction(read_hill(self.hill)[0]) if self.hill else self.across_feet

    @property
    def rise(self) -> Fraction:
        """Planes up, below 0 for down."""
        height = Fraction(read_hill(self.hill)[1]) if self.hill else self.scale_feet
        if height is None:
            return self.planes
        return (-height if self.down else height) / feet_per_plane("height")
