"""What checks and moves write down, and which rulings they ask only where it matters: H-ICE-*, H-LIQ-*, H-UNS-*."""

from fractions import Fraction
from itertools import product

import pytest

from haventms import RuleError, Rulings, haven

ICE = haven.Ice()
SAND = haven.UnstableFooting()
JAGGED = haven.UnstableFooting(grade="major")
RAPIDS = haven.Liquid(depth="swimming", current_feet=20)


def lines(result, clause):
    """What the lines with this clause show."""
    return [line.shown for line in result.ledger if line.clause == clause]


def test_vines_that_hold_end_the_move_where_it_began():
    """H-DIF-2: nobody goes on who has not broken through."""
    check = haven.attempt(30, [haven.Underbrush(vines=2)], 10).checks[0]
    assert (check.clause, check.at_feet, check.stops_at_feet) == ("H-DIF-2", 0, 0)


# Keeping one's feet


def test_the_move_that_goes_beyond_is_where_one_falls():
    """R-HAVEN-FALLWHERE: of two moves of 15 feet on ice the second goes beyond half of 35 feet, not the first."""
    (check,) = haven.attempt(35, [ICE], 30, [15, 15]).checks
    assert check.prone_at_feet == 30


@pytest.mark.parametrize(("moves", "asked"), [([20], False), ([10, 10], True)])
def test_one_move_is_the_whole_turn(moves, asked):
    """R-HAVEN-ICETURN: whether a turn's total counts or that of an action is a question from the second move on."""
    assert ("R-HAVEN-ICETURN" in haven.attempt(30, [ICE], 20, moves).rulings_used) is asked


def test_each_action_on_ice_has_its_own_goal():
    """R-HAVEN-ICETURN: where actions count, two of 20 feet at a limit of 15 are two rolls against 20 each."""
    found = haven.attempt(30, [ICE], 40, [20, 20], rulings=Rulings(haven_iceturn="action"))
    assert [(check.difficulty, check.at_feet, check.prone_at_feet) for check in found.checks] == [
        (20, 15, 20),
        (20, 35, 40),
    ]


@pytest.mark.parametrize(("grade", "momentum"), [("minor", 0), ("moderate", 0), ("major", -2)])
def test_only_on_major_ground_a_failure_makes_the_next_roll_harder(grade, momentum):
    """H-UNS-1, H-UNS-6, H-UNS-7: -2 for each failed roll belongs to major ground."""
    checks = haven.attempt(40, [haven.UnstableFooting(grade=grade)], 50).checks
    assert {check.momentum for check in checks} == {momentum}


def test_minor_ground_is_beyond_base_speed_in_any_case():
    """H-UNS-1, R-HAVEN-UNSDG: its goal is ten and the feet above base speed; moderate ground has two readings of it."""
    for grade, feet, goals in (("minor", 35, [15, 15]), ("moderate", 30, [25, 10])):
        found = [
            haven.attempt(30, [haven.UnstableFooting(grade=grade)], feet, rulings=Rulings(haven_unsdg=reading))
            for reading in ("allowed", "base")
        ]
        assert [attempt.checks[0].difficulty for attempt in found] == goals
        assert {"R-HAVEN-UNSDG" in attempt.rulings_used for attempt in found} == {grade == "moderate"}


@pytest.mark.parametrize(("feet", "asked"), [(40, False), (35, True)])
def test_whole_increments_are_no_question(feet, asked):
    """R-HAVEN-STARTED: on marbles at 40 feet 20 are half; 20 more are one increment, 15 only a part of one."""
    assert (
        "R-HAVEN-STARTED" in haven.attempt(40, [haven.UnstableFooting(grade="moderate")], feet).rulings_used
    ) is asked


