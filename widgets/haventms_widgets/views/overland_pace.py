"""Every pace of Overland on its three scales, and which of them armour, load and Con leave open."""

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeVar, get_args

from pydantic import Field

from haventms import Result, RuleError, Rulings, overland
from haventms.ledger import Line
from haventms.overland.endurance import Con, span
from haventms.overland.mounts import Kind
from haventms.overland.pace import MODES, Armour, Load, Mode, Speed
from haventms.overland.tactical import Conditions
from haventms.units import Exact, plain

from ..explorer import Columns, Explorer, Fact, Inputs, fact, python_call

R = TypeVar("R", bound=Result)

CONDITION_NAMES: dict[str, Any] = {
    "difficult": "difficult terrain",
    "obstacle": "obstacle",
    "visibility": "poor visibility",
    "impassable": "impassable",
}


Besides = Literal["second_move", "standard_action", "other_move_action"]
BESIDES: dict[str, Any] = {
    "second_move": "a second move",
    "standard_action": "a standard action",
    "other_move_action": "another move action",
}
MOUNTED: dict[str, Any] = {"when": {"mount": list(get_args(Kind))}}


class OverlandPace(Inputs):
    """Who moves, how fast, through what."""

    speed_feet: Speed = Field(Fraction(30), title="Speed", description="Feet a round", json_schema_extra={"unit": "ft"})
    mode: Mode = Field("walk", title="Pace")
    con: Con = Field(14, title="Constitution")
    armour: Armour = Field("none", title="Armour")
    load: Load = Field("light", title="Load")
    conditions: Conditions = Field((), title="What hampers the squares", json_schema_extra={"labels": CONDITION_NAMES})
    besides: tuple[Besides, ...] = Field(
        (), title="Done in a round besides one move", json_schema_extra={"labels": BESIDES}
    )
    mount: Kind | None = Field(None, title="Mount", description="None: on one's own feet only")
    mount_con: Con = Field(15, title="Constitution of the mount", json_schema_extra=MOUNTED)
    mount_load_lb: Annotated[Exact, Field(ge=0, le=10_000)] = Field(
        Fraction(170),
        title="The mount carries",
        description="Rider and all",
        json_schema_extra={**MOUNTED, "unit": "lb"},
    )


class PaceInFull(Result):
    """One pace with everything that bears on it: whether it is open, how far, how long, how many squares.

    `stretch` is there for a run and a dash, `round` where more than a move is done in it; `ridden` and `lasting` where
    a mount goes at this pace, and `mount_refusal` where it cannot.
    """

    pace: overland.Pace
    open: bool
    refusal: str
    minutes: Exact | None
    squares: overland.Squares
    stretch: overland.Stretch | None = None
    round: overland.RoundMode | None = None
    ridden: overland.MountPace | None = None
    lasting: overland.MountEndurance | None = None
    mount_refusal: str = ""

    @property
    def headline(self) -> str:
        own = self.pace.headline if self.open else f"Not open: {self.refusal}"
        mount = self.mount_refusal or (self.ridden.headline if self.ridden else "")
        return f"{own} {mount}".rstrip()


def _asked(ask: Callable[[], R], parts: list[Result], refused: list[Line]) -> R | None:
    """What a rule answers, which joins the parts; what it forbids joins the lines of what is refused."""
    try:
        found = ask()
    except RuleError as error:
        refused.append(Line(error.clause, error.sentence, "refused"))
        return None
    parts.append(found)
    return found


def answer(inputs: OverlandPace, rulings: Rulings) -> PaceInFull:
    """The chosen pace, its steps first, then what opens or closes it."""
    pace = overland.pace(inputs.speed_feet, inputs.mode, rulings)
    modes = overland.modes(inputs.armour, inputs.load, rulings)
    squares = overland.squares(inputs.speed_feet, inputs.conditions, rulings=rulings)
    use = next(each for each in modes.uses if each.mode == inputs.mode)
    refusal = "" if use.allowed else f"{use.sentence.rstrip('.')}: {use.clause}."
    parts: list[Result] = [pace]
    lines: list[Line] = []
    lasts = _asked(lambda: overland.endurance(inputs.con, inputs.mode, inputs.load, rulings), parts, lines)
    minutes = None if lasts is None else Fraction(lasts.minutes)
    if lines:
        refusal = refusal or _sentence(lines[0])
    parts += [modes, squares]
    more: dict[str, Any] = {}
    if inputs.mode in ("run", "dash"):
        more["stretch"] = overland.stretch(inputs.speed_feet, inputs.mode, rulings)
    if inputs.besides:
        more["round"] = overland.round_mode(**_done(inputs), rulings=rulings)
    parts += more.values()
    if inputs.mount is not None:
        more |= _mounted(inputs, inputs.mount, rulings, parts, lines)
    return PaceInFull(
        pace=pace,
        open=not refusal,
        refusal=refusal,
        minutes=minutes,
        squares=squares,
        **more,
        ledger=(*(line for part in parts for line in part.ledger), *lines),
        rulings_used=tuple(dict.fromkeys(ruling for part in parts for ruling in part.rulings_used)),
    )


