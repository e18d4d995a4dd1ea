"""A map of five-foot squares: what each square costs a character, and which ones can be reached."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from math import isqrt, lcm
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, ValidationError
from pydantic_core import PydanticCustomError

from ..checked import checked
from ..kept import kept
from ..ledger import Ledger, Result
from ..rulings import Rulings
from ..tables import Row, table
from ..units import Whole, plain
from .factors import Factor, Factors, Wind, wind_category
from .routes import BARRED, HEADINGS, Costs, reached
from .speed import TerrainSpeed, kept_base, row_of, terrain_speed
from .terrain import Attempt, attempt
from .wind import Heading, moves_upwind

MOST = 40
"""Columns and rows of the largest map."""

OPEN = "."
"""The letter of open ground, where the key gives it no other meaning."""

MapBase = Annotated[Whole, Field(ge=5, le=2000)]
Letter = Annotated[str, StringConstraints(min_length=1, max_length=1)]
MapRow = Annotated[str, StringConstraints(min_length=1, max_length=MOST)]
Rows = Annotated[Sequence[MapRow], Field(min_length=1, max_length=MOST)]
"""A map: its rows from top to bottom, a letter a square."""

Key = Annotated[Mapping[Letter, Factors], Field(max_length=100)]
"""What the letters of a map mean: the factors of such a square."""

Side = Annotated[Whole, Field(ge=1, le=MOST)]
Place = tuple[Side, Side]
"""Column and row of a square, counted from 1, the first row on top."""

MovesPerTurn = Annotated[Whole, Field(ge=1, le=10)] | None
"""How many actions of each turn are spent on moving; None: the two that everybody has."""

Pace = Literal["within", "beyond"]
By = Literal["cost", "safety"]


class Reach(Result):
    """What `reach` answers with: the squares that `one` action reaches, and those that only `two` of them do."""

    one: tuple[tuple[int, int], ...]
    two: tuple[tuple[int, int], ...]

    @property
    def headline(self) -> str:
        ones, both = len(self.one), len(self.one) + len(self.two)
        return f"One action reaches {ones} square{'' if ones == 1 else 's'}, both actions of a turn reach {both}."


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of ground on a map: its factors, what a straight step onto it costs (None: it cannot be entered).

    `checked`: a turn of moving over such ground costs a check, whatever lies around it. `wind` is one that asks for a
    roll when a step goes against it.
    """

    letter: str
    factors: tuple[Factor, ...]
    cost: Fraction | None
    checked: bool
    wind: Wind | None


def refuse(name: str, sentence: str) -> ValidationError:
    """The refusal of a parameter that does not fit to the others."""
    problem = PydanticCustomError("ground", "{sentence}", {"sentence": sentence})
    return ValidationError.from_exception_data("ground", [{"type": problem, "loc": (name,), "input": None}])


def step_feet() -> int:
    """The feet of a step."""
    return int(table("haven", "speed")["step"]["feet"])


def actions_of_a_turn() -> int:
    """The actions of a turn that can be spent on moving."""
    return int(table("haven", "speed")["moves in a turn"]["count"])


