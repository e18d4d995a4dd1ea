"""A journey as columns to draw: lanes of who moves, rests and checks, chances of the party, the way, arrivals."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from pydantic import ValidationError

from haventms import Rulings, overland
from haventms.allowance import allowance
from haventms.dice import percent
from haventms.overland.marching import STAGES
from haventms.units import HOURS_PER_DAY, MINUTES_PER_HOUR, plain

from ..explorer import Columns

STEPS = 40_000
"""Steps that the checks of the party may cost, in equal shares; whose are more are not drawn one by one."""
LANE = 0.7
"""How much of a lane its blocks fill."""


def clock(hour: Fraction) -> str:
    """An hour since the midnight before the start as people say it: "day 2 at 6:40"."""
    days, of_day = divmod(hour, HOURS_PER_DAY)
    return f"day {days + 1} at {floor(of_day)}:{floor(of_day * MINUTES_PER_HOUR) % MINUTES_PER_HOUR:02}"


def in_words(state: overland.State) -> str:
    """The states that are possible with their chances, and the Con on average where some is lost."""
    shown = zip(STAGES, (state.fresh, state.fatigued, state.exhausted, state.dead), strict=True)
    lost = f", Con {float(state.con.mean):.1f} on average" if len(state.con.values) > 1 else ""
    left = f" (left behind {percent(state.left_behind)})" if state.left_behind else ""
    return ", ".join(f"{name} {percent(p)}" for name, p in shown if p) + left + lost


def drawn(
    result: overland.Journey,
    plan: Sequence[overland.Leg | overland.Rest],
    party: Sequence[overland.Traveller],
    start: Fraction,
    rulings: Rulings,
) -> dict[str, Columns]:
    """Everything that the picture of a journey shows, but the plans."""
    lanes: Columns = {"left": [], "right": [], "bottom": [], "top": [], "kind": [], "text": []}
    for place, traveller in enumerate(party):
        for part, row in zip(result.parts, plan, strict=True):
            lanes["left"].append(float(part.from_hour))
            lanes["right"].append(float(part.to_hour))
            lanes["bottom"].append(place + LANE / 2)
            lanes["top"].append(place - LANE / 2)
            lanes["kind"].append(_kind(row, traveller))
            lanes["text"].append(f"{_what(row, part)}; afterwards {in_words(part.by_traveller[traveller.name])}")
    last = max(part.to_hour for part in result.parts)
    return {
        "lanes": lanes,
        "names": {
            "x": [float(start)] * len(party),
            "y": list(range(len(party))),
            "name": [each.name for each in party],
        },
        "checks": _checks(result, plan, party, start, rulings),
        "midnights": {
            "x": [float(day * HOURS_PER_DAY) for day in range(1, ceil(last / HOURS_PER_DAY))],
            "day": [f"day {day + 1}" for day in range(1, ceil(last / HOURS_PER_DAY))],
        },
        "anybody": _anybody(result, start),
        "way": _way(result, start),
        "arrivals": {
            "x": [float(each.hour) for each in result.arrivals],
            "chance": [float(each.chance) for each in result.arrivals],
            "when": [clock(each.hour) for each in result.arrivals],
        },
    }


def _kind(row: overland.Leg | overland.Rest, traveller: overland.Traveller) -> str:
    if isinstance(row, overland.Rest):
        return "rests"
    if row.vehicle is not None:
        return "by vehicle"
    if row.through != "land":
        return "flies" if row.through == "air" else "swims"
    return "moves on foot" if traveller.mount is None else "moves mounted"


def _what(row: overland.Leg | overland.Rest, part: overland.Part) -> str:
    lasting = part.to_hour - part.from_hour
    when = f"from {clock(part.from_hour)}, {float(lasting):g} hours"
    if isinstance(row, overland.Rest):
        return f"rest {when}"
    how = f"by {row.vehicle}" if row.vehicle else _own_way(row)
    return f"{plain(part.miles)} miles {when}: {how}"


def _own_way(row: overland.Leg) -> str:
    if row.soaring:
        return "soaring"
    if row.drifting:
        return "floating with the current"
    if row.through == "land":
        return f"{row.mode}, {row.terrain}, {row.road}"
    verb = "flying" if row.through == "air" else "swimming"
    return verb if row.mode == "walk" else f"{verb} at a {row.mode}"


def _checks(
    result: overland.Journey,
    plan: Sequence[overland.Leg | overland.Rest],
    party: Sequence[overland.Traveller],
    start: Fraction,
    rulings: Rulings,
) -> Columns:
    """The checks of each traveller in the timetable that is shown, from a timeline of its own."""
    checks: Columns = {"x": [], "y": [], "text": [], "strength": []}
    for place, traveller in enumerate(party):
        own = [_timed(row, part, traveller) for row, part in zip(plan, result.parts, strict=True)]
        try:
            with allowance(STEPS // len(party)):
                timeline = overland.timeline(tuple(row for row in own if row), traveller, start, rulings=rulings)
        except ValidationError:  # too many checks to draw them one by one, or nowhere to go
            continue
        for moment in (moment for phase in timeline.phases for moment in phase.moments):
            dcs = ", ".join(f"DC {dc} ({percent(p)})" for dc, p in moment.difficulties.items())
            checks["x"].append(float(start + moment.hour))
            checks["y"].append(place)
            checks["text"].append(
                f"{traveller.name}, {clock(start + moment.hour)}: {dcs}; then {moment.after.in_words}"
            )
            checks["strength"].append(0.2 + 0.8 * float(max(moment.difficulties.values())))
    return checks


def _timed(
    row: overland.Leg | overland.Rest, part: overland.Part, traveller: overland.Traveller
) -> overland.Leg | overland.Rest | None:
    """The part as it is in the timetable: a leg of so many hours; None where it takes none."""
    hours = part.to_hour - part.from_hour
    if isinstance(row, overland.Rest) or not hours:
        return row if hours else None
    rowers = row.rowers and tuple(name for name in row.rowers if name == traveller.name)
    return row.model_copy(update={"miles": None, "hours": hours, "rowers": rowers})


def _anybody(result: overland.Journey, start: Fraction) -> Columns:
    """The chances that somebody is so badly off, after each part."""
    found: Columns = {"x": [float(start)], "tired": [0.0], "exhausted": [0.0], "dead": [0.0], "text": ["the start"]}
    for part in result.parts:
        found["x"].append(float(part.to_hour))
        found["tired"].append(float(part.anyone_tired))
        found["exhausted"].append(float(part.anyone_exhausted))
        found["dead"].append(float(part.anyone_dead))
        chances = ((part.anyone_tired, "fatigued"), (part.anyone_exhausted, "exhausted"), (part.anyone_dead, "dead"))
        found["text"].append(", ".join(f"{name} {percent(p)}" for p, name in chances))
    return found


def _way(result: overland.Journey, start: Fraction) -> Columns:
    way: Columns = {"x": [float(start)], "miles": [0.0]}
    done = Fraction()
    for part in result.parts:
        done += part.miles
        way["x"].append(float(part.to_hour))
        way["miles"].append(float(done))
    return way
