"""Journeys: a party through legs and rests, every branch of its odds exact, and one seeded run told as a log."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from ..checked import checked
from ..dice import Odds, percent
from ..ledger import Ledger, Result
from ..rulings import Rulings
from ..units import HOURS_PER_DAY, MINUTES_PER_HOUR, Exact, Whole, plain
from .bodies import Body
from .books import Amount, lean
from .endurance import span
from .journey_log import tell
from .march import tell_feat
from .marching import DEAD, EXHAUSTED, FATIGUED, FRESH, LEFT, Roller, TooMuch, refusal
from .timetable import Stage, Standing, Timetable
from .told import Told
from .travel import Leg, Party, Plan, Rest, Traveller, carried, check_rowers, gaits, gifts

StartHour = Annotated[Exact, Field(ge=0, lt=24)]
OnDeath = Literal["leave_behind", "stop"]


@dataclass(frozen=True, slots=True)
class State:
    """The odds of one traveller's state after a part, of the mount where one is ridden.

    `fresh`, `fatigued`, `exhausted` (alive, whatever Con is left) and `dead` sum to 1; `con` are the odds of the Con
    left. Where it hangs on luck, these are the most: Con `checks` made so far, `extra_rest_minutes` owed,
    `missing_hours` of rest since the last full one. `left_behind` is the part of the living who go no further: flyers
    that had to land, swimmers below the surface, of whom the source says no more.
    """

    fresh: Exact
    fatigued: Exact
    exhausted: Exact
    dead: Exact
    con: Odds
    checks: int
    extra_rest_minutes: int
    missing_hours: Exact
    left_behind: Exact = Fraction()


@dataclass(frozen=True, slots=True)
class Part:
    """A leg or a rest of the timetable, and the odds after it.

    Hours count on from the midnight before the start, `day` 1 being that of the start. `anyone_tired`,
    `anyone_exhausted` and `anyone_dead` are the chances that somebody is at least that badly off.
    """

    day: int
    kind: Literal["leg", "rest"]
    from_hour: Exact
    to_hour: Exact
    miles: Exact
    by_traveller: dict[str, State]
    anyone_tired: Exact
    anyone_exhausted: Exact
    anyone_dead: Exact


@dataclass(frozen=True, slots=True)
class Arrival:
    """An hour at which the party may arrive, with the chance that somebody does then."""

    hour: Exact
    chance: Exact


class Journey(Result):
    """A journey: its timetable, the odds after each part, who arrives.

    The timetable is that in which nobody who sets the pace dies, or the likeliest where that cannot be. On a leg by
    hours, which ends at the same hour whoever dies, a pace holds until the check at which its setter is surely dead.

    `arrival_hour` counts on from the midnight before the start, `days` are the calendar days until then.
    `arrivals` has every hour at which somebody may arrive: a death can change the pace. With a seed `log` tells one
    run and `ended` how it ended for each.
    """

    model_config = ConfigDict(defer_build=True)

    parts: tuple[Part, ...]
    days: int
    miles: Exact
    arrival_hour: Exact
    arrivals: tuple[Arrival, ...]
    p_all_arrive: Exact
    p_arrive: dict[str, Exact]
    log: tuple[str, ...]
    ended: dict[str, str] | None

    @property
    def headline(self) -> str:
        hour = self.arrival_hour - (self.days - 1) * HOURS_PER_DAY
        clock = f"{floor(hour)}:{floor(hour * MINUTES_PER_HOUR) % MINUTES_PER_HOUR:02}"
        who = "all arrive" if len(self.p_arrive) > 1 else f"{next(iter(self.p_arrive))} arrives"
        chance = percent(self.p_all_arrive)
        return f"{plain(self.miles)} miles, arrival on day {self.days} at {clock}; {who} alive with {chance}."


@checked
def journey(
    plan: Plan,
    travellers: Party,
    start_hour: StartHour = Fraction(6),
    on_death: OnDeath = "leave_behind",
    seed: Whole | None = None,
    rulings: Rulings | None = None,
) -> Journey:
    """O-FOR and O-RES played out over legs and rests for a party, the slowest living setting the pace.

    `plan` has 1 to 400 legs and rests, at least one leg; rests that follow each other are one rest. 1 to 12
    `travellers`. `start_hour` from 0 to below 24. `leave_behind`: who dies (who loses the mount that is ridden, who is
    exhausted on the wing and must land, who slips below the surface) stays where that happens and the others go on;
    `stop`: all stop there. A `seed` tells one run in `log`. A pace
    that is impossible for somebody is a `RuleError`; a journey of more than 366 days, or one whose odds branch too
    much to be computed, is refused.
    """
    ledger = Ledger(rulings)
    if wrong := check_rowers(plan, travellers):
        raise refusal("journey", "plan", wrong, plan)
    stages, stop = _stages(plan, travellers, ledger), on_death == "stop"
    trip = travelled(stages, travellers, start_hour, stop, ledger.rulings)
    table, bodies = trip.table, trip.table.bodies
    names = [traveller.name for traveller in travellers]
    parts = _parts(plan, table, names)
    labels = [_label(traveller) for traveller in travellers]
    run = None if seed is None else tell(bodies, names, labels, stages, trip.start, stop, seed)
    for ruling in trip.asked:
        ledger.note(ruling)
    _tell(parts, names, table, ledger)
    _tell_left(plan, parts[-1], ledger)
    if helped := [
        body.roller
        for body, state in zip(bodies, parts[-1].by_traveller.values(), strict=True)
        if body.roller.endurance_feat and state.checks
    ]:
        tell_feat(helped[0], ledger)
    return Journey(
        parts=parts,
        days=trip.days,
        miles=sum((part.miles for part in parts), start=Fraction()),
        arrival_hour=trip.arrival_hour,
        arrivals=tuple(
            Arrival(Fraction(minute) / MINUTES_PER_HOUR, chance)
            for minute, chance in sorted(table.arrival.minutes.items())
        ),
        p_all_arrive=table.arrival.everybody,
        p_arrive=dict(zip(names, table.arrival.each, strict=True)),
        log=run.lines if run else (),
        ended=run.ended if run else None,
        **ledger.close(),
    )


@dataclass(frozen=True, slots=True)
class Trip:
    """A party that has travelled: the odds, the rulings that were asked, its start in minutes, when it arrives."""

    table: Timetable
    asked: dict[str, None]
    start: Amount
    arrival_hour: Fraction

    @property
    def days(self) -> int:
        """The calendar days until the arrival."""
        return max(ceil(self.arrival_hour / HOURS_PER_DAY), 1)


def travelled(stages: list[Stage], party: Party, start_hour: Fraction, stop: bool, rulings: Rulings) -> Trip:
    """The odds of a journey, of which nothing is told; one that branches too much is refused."""
    asked: dict[str, None] = {}
    bodies = [_body(traveller, rulings, asked) for traveller in party]
    start = lean(start_hour * MINUTES_PER_HOUR)
    try:
        table = Timetable(bodies, stages, start, stop)
    except TooMuch as much:
        raise refusal("journey", much.field, much.sentence, None) from None
    last = next(place for place, stage in enumerate(stages) if stage.arrives)
    return Trip(table, asked, start, table.shown.parts[last][1] / Fraction(MINUTES_PER_HOUR))


def _stages(plan: Plan, party: Party, ledger: Ledger) -> list[Stage]:
    """The plan, ready to be travelled; what each leg goes by is written into the ledger."""
    last = _last_leg(plan)
    stages = []
    told = Told()
    for place, part in enumerate(plan):
        if isinstance(part, Rest):
            stages.append(Stage(part.hours))
            continue
        closing = place == last or isinstance(plan[place + 1], Rest)
        amount = part.hours if part.miles is None else part.miles
        gone = gaits(part, f"Part {place + 1}", party, ledger, told)
        stages.append(Stage(Fraction(amount or 0), gone, part.miles is not None, closing, place == last))
    return stages


def _last_leg(plan: Plan) -> int:
    return max(place for place, part in enumerate(plan) if isinstance(part, Leg))


def _label(traveller: Traveller) -> str:
    return traveller.name if traveller.mount is None else f"{traveller.name}'s {traveller.mount.kind}"


def _body(traveller: Traveller, rulings: Rulings, asked: dict[str, None]) -> Body:
    con, load, feat = carried(traveller, rulings)
    return Body(Roller(con, feat, rulings), load, lambda ruling: asked.setdefault(ruling), gifts(traveller))


def _parts(plan: Plan, table: Timetable, names: list[str]) -> tuple[Part, ...]:
    parts = []
    for part, after, (start, end, miles) in zip(plan, table.afters, table.shown.parts, strict=True):
        from_hour = Fraction(start) / MINUTES_PER_HOUR
        parts.append(
            Part(
                day=floor(from_hour / HOURS_PER_DAY) + 1,
                kind=part.kind,
                from_hour=from_hour,
                to_hour=Fraction(end) / MINUTES_PER_HOUR,
                miles=Fraction(miles),
                by_traveller={name: _state(each) for name, each in zip(names, after.standings, strict=True)},
                anyone_tired=1 - after.nobody_worse(FRESH),
                anyone_exhausted=1 - after.nobody_worse(FATIGUED),
                anyone_dead=1 - after.nobody_worse(EXHAUSTED),
            )
        )
    return tuple(parts)


def _state(standing: Standing) -> State:
    stages = [Fraction()] * (DEAD + 1)
    cons: dict[int, Fraction] = {}
    left = Fraction()
    for tired, chance in standing.chances.items():
        stages[tired.stage] += chance
        left += chance if tired.held == LEFT else 0
        cons[tired.con] = cons.get(tired.con, Fraction()) + chance
    fresh, fatigued, exhausted, dead = stages
    return State(
        fresh=fresh,
        fatigued=fatigued,
        exhausted=exhausted,
        dead=dead,
        con=Odds(cons),
        checks=standing.checks,
        extra_rest_minutes=standing.extra_minutes,
        missing_hours=Fraction(standing.missing),
        left_behind=left,
    )


def _tell(parts: tuple[Part, ...], names: list[str], table: Timetable, ledger: Ledger) -> None:
    """A line for each part, then who arrives."""
    for number, part in enumerate(parts, 1):
        lasting = span((part.to_hour - part.from_hour) * MINUTES_PER_HOUR)
        under_way = part.kind == "leg"
        states = "; ".join(_told(name, state, under_way) for name, state in part.by_traveller.items())
        what = f"Part {number}, day {part.day}: {lasting} {'under way' if under_way else 'of rest'}: {states}"
        ledger.add(
            "O-FOR-6" if under_way else "O-RES-2",
            f"{what}: miles" if under_way else what,
            part.miles if under_way else "",
        )
    for name, chance in zip(names, table.arrival.each, strict=True):
        ledger.add("O-FOR-5", f"{name} arrives alive with a chance of", chance)


def _tell_left(plan: Plan, end: Part, ledger: Ledger) -> None:
    """A line for each who may live and yet go no further."""
    wet = any(isinstance(part, Leg) and part.through == "water" for part in plan)
    flown = any(isinstance(part, Leg) and part.through == "air" for part in plan)
    why = " or ".join([*["has to land"] * flown, *["slips below the surface"] * wet])
    for name, state in end.by_traveller.items():
        if state.left_behind:
            text = f"{name} {why} and stays behind alive: chance"
            ledger.add("O-END-7" if flown else "O-END-8", text, state.left_behind)


def _told(name: str, state: State, under_way: bool) -> str:
    shown = (("fresh", state.fresh), ("fatigued", state.fatigued), ("exhausted", state.exhausted), ("dead", state.dead))
    chances = ", ".join(f"{stage} {percent(chance)}" for stage, chance in shown if chance)
    chances += f" (left behind {percent(state.left_behind)})" if state.left_behind else ""
    if under_way:
        return f"{name} {chances} after {state.checks} check{'' if state.checks == 1 else 's'}"
    hours = f"{plain(state.missing_hours)} hour{'' if state.missing_hours == 1 else 's'}"
    return f"{name} {chances}, {hours} of rest missing"
