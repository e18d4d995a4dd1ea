"""What a journey is made of: travellers, legs, rests, and how fast each traveller takes a leg."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ..errors import RuleError
from ..ledger import Ledger
from ..rulings import Rulings
from ..tables import table
from ..units import MINUTES_PER_HOUR, Exact, Whole
from .books import Effort
from .endurance import Con, allowance_minutes
from .marching import Gifts, Through
from .mounts import Mount, MountMode, Pounds, mount_endurance, mount_pace
from .pace import Armour, Load, Mode, Speed, pace
from .pursuit import Score
from .roads import Road, Terrain, terrain_factor
from .special import dragged_down
from .told import Told
from .vehicles import Current, VehicleName, vehicle

Name = Annotated[str, Field(min_length=1, max_length=100)]
Miles = Annotated[Exact, Field(gt=0, le=10_000)]
Hours = Annotated[Exact, Field(gt=0, le=720)]


class Traveller(BaseModel):
    """One of a party: name, Con, Dex, speed in feet, load, the Endurance feat, and the mount that is ridden.

    Whoever rides goes at the mount's pace, and the checks are the mount's. `fly_feet` and `swim_feet` are a fly speed
    and a Swim speed, None without one. `armour`, like the load, weighs a swimmer down; `swim_modifier` is that of its
    Swim checks; who `needs_air` can drown.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)

    name: Name
    con: Con
    dex: Score = 10
    speed_feet: Speed = Fraction(30)
    load: Load = "light"
    endurance_feat: bool = False
    mount: Mount | None = None
    fly_feet: Speed | None = None
    swim_feet: Speed | None = None
    armour: Armour = "none"
    swim_modifier: Annotated[Whole, Field(ge=-100, le=100)] = 0
    needs_air: bool = True


class Leg(BaseModel):
    """One leg: so many miles or so many hours at one pace through one terrain.

    By `vehicle` everybody moves at its pace, `current_mph` counts on rivers; `rowers` names those who row or pole,
    None all who have no mount. `towed` by draft animals, or `drifting` with the current, nobody toils. It carries
    `cargo_lb` pounds, and goes `on_snow` or off it; None leaves the ground unsaid.

    `through` the air all fly, at their fly speeds, or `soaring`; through the water all swim, or float, `drifting`
    with the current. Terrain, roads and mounts are for legs over land.
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
    cargo_lb: Pounds = Fraction()
    on_snow: bool | None = None
    through: Through = "land"
    soaring: bool = False

    @model_validator(mode="after")
    def _makes_sense(self) -> "Leg":
        if (self.miles is None) == (self.hours is None):
            raise ValueError("a leg needs either miles or hours, one of the two")
        wet = self.vehicle is not None or self.through == "water"
        if (self.vehicle is None and (self.rowers is not None or self.towed)) or (not wet and self.drifts):
            raise ValueError(
                "current_mph, rowers, towed and drifting are for legs by vehicle, or to drift in the water"
            )
        if self.vehicle is None and (self.cargo_lb or self.on_snow is not None):
            raise ValueError("cargo_lb and on_snow are for legs by vehicle")
        if self.drifting and (self.towed or self.current_mph <= 0):
            raise ValueError("drifting needs a current_mph above 0 and nobody who tows")
        self._goes_through()
        return self

    @property
    def drifts(self) -> bool:
        """Whether a current is given or drifted with."""
        return self.drifting or bool(self.current_mph)

    def _goes_through(self) -> None:
        if self.vehicle is not None and self.through != "land":
            raise ValueError("a leg by vehicle has no through: the vehicle says where it goes")
        if self.soaring and self.through != "air":
            raise ValueError("soaring is for legs through the air")
        if self.through == "land":
            return
        if (self.terrain, self.road) != ("plains", "highway"):
            raise ValueError("terrain and road are for legs over land: for air and water the source has no such factor")
        if self.current_mph and not self.drifting:
            raise ValueError("the source gives a current to vehicles and to who drifts, not to who swims")
        if (self.soaring or self.drifting) and self.mode != "walk":
            raise ValueError("who soars or drifts has no pace to choose: mode stays walk")


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
    """How one traveller takes a leg: miles an hour over its ground, and the pace that tires (None: nothing does)."""

    miles_per_hour: Fraction
    effort: Effort | None
    through: Through = "land"


def carried(traveller: Traveller, rulings: Rulings) -> tuple[int, Load, bool]:
    """Con, load and feat of the body that makes a traveller's checks: the mount's where one is ridden."""
    if traveller.mount is None:
        return traveller.con, traveller.load, traveller.endurance_feat
    mount = traveller.mount
    return mount.con, mount_pace(mount.kind, mount.load_lb, "walk", rulings=rulings).load, False


def gaits(leg: Leg, where: str, party: tuple[Traveller, ...], ledger: Ledger, told: Told) -> tuple[Gait, ...]:
    """How each of the party takes a leg, written into the ledger, where the leg is called `where`.

    `told` knows the steps of speeds and ground that stand in the ledger, so that a long journey has them once. A pace
    that is impossible for somebody is a `RuleError`.
    """
    if leg.vehicle is not None:
        return _by_vehicle(leg.vehicle, leg, where, party, ledger, told)
    take = {"land": _alone, "air": _by_air, "water": _by_water}[leg.through]
    found = tuple(take(leg, where, traveller, ledger, told) for traveller in party)
    for traveller, gait in zip(party, found, strict=True):
        if leg.miles is not None and not gait.miles_per_hour:
            slow = f"{where}: {traveller.name} makes 0 miles an hour at a {_pace_of(leg)}, to the nearest mile"
            raise RuleError("O-DIS-1", f"{slow}, and never arrives")
    return found


def gifts(traveller: Traveller) -> Gifts:
    """What the body that makes a traveller's checks is in air and water; no mount of the source flies or swims."""
    if traveller.mount is not None:
        return Gifts()
    return Gifts(
        flies=traveller.fly_feet is not None,
        swims=traveller.swim_feet is not None,
        dragged=dragged_down(traveller.load, traveller.armour),
        swim_modifier=traveller.swim_modifier,
        needs_air=traveller.needs_air,
    )


