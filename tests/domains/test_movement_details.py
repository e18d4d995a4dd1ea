"""What legs, turns and their budget write down, and the edges of a plane: D-CLI-*, D-DIG-*, D-FLY-*, D-MOV-*, D-SWI-*."""

from fractions import Fraction as F
from typing import Any

import pytest
from pydantic import ValidationError

from haventms.domains import Leg, TurnPlan

from .test_movement import clauses, climb, dig, fly, hill, plan, swim, walk


def lines(result: TurnPlan, clause: str) -> list[str]:
    """The values of the lines with this clause."""
    return [line.shown for line in result.ledger if line.clause == clause]


# Legs


@pytest.mark.parametrize(("mode", "clause"), [("land", "D-LAN-1"), ("climb", "D-CLI-1"), ("dig", "D-DIG-1")])
def test_what_needs_something_solid_is_named(mode: str, clause: str) -> None:
    """D-LAN-1, D-CLI-1, D-DIG-1: these three are not for the air, which the sentence says with the mode."""
    (problem,) = plan([{"mode": mode, "across_feet": 5}], plane=1, airborne=True, keywords={"hover"}).problems
    assert problem.clause == clause
    assert f"{mode} speed needs" in problem.message


def test_the_dive_keyword_opens_what_is_below_the_surface() -> None:
    """D-SWI-1: the keyword is spoken of below plane 0 only."""
    assert lines(plan([swim(10)], keywords={"dive"}), "D-SWI-1") == ["10"]
    assert lines(plan([swim(10, F(-1, 5))], keywords={"dive"}), "D-SWI-1") == ["allowed", "10", "12"]


@pytest.mark.parametrize(("planes", "broken"), [(F(-6, 5), []), (F(-7, 5), []), (F(-8, 5), ["D-SWI-2"])])
def test_as_deep_as_the_lowest_plane(planes: F, broken: list[str]) -> None:
    """D-SWI-2: who may swim in plane -1.4 may swim down to it, and no fifth deeper."""
    assert clauses(plan([swim(0, planes)], keywords={"dive"}, lowest_plane=F(-7, 5))) == broken


@pytest.mark.parametrize(
    ("planes", "start", "broken"),
    [(0, -1, []), (F(1, 5), -1, []), (F(-1, 5), -1, ["D-CLI-1"]), (-1, 1, []), (F(-6, 5), 1, ["D-CLI-1"])],
)
def test_below_plane_0_a_climb_only_rises(planes: F, start: int, broken: list[str]) -> None:
    """D-CLI-1: a climb goes down as far as plane 0; below it, it may go along or up."""
    assert clauses(plan([climb(5, planes)], plane=start)) == broken


def test_a_hill_is_the_sum_of_its_numbers() -> None:
    """D-CLI-2: 10x5 takes 15 feet."""
    assert lines(plan([hill("10x5")]), "D-CLI-2") == ["15"]


@pytest.mark.parametrize(("planes", "cost", "asks"), [(0, 10, False), (F(1, 5), 12, False), (F(-1, 5), F(21, 2), True)])
def test_only_sinking_asks_for_its_half(planes: F, cost: F, asks: bool) -> None:
    """D-FLY-2: a fifth of a plane up costs two feet, down half a foot; only that has a ruling."""
    result = plan([fly(10, planes)], plane=2, keywords={"hover"})
    assert (result.cost_feet, "R-DOMAINS-HALF" in result.rulings_used) == (cost, asks)


def test_coming_down_has_a_line() -> None:
    """D-FLY-1: in plane 0, at plane 0, and on something solid above it."""
    assert lines(plan([fly(5, -1)], plane=1), "D-FLY-1") == ["5", "7 1/2", ""]
    assert lines(plan([fly(5)]), "D-FLY-1") == ["5", ""]
    assert lines(plan([fly(5, lands=True)], plane=1), "D-FLY-1") == ["5", ""]
    assert lines(plan([fly(5)], plane=1, keywords={"hover"}), "D-FLY-1") == ["5"]


def test_digging_through_a_hill_has_a_line() -> None:
    """D-DIG-2: 5 feet of height are 5 feet, and 5 across make 10."""
    assert lines(plan([dig(hill="5x5", across_feet=0)]), "D-DIG-2") == ["5", "10"]


