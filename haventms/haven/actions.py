"""A character's turn: what may be done in it, what each act leaves, and why others are refused."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..checked import checked
from ..register import implements
from ..rulings import Rulings
from . import activation, acts, options
from .options import ACTS
from .turnstate import BaseFeet, Count, TurnState


@implements("H-ACT-3")
class Turn(TurnState):
    """H-ACT-3: a character's offensive turn. Immutable: every act answers with the next state, or with a RuleError.

    Built by keyword: `base_feet` (base speed in feet, None: no distance is measured), the actions that each turn
    starts with, `standard`, `move` and `attack`, and `rulings`. `.left` says which actions are left, `.feet_left` how
    far one can still move, `.penalty(kind)` what the next attack loses, `.log` what was done, `.legal()` what may be
    done next. `.explain()` tells it all with its clauses.
    """

    move: ClassVar = acts.move
    stand_up: ClassVar = acts.stand_up
    attack: ClassVar = acts.attack
    use: ClassVar = acts.use
    activate: ClassVar = activation.activate
    sacrifice: ClassVar = activation.sacrifice
    free: ClassVar = activation.free
    automatic: ClassVar = acts.automatic
    defend: ClassVar = acts.defend
    grant: ClassVar = acts.grant
    deny: ClassVar = acts.deny
    next: ClassVar = acts.next_turn
    penalty: ClassVar = acts.penalty
    legal: ClassVar = options.legal


class Act(BaseModel):
    """One step of `play_turn`: the name of an act and its arguments, as the method of `Turn` takes them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    act: Literal[
        "move",
        "stand_up",
        "attack",
        "use",
        "activate",
        "sacrifice",
        "free",
        "automatic",
        "defend",
        "grant",
        "deny",
        "next",
    ]
    feet: Any = None
    kind: Any = None
    ability: Any = None
    cost: Any = None
    n: Any = None
    rolls: Any = None
    action: Any = None
    automatic: Any = None
    counts_as: Any = None
    allowed_by: Any = None
    by: Any = None


@checked
def play_turn(
    steps: Annotated[Sequence[Act], Field(max_length=1000)],
    base_feet: BaseFeet = None,
    standard: Count | None = None,
    move: Count | None = None,
    attack: Count | None = None,
    rulings: Rulings | None = None,
) -> Turn:
    """A turn, or several in a row, from a list of steps such as {"act": "move", "feet": 30}; the state at its end.

    The actions that each turn starts with are those of `Turn`. The first step that a clause forbids is a RuleError.
    """
    given = {"standard": standard, "move": move, "attack": attack}
    turn = Turn(base_feet=base_feet, rulings=rulings, **{kind: n for kind, n in given.items() if n is not None})
    for step in steps:
        arguments = step.model_dump(exclude_unset=True, exclude={"act"})
        turn = ACTS[step.act](turn, **arguments)
    return turn
