"""What other numbers would give: maps of chances and the worth of each single change."""

from fractions import Fraction as F
from itertools import product
from math import comb
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import RuleError, Rulings
from haventms.dice import percent
from haventms.domains import Stats, Weapon, attack, chance_map, worth
from haventms.domains.whatif import MOST_CELLS, Part

from . import UNTIMED

THROWER = Stats(physical=4, precision=3, brawn=4)
TARGET = Stats(physical=3, agility=4, fortitude=5)
KNIFE = Weapon(damage=3, effective_feet=30, long_feet=60)
BOW = Weapon(damage=3, strength=2, effective_feet=60, long_feet=120)
EVERY = Stats(
    physical=4, mental=3, spiritual=2, precision=3, brawn=4, discipline=4, concentration=3, control=2, power=5
)
OTHER = Stats(physical=3, mental=2, spiritual=3, agility=4, fortitude=5, intelligence=4, wisdom=5, charm=3, composure=4)
PARTS: tuple[Any, ...] = get_args(Part)


def successes(dice: int, target: int, sides: int) -> list[F]:
    """The binomial formula, face by face."""
    hit = F(sum(face >= target for face in range(1, sides + 1)), sides)
    return [comb(dice, n) * hit**n * (1 - hit) ** (dice - n) for n in range(dice + 1)]


def more(own: list[F], other: list[F]) -> F:
    """How often the first has strictly more."""
    return sum((p * q for n, p in enumerate(own) for m, q in enumerate(other) if n > m), F(0))


def both(numbers: dict[str, int], sides: int = 6, shift: int = 0) -> F:
    """Both stages of a thrown attack, from the formula; a shift lowers the attacker's dice."""
    pool, other = numbers["pool"], numbers["defender_pool"]
    hit = more(successes(pool, numbers["hit"] - shift, sides), successes(other, numbers["defender_hit"], sides))
    return hit * more(
        successes(pool, numbers["damage"] - shift, sides), successes(other, numbers["defender_damage"], sides)
    )


THROW = {"pool": 4, "hit": 3, "damage": 4, "defender_pool": 3, "defender_hit": 4, "defender_damage": 5}


@pytest.mark.parametrize(("across", "up"), [pair for pair in product(PARTS, PARTS) if pair[0] < pair[1]])
def test_every_cell_is_the_chance_with_both_numbers_changed(across: Any, up: Any) -> None:
    """Each pair of numbers of the throw on six-sided dice, against the binomial formula; few columns are enough."""
    found = chance_map("thrown", THROWER, TARGET, KNIFE, across, up, most=5)
    assert found.here == (THROW[across], THROW[up])
    for y, row in zip(found.up_values, found.chances, strict=True):
        for x, chance in zip(found.across_values, row, strict=True):
            assert chance == both({**THROW, across: x, up: y})


def test_the_present_case_is_on_the_map() -> None:
    """5377/11664 where Precision is 3 and Agility 4; at long range 971/4374."""
    for feet, chance in ((20, F(5377, 11664)), (60, F(971, 4374))):
        found = chance_map("thrown", THROWER, TARGET, KNIFE, feet=F(feet))
        column, row = found.across_values.index(3), found.up_values.index(4)
        assert found.chances[row][column] == chance
        assert found.percents[row][column] == percent(chance)
        assert found.names == ("the attacker's Precision", "the defender's Agility")


@pytest.mark.parametrize("long", ["attacker", "hit", "both"])
@pytest.mark.parametrize(
    "kind", ["thrown", "shot", "psionic", "magical", "physical_melee", "psionic_melee", "magical_melee"]
)
def test_every_kind_has_the_chance_of_its_attack_on_the_map(kind: Any, long: Any) -> None:
    """With every die and reading of long range, at the place of the present numbers."""
    weapon = Weapon(damage=1, strength=2, effective_feet=3, long_feet=60)
    for die in ("d6", "d12"):
        rulings = Rulings(domains_die=die, domains_long=long)
        case: dict[str, Any] = {"feet": 5, "enter_mind": True, "rulings": rulings}
        found = chance_map(kind, EVERY, OTHER, weapon, "damage", "defender_damage", **case)
        cell = found.chances[found.up_values.index(found.here[1])][found.across_values.index(found.here[0])]
        assert cell == attack(kind, EVERY, OTHER, weapon, **case).damage