@dataclass(frozen=True)
class GroundMap:
    """A map with everything that its letters mean for one character: their kinds, and the reader's diagonals."""

    rows: tuple[str, ...]
    kinds: tuple[Kind, ...]
    base: int
    moves: int
    diagonal: str

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return len(self.rows[0])

    @cached_property
    def by_letter(self) -> dict[str, Kind]:
        """The kinds by their letters."""
        return {kind.letter: kind for kind in self.kinds}

    def upwind(self, wind_from: Heading, ledger: Ledger) -> tuple[str, ...]:
        """The headings that go against a wind from there, where one blows on this map that asks for a roll."""
        if not any(kind.wind for kind in self.kinds):
            return ()
        against = []
        for heading in HEADINGS:
            step = moves_upwind(heading, wind_from, rulings=ledger.rulings)  # type: ignore[arg-type]
            against += [heading] * step.upwind
            for ruling in step.rulings_used:
                ledger.note(ruling)
        return tuple(against)

    @cached_property
    def diagonals(self) -> Row:
        """The row of the table of diagonals that the reader chose."""
        return table("haven", "diagonals")[self.diagonal]

    @cached_property
    def unit(self) -> int:
        """So many parts of a foot make every cost a whole number; far finer where there are square roots."""
        costs = [kind.cost.denominator for kind in self.kinds if kind.cost]
        return lcm(*costs) * (1 << 64 if self.diagonals["root_two"] else 1)

    def parts(self, cost: Fraction, way: str) -> int:
        """A step in parts of a foot, from the cost of a straight one: `straight`, or the `first` or `second` diagonal.

        Square roots are cut: the error of a whole path is far less than the difference of any two paths.
        """
        straight = int(cost * self.unit)
        if way == "straight":
            return straight
        longer = straight * int(self.diagonals[way]) // step_feet()
        return isqrt(2 * longer * longer) if self.diagonals["root_two"] else longer

    def costs(self, against: tuple[str, ...] = (), by: By | None = None) -> Costs:
        """What entering each square costs, in parts of a foot where no path is looked for.

        For a safe path each square with a check counts more than any path does without, for a cheap one less than the
        smallest difference in cost: of two that cost the same the one with fewer checks is taken.
        """
        ways = ("straight", "first", "second")
        largest = max((self.parts(kind.cost, "second") for kind in self.kinds if kind.cost), default=0)
        longest = 2 * MOST * MOST
        times = longest if by == "cost" else 1
        check = {None: 0, "cost": 1, "safety": (largest + 1) * longest}[by]
        squares = "".join(self.rows)
        tables = []
        for way in ways:
            by_letter = {
                letter: BARRED if kind.cost is None else times * self.parts(kind.cost, way) + check * kind.checked
                for letter, kind in self.by_letter.items()
            }
            tables.append(tuple(map(by_letter.__getitem__, squares)))
        windy = {
            letter: check * (kind.wind is not None and not kind.checked) for letter, kind in self.by_letter.items()
        }
        more = tuple(map(windy.__getitem__, squares))
        paired = self.diagonals["first"] != self.diagonals["second"]
        headings = tuple((name, more) for name in against) if any(more) else ()
        return Costs(self.columns, tables[0], tables[1], tables[2], paired, headings)

    def inside(self, name: str, place: tuple[int, int]) -> tuple[int, int]:
        """The place, where it lies on the map."""
        if place[0] > self.columns or place[1] > len(self.rows):
            raise refuse(name, f"must lie on the map, which has {self.columns} columns and {len(self.rows)} rows")
        return place

    def kind_at(self, place: tuple[int, int]) -> Kind:
        """The ground of a square."""
        return self.by_letter[self.rows[place[1] - 1][place[0] - 1]]


def survey(
    base_feet: int,
    rows: Sequence[str],
    key: Mapping[str, Sequence[Factor]],
    everywhere: Sequence[Factor],
    pace: Pace,
    moves_per_turn: int | None,
    ledger: Ledger,
) -> GroundMap:
    """The map as it is for one character.

    `pace` "within" keeps to the limits of ice, unstable ground and leaving no trail on every move, "beyond" does not.
    """
    base = kept_base(base_feet, ledger)
    moves = moves_per_turn or actions_of_a_turn()
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            first = f"{len(row)} squares, the first one {len(rows[0])}"
            raise refuse("ground", f"must have rows of one length: row {number} has {first}")
    letters = dict.fromkeys("".join(rows))
    for letter in letters:
        if letter not in key and letter != OPEN:
            raise refuse("ground", f"must use {OPEN} and the letters of its key only, and not {letter!r}")
    kinds = []
    for letter in letters:
        kind, steps = _kind(letter, (*everywhere, *key.get(letter, ())), base, pace, moves, rulings=ledger.rulings)
        kinds.append(kind)
        ledger.take(steps)
    return GroundMap(tuple(rows), tuple(kinds), base, moves, ledger.rulings.haven_diagonal)


