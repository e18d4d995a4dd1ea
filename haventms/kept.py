"""Answers that are found again wherever no other choice of the reader's could have changed them."""

from collections.abc import Callable, Hashable, Iterable
from functools import wraps
from typing import ParamSpec, TypeVar

from .rulings import Rulings, ruling_field

P = ParamSpec("P")
R = TypeVar("R")

_MOST_CHOICES = 64
"""Of one question under different rulings; a die can be written in a hundred thousand ways."""


def kept(most: int) -> Callable[[Callable[..., tuple[R, Iterable[str]]]], Callable[..., R]]:
    """Keep what a function of hashable values and the keyword `rulings` answers, for so many different values.

    Beside its answer the function says which rulings were asked. Whatever agrees on those has the same answer, so that
    comparing the readings of one ruling computes again only what asks for it.
    """

    def keep(function: Callable[..., tuple[R, Iterable[str]]]) -> Callable[..., R]:
        known: dict[Hashable, list[tuple[tuple[tuple[str, str], ...], R]]] = {}

        @wraps(function)
        def call(*values: Hashable, rulings: Rulings) -> R:
            answers = known.get(values, ())
            for asked, answer in answers:
                if all(getattr(rulings, field) == choice for field, choice in asked):
                    return answer
            answer, ids = function(*values, rulings=rulings)
            fields = filter(None, map(ruling_field, ids))
            if not answers and len(known) >= most:
                known.clear()
            asked = tuple([(field, getattr(rulings, field)) for field in fields])
            known[values] = [*answers[-_MOST_CHOICES:], (asked, answer)]
            return answer

        return call

    return keep
