"""One check of a march with the odds of every state after it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, NoReturn

from ..dice import Odds, percent, ratio, read_ratio
from .endurance import span
from .marching import EXHAUSTED, FATIGUED, FRESH, STAGES

if TYPE_CHECKING:
    from pydantic_core import CoreSchema

_set = object.__setattr__


class MarchCheck:
    """One check of a march and the exact odds of every state after it.

    `minute` counts from the start of the march, `difficulty` is the DC. `fresh`, `fatigued`, `exhausted` (alive,
    whatever Con is left) and `dead` sum to exactly 1; `con` are the odds of the Con that is left, 0 for the dead.
    Immutable. What is kept are integer weights; fractions and odds are built when they are asked for.
    """

    __slots__ = ("_con", "_minute", "_total", "_weights", "difficulty")
    difficulty: int
    _minute: int | Fraction
    _weights: Sequence[int]
    _total: int
    _con: Odds | Sequence[int]

    def __init__(
        self, minute: int | Fraction, difficulty: int, weights: Sequence[int], total: int, con: Odds | Sequence[int]
    ) -> None:
        """`weights` over `total` down the ladder: fresh, fatigued, exhausted (once or for each Con), dead.

        `con` are the odds, or the Con of each step of that ladder.
        """
        _set(self, "_minute", minute)
        _set(self, "difficulty", difficulty)
        _set(self, "_weights", weights)
        _set(self, "_total", total)
        _set(self, "_con", con)

    @property
    def minute(self) -> Fraction:
        """Minutes from the start of the march."""
        return Fraction(self._minute)

    @property
    def fresh(self) -> Fraction:
        """The chance that no check has failed."""
        return Fraction(self._weights[FRESH], self._total)

    @property
    def fatigued(self) -> Fraction:
        """The chance that exactly one check has failed."""
        return Fraction(self._weights[FATIGUED], self._total)

    @property
    def exhausted(self) -> Fraction:
        """The chance of being exhausted and alive, whatever Con is left."""
        return Fraction(sum(self._weights[EXHAUSTED:-1]), self._total)

    @property
    def dead(self) -> Fraction:
        """The chance of having no Con left."""
        return Fraction(self._weights[-1], self._total)

    @property
    def con(self) -> Odds:
        """The odds of the Con that is left."""
        if isinstance(self._con, Odds):
            return self._con
        weights: dict[int, int] = {}
        for con, weight in zip(self._con, self._weights, strict=True):
            weights[con] = weights.get(con, 0) + weight
        return Odds.from_weights(weights, self._total)

    def _facts(self) -> tuple[object, ...]:
        return self.minute, self.difficulty, self.fresh, self.fatigued, self.exhausted, self.dead, self.con

    def __eq__(self, other: object) -> bool:
        return self._facts() == other._facts() if isinstance(other, MarchCheck) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._facts())

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("A check of a march cannot be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return MarchCheck, (self._minute, self.difficulty, self._weights, self._total, self._con)

    def __repr__(self) -> str:
        return f"MarchCheck({span(self.minute)}, DC {self.difficulty}: {self.chances})"

    @property
    def chances(self) -> str:
        """The states that are possible, with their chances in percent."""
        chances = (self.fresh, self.fatigued, self.exhausted, self.dead)
        return ", ".join(f"{name} {percent(chance)}" for name, chance in zip(STAGES, chances, strict=True) if chance)

    def as_json(self) -> dict[str, Any]:
        """What JSON holds of it, exact numbers as "num/den"."""
        return {
            "minute": ratio(self.minute),
            "difficulty": self.difficulty,
            "fresh": ratio(self.fresh),
            "fatigued": ratio(self.fatigued),
            "exhausted": ratio(self.exhausted),
            "dead": ratio(self.dead),
            "con": self.con.as_json(),
        }

    @classmethod
    def read(cls, source: object) -> "MarchCheck":
        """A check itself, or what `as_json` wrote; anything else is a `ValueError`."""
        if isinstance(source, MarchCheck):
            return source
        if not isinstance(source, Mapping) or {*source} != {"minute", "difficulty", *STAGES, "con"}:
            raise ValueError("a check must have a minute, a difficulty, the four chances and the odds of Con")
        if type(source["difficulty"]) is not int:
            raise ValueError("difficulty must be a whole number")
        chances = [Fraction(read_ratio(name, source[name])) for name in STAGES]
        if min(chances) < 0 or sum(chances) != 1:
            raise ValueError("the chances of a check must add up to exactly 1")
        total = lcm(*[chance.denominator for chance in chances])
        weights = [int(chance * total) for chance in chances]
        return cls(
            read_ratio("minute", source["minute"]), source["difficulty"], weights, total, Odds.read(source["con"])
        )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> "CoreSchema":
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(
            cls.read,
            serialization=core_schema.plain_serializer_function_ser_schema(cls.as_json, when_used="json"),
        )
