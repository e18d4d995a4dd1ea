"""The smallest call of a rule function in which the readings of a ruling differ, for what no explorer asks.

It starts from the worked examples of the ruling: lists grow shorter, numbers smaller, as long as no two readings agree.
"""

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict

from haventms import Entry, Result, RuleError, clauses, examples
from haventms.rulings import DEFAULT
from haventms.units import plain, read_exact
from haventms.worked import Example

from ..explorer import python_call
from .small import TRIED

Values = dict[str, str]
ASIDE = {"ledger", "rulings_used", "rulings"}
"""Of a result: what says how it came about, not what it is."""
_EXACT = re.compile(r"-?\d+/\d+")


class Call(BaseModel):
    """A call as Python writes it, and what it answers: by reading, up to three values by the name of the field."""

    model_config = ConfigDict(frozen=True)

    text: str
    values: dict[str, Values]


@cache
def call(ruling: str, most: int = 3) -> Call:
    """The smallest call that tells the readings of a ruling apart; a LookupError where no worked example does."""
    entry = clauses()[ruling]
    own = [each for each in examples(clause=ruling) if set(each.rulings) <= {entry.field}]
    found = [shrunk(entry, each) for each in own if told_apart(entry, each)]
    if not found:
        raise LookupError(f"no worked example tells the readings of {ruling} apart")
    example = min(found, key=lambda each: (_leaves(each.inputs), str(each.inputs)))
    answers = _answers(entry, example)
    names = dict.fromkeys(name for values in answers.values() for name in values)
    differ = [each for each in names if len({values.get(each) for values in answers.values()}) > 1]
    differ.sort(
        key=lambda each: not any(map(str.isdigit, "".join(values.get(each, "") for values in answers.values())))
    )
    text = python_call(f"{example.system}.{example.call}", DEFAULT, **example.inputs).splitlines()[-1]
    shown = {token: {each: values.get(each, "none") for each in differ[:most]} for token, values in answers.items()}
    return Call(text=text, values=shown)


def shrunk(entry: Entry, example: Example) -> Example:
    """The example with smaller inputs that still tell all readings apart, as small as one step at a time makes them."""
    for inputs in _smaller(example.inputs):
        less = example.model_copy(update={"inputs": inputs})
        if told_apart(entry, less):
            return shrunk(entry, less)
    return example


def told_apart(entry: Entry, example: Example) -> bool:
    """Whether a call answers differently under every two readings."""
    try:
        found = list(_answers(entry, example).values())
    except ValueError:  # smaller than the function allows
        return False
    return all(one != other for number, one in enumerate(found) for other in found[:number])


def _answers(entry: Entry, example: Example) -> dict[str, Values]:
    answers: dict[str, Values] = {}
    for choice in entry.choices:
        try:
            result = example.run(DEFAULT.model_copy(update={entry.field: choice.token}))
        except RuleError as error:
            answers[choice.token] = {"refused": str(error)}
        else:
            plainly = result.model_dump(exclude=ASIDE) if isinstance(result, Result) else result
            answers[choice.token] = dict(_flat(plainly))
    return answers


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _flat(each, f"{name} {key}".strip().replace("_", " "))
    elif isinstance(value, list | tuple):
        for number, each in enumerate(value, 1):
            yield from _flat(each, f"{name} {number}".strip())
    elif isinstance(value, int | Fraction) and not isinstance(value, bool):
        yield name, plain(value)
    elif isinstance(value, str) and _EXACT.fullmatch(value):  # as results are written
        yield name, plain(read_exact(value))
    else:
        yield name, {True: "yes", False: "no", None: "none"}.get(value, str(value))


def _smaller(value: Any) -> Iterator[Any]:
    """The value with one thing less in it: a list without its last, a number that is smaller."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from ({**value, name: less} for less in _smaller(each))
    elif isinstance(value, list):
        if value:
            yield value[:-1]
        for place, each in enumerate(value):
            yield from ([*value[:place], less, *value[place + 1 :]] for less in _smaller(each))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (each for each in TRIED if 0 <= each < value)


def _leaves(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(_leaves, value.values()))
    return sum(map(_leaves, value)) if isinstance(value, list) else 1
