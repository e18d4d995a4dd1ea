"""The seven attacks: two stages of opposed pools, exactly."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb
from operator import attrgetter
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo

from ..checked import checked
from ..dice import Odds, bounds, percent
from ..errors import RuleError
from ..ledger import Ledger, Result
from ..register import implements
from ..rulings import Rulings
from ..tables import Row, table
from ..units import Whole, plain
from .ranges import MOST_DICE, Weapon, brawn_shift, in_range, in_reach, mind_entered, penalty
from .stages import Chance, Dice, Form, count_both, decimal, is_long
from .terms import Feet

Kind = Literal["thrown", "shot", "psionic", "magical", "physical_melee", "psionic_melee", "magical_melee"]

MOST_ATTACKS = 100
MOST_DICE_ROLLED = 5_000
_LONG_DENOMINATOR = 1_000_000
_WHOSE = {"attacker": "the attacker", "hit": "the attacker to hit", "both": "both sides"}

Pool = Annotated[Whole, Field(ge=0, le=MOST_DICE)] | None
Stat = Annotated[Whole, Field(ge=1, le=MOST_DICE)] | None


class Stats(BaseModel):
    """One side of an attack: how many dice its Domains roll, and its stats, where lower is better.

    Only what a kind of attack uses has to be given. A stat above the die's faces is never reached.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    physical: Pool = None
    mental: Pool = None
    spiritual: Pool = None
    precision: Stat = None
    brawn: Stat = None
    agility: Stat = None
    fortitude: Stat = None
    discipline: Stat = None
    concentration: Stat = None
    intelligence: Stat = None
    wisdom: Stat = None
    control: Stat = None
    power: Stat = None
    charm: Stat = None
    composure: Stat = None


class AttackOdds(Result):
    """What `attack` answers, exactly.

    `hit` is the chance to win the first stage, `damage_stage` the second one alone, `damage` both. Degrees are the
    distributions of both sides in both stages; `expected_damage` and `total_damage` count all attacks.
    """

    kind: Kind
    attacks: int
    hit: Chance
    damage_stage: Chance
    damage: Chance
    expected_damage: Chance
    hit_degrees: Odds
    damage_degrees: Odds
    defender_hit_degrees: Odds
    defender_damage_degrees: Odds
    total_damage: Odds

    @property
    def headline(self) -> str:
        name = table("domains", "attacks")[self.kind]["name"]
        hits = _in_words(self.hit)
        exactly = f": exactly {plain(self.damage)}" if _is_short(self.damage) else ""
        sentence = f"{name} hits {hits}, damages {percent(self.damage)}{exactly}"
        if self.attacks == 1:
            return f"{sentence}."
        return f"{sentence}. {self.attacks} attacks deal {decimal(self.expected_damage)} damage on average."


def _is_short(chance: Fraction) -> bool:
    return 1 < chance.denominator < _LONG_DENOMINATOR


def _in_words(chance: Fraction) -> str:
    return f"{chance.numerator:,} in {chance.denominator:,}" if _is_short(chance) else percent(chance)


class StatsUsed(NamedTuple):
    """Names of the fields of `Stats` that a kind of attack uses, the pool first."""

    attacker: tuple[str, ...]
    defender: tuple[str, ...]


def stats_used(kind: Kind, rulings: Rulings | None = None, weapon: Weapon | None = None) -> StatsUsed:
    """Which stats of either side an attack of this kind uses; a shot uses Brawn where the weapon takes one."""
    stats = _stats(kind, hit_stat(table("domains", "attacks")[kind], Ledger(rulings)))
    takes_brawn = kind == "shot" and weapon is not None and weapon.base_brawn is not None
    return StatsUsed((*stats.attacker, "brawn") if takes_brawn else stats.attacker, stats.defender)


class _Stats(NamedTuple):
    """Which stats a kind of attack reads, and how."""

    attacker: tuple[str, ...]
    defender: tuple[str, ...]
    own: Callable[[Stats], tuple[int | None, ...]]
    other: Callable[[Stats], tuple[int | None, ...]]
    form: Form


@cache
def _stats(kind: Kind, hit: str) -> _Stats:
    row = table("domains", "attacks")[kind]
    pool, damage, against = row["pool"], row["damage"], (row["hit_against"], row["damage_against"])
    own = (pool, hit, damage) if damage else (pool, hit)
    text = (
        f"{pool.title()} pools: {hit.title()} against {against[0].title()} to hit, "
        f"{(damage or 'Strength').title()} against {against[1].title()} to damage"
    )
    readers = attrgetter(*own), attrgetter(pool, *against)
    return _Stats(own, (pool, *against), *readers, Form(row.clause, text, row.cite))


def hit_stat(row: Row, ledger: Ledger) -> str:
    """The attacker's stat to hit; for psionic attacks the text names one in the roll and another in its result."""
    printed = row["printed_hit"]
    if printed is None:
        return str(row["hit"])
    stat: str = printed if ledger.ask("domains_discipline") == "precision" else row["hit"]
    ledger.add(row.clause, "The roll to hit is made against", stat.title())
    return stat


def _few_dice(attacks: int, info: ValidationInfo) -> int:
    given = info.data
    if {"kind", "attacker", "defender"} <= given.keys():
        pool = table("domains", "attacks")[given["kind"]]["pool"]
        dice = attacks * 2 * sum(getattr(given[side], pool) or 0 for side in ("attacker", "defender"))
        if dice > MOST_DICE_ROLLED:
            raise ValueError(
                f"must be fewer: all attacks together roll {dice:,} dice, of which {MOST_DICE_ROLLED:,} can be counted"
            )
    return attacks


