"""Forced marches: the checks beyond the allowance, and exactly how tired they leave one."""

from fractions import Fraction
from typing import Annotated

from pydantic import ConfigDict, Field

from ..checked import checked
from ..dice import run_chain, success_counts
from ..ledger import Ledger, Result
from ..register import implements
from ..rulings import Rulings
from ..tables import table
from ..units import MINUTES_PER_HOUR, Exact, Whole
from .checks import sides
from .endurance import Con, allowance_minutes, base_difficulty, rhythm_minutes, span
from .marchcheck import MarchCheck
from .marching import (
    DEAD,
    EXHAUSTED,
    Roller,
    Tired,
    die,
    face_bounds,
    full_periods,
    ladder,
    raised,
    refusal,
)
from .pace import Load, Mode, sprint_under

Hours = Annotated[Exact, Field(ge=0, le=720)]
Missing = Annotated[Whole, Field(ge=0, le=720)]

_MOST_CHECKS = 3000  # of which chance may decide each: their odds have some 4,000 digits
_AT_ONCE = 64  # checks computed before looking whether anybody is left alive


class March(Result):
    """A march: minutes before the first check, every check in turn, and the chance to make them all."""

    model_config = ConfigDict(defer_build=True)

    con: int
    hours: Exact
    mode: Mode
    load: Load
    allowance_minutes: int
    checks: tuple[MarchCheck, ...]
    pass_all: Exact

    @property
    def headline(self) -> str:
        what = f"Con {self.con}, load {self.load}: {self.mode} for {span(self.hours * MINUTES_PER_HOUR)}"
        if not self.checks:
            return f"{what} without a check."
        count, (first, last) = len(self.checks), (self.checks[0].difficulty, self.checks[-1].difficulty)
        dcs = f"DC {first}" if first == last else f"DC {first} to {last}"
        return f"{what} takes {count} check{'' if count == 1 else 's'}, {dcs}; afterwards {self.checks[-1].chances}."


@implements("O-FOR-1", "O-FOR-2", "O-FOR-3", "O-FOR-4", "O-FOR-5", "O-FOR-6", "O-FOR-7", "O-FOR-8")
@checked
def march(
    con: Con,
    hours: Hours,
    mode: Mode = "walk",
    load: Load = "light",
    endurance_feat: bool = False,
    missing_rest_hours: Missing = 0,
    rulings: Rulings | None = None,
) -> March:
    """O-FOR-1 to O-FOR-8: every check of one march without a rest, and the exact odds of every state after each.

    `con` 1 to 100, `hours` of movement 0 to 720. `missing_rest_hours` are whole hours short of 8 before this march:
    any above 0 take the allowance away and raise the DC (R-OVERLAND-SHORTREST); earlier checks are not known here.
    A pace that Con or load rule out is a `RuleError`. Where a 1 always fails and a 20 always succeeds, nobody is
    ever surely dead: at most 3,000 checks then.
    """
    ledger = Ledger(rulings)
    allowance, times, difficulties = due(con, hours, mode, load, missing_rest_hours, ledger)
    low, high = face_bounds(ledger.rulings)
    if low and len(times) > _MOST_CHECKS:
        most = allowance + _MOST_CHECKS * rhythm_minutes(mode)
        sentence = (
            f"hours must be at most {most // MINUTES_PER_HOUR} where every check can succeed: {_MOST_CHECKS:,} checks"
        )
        raise refusal("march", "hours", sentence, hours)
    roller = Roller(con, endurance_feat, ledger.rulings)
    steps = ladder(con)
    checks = _run(roller, steps, times, difficulties, (low, high), ledger)
    pass_all = checks[-1].fresh if checks else Fraction(1)
    if checks:
        _tell(checks[-1], roller, ledger)
    return March(
        con=con,
        hours=hours,
        mode=mode,
        load=load,
        allowance_minutes=allowance,
        checks=checks,
        pass_all=pass_all,
        **ledger.close(),
    )


def due(
    con: int, hours: Fraction, mode: Mode, load: Load, missing: int, ledger: Ledger
) -> tuple[int, list[int | Fraction], list[int]]:
    """Minutes before the first period that needs a check; the minute and the DC of every check."""
    allowance = _allowance(con, mode, load, missing, ledger)
    times = _times(hours * MINUTES_PER_HOUR, allowance, rhythm_minutes(mode), ledger)
    return allowance, times, _difficulties(times, allowance, mode, load, missing, ledger)


def _allowance(con: int, mode: Mode, load: Load, missing: int, ledger: Ledger) -> int:
    """Minutes before the first period that needs a check."""
    if missing and ledger.ask("overland_shortrest") == "no_allowance":
        allowance_minutes(con, mode, load, Ledger(ledger.rulings))  # refuses a pace that is impossible
        if mode == "sprint":
            _, sentence, cite = sprint_under(load, ledger)
            ledger.add("O-MOD-4", sentence, "allowed", cite)
        ledger.add("O-RES-2", "After too short a rest checks come from the first period on: minutes without one", 0)
        return 0
    minutes = allowance_minutes(con, mode, load, ledger)
    ledger.add("O-END-0", f"One can {mode} without a check for", span(minutes))
    return minutes


