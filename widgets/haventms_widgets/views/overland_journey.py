"""A journey of a party: its legs and rests, day by day, the odds of everybody, one run told, plans compared."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Annotated, Any

from pydantic import Field

from haventms import Rulings, overland
from haventms.dice import percent
from haventms.overland.endurance import span
from haventms.overland.journey import OnDeath
from haventms.overland.plans import HoursADay, Risk, RiskOf
from haventms.units import HOURS_PER_DAY, Whole, plain

from ..explorer import Columns, Explorer, Fact, Inputs, Preset, chance, fact, python_call
from .journeyparts import Foot, Party, Plan, Row, Walker, the_party, the_plan
from .journeyplans import compared
from .journeyseries import clock, drawn, in_words

MOST_DAYS = 60
"""Days that are told one by one."""


class Compare(Row):
    """How plans for the same way are compared."""

    show: bool = Field(True, strict=True, title="Compare plans for the same way")
    risk: Risk = Field(
        Fraction(1, 10), title="Accepted risk", description="From 0 to 1", json_schema_extra={"step": 0.05}
    )
    risk_of: RiskOf = Field("exhausted", title="that somebody is", description="Or worse")
    hours_a_day: HoursADay = Field(
        Fraction(8), title="Hours a day, where they are set", json_schema_extra={"unit": "hours"}
    )


class OverlandJourney(Inputs):
    """Who travels, along what, and what is asked of it."""

    travellers: Party = Field((Walker(name="Bartas", con=15),), title="Travellers")
    plan: Plan = Field(
        (Foot(amount=Fraction(24)),),
        title="Legs and rests",
        description="In their order; the slowest living traveller sets the pace. "
        "What branches into more checks than can be computed at once is refused",
    )
    start_hour: Annotated[Whole, Field(ge=0, le=23)] = Field(
        6, title="Starts at", json_schema_extra={"unit": "o'clock"}
    )
    on_death: OnDeath = Field(
        "leave_behind",
        title="When somebody dies or cannot go on",
        json_schema_extra={"labels": {"leave_behind": "the others go on", "stop": "all stop there"}},
    )
    seed: Annotated[Whole, Field(ge=0, le=999_999)] | None = Field(
        None, title="Number of a run to tell", description="The same number tells the same run"
    )
    compare: Compare = Field(Compare(), title="Plans")


def answer(inputs: OverlandJourney, rulings: Rulings) -> overland.Journey:
    """The journey."""
    return overland.journey(
        tuple(the_plan(inputs.plan)),
        tuple(the_party(inputs.travellers)),
        Fraction(inputs.start_hour),
        inputs.on_death,
        inputs.seed,
        rulings,
    )


def facts(inputs: OverlandJourney, rulings: Rulings, result: overland.Journey) -> list[Fact]:
    """Arrival, who arrives, everybody at the end, day by day, the plans, the run."""
    found = [fact("Arrival", clock(result.arrival_hour)), fact("Distance", result.miles, "miles")]
    if len(result.arrivals) > 1:
        found += [chance(f"Somebody arrives {clock(each.hour)}", each.chance) for each in result.arrivals[:MOST_DAYS]]
    if len(result.p_arrive) > 1:
        found.append(chance("All arrive alive", result.p_all_arrive))
    found += [chance(f"{name} arrives alive", p) for name, p in result.p_arrive.items()]
    last = result.parts[-1]
    for name, state in last.by_traveller.items():
        owed = (
            f"owes {span(state.extra_rest_minutes)} of extra rest, {plain(state.missing_hours)} hours of rest missing"
        )
        found.append(fact(f"{name} at the end", f"{in_words(state)}; {state.checks} checks at most; {owed}"))
    if len(last.by_traveller) > 1:
        found.append(chance("Somebody is fatigued or worse at the end", last.anyone_tired))
        found.append(chance("Somebody is exhausted or worse at the end", last.anyone_exhausted))
        found.append(chance("Somebody is dead at the end", last.anyone_dead))
    return [*found, *_days(result), *_plans(inputs, rulings, result), *_run(inputs, result)]


def _days(result: overland.Journey) -> Iterator[Fact]:
    """Each day: how far, and how everybody is after the last part that has ended by then."""
    days = max(ceil(part.to_hour / HOURS_PER_DAY) for part in result.parts)
    for day in range(1, min(days, MOST_DAYS) + 1):
        start, end = Fraction((day - 1) * HOURS_PER_DAY), Fraction(day * HOURS_PER_DAY)
        miles = Fraction()
        for part in result.parts:
            lasting = part.to_hour - part.from_hour
            within = min(part.to_hour, end) - max(part.from_hour, start)
            miles += part.miles * within / lasting if within > 0 else 0
        ended = [part for part in result.parts if part.to_hour <= end]
        states = (
            "; ".join(f"{name} {in_words(state)}" for name, state in ended[-1].by_traveller.items()) if ended else ""
        )
        yield fact(f"Day {day}", f"{plain(miles)} miles" + (f"; {states}" if states else ""))


def _plans(inputs: OverlandJourney, rulings: Rulings, result: overland.Journey) -> Iterator[Fact]:
    plans, problem = compared(inputs, rulings, result.miles) if inputs.compare.show else (None, "")
    if problem:
        yield fact("Plans", problem)
    if plans is None:
        return
    yield fact("Best plan at this risk", plans.best or "none stays within it")
    worse = "" if inputs.compare.risk_of == "dead" else " or worse"
    for each in plans.plans:
        if each.arrival_hour is None or each.chance is None:
            yield fact(f"Plan: {each.name}", each.problem)
        else:
            risk = f"{percent(each.chance)} that somebody is {inputs.compare.risk_of}{worse}"
            yield fact(f"Plan: {each.name}", f"arrival {clock(each.arrival_hour)}; {risk}")


def _run(inputs: OverlandJourney, result: overland.Journey) -> Iterator[Fact]:
    """The told run, a line a fact: when, and what happened."""
    for line in result.log:
        when, _, what = line.partition(": ")
        yield fact(f"Run {inputs.seed}, {when[0].lower()}{when[1:]}", what)
    for name, how in (result.ended or {}).items():
        yield fact(f"Run {inputs.seed}, {name} in the end", how)


def series(inputs: OverlandJourney, rulings: Rulings, result: overland.Journey) -> dict[str, Columns]:
    """Who moves, rests and checks; how anybody is; the way; arrivals; the plans."""
    party = the_party(inputs.travellers)
    columns = drawn(result, the_plan(inputs.plan), party, Fraction(inputs.start_hour), rulings)
    plans: Columns = {"y": [], "name": [], "hours": [], "text": [], "allowed": []}
    found, _ = compared(inputs, rulings, result.miles) if inputs.compare.show else (None, "")
    for each in found.plans if found else ():
        if each.arrival_hour is not None and each.chance is not None:
            plans["y"].append(len(plans["y"]))
            plans["name"].append(each.name)
            plans["hours"].append(float(each.arrival_hour - inputs.start_hour))
            plans["text"].append(f"{each.name}: {clock(each.arrival_hour)}, risk {percent(each.chance)}")
            plans["allowed"].append("within the risk" if each.allowed else "beyond it")
    return {**columns, "plans": plans}


def picture(inputs: OverlandJourney, rulings: Rulings, result: overland.Journey) -> str:
    """What the pictures show."""
    names = ", ".join(result.p_arrive)
    plans = " Last, the hours that each plan takes." if inputs.compare.show else ""
    return (
        f"Hour by hour, with lines at midnight, when each of {names} moves, rests and checks; the chances that anybody "
        f"is fatigued, exhausted or dead; and the {plain(result.miles)} miles of the way, up to the arrival "
        f"{clock(result.arrival_hour)}.{plans}"
    )


def call(inputs: OverlandJourney, rulings: Rulings) -> str:
    """The call that gives this answer."""
    return python_call(
        "overland.journey",
        rulings,
        the_plan(inputs.plan),
        the_party(inputs.travellers),
        start_hour=None if inputs.start_hour == 6 else inputs.start_hour,
        on_death=None if inputs.on_death == "leave_behind" else inputs.on_death,
        seed=inputs.seed,
    )


HUSTLE: dict[str, Any] = {"part": "foot", "measure": "hours", "mode": "hustle"}

EXPLORER = Explorer(
    id="overland-journey",
    title="A journey of a party",
    summary="Legs and rests of several travellers, day by day, with exact odds for each of them.",
    clauses=(
        "O-DIS-1",
        "O-TER-1",
        "O-TER-2",
        "O-FOR-6",
        "O-RES-2",
        "O-RES-3",
        "O-MOU-2",
        "O-MOU-3",
        "O-MOU-4",
        "O-VEH-1",
        "O-VEH-2",
        "O-VEH-3",
        "O-VEH-4",
        "O-VEH-5",
        "O-VEH-6",
        "O-END-7",
        "O-END-8",
        "O-END-9",
    ),
    Inputs=OverlandJourney,
    answer=answer,
    facts=facts,
    series=series,
    picture=picture,
    call=call,
    chart="overland-journey",
    more=(
        Preset(
            "Three days in the hills with a dwarf and a rider, one run told: the slowest sets the pace",
            {
                "travellers": [
                    {"by": "foot", "name": "scout", "con": 15, "endurance_feat": True},
                    {"by": "foot", "name": "dwarf", "con": 16, "speed_feet": 20},
                    {"by": "mount", "name": "rider", "kind": "light horse", "mount_con": 15, "load_lb": 170},
                ],
                "plan": [
                    {"part": "foot", "amount": 9, "measure": "hours", "terrain": "hills", "road": "trail"},
                    {"part": "rest", "hours": 15},
                    {"part": "foot", "amount": 9, "measure": "hours", "terrain": "hills", "road": "trackless"},
                    {"part": "rest", "hours": 15},
                    {"part": "foot", "amount": 20, "measure": "miles"},
                ],
                "seed": 7,
            },
            {},
        ),
        Preset(
            "Bartas's 150 miles, one run told, and other plans for the same way",
            {
                "plan": [
                    {**HUSTLE, "amount": 8},
                    {"part": "rest", "hours": 6},
                    {**HUSTLE, "amount": 8},
                    {"part": "rest", "hours": 6},
                    {**HUSTLE, "amount": 54, "measure": "miles"},
                ],
                "seed": 3,
                "compare": {"risk": "1/2", "risk_of": "dead"},
            },
            {},
        ),
        Preset(
            "Two weak walkers in a hurry: a death changes the pace and the hour of arrival",
            {
                "travellers": [
                    {"by": "foot", "name": "slow", "con": 2, "speed_feet": 20},
                    {"by": "foot", "name": "quick", "con": 12},
                ],
                "plan": [{"part": "foot", "amount": 18, "measure": "miles"}],
            },
            {},
        ),
        Preset(
            "Two harpies on the wing: who is exhausted must land, and one run of it told",
            {
                "travellers": [
                    {"by": "creature", "name": "Aello", "con": 14, "fly_feet": 60},
                    {"by": "creature", "name": "Celaeno", "con": 10, "fly_feet": 40},
                ],
                "plan": [{"part": "element", "way": "fly", "amount": 36}],
                "seed": 1,
            },
            {},
        ),
        Preset(
            "Swimming in armour: a Swim check each minute once one is tired; the other floats",
            {
                "travellers": [
                    {"by": "creature", "name": "knight", "con": 14, "armour": "medium", "swim_modifier": 12},
                    {"by": "creature", "name": "squire", "con": 14},
                ],
                "plan": [{"part": "element", "way": "swim", "amount": 18}],
            },
            {},
        ),
        Preset(
            "Down the river: ten hours at the oars, then adrift through the night",
            {
                "travellers": [{"by": "foot", "name": "rower", "con": 14}, {"by": "foot", "name": "guest"}],
                "plan": [
                    {
                        "part": "craft",
                        "vehicle": "rowboat",
                        "amount": 10,
                        "measure": "hours",
                        "current_mph": 3,
                        "rowers": "rower",
                    },
                    {
                        "part": "craft",
                        "vehicle": "rowboat",
                        "amount": 14,
                        "measure": "hours",
                        "current_mph": 3,
                        "toil": "drifting",
                    },
                ],
            },
            {},
        ),
    ),
)
