"""What an attack writes down, and how many of them may be asked for: D-ATK-1, D-PSI-2."""

import re

import pytest
from pydantic import ValidationError

from haventms import Rulings
from haventms.domains import AttackOdds, Stats, Weapon, attack

from .test_attacks import KNIFE, fight


def average(result: AttackOdds) -> tuple[str, str]:
    """The line of the ledger with the damage on average: its text, and its value as it is shown."""
    line = next(line for line in reversed(result.ledger) if line.clause == "D-ATK-1")
    return line.text, line.shown


def test_the_stat_to_hit_of_a_psionic_attack_is_said() -> None:
    """D-PSI-2, R-DOMAINS-DISCIPLINE: the text names two; the ledger says which one it is."""
    for ruling, stat in (("discipline", "Discipline"), ("precision", "Precision")):
        result = attack(
            "psionic",
            Stats(mental=2, discipline=3, precision=3, concentration=3),
            Stats(mental=2, intelligence=3, wisdom=3),
            KNIFE,
            enter_mind=True,
            rulings=Rulings.model_validate({"domains_discipline": ruling}),
        )
        assert next(line.value for line in result.ledger if line.clause == "D-PSI-2") == stat


@pytest.mark.parametrize(
    ("attacks", "words"), [(1, "Damage of 3, on average"), (2, "Damage of 3 in each of 2 attacks, on average")]
)
def test_the_damage_of_several_attacks_is_that_of_each(attacks: int, words: str) -> None:
    """D-ATK-1: one die that always reaches its stat against none, twice: each attack deals its three points."""
    result = fight("thrown", (1, 1, 1), (0, 1, 1), KNIFE, attacks=attacks)
    assert average(result) == (words, str(3 * attacks))
    assert [*result.total_damage.outcomes] == [3 * attacks]


def test_an_average_that_nobody_reads_is_a_decimal() -> None:
    """D-ATK-1: half of 12 points is exact; with a hundred dice a side the exact number has over a hundred digits."""
    half = fight("thrown", (1, 4, 1), (0, 6, 6), Weapon(damage=12))
    assert average(half)[1] == "6"
    long = fight("thrown", (100, 4, 4), (100, 4, 4), Weapon(damage=12))
    assert re.fullmatch(r"[0-9]\.[0-9]", average(long)[1])
    assert abs(float(average(long)[1]) - float(long.expected_damage)) <= 0.05


@pytest.mark.parametrize(
    ("sides", "stat", "words"), [(2, 2, "hits 1 in 2,"), (1000, 1000, "hits 0.2 %,"), (999, 999, "in 998,001,")]
)
def test_a_chance_is_a_ratio_while_it_is_short(sides: int, stat: int, words: str) -> None:
    """One half is; 1,999 in a million, the chance of the highest face with two dice of a thousand, is in per cent."""
    dice = 1 if sides == 2 else 2
    assert words in str(fight("thrown", (dice, stat, 1), (0, 1, 1), KNIFE, sides=sides))


@pytest.mark.parametrize("absent", [0, None])
def test_a_pool_that_is_empty_or_not_given_rolls_no_dice(absent: int | None) -> None:
    """25 dice in two stages of a hundred attacks are 5,000, all that can be counted; 26 are too many."""
    weak = Stats(physical=absent, agility=4, fortitude=5)
    strong = Stats(physical=26, precision=3, brawn=4)
    with pytest.raises(ValidationError, match=r"attacks\n  .*5,200 dice"):
        attack("thrown", strong, weak, KNIFE, attacks=100)
    if absent is not None:
        most = Stats(physical=25, precision=6, brawn=6)
        assert attack("thrown", most, weak, Weapon(damage=0), attacks=100).attacks == 100
