"""Movement on a map of five-foot squares: what a path costs, its diagonals as the reader wishes."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import isqrt
from typing import Annotated

from pydantic import AfterValidator, Field

from ..checked import checked
from ..ledger import Ledger, Result
from ..rulings import Rulings
from ..tables import table
from ..units import Exact, Whole, plain

Square = tuple[Whole, Whole]
"""Column and row of a square."""


def _each_beside_the_last(path: Sequence[Square]) -> Sequence[Square]:
    for (column, row), (next_column, next_row) in pairwise(path):
        if max(abs(next_column - column), abs(next_row - row)) != 1:
            raise ValueError(
                f"must go from each square to one of its eight neighbours: ({column}, {row}) and "
                f"({next_column}, {next_row}) are none"
            )
    return path


Squares = Annotated[Sequence[Square], Field(min_length=1, max_length=10_000), AfterValidator(_each_beside_the_last)]
"""A path: the squares from the start to the goal, each beside the one before."""


class Path(Result):
    """What `path_feet` answers with.

    `feet` is exact under every reading but `exact`, where the diagonals cost `root_two_feet` times the square root of
    two besides `whole_feet`; `feet` is then their sum cut after the hundredth, and `within` still exact.
    """

    feet: Exact
    whole_feet: int
    root_two_feet: int
    straight: int
    diagonal: int

    @property
    def headline(self) -> str:
        about = "about " if self.root_two_feet else ""
        steps = self.straight + self.diagonal
        return f"{steps} step(s), {self.diagonal} of them diagonal, are {about}{plain(self.feet)} feet."

    def within(self, feet: int | Fraction) -> bool:
        """Whether so many feet of movement cover the path, exactly, also with square roots."""
        rest = feet - self.whole_feet
        return rest >= 0 and rest * rest >= 2 * self.root_two_feet**2


@checked
def path_feet(path: Squares, rulings: Rulings | None = None) -> Path:
    """H-SPD-2: the feet of a path of five-foot squares, its diagonals by R-HAVEN-DIAGONAL.

    `path` are the squares as (column, row), start and goal included. Where every second diagonal counts double they
    are counted over the whole path, so that mirroring and turning it changes nothing.
    """
    ledger = Ledger(rulings)
    steps = [(abs(to[0] - start[0]) + abs(to[1] - start[1])) == 2 for start, to in pairwise(path)]
    diagonal = sum(steps)
    straight = len(steps) - diagonal
    row = table("haven", "diagonals")[ledger.ask("haven_diagonal") if diagonal else "straight"]
    whole_feet = table("haven", "diagonals")["straight"]["first"] * straight
    seconds = diagonal // 2
    slanted = row["first"] * (diagonal - seconds) + row["second"] * seconds
    root_two_feet = slanted if row["root_two"] else 0
    whole_feet += slanted - root_two_feet
    hundredths = 100
    feet = whole_feet + Fraction(isqrt(2 * (root_two_feet * hundredths) ** 2), hundredths)
    ledger.add("H-SPD-2", f"{straight} straight and {diagonal} diagonal step(s): feet", feet, row.cite)
    return Path(
        feet=feet,
        whole_feet=whole_feet,
        root_two_feet=root_two_feet,
        straight=straight,
        diagonal=diagonal,
        **ledger.close(),
    )
