"""A turn of Haven, act by act: what each act leaves, what may follow, and why the rest is refused."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from haventms import Result, RuleError, Rulings, haven
from haventms.haven.attacks import AttackKind
from haventms.haven.factors import Yes
from haventms.haven.options import Option, open_kinds
from haventms.haven.turnstate import ActionKind, Name, Step, Words
from haventms.ledger import Line
from haventms.units import Whole

from .. import state
from ..explorer import Columns, Explorer, Fact, Inputs, Preset, entry_of, fact, python_call

AN_ABILITY = "an ability"
MOST = 60
"""Acts in one plan."""

FEET: dict[str, Any] = {"unit": "ft", "step": 5}
ALLOWED_BY: Any = Field(
    "", title="Allowed by", description="The ability that lets an attack action do this, if one does"
)
Times = Annotated[Whole, Field(ge=1, le=100)]
Start = Annotated[Whole, Field(ge=0, le=20)]
Distance = Annotated[Whole, Field(ge=5, le=1000)]


class Row(BaseModel):
    """One act as a row of the form."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    act: str

    def arguments(self) -> dict[str, Any]:
        """What `haven.play_turn` takes for this act: what is empty or as usual is left out."""
        plain = {name: value for name, value in self if value not in (None, "", False)}
        return {name: value for name, value in plain.items() if (name, value) != ("rolls", 1)}


class Move(Row):
    model_config = ConfigDict(title="Move")
    act: Literal["move"] = "move"
    feet: Distance = Field(30, title="Distance", json_schema_extra=FEET)
    carried: Yes = Field(False, title="Carried or pushed: automatic, no action")
    allowed_by: Words = ALLOWED_BY

    def arguments(self) -> dict[str, Any]:
        given = super().arguments()
        return {**given, "automatic": True} if given.pop("carried", False) else given


class StandUp(Row):
    model_config = ConfigDict(title="Stand up from prone")
    act: Literal["stand_up"] = "stand_up"
    allowed_by: Words = ALLOWED_BY


class Attack(Row):
    model_config = ConfigDict(title="Attack")
    act: Literal["attack"] = "attack"
    kind: AttackKind = Field("physical", title="Kind")
    action: Literal["attack", "standard"] | None = Field(
        None, title="Spends", description="None: an attack action where there is one"
    )
    ability: Words = Field("", title="With")
    rolls: Times = Field(1, title="Rolls in it")


class Use(Row):
    model_config = ConfigDict(title="Use an ability")
    act: Literal["use"] = "use"
    ability: Name = Field(AN_ABILITY, title="Ability")
    allowed_by: Words = ALLOWED_BY


class Activate(Row):
    model_config = ConfigDict(title="Activate an ability")
    act: Literal["activate"] = "activate"
    ability: Name = Field(AN_ABILITY, title="Ability")
    cost: Literal["standard", "move", "attack", "actions", "cycles"] = Field(
        "standard",
        title="Costs",
        json_schema_extra={
            "labels": {
                "standard": "a standard action",
                "move": "a move action",
                "attack": "an attack action",
                "actions": "sacrificed actions",
                "cycles": "whole cycles",
            }
        },
    )
    count: Times = Field(1, title="How many", description="Of sacrificed actions or cycles")
    allowed_by: Words = ALLOWED_BY

    def arguments(self) -> dict[str, Any]:
        given = super().arguments()
        count = given.pop("count")
        costs = {"actions": count, "cycles": "cycle" if count == 1 else f"{count} cycles"}
        return {**given, "cost": costs.get(self.cost, self.cost)}


class Sacrifice(Row):
    model_config = ConfigDict(title="Sacrifice actions")
    act: Literal["sacrifice"] = "sacrifice"
    n: Times = Field(1, title="How many")
    kind: ActionKind | None = Field(None, title="Kind", description="None: move actions first, then standard ones")
    whole_turn: Yes = Field(False, title="The whole turn, for a cycle")
    ability: Words = Field("", title="For", description="Empty: for any ability")
    allowed_by: Words = ALLOWED_BY

    def arguments(self) -> dict[str, Any]:
        given = super().arguments()
        return {**given, "n": "cycle"} if given.pop("whole_turn", False) else given


class Free(Row):
    model_config = ConfigDict(title="Activate for free")
    act: Literal["free"] = "free"
    ability: Name = Field(AN_ABILITY, title="Ability")


