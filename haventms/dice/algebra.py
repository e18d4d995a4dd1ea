"""What ``Odds`` computes with: tables of ascending values and their positive integer weights.

Plain functions on tuples; the denominators (what the weights sum to) are kept by the caller.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import accumulate
from math import comb, gcd, lcm
from operator import sub
from typing import TypeAlias

from haventms.dice.bounds import Value, plain
from haventms.dice.packing import pack, slot_width, unpack

Table: TypeAlias = tuple[tuple[Value, ...], tuple[int, ...]]

_MOST_BYTES = 1 << 20  # of weights in one sum; a megabyte takes about a second
_FEW_PAIRS = 256  # below this a plain loop beats packing


def gather(pairs: Iterable[tuple[Value, int]]) -> Table:
    """One table of many weighted values: equal ones merged, ascending, zeros dropped."""
    gathered: dict[Value, int] = {}
    for value, weight in pairs:
        gathered[value] = gathered.get(value, 0) + weight
    return ascending(gathered)


def ascending(weights: Mapping[Value, int]) -> Table:
    """The table of {value: weight}, zeros dropped."""
    values = sorted(filter(weights.__getitem__, weights))
    return tuple(values), tuple(map(weights.__getitem__, values))


def convolve(a: Table, b: Table) -> Table:
    """The table of the sum of two independent values."""
    (values, weights), (other_values, other_weights) = a, b
    pairs = len(values) * len(other_values)
    step = _step(values, other_values)
    slots = _steps(values, step) + _steps(other_values, step) + 1
    if pairs > _FEW_PAIRS and slots <= pairs:
        width = slot_width(sum(weights) * sum(other_weights))
        packed = pack(_spread(a, step), width) * pack(_spread(b, step), width)
        return _on_grid(values[0] + other_values[0], step, unpack(packed, width, slots))
    return gather(
        (plain(value + other), weight * other_weight)
        for value, weight in zip(values, weights, strict=True)
        for other, other_weight in zip(other_values, other_weights, strict=True)
    )


def repeated(table: Table, times: int) -> Table:
    """The table of the sum of ``times`` independent values; ``ValueError`` where that grows past a megabyte."""
    values, weights = table
    step, total = _step(values), sum(weights)
    span = _steps(values, step)

    def size(repeats: int) -> int:
        different = min(span * repeats + 1, comb(repeats + len(values) - 1, repeats))
        return different * slot_width(total**repeats)

    if size(times) > _MOST_BYTES:
        most = bisect_right(range(times), _MOST_BYTES, key=size) - 1
        raise ValueError(f"number must be a whole number from 0 to {most} for odds as wide as these")
    width = slot_width(total**times)
    if (span * times + 1) * width <= _MOST_BYTES:
        packed = pack(_spread(table, step), width) ** times  # Python squares
        return _on_grid(values[0] * times, step, unpack(packed, width, span * times + 1))
    return _squared(table, times)  # few values, far apart: a grid would be mostly empty


def _squared(table: Table, times: int) -> Table:
    if times == 1:
        return table
    half = _squared(table, times // 2)
    twice = convolve(half, half)
    return convolve(twice, table) if times % 2 else twice


def greatest(a: Table, b: Table) -> Table:
    """The table of the greater of two independent values."""
    (values, weights), (other_values, other_weights) = a, b
    up_to, other_up_to = (0, *accumulate(weights)), (0, *accumulate(other_weights))
    everything = ascending(dict.fromkeys((*values, *other_values), 1))[0]
    both = [up_to[bisect_right(values, v)] * other_up_to[bisect_right(other_values, v)] for v in everything]
    steps = map(sub, both, (0, *both))
    return ascending(dict(zip(everything, steps, strict=True)))


def dice_total(number: int, sides: int) -> Table:
    """The table of the total of ``number`` equal dice."""
    ways = [1]
    for _ in range(number):  # one more die: every total gathers the last ``sides`` totals before it
        sums = [0, *accumulate(ways)]
        ways = [sums[min(top, len(ways))] - sums[max(top - sides, 0)] for top in range(1, len(ways) + sides)]
    return tuple(range(number, number * sides + 1)), tuple(ways)


def _step(*rows: tuple[Value, ...]) -> Value:
    """The largest step of which all distances within each row are multiples."""
    scale = lcm(*[value.denominator for row in rows for value in row])
    step = gcd(*[int((value - row[0]) * scale) for row in rows for value in row])
    return plain(Fraction(step or scale, scale))


def _steps(values: tuple[Value, ...], step: Value) -> int:
    return int((values[-1] - values[0]) / step) if type(step) is Fraction else int(values[-1] - values[0]) // int(step)


def _spread(table: Table, step: Value) -> list[int]:
    """Weights by position on the grid that starts at the first value, zeros between."""
    values, weights = table
    slots = [0] * (_steps(values, step) + 1)
    for value, weight in zip(values, weights, strict=True):
        slots[_steps((values[0], value), step)] = weight
    return slots


def _on_grid(first: Value, step: Value, row: list[int]) -> Table:
    held = [(plain(first + step * at), weight) for at, weight in enumerate(row) if weight]
    return tuple([value for value, _ in held]), tuple([weight for _, weight in held])
