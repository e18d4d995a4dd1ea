"""What a journey is made of: travellers, legs, rests, and how fast each traveller takes a leg."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ..errors import RuleError
from ..ledger import Ledger
from ..rulings import Rulings
from ..tables import table
from ..units import MINUTES_PER_HOUR, Exact
from .endurance import Con, allowance_minutes
from .mounts import Mount, MountMode, mount_endurance, mount_pace
from .pace import Load, Mode, Speed
from .pursuit import Score
from .roads import Road, Terrain, distance, terrain_factor
from .vehicles import Current, VehicleName, vehicle

Name = Annotated[str, Field(min_length=1, max_length=100)]
Miles = Annotated[Exact, Field(gt=0, le=10_000)]
Hours = Annotated[Exact, Field(gt=0, le=720)]


class Traveller(BaseModel):
    """One of a party: name, Con, Dex, speed in feet, load, the Endurance feat, and the mount that is ridden.

    Whoever rides goes at the mount's pace, and the checks are the mount's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)

    name: Name
    con: Con
    dex: Score = 10
    speed_feet: Speed = Fraction(30)
    load: Load = "light"
    endurance_feat: bool = False
    mount: Mount | None = None


class Leg(BaseModel):
    """One leg: so many miles or so many hours at one pace through one terrain.

    By `vehicle` everybody moves at its pace, `current_mph` counts on rivers; `rowers` names those who row or pole,
    None all who have no mount. `towed` by draft animals, or `drifting` with the current, nobody toils.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)

    kind: Literal["leg"] = "leg"
    miles: Miles | None = None
    hours: Hours | None = None
    mode: MountMode = "walk"
    terrain: Terrain = "plains"
    road: Road = "highway"
    vehicle: VehicleName | None = None
    current_mph: Current = Fraction()
    rowers: tuple[Name, ...] | None = None
    towed: bool = False
    drifting: bool = False

    @model_validator(mode="after")
    def _makes_sense(self) -> "Leg":
        if (self.miles is None) == (self.hours is None):
            raise ValueError("a leg needs either miles or hours, one of the two")
        if self.vehicle is None and (self.current_mph or self.rowers is not None or self.towed or self.drifting):
            raise ValueError("current_mph, rowers, towed and drifting are for legs by vehicle")
        if self.drifting and (self.towed or self.current_mph <= 0):
            raise ValueError("a drifting vehicle needs a current_mph above 0 and nobody who tows")
        return self


class Rest(BaseModel):
    """So many hours of rest."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)

    kind: Literal["rest"] = "rest"
    hours: Hours


def _named_apart(party: tuple[Traveller, ...]) -> tuple[Traveller, ...]:
    if len({each.name for each in party}) < len(party):
        raise ValueError("each traveller needs a name of its own")
    return party


def _goes_somewhere(plan: tuple[Leg | Rest, ...]) -> tuple[Leg | Rest, ...]:
    if not any(part.kind == "leg" for part in plan):
        raise ValueError("a journey needs a leg, not only rests")
    return plan


Party = Annotated[tuple[Traveller, ...], Field(min_length=1, max_length=12), AfterValidator(_named_apart)]
Plan = Annotated[tuple[Leg | Rest, ...], Field(min_length=1, max_length=400), AfterValidator(_goes_somewhere)]


@dataclass(frozen=True, slots=True)
class Gait:
    """How one traveller takes a leg: miles an hour over its ground, and the pace that tires (None: a passenger)."""

    miles_per_hour: Fraction
    effort: Mode | None


def carried(traveller: Traveller, rulings: Rulings) -> tuple[int, Load, bool]:
    """Con, load and feat of the body that makes a traveller's checks: the mount's where one is ridden."""
    if traveller.mount is None:
        return traveller.con, traveller.load, traveller.endurance_feat
    mount = traveller.mount
    return mount.con, mount_pace(mount.kind, mount.load_lb, "walk", rulings=rulings).load, False


def gaits(leg: Leg, where: str, party: tuple[Traveller, ...], ledger: Ledger) -> tuple[Gait, ...]:
    """How each of the party takes a leg, written into the ledger, where the leg is called `where`.

    A pace that is impossible for somebody is a `RuleError`.
    """
    if leg.vehicle is not None:
        return _by_vehicle(leg.vehicle, leg, where, party, ledger)
    return tuple(_alone(leg, where, traveller, ledger) for traveller in party)