def _pace_of(leg: Leg) -> Mode:
    return "hustle" if leg.mode == "trot" else leg.mode


def _own_pace(leg: Leg, traveller: Traveller, rulings: Rulings) -> Mode:
    """The pace of a leg, where Con, load and armour leave it open to this traveller."""
    mode = _pace_of(leg)
    row = table("overland", "armour")[traveller.armour]
    if mode not in row["modes"]:
        raise RuleError(row.clause, f"A {mode} is closed to {traveller.name} in {traveller.armour} armour")
    allowance_minutes(traveller.con, mode, traveller.load, Ledger(rulings))
    return mode


def _miles_per_hour(speed_feet: Fraction, mode: Mode, ledger: Ledger, told: Told) -> Fraction:
    moved = told.answer(pace, speed_feet, mode, ledger=ledger)
    for ruling in moved.rulings_used:
        ledger.note(ruling)
    if moved.miles_per_hour is None:
        raise RuleError("O-MOD-4", "A sprint is for tactical movement and has no miles an hour")
    told.tell(moved.ledger[-1:], ledger)  # the others are about rounds and minutes
    return moved.miles_per_hour


def _ground(leg: Leg, vehicle: bool, ledger: Ledger, told: Told) -> Fraction:
    ground = told.answer(terrain_factor, leg.terrain, leg.road, vehicle=vehicle, ledger=ledger)
    for ruling in ground.rulings_used:
        ledger.note(ruling)
    told.tell(ground.ledger, ledger)
    return ground.factor


def _by_air(leg: Leg, where: str, traveller: Traveller, ledger: Ledger, told: Told) -> Gait:
    name = traveller.name
    if traveller.mount is not None:
        raise RuleError("O-END-7", f"{name} rides a {traveller.mount.kind}, and no mount of Table 4 flies")
    if traveller.fly_feet is None:
        raise RuleError("O-END-7", f"{name} has no fly speed")
    mode = _own_pace(leg, traveller, ledger.rulings)
    miles = _miles_per_hour(traveller.fly_feet, mode, ledger, told)
    effort: Effort | None = mode
    how = f"flies at a {mode}"
    if leg.soaring:
        free = ledger.ask("overland_soar") == "free"
        effort = None if free else "walk"
        how = f"soars, which {'costs no endurance' if free else 'counts as a walk'}"
    ledger.add("O-END-7", f"{where}: {name} {how}: miles an hour", miles)
    return Gait(miles, effort, "air")


