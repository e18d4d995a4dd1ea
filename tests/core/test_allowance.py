"""What may be computed for one answer: counted in steps, so that a case is refused for what it is."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import overland
from haventms.allowance import affordable, allowance, spend


def test_without_an_allowance_there_are_always_enough():
    """Rules that are called by themselves count nothing."""
    assert all(spend(10**12) for _ in range(3))


def test_steps_are_taken_until_there_are_none():
    """The very last one may be taken."""
    with allowance(10) as allowed:
        assert spend(4)
        assert spend(6)
        assert (allowed.left, allowed.spent) == (0, False)
        assert not spend(1)
        assert allowed.spent
    assert spend(1)


def test_an_inner_allowance_is_one_of_its_own():
    """It takes nothing from the outer one, and an error inside it ends it."""
    with allowance(5) as outer:
        with allowance(1000):
            assert spend(1000)
        with pytest.raises(RuntimeError), allowance(1000):
            raise RuntimeError
        assert outer.left == 5
        assert spend(5)


def test_no_more_can_be_afforded_than_is_left():
    """What is used may be more than there was: the last that was asked for counts too."""
    assert affordable(7) == 7
    with allowance(5) as allowed:
        assert (affordable(7), affordable(3)) == (5, 3)
        spend(4)
        assert (affordable(7), allowed.used) == (1, 4)
        spend(4)
        assert (affordable(7), allowed.used) == (0, 8)


PARTY = tuple(overland.Traveller(name=f"t{n}", con=6 + n, speed_feet=20 + 5 * n) for n in range(4))
PLAN = (overland.Leg(miles=Fraction(30), mode="hustle"),)


def test_a_journey_is_the_same_within_its_allowance_and_refused_beyond():
    """Never half an answer; the steps it takes are the same each time."""
    whole = overland.journey(PLAN, PARTY)
    with allowance(10**9) as allowed:
        assert overland.journey(PLAN, PARTY) == whole
    needed = 10**9 - allowed.left
    assert needed > 100
    with allowance(needed):
        assert overland.journey(PLAN, PARTY) == whole
    with allowance(needed - 1), pytest.raises(ValidationError, match="plan must be shorter"):
        overland.journey(PLAN, PARTY)


def test_a_timeline_counts_its_checks_too():
    with allowance(100), pytest.raises(ValidationError, match="or the party smaller: so many checks"):
        overland.timeline((overland.Leg(hours=Fraction(30), mode="hustle"),), PARTY[0])
