"""Plans for the way of a journey, compared where all of it goes through the same ground."""

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from pydantic import ValidationError

from haventms import RuleError, Rulings, overland
from haventms.allowance import affordable, allowance, spend

from .journeyparts import the_party, the_plan

if TYPE_CHECKING:
    from .overland_journey import OverlandJourney

STEPS = 80_000
"""Steps that comparing plans may cost, all together; a plan for which none are left says so."""


def compared(inputs: "OverlandJourney", rulings: Rulings, miles: Fraction) -> tuple[overland.Plans | None, str]:
    """The plans for so many miles, or why there are none to compare."""
    plans, problem, cost = _compared(inputs, rulings, miles, affordable(STEPS))
    spend(cost)  # what compares readings has an allowance for all of them
    return plans, problem


@lru_cache(maxsize=16)
def _compared(
    inputs: "OverlandJourney", rulings: Rulings, miles: Fraction, steps: int
) -> tuple[overland.Plans | None, str, int]:
    """The same with the steps it has cost, of so many: facts and pictures ask for the same ones."""
    legs = [leg for leg in the_plan(inputs.plan) if isinstance(leg, overland.Leg)]
    ways = {(leg.terrain, leg.road, leg.through) for leg in legs}
    if len(ways) != 1 or any(leg.vehicle or leg.soaring or leg.drifting for leg in legs):
        why = "Compared only where all legs go over one kind of ground, or all through air or water by own strength."
        return None, why, 0
    ((terrain, road, through),) = ways
    how, party = inputs.compare, tuple(the_party(inputs.travellers))
    start = Fraction(inputs.start_hour)
    with allowance(steps) as own:
        try:
            found = overland.plans(
                miles, party, terrain, road, how.risk, how.risk_of, how.hours_a_day, start, through, rulings
            )
        except RuleError as error:
            return None, f"{error}.", own.used
        except ValidationError as error:
            return None, str(error.errors()[0]["msg"]), own.used
    return found, "", own.used