@implements("D-THR-1", "D-SHO-1", "D-PSI-2", "D-MAG-1", "D-MEL-2", "D-MEL-3", "D-MEL-4")
@checked
def attack(
    kind: Kind,
    attacker: Stats,
    defender: Stats,
    weapon: Weapon,
    feet: Feet | None = None,
    sides: Annotated[Whole, Field(ge=1, le=MOST_DICE)] | None = None,
    enter_mind: bool = False,
    attacks: Annotated[Whole, Field(ge=1, le=MOST_ATTACKS), AfterValidator(_few_dice)] = 1,
    rulings: Rulings | None = None,
) -> AttackOdds:
    """D-THR-1, D-SHO-1, D-PSI-2, D-MAG-1, D-MEL-2 to 4: first to hit, then to damage; a lost stage deals none.

    Without `feet` no range or reach is checked; without `sides` the die is the ruling's; 1 to 100 attacks, all alike.
    What a clause forbids is a `RuleError`, and so is a stat that this kind needs and that is not given.
    """
    row = table("domains", "attacks")[kind]
    ledger = Ledger(rulings)
    if row["pool"] == "mental":
        mind_entered(row, enter_mind, ledger)
    shifts = shifts_of(row, attacker, weapon, feet, ledger)
    if sides is None:
        die = ledger.ask("domains_die")
        ledger.add("D-POO-1", "The die of the pools", die)
        sides = int(die[1:])

    stats = _stats(kind, hit_stat(row, ledger))
    own, other = stats.own(attacker), stats.other(defender)
    if row["damage"] is None:
        own = (*own, weapon.strength)
    if None in own or None in other:
        raise RuleError(row.clause, _missing(row, stats, own, other))
    first, second, damage, lines = count_both(stats.form, *_rolls(stats, own, other, shifts), sides)
    ledger.put(lines)
    each = weapon.damage
    expected = Fraction(damage.numerator * each.numerator * attacks, damage.denominator * each.denominator)
    many = f" in each of {attacks} attacks" if attacks > 1 else ""
    ledger.add(
        "D-ATK-1", f"Damage of {plain(each)}{many}, on average", decimal(expected) if is_long(expected) else expected
    )
    closed = ledger.close()
    return AttackOdds.trusted(
        ledger=closed["ledger"],
        rulings_used=closed["rulings_used"],
        kind=kind,
        attacks=attacks,
        hit=first.won,
        damage_stage=second.won,
        damage=damage,
        expected_damage=expected,
        hit_degrees=first.own,
        damage_degrees=second.own,
        defender_hit_degrees=first.other,
        defender_damage_degrees=second.other,
        total_damage=_total(damage, each, attacks),
    )


class Shifts(NamedTuple):
    """What is added to every die of a roll."""

    hit: int
    damage: int
    defender: int


_NONE = Shifts(0, 0, 0)


def shifts_of(row: Row, attacker: Stats, weapon: Weapon, feet: Fraction | None, ledger: Ledger) -> Shifts:
    """Range, reach and Brawn: what they forbid is refused here, what they lower is answered."""
    if not row["ranged"]:
        in_reach(weapon, feet, ledger)
        return _NONE
    long = in_range(row, weapon, feet, ledger)
    weak = brawn_shift(weapon, attacker.brawn, ledger) if row["damage"] is None else 0
    if not long:
        return Shifts(weak, 0, 0) if weak else _NONE
    whose, lower = ledger.ask("domains_long"), penalty("long range")
    ledger.add("D-RNG-2", f"Long range: added to each die of {_WHOSE[whose]}", lower)
    return Shifts(weak + lower, 0 if whose == "hit" else lower, lower if whose == "both" else 0)


def _missing(row: Row, stats: _Stats, own: tuple[int | None, ...], other: tuple[int | None, ...]) -> str:
    given = [
        *(("the attacker's", name, value) for name, value in zip(stats.attacker, own, strict=False)),
        *(("the defender's", name, value) for name, value in zip(stats.defender, other, strict=True)),
        *(("the weapon's", "strength", value) for value in own[len(stats.attacker) :]),
    ]
    words = [
        f"{whose} {name.title()}{' pool' if name == row['pool'] else ''}"
        for whose, name, value in given
        if value is None
    ]
    listed = " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    return f"{row['name']} needs {listed}, not given here"


def _rolls(
    stats: _Stats, own: tuple[Any, ...], other: tuple[Any, ...], shifts: Shifts
) -> tuple[tuple[Dice, Dice], tuple[Dice | int, Dice]]:
    """Both sides' rolls of both stages; a Strength is no roll."""
    names, (_, evade, resist) = stats.attacker, stats.defender
    (dice, to_hit, to_damage), (against, evading, resisting) = own, other
    hit_shift, damage_shift, lower = shifts
    damage = (dice, names[2], to_damage, damage_shift) if len(names) > 2 else to_damage
    return (
        ((dice, names[1], to_hit, hit_shift), (against, evade, evading, lower)),
        (damage, (against, resist, resisting, lower)),
    )


def _total(damage: Fraction, each: Fraction, attacks: int) -> Odds:
    """The damage of all attacks: how many of them damage, times the damage of one."""
    hits, of = damage.numerator, damage.denominator
    misses, step = of - hits, each.numerator if each.denominator == 1 else each
    if not (hits and misses and step):
        return Odds.constant(step * attacks if hits else 0)
    if attacks == 1:
        return Odds.trusted((0, step), (misses, hits), of)
    counts = range(attacks + 1)
    weights = tuple([comb(attacks, n) * hits**n * misses ** (attacks - n) for n in counts])
    return Odds.trusted(tuple([bounds.plain(step * n) for n in counts]), weights, of**attacks)