class Automatic(Row):
    model_config = ConfigDict(title="Automatic action")
    act: Literal["automatic"] = "automatic"
    kind: AttackKind | None = Field(None, title="Offensive roll", description="None: it makes no such roll")
    ability: Words = Field("", title="Ability")
    rolls: Times = Field(1, title="Rolls in it")
    counts_as: ActionKind | None = Field(None, title="Counts as", description="Where the ability says that it does")


class Defend(Row):
    model_config = ConfigDict(title="Roll in the defensive turn")
    act: Literal["defend"] = "defend"
    kind: AttackKind | None = Field(None, title="Offensive roll", description="None: a plain defence")
    ability: Words = Field("", title="Ability")
    rolls: Times = Field(1, title="Rolls in it")


class Grant(Row):
    model_config = ConfigDict(title="An ability adds actions")
    act: Literal["grant"] = "grant"
    kind: ActionKind = Field("standard", title="Kind")
    n: Times = Field(1, title="How many")
    by: Words = Field("", title="Ability")


class Deny(Row):
    model_config = ConfigDict(title="An ability takes actions away")
    act: Literal["deny"] = "deny"
    kind: ActionKind = Field("move", title="Kind")
    n: Times = Field(1, title="How many")
    by: Words = Field("", title="Ability")


class Next(Row):
    model_config = ConfigDict(title="Next turn")
    act: Literal["next"] = "next"


AnyRow = Annotated[
    Move | StandUp | Attack | Use | Activate | Sacrifice | Free | Automatic | Defend | Grant | Deny | Next,
    Field(discriminator="act"),
]
ROWS: tuple[type[Row], ...] = (
    Move, StandUp, Attack, Use, Activate, Sacrifice, Free, Automatic, Defend, Grant, Deny, Next
)  # fmt: skip
NAMES = {model.model_fields["act"].default: str(model.model_config["title"]).lower() for model in ROWS}


class HavenTurn(Inputs):
    """The actions that a turn starts with, and what is done with them."""

    base_feet: Annotated[Whole, Field(ge=0, le=2000)] | None = Field(
        30, title="Base speed", description="Empty: distances are not measured", json_schema_extra=FEET
    )
    standard: Start = Field(1, title="Standard actions", description="Each turn starts with so many")
    move: Start = Field(1, title="Move actions")
    attack: Start = Field(0, title="Attack actions")
    ability: Name = Field(AN_ABILITY, title="Ability in mind", description="What may follow is listed for this one")
    steps: Annotated[tuple[AnyRow, ...], Field(max_length=MOST)] = Field(
        (Attack(),), title="Acts", description="In the order in which they are done"
    )


class Plan(Result):
    """The turn after every act that is allowed; a refused one does not happen.

    `turns` are the states, the start first and then one an act; `refusals` the acts that are refused, by number;
    `options` what may be done next, and what may not.
    """

    options: tuple[Option, ...]
    turns: tuple[haven.Turn, ...]
    refusals: dict[int, tuple[str, str]]

    @property
    def turn(self) -> haven.Turn:
        """The state at the end."""
        return self.turns[-1]

    @property
    def headline(self) -> str:
        refused = [f"Act {n} is refused: {said}: {clause}." for n, (clause, said) in self.refusals.items()]
        return " ".join([self.turn.headline, *refused])


def answer(inputs: HavenTurn, rulings: Rulings) -> Plan:
    """Every act in its order."""
    start = {name: getattr(inputs, name) for name in ("base_feet", "standard", "move", "attack")}
    turn = haven.Turn(**start, rulings=rulings)
    turns, refusals, ledger = [turn], {}, list(turn.ledger)
    used: list[str] = []
    for number, row in enumerate(inputs.steps, 1):
        arguments = row.arguments()
        try:
            after: haven.Turn = getattr(turn, arguments.pop("act"))(**arguments)
        except RuleError as error:
            refusals[number] = error.clause, error.sentence
            ledger.append(Line(error.clause, f"Act {number} is refused: {error.sentence}", "refused"))
            used += entry_of(error.clause).rulings  # another reading of that clause may allow the act
        else:
            ledger += after.ledger[len(turn.ledger) :]
            turn = after
        turns.append(turn)
    options = turn.legal(inputs.ability)
    ledger.append(open_kinds(options))
    return Plan(
        options=options,
        turns=tuple(turns),
        refusals=refusals,
        ledger=tuple(ledger),
        rulings_used=tuple(dict.fromkeys([*turn.rulings_used, *used])),
    )


