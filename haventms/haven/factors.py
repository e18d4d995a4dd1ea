"""The terrain factors of Haven as a reader states them: what lies on the ground, how deep, how negated."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, Strict

from ..tables import Row, table
from ..units import Exact, Whole

Yes = Annotated[bool, Strict()]
"""A truth value, nothing that merely looks like one."""

Feet = Annotated[Whole, Field(ge=0, le=10_000)]
"""A length in whole feet."""

Distance = Annotated[Exact, Field(ge=0, le=10_000)]
"""A length in feet that need not be whole."""


def wind_category(feet: int) -> Row:
    """The row of the table of winds for a wind that moves so many feet a turn."""
    (row,) = [row for row in table("haven", "wind") if row["from_feet"] <= feet <= (row["to_feet"] or feet)]
    return row


class TerrainFactor(BaseModel):
    """One factor of the ground. `negated`: an ability cancels it; `lessened`: by so many steps (H-SPD-4)."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    kind: str
    negated: Yes = Field(False, description="An ability cancels this factor")
    lessened: Annotated[Whole, Field(ge=0, le=3)] = Field(
        0, description="Steps by which an ability lessens it: 1/4, 1/2, 3/4, 1"
    )

    @property
    def variant(self) -> str:
        """The row of the table of terrain factors that this factor is."""
        return self.kind

    @property
    def row(self) -> Row:
        """Its row in the table of terrain factors."""
        return table("haven", "terrain")[self.variant]


class Climbing(TerrainFactor):
    """Climbing (H-CLI-1 to H-CLI-3). What the Climb Movement Mode makes of no holds is R-HAVEN-SHEER's to say."""

    kind: Literal["climbing"] = "climbing"
    holds: Literal["easy", "awkward", "none"] = "easy"
    climb_mode: Yes = Field(False, description="Has the Climb Movement Mode")

    @property
    def variant(self) -> str:
        return f"climbing {'awkward' if self.holds == 'none' and self.climb_mode else self.holds}"


class Crowd(TerrainFactor):
    """A crowd (H-CRO-1 to H-CRO-4)."""

    kind: Literal["crowd"] = "crowd"
    size: Literal["small", "large", "dense"] = "small"

    @property
    def variant(self) -> str:
        return f"crowd {self.size}"


class Darkness(TerrainFactor):
    """Darkness (H-DAR-1 to H-DAR-4): it does not slow, but hides."""

    kind: Literal["darkness"] = "darkness"


class Underbrush(TerrainFactor):
    """Underbrush or bushes (H-DIF-1), perhaps of vines that must be broken (H-DIF-2)."""

    kind: Literal["underbrush"] = "underbrush"
    vines: Annotated[Whole, Field(ge=0, le=1000)] = Field(0, description="Vines to break through")

    @property
    def variant(self) -> str:
        return "underbrush vines" if self.vines else "underbrush"


class WadingSolid(TerrainFactor):
    """Wading in something solid, such as sand (H-DIF-3 to H-DIF-5)."""

    kind: Literal["wading_solid"] = "wading_solid"
    depth: Literal["knees", "waist", "neck"] = "knees"

    @property
    def variant(self) -> str:
        return f"wading_solid {self.depth}"


class NoTrail(TerrainFactor):
    """Moving without leaving a trail (H-DIF-6, H-DIF-7)."""

    kind: Literal["no_trail"] = "no_trail"


class Fog(TerrainFactor):
    """Fog (H-FOG-1, H-FOG-2): it does not slow, but shortens sight."""

    kind: Literal["fog"] = "fog"
    normal_range_feet: Distance = Field(60, description="How far the character sees without fog", validate_default=True)


class Ice(TerrainFactor):
    """Ice (H-ICE-1 to H-ICE-3)."""

    kind: Literal["ice"] = "ice"


class Liquid(TerrainFactor):
    """Liquid (H-LIQ-1 to H-LIQ-5). The current counts when swimming; `easy` is the reader's word that it is easy."""

    kind: Literal["liquid"] = "liquid"
    depth: Literal["knees", "hips", "swimming"] = "knees"
    current_feet: Feet = Field(0, description="Feet that the current moves in a turn")
    easy: Yes = Field(False, description="The current is an easy one")

    @property
    def variant(self) -> str:
        return f"liquid {self.depth}"


class UnstableFooting(TerrainFactor):
    """Unstable footing (H-UNS-1 to H-UNS-7), flat or inclined."""

    kind: Literal["unstable_footing"] = "unstable_footing"
    grade: Literal["minor", "moderate", "major"] = "minor"
    incline_feet: Feet = Field(0, description="Feet of inclination")

    @property
    def variant(self) -> str:
        return f"unstable_footing {self.grade}"


class Wind(TerrainFactor):
    """Wind (H-WIN-1 to H-WIN-5). `upwind`: the character moves in the direction from which it comes."""

    kind: Literal["wind"] = "wind"
    feet_per_turn: Feet = Field(0, description="Feet that the wind moves in a turn")
    upwind: Yes = Field(True, description="The character moves against the wind")

    @property
    def variant(self) -> str:
        return f"wind {wind_category(self.feet_per_turn).name}"


Factor = Annotated[
    Climbing | Crowd | Darkness | Underbrush | WadingSolid | NoTrail | Fog | Ice | Liquid | UnstableFooting | Wind,
    Field(discriminator="kind"),
]
"""Any terrain factor; a plain dict is read by its "kind"."""


def _each_once(factors: Sequence[Factor]) -> Sequence[Factor]:
    seen: dict[str, Factor] = {}
    for factor in factors:
        other = seen.get(factor.kind)
        seen[factor.kind] = factor
        if other is None:
            continue
        name = factor.kind.replace("_", " ")
        if other.variant != factor.variant:
            raise ValueError(
                f"must not contradict each other: {other.row['name']} and {factor.row['name']} are both given; "
                f"allowed is one factor of the kind {name}"
            )
        raise ValueError(f"must be given once each: the factor {name} is given twice")
    return factors


Factors = Annotated[Sequence[Factor], Field(max_length=20), AfterValidator(_each_once)]
"""The factors of one place, each kind at most once."""