def _times(minutes: Fraction, allowance: int, rhythm: int, ledger: Ledger) -> list[int | Fraction]:
    """When checks fall due: at the end of each period past the allowance, and of one that is broken off."""
    past = minutes - allowance
    if past <= 0:
        ledger.add("O-FOR-6", f"{span(minutes)} are within it: no check falls due", 0)
        return []
    full = full_periods(past, rhythm)
    times: list[int | Fraction] = [allowance + rhythm * count for count in range(1, full + 1)]
    rest = past - full * rhythm
    if rest:
        started = ledger.ask("overland_partial") == "started"
        if started:
            times.append(minutes)
        need = "needs its check at the end" if started else "needs no check"
        ledger.add("O-FOR-6", f"The last period, broken off after {span(rest)}, {need}", span(rest))
    ledger.add("O-FOR-6", f"{span(past)} past the allowance, a check each {span(rhythm)}: how many", len(times))
    return times


def _difficulties(
    times: list[int | Fraction], allowance: int, mode: Mode, load: Load, missing: int, ledger: Ledger
) -> list[int]:
    if not times:
        return []
    loads = table("overland", "loads")[load]
    first = base_difficulty(load)
    ledger.add(loads.clause, f"The first check with load {load}: DC", first, loads.cite)
    if missing:
        row = table("overland", "march")["each missing hour"]
        first += row["value"] * missing
        ledger.add(
            row.clause, f"{missing} missing hours of rest raise the DC by {row['value']} each: DC", first, row.cite
        )
    per_hour = False
    if len(times) > 1 and rhythm_minutes(mode) != MINUTES_PER_HOUR:
        per_hour = ledger.ask("overland_rhythm") == "per_hour"
    found = [first + more for more in raised([minute - allowance for minute in times], per_hour)]
    if len(times) > 1:
        row = table("overland", "march")["each check after the first"]
        each = "hour begun" if per_hour else "check"
        text = f"The DC rises by {row['value']} with each {each} after the first, whatever has failed: the last DC"
        ledger.add("O-FOR-8", text, found[-1], row.cite)
    return found


def _run(
    roller: Roller,
    steps: tuple[Tired, ...],
    times: list[int | Fraction],
    difficulties: list[int],
    bounds: tuple[int, int],
    ledger: Ledger,
) -> tuple[MarchCheck, ...]:
    """All checks, computed down the ladder of failures: after n checks the integer weights stand over faces ** n."""
    faces, bonuses = sides(), [roller.bonus(each) for each in steps]
    on_failure = [*range(1, len(steps)), len(steps) - 1]
    weights, total = [1] + [0] * (len(steps) - 1), 1
    rows, totals = [weights], [total]
    for start in range(0, len(times), _AT_ONCE):
        if weights[-1] == total:
            break
        successes = success_counts(die(), bonuses, difficulties[start : start + _AT_ONCE], *bounds)
        for row in run_chain(weights, on_failure, successes, faces):
            total *= faces
            rows.append(row)
            totals.append(total)
        weights = rows[-1]
    _note_questions(roller, steps, rows, ledger)
    # Once all are dead, their odds stay what they are.
    last = len(rows) - 1
    cons = [tired.con for tired in steps]
    return tuple(
        [
            MarchCheck(minute, difficulty, rows[min(at, last)], totals[min(at, last)], cons)
            for at, (minute, difficulty) in enumerate(zip(times, difficulties, strict=True), 1)
        ]
    )


def _note_questions(roller: Roller, steps: tuple[Tired, ...], rows: list[list[int]], ledger: Ledger) -> None:
    """Ask what the checks asked: who is worse off than the first to have lost Con raises no further question."""
    for place, tired in enumerate(steps[: EXHAUSTED + 2]):
        if tired.stage < DEAD and any(row[place] for row in rows[:-1]):
            for field in roller.asks(tired):
                ledger.ask(field)


def tell_feat(roller: Roller, ledger: Ledger) -> None:
    """O-FOR-7: a line about which checks the feat helps."""
    row = table("overland", "march")["Endurance feat"]
    helped = "every check of the march" if roller.rulings.overland_endurance == "all" else "checks against fatigue"
    ledger.add(row.clause, f"The Endurance feat helps {helped}", f"+{row['value']}", row.cite)


def _tell(end: MarchCheck, roller: Roller, ledger: Ledger) -> None:
    """The lines about what the checks have led to after the last one."""
    if roller.endurance_feat:
        tell_feat(roller, ledger)
    ledger.add("O-FOR-1", f"A {die()} and the Con modifier against each DC: chance to make all", end.fresh)
    worse = 1 - end.fresh
    for name in ("fatigued", "exhausted"):
        row = table("overland", "tired")[name]
        text = (
            f"Failure {row['failures']} makes {name}, {row['strength']} Strength and {row['dexterity']} Dexterity: "
            "chance to fail as often or more"
        )
        ledger.add(row.clause, text, worse, row.cite)
        worse -= end.fatigued
    row = table("overland", "march")["Con lost by a later failure"]
    then = "as it is then" if roller.rulings.overland_conmod == "lower" else "as it was before"
    text = f"Each later failure costs {row['value']} point of Con, and checks use the Con {then}: chance of that"
    ledger.add(row.clause, text, 1 - end.con.p(roller.con), row.cite)
    ledger.add("O-FOR-5", "At a Con of 0 the marcher is dead: chance", end.dead)
