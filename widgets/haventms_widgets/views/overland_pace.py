"""Every pace of Overland on its three scales, and which of them armour, load and Con leave open."""

from fractions import Fraction
from typing import Any

from pydantic import Field

from haventms import Result, RuleError, Rulings, overland
from haventms.ledger import Line
from haventms.overland.endurance import Con
from haventms.overland.pace import MODES, Armour, Load, Mode, Speed
from haventms.overland.tactical import Conditions
from haventms.units import Exact

from ..explorer import Columns, Explorer, Fact, Inputs, fact, python_call

CONDITION_NAMES: dict[str, Any] = {
    "difficult": "difficult terrain",
    "obstacle": "obstacle",
    "visibility": "poor visibility",
    "impassable": "impassable",
}


class OverlandPace(Inputs):
    """Who moves, how fast, through what."""

    speed_feet: Speed = Field(Fraction(30), title="Speed", description="Feet a round", json_schema_extra={"unit": "ft"})
    mode: Mode = Field("walk", title="Pace")
    con: Con = Field(14, title="Constitution")
    armour: Armour = Field("none", title="Armour")
    load: Load = Field("light", title="Load")
    conditions: Conditions = Field((), title="What hampers the squares", json_schema_extra={"labels": CONDITION_NAMES})


class PaceInFull(Result):
    """One pace with everything that bears on it: whether it is open, how far, how long, how many squares."""

    pace: overland.Pace
    open: bool
    refusal: str
    minutes: Exact | None
    squares: overland.Squares

    @property
    def headline(self) -> str:
        if not self.open:
            return f"Not open: {self.refusal}"
        return self.pace.headline


def answer(inputs: OverlandPace, rulings: Rulings) -> PaceInFull:
    """The chosen pace, its steps first, then what opens or closes it."""
    pace = overland.pace(inputs.speed_feet, inputs.mode, rulings)
    modes = overland.modes(inputs.armour, inputs.load, rulings)
    squares = overland.squares(inputs.speed_feet, inputs.conditions, rulings=rulings)
    use = next(each for each in modes.uses if each.mode == inputs.mode)
    refusal = "" if use.allowed else f"{use.sentence.rstrip('.')}: {use.clause}."
    parts: list[Result] = [pace, modes, squares]
    minutes: Fraction | None = None
    lines: tuple[Line, ...] = ()
    try:
        lasts = overland.endurance(inputs.con, inputs.mode, inputs.load, rulings)
        parts.insert(1, lasts)
        minutes = Fraction(lasts.minutes)
    except RuleError as error:
        refusal = refusal or f"{error}."
        lines = (Line(error.clause, error.sentence, "refused"),)
    return PaceInFull(
        pace=pace,
        open=not refusal,
        refusal=refusal,
        minutes=minutes,
        squares=squares,
        ledger=tuple(line for part in parts for line in part.ledger) + lines,
        rulings_used=tuple(dict.fromkeys(ruling for part in parts for ruling in part.rulings_used)),
    )


def facts(inputs: OverlandPace, rulings: Rulings, result: PaceInFull) -> list[Fact]:
    """The three scales, how long it lasts, hampered squares."""
    pace, squares = result.pace, result.squares
    miles = pace.miles_per_hour
    found = [
        fact("A round", pace.feet_per_round, "ft"),
        fact("A round, whole squares", pace.squares_per_round, "squares"),
        fact("A minute", pace.feet_per_minute, "ft"),
        fact("An hour", "no figure in the source" if miles is None else miles, "" if miles is None else "miles"),
        fact("Open to this character", "yes" if result.open else "no"),
    ]
    if result.minutes is not None:
        found.append(fact("Without a check for", result.minutes, "minutes"))
    found.append(fact("Each square counts as", squares.multiplier))
    found.append(
        fact("Squares in one move", "one step as a full-round action" if squares.single_step else squares.squares)
    )
    return found


def _minutes(inputs: OverlandPace, mode: Mode, rulings: Rulings) -> float:
    try:
        return float(overland.endurance(inputs.con, mode, inputs.load, rulings).minutes)
    except RuleError:
        return 0.0


def series(inputs: OverlandPace, rulings: Rulings, result: PaceInFull) -> dict[str, Columns]:
    """All five paces on the three scales and how long each lasts; a closed one is drawn pale."""
    paces = [overland.pace(inputs.speed_feet, mode, rulings) for mode in MODES]
    allowed = {use.mode: use.allowed for use in overland.modes(inputs.armour, inputs.load, rulings).uses}
    minutes = [_minutes(inputs, mode, rulings) for mode in MODES]
    opened = [allowed[mode] and lasts > 0 for mode, lasts in zip(MODES, minutes, strict=True)]
    return {
        "paces": {
            "y": list(range(len(MODES))),
            "name": list(MODES),
            "round": [float(each.feet_per_round) for each in paces],
            "minute": [float(each.feet_per_minute) for each in paces],
            "hour": [float(each.miles_per_hour or 0) for each in paces],
            "lasts": minutes,
            "open": ["yes" if each else "no" for each in opened],
            "strength": [1.0 if each else 0.25 for each in opened],
            "chosen": [each == inputs.mode for each in MODES],
        }
    }


def picture(inputs: OverlandPace, rulings: Rulings, result: PaceInFull) -> str:
    """What the bars show."""
    columns: Any = series(inputs, rulings, result)["paces"]
    closed = [name for name, opened in zip(columns["name"], columns["open"], strict=True) if opened == "no"]
    pale = f" Closed to this character and drawn pale: {', '.join(closed)}." if closed else ""
    return f"Feet a round, feet a minute, miles an hour, and minutes without a check, for all five paces.{pale}"


def call(inputs: OverlandPace, rulings: Rulings) -> str:
    """The calls that give this answer: the pace first, then what opens or closes it."""
    first = python_call("overland.modes", rulings, inputs.armour, inputs.load)
    squares = python_call("overland.squares", rulings, inputs.speed_feet, inputs.conditions).rpartition("\n")[2]
    pace = python_call("overland.pace", rulings, inputs.speed_feet, inputs.mode).rpartition("\n")[2]
    return f"{first}\n{squares}\n{pace}"


EXPLORER = Explorer(
    id="overland-pace",
    title="Paces on three scales",
    summary="Feet a round, feet a minute, miles an hour: every pace, and which are open.",
    clauses=("O-SCA-1", "O-MOD-1", "O-MOD-2", "O-MOD-4", "O-TAC-1", "O-TAC-2", "O-TAC-4", "O-DIS-1"),
    Inputs=OverlandPace,
    answer=answer,
    facts=facts,
    series=series,
    picture=picture,
    call=call,
    chart="overland-pace",
)
