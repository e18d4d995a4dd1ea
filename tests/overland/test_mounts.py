"""Mounts: Table 4 retyped, the ends of the bands, blanks, overload, endurance, gallops."""

from fractions import Fraction
from typing import get_args

import pytest
from pydantic import ValidationError

from haventms import RuleError, Rulings, overland
from haventms.overland.mounts import Kind
from haventms.tables import table

from .shared import complaint, round_trips

F = Fraction

# Table 4 typed a second time, from the source's lines: bands, then half miles an hour.
PRINTED = {
    "light horse": [(58, 175, 12, 26, 40, 54), (176, 350, 8, 18, 28), (351, 525, 4, 10)],
    "light warhorse": [(76, 230, 12, 26, 40, 54), (231, 460, 8, 18, 28), (461, 690, 4, 10)],
    "heavy horse": [(76, 230, 10, 22, 34, 44), (231, 460, 7, 16, 26), (461, 690, 5, 12)],
    "heavy warhorse": [(101, 300, 10, 22, 34, 44), (301, 600, 7, 16, 26), (601, 900, 5, 12)],
    "pony": [(26, 75, 8, 22, 28, 36), (76, 100, 5, 12, 18), (101, 225, 3, 8)],
    "warpony": [(35, 100, 8, 22, 28, 36), (101, 200, 5, 12, 18), (201, 300, 3, 8)],
    "donkey": [(15, 50, 6, 14, 22, 26), (51, 100, 4, 10, 14), (101, 150, 3, 8)],
    "mule": [(76, 230, 6, 14, 22, 26), (231, 460, 4, 10, 14), (461, 690, 3, 8)],
    "dog, riding": [(35, 100, 8, 22, 28, 36), (101, 200, 5, 12, 18), (201, 300, 3, 8)],
}
PACES = ("walk", "hustle", "run", "dash")
LOADS = ("light", "medium", "heavy")
BANDS = [(kind, load, band) for kind, bands in PRINTED.items() for load, band in zip(LOADS, bands, strict=True)]


def test_table_4_is_the_printed_one():
    """Every cell of Table 4, blanks included."""
    rows = iter(table("overland", "mounts"))
    for kind, load, (low, high, *halves) in BANDS:
        row = next(rows)
        assert (row["mount"], row["load"], row["from_lb"], row["to_lb"]) == (kind, load, low, high)
        miles = [F(half, 2) for half in halves] + [None] * (4 - len(halves))
        assert [row[pace] for pace in PACES] == miles
    assert next(rows, None) is None
    assert get_args(Kind) == tuple(PRINTED)
    assert table("overland", "hardy_mounts")["hardy"]["con"] == 20


@pytest.mark.parametrize(("kind", "load", "band"), BANDS)
def test_each_band_at_its_ends(kind, load, band):
    """Every pace at the least and the greatest load of its band; blanks are refused."""
    low, high, *halves = band
    for pounds in (low, high):
        for pace, half in zip(PACES, halves, strict=False):
            found = overland.mount_pace(kind, pounds, pace)
            assert (found.miles_per_hour, found.load, found.mode) == (F(half, 2), load, pace)
            assert found.rulings_used == ()
        assert overland.mount_pace(kind, pounds, "trot").miles_per_hour == F(halves[1], 2)
        for pace in (*PACES[len(halves) :], "sprint"):
            with pytest.raises(RuleError) as caught:
                overland.mount_pace(kind, pounds, pace)
            assert caught.value.clause == "O-MOU-5"
    assert round_trips(found)


@pytest.mark.parametrize("kind", PRINTED)
def test_loads_outside_the_bands(kind):
    """Below the first band its row holds, between two the heavier one, above the last none."""
    (least, first_end, *_), (second, *_), (_, most, *_) = PRINTED[kind]
    for pounds, load in (
        (0, "light"),
        (least - 1, "light"),
        (first_end + 0.5, "medium"),
        (F(2 * second - 1, 2), "medium"),
    ):
        found = overland.mount_pace(kind, pounds, "walk")
        assert (found.load, found.rulings_used) == (load, ("R-OVERLAND-UNDERLOAD",))
    for pounds in (most + 1, most + F(1, 2), 100_000):
        with pytest.raises(RuleError) as caught:
            overland.mount_pace(kind, pounds, "walk")
        assert caught.value.clause == "O-MOU-5"
        assert "overloaded" in caught.value.sentence


def test_the_worked_loads_of_the_light_horse():
    """175, 176 and 200 pounds at a hustle: 13, 9 and 9."""
    assert [overland.mount_pace("light horse", pounds, "hustle").miles_per_hour for pounds in (175, 176, 200)] == [
        13,
        9,
        9,
    ]