def test_a_strength_is_a_number_of_degrees() -> None:
    """Strength 0 never damages, 4 always does against three dice; the names say whose number it is."""
    shooter, target = Stats(physical=4, precision=3), Stats(physical=3, agility=4, fortitude=4)
    found = chance_map("shot", shooter, target, BOW.model_copy(update={"strength": 0}), "damage", "defender_pool")
    assert found.names == ("the weapon's Strength", "the defender's Physical dice")
    row = found.chances[found.up_values.index(3)]
    assert [row[n] for n in (0, 2, 4)] == [0, F(19, 27) / 2, F(19, 27)]


@pytest.mark.parametrize(("strength", "values"), [(0, range(5)), (2, range(1, 5)), (4, range(1, 5)), (6, range(1, 7))])
def test_a_strength_that_always_wins_ends_the_map(strength: int, values: range) -> None:
    """Four degrees are more than three dice ever have; a present one beyond that is shown all the same."""
    shooter, target = Stats(physical=4, precision=3), Stats(physical=3, agility=4, fortitude=4)
    found = chance_map("shot", shooter, target, BOW.model_copy(update={"strength": strength}), "damage", "hit")
    assert found.across_values == tuple(values)
    assert found.chances[0][-1] == more(successes(4, 1, 6), successes(3, 4, 6))


def test_the_psionic_roll_follows_its_ruling() -> None:
    """Discipline, or Precision as the text prints it."""
    for token, stat in (("discipline", "Discipline"), ("precision", "Precision")):
        rulings = Rulings(domains_discipline=token)
        found = chance_map("psionic_melee", EVERY, OTHER, KNIFE, rulings=rulings)
        assert found.names[0] == f"the attacker's {stat}"


@pytest.mark.parametrize(
    ("stat", "values"),
    [(1, range(1, 8)), (7, range(1, 8)), (8, range(1, 9)), (25, range(6, 26))],
)
def test_stats_end_where_no_die_succeeds(stat: int, values: range) -> None:
    """1 to 7 on six faces, farther where the present one lies beyond, never more than 20 of them."""
    found = chance_map("thrown", THROWER.model_copy(update={"precision": stat}), TARGET, KNIFE)
    assert found.across_values == tuple(values)


@pytest.mark.parametrize(
    ("dice", "values"), [(0, range(20)), (1, range(1, 21)), (20, range(1, 21)), (21, range(2, 22)), (50, range(31, 51))]
)
def test_pools_have_twenty_values_with_the_present_one(dice: int, values: range) -> None:
    """An empty pool is a value as well, where it is the present one."""
    found = chance_map("thrown", THROWER.model_copy(update={"physical": dice}), TARGET, KNIFE, "pool", "hit")
    assert found.across_values == tuple(values)
    assert len(found.across_values) == MOST_CELLS


def test_a_map_takes_two_numbers() -> None:
    """The same one twice is refused by name."""
    with pytest.raises(ValidationError, match="must be another number than across") as refused:
        chance_map("thrown", THROWER, TARGET, KNIFE, "hit", "hit")
    assert refused.value.errors()[0]["loc"] == ("up",)


@pytest.mark.parametrize("function", [chance_map, worth])
def test_what_the_attack_refuses_is_refused(function: Any) -> None:
    """A missing stat, and a target out of range."""
    with pytest.raises(RuleError, match="Fortitude"):
        function("thrown", THROWER, Stats(physical=3, agility=4), KNIFE)
    with pytest.raises(RuleError, match="maximum range"):
        function("thrown", THROWER, TARGET, KNIFE, feet=61)


