"""``Odds``: an exact distribution over numbers, integer weights over one denominator.

Everything is computed on the integers; a ``Fraction`` is built only when somebody asks for one.
The class can be a field of pydantic models although nothing here needs pydantic to be installed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate
from math import gcd, lcm
from operator import mul
from typing import TYPE_CHECKING, Any, NoReturn, cast

from haventms.dice import algebra, wording
from haventms.dice.bounds import Value, chance, die_shape, die_text, outcome, plain, whole

if TYPE_CHECKING:
    from pydantic_core import CoreSchema

_MOST_REPEATS = 1000


class Odds:
    """An exact distribution: ``.outcomes`` {value: Fraction}, ascending, without zeros; sums to exactly one.

    Values are ints, or Fractions where they are not whole. Immutable, hashable; equal when all chances are.
    Several dice are combined by named methods (``plus``, ``times``, ``beats``) because ``a + b`` and
    ``a > b`` could mean more than one thing.
    """

    __slots__ = ("_denominator", "_outcomes", "_reduced", "_values", "_weights")
    _values: tuple[Value, ...]
    _weights: tuple[int, ...]
    _denominator: int
    _outcomes: dict[Value, Fraction] | None
    _reduced: tuple[algebra.Table, int] | None

    def __new__(cls, outcomes: Mapping[Any, Fraction | int]) -> Odds:
        """Build from {value: chance}; the chances are exact and sum to one, else ``ValueError``."""
        if not isinstance(outcomes, Mapping):
            raise ValueError("outcomes must be a table of values and their chances")
        chances = {value: chance(f"the chance of {value}", p) for value, p in outcomes.items()}
        denominator = lcm(*[p.denominator for p in chances.values()])
        weights = {value: p.numerator * (denominator // p.denominator) for value, p in chances.items()}
        return cls.from_weights(weights, denominator)

    @classmethod
    def trusted(cls, values: tuple[Value, ...], weights: tuple[int, ...], denominator: int) -> Odds:
        """For kernels, unchecked: ascending values, their positive weights, the sum of the weights."""
        self = object.__new__(cls)
        _set_values(self, values)
        _set_weights(self, weights)
        _set_denominator(self, denominator)
        _set_outcomes(self, None)
        _set_reduced(self, None)
        return self

    @classmethod
    def from_weights(cls, weights: Mapping[Any, int], denominator: int) -> Odds:
        """Build from {value: integer weight}; the weights sum to exactly the denominator, else ``ValueError``."""
        if not isinstance(weights, Mapping):
            raise ValueError("weights must be a table of values and their weights")
        parts = weights.values()
        if set(map(type, parts)) != {int} or min(parts) < 0:
            raise ValueError("weights must be whole numbers of at least 0")
        if type(denominator) is not int or denominator < 1 or sum(parts) != denominator:
            raise ValueError("weights must add up to exactly the denominator, a whole number of at least 1")
        if set(map(type, weights)) != {int}:
            read = ((outcome("every value", value), weight) for value, weight in weights.items())
            return cls.trusted(*algebra.gather(read), denominator)
        return cls.trusted(*algebra.ascending(weights), denominator)

    @classmethod
    def constant(cls, value: Value | float) -> Odds:
        """The odds of something certain."""
        return cls.trusted((outcome("value", value),), (1,), 1)

    @classmethod
    def from_die(cls, die: str) -> Odds:
        """The total of a die or of several, ``"d20"``, ``"3d6"``, ``"d100"``; kept once computed."""
        return _die(die_text(die))

    @classmethod
    def mix(cls, parts: Iterable[tuple[Fraction | int, Odds]]) -> Odds:
        """One of several odds, each with its chance; the chances sum to one, else ``ValueError``."""
        listed = [(chance("every chance", p), _odds("every part", odds)) for p, odds in parts]
        if sum(p for p, _ in listed) != 1:
            raise ValueError("chances must add up to exactly 1")
        whole_of = lcm(*[p.denominator * odds._denominator for p, odds in listed])
        shares = [(int(p * whole_of) // odds._denominator, odds) for p, odds in listed]
        mixed = ((value, weight * by) for by, odds in shares for value, weight in odds._items())
        return cls.trusted(*algebra.gather(mixed), whole_of)

    # What is asked of odds

    @property
    def outcomes(self) -> dict[Value, Fraction]:
        """{value: chance}, ascending, no zeros. A fresh dict: changing it changes nothing here."""
        if self._outcomes is None:
            built = {value: Fraction(weight, self._denominator) for value, weight in self._items()}
            _set_outcomes(self, built)
        return dict(cast(dict[Value, Fraction], self._outcomes))

    @property
    def weights(self) -> dict[Value, int]:
        """{value: integer weight} over ``denominator``."""
        return dict(self._items())

    @property
    def denominator(self) -> int:
        """What the weights sum to, as computed and not reduced."""
        return self._denominator

    @property
    def values(self) -> tuple[Value, ...]:
        """Every value that can come up, ascending."""
        return self._values

    def p(self, x: Value | float) -> Fraction:
        """The chance of exactly ``x``."""
        at = outcome("x", x)
        index = bisect_left(self._values, at)
        found = index < len(self._values) and self._values[index] == at
        return Fraction(self._weights[index], self._denominator) if found else Fraction(0)

    def at_least(self, x: Value | float) -> Fraction:
        """The chance of ``x`` or more."""
        start = bisect_left(self._values, outcome("x", x))
        return Fraction(sum(self._weights[start:]), self._denominator)

    def at_most(self, x: Value | float) -> Fraction:
        """The chance of ``x`` or less."""
        end = bisect_right(self._values, outcome("x", x))
        return Fraction(sum(self._weights[:end]), self._denominator)

    @property
    def mean(self) -> Fraction:
        """The average, exactly."""
        return Fraction(sum(map(mul, self._values, self._weights))) / self._denominator

    @property
    def variance(self) -> Fraction:
        """The mean squared distance from the mean, exactly."""
        squares = Fraction(sum(value * value * weight for value, weight in self._items()))
        return squares / self._denominator - self.mean**2

    def floats(self) -> dict[int | float, float]:
        """The outcomes for drawing only: {value: chance} as floats, whole values left whole."""
        total = self._denominator
        return {v if isinstance(v, int) else float(v): weight / total for v, weight in self._items()}

    # New odds from old

    def map(self, change: Callable[[Value], Value | float]) -> Odds:
        """The odds of ``change(value)``; values that become equal are merged."""
        changed = ((outcome("every changed value", change(v)), w) for v, w in self._items())
        return self.trusted(*algebra.gather(changed), self._denominator)

    def shift(self, by: Value | float) -> Odds:
        """Every value ``by`` higher."""
        step = outcome("by", by)
        if step == 0:
            return self
        moved = [v + step for v in self._values]  # a whole step leaves ints ints and halves halves
        values = tuple(moved) if isinstance(step, int) else tuple(map(plain, moved))
        return self.trusted(values, self._weights, self._denominator)

    def scale(self, by: Value | float) -> Odds:
        """Every value times ``by``."""
        factor = outcome("by", by)
        return self.map(lambda value: value * factor)

    def not_below(self, lowest: Value | float = 0) -> Odds:
        """Every lower value becomes ``lowest``: damage that is never negative."""
        floor = outcome("lowest", lowest)
        return self.map(lambda value: max(value, floor))

    def plus(self, other: Odds) -> Odds:
        """The sum of two independent values."""
        table, bottom = self._lowest_terms()
        other_table, other_bottom = _odds("other", other)._lowest_terms()
        return self.trusted(*algebra.convolve(table, other_table), bottom * other_bottom)

    def minus(self, other: Odds) -> Odds:
        """The difference of two independent values."""
        return self.plus(_odds("other", other).scale(-1))

    def times(self, number: int) -> Odds:
        """The sum of ``number`` independent values, such as the damage of so many attacks (0 to 1000)."""
        whole("number", number, 0, _MOST_REPEATS)
        if number < 2:
            return self if number else Odds.constant(0)
        table, bottom = self._lowest_terms()
        return self.trusted(*algebra.repeated(table, number), bottom**number)

    def beats(self, other: Odds) -> Fraction:
        """The chance of being strictly greater than an independent other."""
        below = (0, *accumulate(_odds("other", other)._weights))
        ahead = sum(w * below[bisect_left(other._values, v)] for v, w in self._items())
        return Fraction(ahead, self._denominator * other._denominator)

    def highest(self, *others: Odds) -> Odds:
        """The greatest of several independent values."""
        return reduce(_greater, others, self)

    # What Python and pydantic need

    def _items(self) -> Iterable[tuple[Value, int]]:
        return zip(self._values, self._weights, strict=True)

    def _lowest_terms(self) -> tuple[algebra.Table, int]:
        if self._reduced is None:
            common = gcd(*self._weights)
            table = self._values, tuple([weight // common for weight in self._weights])
            _set_reduced(self, (table, self._denominator // common))
        return cast(tuple[algebra.Table, int], self._reduced)

    def __eq__(self, other: object) -> bool:
        return self._lowest_terms() == other._lowest_terms() if isinstance(other, Odds) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._lowest_terms())

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("Odds cannot be changed: build new ones")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError("Odds cannot be changed: build new ones")

    def __reduce__(self) -> tuple[Any, ...]:
        return Odds.trusted, (self._values, self._weights, self._denominator)

    def __repr__(self) -> str:
        shown = list(self._items())[:12]
        parts = [f"{wording.short_ratio(v)}: {wording.short_ratio(Fraction(w, self._denominator))}" for v, w in shown]
        more = len(self._values) - len(shown)
        return f"Odds({{{', '.join(parts)}{f', and {more} more' if more else ''}}})"

    def as_json(self) -> dict[str, str]:
        """{"15": "1/1"}: values as ``"15"`` or ``"5/2"``, chances as ``"num/den"``."""
        return {wording.short_ratio(v): wording.ratio(Fraction(w, self._denominator)) for v, w in self._items()}

    @classmethod
    def read(cls, source: object) -> Odds:
        """Odds from ``Odds``, from {value: Fraction} or from what ``as_json`` wrote; else ``ValueError``."""
        if isinstance(source, Odds):
            return source
        if not isinstance(source, Mapping):
            raise ValueError('odds must be a table of values and chances, like {"15": "1/1"}')
        return cls(wording.read_table(source))

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> CoreSchema:
        from pydantic_core import core_schema

        table = core_schema.dict_schema(core_schema.str_schema(), core_schema.str_schema())
        return core_schema.no_info_plain_validator_function(
            cls.read,
            json_schema_input_schema=table,
            serialization=core_schema.plain_serializer_function_ser_schema(
                cls.as_json, return_schema=table, when_used="json"
            ),
        )


# The slots themselves: no other way past the class's own refusal to be changed is as quick.
_set_denominator, _set_outcomes, _set_reduced, _set_values, _set_weights = (
    vars(Odds)[name].__set__ for name in Odds.__slots__
)


def _odds(name: str, value: object) -> Odds:
    if isinstance(value, Odds):
        return value
    raise ValueError(f"{name} must be Odds")


def _greater(a: Odds, b: Odds) -> Odds:
    (table, bottom), (other_table, other_bottom) = a._lowest_terms(), _odds("others", b)._lowest_terms()
    return Odds.trusted(*algebra.greatest(table, other_table), bottom * other_bottom)


@lru_cache(maxsize=64)
def _die(die: str) -> Odds:
    number, sides = die_shape(die)
    return Odds.trusted(*algebra.dice_total(number, sides), sides**number)
