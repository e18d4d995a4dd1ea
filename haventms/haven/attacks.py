"""Repeated attacks: what each further offensive action of a turn loses."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from ..checked import checked
from ..firing import tell
from ..register import implements
from ..rulings import DEFAULT, Rulings
from ..tables import Row, table
from ..units import Whole

AttackKind = Literal["physical", "magical"]
ATTACK_KINDS: tuple[AttackKind, ...] = ("physical", "magical")

Rolls = Annotated[Whole, Field(ge=1, le=1000)]


def _form(value: Any) -> str:
    return "kind" if isinstance(value, str) else "pair"


Attack = Annotated[
    Annotated[AttackKind, Tag("kind")] | Annotated[tuple[AttackKind, Rolls], Tag("pair")], Discriminator(_form)
]
"""An offensive action: its kind, or its kind with the number of rolls it makes."""


def repeated() -> Row:
    """The row of the table that holds what a repeated attack loses."""
    return table("haven", "actions")["repeated attack"]


def penalty_after(earlier: int) -> int:
    """H-ATK-1: the change to a roll after `earlier` counted ones of its kind in the turn: 0, -2, -4 ..."""
    change: int = repeated()["change"]
    return earlier * change


def penalties_of(earlier: int, rolls: int, count: str) -> tuple[tuple[int, ...], int]:
    """H-ATK-1: the change to every roll of one offensive action, and how many are counted once it is done.

    `count` is the token of R-HAVEN-COUNT: by `action` its rolls share one penalty and count once, by `roll` each
    counts for the next one.
    """
    if count == "roll":
        return tuple(penalty_after(earlier + nth) for nth in range(rolls)), earlier + rolls
    return (penalty_after(earlier),) * rolls, earlier + 1


@implements("H-ATK-1", "H-ATK-2")
@checked
def attack_penalties(
    attacks: Annotated[Sequence[Attack], Field(max_length=1000)], rulings: Rulings | None = None
) -> tuple[int, ...]:
    """H-ATK-1, H-ATK-2: the change to each roll of a turn's offensive actions, physical and magical ones apart.

    `attacks` in the order of the turn: "physical" or "magical", or a pair such as ("physical", 3) for an action with
    several rolls. One number a roll, none above 0; R-HAVEN-COUNT says whether actions or rolls are counted. Rolls of
    the defensive turn never have this penalty (H-ATK-3) and do not belong in the list.
    """
    tell(["H-ATK-1", "H-ATK-2"])
    return tuple(_each(attacks, (DEFAULT if rulings is None else rulings).haven_count))


def _each(attacks: Sequence[AttackKind | tuple[AttackKind, int]], count: str) -> Iterator[int]:
    counted = dict.fromkeys(ATTACK_KINDS, 0)
    for attack in attacks:
        kind, rolls = (attack, 1) if isinstance(attack, str) else attack
        changes, counted[kind] = penalties_of(counted[kind], rolls, count)
        yield from changes
