"""Rolls in a row where failing changes the state: exact weights of every state after every roll.

Mechanism only. A state is an index into what the caller counts (how tired, how much Con, how many rolls failed); a
table of success weights says how many faces keep each state in each step, and ``on_failure`` says where
the other faces lead. After n steps the weights stand over start x faces ** n.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from haventms.dice.bounds import FARTHEST, flag, whole, wholes
from haventms.dice.checks import reach_table
from haventms.dice.odds import Odds
from haventms.dice.packing import slot_width, unpack

State = TypeVar("State", bound=Hashable)

_FAR = 10 * FARTHEST  # penalties may lie between a bonus and what a state rolls with
_MOST_ROLLS = 200  # with their count of failures
_MOST_SUMMED = 40  # with the sum of what they missed by
_MOST_BYTES = 1 << 17  # of one packed row of such sums


def success_counts(
    die: str, modifiers: Sequence[int], difficulties: Iterable[int], fewest: int = 0, most: int | None = None
) -> list[list[int]]:
    """For each difficulty in turn, and each state's modifier: the weight of a roll that reaches it.

    ``fewest`` and ``most`` bound the weight, for dice on which some faces always fail or always succeed.
    """
    total = Odds.from_die(die).denominator
    goals, offsets = wholes("difficulties", difficulties, _FAR), wholes("modifiers", modifiers, _FAR)
    if not goals or not offsets:
        return [[] for _ in goals]
    least = min(goals) - max(offsets)
    weights = reach_table(die, least, max(goals) - min(offsets))
    if fewest != 0 or most is not None:
        floor = whole("fewest", fewest, 0, total)
        ceiling = total if most is None else whole("most", most, floor, total)
        weights = [min(max(weight, floor), ceiling) for weight in weights]
    starts = [goal - least for goal in goals]
    return [[weights[start - offset] for offset in offsets] for start in starts]


def run_chain(
    start: Sequence[int], on_failure: Sequence[int], successes: Iterable[Sequence[int]], faces: int
) -> list[list[int]]:
    """The weight of every state after every step.

    ``start``: integer weights of the states. ``on_failure``: for each state the state that a failure leads to, itself
    where nothing is left to lose. ``successes``: for each step, for each state, how many of the ``faces`` succeed.
    """
    count, states = len(start), range(len(start))
    steps = [*successes]
    if type(faces) is not int or faces < 1:
        raise ValueError("faces must be a whole number of at least 1")
    if {*map(type, start)} != {int} or min(start) < 0 or len(on_failure) != count or not set(on_failure) <= {*states}:
        raise ValueError("start and on_failure must name the same states, with weights of at least 0")
    if not steps:
        return []
    cells = [*chain.from_iterable(steps)]
    if {*map(len, steps)} != {count} or {*map(type, cells)} != {int} or min(cells) < 0 or max(cells) > faces:
        raise ValueError("every step must have a number of successes from 0 to faces for each state")
    if [*on_failure] == [*states[1:], count - 1]:
        return _run_ladder(start, steps, faces)
    weights, rows = start, []
    for step in steps:
        after = [0] * count
        for state, weight in enumerate(weights):
            if weight:
                kept = weight * step[state]
                after[state] += kept
                after[on_failure[state]] += weight * faces - kept
        rows.append(after)
        weights = after
    return rows


def _run_ladder(start: Sequence[int], steps: list[Sequence[int]], faces: int) -> list[list[int]]:
    """The frequent case that each failure leads to the next state and the last keeps all: no index, no lookup."""
    weights, rows = start, []
    for step in steps:
        after: list[int] = []
        lost = 0
        for weight, successes in zip(weights, step, strict=True):
            if weight:
                kept = weight * successes
                after.append(kept + lost)
                lost = weight * faces - kept
            else:
                after.append(lost)
                lost = 0
        after[-1] += lost
        rows.append(after)
        weights = after
    return rows


def spread(
    weights: Mapping[State, int], leads_to: Callable[[State], Iterable[tuple[State, int]]], faces: int
) -> dict[State, int]:
    """One step of any chain: every state's weight shared out over where it leads, in parts of ``faces``."""
    after: dict[State, int] = {}
    for state, weight in weights.items():
        for following, part in leads_to(state):
            after[following] = after.get(following, 0) + weight * part
    if sum(after.values()) != sum(weights.values()) * faces or min(after.values(), default=0) < 0:
        raise ValueError("every state must share out exactly its number of faces")
    return after


