"""Cheapest routes over a map of squares, on whole numbers only: mechanism, no rule stands here.

A map of c columns and r rows has a border of one barred square all around, so that no step needs to ask where the map
ends. A square has two states, since a diagonal step may cost something else when the one before it was the first of a
pair: state 2 * square + 0 or 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from operator import add

BARRED = 1 << 400
"""More than any route costs."""

Steps = tuple[tuple[tuple[int, tuple[int, ...]], ...], tuple[tuple[int, tuple[int, ...]], ...]]
"""For both states of a square: how far each step leads, and what it costs to arrive there, by state."""

HEADINGS = {
    "n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0), "ne": (1, -1), "se": (1, 1), "sw": (-1, 1), "nw": (-1, -1)
}  # fmt: skip
"""The eight neighbours of a square: columns to the right, rows down."""


@dataclass(frozen=True)
class Costs:
    """What entering each square costs: by a straight step, by the first and by the second diagonal of a pair.

    Rows from top to bottom, each with as many squares as there are columns; `BARRED` where there is no entering.
    `paired` says whether the two diagonals differ. `headings` adds something to the steps in some directions, square
    by square.
    """

    columns: int
    straight: tuple[int, ...]
    first: tuple[int, ...]
    second: tuple[int, ...]
    paired: bool
    headings: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @property
    def width(self) -> int:
        """The columns with their border."""
        return self.columns + 2

    def at(self, column: int, row: int) -> int:
        """The number of a square, columns and rows counted from 1."""
        return row * self.width + column

    def place(self, square: int) -> tuple[int, int]:
        """Column and row of a square, counted from 1."""
        row, column = divmod(square, self.width)
        return column, row


@lru_cache(maxsize=16)
def _steps(costs: Costs) -> Steps:
    bordered = [_bordered(costs, table) for table in (costs.straight, costs.first, costs.second)]
    more = {name: _bordered(costs, table, 0) for name, table in costs.headings}
    found: list[list[tuple[int, tuple[int, ...]]]] = [[], []]
    for name, (right, down) in HEADINGS.items():
        offset = 2 * (down * costs.width + right)
        tables = bordered[1:] if right and down else bordered[:1]
        if name in more:
            tables = [tuple(map(add, table, more[name])) for table in tables]
        turn = 1 if right and down and costs.paired else 0
        found[0].append((offset + turn, tables[0]))
        found[1].append((offset - turn, tables[-1]))
    return tuple(found[0]), tuple(found[1])


def _bordered(costs: Costs, table: Sequence[int], border: int = BARRED) -> tuple[int, ...]:
    """The table by state, with its border."""
    edge, side = [border] * (2 * costs.width), [border] * 2
    found, row = [*edge], [border] * (2 * costs.columns)
    for start in range(0, len(table), costs.columns):
        row[::2] = row[1::2] = table[start : start + costs.columns]
        found += side
        found += row
        found += side
    return tuple(found + edge)


def route(costs: Costs, start: int, goal: int) -> tuple[int, ...]:
    """The squares of a cheapest route from start to goal, both included; none where there is no route."""
    steps = _steps(costs)
    best = [BARRED] * len(steps[0][0][1])
    before = [0] * len(best)
    best[2 * start] = 0
    waiting, ahead = {0: [2 * start]}, [0]
    while ahead:
        cost = heappop(ahead)
        for state in waiting.pop(cost):
            if best[state] < cost:
                continue
            if state >> 1 == goal:
                return _back(before, state, 2 * start)
            for offset, table in steps[state & 1]:
                other = state + offset
                total = cost + table[other]
                if total < best[other]:
                    best[other], before[other] = total, state
                    if total in waiting:
                        waiting[total].append(other)
                    else:
                        waiting[total] = [other]
                        heappush(ahead, total)
    return ()


def _back(before: list[int], state: int, start: int) -> tuple[int, ...]:
    squares = [state >> 1]
    while state != start:
        state = before[state]
        squares.append(state >> 1)
    return tuple(reversed(squares))


def arrival(spent: int, cost: int, budget: int) -> int:
    """What is spent after a further step, where each action covers `budget` and a step is not split between two.

    What the step does not find left in its action is lost. One that costs more than an action takes several, an equal
    part of it in each.
    """
    left = -spent % budget
    if cost <= left:
        return spent + cost
    actions = -(-cost // budget)
    return spent + left + (actions - 1) * budget - (-cost // actions)


def reached(costs: Costs, start: int, budget: int, actions: int) -> dict[int, int]:
    """The squares that so many actions reach, each with the fewest actions; the start needs none."""
    steps, most = _steps(costs), budget * actions
    best = [most + 1] * len(steps[0][0][1])
    best[2 * start] = 0
    waiting, ahead = {0: [2 * start]}, [0]
    found: dict[int, int] = {}
    while ahead:
        spent = heappop(ahead)
        left = -spent % budget
        for state in waiting.pop(spent):
            if best[state] < spent:
                continue
            found.setdefault(state >> 1, -(-spent // budget))
            for offset, table in steps[state & 1]:
                other = state + offset
                cost = table[other]
                total = spent + cost if cost <= left else arrival(spent, cost, budget)
                if total < best[other]:
                    best[other] = total
                    if total in waiting:
                        waiting[total].append(other)
                    else:
                        waiting[total] = [other]
                        heappush(ahead, total)
    return found