def _alone(leg: Leg, where: str, traveller: Traveller, ledger: Ledger) -> Gait:
    mode: Mode = "hustle" if leg.mode == "trot" else leg.mode
    if traveller.mount is None:
        one = distance(traveller.speed_feet, Fraction(1), mode, leg.terrain, leg.road, rulings=ledger.rulings)
        used, miles, clause = one.rulings_used, one.miles, "O-DIS-1"
        allowance_minutes(traveller.con, mode, traveller.load, Ledger(ledger.rulings))
    else:
        ridden, used = _ridden(traveller.mount, mode, ledger.rulings)
        factor = terrain_factor(leg.terrain, leg.road, rulings=ledger.rulings).factor
        miles, clause = ridden * factor, "O-MOU-1"
    for ruling in used:
        ledger.note(ruling)
    if traveller.mount is not None:
        ledger.note("R-OVERLAND-RIDER")
        ledger.note("R-OVERLAND-MOUNTDC")
    on = f" on a {traveller.mount.kind}" if traveller.mount else ""
    ground = f"{leg.terrain}, {leg.road}"
    ledger.add(clause, f"{where}: {traveller.name}{on} at a {mode} through {ground}: miles an hour", miles)
    return Gait(miles, mode)


def _ridden(mount: Mount, mode: Mode, rulings: Rulings) -> tuple[Fraction, tuple[str, ...]]:
    """Miles an hour of a mount: Table 4, or the stretches of O-MOU-4 where its gallop is for hardier ones."""
    moving = mount_pace(mount.kind, mount.load_lb, mode, rulings=rulings)
    lasting = mount_endurance(mount.kind, mount.con, mount.load_lb, mode, rulings=rulings)
    if lasting.stretch_miles is None:
        return moving.miles_per_hour, moving.rulings_used
    minutes: int = table("overland", "stretch")[mode]["minutes"]
    return lasting.stretch_miles * MINUTES_PER_HOUR / minutes, lasting.rulings_used


def _by_vehicle(
    name: VehicleName, leg: Leg, where: str, party: tuple[Traveller, ...], ledger: Ledger
) -> tuple[Gait, ...]:
    found = vehicle(name, leg.current_mph, towed=leg.towed, rulings=ledger.rulings)
    miles, effort = found.miles_per_hour, found.effort
    if leg.drifting:
        if not table("overland", "vehicles")[name]["river"]:
            raise RuleError("O-VEH-5", f"A {name} does not drift with a current")
        miles, effort = leg.current_mph, None
        ledger.add("O-VEH-5", f"{where}: the {name} drifts with the current: miles an hour", miles)
    elif leg.towed:
        effort = None
    if found.land:
        ground = terrain_factor(leg.terrain, leg.road, vehicle=True, rulings=ledger.rulings)
        miles *= ground.factor
        for ruling in ground.rulings_used:
            ledger.note(ruling)
    ledger.add("O-VEH-1", f"{where}: all by {name}: miles an hour", miles)
    if effort is None:
        return (Gait(miles, None),) * len(party)
    able = [traveller.name for traveller in party if traveller.mount is None]
    rowing = [name for name in able if leg.rowers is None or name in leg.rowers]
    ledger.note("R-OVERLAND-RIDER")
    who = ", ".join(rowing) or "nobody of the party"
    ledger.add("O-VEH-6", f"{where}: at the oars or poles, which tires like a {effort}: {who}", effort)
    return tuple(Gait(miles, effort if traveller.name in rowing else None) for traveller in party)


def check_rowers(plan: tuple[Leg | Rest, ...], party: tuple[Traveller, ...]) -> str | None:
    """What is wrong with the rowers that the legs name, None if nothing."""
    names = {traveller.name for traveller in party if traveller.mount is None}
    for part in plan:
        if isinstance(part, Leg) and (unknown := sorted({*(part.rowers or ())} - names)):
            return f"plan must name rowers who are in the party and have no mount, not {', '.join(unknown)}"
    return None