def test_at_the_limit_unstable_ground_asks_nothing():
    """H-UNS-1, H-UNS-2: 30 feet of steep sand at 30 feet neither count increments nor ask what steepness adds."""
    steep = [haven.UnstableFooting(incline_feet=6)]
    within, beyond = haven.attempt(30, steep, 30), haven.attempt(30, steep, 35)
    assert (lines(within, "H-UNS-2"), lines(beyond, "H-UNS-2")) == ([], ["6"])
    assert lines(beyond, "H-UNS-1")[-2:] == ["1", "21"]
    for ruling in ("R-HAVEN-INCLINE", "R-HAVEN-INCREMENT"):
        assert ruling not in within.rulings_used
        assert ruling in beyond.rulings_used


@pytest.mark.parametrize(("feet", "asked"), [(35, False), (40, True)])
def test_one_roll_at_the_end_has_one_goal(feet, asked):
    """R-HAVEN-MULTIROLL: only several rolls, or one before the end, raise the question."""
    assert ("R-HAVEN-MULTIROLL" in haven.attempt(30, [SAND], feet).rulings_used) is asked


def test_no_roll_has_no_goal():
    """R-HAVEN-MULTIROLL, R-HAVEN-STARTED: where only whole halves count, five feet beyond the first cost no roll."""
    marbles = [haven.UnstableFooting(grade="moderate")]
    found = haven.attempt(35, marbles, 20, rulings=Rulings(haven_started="whole"))
    assert found.checks == ()
    assert "R-HAVEN-MULTIROLL" not in found.rulings_used
    assert lines(found, "H-UNS-6")[-1] == "0"


def test_a_long_slide_hurts_by_its_own_clause():
    """H-UNS-5: beyond 20 feet of inclination a failed secondary roll is damage at the bottom."""
    found = haven.attempt(30, [haven.UnstableFooting(incline_feet=21)], 35)
    (second,) = [check for check in found.checks if check.clause == "H-UNS-3"]
    assert lines(second.outcome(10 + 5 + 21 - 3), "H-UNS-5") == ["3"]


# What a check says and does


def test_a_failure_is_told_whole():
    """H-ICE-3, H-UNS-7: failing by ten adds something on ice; on major ground there is only the one failure."""
    (ice,) = haven.attempt(30, [ICE], 20).checks
    assert ice.on_failure == f"{ice.failed}; failing by 10 or more: {ice.failed_badly}"
    (jagged,) = haven.attempt(40, [JAGGED], 15).checks
    assert jagged.on_failure == jagged.failed


def test_what_has_to_be_reached_is_written_down():
    """H-ICE-2, H-CRO-3: a difficulty, or the roll of whoever is shoved."""
    assert lines(haven.attempt(30, [ICE], 20), "H-ICE-2") == ["20"]
    shoved = haven.attempt(40, [haven.Crowd(size="dense")], 10)
    assert lines(shoved, "H-CRO-3")[-1] == "the roll of the shoved person"


@pytest.mark.parametrize("factor", [haven.Wind(feet_per_turn=30), haven.Underbrush(vines=1)])
def test_wind_and_vines_stop_before_the_first_step(factor):
    """H-WIN-3, H-DIF-2: failing leaves no way on."""
    (check,) = haven.attempt(30, [factor], 10).checks
    assert (check.at_feet, check.stops_at_feet) == (0, 0)


@pytest.mark.parametrize(("total", "drowning"), [(11, False), (10, True)])
def test_who_fails_badly_in_a_current_is_dragged_under(total, drowning):
    """H-LIQ-5: by ten or more against a current that rolled 20."""
    (check,) = haven.attempt(30, [RAPIDS], 10).checks
    outcome = check.outcome(total, 20)
    assert (outcome.success, "dragged under, drowning begins" in outcome.happens) == (False, drowning)


@pytest.mark.parametrize(("feet", "asked"), [(5, False), (10, False), (15, True)])
def test_one_shove_raises_no_question(feet, asked):
    """R-HAVEN-SHOVE: once a move or once for each five feet is the same for ten feet."""
    found = haven.attempt(60, [haven.Crowd(size="dense")], feet)
    assert ("R-HAVEN-SHOVE" in found.rulings_used) is asked


