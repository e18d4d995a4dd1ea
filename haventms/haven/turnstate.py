"""What a turn remembers: its actions, its movement, its attacks, what was sacrificed, and what was done."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal, TypeVar

from pydantic import ConfigDict, Field, model_validator

from ..ledger import Ledger, Result
from ..rounding import down_to
from ..rulings import Rulings
from ..tables import Row, table
from ..units import Whole
from .attacks import ATTACK_KINDS, AttackKind, penalty_after

ActionKind = Literal["standard", "move", "attack"]
ACTION_KINDS: tuple[ActionKind, ...] = ("standard", "move", "attack")

Count = Annotated[Whole, Field(ge=0, le=100)]
BaseFeet = Annotated[Whole, Field(ge=0, le=20_000)] | None
Name = Annotated[str, Field(min_length=1, max_length=200)]
Words = Annotated[str, Field(max_length=200)]


def row(name: str) -> Row:
    """A row of the table of a turn's actions."""
    return table("haven", "actions")[name]


def start_with(kind: ActionKind) -> int:
    """The actions of a kind that every turn starts with."""
    count: int = row(f"{kind} actions")["count"]
    return count


def speed_row(name: str) -> Row:
    """A row of the table of speed: the five-foot "step", or "standing up"."""
    return table("haven", "speed")[name]


def feet_of(name: str) -> int:
    """The feet in that row."""
    feet: int = speed_row(name)["feet"]
    return feet


def plural(number: int, noun: str) -> str:
    """The number with its noun: "1 action", "2 actions"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


@dataclass(frozen=True, slots=True)
class Tally:
    """How many actions of each kind."""

    standard: int = 0
    move: int = 0
    attack: int = 0

    def plus(self, kind: ActionKind, number: int = 1) -> "Tally":
        """The same with `number` more of one kind."""
        return replace(self, **{kind: getattr(self, kind) + number})

    def plus_all(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(self.standard + other.standard, self.move + other.move, self.attack + other.attack)

    @property
    def total(self) -> int:
        """All kinds together."""
        return self.standard + self.move + self.attack


@dataclass(frozen=True, slots=True)
class Series:
    """What has been sacrificed for one ability (or for none yet, "") and has not paid for anything so far.

    `actions` came from this turn and the turns right before it, `fresh` of them from this one; `cycles` are whole
    turns in a row, the present one among them when `whole` is true.
    """

    ability: str = ""
    actions: int = 0
    fresh: int = 0
    cycles: int = 0
    whole: bool = False

    def __bool__(self) -> bool:
        return self.actions > 0 or self.cycles > 0

    @property
    def in_words(self) -> str:
        """What was given: "1 action", "2 cycles"."""
        given = (self.cycles, "cycle"), (self.actions, "action")
        return " and ".join(plural(number, noun) for number, noun in given if number)

    def carried(self) -> "Series":
        """What goes over into the next turn: actions if this one gave something too, cycles if it gave itself."""
        actions = self.actions if self.fresh or self.whole else 0
        return Series(self.ability, actions, cycles=self.cycles if self.whole else 0)

    def less(self, other: "Series") -> "Series":
        """What is left of it without that part."""
        return Series(self.ability, self.actions - other.actions, cycles=self.cycles - other.cycles)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done, in words: its turn, what it spent ("move", "standard", "attack" or nothing).

    `penalties` are the changes to the offensive rolls made in it, one each.
    """

    turn: int
    act: str
    sentence: str
    ability: str = ""
    spends: tuple[ActionKind, ...] = ()
    feet: int = 0
    kind: str = ""
    penalties: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.sentence


