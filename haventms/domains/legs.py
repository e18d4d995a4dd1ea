"""What one leg costs in its mode, and which clauses it breaks."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from pydantic import BaseModel, ConfigDict

from ..ledger import Ledger
from ..register import implements
from ..units import plain
from .terms import Creature, Leg, Mode, cite, counted, feet_per_plane, plane_text, read_hill

Costs = dict[Mode, Fraction]


class Problem(BaseModel):
    """What the rules do not allow: the clause, a sentence, and the number of the leg where it shows."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    clause: str
    message: str
    leg: int


@dataclass
class Walk:
    """The turn so far: where the creature is, whether it is in the air, and what went wrong."""

    creature: Creature
    ledger: Ledger
    plane: Fraction
    in_air: bool
    number: int = 0
    problems: list[Problem] = field(default_factory=list)

    def step(self, clause: str, text: str, value: int | Fraction | str = "", table: str = "") -> None:
        """A line of the ledger about the present leg."""
        self.ledger.add(clause, f"Leg {self.number}: {text}", value, table)

    def refuse(self, clause: str, text: str) -> None:
        """A problem of the present leg; all of them are listed."""
        self.problems.append(Problem(clause=clause, message=f"Leg {self.number}: {text}", leg=self.number))
        self.step(clause, text, "not allowed")


@implements("D-LAN-1")
def land_leg(leg: Leg, walk: Walk) -> Costs:
    """D-LAN-1: land speed needs solid ground and stays on its plane; objects are gone around or climbed."""
    _needs_ground("D-LAN-1", "land", walk)
    if leg.planes:
        walk.refuse("D-LAN-1", "land speed stays on its plane; a higher or lower one takes another mode, such as climb")
    return {"land": _across("D-LAN-1", leg, walk)}


@implements("D-SWI-1", "D-SWI-2")
def swim_leg(leg: Leg, walk: Walk) -> Costs:
    """D-SWI-1, D-SWI-2: swimming keeps to the surface, or goes below it with Dive; each plane costs ten feet."""
    deepest, highest = sorted((walk.plane, walk.plane + leg.planes))
    if highest > 0:
        walk.refuse("D-SWI-1", f"plane {plane_text(highest)} lies above the surface, where nothing swims")
    if deepest < 0 and "dive" in walk.creature.keywords:
        walk.step(
            "D-SWI-1", f"plane {plane_text(deepest)} lies below the surface; the Dive keyword opens it", "allowed"
        )
    elif deepest < 0:
        walk.refuse("D-SWI-1", f"plane {plane_text(deepest)} lies below the surface, which takes the Dive keyword")
    lowest = walk.creature.lowest_plane
    if lowest is not None and deepest < lowest:
        walk.refuse(
            "D-SWI-2", f"plane {plane_text(deepest)} is deeper than {plane_text(lowest)}, the lowest it may swim in"
        )
    return {"swim": sloped("D-SWI-1", leg, walk, _height("D-SWI-2", "swim", leg.planes, walk))}


@implements("D-CLI-1")
def climb_leg(leg: Leg, walk: Walk) -> Costs:
    """D-CLI-1: climbing rises over something solid underfoot, and goes down as far as plane 0 at the same cost."""
    end = walk.plane + leg.rise
    if leg.rise < 0 and end < 0:
        walk.refuse("D-CLI-1", f"climbing down enters plane {plane_text(end)}; below plane 0 a climb only rises")
    if leg.scale_feet is not None:
        return scale_leg(leg.scale_feet, walk)
    _needs_ground("D-CLI-1", "climb", walk)
    if leg.hill:
        return hill_leg(leg.hill, walk)
    row = "climb"
    if leg.planes and walk.ledger.ask("domains_climbcost") == "swim":
        row = "climb as swim"
    return {"climb": sloped("D-CLI-1", leg, walk, _height("D-CLI-1", row, leg.planes, walk))}


@implements("D-CLI-2")
def hill_leg(hill: str, walk: Walk) -> Costs:
    """D-CLI-2: an elevation LxC takes L feet of land speed and C feet of climb speed, and rises C / 5 planes."""
    across, up = read_hill(hill)
    walk.step("D-CLI-2", f"the hill {hill} takes {counted(across)} of land speed and {up} of climb speed", across + up)
    return {"land": Fraction(across), "climb": Fraction(up)}


@implements("D-CLI-3")
def scale_leg(height: Fraction, walk: Walk) -> Costs:
    """D-CLI-3: with the Scale keyword a vertical solid is climbed; its height costs climb speed one for one."""
    if "scale" in walk.creature.keywords:
        walk.in_air = False  # it holds on to the wall
    else:
        walk.refuse("D-CLI-3", "a vertical wall takes the Scale keyword")
    cost = height / feet_per_plane("height") * feet_per_plane("scale")
    walk.step("D-CLI-3", f"a wall of {counted(height)} costs its height", cost, cite("scale"))
    return {"climb": cost}


