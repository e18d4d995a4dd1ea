"""The smallest case in which the readings of a ruling differ: found by a search, kept in a file a system.

The search goes through the small cases of all explorers of a system in the order of their size, and computes each under
every reading of the rulings that it asks. `make readings` writes what it found.
"""

import json
import tomllib
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from haventms import RuleError, Rulings, clauses
from haventms.register import SYSTEMS, Entry
from haventms.rulings import DEFAULT, ruling_field

from .. import state
from ..controls import in_order
from ..explorer import Explorer, Inputs
from ..registry import explorers
from . import small

NUMBERS = 3
"""As many are shown of each question."""
CHANGES = {"haven-speed": 3, "haven-hazard": 3, "haven-terrain": 3, "haven-turn": 3}
"""How many changes of the default case are tried; two where nothing is said. With three there are many more cases."""
SHORT = 24
"""Characters of a fact that is a number rather than a sentence."""
FURTHER = 300
"""So many cases more are tried for further numbers, once the smallest is known."""


class Case(BaseModel):
    """A case of an explorer, and the facts whose values differ between the readings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    explorer: str
    state: str
    facts: tuple[str, ...]


class Answer(BaseModel):
    """What a case gives under one reading: headline and facts with their units, or the sentence of a refusal."""

    model_config = ConfigDict(frozen=True)

    headline: str
    facts: dict[str, str] = {}
    refused: bool = False
    allowed: bool = True


def asked(explorer: Explorer[Any, Any], inputs: Inputs) -> tuple[str, ...] | None:
    """The fields of the rulings that a case asks; None where it is refused, and nobody says which were asked."""
    try:
        return tuple(filter(None, map(ruling_field, explorer.answer(inputs, DEFAULT).rulings_used)))
    except RuleError:
        return None


def answer(explorer: Explorer[Any, Any], inputs: Inputs, rulings: Rulings) -> Answer:
    """The answer of a case."""
    try:
        result = explorer.answer(inputs, rulings)
    except RuleError as error:
        return Answer(headline=str(error), refused=True, allowed=False)
    found = explorer.facts(inputs, rulings, result)
    facts = {each["label"]: f"{each['value']} {each['unit']}".rstrip() for each in found}
    allowed = bool(getattr(result, "legal", True))
    return Answer(headline=result.headline, facts=facts, allowed=allowed)


def readings(entry: Entry, explorer: Explorer[Any, Any], inputs: Inputs) -> dict[str, Answer]:
    """The answer of a case under each reading of a ruling, all other rulings at their defaults."""
    return {
        choice.token: answer(explorer, inputs, DEFAULT.model_copy(update={entry.field: choice.token}))
        for choice in entry.choices
    }


def tells_apart(answers: dict[str, Answer]) -> bool:
    """Whether no two readings give the same, and the rules allow the case under one of them at least."""
    found = list(answers.values())
    return any(each.allowed for each in found) and all(one != other for one, other in combinations(found, 2))


def differing(answers: dict[str, Answer]) -> tuple[str, ...]:
    """The facts that differ between the readings: short numbers first, then sentences with numbers, then words."""
    given = [each.facts for each in answers.values() if not each.refused]
    labels = dict.fromkeys(label for facts in given for label in facts)
    differ = [each for each in labels if len(given) < len(answers) or len({facts.get(each) for facts in given}) > 1]

    def rank(label: str) -> tuple[bool, bool]:
        values = [facts.get(label, "") for facts in given]
        return not any(map(str.isdigit, "".join(values))), max(map(len, values)) > SHORT

    return tuple(sorted(differ, key=rank))


def ordered(
    system: str, most: int | None = None, among: Collection[str] = ()
) -> list[tuple[small.Size, int, Explorer[Any, Any], dict[str, Any]]]:
    """The small cases of a system's explorers, or of some `among` them, in their order: by size, then by explorer."""
    found = [
        (size, number, explorer, inputs)
        for number, (id, explorer) in enumerate(explorers().items())
        if explorer.system == system and (not among or id in among)
        for changes in range((CHANGES.get(id, 2) if most is None else most) + 1)
        for size, inputs in small.cases(explorer.Inputs, changes)
    ]
    return sorted(found, key=lambda each: each[:2])


