"""What a sweep asks: an explorer, the inputs that stay, and the values that its other inputs take in turn."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from haventms import RuleError, __version__

from .. import state
from ..controls import Spec, specs
from ..explorer import Inputs
from ..quoting import quoted, shortened
from ..run import Refused, find, read_rulings, view

MOST = 1_000_000
"""A grid has at most so many points."""
MOST_VALUES = 100_000
"""A field takes at most so many values."""

Pairs = tuple[tuple[str, str], ...]
Facts = list[tuple[str, str, str, str]]
"""Of each fact the label, the value as people read it, the exact value, the unit."""


@dataclass(frozen=True)
class Point:
    """What one point of a grid gave: headline and facts, or the sentence that refused it."""

    headline: str
    facts: Facts
    refused: str


@dataclass(frozen=True)
class Request:
    """`fixed` are the inputs and rulings that stay, `over` the fields that are varied, each with its values as text."""

    explorer: str
    fixed: Pairs
    over: tuple[tuple[str, tuple[str, ...]], ...]

    def __len__(self) -> int:
        count = 1
        for _, values in self.over:
            count *= len(values)
        return count

    def points(self) -> Iterator[tuple[str, ...]]:
        """The values of each point, the last field varying fastest."""
        return product(*(values for _, values in self.over))

    @property
    def fields(self) -> list[str]:
        """The names of the fields that are varied."""
        return [name for name, _ in self.over]

    @property
    def digest(self) -> str:
        """A hash of all that decides the table, the version included."""
        told = json.dumps([__version__, self.explorer, self.fixed, self.over])
        return hashlib.sha256(told.encode()).hexdigest()

    def pairs(self, values: tuple[str, ...]) -> Pairs:
        """One point as a case: pairs of dotted name and text."""
        return (*self.fixed, *zip(self.fields, values, strict=True))


def request(explorer: str, over: Mapping[str, Iterable[Any]], fixed: Iterable[tuple[str, str]] = ()) -> Request:
    """A checked request; unknown explorers and names, empty and too large grids are `Refused` in a sentence."""
    found = find(explorer)
    asked = Request(
        explorer,
        tuple((name, text) for name, text in fixed if name not in over),
        tuple((name, tuple(map(_written, values))) for name, values in over.items()),
    )
    if not asked.over:
        raise refused("over", "A sweep varies one field or more: --over field=range.")
    for name, values in asked.over:
        if not values:
            raise refused(name, f"{shortened(name)} has no values to take.")
    if len(asked) > MOST:
        raise refused("over", f"The grid has {len(asked):,} points; it may have at most {MOST:,}.")
    model: type[Inputs] = found.Inputs
    _, rulings, unknown = state.from_pairs(asked.pairs(next(asked.points())), model)
    if unknown:
        names = ", ".join(spec.name for spec in specs(model))
        raise refused(unknown[0], f"{explorer} has no input {quoted(unknown[0])}; it takes {names}.")
    for name, values in asked.over:
        if name.startswith("r."):
            for each in values:
                read_rulings({name[2:]: each})
    read_rulings(rulings)
    return asked


def _written(value: Any) -> str:
    return (
        value
        if isinstance(value, str)
        else state.write_value(Fraction(str(value)) if isinstance(value, float) else value)
    )


def refused(field: str, sentence: str) -> Refused:
    """One sentence as a refusal."""
    return Refused([{"field": shortened(field), "message": sentence}])


def values_of(explorer: str, name: str, text: str) -> list[str]:
    """The values that a range stands for: `1..5`, `0..10..2`, `0..1..1/4`, `walk,hustle`, `*` for all choices."""
    if text == "*":
        return _choices(explorer, name)
    found: list[str] = []
    for part in text.split(","):
        bounds = part.split("..")
        found += [part] if len(bounds) == 1 else _range(name, part, bounds)
        if len(found) > MOST_VALUES:
            raise refused(name, f"{shortened(name)} may take at most {MOST_VALUES:,} values.")
    return found


def _range(name: str, text: str, bounds: list[str]) -> Iterator[str]:
    try:
        first, last, *rest = map(_bound, bounds)
        (step,) = rest or (Fraction(1),)
    except (ValueError, ZeroDivisionError):
        raise refused(
            name, f"{quoted(text)} is no range of {shortened(name)}: one looks like 1..5, or 0..10..2 in steps of 2."
        ) from None
    if step <= 0 or last < first:
        raise refused(name, f"{quoted(text)} is no range of {shortened(name)}: it must go up, in steps above 0.")
    count = (last - first) // step + 1
    if count > MOST_VALUES:
        raise refused(name, f"{shortened(name)} may take at most {MOST_VALUES:,} values.")
    return (state.write_value(first + number * step) for number in range(count))


def _bound(text: str) -> Fraction:
    """A number of a range: what is longer than any of ours could take for ever to read."""
    if len(text) > 30 or "e" in text.lower():
        raise ValueError(text)
    return Fraction(text)


def _choices(explorer: str, name: str) -> list[str]:
    model: type[Inputs] = find(explorer).Inputs
    level: tuple[Spec, ...] = specs(model)
    found: Spec | None = None
    for step in name.split("."):
        found = next((each for each in level if each.name == step), None)
        level = found.parts if found else ()
    if found is not None and found.kind == "switch":
        return ["no", "yes"]
    if found is not None and found.kind == "choice":
        return [state.write_value(option) for option, _ in found.options]
    raise refused(name, f"{shortened(name)} is no choice of {explorer}, so * stands for nothing there.")


def compute(explorer: str, points: list[tuple[int, Pairs]]) -> list[tuple[int, Point]]:
    """What the explorer says at these points: the work of one task, anywhere."""
    return [(number, _point(explorer, pairs)) for number, pairs in points]


def _point(explorer: str, pairs: Pairs) -> Point:
    found = find(explorer)
    try:
        inputs, rulings, unknown = state.from_pairs(pairs, found.Inputs)
        if unknown:
            raise refused(unknown[0], f"There is no input {quoted(unknown[0])} here.")
        shown = view(found, inputs, read_rulings(rulings))
    except (Refused, RuleError) as error:
        return Point("", [], str(error))
    facts = [(each["label"], each["value"], each["exact"], each["unit"]) for each in shown["facts"]]
    return Point(shown["headline"], facts, "")