@kept(512)
def _kind(
    letter: str, factors: tuple[Factor, ...], base: int, pace: Pace, moves: int, rulings: Rulings
) -> tuple[tuple[Kind, TerrainSpeed], Iterable[str]]:
    """What a letter means for a character of that base speed; its speed, with the steps of the computation."""
    seen = [factor.kind for factor in factors]
    twice = next((kind.replace("_", " ") for kind in seen if seen.count(kind) > 1), "")
    if twice:
        raise refuse("everywhere", f"must not hold what the map holds too: the factor {twice} is given twice")
    ledger = Ledger(rulings)
    limiting = [each for each in factors if pace == "within" or each.row["limit"] != "checks" or each.negated]
    speed = terrain_speed(base, limiting, rulings=rulings)
    own = tuple(line for line in speed.ledger if line.clause != "H-ACT-4")  # feet a turn are no question here
    ledger.take(speed.model_copy(update={"ledger": own}))
    if not speed.possible:
        kind = Kind(letter, factors, None, False, None)
        return (kind, speed.model_copy(update=ledger.close())), speed.rulings_used
    cost = _cost(base, speed, rulings)
    name = " and ".join(str(row_of(each, Ledger(rulings))["name"]) for each in limiting) or "open ground"
    ledger.add("H-SPD-2", f"A straight step onto {letter!r} ({name}) costs feet of movement", cost)
    wind = next((each for each in factors if isinstance(each, Wind) and _blows(each)), None)
    turns = _turns(base, factors, [speed.feet] * moves, rulings)
    hurting = any(check.against != "tracker" for turn in turns for check in turn.checks)
    kind = Kind(letter, factors, cost, hurting, wind)
    asked = chain(speed.rulings_used, *[turn.rulings_used for turn in turns])
    return (kind, speed.model_copy(update=ledger.close())), asked


def _cost(base: int, speed: TerrainSpeed, rulings: Rulings) -> Fraction:
    """Five feet divided by the share of base speed; one step is always possible with one action."""
    fraction = speed.fraction
    if rulings.haven_round == "each" and "R-HAVEN-ROUND" in speed.rulings_used:
        fraction = Fraction(speed.feet, base)
    return min(step_feet() / fraction, Fraction(base))


def _turns(base: int, factors: Sequence[Factor], moves: Sequence[int], rulings: Rulings) -> list[Attempt]:
    """A turn of moving over such ground alone, for each factor: the checks may be ones that somebody is hurt by."""
    return [
        attempt(base, (factor,), sum(moves), moves, rulings=rulings)
        for factor in factors
        if not isinstance(factor, Wind)
    ]


def _blows(wind: Wind) -> bool:
    return wind.upwind and not wind.negated and bool(wind_category(wind.feet_per_turn)["upwind_roll"])


@checked
def reach(
    base_feet: MapBase,
    ground: Rows,
    key: Key,
    start: Place,
    everywhere: Factors = (),
    pace: Pace = "within",
    rulings: Rulings | None = None,
) -> Reach:
    """H-ACT-4, H-ACT-9: the squares that one action, and that both actions of a turn reach from `start`.

    Parameters as for `cross`. A step is not split between two actions: what an action cannot use up is lost, so that
    each of them covers the same on even ground.
    """
    ledger = Ledger(rulings)
    plan = survey(base_feet, ground, key, everywhere, pace, None, ledger)
    first = plan.inside("start", start)
    if min(plan.columns, len(ground)) > 1:
        ledger.ask("haven_diagonal")
    actions, costs = actions_of_a_turn(), plan.costs()
    fewest: dict[int, int] = {}
    if plan.kind_at(first).cost is not None:
        fewest = reached(costs, costs.at(*first), plan.base * plan.unit, actions)
    within: list[list[tuple[int, int]]] = [[] for _ in range(actions + 1)]
    for square in sorted(fewest):
        within[fewest[square]].append(costs.place(square))
    ledger.add("H-ACT-9", f"Squares within one action of {plain(plan.base)} feet of movement", len(within[1]))
    ledger.add("H-ACT-4", "Further squares where the standard action is spent on moving too", len(within[2]))
    return Reach(one=tuple(within[1]), two=tuple(within[2]), **ledger.close())
