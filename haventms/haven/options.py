"""What may be done next in a turn, and why the rest is refused: each act is tried, no rule stands here."""

from collections.abc import Callable, Iterable
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from ..checked import checked
from ..errors import RuleError
from ..firing import tell
from ..ledger import Line, made
from ..register import implements
from ..rulings import Rulings
from . import activation, acts
from .attacks import ATTACK_KINDS
from .turnstate import ActionKind, Name, TurnState, feet_of

ACTS: dict[str, Callable[..., Any]] = {
    "move": acts.move,
    "stand_up": acts.stand_up,
    "attack": acts.attack,
    "use": acts.use,
    "activate": activation.activate,
    "sacrifice": activation.sacrifice,
    "free": activation.free,
    "automatic": acts.automatic,
    "defend": acts.defend,
    "grant": acts.grant,
    "deny": acts.deny,
    "next": acts.next_turn,
}
"""Every act by the name of the method of `Turn` that does it."""


class Option(BaseModel):
    """Something that might be done next: `turn.<act>(**arguments)`, for "next" `turn.next()`.

    `kind` is the kind of action (H-ACT-2), "" for what is none. Where it is `allowed`, `reason` says what it does,
    `spends` which actions go, and `number` names the argument that may be raised in steps of `step` up to `most`
    (None: no limit). Where it is not, `reason` says why and `clause` which clause refuses it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    act: str
    arguments: dict[str, int | str] = {}
    kind: Literal["standard", "move", "attack", "free", "automatic", ""] = ""
    allowed: bool
    reason: str
    clause: str
    spends: tuple[ActionKind, ...] = ()
    number: str = ""
    step: int = 1
    most: int | None = None


def _candidates(turn: TurnState, ability: str) -> list[dict[str, Any]]:
    """Every act with the least that it can be done with, and how far its number goes while it is allowed."""
    left, limit, step = turn.left, turn.limit, feet_of("step")
    reach = None if limit is None else min(limit, turn.feet_left or 0)
    named = {"ability": ability}
    given = sum(each.actions for each in turn.series if each.ability in (ability, ""))
    return [
        {"act": "free", "arguments": named, "kind": "free"},
        {"act": "move", "arguments": {"feet": step}, "kind": "move", "number": "feet", "step": step, "most": reach},
        {"act": "stand_up", "kind": "move"},
        *(
            {"act": "attack", "arguments": {"kind": kind, "action": action}, "kind": action}
            for kind in ATTACK_KINDS
            for action in ("attack", "standard")
        ),
        {"act": "use", "arguments": named, "kind": "standard"},
        *(
            {"act": "activate", "arguments": {**named, "cost": kind}, "kind": kind}
            for kind in ("standard", "move", "attack")
        ),
        {
            "act": "activate",
            "arguments": {**named, "cost": 1},
            "number": "cost",
            "most": given + left["move"] + left["standard"],
        },
        {"act": "activate", "arguments": {**named, "cost": "cycle"}},
        *(
            {
                "act": "sacrifice",
                "arguments": {"n": 1, "kind": kind, **named},
                "kind": "free",
                "number": "n",
                "most": left[kind],
            }
            for kind in ("move", "standard", "attack")
        ),
        {"act": "sacrifice", "arguments": {"n": "cycle", **named}, "kind": "free"},
        *(
            {"act": act, "arguments": {"kind": kind}, "kind": "automatic"}
            for act in ("automatic", "defend")
            for kind in ATTACK_KINDS
        ),
        {"act": "next"},
    ]


@implements("H-ACT-2")
@checked
def legal(turn: TurnState, ability: Name = "an ability", rulings: Rulings | None = None) -> tuple[Option, ...]:
    """H-ACT-2: what may be done next in this turn, kind by kind, and what may not, with the clause that refuses it.

    `ability` is the one that the listed uses, activations and sacrifices are for. Every option was tried: the reason
    is what the act itself answers, by the rulings of the turn where no others are given.
    """
    if rulings is not None:
        turn = turn.model_copy(update={"rulings": rulings})
    tell(["H-ACT-2"])
    found = []
    for candidate in _candidates(turn, ability):
        try:
            done = ACTS[candidate["act"]](turn, **candidate.get("arguments", {}))
        except RuleError as error:
            for name in ("number", "step", "most"):
                candidate.pop(name, None)
            found.append(Option(allowed=False, reason=error.sentence, clause=error.clause, **candidate))
        else:
            step, line = done.log[-1], done.ledger[len(turn.ledger)]
            found.append(
                Option(allowed=True, reason=step.sentence, clause=line.clause, spends=step.spends, **candidate)
            )
    return tuple(found)


def open_kinds(options: Iterable[Option]) -> Line:
    """H-ACT-2: the kinds of action of which something may follow, as a step of a ledger."""
    kinds = dict.fromkeys(each.kind for each in options if each.allowed and each.kind)
    return made("H-ACT-2", "Of these kinds of action something may follow", ", ".join(kinds) or "none")
