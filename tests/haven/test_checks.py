"""The exact odds of checks and what a rolled total leads to, against plain loops over all faces."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import Rulings, haven
from haventms.haven.terrain import Attempt

D20 = range(1, 21)


def check_of(factor, feet=20, base=35, clause="", **choices):
    rulings = Rulings.model_validate({f"haven_{name}": token for name, token in choices.items()})
    result = haven.attempt(base, [factor], feet, rulings=rulings)
    return next(check for check in result.checks if clause in ("", check.clause))


def spread(values):
    """{value: chance} of equally likely values."""
    counted = Counter(values)
    return {value: Fraction(count, counted.total()) for value, count in sorted(counted.items())}


ICE = haven.Ice()
SLOPE = haven.UnstableFooting(grade="major", incline_feet=25)
RAPIDS = haven.Liquid(depth="swimming", current_feet=16)
DENSE = haven.Crowd(size="dense")


@pytest.mark.parametrize("bonus", [-3, 0, 9, 10, 19, 40])
@pytest.mark.parametrize(("meet", "least"), [("meet", 20), ("exceed", 21)])
def test_a_roll_against_a_difficulty(bonus, meet, least):
    odds = check_of(ICE, meet=meet).odds(bonus)
    assert odds.success == Fraction(sum(face + bonus >= least for face in D20), 20)
    assert odds.margin.outcomes == spread(face + bonus - 20 for face in D20)


@pytest.mark.parametrize(("die", "faces"), [("3d6", [6] * 3), ("2d10", [10] * 2), ("d100", [100])])
def test_any_die_can_be_rolled(die, faces):
    totals = [sum(throw) for throw in product(*[range(1, sides + 1) for sides in faces])]
    odds = check_of(ICE, die=die).odds(10)
    assert odds.success == Fraction(sum(total + 10 >= 20 for total in totals), len(totals))
    assert odds.margin.outcomes == spread(total - 10 for total in totals)


@pytest.mark.parametrize("bonus", [0, 5, 16, 30])
@pytest.mark.parametrize("meet", ["meet", "exceed"])
def test_a_roll_against_a_current(bonus, meet):
    """A tie goes to the swimmer's Defense roll unless it has to exceed."""
    odds = check_of(RAPIDS, meet=meet).odds(bonus)
    margins = [own + bonus - other - 16 for own, other in product(D20, D20)]
    assert odds.success == Fraction(sum(m > 0 or (m == 0 and meet == "meet") for m in margins), 400)
    assert odds.margin.outcomes == spread(margins)


@pytest.mark.parametrize("meet", ["meet", "exceed"])
def test_a_shove_has_to_exceed_the_defense_roll(meet):
    """A tie goes to the defence, and under `exceed` the mover's roll has to exceed as well."""
    odds = check_of(DENSE, base=80, meet=meet).odds(7, other_bonus=9)
    assert odds.success == Fraction(sum(own + 7 > other + 9 for own, other in product(D20, D20)), 400)


@pytest.mark.parametrize("meet", ["meet", "exceed"])
def test_a_hidden_trail_against_a_tracker(meet):
    """The tracker's roll succeeds by reaching the trail's, or by exceeding it."""
    check = haven.attempt(35, [haven.NoTrail()], 25, moved_before=10, rulings=Rulings(haven_meet=meet)).checks[0]
    hidden = 0
    for own, other in product(D20, D20):
        trail, tracker = own + 12 - 8, other + 5
        hidden += not (tracker >= trail if meet == "meet" else tracker > trail)
    assert check.odds(12, other_bonus=5).success == Fraction(hidden, 400)


@pytest.mark.parametrize("failures", [0, 1, 3])
def test_momentum_weighs_on_the_next_rolls_of_major_ground(failures):
    primary, secondary = haven.attempt(40, [SLOPE], 20).checks
    for check in (primary, secondary):
        assert check.difficulty == 45
        wanted = Fraction(sum(face + 30 - 2 * failures >= 45 for face in D20), 20)
        assert check.odds(30, failures=failures).success == wanted


def test_failures_do_not_matter_without_momentum():
    assert check_of(ICE).odds(10, failures=3) == check_of(ICE).odds(10)


@pytest.mark.parametrize("half", ["down", "up", "exact"])
@pytest.mark.parametrize("bonus", [-4, 0, 9])
def test_the_damage_of_failing_badly_on_ice(half, bonus):
    """From failing by ten on, half the difference."""
    rounded = {"down": floor, "up": ceil, "exact": Fraction}[half]
    missed = [20 - face - bonus for face in D20]
    wanted = spread(rounded(Fraction(by, 2)) if by >= 10 else 0 for by in missed)
    assert check_of(ICE, half=half).damage(bonus).outcomes == wanted


