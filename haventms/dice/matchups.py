"""``atlas``: every pool against every pool, exactly, for tables and heat maps.

One row of the table, a pool against all others, is computed as one big integer: the weights "strictly below k"
of all the others stand side by side in it, a slot each, so that one dot product of the pool's
tally with these packed rows wins against everybody at once.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from operator import mul
from typing import TypeAlias

from haventms.dice.bounds import MOST_SIDES, whole, wholes
from haventms.dice.packing import slot_width
from haventms.dice.pools import new_side

Matchup: TypeAlias = tuple[int, int, int, int]

_MOST_POOLS = 500  # on a side: a quarter of a million matchups
_MOST_IN_POOL = 50


class Atlas(Mapping[Matchup, Fraction]):
    """The chance to win of ``(dice, target, other_dice, other_target)``; ``weight`` answers it in integers."""

    def __init__(self, max_dice: int, targets: tuple[int, ...], sides: int) -> None:
        """Compute all rows; a cell is read out of its row when it is asked for."""
        pools = [(dice, target) for dice in range(1, max_dice + 1) for target in targets]
        known = [new_side(dice, target, sides) for dice, target in pools]
        largest = max(side.total for side in known)
        widths = [slot_width(largest * side.total) for side in known]
        packed = [
            b"".join(
                [
                    (side.below[k] if k < len(side.below) else side.total).to_bytes(width, "little")
                    for side, width in zip(known, widths, strict=True)
                ]
            )
            for k in range(max_dice + 1)
        ]
        below = [int.from_bytes(row, "little") for row in packed]
        size = sum(widths)
        rows = [sum(map(mul, side.tally, below)).to_bytes(size, "little") for side in known]
        ends = [sum(widths[:index]) for index in range(len(widths) + 1)]
        self._rows = {pool: (row, side.total) for pool, row, side in zip(pools, rows, known, strict=True)}
        self._slots = {
            pool: (start, end, side.total) for pool, start, end, side in zip(pools, ends, ends[1:], known, strict=False)
        }

    def weight(self, matchup: Matchup) -> tuple[int, int]:
        """Integer weight of winning and its denominator."""
        dice, target, other_dice, other_target = matchup
        row, total = self._rows[dice, target]
        start, end, other_total = self._slots[other_dice, other_target]
        return int.from_bytes(row[start:end], "little"), total * other_total

    def weights(self) -> list[list[int]]:
        """All integer weights: a list a pool, in it one for every other pool, both in the order of the keys."""
        slots = [slice(start, end) for start, end, _ in self._slots.values()]
        read = int.from_bytes
        return [[read(row[slot], "little") for slot in slots] for row, _ in self._rows.values()]

    def __getitem__(self, matchup: Matchup) -> Fraction:
        return Fraction(*self.weight(matchup))

    def __iter__(self) -> Iterator[Matchup]:
        return ((*own, *other) for own in self._rows for other in self._slots)

    def __len__(self) -> int:
        return len(self._rows) ** 2


def atlas(max_dice: int, targets: Iterable[int], sides: int) -> Atlas:
    """The chance to win for every two pools of 1 to ``max_dice`` dice and these targets, on dice of ``sides``.

    A mapping ``(dice, target, other_dice, other_target)`` -> Fraction. ``max_dice`` 1 to 50, at most 500 pools a side.
    """
    whole("max_dice", max_dice, 1, _MOST_IN_POOL)
    whole("sides", sides, 1, MOST_SIDES)
    distinct = tuple(dict.fromkeys(wholes("targets", targets)))
    if not distinct or max_dice * len(distinct) > _MOST_POOLS:
        most = _MOST_POOLS // max_dice
        raise ValueError(f"targets must be a list of 1 to {most} whole numbers for {max_dice} dice")
    return Atlas(max_dice, distinct, sides)
