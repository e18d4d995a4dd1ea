"""The reader's choices where a source is silent: one field a ruling, the default first.

What each choice means stands in `rulings.toml` of its system and in `haventms.clauses()`.
"""

from functools import cache
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

Rounding = Literal["down", "up", "exact"]
Diagonal = Literal["five_ten_five", "five", "ten", "exact"]


def _die(text: str) -> str:
    count, _, sides = text.partition("d")
    dice, faces = int(count or 1), int(sides)
    if not 1 <= dice <= 100 or not 2 <= faces <= 1000 or dice * faces > 2000:
        raise ValueError(
            "must be a die such as d20, 3d6 or d100: 1 to 100 dice of 2 to 1,000 sides, at most 2,000 faces in all"
        )
    return text


Die = Annotated[str, Field(pattern=r"^[0-9]{0,3}d[0-9]{1,4}$"), AfterValidator(_die)]


class Rulings(BaseModel):
    """Answers to the open questions; `Rulings()` takes every default, `Rulings.literal()` the literal readings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    haven_die: Die = "d20"
    haven_meet: Literal["meet", "exceed"] = "meet"
    haven_round: Literal["once", "each"] = "once"
    haven_flat: Literal["kept", "rounded_first"] = "kept"
    haven_stack: Literal["multiply", "worst"] = "multiply"
    haven_sound: Literal["floor", "ceil", "plus_feet"] = "floor"
    haven_per: Literal["floor", "ceil"] = "floor"
    haven_fall: Literal["failure", "always"] = "failure"
    haven_half: Rounding = "down"
    haven_current: Literal["three_quarters", "half"] = "three_quarters"
    haven_easy: Literal["input", "every"] = "input"
    haven_sheer: Literal["awkward", "easy", "whole"] = "awkward"
    haven_started: Literal["started", "whole"] = "started"
    haven_incline: Literal["feet", "square"] = "feet"
    haven_unsdg: Literal["allowed", "base"] = "allowed"
    haven_multiroll: Literal["reached", "whole", "one"] = "reached"
    haven_secondary: Literal["always", "failed"] = "always"
    haven_count: Literal["action", "roll"] = "action"
    haven_shove: Literal["per_move", "per_five"] = "per_move"
    haven_trail: Literal["at_most", "multiplied"] = "at_most"
    haven_iceturn: Literal["turn", "action"] = "turn"
    haven_cycleact: Literal["all", "keeps_move"] = "all"
    haven_windroll: Literal["straight", "three_squares"] = "straight"
    haven_fallwhere: Literal["end", "start"] = "end"
    haven_shift: Literal["turn", "cycle"] = "turn"
    haven_diagonal: Diagonal = "five_ten_five"

    domains_die: Literal["d6", "d4", "d8", "d10", "d12", "d20"] = "d6"
    domains_budget: Literal["shared", "subtract"] = "shared"
    domains_largest: Literal["all", "used"] = "all"
    domains_half: Literal["exact", "half_ascent", "round_up"] = "exact"
    domains_stall: Literal["rest_of_budget", "whole_fly_speed"] = "rest_of_budget"
    domains_dig: Literal["hills", "swim"] = "hills"
    domains_climbcost: Literal["one_for_one", "swim"] = "one_for_one"
    domains_slope: Literal["add", "larger"] = "add"
    domains_edge: Literal["none", "penalty"] = "none"
    domains_long: Literal["attacker", "hit", "both"] = "attacker"
    domains_max: Literal["long", "separate"] = "long"
    domains_minbrawn: Literal["refuse", "minus_one"] = "refuse"
    domains_discipline: Literal["discipline", "precision"] = "discipline"
    domains_entermind: Literal["ranged", "always"] = "ranged"

    overland_die: Literal["plain", "automatic"] = "plain"
    overland_round: Literal["minutes", "hours"] = "minutes"
    overland_mix: Literal["own", "fractions"] = "own"
    overland_day: Literal["full_rest", "clock"] = "full_rest"
    overland_partial: Literal["started", "full"] = "started"
    overland_shortrest: Literal["no_allowance", "new_allowance"] = "no_allowance"
    overland_break: Literal["lower", "literal"] = "lower"
    overland_rhythm: Literal["per_check", "per_hour"] = "per_check"
    overland_conmod: Literal["lower", "unchanged"] = "lower"
    overland_endurance: Literal["until_fatigued", "all"] = "until_fatigued"
    overland_extrarest: Literal["eight", "eight_plus"] = "eight"
    overland_rested: Literal["stages", "steps"] = "stages"
    overland_dayof: Literal["calendar", "hours"] = "calendar"
    overland_flyrest: Literal["eight", "day"] = "eight"
    overland_soar: Literal["free", "walk"] = "free"
    overland_swim: Literal["score", "bonus"] = "score"
    overland_swimexh: Literal["loaded", "all"] = "loaded"
    overland_sprintload: Literal["medium", "light"] = "medium"
    overland_trail: Literal["trackless", "road"] = "trackless"
    overland_vehterrain: Literal["land", "none"] = "land"
    overland_mph: Literal["nearest", "exact"] = "nearest"
    overland_5000: Literal["5000", "5280"] = "5000"
    overland_prose_mph: Literal["table", "prose"] = "table"
    overland_diagonal: Diagonal = "five_ten_five"
    overland_tie: Literal["modifier", "pursuer", "reroll"] = "modifier"

    @classmethod
    def literal(cls) -> "Rulings":
        """Every reading that the register marks literal, the default where none is."""
        from .register import clauses  # the register is read only when somebody asks for it

        marked = {entry.field: choice.token for entry in clauses() for choice in entry.choices if choice.literal}
        return cls.model_validate(marked)

    @property
    def changed(self) -> dict[str, str]:
        """The fields that differ from the default, with their tokens."""
        usual = vars(DEFAULT)
        return {name: value for name, value in vars(self).items() if value != usual[name]}


@cache
def ruling_id(field: str) -> str:
    """The id of the ruling that a field is: `haven_stack` -> "R-HAVEN-STACK"."""
    return "R-" + field.upper().replace("_", "-")


@cache
def ruling_field(id: str) -> str:
    """The field of a ruling's id, "" where it is one without a choice: "R-HAVEN-STACK" -> `haven_stack`."""
    name = id.removeprefix("R-").lower().replace("-", "_")
    return name if name in Rulings.model_fields else ""


DEFAULT = Rulings()
