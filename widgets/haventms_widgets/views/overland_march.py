"""The timeline of a forced march: the odds of every state after every check, through marches and rests."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictBool, model_validator

from haventms import Rulings, overland
from haventms.ledger import Ledger
from haventms.overland.endurance import Con, span
from haventms.overland.march import due
from haventms.overland.pace import Load, Mode, Speed
from haventms.tables import Row, table
from haventms.units import MINUTES_PER_HOUR, Whole

from ..explorer import Columns, Explorer, Fact, Inputs, Preset, chance, fact, python_call
from .marchseries import drawn

MOST_HOURS = 720
HOURS: dict[str, Any] = {"unit": "hours"}


class Further(BaseModel):
    """A rest and the march after it, as a row of the form."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rest_hours: Annotated[Whole, Field(ge=1, le=240)] = Field(8, title="Rest")
    hours: Annotated[Whole, Field(ge=0, le=72)] = Field(8, title="Then march", json_schema_extra=HOURS)


class OverlandMarch(Inputs):
    """Who marches, how, for how long, and what follows."""

    con: Con = Field(15, title="Constitution")
    mode: Mode = Field("hustle", title="Pace")
    load: Load = Field("light", title="Load")
    endurance_feat: StrictBool = Field(False, title="Has the Endurance feat")
    hours: Annotated[Whole, Field(ge=0, le=MOST_HOURS)] = Field(8, title="March")
    minutes: Annotated[Whole, Field(ge=0, le=MINUTES_PER_HOUR - 1)] = Field(0, title="March beyond full hours")
    further: Annotated[tuple[Further, ...], Field(max_length=12)] = Field(
        (), title="Then", description="Rests, each with the march that follows it"
    )
    missing_rest_hours: Annotated[Whole, Field(ge=0, le=MOST_HOURS)] = Field(
        0, title="Rest missing before", description="Hours short of 8 before the first march"
    )
    speed_feet: Speed = Field(Fraction(30), title="Speed", json_schema_extra={"unit": "ft"})
    start_hour: Annotated[Whole, Field(ge=0, le=23)] = Field(
        6, title="Starts at", description="A day of recovery may end at midnight", json_schema_extra={"unit": "o'clock"}
    )
    tale: StrictBool = Field(False, title="Mark what the tale of Bartas says")

    @model_validator(mode="after")
    def _within_a_month(self) -> "OverlandMarch":
        if not self.hours and not self.minutes:
            raise ValueError("March must be longer than 0 hours and 0 minutes")
        if self.hours + sum(each.rest_hours + each.hours for each in self.further) > MOST_HOURS:
            raise ValueError(f"All marches and rests together must be at most {MOST_HOURS} hours")
        return self


def _plan(inputs: OverlandMarch) -> list[overland.Leg | overland.Rest]:
    first = Fraction(inputs.hours) + Fraction(inputs.minutes, MINUTES_PER_HOUR)
    plan: list[overland.Leg | overland.Rest] = [overland.Leg(hours=first, mode=inputs.mode)]
    for each in inputs.further:
        plan.append(overland.Rest(hours=Fraction(each.rest_hours)))
        if each.hours:
            plan.append(overland.Leg(hours=Fraction(each.hours), mode=inputs.mode))
    return plan


def _marcher(inputs: OverlandMarch) -> overland.Traveller:
    own = {name: getattr(inputs, name) for name in ("con", "speed_feet", "load", "endurance_feat")}
    return overland.Traveller(name="Bartas" if inputs.tale else "marcher", **own)


def answer(inputs: OverlandMarch, rulings: Rulings) -> overland.Timeline:
    """The timeline."""
    return overland.timeline(
        tuple(_plan(inputs)), _marcher(inputs), Fraction(inputs.start_hour), inputs.missing_rest_hours, rulings
    )


def facts(inputs: OverlandMarch, rulings: Rulings, result: overland.Timeline) -> list[Fact]:
    """How long without a check, how many checks, the odds at the end, what is owed, and the tale."""
    lasts = overland.endurance(inputs.con, inputs.mode, inputs.load, rulings)
    end, last = result.after, result.phases[-1]
    miles = [phase.miles for phase in result.phases if phase.kind == "march"]
    known = [each for each in miles if each is not None]
    found = [
        fact("Without a check for", span(lasts.minutes)),
        fact("Checks", result.checks),
        chance("Fresh at the end", end.fresh),
        chance("Fatigued at the end", end.fatigued),
        chance("Exhausted at the end", end.exhausted),
        chance("Alive, but short of Con", end.hurt),
        chance("Dead", end.dead),
        fact("Con left on average", f"{float(end.con.mean):.2f}"),
        fact("Distance", sum(known, start=Fraction()), "miles")
        if known
        else fact("Distance", "no figure in the source"),
        fact("Extra rest owed", span(last.extra_rest_minutes)),
        fact("Rest missing", last.missing_hours, "hours"),
    ]
    for row, check in _told(inputs, rulings, result) if inputs.tale else ():
        found.append(fact(f"The tale, {row.name}", f"{_as_told(row)}; computed: {_as_computed(check)}"))
    return found


def _told(
    inputs: OverlandMarch, rulings: Rulings, result: overland.Timeline
) -> Iterator[tuple[Row, tuple[Fraction, int] | None]]:
    """What the tale of Bartas tells of each check, with hour and DC of that check for one whose Con is whole."""
    missing = Fraction(inputs.missing_rest_hours)
    legs: list[list[tuple[Fraction, int]]] = []
    for phase in result.phases:
        if phase.kind == "march":
            # More hours may be missing than a march is computed with.
            legs.append(_due(inputs, phase, int(missing), rulings) if missing <= MOST_HOURS else [])
        missing = phase.missing_hours
    for row in table("overland", "bartas"):
        leg = legs[row["leg"] - 1] if row["leg"] <= len(legs) else []
        yield row, leg[row["check"] - 1] if row["check"] <= len(leg) else None


