"""The second opinion of these tests: plain loops over every roll, with nothing taken from haventms."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction
from itertools import product

from hypothesis import HealthCheck, settings

# A busy machine is no failure: no deadline, and slow drawing is allowed.
steady = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])


def every_roll(dice: int, sides: int) -> Iterable[tuple[int, ...]]:
    """All ``sides ** dice`` rolls."""
    return product(range(1, sides + 1), repeat=dice)


def share(rolls: Iterable[tuple[int, ...]], answer: Callable[[tuple[int, ...]], Hashable]) -> dict[Hashable, Fraction]:
    """{answer: chance} over equally likely rolls."""
    counts = Counter(map(answer, rolls))
    total = sum(counts.values())
    return {value: Fraction(count, total) for value, count in counts.items()}


def successes(roll: tuple[int, ...], target: int, shift: int = 0) -> int:
    """Dice of a roll that reach the target."""
    return sum(1 for die in roll if die + shift >= target)
