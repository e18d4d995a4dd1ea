"""Terrain and roads: Table 2 retyped, trails, vehicles, distances."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import RuleError, Rulings, overland
from haventms.tables import table

from .shared import complaint, round_trips

F = Fraction

# Table 2 typed a second time: quarters of the distance by highway, road or trail, trackless.
QUARTERS = {
    "desert": (4, 2, 2),
    "forest": (4, 4, 2),
    "hills": (4, 3, 2),
    "jungle": (4, 3, 1),
    "moor": (4, 4, 3),
    "mountains": (3, 3, 2),
    "plains": (4, 4, 3),
    "swamp": (4, 3, 2),
    "tundra": (4, 3, 3),
}
NAMES = [
    "Desert, sandy",
    "Forest",
    "Hills",
    "Jungle",
    "Moor",
    "Mountains",
    "Plains",
    "Swamp",
    "Tundra, frozen",
]
ROADS = ("highway", "road", "trail", "trackless")


def test_table_2_is_the_printed_one():
    """Every cell of Table 2 and each name as printed."""
    rows = table("overland", "terrain")
    columns = ("highway", "road or trail", "trackless")
    assert {row.name: tuple(row[column] * 4 for column in columns) for row in rows} == QUARTERS
    assert [row["terrain"] for row in rows] == NAMES


@pytest.mark.parametrize("terrain", QUARTERS)
@pytest.mark.parametrize("road", ROADS)
def test_factor_of_each_terrain(terrain, road):
    """On foot a trail is a road; for vehicles it is trackless or a road, or nothing counts, as ruled."""
    highway, track, wild = (F(quarters, 4) for quarters in QUARTERS[terrain])
    on_foot = {"highway": highway, "road": track, "trail": track, "trackless": wild}[road]
    walking = overland.terrain_factor(terrain, road)
    assert (walking.factor, walking.single_file, walking.rulings_used) == (on_foot, road == "trail", ())
    driving = overland.terrain_factor(terrain, road, vehicle=True)
    assert driving.factor == (wild if road == "trail" else on_foot)
    asked = ("R-OVERLAND-VEHTERRAIN", "R-OVERLAND-TRAIL") if road == "trail" else ("R-OVERLAND-VEHTERRAIN",)
    assert driving.rulings_used == asked
    as_road = overland.terrain_factor(terrain, road, True, Rulings(overland_trail="road"))
    assert as_road.factor == on_foot
    free = overland.terrain_factor(terrain, road, True, Rulings(overland_vehterrain="none"))
    assert (free.factor, free.rulings_used) == (1, ("R-OVERLAND-VEHTERRAIN",))
    assert round_trips(walking)


@pytest.mark.parametrize("terrain", QUARTERS)
@pytest.mark.parametrize("vehicle", [False, True])
def test_better_roads_are_never_slower(terrain, vehicle):
    """Highway, road, trail, trackless: each is at least as good as the next."""
    factors = [overland.terrain_factor(terrain, road, vehicle).factor for road in ROADS]
    assert all(better >= worse for better, worse in pairwise(factors))


def test_terrain_says_itself():
    """Terrain, road, factor."""
    assert str(overland.terrain_factor("jungle", "trackless")) == "Jungle, trackless: distance times 1/4."


@pytest.mark.parametrize(
    ("terrain", "road", "name"), [("beach", "road", "terrain"), ("Hills", "road", "terrain"), ("hills", "path", "road")]
)
def test_unknown_ground_is_named(terrain, road, name):
    """Only the terrains and roads of Table 2 exist."""
    with pytest.raises(ValidationError) as caught:
        overland.terrain_factor(terrain, road)
    assert complaint(caught.value)[0] == name


def test_the_worked_distance():
    """Speed 30, eight hours of walking through hills without paths: 12 miles."""
    found = overland.distance(30, 8, "walk", "hills", "trackless")
    assert found.miles == 12
    assert str(found) == "12 miles in 8 hours."
    assert round_trips(found)
    assert overland.distance(30, 2.5).miles == F(15, 2)


@given(
    st.sampled_from([15, 20, 25, 30, 40]),
    st.fractions(min_value=F(1, 60), max_value=360),
    st.sampled_from(["walk", "hustle", "run", "dash"]),
    st.sampled_from([*QUARTERS]),
    st.sampled_from(ROADS),
)
def test_distance_grows_with_the_hours(speed, hours, mode, terrain, road):
    """Twice the hours are twice the miles, and no road is better than a highway."""
    once = overland.distance(speed, hours, mode, terrain, road).miles
    assert overland.distance(speed, 2 * hours, mode, terrain, road).miles == 2 * once
    assert once <= overland.distance(speed, hours, mode, terrain).miles or terrain == "mountains" or road == "highway"


def test_a_sprint_has_no_distance():
    """It has no miles an hour, except those of the prose."""
    with pytest.raises(RuleError) as caught:
        overland.distance(30, 1, "sprint")
    assert caught.value.clause == "O-MOD-4"
    assert overland.distance(30, 1, "sprint", rulings=Rulings(overland_prose_mph="prose")).miles == 15


@pytest.mark.parametrize("hours", [0, -1, 721, float("nan"), True])
def test_bad_hours_are_named(hours):
    """Hours are above 0 and at most 720."""
    with pytest.raises(ValidationError) as caught:
        overland.distance(30, hours)
    assert complaint(caught.value)[0] == "hours"
