"""What the legs of one journey have told so far: a long journey has each step once, and asks each rule once."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from ..ledger import Ledger, Line

R = TypeVar("R")


class Told:
    """The steps that stand in the ledger of a journey, under its rulings, and the answers that they come from."""

    def __init__(self) -> None:
        self._lines: set[Line] = set()
        self._answers: dict[tuple[Hashable, ...], Any] = {}

    def answer(self, rule: Callable[..., R], *values: Hashable, ledger: Ledger, **named: Hashable) -> R:
        """What a rule says of these values under the rulings of the ledger."""
        key = (rule, values, *named.items())
        if key not in self._answers:
            self._answers[key] = rule(*values, rulings=ledger.rulings, **named)
        found: R = self._answers[key]
        return found

    def tell(self, lines: Iterable[Line], ledger: Ledger) -> None:
        """Write steps into the ledger, each once."""
        new = [line for line in lines if line not in self._lines]
        self._lines.update(new)
        ledger.put(new)