def _due(inputs: OverlandMarch, phase: overland.Phase, missing: int, rulings: Rulings) -> list[tuple[Fraction, int]]:
    """The checks of a march for one whose Con is whole that may come about: hour and DC."""
    found = {moment.hour: moment.difficulties for moment in phase.moments}
    # All are dead after the last moment: another hour has no check that may come about.
    hours = min(phase.to_hour, max(found, default=phase.from_hour) + 1) - phase.from_hour
    _, minutes, difficulties = due(inputs.con, hours, inputs.mode, inputs.load, missing, Ledger(rulings))
    at = [phase.from_hour + Fraction(minute, MINUTES_PER_HOUR) for minute in minutes]
    return [(hour, _likely(found[hour], dc)) for hour, dc in zip(at, difficulties, strict=True) if hour in found]


def _likely(difficulties: dict[int, Fraction], expected: int) -> int:
    """The DC that one expects if it may be due, else the likeliest: a short break may lower it (R-OVERLAND-BREAK)."""
    return expected if expected in difficulties else max(difficulties, key=difficulties.__getitem__)


def _as_told(row: Row) -> str:
    difficulty = "" if row["difficulty"] is None else f"DC {row['difficulty']}, "
    erratum = f" ({row['erratum']})" if row["erratum"] else ""
    return f"{difficulty}{row['result']}, {row['then']}{erratum}"


def _as_computed(check: tuple[Fraction, int] | None) -> str:
    return "no such check" if check is None else f"DC {check[1]} at hour {float(check[0]):g}"


def series(inputs: OverlandMarch, rulings: Rulings, result: overland.Timeline) -> dict[str, Columns]:
    """States as areas, checks with their DCs, Con as bands, distance, rests as gaps, the tale as marks."""
    tale: Columns = {"x": [], "y": [], "marker": [], "made": [], "text": []}
    for row, check in _told(inputs, rulings, result) if inputs.tale else ():
        if check is not None:
            tale["x"].append(float(check[0]))
            tale["y"].append(row["difficulty"] or check[1])
            tale["marker"].append("circle" if row["result"] == "made" else "x")
            tale["made"].append(row["result"])
            tale["text"].append(f"{row.name}: {_as_told(row)}")
    return {**drawn(result.phases), "tale": tale}


def picture(inputs: OverlandMarch, rulings: Rulings, result: overland.Timeline) -> str:
    """What the four pictures show."""
    tale = " Circles and crosses mark the checks that the tale says were made and failed." if inputs.tale else ""
    rests = sum(phase.kind == "rest" for phase in result.phases)
    gaps = f", with {rests} rest{'' if rests == 1 else 's'} as gaps" if rests else ""
    return (
        "The odds of being fresh, fatigued, exhausted, short of Con and dead over "
        f"{float(result.phases[-1].to_hour):g} hours{gaps}: at the end {result.after.in_words}. Below, the DC of every "
        "check, the Con that is left (its mean, and the bands that hold half and nine tenths of the odds), and the "
        f"distance.{tale}"
    )


def call(inputs: OverlandMarch, rulings: Rulings) -> str:
    """The call that gives this answer."""
    return python_call(
        "overland.timeline",
        rulings,
        _plan(inputs),
        _marcher(inputs),
        start_hour=None if inputs.start_hour == 6 else inputs.start_hour,
        missing_rest_hours=inputs.missing_rest_hours or None,
    )


BARTAS: dict[str, Any] = {
    "con": 15,
    "mode": "hustle",
    "hours": 8,
    "further": [{"rest_hours": 6, "hours": 8}, {"rest_hours": 6, "hours": 9}],
    "tale": True,
}
FIGHTER: dict[str, Any] = {"con": 16, "mode": "walk", "hours": 12}

EXPLORER = Explorer(
    id="overland-march",
    title="The timeline of a forced march",
    summary="The odds of every state after every check, through marches and rests.",
    clauses=(
        "O-FOR-1",
        "O-FOR-2",
        "O-FOR-3",
        "O-FOR-4",
        "O-FOR-5",
        "O-FOR-6",
        "O-FOR-7",
        "O-FOR-8",
        "O-RES-1",
        "O-RES-2",
        "O-RES-3",
    ),
    Inputs=OverlandMarch,
    answer=answer,
    facts=facts,
    series=series,
    picture=picture,
    call=call,
    chart="overland-march",
    more=(
        Preset("Bartas's three legs, and what the tale says", BARTAS, {}),
        Preset(
            "Bartas's three legs with a new allowance after each short rest",
            BARTAS,
            {"overland_shortrest": "new_allowance"},
        ),
        Preset("Con 18 runs for 50 minutes and then on to two hours", {"con": 18, "mode": "run", "hours": 2}, {}),
        Preset("Con 6 runs for 6 minutes and then on to an hour", {"con": 6, "mode": "run", "hours": 1}, {}),
        Preset("The fighter with Con 16 walks 12 hours with a light load: 8 hours without a check", FIGHTER, {}),
        Preset("The same with a medium load: 4 hours without a check", {**FIGHTER, "load": "medium"}, {}),
        Preset("The same with a heavy load: 2 hours without a check", {**FIGHTER, "load": "heavy"}, {}),
        Preset(
            "Four days of walking 12 hours a day, with rests of 12 hours",
            {"con": 14, "mode": "walk", "hours": 12, "further": [{"rest_hours": 12, "hours": 12}] * 3},
            {},
        ),
    ),
)
