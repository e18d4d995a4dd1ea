"""A fall before its roll: the chance of landing well and the odds of the damage, counted face by face."""

from fractions import Fraction

import pytest

from haventms import Rulings, haven
from haventms.dice import Odds

FACES = range(1, 21)


def counted(feet, bonus, spikes=0, exceed=False, always=False):
    """Every face of a d20: success, and the points, straight from the clauses; feet in whole tens."""
    points, successes = [], 0
    further = 2 * (feet // 10)
    for face in FACES:
        total = face + bonus
        lands = total > feet if exceed else total >= feet
        successes += lands
        points.append((further if always else 0) if lands else feet - total + further + spikes)
    return Fraction(successes, 20), {each: Fraction(points.count(each), 20) for each in points}


@pytest.mark.parametrize("feet", [0, 10, 20, 30, 100])
@pytest.mark.parametrize("bonus", [-3, 0, 9, 10, 29])
@pytest.mark.parametrize("spikes", [0, 8])
def test_chance_and_damage_agree_with_a_count_of_all_faces(feet, bonus, spikes):
    """Below, at and above what the die can reach, onto bare ground and onto a standard spike."""
    success, points = counted(feet, bonus, spikes)
    landing = haven.landing(feet, bonus, spikes)
    assert landing.success == success
    assert landing.damage.outcomes == points


def test_a_tie_may_fail():
    """Where the goal has to be exceeded, a total of exactly thirty no longer lands."""
    rulings = Rulings(haven_meet="exceed")
    landing = haven.landing(30, 10, rulings=rulings)
    assert (landing.success, landing.damage.outcomes) == counted(30, 10, exceed=True)
    assert "R-HAVEN-MEET" in landing.rulings_used


def test_ties_are_no_question_where_none_can_come():
    """A bonus of 5 never reaches thirty on a d20."""
    assert haven.landing(30, 5).rulings_used == ("R-HAVEN-DIE", "R-HAVEN-FALL")


def test_the_tens_may_hurt_after_a_success_as_well():
    """Two points for each ten feet, always."""
    rulings = Rulings(haven_fall="always")
    landing = haven.landing(20, 10, rulings=rulings)
    assert (landing.success, landing.damage.outcomes) == counted(20, 10, always=True)


def test_partial_tens_are_a_question():
    """25 feet are two whole tens, or three begun ones."""
    assert "R-HAVEN-PER" in haven.landing(25, 0).rulings_used
    up = haven.landing(25, 0, rulings=Rulings(haven_per="ceil"))
    assert max(up.damage.outcomes) == max(haven.landing(25, 0).damage.outcomes) + 2


def test_the_average_counts_a_success_as_none():
    """A landing that never fails costs nothing; the headline says both figures."""
    assert haven.landing(10, 20).headline == (
        "The landing succeeds with a chance of 100 %: 0 point(s) of damage on average."
    )
    assert haven.landing(30, 19).headline == (
        "The landing succeeds with a chance of 50.0 %: 5 3/4 point(s) of damage on average."
    )  # faces 1 to 10 miss by 10 to 1, each with 6 more: (55 + 60) / 20


def test_another_die_is_rolled_where_the_reader_wants():
    """3d6 at a bonus of 10 reach 20 with totals of 10 or more."""
    ways = sum(a + b + c >= 10 for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
    assert haven.landing(20, 10, rulings=Rulings(haven_die="3d6")).success == Fraction(ways, 216)


def test_it_comes_back_from_json():
    """Odds and ledger included."""
    landing = haven.landing(25, 3, 8)
    assert type(landing).model_validate_json(landing.model_dump_json()) == landing
    assert isinstance(landing.damage, Odds)


@pytest.mark.parametrize(("name", "value"), [("feet", -1), ("feet", True), ("defense_bonus", 1.5), ("spikes", -8)])
def test_bad_arguments_are_named(name, value):
    """By the parameter."""
    with pytest.raises(ValueError, match=name):
        haven.landing(**{"feet": 10, "defense_bonus": 0, name: value})