def facts(inputs: HavenTurn, rulings: Rulings, result: Plan) -> list[Fact]:
    """What is left, what the next attack loses, each act, then what may follow and what may not."""
    turn = result.turn
    feet = turn.feet_left
    found = [
        fact("Turn", turn.number),
        *(fact(f"{kind.capitalize()} actions left", count) for kind, count in turn.left.items()),
        fact("Movement left", "not measured") if feet is None else fact("Movement left", feet, "ft"),
        *(fact(f"Next {kind} attack", change) for kind, change in turn.penalties.items()),
    ]
    if turn.underway:
        found.insert(5, fact("Of it in the action under way", turn.underway, "ft"))
    if turn.activated:
        found.append(fact("Activated", ", ".join(turn.activated)))
    found += [fact("Sacrificed so far", f"{each.in_words} for {each.ability or 'any ability'}") for each in turn.series]
    return [*found, *_acts(result), *_next(inputs, rulings, result.options)]


def _acts(result: Plan) -> Iterator[Fact]:
    for number, turn in enumerate(result.turns[1:], 1):
        if number in result.refusals:
            clause, sentence = result.refusals[number]
            yield fact(f"Act {number}, refused", f"{sentence} ({clause})")
        else:
            yield fact(f"Act {number}", turn.log[-1].sentence)


def _next(inputs: HavenTurn, rulings: Rulings, options: tuple[Option, ...]) -> Iterator[Fact]:
    refused: set[str] = set()
    for option in sorted(options, key=lambda each: not each.allowed):
        name = NAMES[option.act]
        if not option.allowed:
            label, said = f"Refused: {name}", f"{option.reason[0].upper()}{option.reason[1:]} ({option.clause})"
            if label + said not in refused:
                yield fact(label, said)
            refused.add(label + said)
            continue
        most = f", up to {option.most} {option.number}" if option.most and option.most > option.step else ""
        told = fact(f"May follow: {name}", f"{option.reason}{most} ({option.clause})")
        steps = (*inputs.steps, _row(option))
        if len(steps) <= MOST:
            told["opens"] = state.write(inputs.model_copy(update={"steps": steps}), rulings)
        yield told


def _row(option: Option) -> Row:
    """The row that does what an option says; a distance as far as it goes."""
    given: dict[str, Any] = dict(option.arguments)
    if option.act == "move" and option.most:
        given["feet"] = option.most
    if option.act == "sacrifice" and given["n"] == "cycle":
        given = {"ability": given["ability"], "whole_turn": True}
    if option.act == "activate" and given["cost"] == "cycle":
        given["cost"] = "cycles"
    if option.act == "activate" and isinstance(given["cost"], int):
        given |= {"cost": "actions", "count": given["cost"]}
    model = next(each for each in ROWS if each.model_fields["act"].default == option.act)
    return model(**given)


LANES = ("no action", "move action", "standard action", "attack action", "refused")


def series(inputs: HavenTurn, rulings: Rulings, result: Plan) -> dict[str, Columns]:
    """Every act in the lane of what it spends, and what is left after it."""
    acts: Columns = {"x": [], "y": [], "lane": [], "short": [], "act": []}
    left: Columns = {name: [] for name in ("x", "standard", "move", "attack", "feet", "physical", "magical", "turn")}
    begins: Columns = {"x": [], "turn": []}
    for number, turn in enumerate(result.turns):
        left["x"].append(number)
        for kind, count in turn.left.items():
            left[kind].append(count)
        left["feet"].append(turn.feet_left or 0)
        for kind, change in turn.penalties.items():
            left[kind].append(change)
        left["turn"].append(turn.number)
        if number == 0 or number in result.refusals:
            continue
        step = turn.log[-1]
        if step.act == "next":
            begins["x"].append(number - 0.5)
            begins["turn"].append(f"turn {turn.number}")
        lane = f"{step.spends[0]} action" if step.spends else "move action" if step.act in FOOT else "no action"
        _put(acts, number, lane, _short(step), step.sentence)
    for number, (clause, sentence) in result.refusals.items():
        _put(acts, number, "refused", NAMES[inputs.steps[number - 1].act].split(" ")[0], f"{sentence} ({clause})")
    return {"acts": acts, "left": left, "begins": begins}


