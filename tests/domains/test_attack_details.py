"""What an attack writes down, and how many of them may be asked for: D-ATK-1, D-MEL-1, D-POO-*, D-PSI-*, D-SHO-2."""

import re
from fractions import Fraction as F
from typing import Any

import pytest
from pydantic import ValidationError

from haventms import RuleError, Rulings, fired
from haventms.dice import Odds
from haventms.domains import AttackOdds, Stats, Weapon, attack
from haventms.domains.stages import StageOdds

from .test_attacks import BOW, KNIFE, fight


def average(result: AttackOdds) -> tuple[str, str]:
    """The line of the ledger with the damage on average: its text, and its value as it is shown."""
    line = next(line for line in reversed(result.ledger) if line.clause == "D-ATK-1")
    return line.text, line.shown


def lines(result: AttackOdds, clause: str) -> list[str]:
    """What the lines with this clause show."""
    return [line.shown for line in result.ledger if line.clause == clause]


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


# Before any die is rolled


def test_melee_without_a_distance_says_that_no_reach_is_checked() -> None:
    """D-MEL-1: without a distance there is nothing to measure, which is said; with one its reach is."""
    assert lines(fight("physical_melee", (1, 1, 1), (0, 1, 1)), "D-MEL-1") == [""]
    assert lines(fight("physical_melee", (1, 1, 1), (0, 1, 1), feet=5), "D-MEL-1") == ["5"]


@pytest.mark.parametrize(("tiles", "words"), [(1, "reach of 1 tile, 5 feet"), (2, "reach of 2 tiles, 10 feet")])
def test_a_reach_is_told_in_tiles(tiles: int, words: str) -> None:
    """D-MEL-1, R-DOMAINS-TILE: one tile is five feet, and some weapons reach one tile farther."""
    with pytest.raises(RuleError, match=words):
        fight("physical_melee", (1, 1, 1), (0, 1, 1), Weapon(damage=1, reach_tiles=tiles), feet=11)


@pytest.mark.parametrize(("kind", "entered"), [("psionic", True), ("psionic_melee", True), ("psionic_melee", False)])
def test_that_the_mind_is_open_is_written_down(kind: Any, entered: bool) -> None:
    """D-PSI-1, R-DOMAINS-ENTERMIND: Enter Mind was used before, or melee does not ask for it; one line either way."""
    assert lines(fight(kind, (1, 1, 1), (0, 1, 1), enter_mind=entered), "D-PSI-1") == ["allowed"]


def test_who_is_strong_enough_for_the_weapon_is_told() -> None:
    """D-SHO-2: Brawn 4 for a weapon of base Brawn 4; the lower the better."""
    bow = BOW.model_copy(update={"base_brawn": 4})
    assert lines(fight("shot", (1, 1, 4), (0, 1, 1), bow), "D-SHO-2") == ["allowed"]


def test_a_ruling_that_leads_to_a_refusal_was_asked() -> None:
    """D-RNG-3, R-DOMAINS-MAX: beyond long range the ruling decides that there is no attack, and whoever listens hears it."""
    with fired() as found, pytest.raises(RuleError):
        fight("thrown", (1, 1, 1), (0, 1, 1), KNIFE, feet=61)
    assert {"R-DOMAINS-MAX", "D-RNG-3"} <= found


# Stages


def test_both_pools_are_told_in_words() -> None:
    """D-POO-1: how many dice, which stat, from which value on a die is a degree, and the degrees on average."""
    result = fight("thrown", (3, 4, 5), (1, 6, 2))
    assert [
        (line.text, line.shown) for line in result.ledger if line.clause == "D-POO-1" and "die of" not in line.text
    ] == [
        ("Attacker: 3 dice (d6), Precision 4, each 4 or more a degree; on average", "1 1/2"),
        ("Defender: 1 die (d6), Agility 6, each 6 or more a degree; on average", "1/6"),
        ("Attacker: 3 dice (d6), Brawn 5, each 5 or more a degree; on average", "1"),
        ("Defender: 1 die (d6), Fortitude 2, each 2 or more a degree; on average", "5/6"),
    ]
    shot = fight("shot", (2, 4, 1), (1, 6, 2))
    assert [line.text.partition(":")[0] for line in shot.ledger if " a degree;" in line.text] == [
        "Attacker",
        "Defender",
        "Defender",
    ]


def test_at_long_range_a_die_needs_one_more() -> None:
    """D-RNG-2: with one less on every die, Precision 4 takes a five."""
    far = fight("thrown", (3, 4, 5), (0, 1, 1), feet=60)
    assert "Precision 4, each 5 or more a degree" in str([line.text for line in far.ledger])


@pytest.mark.parametrize(("dice", "exact"), [(199, True), (200, False)])
def test_a_chance_that_nobody_reads_is_in_per_cent(dice: int, exact: bool) -> None:
    """D-POO-2: a half to the power of 199 has a denominator of 200 binary digits, which is still written whole."""
    result = fight("thrown", (dice, 2, 1), (0, 1, 1), KNIFE, sides=2)
    assert lines(result, "D-POO-2")[0] == (f"{2**dice - 1}/{2**dice}" if exact else "> 99.99 %")
    assert average(result)[1] == (f"2 {2**dice - 3}/{2**dice}" if exact else "3.0")


def test_stages_of_large_pools_are_not_kept() -> None:
    """D-POO-1: stages of up to 64 dice a side are counted once; the long tables of larger ones are let go."""
    for own, other, kept in ((64, 64, True), (65, 1, False), (1, 65, False)):
        one, two = (fight("thrown", (own, 4, 4), (other, 4, 4)) for _ in range(2))
        assert one == two
        assert stages_shared(one, two) == [kept, kept]
        # a pool is found again beside any other one
        beside = fight("thrown", (own, 4, 4), (2, 5, 5)), fight("thrown", (2, 5, 5), (other, 4, 4))
        assert (one.hit_degrees is beside[0].hit_degrees) is (own < 65)
        assert (one.defender_hit_degrees is beside[1].defender_hit_degrees) is (other < 65)
        shot = [fight("shot", (1, 4, 4), (other, 4, 4)) for _ in range(2)]
        assert stages_shared(*shot) == [other < 65] * 2


def stages_shared(one: AttackOdds, two: AttackOdds) -> list[bool]:
    """Of either stage whether both results hold the very same line."""
    pairs = [pair for pair in zip(one.ledger, two.ledger, strict=True) if pair[0].clause == "D-POO-2"]
    return [first is second for first, second in pairs]


def test_chances_are_read_from_numbers_and_from_texts() -> None:
    """D-POO-2: an exact number is taken as it is, a text as a ratio of any length; anything else is refused by name."""
    degrees = Odds.constant(1)
    case: dict[str, Any] = {"own": degrees, "other": degrees, "ledger": (), "rulings_used": ()}
    for won in (F(1, 2), 0.5, "1/2"):
        assert StageOdds.model_validate({**case, "won": won}).won == F(1, 2)
    with pytest.raises(ValidationError, match=r"won\n  .*, it must be written as"):
        StageOdds.model_validate({**case, "won": "half"})
