"""The timeline of one marcher: every check of several marches and rests, with the exact odds after it."""

from fractions import Fraction
from typing import Annotated

from pydantic import ConfigDict, Field

from ..checked import checked
from ..dice import percent
from ..ledger import Ledger, Result
from ..register import implements
from ..rulings import Rulings
from ..tables import table
from ..units import MINUTES_PER_HOUR, Exact, plain
from .bodies import Body
from .books import Amount, Pause, lean
from .clouds import Cloud, Heap
from .endurance import span
from .march import Missing, tell_feat
from .marching import FRESH, Roller, TooMuch, refusal
from .pace import Load
from .phases import Condition, Gait, Phase, Walk
from .rest import needed_hours
from .told import Told
from .travel import Leg, Plan, Rest, Traveller, carried, check_rowers, gaits, gifts

_LONG_DENOMINATOR = 1_000_000

StartHour = Annotated[Exact, Field(ge=0, lt=24)]


class Timeline(Result):
    """Marches and rests of one marcher, with every check and the odds of every state after it."""

    model_config = ConfigDict(defer_build=True)

    con: int
    load: Load
    phases: tuple[Phase, ...]
    checks: int

    @property
    def after(self) -> Condition:
        """The odds at the end."""
        return self.phases[-1].after

    @property
    def headline(self) -> str:
        marching, resting = self._spans
        what = f"Con {self.con}, load {self.load}: {marching} of marching" + (f", {resting} of rest" if resting else "")
        if not self.checks:
            return f"{what} without a check."
        dcs = [each for phase in self.phases for moment in phase.moments for each in moment.difficulties]
        low, high = min(dcs), max(dcs)
        dc = f"DC {low}" if low == high else f"DC {low} to {high}"
        count = f"{self.checks} check{'' if self.checks == 1 else 's'}"
        return f"{what}: {count}, {dc}; afterwards {self.after.in_words}."

    @property
    def _spans(self) -> tuple[str, str]:
        hours = {"march": Fraction(), "rest": Fraction()}
        for phase in self.phases:
            hours[phase.kind] += phase.to_hour - phase.from_hour
        return span(hours["march"] * MINUTES_PER_HOUR), span(hours["rest"] * MINUTES_PER_HOUR) if hours["rest"] else ""


@implements("O-FOR-1", "O-FOR-8", "O-RES-1", "O-RES-2", "O-RES-3", "O-RES-4")
@checked
def timeline(
    plan: Plan,
    traveller: Traveller,
    start_hour: StartHour = Fraction(6),
    missing_rest_hours: Missing = 0,
    rulings: Rulings | None = None,
) -> Timeline:
    """O-FOR and O-RES played out for one marcher: every check of every march with the exact odds after it.

    `plan` is that of a journey: 1 to 400 legs and rests, at least one leg. `start_hour` is the hour of the clock at
    the start, from 0 to below 24 (a calendar day of recovery ends at midnight); all hours of the answer count from
    the start. `missing_rest_hours` are whole hours short of 8 before it; a rest that the plan begins with goes on with
    the one that was too short. At most 400 checks of which any may still be made; a pace that is impossible is a
    `RuleError`.
    """
    ledger = Ledger(rulings)
    if wrong := check_rowers(plan, (traveller,)):
        raise refusal("timeline", "plan", wrong, plan)
    con, load, feat = carried(traveller, ledger.rulings)
    asked: dict[str, None] = {}
    body = Body(Roller(con, feat, ledger.rulings), load, lambda ruling: asked.setdefault(ruling), gifts(traveller))
    start = lean(start_hour * MINUTES_PER_HOUR)
    walk = Walk(body, _begin(body, missing_rest_hours, start, ledger), start)
    last = max(place for place, part in enumerate(plan) if isinstance(part, Leg))
    told: set[str] = set()
    steps = Told()
    for place, part in enumerate(plan):
        if isinstance(part, Rest):
            walk.rest(part.hours)
            continue
        gait = _gait(part, f"Part {place + 1}", traveller, ledger, steps)
        if traveller.mount is None and gait.effort is not None and gait.effort not in told:
            told.add(gait.effort)
            minutes = body.allowance(con, gait.effort, ledger)
            ledger.add("O-END-0", f"Without earlier marches one can {gait.effort} without a check for", span(minutes))
        hours = Fraction(part.miles or 0) / (gait.miles_per_hour or 1) if part.hours is None else part.hours
        try:
            walk.march(gait, hours, place == last or isinstance(plan[place + 1], Rest))
        except TooMuch as much:
            raise refusal("timeline", much.field, much.sentence, None) from None
    for ruling in asked:
        ledger.note(ruling)
    _tell(walk.phases, body.roller, ledger)
    return Timeline(con=con, load=load, phases=tuple(walk.phases), checks=walk.checks, **ledger.close())


