"""What roads, terrain and vehicles write down: O-TER-*, O-VEH-*."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import Rulings, overland
from haventms.units import plain


def lines(result, clause):
    """What the lines with this clause show."""
    return [line.shown for line in result.ledger if line.clause == clause]


@pytest.mark.parametrize(
    ("road", "vehicle", "rulings", "column", "clause"),
    [
        ("highway", False, {}, "highway", "O-TER-3"),
        ("road", False, {}, "road or trail", "O-TER-3"),
        ("trackless", False, {}, "trackless", "O-TER-3"),
        ("trail", False, {}, "road or trail", "O-TER-2"),
        ("trail", True, {"overland_trail": "trackless"}, "trackless", "O-TER-2"),
    ],
)
def test_what_is_walked_on_stands_in_the_ledger(road, vehicle, rulings, column, clause):
    """O-TER-2, O-TER-3: hills leave all of a distance on a highway, three quarters on a road, half without one."""
    factor = {"highway": "1", "road or trail": "3/4", "trackless": "1/2"}[column]
    rulings = Rulings(**{"overland_vehterrain": "land", **rulings})
    found = overland.terrain_factor("hills", road, vehicle, rulings=rulings)
    assert lines(found, clause) == [column]
    assert lines(found, "O-TER-1") == [factor]


def test_terrain_may_be_nothing_to_vehicles():
    """R-OVERLAND-VEHTERRAIN: then a cart keeps its pace in the hills, and no road is looked at."""
    found = overland.terrain_factor("hills", "road", vehicle=True, rulings=Rulings(overland_vehterrain="none"))
    assert (lines(found, "O-TER-1"), lines(found, "O-TER-3")) == (["1"], [])


def test_a_distance_has_every_step():
    """O-TER-1, O-DIS-1: four hours at three miles an hour over hills without a path are six miles."""
    found = overland.distance(30, 4, terrain="hills", road="trackless")
    assert found.miles == 6
    assert lines(found, "O-TER-1") == ["1/2", "6"]
    assert lines(found, "O-TER-3") == ["trackless"]
    assert found.ledger[0].clause not in ("O-TER-1", "O-TER-3")


def test_a_cart_writes_down_its_pace_and_its_load():
    """O-VEH-1, O-VEH-2: two miles an hour, sixteen a day, a thousand pounds at most."""
    found = overland.vehicle("cart or wagon", cargo_lb=1000)
    assert lines(found, "O-VEH-2") == ["1000"]
    assert [line.shown for line in found.ledger if line.table.endswith("cart or wagon")] == ["2", "16"]


def test_a_river_writes_down_what_it_adds():
    """O-VEH-5: a rowboat at 1 1/2 on a current of two: 3 1/2 miles an hour, 35 in ten hours, 28 more afloat."""
    found = overland.vehicle("rowboat", current_mph=2)
    assert (found.miles_per_hour, found.miles_per_day) == (Fraction(7, 2), 63)
    shown = [line.shown for line in found.ledger]
    for value in ("3 1/2", "35", "63"):
        assert value in shown
    alone = overland.vehicle("rowboat", current_mph=2, guided=False)
    assert alone.miles_per_day == 35
    assert "0" in [line.shown for line in alone.ledger]


def test_upstream_the_printed_pace_is_said_and_nobody_toils():
    """O-VEH-5, O-VEH-6: towed, a rowboat makes its 1 1/2 miles an hour; rowed, its rowers hustle."""
    towed = overland.vehicle("rowboat", current_mph=-2, towed=True)
    assert (lines(towed, "O-VEH-5")[-1], lines(towed, "O-VEH-6")) == ("1 1/2", [])
    assert lines(overland.vehicle("rowboat"), "O-VEH-6") == ["hustle"]


def test_a_traveller_on_foot_is_no_vehicle():
    """R-OVERLAND-VEHTERRAIN: unless it is said, nobody asks what terrain is to vehicles."""
    assert overland.terrain_factor("hills", "trail").rulings_used == ()


@pytest.mark.parametrize(("hours", "miles"), [(Fraction(1, 2), Fraction(3, 2)), (4, 12), (720, 2160)])
def test_without_terrain_it_is_a_highway_over_plains(hours, miles):
    """O-TER-1, O-DIS-1: which leave all of three miles an hour, for half an hour and for a month."""
    assert overland.distance(30, hours).miles == miles


@pytest.mark.parametrize("hours", [0, 721])
def test_how_long_a_distance_may_take(hours):
    """More than no time, and a month at most."""
    with pytest.raises(ValidationError, match="hours"):
        overland.distance(30, hours)


@pytest.mark.parametrize("current", [-100, 100])
def test_how_strong_a_current_may_be(current):
    """A hundred miles an hour either way, and no more."""
    towed = {"towed": current < 0}
    assert overland.vehicle("rowboat", current_mph=current, **towed).name == "rowboat"
    with pytest.raises(ValidationError, match="current_mph"):
        overland.vehicle("rowboat", current_mph=current + current // 100, **towed)


@pytest.mark.parametrize(
    ("mode", "counts", "gait"), [("walk", "walk", []), ("trot", "hustle", ["hustle"]), ("run", "run", ["gallop"])]
)
def test_a_gait_has_its_pace(mode, counts, gait):
    """O-MOU-3: a trot is a hustle, a run a gallop; a walk needs no word."""
    found = overland.mount_pace("light horse", 100, mode)
    assert (found.mode, lines(found, "O-MOU-3")) == (counts, gait)
    assert lines(overland.mount_pace("light horse", 100, "dash"), "O-MOU-3") == ["gallop"]


def test_a_mount_writes_down_its_load_and_its_miles():
    """O-MOU-1, O-MOU-2, O-MOU-4: a light load, six miles an hour, its first check, and how far it comes till then."""
    moved, lasting = (
        overland.mount_pace("light horse", 100, "walk"),
        overland.mount_endurance("light horse", 14, 100, "walk"),
    )
    assert lines(moved, "O-MOU-1") == ["light load", "6"]
    assert lines(lasting, "O-MOU-1") == lines(moved, "O-MOU-1")
    assert lines(lasting, "O-MOU-2") == ["10"]
    assert lines(lasting, "O-MOU-4") == [plain(Fraction(6 * lasting.minutes, 60))]