def test_special_movement_passes_what_is_solid() -> None:
    """D-MOV-3: the keyword is said to be passed, or it is in the way."""
    assert lines(plan([walk(5, through_solid=True)], passes_solid=True), "D-MOV-3") == ["allowed"]
    assert lines(plan([walk(5, through_solid=True)]), "D-MOV-3") == ["not allowed"]


def test_terrain_is_the_reader_s() -> None:
    """D-LAN-2, R-DOMAINS-TERRAIN: ten feet at a factor of 3/2 are fifteen."""
    result = plan([walk(10, terrain_factor=F(3, 2))])
    assert (lines(result, "D-LAN-2"), lines(result, "D-LAN-1")) == (["15"], ["10"])
    assert "R-DOMAINS-TERRAIN" in result.rulings_used
    assert "R-DOMAINS-TERRAIN" not in plan([walk(10)]).rulings_used


@pytest.mark.parametrize(
    ("planes", "words"),
    [
        (1, "1 plane up at 10 feet"),
        (2, "2 planes up at 10 feet"),
        (F(1, 5), "0.2 planes up at 10 feet"),
        (-1, "1 plane down at 2 1/2 feet"),
    ],
)
def test_planes_are_counted_in_words(planes: F, words: str) -> None:
    """D-FLY-2: up or down, one plane or several."""
    line = next(line for line in plan([fly(0, planes)], plane=3).ledger if line.clause == "D-FLY-2")
    assert words in line.text


@pytest.mark.parametrize(("feet", "planes", "asks"), [(5, 0, False), (0, 1, False), (5, 1, True)])
def test_only_a_slope_asks_for_its_ruling(feet: int, planes: int, asks: bool) -> None:
    """R-DOMAINS-SLOPE: a leg with height and distance raises the question."""
    assert ("R-DOMAINS-SLOPE" in plan([fly(feet, planes)]).rulings_used) is asks


def test_the_larger_of_distance_and_height_has_a_line() -> None:
    """D-FLY-1, R-DOMAINS-SLOPE: of 5 feet across and 10 for the height the larger one counts, where it is read so."""
    found = plan([fly(5, 1)], keywords={"hover"}, domains_slope="larger")
    assert (lines(found, "D-FLY-1"), found.cost_feet) == (["5", "10"], 10)


def test_every_turn_of_a_swimmer_or_flyer_is_counted() -> None:
    """D-SWI-3, D-FLY-4: to either side, each by its own mode, and what is beyond 90 degrees is said once."""
    swum = plan([swim(5, turn_degrees=30), swim(5, turn_degrees=-50)])
    assert lines(swum, "D-SWI-3") == ["30", "80"]
    flown = plan([fly(5, turn_degrees=60), fly(5, turn_degrees=60), fly(5, turn_degrees=5)], plane=1)
    assert lines(flown, "D-FLY-4") == ["60", "120", "not allowed", "125"]


# The end of the turn


def test_nobody_is_in_the_air_at_plane_0() -> None:
    """D-FLY-1: plane 0 is landing, also for one that was in the air and comes down by a mode that is not for it."""
    found = plan([swim(0, -1)], plane=1, airborne=True)
    assert (found.plane, found.in_air, found.falls) == (0, False, False)
    assert found.legs[0].in_air is False


@pytest.mark.parametrize(
    ("speeds", "keywords", "feet", "stall", "ends"),
    [
        ({"land": 30}, set(), 0, "rest_of_budget", ["falls", ""]),
        ({"fly": 90}, {"hover"}, 10, "rest_of_budget", ["stays"]),
        ({"fly": 90}, set(), 90, "rest_of_budget", ["stays"]),
        ({"fly": 90}, set(), 10, "rest_of_budget", ["falls", ""]),
        ({"fly": 90}, set(), 90, "whole_fly_speed", ["stays"]),
        ({"fly": 90}, set(), 10, "whole_fly_speed", ["falls", ""]),
    ],
)
def test_who_falls_is_written_down(
    speeds: dict[str, int], keywords: set[str], feet: int, stall: str, ends: Any
) -> None:
    """D-FLY-3, R-DOMAINS-FALL: who has flight left falls, unless it hovers; what a fall does is missing."""
    legs = [fly(feet)] if feet else []
    found = plan(legs, speeds, plane=2, airborne=True, keywords=keywords, domains_stall=stall)
    assert (lines(found, "D-FLY-3"), found.falls) == (ends, len(ends) == 2)