class TurnState(Result):
    """The state of one offensive turn; `haven.Turn` adds what can be done with it.

    `base_feet` is the base speed in feet, None where it does not matter: then no distance is measured and every
    `move` is a move action. `standard`, `move` and `attack` are the actions that each turn starts with.
    """

    model_config = ConfigDict(serialize_by_alias=True)

    base_feet: BaseFeet = None
    standard_actions: Count = Field(default_factory=lambda: start_with("standard"), alias="standard")
    move_actions: Count = Field(default_factory=lambda: start_with("move"), alias="move")
    attack_actions: Count = Field(default_factory=lambda: start_with("attack"), alias="attack")
    rulings: Rulings | None = None

    number: Annotated[Whole, Field(ge=1)] = 1
    granted: Tally = Tally()
    """Actions that abilities added in this turn, less those that they took away."""
    used: Tally = Tally()
    """Actions spent in this turn on doing something."""
    sacrificed: Tally = Tally()
    """Actions given up in this turn."""
    series: tuple[Series, ...] = ()
    underway: Annotated[Whole, Field(ge=0)] = 0
    """Feet left of the move action that has begun."""
    risen: bool = False
    """With an unknown base speed: stood up in a move action that the next move goes on with."""
    begun: bool = False
    """Whether anything but free actions has been done; then the time for free activations is over."""
    whole: bool = False
    """Whether the whole turn is given to an ability that takes cycles."""
    physical: Annotated[Whole, Field(ge=0)] = 0
    """Physical offensive actions (or rolls, R-HAVEN-COUNT) counted in this turn."""
    magical: Annotated[Whole, Field(ge=0)] = 0
    log: tuple[Step, ...] = ()

    @model_validator(mode="after")
    def _open(self) -> "TurnState":
        if min(self.left.values()) < 0:
            raise ValueError("more actions are spent than the turn has")
        if not self.ledger:
            # A new turn begins with a line of its own; a frozen model takes it only this way.
            self.__dict__["ledger"] = self.opening().close()["ledger"]
        return self

    def opening(self) -> Ledger:
        """The first line of a turn: the actions that it starts with."""
        ledger = Ledger(self.rulings)
        start = Tally(self.standard_actions, self.move_actions, self.attack_actions)
        ledger.add(
            "H-ACT-3", f"Turn {self.number} starts with {in_words(start)}", start.total, row("move actions").cite
        )
        return ledger

    @property
    def left(self) -> dict[str, int]:
        """The actions left in this turn: "standard", "move" and "attack" with their numbers."""
        start = {"standard": self.standard_actions, "move": self.move_actions, "attack": self.attack_actions}
        return {
            kind: start[kind] + getattr(self.granted, kind) - getattr(self.used, kind) - getattr(self.sacrificed, kind)
            for kind in ACTION_KINDS
        }

    @property
    def limit(self) -> int | None:
        """The most feet of one move action: the base speed in whole steps of five."""
        return None if self.base_feet is None else down_to(self.base_feet, feet_of("step"))

    @property
    def feet_left(self) -> int | None:
        """The feet that may still be moved in this turn, standard actions spent on moving included.

        None where the base speed is unknown. `underway` is the part that needs no further action.
        """
        if self.limit is None:
            return None
        return self.underway + self.limit * (self.left["move"] + self.left["standard"])

    @property
    def moved(self) -> int:
        """The feet moved in this turn, standing up included and automatic movement not."""
        return sum(step.feet for step in self.log if step.turn == self.number and step.act in ("move", "stand_up"))

    @property
    def activated(self) -> tuple[str, ...]:
        """The abilities activated so far, in order; how long they last, their own texts say."""
        return tuple(step.ability for step in self.log if step.act in ("activate", "free"))

    @property
    def penalties(self) -> dict[str, int]:
        """What the next offensive roll of each kind changes by: "physical" and "magical", 0 or below."""
        return {kind: penalty_after(self.counted(kind)) for kind in ATTACK_KINDS}

    @property
    def headline(self) -> str:
        left = in_words(Tally(**self.left))
        feet = "" if self.feet_left is None else f", {self.feet_left:,} feet of movement"
        changes = " and ".join(f"{change} ({kind})" for kind, change in self.penalties.items())
        return f"Turn {self.number}: {left} left{feet}; the next attack is at {changes}."

    def counted(self, kind: AttackKind) -> int:
        """The offensive actions (or rolls) of that kind counted in this turn."""
        return self.physical if kind == "physical" else self.magical


T = TypeVar("T", bound=TurnState)


def in_words(tally: Tally) -> str:
    """The actions in words: "1 standard action and 2 move actions"."""
    parts = [plural(number, f"{kind} action") for kind in ACTION_KINDS if (number := getattr(tally, kind))]
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]])) or "no action"


def after(turn: T, ledger: Ledger, step: Step, **changes: Any) -> T:
    """The turn once `step` is done: its line in the log, its steps in the ledger, the changed fields."""
    closed = ledger.close()
    merged: Mapping[str, Any] = {
        "ledger": turn.ledger + closed["ledger"],
        "rulings_used": tuple(dict.fromkeys(turn.rulings_used + closed["rulings_used"])),
        "log": (*turn.log, step),
    }
    return turn.model_copy(update={**merged, **changes})
