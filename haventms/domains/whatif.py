"""What another number would give: maps of chances over two numbers of an attack, and what each single change is worth.

Whatever its kind, an attack is made of six numbers: dice, a stat to hit and one to damage on either side.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field, ValidationInfo

from ..checked import checked
from ..dice import share
from ..dice.pools import side_of
from ..errors import RuleError
from ..ledger import Ledger
from ..rulings import Rulings
from ..tables import number, table
from ..units import Whole
from .attacks import Kind, Shifts, Stats, attack, hit_stat, shifts_of, stats_used
from .ranges import MOST_DICE, Weapon
from .terms import Feet, counted

Part = Literal["pool", "hit", "damage", "defender_pool", "defender_hit", "defender_damage"]

MOST_CELLS = 20
"""Values along either side of a map."""

Reach = Annotated[Whole, Field(ge=1, le=MOST_CELLS)]


def _another(up: Part, info: ValidationInfo) -> Part:
    if up == info.data.get("across"):
        raise ValueError("must be another number than across")
    return up


class ChanceMap(NamedTuple):
    """The chance to damage for every pair of values of two numbers, all else as it is.

    `chances` has a row for each of `up_values`, a chance in it for each of `across_values`, and `percents` says them in
    words; `here` are the values of the attack as it stands, `names` whose numbers they are: ("the attacker's
    Precision", "the defender's Agility").
    """

    names: tuple[str, str]
    across_values: tuple[int, ...]
    up_values: tuple[int, ...]
    chances: tuple[tuple[Fraction, ...], ...]
    percents: tuple[tuple[str, ...], ...]
    here: tuple[int, int]


class Worth(NamedTuple):
    """One change, for whom it is a gain, the chance to damage after it, and by how much that differs."""

    change: str
    whose: Literal["attacker", "defender"]
    chance: Fraction
    gain: Fraction


class _Numbers(NamedTuple):
    pool: int
    hit: int
    damage: int
    defender_pool: int
    defender_hit: int
    defender_damage: int


class _Setting(NamedTuple):
    """What stays: what is added to the dice, the faces of a die, whether the attacker rolls to damage."""

    shifts: Shifts
    sides: int
    rolled: bool


@checked
def chance_map(
    kind: Kind,
    attacker: Stats,
    defender: Stats,
    weapon: Weapon,
    across: Part = "hit",
    up: Annotated[Part, AfterValidator(_another)] = "defender_hit",
    feet: Feet | None = None,
    enter_mind: bool = False,
    most: Reach = MOST_CELLS,
    rulings: Rulings | None = None,
) -> ChanceMap:
    """D-ATK-1: the chance to damage over two of the six numbers that the attack is made of, exactly.

    Up to `most` values (20) along either side, from the lowest that there is, or around the present one where it lies
    beyond; stats end one above the faces of the die, where no die succeeds. Where the weapon's Strength stands for the
    attacker's roll, "damage" is the Strength, up to what the defender's dice cannot reach. What `attack` refuses is
    refused here.
    """
    attack(kind, attacker, defender, weapon, feet, enter_mind=enter_mind, rulings=rulings)  # refuses what is refused
    ledger, row = Ledger(rulings), table("domains", "attacks")[kind]
    sides = int(ledger.ask("domains_die")[1:])
    pool, hit = row["pool"], hit_stat(row, ledger)
    rolled = row["damage"] is not None
    names = _Names(pool, hit, row["damage"] or "strength", pool, row["hit_against"], row["damage_against"])
    own = [getattr(attacker, name) for name in names[: 3 if rolled else 2]]
    numbers = _Numbers(*own, *([] if rolled else [weapon.strength]), *(getattr(defender, name) for name in names[3:]))
    setting = _Setting(shifts_of(row, attacker, weapon, feet, ledger), sides, rolled)
    here: tuple[int, int] = (getattr(numbers, across), getattr(numbers, up))
    enough = most if "defender_pool" in (across, up) else numbers.defender_pool + 1  # a Strength that always wins
    columns = _values(across, here[0], setting, most, enough)
    rows = _values(up, here[1], setting, most, enough)
    rest = numbers._replace(**{across: 0, up: 0})  # so that a step along an axis finds the map again
    chances, percents = _chances(rest, setting, across, up, columns, rows)
    return ChanceMap(
        names=(_called(names, across, rolled), _called(names, up, rolled)),
        across_values=columns,
        up_values=rows,
        chances=chances,
        percents=percents,
        here=here,
    )


class _Names(NamedTuple):
    pool: str
    hit: str
    damage: str
    defender_pool: str
    defender_hit: str
    defender_damage: str


def _called(names: _Names, part: Part, rolled: bool) -> str:
    whose = "the defender's" if part.startswith("defender") else "the attacker's"
    if part == "damage" and not rolled:
        whose = "the weapon's"
    return f"{whose} {getattr(names, part).title()}{' dice' if part.endswith('pool') else ''}"


def _values(part: Part, here: int, setting: _Setting, most: int, enough: int) -> tuple[int, ...]:
    """Up to `most` values with the present one among them: all that matter where they fit."""
    first = min(1, here)
    last = first + most - 1
    if not part.endswith("pool"):
        last = min(last, enough if part == "damage" and not setting.rolled else setting.sides + 1)
    last = max(last, here)
    return tuple(range(max(first, last - most + 1), last + 1))


@lru_cache(maxsize=64)
def _chances(
    rest: _Numbers, setting: _Setting, across: Part, up: Part, columns: tuple[int, ...], rows: tuple[int, ...]
) -> tuple[tuple[tuple[Fraction, ...], ...], tuple[tuple[str, ...], ...]]:
    """Both stages of every cell; a stage that a step does not touch is not counted again."""
    numbers = rest._asdict()
    hits: dict[tuple[int, ...], tuple[int, int]] = {}
    damages: dict[tuple[int, ...], tuple[int, int]] = {}
    found, said = [], []
    for numbers[up] in rows:
        line, words = [], []
        for numbers[across] in columns:
            pool, hit, damage, other, evade, resist = numbers.values()
            first, second = (pool, hit, other, evade), (pool, damage, other, resist)
            if first not in hits:
                hits[first] = _won(*first, setting.sides, setting.shifts.hit, setting.shifts.defender)
            if second not in damages:
                damages[second] = (
                    _won(*second, setting.sides, setting.shifts.damage, setting.shifts.defender)
                    if setting.rolled
                    else _held(damage, other, resist, setting.sides, setting.shifts.defender)
                )
            (hitting, hit_of), (damaging, damage_of) = hits[first], damages[second]
            line.append(Fraction(hitting * damaging, hit_of * damage_of))
            words.append(share(hitting * damaging, hit_of * damage_of))
        found.append(tuple(line))
        said.append(tuple(words))
    return tuple(found), tuple(said)


def _won(dice: int, target: int, other: int, against: int, sides: int, shift: int, lower: int) -> tuple[int, int]:
    own, defence = side_of(dice, target, sides, shift), side_of(other, against, sides, lower)
    return own.ahead_of(defence), own.total * defence.total


def _held(strength: int, other: int, against: int, sides: int, lower: int) -> tuple[int, int]:
    defence = side_of(other, against, sides, lower)
    return defence.below[min(strength, other + 1)], defence.total


@checked
def worth(
    kind: Kind,
    attacker: Stats,
    defender: Stats,
    weapon: Weapon,
    feet: Feet | None = None,
    enter_mind: bool = False,
    rulings: Rulings | None = None,
) -> tuple[Worth, ...]:
    """D-ATK-1: what one more die, one point of a stat and a step of one tile are worth to either side, the most first.

    Gains are differences of the chance to damage: above 0 for what helps the attacker, below for the defender, and all
    of it where a step leads out of range. A stat of 1 has nothing to gain, and without `feet` nobody steps.
    """
    before = attack(kind, attacker, defender, weapon, feet, enter_mind=enter_mind, rulings=rulings).damage
    found = []
    for change, whose, changed in _changes(kind, attacker, defender, weapon, feet, rulings):
        case: dict[str, Any] = {"attacker": attacker, "defender": defender, "weapon": weapon, "feet": feet, **changed}
        try:
            chance = attack(kind, enter_mind=enter_mind, rulings=rulings, **case).damage
        except RuleError:
            chance = Fraction(0)
        found.append(Worth(change, whose, chance, chance - before))
    return tuple(sorted(found, key=lambda each: -abs(each.gain)))


Change = tuple[str, Literal["attacker", "defender"], dict[str, Stats | Weapon | Fraction]]


def _changes(
    kind: Kind, attacker: Stats, defender: Stats, weapon: Weapon, feet: Fraction | None, rulings: Rulings | None
) -> Iterator[Change]:
    used = stats_used(kind, rulings, weapon)
    for name, better in _better(attacker, used.attacker):
        yield name, "attacker", {"attacker": better}
    strength = weapon.strength
    if table("domains", "attacks")[kind]["damage"] is None and strength is not None and strength < MOST_DICE:
        stronger = weapon.model_copy(update={"strength": strength + 1})
        yield f"Strength {strength + 1}", "attacker", {"weapon": stronger}
    for name, better in _better(defender, used.defender):
        yield name, "defender", {"defender": better}
    if feet is not None:
        tile = number(table("domains", "distances")["tile"], "value")
        if feet:
            yield f"{counted(min(tile, feet))} closer", "attacker", {"feet": max(feet - tile, Fraction(0))}
        yield f"{counted(tile)} farther", "defender", {"feet": feet + tile}


def _better(side: Stats, used: tuple[str, ...]) -> Iterator[tuple[str, Stats]]:
    """Each used stat improved by one: a die more of the pool, which is named first, or a target one lower."""
    for name in used:
        value: int = getattr(side, name)
        better = min(value + 1, MOST_DICE) if name == used[0] else max(value - 1, 1)
        if better != value:
            words = "One more die" if name == used[0] else f"{name.title()} {better}"
            yield words, side.model_copy(update={name: better})
