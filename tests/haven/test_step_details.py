"""The steps that speeds, falls, slips, winds and listening write down, worked by hand from the clauses."""

from fractions import Fraction

import pytest

from haventms import Rulings, haven
from haventms.haven.checks import Harm
from haventms.tables import table


def lines(result, clause):
    """What the lines with this clause show."""
    return [line.shown for line in result.ledger if line.clause == clause]


def test_a_base_speed_is_added_up():
    """H-SPD-1: ten feet, five for each of three points, five for each of two bonus points, and five less."""
    found = haven.base_speed(3, 2, -5)
    rows = [
        table("haven", "speed")[name].cite for name in ("base", "point of Swiftness", "point of Movement-Mode bonus")
    ]
    assert lines(found, "H-SPD-1") == ["10", "25", "35", "30"]
    assert [line.table for line in found.ledger if line.clause == "H-SPD-1"] == [*rows, ""]
    assert [line.rulings for line in found.ledger][:4] == [(), (), ("R-HAVEN-BONUS-NAME",), ()]
    assert lines(haven.base_speed(3), "H-SPD-1") == ["10", "25"]


def test_a_speed_on_the_ground_is_worked_out():
    """H-ICE-1, H-ACT-4: half of 35 feet is 15 in whole steps, 30 in a turn; without holds nobody moves."""
    ice = haven.terrain_speed(35, [haven.Ice()])
    assert [lines(ice, clause) for clause in ("H-ICE-1", "H-SPD-2", "H-ACT-4")] == [["1/2"], ["15"], ["30"]]
    sheer = haven.terrain_speed(35, [haven.Climbing(holds="none")])
    assert [lines(sheer, clause) for clause in ("H-CLI-3", "H-SPD-2", "H-ACT-4")] == [["0"], [], ["0"]]
    assert sheer.ledger[0].text == "Climbing without holds bars all movement"
    assert ice.ledger[0].text == "Ice leaves this share of base speed"


def test_what_does_not_slow_is_not_lessened():
    """H-SPD-4, H-DAR-1: darkness leaves all of base speed; a step less of ice leaves three quarters."""
    assert lines(haven.terrain_speed(30, [haven.Darkness(lessened=1)]), "H-SPD-4") == []
    assert lines(haven.terrain_speed(30, [haven.Ice(lessened=1)]), "H-SPD-4") == ["3/4"]


def test_a_fall_is_added_up():
    """H-FAL-1 to H-FAL-3: 30 feet with 18 are 12, and 6 for three tens; a spike adds 8; with 30 one lands unharmed."""
    bare = haven.fall_damage(30, 18)
    assert (lines(bare, "H-FAL-1"), lines(bare, "H-FAL-2"), lines(bare, "H-FAL-3")) == (
        ["failure"],
        ["12", "6", "18"],
        [],
    )
    spiked = haven.fall_damage(30, 18, 8)
    assert (lines(spiked, "H-FAL-2"), lines(spiked, "H-FAL-3")) == (["12", "6", "26"], ["26"])
    landed = haven.fall_damage(30, 30)
    assert (lines(landed, "H-FAL-1"), lines(landed, "H-FAL-2")) == (["success"], ["0"])


def test_a_slip_is_told():
    """H-ICE-2, H-ICE-3, H-LIQ-4, H-LIQ-5: failing by 12 on ice is 6 points; by ten in a current is 5, and drowning."""
    slipped, stood = haven.ice_damage(20, 8), haven.ice_damage(20, 20)
    assert (lines(slipped, "H-ICE-2"), lines(slipped, "H-ICE-3")) == (["failure"], ["6"])
    assert (lines(stood, "H-ICE-2"), lines(stood, "H-ICE-3")) == (["success"], [])
    swept = haven.current_damage(20, 10)
    assert (lines(swept, "H-LIQ-4"), lines(swept, "H-LIQ-5")) == (["failure"], ["5", "drowning begins"])
    held = haven.current_damage(20, 21)
    assert (lines(held, "H-LIQ-4"), lines(held, "H-LIQ-5")) == (["success"], [])


@pytest.mark.parametrize(("feet", "asked", "penalty"), [(20, False, "-4"), (25, True, "-4"), (10, False, "0")])
def test_whole_tens_above_the_pace_are_no_question(feet, asked, penalty):
    """H-DIF-7, R-HAVEN-PER: a quarter of 40 feet is ten; ten more are -4, and of fifteen more the reader says."""
    found = haven.trail_penalty(40, feet)
    assert ("R-HAVEN-PER" in found.rulings_used, lines(found, "H-DIF-7")[-1]) == (asked, penalty)


def test_a_slide_is_followed_roll_by_roll():
    """H-UNS-4, H-UNS-5: against 20 at +5 14 faces of 20 fail, then at -2 16; beyond 20 feet the bottom hurts."""
    found = haven.slide(20, 5, 25, rolls=2)
    assert lines(found, "H-UNS-4") == ["7/10", "14/25"]
    assert [line.text.partition(":")[0] for line in found.ledger if line.clause == "H-UNS-4"] == [
        "Roll 1 at 0",
        "Roll 2 at -2",
    ]
    assert lines(found, "H-UNS-5") == ["damage at the bottom"]
    assert lines(haven.slide(20, 5, 20), "H-UNS-5") == ["no damage"]


def test_the_wind_is_rolled_for():
    """H-WIN-1, R-HAVEN-SHIFT: an even chance in each of two turns of three cycles; H-WIN-3: half of 15 feet is 7."""
    assert lines(haven.wind_shift(2, 3), "H-WIN-1") == ["1/2", "6", "63/64"]
    against = haven.upwind(5, 15)
    assert (against.difficulty, lines(against, "H-WIN-3")[-1]) == (7, "19/20")


@pytest.mark.parametrize(("heading", "said"), [("n", "upwind"), ("s", "not upwind")])
def test_a_step_against_the_wind_is_called_so(heading, said):
    """H-WIN-3, R-HAVEN-WINDROLL: north against a wind from the north; south is with it."""
    assert lines(haven.moves_upwind(heading, "n"), "H-WIN-3") == [said]


def test_listening_is_worked_out():
    """H-DAR-2, H-DAR-3, R-HAVEN-SOUND: at 25 feet 18, which a +5 reaches on eight faces; an attack there is at -15."""
    heard = haven.listening(25, 5)
    assert (lines(heard, "H-DAR-2"), lines(heard, "H-DAR-3")) == (["18", "2/5"], ["-15"])
    assert "the feet themselves" not in heard.ledger[0].text
    far = haven.listening(25, 30, rulings=Rulings(haven_sound="plus_feet"))
    assert (far.difficulty, lines(far, "H-DAR-2")) == (10 + 25 + 8, ["43", "2/5"])
    assert ": 10, the feet themselves, and 4 for each ten feet" in far.ledger[0].text


def test_only_a_share_of_the_difference_is_rounded():
    """H-UNS-7, R-HAVEN-HALF: all of 5/2 stays 5/2, half of it is 5/4, or 1 where it is rounded down."""
    missed = Fraction(5, 2)
    assert Harm(clause="H-UNS-7", rounding="down").points(missed) == missed
    half = Fraction(1, 2)
    assert Harm(clause="H-ICE-3", share=half).points(missed) == Fraction(5, 4)
    assert Harm(clause="H-ICE-3", share=half, rounding="down").points(missed) == 1
    plain = Harm(clause="H-UNS-7")
    assert (plain.by, plain.share, plain.least, plain.points(0)) == (0, 1, 0, 0)
