"""What mounts write down of their loads and their gallops: O-MOU-*."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import RuleError, overland

from .shared import complaint


def told(result):
    """The clause, the sentence and the value of each line."""
    return [(line.clause, line.text, line.shown) for line in result.ledger]


@pytest.mark.parametrize(
    ("load_lb", "text", "load", "rulings"),
    [
        (50, "50 pounds, 58 to 175 pounds: less than the first band has", "light load", ("R-OVERLAND-UNDERLOAD",)),
        (100, "100 pounds, 58 to 175 pounds", "light load", ()),
        (
            Fraction(351, 2),
            "175 1/2 pounds, 176 to 350 pounds: between two bands, the heavier counts",
            "medium load",
            ("R-OVERLAND-UNDERLOAD",),
        ),
        (
            Fraction(701, 2),
            "350 1/2 pounds, 351 to 525 pounds: between two bands, the heavier counts",
            "heavy load",
            ("R-OVERLAND-UNDERLOAD",),
        ),
    ],
)
def test_a_load_says_its_band(load_lb, text, load, rulings):
    """O-MOU-1, R-OVERLAND-UNDERLOAD: below the first band that holds, between two the heavier one."""
    line = overland.mount_pace("light horse", load_lb, "walk").ledger[0]
    assert (line.clause, line.text, line.shown, line.rulings) == ("O-MOU-1", text, load, rulings)


def test_a_gallop_of_a_weaker_mount_line_by_line():
    """O-MOU-2, O-MOU-4: Con 15 dashes 15 minutes, three stretches of five at 240 feet a round, 2 2/5 miles each."""
    found = overland.mount_endurance("light horse", 15, 150, "dash")
    assert told(found) == [
        ("O-MOU-1", "150 pounds, 58 to 175 pounds", "light load"),
        ("O-MOU-3", "A dash is a gallop", "gallop"),
        ("O-MOU-1", "Light horse with a light load at a dash: miles an hour", "27"),
        ("O-END-4", "5 minutes at first, Con 15 has a modifier of +2: 5 more for each point of bonus: minutes", "15"),
        ("O-END-0", "The allowance is for each period of 24 hours", "15 minutes"),
        ("O-END-6", "The first check with load light: DC", "10"),
        ("O-FOR-6", "Checks at a dash come every so many minutes", "5"),
        ("O-MOU-2", "The mount makes its own checks; under its light load the first has DC", "10"),
        ("O-MOU-4", "The gallop of Table 4 is for Con 20 or more; this mount's walk is a speed in feet of", "60"),
        ("O-DIS-2", "2,400 feet a minute for 5 minutes, 5,000 feet to the mile: miles", "2 2/5"),
        ("O-MOU-4", "Miles in 15 minutes", "7 1/5"),
    ]
    assert found.rulings_used == ("R-OVERLAND-MOUNTDC", "R-OVERLAND-RIDER", "R-OVERLAND-5000")


def test_the_rulings_on_a_loaded_mount_are_all_named():
    """R-OVERLAND-ROUND, R-OVERLAND-UNDERLOAD: what arises for its band and its endurance arises for the mount."""
    found = overland.mount_endurance("light horse", 15, Fraction(351, 2), "walk")
    assert found.rulings_used == (
        "R-OVERLAND-UNDERLOAD",
        "R-OVERLAND-ROUND",
        "R-OVERLAND-MOUNTDC",
        "R-OVERLAND-RIDER",
    )


def test_what_may_be_loaded():
    """O-MOU-5: a million pounds are too much for the mount, more are no load at all."""
    assert overland.mount_pace("mule", 0, "walk").load == "light"
    with pytest.raises(RuleError, match="overloaded"):
        overland.mount_pace("mule", 1_000_000, "walk")
    for pounds in (-1, 1_000_001):
        with pytest.raises(ValidationError) as error:
            overland.mount_pace("mule", pounds, "walk")
        assert complaint(error.value)[0] == "load_lb"