def search(system: str, most: int | None = None, among: Collection[str] = ()) -> dict[str, list[Case]]:
    """For each ruling with a choice its smallest case, then the next ones until there are `NUMBERS` numbers.

    `most` bounds the changes that are tried, `among` the explorers.
    """
    open_questions = {each.field: _Question(each) for each in clauses() if each.system == system and each.field}
    for _, _, explorer, made in ordered(system, most, among):
        if all(each.done for each in open_questions.values()):
            break
        try:
            inputs = explorer.Inputs.model_validate(made)
            fields = asked(explorer, inputs)
        except ValidationError:
            continue
        for field in open_questions if fields is None else fields:
            if field in open_questions and not open_questions[field].done:
                open_questions[field].look(explorer, inputs)
    for each in open_questions.values():
        if most is None and not among:
            each.look_among_worked_cases()
    return {each.entry.id: each.found for each in open_questions.values()}


class _Question:
    """A ruling, and the cases found so far that tell its readings apart."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self.found: list[Case] = []
        self.seen: list[Any] = []
        self.looked = 0

    @property
    def done(self) -> bool:
        return len(self.seen) >= NUMBERS or self.looked > FURTHER

    def look_among_worked_cases(self) -> None:
        """Where no small case differs: the smallest of the explorers' worked cases that does."""
        if self.found:
            return
        models = [each for each in explorers().values() if each.system == self.entry.system]
        worked = [
            (len(json.dumps(dict(preset.inputs))), number, explorer, preset)
            for number, explorer in enumerate(models)
            for preset in explorer.presets
            if set(preset.rulings) <= {self.entry.field}
        ]
        for _, _, explorer, preset in sorted(worked, key=lambda each: each[:2]):
            if not self.found:
                self.look(explorer, explorer.Inputs.model_validate(dict(preset.inputs)))

    def look(self, explorer: Explorer[Any, Any], inputs: Inputs) -> None:
        self.looked += bool(self.found)
        try:
            answers = readings(self.entry, explorer, inputs)
        except ValidationError:  # one reading makes the case too large for exact odds
            return
        if not tells_apart(answers):
            return
        facts = []
        for label in differing(answers):
            numbers = [each.facts.get(label) for each in answers.values()]
            if numbers not in self.seen and len(self.seen) < NUMBERS:
                facts.append(label)
                self.seen.append(numbers)
        if facts or not self.found:
            text = state.write(in_order(inputs), DEFAULT)
            self.found.append(Case(explorer=explorer.id, state=text, facts=tuple(facts)))


@cache
def found() -> dict[str, tuple[Case, ...]]:
    """By ruling, the cases that the search found, the smallest first; a ruling without any is in `unseen`."""
    folder = files("haventms_widgets.cases")
    data = [tomllib.loads(folder.joinpath(f"{system}.toml").read_text(encoding="utf-8")) for system in SYSTEMS]
    return {id: tuple(map(Case.model_validate, cases)) for part in data for id, cases in part.items()}


@cache
def unseen() -> dict[str, str]:
    """Of each ruling that no case of an explorer tells apart: why."""
    text = files("haventms_widgets.cases").joinpath("unseen.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text))


def answers(entry: Entry, case: Case) -> dict[str, Answer]:
    """What a case that was found gives under each reading."""
    explorer = explorers()[case.explorer]
    inputs, _, _ = state.read(case.state, explorer.Inputs)
    return readings(entry, explorer, explorer.Inputs.model_validate(inputs))


def state_under(case: Case, entry: Entry, token: str) -> str:
    """The state text of a case with this reading, everything else read by default."""
    if token == entry.choices[0].token:
        return case.state
    return "&".join(filter(None, [case.state, f"{state.RULINGS}.{entry.field}={token}"]))
