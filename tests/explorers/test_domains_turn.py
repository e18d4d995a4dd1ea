"""The turn in planes: the path from the side, where it breaks a rule, where it falls, what each mode spends."""

import pytest
from haventms_widgets import explorers
from haventms_widgets.run import view

from haventms import Rulings

TURN = explorers()["domains-turn"]
FLYER = {"speeds": {"land": 30, "fly": 90}}
DIVER = {"speeds": {"swim": 30}, "keywords": ["dive"]}


def shown(legs, creature=None, rulings=None, **inputs):
    return view(TURN, {"legs": legs, "creature": creature or FLYER, **inputs}, Rulings(**(rulings or {})))


def values(of, label):
    return [each["value"] for each in of["facts"] if each["label"].startswith(label)]


def test_the_path_is_drawn_leg_by_leg():
    """Ten feet of land, then forty across and two planes up; plane by distance."""
    of = shown([{"mode": "land", "across_feet": 10}, {"mode": "fly", "across_feet": 40, "planes": 2}])
    path = of["series"]["path"]
    assert path["xs"] == [[0, 10], [10, 50]]
    assert path["ys"] == [[0, 0], [0, 2]]
    assert path["mode"] == ["land", "fly"]
    assert path["cost"] == [10, 60]
    assert values(of, "Leg 2, fly") == ["60"]


@pytest.mark.parametrize(
    ("legs", "creature", "at"),
    [
        ([{"mode": "fly", "across_feet": 90}, {"mode": "land", "across_feet": 30}], FLYER, (90, 0)),
        ([{"mode": "fly", "across_feet": 120}], FLYER, (90, 0)),
        ([{"mode": "swim", "across_feet": 10}], FLYER, (0, 0)),
        ([{"mode": "swim", "across_feet": 10, "planes": -2}], {"speeds": {"swim": 30}}, (0, 0)),
        ([{"mode": "swim", "across_feet": 10, "planes": -2}], {**DIVER, "lowest_plane": -1}, (5, -1)),
        ([{"mode": "land", "across_feet": 10, "through_solid": True}], FLYER, (0, 0)),
    ],
)
def test_where_a_leg_becomes_illegal(legs, creature, at):
    """Where the budget ends, where the lowest plane is left, else where the leg begins; from there it is red."""
    series = shown(legs, creature)["series"]
    assert (series["problems"]["x"][0], series["problems"]["y"][0]) == at
    assert (series["illegal"]["xs"][0][0], series["illegal"]["ys"][0][0]) == at


def test_a_flight_that_comes_up_from_below_is_wrong_where_it_starts():
    """Plane 0 is left on the way down: from there; on the way up it is reached too late."""
    down = shown([{"mode": "fly", "across_feet": 10, "planes": -2}], plane=1)["series"]["problems"]
    assert (down["x"], down["y"]) == ([5], [0])
    assert "(D-FLY-1)" in down["problem"][0]


def test_a_legal_turn_has_nothing_red():
    """No mark, no red leg, and the words do not speak of any."""
    of = shown([{"mode": "land", "across_feet": 30}])
    assert of["series"]["problems"]["x"] == []
    assert of["series"]["illegal"]["xs"] == []
    assert "in red" not in of["picture"]


@pytest.mark.parametrize(("across", "falls"), [(56, False), (55, True), (54, True)])
def test_where_it_falls(across, falls):
    """Less than five feet of flight left count as used: 4 left stay, 5 and 6 fall."""
    of = shown([{"mode": "fly", "across_feet": across}], {"speeds": {"fly": 60}}, plane=3)
    assert of["series"]["fall"]["top"] == ([3.0] if falls else [])
    assert ("where a fall begins" in of["picture"]) is falls
    assert values(of, "Begins to fall") == ["yes" if falls else "no"]


def test_what_lies_under_the_path():
    """Ground up to the feet, water and air from plane 0 down, a wall beside what goes straight up, earth around a digger."""
    creature = {"speeds": dict.fromkeys(("land", "swim", "climb", "fly", "dig"), 100), "keywords": ["scale"]}
    legs = [
        {"mode": "swim", "across_feet": 30},
        {"mode": "climb", "hill": "10x5"},
        {"mode": "climb", "scale_feet": 10},
        {"mode": "dig", "across_feet": 10},
        {"mode": "fly", "across_feet": 10},
    ]
    under = shown(legs, creature)["series"]["under"]
    assert under["what"] == ["water", "ground", "ground", "ground", "ground or water"]
    assert [ys[1:3] for ys in under["ys"]] == [[0, 0], [0, 1], [3, 3], [3.5, 3.5], [0, 0]]
    assert under["xs"][2][0] < under["xs"][2][2]
    assert all(ys[0] == ys[3] == -1 for ys in under["ys"])


def test_a_turn_without_legs_is_drawn_too():
    """A flyer that hangs in plane 3: a point, and the fall."""
    of = shown([], {"speeds": {"fly": 60}}, plane=3)
    assert of["series"]["ends"] == {"x": [0, 0], "y": [3, 3], "which": ["start", "end"]}
    assert of["series"]["fall"]["top"] == [3.0]


def test_the_budget_is_stacked_and_told_by_mode():
    """Thirty of land and sixty of flight: one after the other in the first row, each in its own."""
    of = shown([{"mode": "land", "across_feet": 30}, {"mode": "fly", "across_feet": 60}])
    spent = of["series"]["spent"]
    rows = list(zip(spent["y"], spent["left"], spent["right"], strict=True))
    assert rows == [(0, 0, 30), (1, 0, 30), (0, 30, 90), (4, 0, 60)]
    assert of["series"]["limits"]["feet"] == [90, 30, 0, 0, 90, 0]


@pytest.mark.parametrize(("airborne", "legal"), [("as_it_moves", True), ("no", True), ("yes", False)])
def test_whether_it_starts_in_the_air_can_be_said(airborne, legal):
    """A flyer that walks in plane 1 stands on something, unless it is said to be in the air."""
    of = shown([{"mode": "land", "across_feet": 10}], plane=1, airborne=airborne)
    assert (": allowed" in of["headline"]) is legal
    assert ("airborne" in of["python"]) is (airborne != "as_it_moves")
