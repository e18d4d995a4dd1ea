"""What checks, places and falls write into their ledgers, and ties at both sides of them."""

from fractions import Fraction

import pytest

from haventms import Rulings, haven


@pytest.mark.parametrize(
    ("total", "values"),
    [
        (20, ["success"]),
        (19, ["failure", "prone", "0"]),
        (11, ["failure", "prone", "0"]),
        (10, ["failure", "prone", "5"]),
    ],
)
def test_what_a_total_on_ice_leads_to(total, values):
    """H-ICE-2, H-ICE-3: against 20 one keeps one's feet or falls; failing by ten, half the difference is damage."""
    (check,) = haven.attempt(35, [haven.Ice()], 20).checks
    assert [line.shown for line in check.outcome(total).ledger] == values


def test_a_negated_factor_hides_no_other():
    """H-DAR-1, H-DAR-4: darkness after fog that is negated is still darkness."""
    found = haven.conditions([haven.Fog(negated=True), haven.Darkness()])
    assert (found.visible, found.stealth, found.clear_feet) == (False, True, None)
    assert [(line.clause, line.value) for line in found.ledger] == [("H-DAR-1", "not visible"), ("H-DAR-4", "Stealth")]


def test_what_a_solid_to_the_neck_does():
    """H-DIF-5: -4 on defensive rolls, and what needs movement cannot be used."""
    found = haven.conditions([haven.WadingSolid(depth="neck")])
    assert [(line.clause, line.value) for line in found.ledger] == [("H-DIF-5", "-4"), ("H-DIF-5", "not usable")]


@pytest.mark.parametrize(
    ("bonus", "meet", "success"),
    [
        (15, "meet", Fraction(6, 20)),
        (15, "exceed", Fraction(5, 20)),
        (29, "exceed", Fraction(19, 20)),
        (30, "exceed", 1),
    ],
)
def test_a_tie_on_landing_is_one_face_of_twenty(bonus, meet, success):
    """H-FAL-1, R-HAVEN-MEET: thirty feet at +15 are reached by a 15, and exceeded by a 16."""
    assert haven.landing(30, bonus, rulings=Rulings(haven_meet=meet)).success == success


def test_the_damage_of_a_fall_on_average():
    """H-FAL-2, H-FAL-3: who never lands takes 20 feet less 7 1/2 on average and 2 for each ten; a spike adds its 8."""
    bare, spiked = haven.landing(20, -3), haven.landing(20, -3, 8)
    assert [line.value for line in bare.ledger if line.clause == "H-FAL-2"][-1] == "33/2"
    assert [line.value for line in spiked.ledger if line.clause == "H-FAL-2"][-1] == "49/2"
    assert [line.value for line in spiked.ledger if line.clause == "H-FAL-3"] == ["8"]
