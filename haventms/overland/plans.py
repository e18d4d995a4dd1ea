"""Plans for the same way compared: which arrives first at a risk that one is ready to take."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, ValidationError

from ..checked import checked
from ..ledger import Ledger, Result
from ..rulings import Rulings
from ..units import HOURS_PER_DAY, MINUTES_PER_HOUR, Exact, plain
from .endurance import endurance, span
from .journey import StartHour, travelled
from .marching import EXHAUSTED, FATIGUED, FRESH, Through, refusal
from .pace import Mode
from .rest import needed_hours
from .roads import Road, Terrain
from .special import swimming
from .timetable import Stage
from .told import Told
from .travel import Leg, Miles, Party, Rest, Traveller, carried, gaits

RiskOf = Literal["dead", "exhausted", "fatigued"]
Risk = Annotated[Exact, Field(ge=0, le=1)]
HoursADay = Annotated[Exact, Field(gt=0, lt=24)]

_MOST_DAYS = 200
_PACES: tuple[Mode, ...] = ("walk", "hustle")
_SLOW: dict[Through, tuple[str, str, str]] = {  # what going slowly and going on is called, the clause of its time
    "land": ("walk", "march", "O-END-0"),
    "air": ("fly", "fly", "O-END-7"),
    "water": ("swim", "swim", "O-END-8"),
}
_AT_MOST: dict[RiskOf, int] = {"dead": EXHAUSTED, "exhausted": FATIGUED, "fatigued": FRESH}  # who is no worse is not


@dataclass(frozen=True, slots=True)
class PlanOdds:
    """One plan: its legs and rests, when it arrives, the greatest chance of the risk at any time, who arrives.

    `arrival_hour` counts on from the midnight before the start. `allowed`: within the chosen risk, and somebody may
    arrive. Where the plan cannot be followed `problem` says why, and nothing else is known.
    """

    name: str
    plan: tuple[Leg | Rest, ...]
    days: int | None
    arrival_hour: Exact | None
    chance: Exact | None
    p_all_arrive: Exact | None
    allowed: bool
    problem: str


class Plans(Result):
    """The plans, the earliest arrival first, those that cannot be followed last; `best` is the first allowed one."""

    model_config = ConfigDict(defer_build=True)

    plans: tuple[PlanOdds, ...]
    best: str | None

    @property
    def headline(self) -> str:
        if self.best is None:
            return "No plan stays within the risk."
        first = next(each for each in self.plans if each.name == self.best)
        return f"Best at this risk: {self.best}, arrival on day {first.days}."


@checked
def plans(
    miles: Miles,
    travellers: Party,
    terrain: Terrain = "plains",
    road: Road = "highway",
    risk: Risk = Fraction(0),
    risk_of: RiskOf = "dead",
    hours_a_day: HoursADay = Fraction(8),
    start_hour: StartHour = Fraction(6),
    through: Through = "land",
    rulings: Rulings | None = None,
) -> Plans:
    """O-END, O-FOR and O-RES: plans for the same way, compared by arrival at a chosen risk.

    Each day some hours of walking (`hours_a_day`), walking or hustling until the first of the party would have to
    check, the rest of the day being rest; walking or hustling through without any. `risk`, 0 to 1, is the greatest
    chance that is accepted at any time for somebody to be `risk_of` or worse. Each plan starts at `start_hour` and
    leaves the dead behind. `through` the air or the water all fly or swim, and there is no terrain or road to choose;
    without a Swim speed nobody hustles there.
    """
    ledger = Ledger(rulings)
    if through != "land" and (terrain, road) != ("plains", "highway"):
        raise refusal("plans", "terrain", "terrain and road are for ways over land", terrain)
    way = _Way(miles, travellers, terrain, road, start_hour, through, ledger.rulings)
    most = HOURS_PER_DAY - needed_hours(FRESH)
    slow, on, clause = _SLOW[through]
    cases: list[tuple[str, Mode, Fraction | None]] = [(f"{slow} {plain(hours_a_day)} h", "walk", hours_a_day)]
    paces = _PACES if through != "water" or all(each.swim_feet for each in travellers) else _PACES[:1]
    for mode in paces:
        free = min(_free_hours(traveller, mode, through, ledger) for traveller in travellers)
        name = _called(mode, through)
        ledger.add(clause, f"The first of the party to tire can {name} for", span(free * MINUTES_PER_HOUR))
        cases.append((f"{name} until tired", mode, min(free, Fraction(most))))
    cases += [(f"{on if mode == 'walk' else mode} through", mode, None) for mode in paces]
    found = [_judged(name, way.plan(mode, hours), way, risk, risk_of, ledger) for name, mode, hours in cases]
    ranked = sorted(found, key=lambda each: (each.arrival_hour is None, each.arrival_hour or 0))
    for each in ranked:
        if each.chance is None:
            ledger.add("O-END-0", f"{each.name}: {each.problem}", "cannot be followed")
        else:
            arrival = f"arrival on day {each.days}, {'within' if each.chance <= risk else 'beyond'} the risk"
            worse = "" if risk_of == "dead" else " or worse"
            text = f"{each.name}: {arrival}; greatest chance that somebody is {risk_of}{worse}"
            ledger.add("O-FOR-5" if risk_of == "dead" else "O-FOR-1", text, each.chance)
    best = next((each.name for each in ranked if each.allowed), None)
    return Plans(plans=tuple(ranked), best=best, **ledger.close())


def _called(mode: Mode, through: Through) -> str:
    """What moving at a pace is called: who walks on land flies or swims elsewhere."""
    return _SLOW[through][0] if mode == "walk" else mode


def _free_hours(traveller: Traveller, mode: Mode, through: Through, ledger: Ledger) -> Fraction:
    con, load, _ = carried(traveller, ledger.rulings)
    if through == "water":
        swims = traveller.swim_feet is not None
        swum = swimming(con, load, traveller.armour, swims, mode, rulings=ledger.rulings)
        minutes, asked = swum.minutes or 0, swum.rulings_used
    else:
        found = endurance(con, mode, load, rulings=ledger.rulings)
        minutes, asked = found.minutes, found.rulings_used
    for ruling in asked:
        ledger.note(ruling)
    return Fraction(minutes, MINUTES_PER_HOUR)


@dataclass(frozen=True, slots=True)
class _Way:
    """The way that all plans go, and the party that goes it."""

    miles: Fraction
    party: tuple[Traveller, ...]
    terrain: Terrain
    road: Road
    start_hour: Fraction
    through: Through
    rulings: Rulings
    told: Told = field(default_factory=Told)

    def plan(self, mode: Mode, hours: Fraction | None) -> tuple[Leg | Rest, ...] | str:
        """Legs and rests of a plan that moves so many hours a day, None for all of them; or why there is none."""
        if hours is None:
            return (self._leg(mode, self.miles),)
        if not hours:
            return f"somebody cannot {_called(mode, self.through)} at all without a check"
        one = gaits(self._leg(mode, self.miles), "", self.party, Ledger(self.rulings), self.told)
        a_day = min(gait.miles_per_hour for gait in one) * hours
        days = ceil(self.miles / a_day)
        if days > _MOST_DAYS:
            return f"it takes more than {_MOST_DAYS} days"
        day = (self._leg(mode, a_day), Rest(hours=HOURS_PER_DAY - hours))
        return (*(day * (days - 1)), self._leg(mode, self.miles - (days - 1) * a_day))

    def stages(self, plan: tuple[Leg | Rest, ...], ledger: Ledger) -> list[Stage]:
        """A plan, ready to be travelled: all its legs are taken like the first."""
        legs = [part for part in plan if isinstance(part, Leg)]
        gone = gaits(legs[0], "Part 1", self.party, ledger, self.told)
        last = len(plan) - 1
        return [
            Stage(part.hours)
            if isinstance(part, Rest)
            else Stage(Fraction(part.miles or 0), gone, by_miles=True, closing=True, arrives=place == last)
            for place, part in enumerate(plan)
        ]

    def _leg(self, mode: Mode, miles: Fraction) -> Leg:
        return Leg(miles=miles, mode=mode, terrain=self.terrain, road=self.road, through=self.through)


def _judged(
    name: str, plan: tuple[Leg | Rest, ...] | str, way: _Way, risk: Fraction, risk_of: RiskOf, ledger: Ledger
) -> PlanOdds:
    """A plan with its odds."""
    if isinstance(plan, str):
        return _closed(name, plan)
    own = Ledger(way.rulings)
    try:
        trip = travelled(way.stages(plan, own), way.party, way.start_hour, False, way.rulings)
    except ValidationError as error:
        return _closed(name, error.errors()[0]["msg"])
    for ruling in (*own.close()["rulings_used"], *trip.asked):
        ledger.note(ruling)
    arrival = trip.table.arrival
    chance = 1 - min(after.nobody_worse(_AT_MOST[risk_of]) for after in trip.table.afters)
    allowed = chance <= risk and bool(arrival.minutes)
    return PlanOdds(name, plan, trip.days, trip.arrival_hour, chance, arrival.everybody, allowed, "")


def _closed(name: str, problem: str) -> PlanOdds:
    return PlanOdds(name, (), None, None, None, None, False, problem)