def failure_counts(
    die: str,
    bonus: int,
    difficulties: Iterable[int],
    penalty: int = 0,
    failures: int = 0,
    exceed: bool = False,
) -> tuple[Odds, ...]:
    """After each of several rolls against these difficulties: the odds of how many have failed, those before included.

    ``die`` plus ``bonus`` rolls against each difficulty in turn; every failure so far, ``failures`` of them before
    the first roll, takes ``penalty`` (0 or more) off. At most 200 rolls; ``ValueError`` beyond.
    """
    faces, needed = _series(die, bonus, difficulties, penalty, failures, _MOST_ROLLS)
    rolls, last = len(needed), failures + len(needed)
    more = int(flag("exceed", exceed))
    lowered = [-penalty * failed for failed in range(failures, last + 1)]
    counts = success_counts(die, lowered, [need + more for need in needed])
    rows = run_chain([1] + [0] * rolls, [*range(1, rolls + 1), rolls], counts, faces)
    return tuple(
        [
            Odds.from_weights(dict(zip(range(failures, last + 1), row, strict=True)), faces**done)
            for done, row in enumerate(rows, 1)
        ]
    )


def shortfall(
    die: str,
    bonus: int,
    difficulties: Iterable[int],
    penalty: int = 0,
    failures: int = 0,
    exceed: bool = False,
) -> Odds:
    """The odds of what all failed rolls of such a series missed their difficulties by, added up.

    Parameters as in ``failure_counts``; at most 40 rolls. With ``exceed`` an equal total fails and misses by nothing.
    """
    faces, needed = _series(die, bonus, difficulties, penalty, failures, _MOST_SUMMED)
    more = int(flag("exceed", exceed))
    values = Odds.from_die(die).weights
    lowest, width = int(min(values)), slot_width(faces ** len(needed))
    most = sum(max(need + penalty * (failures + n) - lowest, 0) for n, need in enumerate(needed))
    if most * width > _MOST_BYTES:
        room = _MOST_BYTES // width
        raise ValueError(f"difficulties must be missed by at most {room} in all for {len(needed)} rolls")
    # One packed row of summed misses for each number of failures; without a penalty that number is idle.
    sums = {failures: 1}
    for need in needed:
        after: dict[int, int] = {}
        for failed, row in sums.items():
            goal = need + penalty * failed
            kept, missed = reach_table(die, goal + more, goal + more)[0], 0
            for value, weight in values.items():
                if value < goal + more:
                    missed += weight << 8 * width * int(goal - value)
            worse = failed + 1 if penalty else failed
            after[failed] = after.get(failed, 0) + row * kept
            after[worse] = after.get(worse, 0) + row * missed
        sums = after
    missed_by = unpack(sum(sums.values()), width, most + 1)
    return Odds.from_weights(dict(enumerate(missed_by)), faces ** len(needed))


def _series(
    die: str, bonus: int, difficulties: Iterable[int], penalty: int, failures: int, most: int
) -> tuple[int, list[int]]:
    """Checked: the die's denominator and what each unpenalised roll must show."""
    whole("bonus", bonus, -FARTHEST, FARTHEST)
    whole("penalty", penalty, 0, 100)
    whole("failures", failures, 0, 100)
    goals = wholes("difficulties", difficulties)
    if not 1 <= len(goals) <= most:
        raise ValueError(f"difficulties must be a list of 1 to {most} whole numbers")
    return Odds.from_die(die).denominator, [goal - bonus for goal in goals]
