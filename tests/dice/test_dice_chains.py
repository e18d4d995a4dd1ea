"""Rolls in a row whose failures change the state, against every sequence of rolls."""

import random
from collections import Counter
from fractions import Fraction as F
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dice.counting import steady
from haventms.dice import Odds, check, failure_counts, run_chain, shortfall, spread, success_counts

LADDER = [1, 2, 3, 3]


def walked(start, on_failure, successes, faces):
    """Every sequence of rolls, one by one: {state: number of sequences}."""
    ends = Counter()
    for rolls in product(range(faces), repeat=len(successes)):
        for state, weight in enumerate(start):
            for roll, step in zip(rolls, successes, strict=True):
                state = state if roll < step[state] else on_failure[state]
            ends[state] += weight
    return [ends[state] for state in range(len(start))]


@pytest.mark.parametrize("on_failure", [LADDER, [1, 0, 3, 2], [0, 1, 2, 3], [3, 3, 3, 3], [2, 2, 3, 0]])
def test_chains_are_walked_over_every_sequence_of_rolls(on_failure):
    seeded = random.Random(7)
    for length in range(1, 5):
        start = [seeded.randint(0, 3) for _ in on_failure]
        successes = [[seeded.randint(0, 6) for _ in on_failure] for _ in range(length)]
        rows = run_chain(start, on_failure, successes, 6)
        for steps, row in enumerate(rows, 1):
            assert row == walked(start, on_failure, successes[:steps], 6)
            assert sum(row) == sum(start) * 6**steps


def test_four_checks_of_a_tiring_walker_over_all_160000_sequences():
    modifiers, difficulties = [2, 2, 2, 2, 1, 1, 0], [10, 11, 12, 13]
    successes = success_counts("d20", modifiers, difficulties)
    on_failure = [1, 2, 3, 4, 5, 6, 6]
    ends = Counter()
    for rolls in product(range(1, 21), repeat=4):
        state = 0
        for roll, difficulty in zip(rolls, difficulties, strict=True):
            if roll + modifiers[state] < difficulty:
                state = on_failure[state]
        ends[state] += 1
    assert run_chain([1, 0, 0, 0, 0, 0, 0], on_failure, successes, 20)[-1] == [ends[state] for state in range(7)]


def test_the_first_checks_of_a_hustle_with_modifier_2():
    rows = run_chain([1, 0, 0, 0], LADDER, success_counts("d20", [2] * 4, [10, 11, 12]), 20)
    assert [F(row[0], 20**n) for n, row in enumerate(rows, 1)] == [F(13, 20), F(39, 100), F(429, 2000)]
    assert [F(row[1], 20**n) for n, row in enumerate(rows, 1)] == [F(7, 20), F(47, 100), F(217, 500)]
    assert F(rows[2][3], 20**3) == F(63, 1000)


def test_no_steps_leave_nothing_to_tell():
    assert run_chain([1, 0, 0, 0], LADDER, [], 20) == []


@pytest.mark.parametrize("length", [720])
def test_a_month_of_checks_sums_to_exactly_one(length):
    successes = success_counts("d20", [3, 2, 1, 0], range(10, 10 + length))
    last = run_chain([1, 0, 0, 0], LADDER, successes, 20)[-1]
    assert sum(last) == 20**length


@steady
@given(
    st.lists(st.integers(-8, 8), min_size=1, max_size=5),
    st.lists(st.integers(-5, 40), min_size=1, max_size=5),
    st.sampled_from(["d20", "3d6", "d1"]),
)
def test_success_counts_are_those_of_single_rolls(modifiers, difficulties, die):
    rows = success_counts(die, modifiers, difficulties)
    total = Odds.from_die(die).denominator
    assert rows == [[check(die, m, d).success * total for m in modifiers] for d in difficulties]


def test_a_1_always_fails_and_a_20_always_succeeds_where_the_caller_says_so():
    assert success_counts("d20", [0], [-30, 1, 2, 20, 21, 99], 1, 19) == [[19], [19], [19], [1], [1], [1]]
    assert success_counts("d20", [0], [1, 21], fewest=1) == [[20], [1]]
    assert success_counts("d20", [0], [1, 21], most=19) == [[19], [0]]


def test_no_difficulties_and_no_states_give_empty_rows():
    assert success_counts("d20", [1, 2], []) == []
    assert success_counts("d20", [], [10, 11]) == [[], []]


def test_spread_shares_every_state_out():
    after = spread({("safe", 0): 1}, lambda state: [(state, 13), (("prone", 4), 7)], 20)
    assert after == {("safe", 0): 13, ("prone", 4): 7}
    assert spread(after, lambda state: [(("gone", 0), 20)], 20) == {("gone", 0): 400}
    assert spread({}, lambda state: [], 20) == {}


@pytest.mark.parametrize("parts", [[("a", 19)], [("a", 21)], [("a", 21), ("b", -1)]])
def test_spread_refuses_to_lose_or_invent_weight(parts):
    with pytest.raises(ValueError, match="share out exactly its number of faces"):
        spread({"a": 1}, lambda state: parts, 20)


def rolled(die, bonus, difficulties, penalty, failures, exceed):
    """Every sequence: (failures after each roll, sum of what was missed) and how many sequences give it."""
    found = Counter()
    for rolls in product(range(1, die + 1), repeat=len(difficulties)):
        failed, missed, history = failures, 0, []
        for roll, difficulty in zip(rolls, difficulties, strict=True):
            total = roll + bonus - penalty * failed
            if total < difficulty or (exceed and total == difficulty):
                failed, missed = failed + 1, missed + difficulty - total
            history.append(failed)
        found[tuple(history), missed] += 1
    return found


@steady
@given(
    st.sampled_from([2, 4, 6]),
    st.integers(-3, 6),
    st.lists(st.integers(-2, 12), min_size=1, max_size=4),
    st.integers(0, 3),
    st.integers(0, 3),
    st.booleans(),
)
def test_series_with_a_growing_penalty_are_rolled_in_every_way(die, bonus, difficulties, penalty, failures, exceed):
    found = rolled(die, bonus, difficulties, penalty, failures, exceed)
    total = die ** len(difficulties)
    counts = failure_counts(f"d{die}", bonus, difficulties, penalty, failures, exceed)
    for n, odds in enumerate(counts):
        expected = Counter()
        for (history, _), ways in found.items():
            expected[history[n]] += ways
        assert odds.outcomes == {failed: F(ways, total) for failed, ways in expected.items()}
    missed = Counter()
    for (_, by), ways in found.items():
        missed[by] += ways
    assert shortfall(f"d{die}", bonus, difficulties, penalty, failures, exceed).outcomes == {
        by: F(ways, total) for by, ways in missed.items()
    }


def test_a_single_roll_falls_short_by_its_negative_margin():
    assert shortfall("3d6", 2, [15]) == check("3d6", 2, 15).margin.scale(-1).not_below(0)


def test_long_series_finish():
    assert failure_counts("d20", 100, [110] * 200, penalty=100, failures=100)[-1].values[-1] == 300
    missed = shortfall("d20", 5, [90] * 40, penalty=2)
    assert sum(missed.outcomes.values()) == 1