@pytest.mark.parametrize(("legs", "words"), [([], "90 feet of"), ([fly(30)], "60 feet of"), ([fly(89)], "1 foot of")])
def test_what_is_unused_of_the_whole_fly_speed_is_told(legs: Any, words: str) -> None:
    """D-FLY-3, R-DOMAINS-STALL: of 90 feet all where nothing was flown, else the rest."""
    found = plan(legs, {"fly": 90}, plane=2, airborne=True, domains_stall="whole_fly_speed")
    (told,) = [line.text for line in found.ledger if line.clause == "D-FLY-3" and line.value == "falls"]
    assert f": {words} the whole fly speed unused" in told


# What a leg may say


@pytest.mark.parametrize(("parts", "read"), [(999, True), (1000, True), (1001, False)])
def test_the_finest_foot_of_a_leg(parts: int, read: bool) -> None:
    """A thousandth of a foot is the finest that is read."""
    if read:
        assert Leg(mode="land", across_feet=F(1, parts)).across_feet == F(1, parts)
    else:
        with pytest.raises(ValidationError, match="down to 1/1000"):
            Leg(mode="land", across_feet=F(1, parts))


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"across_feet": 5}, ["scale_feet"]),
        ({"planes": 1}, ["scale_feet"]),
        ({"hill": "10x5"}, ["scale_feet"]),
        ({"mode": "land"}, ["scale_feet"]),
        ({"mode": "hop"}, ["mode"]),
    ],
)
def test_a_wall_is_climbed_alone(given: dict[str, Any], wrong: list[str]) -> None:
    """D-CLI-3: it says how high already, and belongs to a climb; where the mode is wrong that alone is said."""
    with pytest.raises(ValidationError) as refused:
        Leg.model_validate({"mode": "climb", "scale_feet": 10, **given})
    assert [each["loc"] for each in refused.value.errors()] == [tuple(wrong)]


# The budget


def test_what_is_paid_for_in_full_is_covered_once() -> None:
    """D-MOV-2: a leg without a foot and one far below the speed are covered by 1, one of 60 of 30 feet by a half."""
    assert [leg.covered for leg in plan([walk(0), walk(5)], {"land": 30}).legs] == [1, 1]
    assert [leg.covered for leg in plan([walk(60)], {"land": 30}).legs] == [F(1, 2)]


def test_what_was_moved_and_what_is_left_stand_in_the_ledger() -> None:
    """D-MOV-2: after 30 feet on land, swimming has its 30, flying 60 of its 90."""
    result = plan([walk(30)], {"land": 30, "swim": 30, "fly": 90})
    assert result.left == {"land": 0, "swim": 30, "fly": 60}
    assert lines(result, "D-MOV-2") == ["30", "0", "30", "60"]


def test_each_lacking_mode_of_a_hill_is_said() -> None:
    """D-MOV-2, D-CLI-2: that there is no land speed is known already; that there is no climb speed is not."""
    result = plan([walk(5), hill("5x5")], {"fly": 90})
    assert [(each.clause, each.leg) for each in result.problems] == [("D-MOV-2", 1), ("D-MOV-2", 2)]
    assert "climb" in result.problems[1].message


def test_what_a_subtracted_speed_says_is_not_said_for_all() -> None:
    """R-DOMAINS-BUDGET: after 30 feet on land 60 of flight are left; 90 are one problem, not one more for the sum."""
    result = plan([walk(30), fly(90)], {"land": 30, "fly": 90}, domains_budget="subtract")
    assert [(each.clause, each.leg) for each in result.problems] == [("D-MOV-2", 2)]


def test_the_flight_of_a_turn_is_rounded_up_as_a_whole() -> None:
    """R-DOMAINS-HALF: 3/4 and 1/2 of a foot are 5/4, rounded up 2: one foot for each leg, and none for the walk."""
    legs = [walk(5), fly(F(3, 4)), fly(F(1, 2))]
    result = plan(legs, plane=1, airborne=False, keywords={"hover"}, domains_half="round_up")
    assert [leg.costs for leg in result.legs] == [{"land": 5}, {"fly": 1}, {"fly": 1}]
    assert lines(result, "D-FLY-2") == ["2"]
    exact = plan(legs, plane=1, airborne=False, keywords={"hover"})
    assert [leg.costs for leg in exact.legs] == [{"land": 5}, {"fly": F(3, 4)}, {"fly": F(1, 2)}]
    assert lines(exact, "D-FLY-2") == ["1 1/4"]
