"""A path on a map: how long it may be, and how many feet cover it exactly."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import Rulings, haven

EXACT = Rulings(haven_diagonal="exact")


@pytest.mark.parametrize(
    ("feet", "covered"),
    [(9, False), (Fraction(19, 2), False), (10, True), (Fraction(21, 2), True), (11, True)],
)
def test_the_feet_of_a_straight_path_just_cover_it(feet, covered):
    """H-SPD-2: two straight steps are ten feet, which ten feet cover and less does not."""
    assert haven.path_feet([(0, 0), (1, 0), (2, 0)], rulings=EXACT).within(feet) is covered


@pytest.mark.parametrize(("feet", "covered"), [(-8, False), (7, False), (8, True)])
def test_the_feet_of_an_exact_diagonal(feet, covered):
    """R-HAVEN-DIAGONAL: five feet times the square root of two are more than seven and less than eight."""
    assert haven.path_feet([(0, 0), (1, 1)], rulings=EXACT).within(feet) is covered


def test_the_longest_path():
    """Ten thousand squares are a path, which is 49,995 feet long; one more is refused."""
    squares = [(column, 0) for column in range(10_001)]
    assert haven.path_feet(squares[:-1]).feet == 9_999 * 5
    with pytest.raises(ValidationError, match=r"path\n.*10000"):
        haven.path_feet(squares)
