"""What an explorer is, and the View it makes: plain JSON, the same for every face."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, NotRequired, Self, TypedDict, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from haventms import Result, RuleError, Rulings, examples
from haventms.allowance import Allowance, allowance
from haventms.dice import percent, ratio
from haventms.ledger import Line
from haventms.register import Entry, system_register
from haventms.rulings import DEFAULT
from haventms.units import plain, write_exact

from . import state
from .quoting import CONTROL

I = TypeVar("I", bound="Inputs")  # noqa: E741
R = TypeVar("R", bound=Result)

Columns = dict[str, list[Any]]

STEPS = 100_000
"""Steps (of `haventms.allowance`) that the answer of a case may cost, and its facts as many: each some microsecond."""
ALL_STEPS = 140_000
"""Steps that answer and facts may cost together with those of other readings; a reading for which none are left is not
compared."""
NOT_COMPARED = "not compared, since this case takes so much working out; choose this reading to see"


class Inputs(BaseModel):
    """The inputs of an explorer: every field with a default, a title, bounds."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @model_validator(mode="after")
    def _printable(self) -> Self:
        """What people call things comes back in every face: a terminal would obey control characters."""
        if any(CONTROL.search(text) for text in texts(self)):
            raise ValueError("Names must be without control characters")
        return self


class Fact(TypedDict):
    """A named value: as people read it, exact ("num/den", "" where it is no number), with its unit.

    `opens`, where it is there, is the state text of the case that the fact speaks of: something that may be done next.
    """

    label: str
    value: str
    exact: str
    unit: str
    opens: NotRequired[str]


class Reading(TypedDict):
    """A choice on a ruling, and the headline that it gives here; where that is the same, which values differ.

    `gives` is empty where readings were not asked to be compared.
    """

    token: str
    meaning: str
    gives: str


class Asked(TypedDict):
    """A ruling whose question arose: the choice taken and all there are, the default first. A fixed one has none."""

    id: str
    field: str
    title: str
    choice: str
    meaning: str
    choices: list[Reading]


class Step(TypedDict):
    """A line of the ledger: its clause with title, what was done, the value it gave, rulings, table row."""

    clause: str
    title: str
    text: str
    value: str
    exact: str
    table: str
    rulings: list[str]


class View(TypedDict):
    """All that a face shows. `picture` says in words what the chart shows; `asked` the rulings that mattered."""

    id: str
    title: str
    inputs: dict[str, Any]
    rulings: dict[str, str]
    headline: str
    facts: list[Fact]
    picture: str
    series: dict[str, Columns]
    ledger: list[Step]
    asked: list[Asked]
    state: str
    python: str


@dataclass(frozen=True)
class Preset:
    """A case worth opening: what it is, and its inputs and rulings."""

    title: str
    inputs: Mapping[str, Any]
    rulings: Mapping[str, str]


@dataclass(frozen=True)
class Explorer(Generic[I, R]):
    """One explorer. `answer` asks the rules; the rest only arranges what they said.

    `facts` and `series` take inputs, rulings and the answer; `picture` puts the chart into a sentence; `call` writes
    the Python that reproduces the answer; `chart` is the key of the picture in `charts`. `more` are further presets
    beside the worked examples that name this explorer.
    """

    id: str
    title: str
    summary: str
    clauses: tuple[str, ...]
    Inputs: type[I]
    answer: Callable[[I, Rulings], R]
    facts: Callable[[I, Rulings, R], list[Fact]]
    series: Callable[[I, Rulings, R], dict[str, Columns]]
    picture: Callable[[I, Rulings, R], str]
    call: Callable[[I, Rulings], str]
    chart: str
    more: tuple[Preset, ...] = ()

    @property
    def system(self) -> str:
        """The rule system it belongs to: the first word of its id."""
        return self.id.partition("-")[0]

    @cached_property
    def presets(self) -> tuple[Preset, ...]:
        """The worked examples that are cases of this explorer, then its own."""
        worked = examples(explorer=self.id)
        return (
            *(Preset(each.sentence, each.preset.inputs, each.rulings) for each in worked if each.preset),
            *self.more,
        )

    def compute(self, inputs: I, rulings: Rulings | None = None, compare: bool = True) -> View:
        """The View of a case. An act that a clause forbids is a `RuleError`.

        Without `compare` nothing is said of what other readings would give, which can be more work than the rest.
        """
        chosen = DEFAULT if rulings is None else rulings
        with allowance(STEPS) as own:
            result = self.answer(inputs, chosen)
        with allowance(STEPS) as told:
            facts = self.facts(inputs, chosen, result)
        with allowance(max(ALL_STEPS - own.used - told.used, 0)) as left:
            spare = left if compare else None
            asked = [self._asked(each, inputs, chosen, result.headline, facts, spare) for each in result.rulings_used]
        return {
            "id": self.id,
            "title": self.title,
            "inputs": inputs.model_dump(mode="json"),
            "rulings": chosen.changed,
            "headline": result.headline,
            "facts": facts,
            "picture": self.picture(inputs, chosen, result),
            "series": self.series(inputs, chosen, result),
            "ledger": [_step(line) for line in result.ledger],
            "asked": asked,
            "state": state.write(inputs, chosen),
            "python": self.call(inputs, chosen),
        }

    def _asked(
        self, ruling: str, inputs: I, rulings: Rulings, now: str, facts: list[Fact], left: Allowance | None
    ) -> Asked:
        entry = entry_of(ruling)
        choice = getattr(rulings, entry.field) if entry.field else ""
        meanings = {each.token: each.meaning for each in entry.choices}
        return {
            "id": ruling,
            "field": entry.field,
            "title": entry.title,
            "choice": choice,
            "meaning": meanings.get(choice, entry.summary if not entry.field else ""),
            "choices": [
                {
                    "token": token,
                    "meaning": meaning,
                    "gives": now
                    if token == choice
                    else self._gives(inputs, rulings.model_copy(update={entry.field: token}), now, facts, left),
                }
                for token, meaning in meanings.items()
            ],
        }

    def _gives(self, inputs: I, rulings: Rulings, now: str, facts: list[Fact], left: Allowance | None) -> str:
        if left is None:
            return ""
        if left.spent:
            return NOT_COMPARED
        try:
            result = self.answer(inputs, rulings)
            if result.headline != now:
                return result.headline
            said = same_but(facts, self.facts(inputs, rulings, result))
            return NOT_COMPARED if left.spent else said
        except RuleError as error:
            return str(error)
        except ValidationError as error:  # that reading makes the case too large for exact odds
            return NOT_COMPARED if left.spent else str(error.errors()[0]["msg"])


