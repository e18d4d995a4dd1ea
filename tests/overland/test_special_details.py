"""What flight and swimming write down, step by step: O-END-7 to O-END-9, counted by hand from the source."""

from fractions import Fraction
from inspect import signature

import pytest

from haventms import Rulings, overland


def told(result):
    """Every step: its clause, its sentence, its value."""
    return [(line.clause, line.text, line.shown) for line in result.ledger]


@pytest.mark.parametrize(("token", "state", "hours"), [("eight", "still exhausted", "8"), ("day", "rested", "24")])
def test_an_exhausted_flyer_is_told_to_land(token, state, hours):
    """O-END-7, R-OVERLAND-FLYREST: it lands at once; it flies again after 8 hours, exhausted, or rested after 24."""
    found = overland.flying(10, exhausted=True, rulings=Rulings(overland_flyrest=token))
    assert told(found) == [
        ("O-END-7", "An exhausted flyer must land at once, or it falls", "lands"),
        ("O-END-7", f"It flies again, {state}, after hours of rest", hours),
    ]
    assert [line.rulings for line in found.ledger] == [("R-OVERLAND-FLYREST",), ()]
    assert found.ledger[1].table == f"Special modes of movement: {token}"


def test_what_soaring_costs_is_told():
    """R-OVERLAND-SOAR: soaring is free, or a walk: half of Con 10, which is 5 hours."""
    assert told(overland.flying(10, soaring=True)) == [("O-END-7", "Soaring costs no endurance", "free")]
    assert told(overland.flying(10, soaring=True, rulings=Rulings(overland_soar="walk"))) == [
        ("O-END-7", "Soaring counts as a walk", "walk"),
        ("O-END-1", "30 minutes for each point of Con 10: minutes", "300"),
        ("O-END-7", "A flyer's normal way of moving lasts as long as a walk: minutes", "300"),
    ]


def test_what_swimming_writes_down():
    """O-END-8: a heavy load leaves Con 14 a quarter of 7 hours, swimming half of that, which rounds down to 52."""
    assert told(overland.swimming(14, "heavy", "light")) == [
        ("O-END-1", "30 minutes for each point of Con 14: minutes", "420"),
        ("O-END-6", "A heavy load leaves 1/4, rounded down to whole minutes: minutes", "105"),
        ("O-END-8", "Without a Swim speed 1/2 of the normal time: minutes", "52"),
        (
            "O-END-8",
            "With a load heavy and armour light the swimmer needs a Swim check each minute once it is fatigued",
            "false",
        ),
    ]


def test_what_a_swim_speed_writes_down():
    """O-END-9: it hustles as on land, 1 hour and 2 for the bonus of Con 14; at base speed 7 hours by the score."""
    afloat = ("O-END-8", "With a load none and armour none the swimmer can stay afloat afterwards", "true")
    assert told(overland.swimming(14, "none", swim_speed=True, mode="hustle")) == [
        ("O-END-9", "With a Swim speed a swimmer may hustle as on land", "hustle"),
        (
            "O-END-2",
            "60 minutes at first, Con 14 has a modifier of +2: 60 more for each point of bonus: minutes",
            "180",
        ),
        afloat,
    ]
    base = overland.swimming(14, "none", swim_speed=True)
    assert told(base) == [("O-END-9", "30 minutes for each point of Con 14: minutes", "420"), afloat]
    assert base.ledger[0].rulings == ("R-OVERLAND-SWIM",)
    assert told(overland.swimming(14, "none", drifting=True)) == [
        ("O-END-8", "Drifting with the current costs no endurance", "free"),
        afloat,
    ]


@pytest.mark.parametrize(
    ("state", "who"),
    [
        ("fresh", "A fresh swimmer"),
        ("fatigued", "A swimmer fatigued but not dragged down by load or armour"),
        ("exhausted", "A swimmer exhausted but not dragged down by load or armour"),
    ],
)
def test_why_no_swim_check_is_rolled(state, who):
    """O-END-8: the fresh roll none whatever they carry, the tired none as long as nothing drags them down."""
    assert told(overland.swim_check(state)) == [("O-END-8", f"{who} rolls no Swim check", "none")]
    assert told(overland.swim_check("fresh", load="heavy"))[0][1] == "A fresh swimmer rolls no Swim check"


@pytest.mark.parametrize(
    ("state", "modifier", "minutes", "air", "steps"),
    [
        # 11 to 20 on the die make 15 with +4: ten faces of twenty.
        ("fatigued", 4, 1, True, [("+4 makes it: chance", "1/2")]),
        ("fatigued", 4, 2, True, [("+4 makes it: chance", "1/2"), ("2 checks in a row, all made", "1/4")]),
        ("fatigued", 14, 3, False, [("+14 always makes it: chance", "1"), ("3 checks in a row, all made", "1")]),
        ("exhausted", 4, 1, True, [("+4 can never make it: chance", "0")]),
        # 25 is made by 20 alone with +5.
        ("exhausted", 5, 2, False, [("+5 makes it: chance", "1/20"), ("2 checks in a row, all made", "1/400")]),
    ],
)
def test_what_a_swim_check_writes_down(state, modifier, minutes, air, steps):
    """O-END-8, O-END-9: DC 15 or 25, the chance of one check and of all, and what a failed one does."""
    found = overland.swim_check(state, modifier, "heavy", minutes=minutes, needs_air=air)
    difficulty = {"fatigued": "15", "exhausted": "25"}[state]
    drowns = " and drowns" if state == "exhausted" and air else ""
    one, *several = steps
    assert told(found) == [
        ("O-END-8", f"A swimmer {state} rolls a Swim check each minute: DC", difficulty),
        ("O-END-8", f"A d20 with {one[0]}", one[1]),
        *[("O-END-8", *each) for each in several],
        ("O-END-8" if air else "O-END-9", "Who fails", f"slips below the surface{drowns}"),
    ]
    assert [line.rulings for line in found.ledger[:2]] == [(), ("R-OVERLAND-DIE",)]


def test_one_swim_check_of_one_without_skill():
    """O-END-8: unless more is said it is one check, with a modifier of 0: 15 to 20 make DC 15, six faces of twenty."""
    found = overland.swim_check("fatigued", load="medium")
    assert (found.success, found.stays_up) == (Fraction(6, 20), Fraction(6, 20))


def test_who_says_nothing_of_load_and_armour_has_none_that_matters():
    """O-END-8: a light load and no armour, the first of what may be chosen, stand in each signature."""
    for rule in (overland.swimming, overland.swim_check):
        known = signature(rule).parameters
        assert (known["load"].default, known["armour"].default) == ("light", "none")
