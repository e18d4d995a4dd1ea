"""What the march and the journey share: how tired one is, who rolls what, where a failed check leads."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from ..allowance import spend as allowed
from ..rulings import Rulings
from ..tables import table
from ..units import MINUTES_PER_HOUR
from .checks import modifier, sides

FRESH, FATIGUED, EXHAUSTED, DEAD = range(4)
STAGES = ("fresh", "fatigued", "exhausted", "dead")
FREE, GROUNDED, LEFT = range(3)

Through = Literal["land", "air", "water"]


class TooMuch(ValueError):
    """Odds that would take too long: the field to change and a sentence."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(name, sentence)
        self.field = name
        self.sentence = f"{name} {sentence}"


def spend(steps: int) -> None:
    """Steps of an answer, each about a millionth of a second of work; `TooMuch` where no more are allowed."""
    if not allowed(steps):
        raise TooMuch("plan", "must be shorter, or the party smaller: so many checks cannot be computed at once")


class Tired(NamedTuple):
    """How tired one is, and the Con that is left; the dead have none.

    `held`: GROUNDED is an exhausted flyer that has not rested enough to fly again, LEFT who lives but goes no further.
    """

    stage: int
    con: int
    held: int = FREE

    @property
    def out(self) -> bool:
        """Whether the journey is over for this one."""
        return self.stage == DEAD or self.held == LEFT


GONE = Tired(DEAD, 0)


@cache
def number_of(row: str) -> int:
    """A number of the table of the forced march."""
    found: int = table("overland", "march")[row]["value"]
    return found


@cache
def after_failure(tired: Tired) -> Tired:
    """Where a failed check leads: one stage further, then to one point of Con less, at none to death."""
    if tired.stage < EXHAUSTED:
        return Tired(tired.stage + 1, tired.con)
    left = tired.con - number_of("Con lost by a later failure")
    return Tired(EXHAUSTED, left, tired.held) if left > 0 else GONE


@cache
def ladder(con: int) -> tuple[Tired, ...]:
    """Everything that failed checks lead through from fresh with this Con, death at last."""
    steps = [Tired(FRESH, con)]
    while steps[-1] != GONE:
        steps.append(after_failure(steps[-1]))
    return tuple(steps)


@dataclass(frozen=True, slots=True)
class Roller:
    """Whose Con it is: the full score, and whether the Endurance feat helps; `rulings` decide what is open."""

    con: int
    endurance_feat: bool
    rulings: Rulings

    def counted_con(self, con: int) -> int:
        """The Con that checks and allowances go by when so much is left (R-OVERLAND-CONMOD)."""
        return con if self.rulings.overland_conmod == "lower" else self.con

    def bonus(self, tired: Tired) -> int:
        """What is added to the die."""
        helped = tired.stage == FRESH or self.rulings.overland_endurance == "all"
        feat = number_of("Endurance feat") if self.endurance_feat and helped else 0
        return modifier(self.counted_con(tired.con)) + feat

    def asks(self, tired: Tired) -> list[str]:
        """The fields of `Rulings` whose question arises when this one rolls."""
        asked = ["overland_die"]
        if tired.con < self.con:
            asked.append("overland_conmod")
        if self.endurance_feat and tired.stage > FRESH:
            asked.append("overland_endurance")
        return asked


@dataclass(frozen=True, slots=True)
class Gifts:
    """What a body is in the air and in the water.

    `flies`: has a fly speed; `swims`: has a Swim speed; `dragged` down by load or armour; its Swim modifier.
    """

    flies: bool = False
    swims: bool = False
    dragged: bool = False
    swim_modifier: int = 0
    needs_air: bool = True


def die() -> str:
    """The die of every check, as `haventms.dice` writes it."""
    return f"d{sides()}"


def face_bounds(rulings: Rulings) -> tuple[int, int]:
    """The fewest and the most faces that succeed, by R-OVERLAND-DIE."""
    return (1, sides() - 1) if rulings.overland_die == "automatic" else (0, sides())


def raised(past: Sequence[int | Fraction], per_hour: bool) -> list[int]:
    """How much each check's DC lies above the first one's; `past` are the minutes past the allowance at each.

    A check ends its period, so one at the full hour belongs to the hour that ends there.
    """
    step = number_of("each check after the first")
    if per_hour:
        return [step * (ceil(Fraction(minutes) / MINUTES_PER_HOUR) - 1) for minutes in past]
    return [step * earlier for earlier in range(len(past))]


def full_periods(minutes: int | Fraction, period: int) -> int:
    """How many periods are over after so many minutes."""
    return minutes // period


def refusal(function: str, field: str, sentence: str, value: Any) -> ValidationError:
    """The complaint about a value that only turns out to be too large on the way, like that about any other."""
    error = InitErrorDetails(
        type=PydanticCustomError("too_much", "{sentence}", {"sentence": sentence}), loc=(field,), input=value
    )
    return ValidationError.from_exception_data(function, [error])