def _gait(leg: Leg, where: str, traveller: Traveller, ledger: Ledger, told: Told) -> Gait:
    """How a leg is taken. A sprint for so many hours has no miles an hour, but its checks all the same."""
    on_foot = leg.vehicle is None and leg.through == "land" and traveller.mount is None
    if leg.mode == "sprint" and leg.hours is not None and on_foot:
        return Gait(None, "sprint")
    (found,) = gaits(leg, where, (traveller,), ledger, told)
    return Gait(found.miles_per_hour, found.effort, found.through)


def _begin(body: Body, missing: int, start: Amount, ledger: Ledger) -> Cloud:
    """Fresh, at the end of a rest that was too short; hours that it alone cannot have missed are of earlier ones."""
    place = body.start()
    if missing:
        enough = needed_hours(FRESH)
        last = Pause(max(enough - missing, 0), start)
        place = place._replace(book=place.book._replace(maxed=True, missing=max(missing - enough, 0), pause=last))
        first = body.resume(place, start).book.first
        ledger.ask("overland_shortrest")
        ledger.add("O-RES-2", f"{missing} hours of rest were missing before: the checks start at DC", first)
    heap = Heap()
    heap.put(body.key(place), 1, place.tally)
    return Cloud(heap, 1)


def _tell(phases: list[Phase], roller: Roller, ledger: Ledger) -> None:
    """A line for each march and rest, then what the failures have led to."""
    for phase in phases:
        lasting = span((phase.to_hour - phase.from_hour) * MINUTES_PER_HOUR)
        if phase.kind == "march":
            dcs = sorted({dc for moment in phase.moments for dc in moment.difficulties})
            text = f"A march of {lasting} from hour {plain(phase.from_hour)} on, afterwards {phase.after.in_words}"
            if dcs:
                ledger.add("O-FOR-1", f"{text}; DC {dcs[0]} to {dcs[-1]}: checks", len(phase.moments))
            else:
                ledger.add("O-FOR-6", f"{text}: checks", 0)
            if len(phase.moments) > 1 and dcs[0] < dcs[-1]:
                row = table("overland", "march")["each check after the first"]
                text = "Within one march the DC rises on through fatigue and exhaustion: the last DC, at most"
                ledger.add("O-FOR-8", text, dcs[-1], row.cite)
            if phase.extra_rest_minutes:
                ledger.add("O-RES-1", "Extra rest owed for moving past the maximum", span(phase.extra_rest_minutes))
            continue
        text = f"A rest of {lasting}, afterwards {phase.after.in_words}"
        if phase.missing_hours:
            ledger.add("O-RES-2", f"{text}; hours missing since the last full rest", phase.missing_hours)
        else:
            ledger.add("O-RES-3", text)
        if back := Fraction(phase.after.con.mean - phase.before.con.mean):
            points = f"{float(back):.3g}"
            ledger.add("O-RES-4", "Points of Con that come back, on average about", points)
    end = phases[-1].after
    if not any(phase.moments for phase in phases):
        return
    if roller.endurance_feat:
        tell_feat(roller, ledger)
    for stage, chance in (("fatigued", end.fatigued), ("exhausted", end.exhausted)):
        row = table("overland", "tired")[stage]
        penalties = f"{row['strength']} Strength and {row['dexterity']} Dexterity"
        text = f"{stage.capitalize()} at the end, which means {penalties}: chance"
        ledger.add(row.clause, text, _short(chance), row.cite)
    row = table("overland", "march")["Con lost by a later failure"]
    less = 1 - end.con.p(roller.con) - end.dead
    ledger.add(row.clause, "Alive with less than the full Con: chance", _short(less), row.cite)
    ledger.add("O-FOR-5", "Dead, the Con being 0: chance", _short(end.dead))


def _short(chance: Fraction) -> Fraction | str:
    """A chance for the ledger, in percent where it is long."""
    return chance if chance.denominator < _LONG_DENOMINATOR else percent(chance)