def test_the_base_speeds_without_a_trail_are_counted_in_this_cycle():
    """H-DIF-6: 20 feet after 50 are full at 60, once in this cycle at 30 feet."""
    found = haven.attempt(30, [haven.NoTrail()], 20, moved_before=50)
    assert [line.shown for line in found.ledger if "in this cycle" in line.text] == ["1"]


# Moves


def test_what_is_allowed_follows_the_rulings():
    """R-HAVEN-STACK: 55 feet in a large crowd, knee-deep in water: a half of it, 25, or three eighths, 20; on ice too."""
    ground = [haven.Crowd(size="large"), haven.Liquid()]
    worst = Rulings(haven_stack="worst")
    for more in ([], [haven.Darkness()]):
        assert haven.attempt(55, [*ground, *more], 0).allowed_feet == 20
        assert haven.attempt(55, [*ground, *more], 25, rulings=worst).allowed_feet == 25
        with pytest.raises(RuleError, match="25 feet are too far"):
            haven.attempt(55, [*ground, *more], 25)


@pytest.mark.parametrize(("current", "clause"), [("half", "H-LIQ-4"), ("three_quarters", "H-CRO-1")])
def test_what_slows_most_is_named(current, clause):
    """R-HAVEN-CURRENT: a current that halves slows more than a small crowd; one that does not, no more."""
    with pytest.raises(RuleError) as caught:
        haven.attempt(40, [haven.Crowd(), RAPIDS], 40, rulings=Rulings(haven_current=current))
    assert caught.value.clause == clause


def test_no_moves_at_all_are_possible_anywhere():
    """H-CLI-3: where nobody moves, no moves are none too many."""
    assert haven.attempt(30, [haven.Climbing(holds="none")], 0, []).moves == ()


def test_what_an_attempt_is_measured_by_comes_first():
    """H-ICE-1, H-CRO-2, R-HAVEN-STACK: the steps of the speed that the ground leaves, and what was asked for them."""
    ground = [ICE, haven.Crowd(size="large")]
    found, speed = haven.attempt(40, ground, 10), haven.terrain_speed(40, ground)
    assert found.ledger[: len(speed.ledger)] == speed.ledger
    assert found.rulings_used[: len(speed.rulings_used)] == speed.rulings_used
    assert "R-HAVEN-STACK" in speed.rulings_used


def test_the_moves_stand_in_the_ledger():
    """H-ACT-9, H-CRO-1: of base speed, or of what slows most."""
    assert lines(haven.attempt(30, [ICE], 35, 2), "H-ACT-9") == ["20 feet and 15 feet"]
    assert lines(haven.attempt(40, [haven.Crowd()], 30), "H-CRO-1")[-1] == "30 feet"


# Chances


def test_only_the_shoved_have_another_bonus():
    """H-LIQ-4, H-CRO-3: it does not help a current of 20 feet, against which +20 are even dice."""
    swimming = haven.attempt(30, [RAPIDS], 10)
    for other in (0, 5):
        found = swimming.chances(defense_bonus=20, other_bonus=other)
        assert found.unharmed == Fraction(210, 400)
        assert lines(found, "H-LIQ-4") == ["21/40"]
    shoving = haven.attempt(40, [haven.Crowd(size="dense")], 10)
    assert shoving.chances(attack_bonus=5, other_bonus=5).unharmed == Fraction(190, 400)


@pytest.mark.parametrize("meet", ["meet", "exceed"])
def test_a_roll_that_only_equals_its_goal_makes_the_next_one_harder(meet):
    """H-UNS-7, R-HAVEN-MEET: 30 feet of jagged ground at 40 feet are rolls against 20 and 30, counted die by die."""
    found = haven.attempt(40, [JAGGED], 30, rulings=Rulings(haven_meet=meet))
    assert [check.difficulty for check in found.checks] == [20, 30]
    points = 0
    for first, second in product(range(1, 21), repeat=2):
        missed = 20 - (first + 15)
        failed = missed > 0 or (missed == 0 and meet == "exceed")
        points += max(missed, 0) + max(30 - (second + 15 - 2 * failed), 0)
    assert found.chances(defense_bonus=15).damage.mean == Fraction(points, 400)