def test_the_damage_of_being_dragged_under():
    missed = [other + 16 - own - 5 for own, other in product(D20, D20)]
    wanted = spread(by // 2 if by >= 10 else 0 for by in missed)
    assert check_of(RAPIDS).damage(5).outcomes == wanted


@pytest.mark.parametrize(("meet", "least"), [("meet", 45), ("exceed", 46)])
def test_the_damage_of_major_ground_and_of_a_long_slide_is_the_difference(meet, least):
    for check in haven.attempt(40, [SLOPE], 20, rulings=Rulings(haven_meet=meet)).checks:
        totals = [face + 30 - 2 for face in D20]
        wanted = spread(0 if total >= least else 45 - total for total in totals)
        assert check.damage(30, failures=1).outcomes == wanted


def test_minor_ground_and_short_slides_do_no_damage():
    ground = haven.UnstableFooting(incline_feet=20)
    for check in haven.attempt(30, [ground], 35).checks:
        assert check.damage(0).outcomes == {0: 1}


@settings(max_examples=40)
@given(st.integers(-30, 60), st.integers(-30, 60), st.integers(0, 5))
def test_odds_sum_to_exactly_one_and_rise_with_the_bonus(bonus, other, failures):
    for check in (check_of(ICE), check_of(RAPIDS), check_of(SLOPE), check_of(DENSE, base=80)):
        odds = check.odds(bonus, other, failures)
        assert sum(odds.margin.outcomes.values()) == 1
        assert sum(check.damage(bonus, other, failures).outcomes.values()) == 1
        assert odds.success <= check.odds(bonus + 1, other, failures).success


@pytest.mark.parametrize(
    ("total", "success", "prone", "points"),
    [(21, True, False, 0), (20, True, False, 0), (19, False, True, 0), (11, False, True, 0), (10, False, True, 5)],
)
def test_a_rolled_total_on_ice(total, success, prone, points):
    outcome = check_of(ICE).outcome(total)
    assert (outcome.success, outcome.prone, outcome.points) == (success, prone, points)
    assert outcome.missed_by == max(20 - total, 0)
    assert outcome.ledger[0].clause == "H-ICE-2"
    assert ("R-HAVEN-MEET" in outcome.rulings_used) == (total == 20)


@pytest.mark.parametrize(
    ("total", "success", "points", "happens"),
    [
        (25, True, 0, "holds against the current"),
        (24, False, 0, "swept away"),
        (16, False, 0, "swept away"),
        (15, False, 5, "swept away; half the difference as damage, dragged under, drowning begins"),
    ],
)
def test_a_rolled_total_in_a_current_that_rolled_25(total, success, points, happens):
    outcome = check_of(RAPIDS).outcome(total, 25)
    assert (outcome.success, outcome.points, outcome.happens) == (success, points, happens)


def test_a_tie_fails_where_rolls_have_to_exceed():
    assert not check_of(ICE, meet="exceed").outcome(20).success
    assert not check_of(RAPIDS, meet="exceed").outcome(25, 25).success
    assert not check_of(DENSE, base=80).outcome(25, 25).success


def test_a_rolled_total_on_major_ground():
    outcome = check_of(SLOPE, base=40).outcome(38)
    assert (outcome.prone, outcome.points) == (True, 7)
    assert [line.clause for line in outcome.ledger] == ["H-UNS-7"] * 3
    assert str(outcome) == "Failure: falls prone, the difference as damage. 7 point(s) of damage."
    assert str(check_of(SLOPE, base=40).outcome(45)) == "Success: keeps standing."


def test_half_a_point_is_rounded_and_says_so():
    outcome = haven.attempt(35, [ICE], 25).checks[0].outcome(14)
    assert outcome.points == 5
    assert outcome.rulings_used == ("R-HAVEN-FALLWHERE", "R-HAVEN-HALF")
    even = haven.attempt(35, [ICE], 25).checks[0].outcome(15)
    assert even.rulings_used == ("R-HAVEN-FALLWHERE",)


def test_what_a_failure_does_is_said_with_the_check():
    assert check_of(ICE).on_failure == "falls prone; failing by 10 or more: half the difference as damage"
    assert check_of(ICE).other_side == ""
    assert [check.other_side for check in (check_of(RAPIDS), check_of(DENSE, base=80))] == ["current", "shoved person"]


@pytest.mark.parametrize(
    ("factor", "other_total", "words"),
    [(ICE, 20, "left out: this check has a difficulty"), (RAPIDS, None, "given: it is what this check has to reach")],
)
def test_the_other_side_rolls_where_there_is_one(factor, other_total, words):
    with pytest.raises(ValueError, match=f"other_total must be {words}"):
        check_of(factor).outcome(20, other_total)


@pytest.mark.parametrize("bonus", [True, 3.5, "3", 1001, None])
def test_a_bad_bonus_is_named(bonus):
    for ask in (check_of(ICE).odds, check_of(ICE).damage):
        with pytest.raises(ValidationError, match="bonus"):
            ask(bonus)
    with pytest.raises(ValidationError, match="failures"):
        check_of(ICE).odds(3, failures=-1)


def test_a_check_has_a_difficulty_or_another_side():
    check = check_of(ICE)
    with pytest.raises(ValidationError, match="either a difficulty or another side"):
        type(check).model_validate({**check.model_dump(mode="json"), "difficulty": None})
    with pytest.raises(ValidationError, match="either a difficulty or another side"):
        type(check).model_validate({**check.model_dump(mode="json"), "against": "current"})


def test_an_outcome_survives_json():
    outcome = check_of(ICE).outcome(10)
    assert type(outcome).model_validate_json(outcome.model_dump_json()) == outcome


# All checks of an attempt together


def all_ways(result: Attempt, bonuses):
    """Every throw of every check, a failure making the next of its row harder: (unharmed, standing, damage)."""
    ways = Counter()
    for throw in product(D20, repeat=len(result.checks)):
        failures, prone, harmed, damage = 0, False, False, 0
        for face, check in zip(throw, result.checks, strict=True):
            missed = check.difficulty - (face + bonuses[check.roll] + check.penalty + check.momentum * failures)
            if missed <= 0:
                continue
            harmed = True
            failures += bool(check.momentum)
            prone = prone or check.prone_at_feet is not None
            if check.harm is not None and missed >= check.harm.by:
                damage += floor(missed * check.harm.share)
        ways[not harmed, not prone, damage] += 1
    return ways


@pytest.mark.parametrize(
    ("base", "factors", "feet", "defense"),
    [
        (35, [ICE], 20, 8),
        (40, [haven.UnstableFooting(grade="major")], 30, 18),
        (40, [haven.UnstableFooting(grade="major")], 40, 25),
        (30, [haven.UnstableFooting()], 40, 10),
        (40, [ICE, haven.UnstableFooting(grade="major")], 30, 20),
        (40, [haven.UnstableFooting(grade="major"), haven.Wind(feet_per_turn=30)], 20, 12),
    ],
)
def test_the_chances_of_all_checks_together(base, factors, feet, defense):
    result = haven.attempt(base, factors, feet)
    chances = result.chances(defense_bonus=defense, swiftness_bonus=9)
    ways = all_ways(result, {"Defense": defense, "Swiftness": 9})
    total = 20 ** len(result.checks)
    assert chances.unharmed == Fraction(sum(n for (fine, _, _), n in ways.items() if fine), total)
    assert chances.standing == Fraction(sum(n for (_, up, _), n in ways.items() if up), total)
    damage = Counter()
    for (_, _, points), n in ways.items():
        damage[points] += n
    assert chances.damage.outcomes == {points: Fraction(n, total) for points, n in sorted(damage.items())}
    assert str(chances).startswith("The chance to get through unharmed is ")
    assert type(chances).model_validate_json(chances.model_dump_json()) == chances


def test_bonuses_from_swiftness_are_left_out_where_they_may_not_be_used():
    shoved = haven.attempt(80, [DENSE], 20)
    assert (
        shoved.chances(attack_bonus=9, from_swiftness=2, other_bonus=4).unharmed == shoved.checks[0].odds(7, 4).success
    )
    slip = haven.attempt(35, [ICE], 20)
    assert slip.chances(defense_bonus=9, from_swiftness=2).unharmed == slip.checks[0].odds(9).success
    stones = haven.attempt(40, [haven.UnstableFooting(grade="major")], 20)
    assert stones.chances(defense_bonus=9, from_swiftness=2).damage == stones.checks[0].damage(7)


def test_trackers_and_slides_are_no_harm_on_the_way():
    trail = haven.attempt(35, [haven.NoTrail()], 35)
    assert trail.checks
    assert trail.chances().unharmed == 1
    steep = haven.attempt(30, [haven.UnstableFooting(incline_feet=30)], 35, rulings=Rulings(haven_secondary="failed"))
    chances = steep.chances(defense_bonus=30)
    assert chances.unharmed == chances.standing == steep.checks[0].odds(30).success
    assert chances.damage.outcomes == {0: 1}
    always = haven.attempt(30, [haven.UnstableFooting(incline_feet=30)], 35).chances(defense_bonus=30)
    assert always.unharmed == chances.unharmed**2


def test_a_row_of_rolls_that_is_too_long_is_refused_in_a_sentence():
    stones = haven.attempt(20, [haven.UnstableFooting(grade="major")], 300)
    assert len(stones.checks) > 40
    with pytest.raises(ValueError, match="feet must be fewer"):
        stones.chances()