def test_each_change_is_worth_what_the_formula_says() -> None:
    """A die more, a stat one better, for either side; the most first."""
    found = worth("thrown", THROWER, TARGET, KNIFE)
    before = both(THROW)
    changes = {
        ("attacker", "One more die"): {"pool": 5},
        ("attacker", "Precision 2"): {"hit": 2},
        ("attacker", "Brawn 3"): {"damage": 3},
        ("defender", "One more die"): {"defender_pool": 4},
        ("defender", "Agility 3"): {"defender_hit": 3},
        ("defender", "Fortitude 4"): {"defender_damage": 4},
    }
    assert {(each.whose, each.change): each.chance for each in found} == {
        name: both({**THROW, **changed}) for name, changed in changes.items()
    }
    assert [each.gain for each in found] == sorted(
        (each.chance - before for each in found), key=lambda gain: -abs(gain)
    )
    assert all((each.gain > 0) == (each.whose == "attacker") for each in found)


@pytest.mark.parametrize(
    ("feet", "steps"),
    [
        (0, {"5 feet farther": F(0)}),
        (3, {"3 feet closer": F(0), "5 feet farther": F(0)}),
        (30, {"5 feet closer": F(0), "5 feet farther": F(971, 4374) - F(5377, 11664)}),
        (35, {"5 feet closer": F(5377, 11664) - F(971, 4374), "5 feet farther": F(0)}),
        (60, {"5 feet closer": F(0), "5 feet farther": -F(971, 4374)}),
    ],
)
def test_a_step_is_worth_the_change_of_range(feet: int, steps: dict[str, F]) -> None:
    """Below, at and above effective range, and out of range, where there is no attack."""
    found = {each.change: each.gain for each in worth("thrown", THROWER, TARGET, KNIFE, F(feet))}
    assert {name: gain for name, gain in found.items() if "feet" in name} == steps


def test_a_shot_gains_by_strength_and_by_the_brawn_that_the_weapon_takes() -> None:
    """Strength 3 against three dice; Brawn 4 ends the penalty for being too weak."""
    shooter = Stats(physical=4, precision=3, brawn=5)
    bow = BOW.model_copy(update={"base_brawn": 4})
    rulings = Rulings(domains_minbrawn="minus_one")
    found = {each.change: each for each in worth("shot", shooter, TARGET, bow, rulings=rulings)}
    fortitude = successes(3, 5, 6)
    hit = {penalty: more(successes(4, 3 + penalty, 6), successes(3, 4, 6)) for penalty in (0, 1)}
    assert found["Strength 3"].chance == hit[1] * sum(fortitude[:3])
    assert found["Brawn 4"].chance == hit[0] * sum(fortitude[:2])


def test_what_cannot_be_better_is_left_out() -> None:
    """Stats of 1, a thousand dice, the largest Strength."""
    best = Stats(physical=1000, precision=1, brawn=1)
    found = worth("shot", best, Stats(physical=0, agility=1, fortitude=1), BOW.model_copy(update={"strength": 1000}))
    assert [each.change for each in found] == ["One more die"]


@settings(parent=UNTIMED, max_examples=40)
@given(st.tuples(*[st.integers(0, 8), st.integers(1, 8), st.integers(1, 8)] * 2))
def test_better_numbers_never_hurt(numbers: tuple[int, ...]) -> None:
    """Whatever the numbers, a change for the attacker gains nothing or something, one for the defender the same."""
    dice, hit, damage, other, evade, resist = numbers
    own = Stats(physical=dice, precision=hit, brawn=damage)
    against = Stats(physical=other, agility=evade, fortitude=resist)
    for each in worth("physical_melee", own, against, KNIFE, feet=F(5)):
        assert each.gain >= 0 if each.whose == "attacker" else each.gain <= 0
