"""The small cases of an explorer: how many of its inputs differ from the default case, and how large that makes it.

A change is another value of one input, another kind of a group, a row more or a row less. Of numbers those in `TRIED`
are taken, of choices all, of texts those in `TEXTS`; beside the default map there are the small ones of open ground.
Nothing here is random: the cases and their order are the same on every run.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from pydantic import BaseModel

from .. import grids
from ..controls import Spec, specs
from ..explorer import Inputs

TRIED = (0, 1, -1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 30, 60, 100)
TEXTS = {"hill": ("5x5", "10x5")}
SIDES = (2, 3)
"""Squares of a small map, a side."""
LARGE = 100
"""Values of a default case that nobody would call small: it is tried as it is, but not changed."""

Made = tuple[Any, int]
"""A value as plain data, and how far down the lists of values tried its changes stand."""

Size = tuple[int, int, int]
"""How many values a case holds, a map each of its squares; how many differ from the default; where these stand."""


def cases(model: type[Inputs], changes: int) -> Iterator[tuple[Size, dict[str, Any]]]:
    """All cases with just so many changes, each with its size, as plain data; some of them `model` will refuse."""
    default = model()
    level = specs(model)
    values = {spec.name: _plain(getattr(default, spec.name)) for spec in level}
    for start, used in _starts(level, values, changes):
        for made, rank in _level(level, start, changes - used) if used <= changes else ():
            if not _idle(level, made, values):
                yield (count(level, made), changes, rank), made


def _starts(level: Sequence[Spec], values: dict[str, Any], changes: int) -> Iterator[tuple[dict[str, Any], int]]:
    """The default case; and what is less than it, with the changes that it counts for: see `less`."""
    if not changes or count(level, values) <= LARGE:
        yield values, 0
    for start, used in less(level):
        yield {**values, **start}, used


def _idle(level: Sequence[Spec], made: dict[str, Any], values: dict[str, Any]) -> bool:
    """Whether something was changed that plays no part beside the other values."""

    def idle(parts: Sequence[Spec], made: Any, values: Any) -> bool:
        return any(
            (not spec.shown(top) and made[spec.name] != values[spec.name])
            or (spec.kind == "group" and idle(spec.parts, made[spec.name], values[spec.name]))
            for spec in parts
        )

    top = {spec.name: str(made[spec.name]) for spec in level if spec.options and spec.kind == "choice"}
    return idle(level, made, values)


def less(level: Sequence[Spec]) -> Iterator[tuple[dict[str, Any], int]]:
    """Smaller cases to start from, each with the changes that it counts for.

    Where a case is a map, small ones of one kind of ground, crossed from corner to corner: a change, two where the
    ground is not open. Where it is a list of legs or parts for somebody, each kind of them alone: a change.
    """
    by_name = {spec.name: spec for spec in level}
    for spec in level:
        if spec.kind == "grid":
            yield from _small_maps(spec)
    if "creature" in by_name:
        for mode, _ in next(spec.options for spec in by_name["legs"].variants[""] if spec.name == "mode"):
            yield _mover(by_name, mode), 1
    if "plan" in by_name:
        for part in ("element", "craft"):
            yield from ((start, 1) for start in _party(by_name, part))


def _small_maps(grid: Spec) -> Iterator[tuple[dict[str, Any], int]]:
    for number, (ground, _, _) in enumerate(grid.palette):
        for side in SIDES:
            marks = zip(grid.marks, ((1, side), (side, 1)), strict=True)
            placed = {mark: {"column": column, "row": row} for (mark, _), (column, row) in marks}
            yield {grid.name: grids.write([ground * side] * side), **placed}, 2 if number else 1


def _mover(by_name: dict[str, Spec], mode: str) -> dict[str, Any]:
    """A creature with a speed in one mode, and one leg in that mode."""
    creature, legs = by_name["creature"], by_name["legs"]
    speeds = next(spec for spec in creature.parts if spec.name == "speeds")
    speed = next(each for each in (_plain(spec.default) for spec in speeds.parts) if each is not None)
    alone = {spec.name: speed if spec.name == mode else None for spec in speeds.parts}
    return {
        creature.name: {**_plain(creature.default), speeds.name: alone},
        legs.name: [{**_row(legs, ""), "mode": mode, "across_feet": Fraction(TRIED[-1] // 10)}],
    }


def _party(by_name: dict[str, Spec], part: str) -> Iterator[dict[str, Any]]:
    """One traveller, who flies, swims or is carried, and one part of a journey."""
    travellers, plan = by_name["travellers"], by_name["plan"]
    leg = _row(plan, part)
    if part == "craft":
        for vehicle, _ in next(spec.options for spec in plan.variants[part] if spec.name == "vehicle"):
            yield {plan.name: [{**leg, "vehicle": vehicle}]}
        return
    creature = _row(travellers, "creature")
    for way, speed in (("fly", "fly_feet"), ("swim", "swim_feet")):
        yield {
            travellers.name: [{**creature, "name": "", speed: creature["speed_feet"]}],
            plan.name: [{**leg, "way": way}],
        }


def count(level: Sequence[Spec], values: dict[str, Any]) -> int:
    """How many values a case holds, a map each of its squares."""
    return sum(
        len("".join(grids.read(values[spec.name], spec.most))) if spec.kind == "grid" else _leaves(values[spec.name])
        for spec in level
    )


def _leaves(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(_leaves, value.values()))
    return sum(map(_leaves, value)) if isinstance(value, list) else 1


def _plain(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return {name: _plain(each) for name, each in value}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def _level(level: Sequence[Spec], values: dict[str, Any], changes: int) -> Iterator[tuple[dict[str, Any], int]]:
    """The values of some inputs with so many changes among them."""
    if not changes or not level:
        if not changes:
            yield values, 0
        return
    first, *rest = level
    for here in range(changes + 1):
        for value, rank in _value(first, values.get(first.name, first.default), here):
            for others, further in _level(rest, values, changes - here):
                yield {**others, first.name: value}, rank + further


def _value(spec: Spec, value: Any, changes: int) -> Iterator[Made]:
    if not changes:
        yield value, 0
    elif spec.kind == "group":
        yield from _level(spec.parts, value, changes)
    elif spec.kind == "one":
        key = value[spec.discriminator]
        yield from _level(spec.variants[key], value, changes)
        for number, other in enumerate(spec.variants):
            if other != key:
                yield from _ranked(_level(spec.variants[other], _row(spec, other), changes - 1), number)
    elif spec.kind == "rows":
        yield from _rows(spec, value, changes)
    elif spec.kind == "many":
        options = [option for option, _ in spec.options]
        for number, chosen in enumerate(combinations(options, changes)):
            if list(chosen) != list(value):
                yield list(chosen), number
    elif changes == 1:
        yield from ((each, number) for number, each in enumerate(tried(spec)) if each != value)


def _rows(spec: Spec, rows: list[dict[str, Any]], changes: int) -> Iterator[Made]:
    """Changes within the rows that there are, and rows more; or the last row less."""
    for inner in range(changes + 1):
        for kept, rank in _kept(spec, rows, inner):
            for added, further in _added(spec, changes - inner):
                if len(kept) + len(added) <= (spec.most or 20):
                    yield [*kept, *added], rank + further
    if rows:
        yield from _kept(spec, rows[:-1], changes - 1)


def _kept(spec: Spec, rows: list[dict[str, Any]], changes: int) -> Iterator[Made]:
    if not rows:
        if not changes:
            yield [], 0
        return
    first, *rest = rows
    level = spec.variants[first[spec.discriminator] if spec.discriminator else ""]
    for here in range(changes + 1):
        for row, rank in _level(level, first, here):
            for others, further in _kept(spec, rest, changes - here):
                yield [row, *others], rank + further


def _added(spec: Spec, changes: int) -> Iterator[Made]:
    if not changes:
        yield [], 0
        return
    for inner in range(changes):
        for number, key in enumerate(spec.variants):
            for row, rank in _level(spec.variants[key], _row(spec, key), inner):
                for others, further in _added(spec, changes - 1 - inner):
                    yield [row, *others], number + rank + further


def _ranked(made: Iterator[Made], rank: int) -> Iterator[Made]:
    return ((value, rank + further) for value, further in made)


def _row(spec: Spec, key: str) -> dict[str, Any]:
    """A row of this kind as it is added."""
    values = {each.name: _plain(each.default) for each in spec.variants[key]}
    return {spec.discriminator: key, **values} if spec.discriminator else values


def tried(spec: Spec) -> tuple[Any, ...]:
    """The values of an input that are tried, the smallest first."""
    if spec.kind == "switch":
        return (False, True)
    if spec.kind == "choice":
        return tuple(option for option, _ in spec.options)
    if spec.kind in ("whole", "number"):
        return tuple(each if spec.kind == "whole" else Fraction(each) for each in TRIED if _may_be(spec, each))
    return TEXTS.get(spec.name, ())


def _may_be(spec: Spec, number: int) -> bool:
    if spec.kind == "whole" and number % spec.step:
        return False
    if spec.above is not None and number <= spec.above:
        return False
    return (spec.low is None or number >= spec.low) and (spec.high is None or number <= spec.high)
