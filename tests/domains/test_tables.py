"""The tables against a second copy, typed from the source."""

from fractions import Fraction as F

from haventms.domains.terms import feet_per_plane, limit, plane_text
from haventms.tables import number, table

PLANES = {
    "height": 5,
    "swim": 10,
    "climb": 5,
    "climb as swim": 10,
    "hill": 5,
    "scale": 5,
    "fly up": 10,
    "fly down": F(5, 2),
    "fly down, half of the ascent": 5,
    "dig": 5,
    "dig as swim": 10,
}
PHYSICAL = ("physical", "precision", "agility", "brawn", "fortitude", None)
MENTAL = ("mental", "discipline", "intelligence", "concentration", "wisdom", "precision")
SPIRITUAL = ("spiritual", "control", "charm", "power", "composure", None)
ATTACKS = {
    "thrown": (True, "D-THR-1", *PHYSICAL),
    "shot": (True, "D-SHO-1", "physical", "precision", "agility", None, "fortitude", None),
    "psionic": (True, "D-PSI-2", *MENTAL),
    "magical": (True, "D-MAG-1", *SPIRITUAL),
    "physical_melee": (False, "D-MEL-2", *PHYSICAL),
    "psionic_melee": (False, "D-MEL-3", *MENTAL),
    "magical_melee": (False, "D-MEL-4", *SPIRITUAL),
}


def test_what_a_plane_costs() -> None:
    assert {row.name: feet_per_plane(row.name) for row in table("domains", "planes")} == PLANES


def test_the_limits_of_a_turn() -> None:
    expected = {"degrees turned": 90, "planes in a step": F(1, 5), "feet of flight that count as used": 5}
    assert {row.name: limit(row.name) for row in table("domains", "limits")} == expected


def test_the_distances_of_attacks() -> None:
    expected = {"tile": 5, "long range": -1, "Brawn too weak": -1}
    assert {row.name: number(row, "value") for row in table("domains", "distances")} == expected


def test_the_seven_attacks() -> None:
    columns = ("pool", "hit", "hit_against", "damage", "damage_against", "printed_hit")
    found = {
        row.name: (row["ranged"], row.clause, *(row[column] for column in columns))
        for row in table("domains", "attacks")
    }
    assert found == ATTACKS


def test_planes_are_written_as_in_the_source() -> None:
    written = [plane_text(F(fifths, 5)) for fifths in (-7, -5, -1, 0, 1, 4, 10, 5000)]
    assert written == ["-1.4", "-1", "-0.2", "0", "0.2", "0.8", "2", "1,000"]
