"""How much may be computed for one answer.

A face that answers while somebody moves a slider allows fewer steps than a call in a notebook, which may take seconds.
Steps are counted where odds branch, so that an answer is refused, or not, by its case and never by the machine's speed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Allowance:
    """The steps that are left."""

    __slots__ = ("left", "steps")

    def __init__(self, steps: int) -> None:
        self.steps = self.left = steps

    @property
    def used(self) -> int:
        """The steps that were asked for."""
        return self.steps - self.left

    @property
    def spent(self) -> bool:
        """Whether more was asked for than there was."""
        return self.left < 0


_NOW: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def allowance(steps: int) -> Iterator[Allowance]:
    """So many steps for all that is computed inside, whatever is allowed around it."""
    allowed = Allowance(steps)
    before = _NOW.set(allowed)
    try:
        yield allowed
    finally:
        _NOW.reset(before)


def spend(steps: int) -> bool:
    """Take steps; False where there are not so many left. Without an allowance there are always enough."""
    allowed = _NOW.get()
    if allowed is None:
        return True
    allowed.left -= steps
    return not allowed.spent


def affordable(steps: int) -> int:
    """So many steps, or those that are left where they are fewer."""
    allowed = _NOW.get()
    return steps if allowed is None else max(min(steps, allowed.left), 0)