def test_mounts_say_themselves():
    """Kind, load, pace; a blank and an overload in words."""
    assert (
        str(overland.mount_pace("dog, riding", 150, "trot")) == "Riding dog with a medium load: hustle 6 miles an hour."
    )
    with pytest.raises(RuleError) as blank:
        overland.mount_pace("pony", 90, "dash")
    assert blank.value.sentence == "Pony with a medium load of 90 pounds cannot dash"
    with pytest.raises(RuleError) as overload:
        overland.mount_pace("pony", 226, "walk")
    assert overload.value.sentence == "Pony is overloaded: it carries at most 225 pounds"


@pytest.mark.parametrize(
    ("kind", "load_lb", "mode", "name"),
    [
        ("camel", 100, "walk", "kind"),
        ("riding dog", 100, "walk", "kind"),
        ("pony", -1, "walk", "load_lb"),
        ("pony", float("nan"), "walk", "load_lb"),
        ("pony", 50, "gallop", "mode"),
    ],
)
def test_bad_mounts_are_named(kind, load_lb, mode, name):
    """Unknown mounts, loads and paces are sentences that name the parameter."""
    with pytest.raises(ValidationError) as caught:
        overland.mount_pace(kind, load_lb, mode)
    assert complaint(caught.value)[0] == name


@pytest.mark.parametrize(
    ("load_lb", "difficulty", "walk", "hustle"), [(150, 10, 450, 180), (200, 12, 225, 90), (400, 14, 112, 45)]
)
def test_mounts_tire_by_their_load(load_lb, difficulty, walk, hustle):
    """A light horse of Con 15 under its three loads."""
    for mode, minutes, band in (("walk", walk, 0), ("trot", hustle, 1)):
        found = overland.mount_endurance("light horse", 15, load_lb, mode)
        assert (found.minutes, found.difficulty, found.check_minutes) == (minutes, difficulty, 60)
        half_miles = PRINTED["light horse"][LOADS.index({10: "light", 12: "medium", 14: "heavy"}[difficulty])][2 + band]
        assert found.miles == F(half_miles, 2) * F(minutes, 60)
        assert found.stretch_miles is None
        assert {"R-OVERLAND-MOUNTDC", "R-OVERLAND-RIDER"} <= {*found.rulings_used}
        assert round_trips(found)


def test_gallops_of_weaker_and_hardier_mounts():
    """Con 19 gallops by stretches of its walk's speed, Con 20 by Table 4."""
    weak = overland.mount_endurance("light horse", 19, 150, "dash")
    assert weak.stretch_miles == F(60 * 4 * 10 * 5, 5000)
    assert (weak.minutes, weak.miles) == (25, 5 * weak.stretch_miles)
    statute = overland.mount_endurance("light horse", 19, 150, "dash", Rulings(overland_5000="5280"))
    assert statute.stretch_miles == F(60 * 4 * 10 * 5, 5280)
    hardy = overland.mount_endurance("light horse", 20, 150, "dash")
    assert (hardy.minutes, hardy.miles, hardy.stretch_miles) == (30, F(27, 2), None)
    loaded = overland.mount_endurance("heavy horse", 14, 300, "run")
    assert (loaded.minutes, loaded.stretch_miles) == (15, F(35 * 3 * 10 * 10, 5000))
    assert loaded.miles == loaded.stretch_miles * F(3, 2)
    assert str(hardy) == "30 minutes and 13 1/2 miles without a check, then DC 10."
    assert overland.mount_endurance("light horse", 19, 150, "trot").stretch_miles is None


def test_impossible_gallops():
    """A blank pace and a mount too weak to dash are refused by their clauses."""
    for con, load_lb, clause in ((15, 200, "O-MOU-5"), (1, 150, "O-END-4")):
        with pytest.raises(RuleError) as caught:
            overland.mount_endurance("light horse", con, load_lb, "dash")
        assert caught.value.clause == clause


def test_mounts_are_models():
    """A mount is a kind, a Con score and a load."""
    mount = overland.Mount(kind="mule", con=12, load_lb=230.5)
    assert overland.Mount.model_validate_json(mount.model_dump_json()) == mount
    assert mount.load_lb == F(461, 2)
    with pytest.raises(ValidationError) as caught:
        overland.Mount(kind="mule", con=0, load_lb=1)
    assert complaint(caught.value)[0] == "con"


def test_errata_of_table_4_hold():
    """What the errata say of Table 4 is so."""
    thirds = {kind: [band[1] for band in bands] for kind, bands in PRINTED.items()}
    odd = {kind for kind, ends in thirds.items() if ends != [ends[0], 2 * ends[0], 3 * ends[0]]}
    assert odd == {"pony"}
    assert round(35 * 3 * 600 / 5280, 2) == 11.93
    assert overland.endurance(20, "run").minutes == 60
