"""Plans for the way of a journey, compared where all of it goes through the same ground."""

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from pydantic import ValidationError

from haventms import RuleError, Rulings, overland

from .journeyparts import Foot, the_party

if TYPE_CHECKING:
    from .overland_journey import OverlandJourney


@lru_cache(maxsize=4)
def compared(inputs: "OverlandJourney", rulings: Rulings, miles: Fraction) -> tuple[overland.Plans | None, str]:
    """The plans for so many miles, or why there are none to compare: facts and pictures ask for the same ones."""
    grounds = {(row.terrain, row.road) for row in inputs.plan if isinstance(row, Foot)}
    if len(grounds) != 1 or any(row.part == "craft" for row in inputs.plan):
        return None, "Compared only where all legs go on foot or mounted through one kind of ground."
    ((terrain, road),) = grounds
    how, party = inputs.compare, tuple(the_party(inputs.travellers))
    start = Fraction(inputs.start_hour)
    try:
        found = overland.plans(miles, party, terrain, road, how.risk, how.risk_of, how.hours_a_day, start, rulings)
    except RuleError as error:
        return None, f"{error}."
    except ValidationError as error:
        return None, str(error.errors()[0]["msg"])
    return found, ""
