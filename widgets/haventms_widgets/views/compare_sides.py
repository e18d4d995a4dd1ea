"""What one system says to a question: its answer in words and numbers, or in a sentence that it does not say it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from haventms import Result, RuleError, Rulings
from haventms.ledger import Line

from ..explorer import Fact, chance, fact, python_call

R = TypeVar("R", bound=Result)

NAMES = {"haven": "Haven", "domains": "Domains", "overland": "Overland"}
SYSTEMS = tuple(NAMES)

NOT_SAID = "not said: "
TURN_LENGTH = f"{NOT_SAID}no passage tells how long a turn lasts, so there are no figures"


@dataclass(frozen=True)
class Side:
    """One system's answer.

    `said` is its headline and `python` the expression that gives it, after the lines of `before`; `facts` name values
    of this system alone; `parts` are the results whose ledgers stand behind them, `refusals` the lines of what a clause
    forbids. The picture draws `asked` beside `usual`, with `label` at both; without `asked` nothing is said.
    """

    system: str
    said: str
    python: str
    facts: tuple[Fact, ...]
    parts: tuple[Result, ...] = ()
    refusals: tuple[Line, ...] = ()
    before: tuple[str, ...] = ()
    asked: Fraction | None = None
    usual: Fraction = Fraction(0)
    label: str = "not said"

    @property
    def ledger(self) -> tuple[Line, ...]:
        """Every step of it; what two results have in common stands once."""
        return tuple(dict.fromkeys([*(line for part in self.parts for line in part.ledger), *self.refusals]))

    @property
    def rulings_used(self) -> tuple[str, ...]:
        """Every ruling whose question arose."""
        return tuple(dict.fromkeys(ruling for part in self.parts for ruling in part.rulings_used))


class Answers(Result):
    """The three answers to one question, in the order of the systems."""

    sides: tuple[Side, ...]

    @property
    def headline(self) -> str:
        return " ".join(f"{NAMES[side.system]}: {side.said}" for side in self.sides)


def together(sides: Iterable[Side]) -> Answers:
    """Three answers as one result with all their steps."""
    found = tuple(sides)
    return Answers.trusted(
        ledger=tuple(line for side in found for line in side.ledger),
        rulings_used=tuple(dict.fromkeys(ruling for side in found for ruling in side.rulings_used)),
        sides=found,
    )


def told(system: str, label: str, value: int | Fraction | str, unit: str = "") -> Fact:
    """A fact of one system."""
    return fact(f"{NAMES[system]}: {label}", value, unit)


def odds(system: str, label: str, p: Fraction) -> Fact:
    """A chance in one system."""
    return chance(f"{NAMES[system]}: {label}", p)


def one_line(function: str, rulings: Rulings, /, *values: object, **named: object) -> str:
    """The call of a rule function without the lines that import what it needs."""
    return python_call(function, rulings, *values, **named).rpartition("\n")[2]


def allowed_or_not(ask: Callable[[], R]) -> tuple[R | None, RuleError | None]:
    """What a rule function answers, or what it forbids."""
    try:
        return ask(), None
    except RuleError as error:
        return None, error


def refusal(error: RuleError) -> Line:
    """The line of the ledger for what a clause forbids."""
    return Line(error.clause, error.sentence, "refused")


def script(answers: Answers) -> str:
    """The Python that says the same: each system's call, and the three answers in one sentence after the other."""
    lines = [line for side in answers.sides for line in (*side.before, f"{side.system}_says = {side.python}")]
    text = "\n".join(lines)
    names = [name for name in ("domains", "haven", "overland", "RuleError", "Rulings") if f"{name}." in text]
    names += [name for name in ("RuleError", "Rulings") if f"{name} as" in text or f"{name}(" in text]
    imports = ["from fractions import Fraction\n"] if "Fraction(" in text else []
    if names:
        imports += [f"from haventms import {', '.join(sorted(names, key=str.lower))}", ""]
    said = " ".join(f"{NAMES[system]}: {{{system}_says}}" for system in SYSTEMS)
    return "\n".join([*imports, text, f'f"{said}"'])
