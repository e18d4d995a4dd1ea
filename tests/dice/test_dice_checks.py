"""Single rolls against a difficulty and against each other."""

from fractions import Fraction as F
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dice.counting import steady
from haventms.dice import check, contest, success_weight

ROLLS = {
    "d4": list(range(1, 5)),
    "d20": list(range(1, 21)),
    "3d6": [sum(roll) for roll in product(range(1, 7), repeat=3)],
    "2d10": [sum(roll) for roll in product(range(1, 11), repeat=2)],
}
DIE, BONUS = st.sampled_from(sorted(ROLLS)), st.integers(-25, 25)


def test_a_d20_with_5_meets_15_in_11_of_20_and_exceeds_it_in_10():
    assert check("d20", 5, 15).success == F(11, 20)
    assert check("d20", 5, 15, exceed=True).success == F(10, 20)


@pytest.mark.parametrize(("difficulty", "chance"), [(1, 1), (2, F(19, 20)), (20, F(1, 20)), (21, 0)])
def test_thresholds_of_a_d20(difficulty, chance):
    assert check("d20", 0, difficulty).success == chance


@steady
@given(DIE, BONUS, BONUS, st.booleans())
def test_checks_are_counted_over_every_roll(die, bonus, difficulty, exceed):
    margins = [roll + bonus - difficulty for roll in ROLLS[die]]
    result = check(die, bonus, difficulty, exceed)
    assert result.success == F(sum(m > 0 or (m == 0 and not exceed) for m in margins), len(margins))
    assert result.margin.outcomes == {m: F(margins.count(m), len(margins)) for m in set(margins)}


def test_half_a_point_of_difficulty_counts():
    assert check("d20", 0, F(15, 2)).success == F(13, 20)
    assert check("d20", 0, F(15, 2), exceed=True).success == F(13, 20)
    assert check("d20", 0, F(15, 2)).margin.p(F(1, 2)) == F(1, 20)


def test_a_lead_of_2_wins_a_contest_in_229_of_400():
    assert contest("d20", 2, 0).success == F(229, 400)


@steady
@given(DIE, BONUS, BONUS, st.booleans(), st.one_of(st.none(), DIE))
def test_contests_are_counted_over_every_pair_of_rolls(die, bonus, other_bonus, tie_succeeds, other_die):
    leads = {}
    for a, b in product(ROLLS[die], ROLLS[other_die or die]):
        lead = a + bonus - b - other_bonus
        leads[lead] = leads.get(lead, 0) + 1
    total = sum(leads.values())
    result = contest(die, bonus, other_bonus, tie_succeeds, other_die)
    won = sum(n for lead, n in leads.items() if lead > 0 or (lead == 0 and tie_succeeds))
    assert result.success == F(won, total)
    assert result.margin.outcomes == {lead: F(n, total) for lead, n in leads.items()}


@steady
@given(DIE, BONUS, BONUS)
def test_the_defence_takes_every_tie_and_both_sides_sum_to_one(die, attack, defence):
    assert contest(die, attack, defence).success + contest(die, defence, attack, tie_succeeds=True).success == 1


@steady
@given(DIE, st.one_of(st.integers(-5, 35), st.fractions(-5, 35, max_denominator=3)))
def test_success_weights_count_rolls(die, needed):
    assert success_weight(die, needed) == sum(roll >= needed for roll in ROLLS[die])