def _by_water(leg: Leg, where: str, traveller: Traveller, ledger: Ledger, told: Told) -> Gait:
    name = traveller.name
    if traveller.mount is not None:
        raise RuleError("O-END-8", f"{name} rides a {traveller.mount.kind}, and the source has no mounts that swim")
    effort: Effort | None = "swim"
    if leg.drifting:
        free = ledger.ask("overland_soar") == "free"
        effort = None if free else "walk"
        how = f"drifts with the current, which {'costs no endurance' if free else 'counts as a walk'}"
        ledger.add("O-END-8", f"{where}: {name} {how}: miles an hour", leg.current_mph)
        return Gait(leg.current_mph, effort, "water")
    mode = _own_pace(leg, traveller, ledger.rulings)
    if traveller.swim_feet is not None:
        miles = _miles_per_hour(traveller.swim_feet, mode, ledger, told)
        if mode != "walk":
            effort = mode
        how = "at its Swim speed" if mode == "walk" else f"at a {mode}"
        ledger.add("O-END-9", f"{where}: {name} swims {how}: miles an hour", miles)
        return Gait(miles, effort, "water")
    if mode != "walk":
        raise RuleError("O-END-8", f"Without a Swim speed one swims at base speed only, and {name} has none")
    miles = _miles_per_hour(traveller.speed_feet, mode, ledger, told)
    ledger.add("O-END-8", f"{where}: {name} swims at base speed: miles an hour", miles)
    return Gait(miles, effort, "water")


def _alone(leg: Leg, where: str, traveller: Traveller, ledger: Ledger, told: Told) -> Gait:
    mode = _pace_of(leg)
    if traveller.mount is None:
        _own_pace(leg, traveller, ledger.rulings)
        miles, clause = _miles_per_hour(traveller.speed_feet, mode, ledger, told), "O-DIS-1"
    else:
        miles, clause = _ridden(traveller.mount, leg.mode, ledger, told), "O-MOU-1"
    miles *= _ground(leg, False, ledger, told)
    if traveller.mount is not None:
        ledger.note("R-OVERLAND-RIDER")
        ledger.note("R-OVERLAND-MOUNTDC")
    on = f" on a {traveller.mount.kind}" if traveller.mount else ""
    ground = f"{leg.terrain}, {leg.road}"
    ledger.add(clause, f"{where}: {traveller.name}{on} at a {mode} through {ground}: miles an hour", miles)
    return Gait(miles, mode)


def _ridden(mount: Mount, mode: MountMode, ledger: Ledger, told: Told) -> Fraction:
    """Miles an hour of a mount: Table 4, or the stretches of O-MOU-4 where its gallop is for hardier ones."""
    moving = told.answer(mount_pace, mount.kind, mount.load_lb, mode, ledger=ledger)
    lasting = told.answer(mount_endurance, mount.kind, mount.con, mount.load_lb, mode, ledger=ledger)
    told.tell(lasting.ledger, ledger)
    for ruling in (moving if lasting.stretch_miles is None else lasting).rulings_used:
        ledger.note(ruling)
    if lasting.stretch_miles is None:
        return moving.miles_per_hour
    minutes: int = table("overland", "stretch")[moving.mode]["minutes"]
    return lasting.stretch_miles * MINUTES_PER_HOUR / minutes


def _by_vehicle(
    name: VehicleName, leg: Leg, where: str, party: tuple[Traveller, ...], ledger: Ledger, told: Told
) -> tuple[Gait, ...]:
    found = vehicle(
        name, leg.current_mph, cargo_lb=leg.cargo_lb, on_snow=leg.on_snow, towed=leg.towed, rulings=ledger.rulings
    )
    if not leg.drifting:
        told.tell(found.ledger, ledger)
    miles, effort = found.miles_per_hour, found.effort
    if leg.drifting:
        if not table("overland", "vehicles")[name]["river"]:
            raise RuleError("O-VEH-5", f"A {name} does not drift with a current")
        miles, effort = leg.current_mph, None
        ledger.add("O-VEH-5", f"{where}: the {name} drifts with the current: miles an hour", miles)
    elif leg.towed:
        effort = None
    if found.land:
        miles *= _ground(leg, True, ledger, told)
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