@implements("D-FLY-1", "D-FLY-2")
def fly_leg(leg: Leg, walk: Walk) -> Costs:
    """D-FLY-1, D-FLY-2: flight enters positive planes, plane 0 is landing; up costs double, down half the height."""
    end = walk.plane + leg.planes
    deepest = min(walk.plane, end)
    if deepest < 0:
        walk.refuse("D-FLY-1", f"flight in plane {plane_text(deepest)}; only positive planes are flown in")
    row = "fly up"
    if leg.planes < 0:
        halved = walk.ledger.ask("domains_half") == "half_ascent"
        row = "fly down, half of the ascent" if halved else "fly down"
    cost = sloped("D-FLY-1", leg, walk, _height("D-FLY-2", row, leg.planes, walk))
    if end == 0:
        walk.ledger.note("R-DOMAINS-LANDING")
        walk.step("D-FLY-1", "lands in plane 0" if leg.planes else "level flight at plane 0 enters no plane")
    elif leg.lands:
        walk.step("D-FLY-1", f"lands on something solid in plane {plane_text(end)}")
    walk.in_air = end > 0 and not leg.lands
    return {"fly": cost}


@implements("D-DIG-1", "D-DIG-2")
def dig_leg(leg: Leg, walk: Walk) -> Costs:
    """D-DIG-1, D-DIG-2: digging goes through terrain into any plane; elevations cost what they cost a climber."""
    _needs_ground("D-DIG-1", "dig", walk)
    as_swim = leg.rise != 0 and walk.ledger.ask("domains_dig") == "swim"
    height = _height("D-DIG-2", "dig as swim" if as_swim else "dig", leg.rise, walk)
    if not leg.hill:
        return {"dig": sloped("D-DIG-1", leg, walk, height)}
    cost = leg.length + height
    walk.step("D-DIG-2", f"the hill {leg.hill} is dug through: {counted(leg.length)} and its height", cost)
    return {"dig": cost}


@implements("D-MOV-3")
def solid_leg(leg: Leg, walk: Walk) -> None:
    """D-MOV-3: nobody moves through the Solid keyword, except by special movement; digging opens some of it."""
    if not leg.through_solid:
        return
    if walk.creature.passes_solid:
        walk.step("D-MOV-3", "a special movement passes through the Solid keyword", "allowed")
    elif leg.mode == "dig":
        walk.step("D-DIG-1", "the digging goes through a fortification", "allowed")
    else:
        walk.refuse("D-MOV-3", "the Solid keyword is in the way, and no special movement passes through it")


@implements("D-LAN-2")
def with_terrain(costs: Costs, leg: Leg, walk: Walk) -> Costs:
    """D-LAN-2: terrain costs nothing extra (what the source points to is missing), unless a factor is given."""
    if leg.terrain_factor == 1:
        return costs
    walk.ledger.note("R-DOMAINS-TERRAIN")
    dearer = {mode: cost * leg.terrain_factor for mode, cost in costs.items()}
    walk.step("D-LAN-2", f"the given terrain factor multiplies by {plain(leg.terrain_factor)}", sum(dearer.values()))
    return dearer


LEGS: dict[Mode, Callable[[Leg, Walk], Costs]] = {
    "land": land_leg,
    "swim": swim_leg,
    "climb": climb_leg,
    "fly": fly_leg,
    "dig": dig_leg,
}


def _needs_ground(clause: str, mode: Mode, walk: Walk) -> None:
    if walk.in_air:
        walk.refuse(
            clause,
            f"{mode} speed needs something solid, but the creature is in the air at plane {plane_text(walk.plane)}",
        )


def _across(clause: str, leg: Leg, walk: Walk) -> Fraction:
    if leg.across_feet:
        walk.step(clause, f"{counted(leg.across_feet)} across", leg.across_feet)
    return leg.across_feet


def _height(clause: str, row: str, planes: Fraction, walk: Walk) -> Fraction:
    each = feet_per_plane(row)
    cost = abs(planes) * each
    if planes:
        way = "up" if planes > 0 else "down"
        noun = "plane" if abs(planes) == 1 else "planes"
        text = f"{plane_text(abs(planes))} {noun} {way} at {counted(each)} a plane"
        walk.step(clause, text, cost, cite(row))
    return cost


def sloped(clause: str, leg: Leg, walk: Walk, height: Fraction) -> Fraction:
    """What the feet across and the given cost of the height come to: R-DOMAINS-SLOPE."""
    across = _across(clause, leg, walk)
    if not (across and height):
        return across + height
    if walk.ledger.ask("domains_slope") == "larger":
        cost = max(across, height)
        walk.step(clause, "across and height together cost the larger of the two", cost)
    else:
        cost = across + height
        walk.step(clause, "across and height together cost their sum", cost)
    return cost
