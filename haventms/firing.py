"""Which clauses decide: a listener to every result and every refusal while it is open."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

LISTENERS: list[set[str]] = []
"""The sets that are being filled, the innermost last; empty while nobody listens, which then costs nothing."""


@contextmanager
def fired() -> Iterator[set[str]]:
    """While it is open, collect the clauses that decide a step of a result or a refusal, and the rulings asked, by id.

    Results that were made before it opened are not heard again.
    """
    found: set[str] = set()
    LISTENERS.append(found)
    try:
        yield found
    finally:
        LISTENERS.pop()


def tell(ids: Collection[str]) -> None:
    """Say to every listener that these have decided."""
    for found in LISTENERS:
        found.update(ids)