MOST_NAMED, MOST_SAID = 2, 100  # values, characters


def same_but(facts: list[Fact], other: list[Fact]) -> str:
    """What another reading gives whose headline is the same: the values that differ from `facts`, or that none does."""
    now = {(each["label"], each["value"]) for each in facts}
    named = [
        f"{each['label']}: {each['value']} {each['unit']}".rstrip()
        for each in other
        if (each["label"], each["value"]) not in now
    ]
    left = {each["label"] for each in other}
    named += [f"no {label}" for label in dict.fromkeys(each["label"] for each in facts) if label not in left]
    if not named:
        return "the same"
    shown = named[:MOST_NAMED] if len("; ".join(named[:MOST_NAMED])) <= MOST_SAID else named[:1]
    rest = f"; {len(named) - len(shown)} more" if len(named) > len(shown) else ""
    return f"the same, but {'; '.join(shown)}{rest}"


def texts(model: BaseModel) -> Iterator[str]:
    """Every text in a model and in those that it holds."""
    for _, value in model:
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, str):
                yield each
            elif isinstance(each, BaseModel):
                yield from texts(each)


def entry_of(id: str) -> Entry:
    """The register's entry of a clause, ruling or erratum; only its own system's file is read."""
    system = {"H": "haven", "D": "domains", "O": "overland"}.get(id[0]) or id.split("-")[1].lower()
    return system_register(system)[id]


def _step(line: Line) -> Step:
    exact = line.value if "/" in line.value and line.shown != line.value else ""
    return {
        "clause": line.clause,
        "title": entry_of(line.clause).title,
        "text": line.text,
        "value": line.shown,
        "exact": exact,
        "table": line.table,
        "rulings": list(line.rulings),
    }


def fact(label: str, value: int | Fraction | str, unit: str = "") -> Fact:
    """A fact from a value: numbers as people write them and exact."""
    if isinstance(value, str):
        return {"label": label, "value": value, "exact": "", "unit": unit}
    return {"label": label, "value": plain(value), "exact": write_exact(Fraction(value)), "unit": unit}


def chance(label: str, p: Fraction) -> Fact:
    """A chance as a fact: in percent, never 0 or 100 unless it is exactly that."""
    return {"label": label, "value": percent(p), "exact": ratio(p), "unit": ""}


def openings(view: View) -> list[tuple[str, str]]:
    """What may be done next: each as a text with the state text of the case that it leads to."""
    return [(each["value"], each["opens"]) for each in view["facts"] if "opens" in each]


def dumps(view: Mapping[str, Any]) -> str:
    """JSON in one fixed way: two equal Views give the same bytes, on every Python."""
    return json.dumps(view, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def python_call(function: str, rulings: Rulings, /, *values: Any, **named: Any) -> str:
    """The Python text of a call of a rule function: `haven.base_speed(3, mode_bonus=2)`.

    Named values of None are left out. Models are written with the fields that differ from their defaults, behind the
    system's name. Rulings are added where they are not the default.
    """
    system = function.partition(".")[0]
    parts = [_literal(each, system) for each in values]
    parts += [f"{name}={_literal(value, system)}" for name, value in named.items() if value is not None]
    names = [system]
    if changed := rulings.changed:
        parts.append(f"rulings=Rulings({', '.join(f'{name}={token!r}' for name, token in changed.items())})")
        names.append("Rulings")
    call = f"{function}({', '.join(parts)})"
    needs_fraction = "Fraction(" in call
    lines = ["from fractions import Fraction\n"] if needs_fraction else []
    return "\n".join([*lines, f"from haventms import {', '.join(sorted(names, key=str.lower))}", "", call])


def _literal(value: Any, system: str) -> str:
    if isinstance(value, BaseModel):
        fields = type(value).model_fields
        shown = {
            name: getattr(value, name)
            for name, info in fields.items()
            if info.is_required()
            or (name != "kind" and getattr(value, name) != info.get_default(call_default_factory=True))
        }
        return f"{system}.{type(value).__name__}({', '.join(f'{n}={_literal(v, system)}' for n, v in shown.items())})"
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return str(value.numerator)
        return f"Fraction({value.numerator}, {value.denominator})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_literal(each, system)}" for key, each in value.items()) + "}"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(repr, value))) + "}" if value else "set()"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_literal(each, system) for each in value) + "]"
    return repr(value)