def _sentence(line: Line) -> str:
    return f"{line.text}: {line.clause}."


def _done(inputs: OverlandPace) -> dict[str, Any]:
    """What is done in a round, as `round_mode` takes it."""
    others: dict[str, Any] = {name: True for name in ("standard_action", "other_move_action") if name in inputs.besides}
    return {"moves": 2, **others} if "second_move" in inputs.besides else others


def _mounted(
    inputs: OverlandPace, mount: Kind, rulings: Rulings, parts: list[Result], lines: list[Line]
) -> dict[str, Any]:
    """The mount at this pace. How long it lasts tells the steps of how fast it is as well."""
    refused: list[Line] = []
    kind, con, load, mode = mount, inputs.mount_con, inputs.mount_load_lb, inputs.mode
    lasting = _asked(lambda: overland.mount_endurance(kind, con, load, mode, rulings), parts, refused)
    lines += refused
    if refused:
        return {"mount_refusal": _sentence(refused[0])}
    return {"lasting": lasting, "ridden": overland.mount_pace(kind, load, mode, rulings)}


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
    if result.stretch is not None:
        found.append(fact("One stretch between two checks", result.stretch.miles, "miles"))
    if result.round is not None:
        found.append(fact("Such a round counts as", f"a {result.round.mode}"))
    return [*found, *_ride(result)]


def _ride(result: PaceInFull) -> list[Fact]:
    """The mount: its load, its pace, how long and how far without a check."""
    if result.mount_refusal:
        return [fact("Mounted", f"not open: {result.mount_refusal}")]
    if result.ridden is None or result.lasting is None:
        return []
    gallop = result.lasting.stretch_miles
    found = [
        fact("Mounted, load", result.ridden.load),
        fact("Mounted, an hour by Table 4", result.ridden.miles_per_hour, "miles"),
        fact("Mounted, without a check", f"{span(result.lasting.minutes)}, {plain(result.lasting.miles)} miles"),
        fact("Mounted, DC of the first check", result.lasting.difficulty),
    ]
    if gallop is not None:
        found.insert(2, fact("Mounted, one stretch of a gallop", gallop, "miles"))
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
    text = "\n".join([first, squares, *_further_calls(inputs, rulings), pace])
    return f"from fractions import Fraction\n\n{text}" if "Fraction(" in text else text


def _further_calls(inputs: OverlandPace, rulings: Rulings) -> list[str]:
    """The calls of what is not always asked; of what is refused, the sentence."""
    calls = []
    if inputs.mode in ("run", "dash"):
        calls.append(python_call("overland.stretch", rulings, inputs.speed_feet, inputs.mode))
    if inputs.besides:
        calls.append(python_call("overland.round_mode", rulings, **_done(inputs)))
    if inputs.mount is not None:
        ridden = inputs.mount, inputs.mount_con, inputs.mount_load_lb, inputs.mode
        refused = answer(inputs, rulings).mount_refusal
        calls.append(f"# {refused}" if refused else python_call("overland.mount_endurance", rulings, *ridden))
    return [each.rpartition("\n")[2] for each in calls]


EXPLORER = Explorer(
    id="overland-pace",
    title="Paces on three scales",
    summary="Feet a round, feet a minute, miles an hour: every pace, and which are open.",
    clauses=(
        "O-SCA-1", "O-MOD-1", "O-MOD-2", "O-MOD-3", "O-MOD-4", "O-TAC-1", "O-TAC-2", "O-TAC-4", "O-END-5", "O-DIS-1",
        "O-DIS-2", "O-MOU-5",
    ),
    Inputs=OverlandPace,
    answer=answer,
    facts=facts,
    series=series,
    picture=picture,
    call=call,
    chart="overland-pace",
)  # fmt: skip