FOOT = ("move", "stand_up")


def _put(acts: Columns, number: int, lane: str, short: str, sentence: str) -> None:
    for name, value in zip(acts, (number, LANES.index(lane), lane, short, sentence), strict=True):
        acts[name].append(value)


def _short(step: Step) -> str:
    if step.feet and step.act != "stand_up":
        return f"{step.feet} ft"
    if step.act == "attack":
        return f"{step.kind[:4]}. {step.penalties[0]}"
    return NAMES.get(step.act, step.act).split(" ")[0]


def picture(inputs: HavenTurn, rulings: Rulings, result: Plan) -> str:
    """What the picture shows."""
    acts = "; ".join(f"{n}. {turn.log[-1].sentence}" for n, turn in enumerate(result.turns[1:], 1) if _done(result, n))
    refused = f"; refused: {', '.join(f'act {n}' for n in result.refusals)}" if result.refusals else ""
    return (
        f"A timeline of the acts ({acts or 'none yet'}{refused}), each in the lane of the action that it spends; "
        "below, the actions and the feet of movement left after each."
    )


def _done(result: Plan, number: int) -> bool:
    return number not in result.refusals


def call(inputs: HavenTurn, rulings: Rulings) -> str:
    """The call that gives this turn, without the acts that are refused."""
    refused = answer(inputs, rulings).refusals
    steps = [row.arguments() for number, row in enumerate(inputs.steps, 1) if number not in refused]
    start = {name: getattr(inputs, name) for name in ("standard", "move", "attack")}
    usual = {name: HavenTurn.model_fields[name].default for name in start}
    changed = {name: count for name, count in start.items() if count != usual[name]}
    text = python_call("haven.play_turn", rulings, steps, base_feet=inputs.base_feet, **changed)
    *before, last = text.split("\n")
    notes = [f"# Act {number} is refused: {sentence} ({clause})" for number, (clause, sentence) in refused.items()]
    return "\n".join([*before, *notes, last])


EXPLORER = Explorer(
    id="haven-turn",
    title="A turn, act by act",
    summary="What each act spends, what may follow it, and why the rest is refused.",
    clauses=(
        "H-ACT-1", "H-ACT-2", "H-ACT-3", "H-ACT-4", "H-ACT-5", "H-ACT-6", "H-ACT-7", "H-ACT-8", "H-ACT-9", "H-ACT-10",
        "H-ACT-11", "H-ACT-12", "H-ACT-13", "H-ACT-14", "H-ATK-1", "H-ATK-2", "H-ATK-3", "H-SPD-3",
    ),
    Inputs=HavenTurn,
    answer=answer,
    facts=facts,
    series=series,
    picture=picture,
    call=call,
    chart="haven-turn",
    more=(
        Preset(
            "Six attacks, physical and magical ones counted apart",
            {
                "attack": 5,
                "steps": [
                    {"act": "attack", "kind": kind}
                    for kind in ("physical", "magical", "physical", "physical", "magical", "magical")
                ],
            },
            {},
        ),
        Preset(
            "Up from prone, then moving with both actions",
            {"steps": [{"act": "stand_up"}, {"act": "move", "feet": 25}, {"act": "move", "feet": 30}]},
            {},
        ),
        Preset(
            "An attack action can be neither moved with nor sacrificed",
            {
                "standard": 0,
                "move": 0,
                "attack": 1,
                "steps": [{"act": "move"}, {"act": "sacrifice"}, {"act": "attack"}],
            },
            {},
        ),
        Preset(
            "Two actions for one ability, one of them a turn",
            {
                "move": 0,
                "ability": "Storm",
                "steps": [
                    {"act": "sacrifice", "ability": "Storm"},
                    {"act": "next"},
                    {"act": "activate", "ability": "Storm", "cost": "actions", "count": 2},
                ],
            },
            {},
        ),
        Preset(
            "An ability that takes a cycle, where the first move is kept",
            {"steps": [{"act": "move"}, {"act": "activate", "ability": "Rite", "cost": "cycles"}]},
            {"haven_cycleact": "keeps_move"},
        ),
    ),
)  # fmt: skip
