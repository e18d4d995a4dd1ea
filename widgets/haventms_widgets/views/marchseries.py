"""The phases of a march as columns to draw: areas in steps that jump at each check, and gaps where one rests."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate

from haventms.dice import Odds, percent
from haventms.overland import Condition, Moment, Phase

from ..explorer import Columns

STUB = 1 / 80
"""How far a curve is drawn beyond the end of a march, as a share of the whole, so that its last check is seen."""
STATES = ("fresh", "fatigued", "exhausted", "short of Con", "dead")
BANDS = {"nine tenths": (Fraction(1, 20), Fraction(19, 20)), "half": (Fraction(1, 4), Fraction(3, 4))}


def drawn(phases: Sequence[Phase]) -> dict[str, Columns]:
    """Everything that the picture of a march shows of its phases."""
    areas: Columns = {"xs": [], "ys": [], "state": []}
    bands: Columns = {"xs": [], "ys": [], "band": []}
    mean: Columns = {"xs": [], "ys": []}
    rests: Columns = {"left": [], "right": [], "middle": [], "label": []}
    distance: Columns = {"x": [0.0], "y": [0.0]}
    miles = Fraction()
    stub = float(phases[-1].to_hour) * STUB
    for phase in phases:
        start, end = float(phase.from_hour), float(phase.to_hour)
        if phase.kind == "rest":
            rests["left"].append(start)
            rests["right"].append(end)
            rests["middle"].append((start + end) / 2)
            rests["label"].append(f"rest {end - start:g} h")
        else:
            _areas(phase, stub, areas)
            _con(phase, stub, bands, mean)
            miles += phase.miles or 0
        if phase.kind == "rest" or phase.miles is not None:
            distance["x"].append(end)
            distance["y"].append(float(miles))
    return {
        "areas": areas,
        "bands": bands,
        "mean": mean,
        "rests": rests,
        "distance": distance,
        "checks": _checks(phases),
        "difficulties": _difficulties(phases),
    }


def _stack(after: Condition) -> list[float]:
    """The states one on the other: where each ends."""
    parts = (after.fresh, after.fatigued, after.exhausted - after.hurt, after.hurt, after.dead)
    return [float(top) for top in accumulate(parts)]


def _steps(phase: Phase, stub: float) -> tuple[list[float], list[Condition]]:
    """The corners of a curve that jumps at each check: hours, and the odds that hold at every second of them."""
    hours = [float(phase.from_hour)]
    for moment in phase.moments:
        hours += [float(moment.hour)] * 2
    return [*hours, float(phase.to_hour) + stub], [phase.before, *[moment.after for moment in phase.moments]]


def _twice(values: Iterable[float]) -> list[float]:
    """What holds at every corner of such a curve: the same before each jump as after the last."""
    return [value for value in values for _ in range(2)]


def _between(hours: list[float], lower: list[float], upper: list[float], into: Columns, name: str, kind: str) -> None:
    into["xs"].append([*hours, *reversed(hours)])
    into["ys"].append([*lower, *reversed(upper)])
    into[name].append(kind)


def _areas(phase: Phase, stub: float, areas: Columns) -> None:
    hours, odds = _steps(phase, stub)
    stacks = [_stack(each) for each in odds]
    lower = [0.0] * len(hours)
    for place, state in enumerate(STATES):
        upper = _twice(stack[place] for stack in stacks)
        _between(hours, lower, upper, areas, "state", state)
        lower = upper


def _con(phase: Phase, stub: float, bands: Columns, mean: Columns) -> None:
    hours, odds = _steps(phase, stub)
    for name, (low, high) in BANDS.items():
        lower, upper = (_twice(quantile(each.con, share) for each in odds) for share in (low, high))
        _between(hours, lower, upper, bands, "band", name)
    mean["xs"].append(hours)
    mean["ys"].append(_twice(float(each.con.mean) for each in odds))


def quantile(odds: Odds, share: Fraction) -> float:
    """The least value that is not exceeded with at least this chance."""
    enough, so_far = share.numerator * odds.denominator, accumulate(odds.weights.values())
    return float(
        next(value for value, below in zip(odds.values, so_far, strict=True) if below * share.denominator >= enough)
    )


def _checks(phases: Sequence[Phase]) -> Columns:
    checks: Columns = {"x": [], "y": [], "clock": [], "dc": [], "after": [], "con": []}
    for moment in _moments(phases):
        checks["x"].append(float(moment.hour))
        checks["y"].append(1.04)
        checks["clock"].append(f"{moment.hour // 1} h {moment.hour % 1 * 60 // 1} min")
        checks["dc"].append(_dc(moment))
        checks["after"].append(moment.after.in_words)
        checks["con"].append(float(moment.after.con.mean))
    return checks


def _moments(phases: Sequence[Phase]) -> list[Moment]:
    return [moment for phase in phases for moment in phase.moments]


def _dc(moment: Moment) -> str:
    """The DC, or each that may be due with its chance."""
    found = moment.difficulties
    if len(found) == 1:
        return f"DC {next(iter(found))}"
    return ", ".join(f"DC {difficulty} ({percent(p)})" for difficulty, p in found.items())


def _difficulties(phases: Sequence[Phase]) -> Columns:
    """Every DC that may be due; the fainter, the less likely."""
    found: Columns = {"x": [], "y": [], "due": [], "strength": [], "after": []}
    for moment in _moments(phases):
        for difficulty, p in moment.difficulties.items():
            found["x"].append(float(moment.hour))
            found["y"].append(difficulty)
            found["due"].append(percent(p))
            found["strength"].append(0.15 + 0.85 * float(p))
            found["after"].append(moment.after.in_words)
    return found
