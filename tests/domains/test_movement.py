"""A turn's movement: what legs cost, what is left, what is not allowed."""

from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import Rulings
from haventms.domains import Creature, Leg, TurnPlan, plan_turn

from . import UNTIMED

ALL = {"land": 30, "swim": 30, "climb": 20, "fly": 90, "dig": 15}
EVERYTHING = frozenset({"hover", "scale", "dive"})


def plan(legs: list[dict[str, Any]], speeds: dict[str, Any] | None = None, **more: Any) -> TurnPlan:
    """A plan of legs for a creature with these speeds; what else there is goes to the creature or the turn."""
    of_turn = {name: more.pop(name) for name in ("plane", "airborne") if name in more}
    rulings = Rulings(**{name: more.pop(name) for name in list(more) if name.startswith("domains_")})
    creature = Creature(speeds=ALL if speeds is None else speeds, **more)
    return plan_turn(creature, [Leg(**leg) for leg in legs], rulings=rulings, **of_turn)


def clauses(result: TurnPlan) -> list[str]:
    """The clauses of all problems, in their order."""
    return [problem.clause for problem in result.problems]


def walk(feet: Any, **more: Any) -> dict[str, Any]:
    return {"mode": "land", "across_feet": feet, **more}


def swim(feet: Any = 0, planes: Any = 0, **more: Any) -> dict[str, Any]:
    return {"mode": "swim", "across_feet": feet, "planes": planes, **more}


def climb(feet: Any = 0, planes: Any = 0, **more: Any) -> dict[str, Any]:
    return {"mode": "climb", "across_feet": feet, "planes": planes, **more}


def hill(text: str, **more: Any) -> dict[str, Any]:
    return {"mode": "climb", "hill": text, **more}


def fly(feet: Any = 0, planes: Any = 0, **more: Any) -> dict[str, Any]:
    return {"mode": "fly", "across_feet": feet, "planes": planes, **more}


def dig(feet: Any = 0, planes: Any = 0, **more: Any) -> dict[str, Any]:
    return {"mode": "dig", "across_feet": feet, "planes": planes, **more}


class TestSharedBudget:
    """D-MOV-2 with its rulings."""

    @pytest.mark.parametrize(
        ("legs", "land", "flight"),
        [
            ([], 30, 90),
            ([walk(30)], 0, 60),
            ([fly(90)], 0, 0),
            ([fly(60)], 30, 30),
            ([fly(61)], 29, 29),
            ([walk(10), fly(30)], 20, 50),
        ],
    )
    def test_the_source_example_land_30_fly_90(self, legs: Any, land: int, flight: int) -> None:
        """What is left of a mode is its own rest, and never more than the rest of the largest speed."""
        result = plan(legs, {"land": 30, "fly": 90})
        assert result.legal
        assert result.left == {"land": land, "fly": flight}

    @pytest.mark.parametrize(("feet", "legal"), [(29, True), (30, True), (F(301, 10), False), (31, False)])
    def test_no_mode_exceeds_its_own_speed(self, feet: Any, legal: bool) -> None:
        result = plan([walk(feet)], {"land": 30, "fly": 90})
        assert result.legal is legal
        assert clauses(result) == ([] if legal else ["D-MOV-2"])
        assert result.left["land"] == max(0, 30 - feet)

    @pytest.mark.parametrize(("flown", "legal"), [(59, True), (60, True), (61, False)])
    def test_all_together_never_exceed_the_largest(self, flown: int, legal: bool) -> None:
        result = plan([walk(30), fly(flown)], {"land": 30, "fly": 90})
        assert result.legal is legal
        assert result.cost_feet == 30 + flown

    def test_own_speed_and_all_together_are_two_problems(self) -> None:
        """Land 35 of 30, and 125 of 90 in all: both are said, each where it shows."""
        result = plan([walk(35), fly(90)], {"land": 30, "fly": 90}, domains_budget="shared")
        assert [(p.clause, p.leg) for p in result.problems] == [("D-MOV-2", 1), ("D-MOV-2", 2)]
        assert result.left == {"land": 0, "fly": 0}
        assert result.limit_feet == 90

    def test_an_overdrawn_speed_is_said_once(self) -> None:
        """Two legs over the same speed, and a single mode over the largest, are one fault."""
        result = plan([fly(60), fly(40), fly(10)], {"land": 30, "fly": 90})
        assert [(p.clause, p.leg) for p in result.problems] == [("D-MOV-2", 2)]

    def test_the_sum_is_said_once(self) -> None:
        result = plan(
            [walk(30), swim(30), climb(20), swim(0), dig(15)], {"land": 30, "swim": 30, "climb": 20, "dig": 15}
        )
        assert [(p.clause, p.leg) for p in result.problems] == [("D-MOV-2", 2)]
        assert "30 that all modes" in result.problems[0].message

    def test_a_mode_that_is_lacking(self) -> None:
        """Each lacking mode is a problem once, also on a leg without a foot; its feet count as attempted."""
        result = plan([swim(10), swim(10), fly()], {"land": 30})
        assert [(p.clause, p.leg) for p in result.problems] == [("D-MOV-2", 1), ("D-MOV-2", 3)]
        assert result.cost_feet == 20
        assert result.left == {"land": 10}
        assert result.legs[0].covered == 0

    def test_a_hill_needs_land_and_climb(self) -> None:
        result = plan([hill("10x5")], {"fly": 90})
        assert clauses(result) == ["D-MOV-2", "D-MOV-2"]
        assert "land" in result.problems[0].message
        assert "climb" in result.problems[1].message

    def test_a_creature_without_speeds(self) -> None:
        result = plan([], {})
        assert result.legal
        assert result.left == {}
        assert "no speed" in str(result)

    def test_the_question_of_the_budget_arises_only_between_modes(self) -> None:
        assert "R-DOMAINS-BUDGET" not in plan([walk(10)], {"land": 30}).rulings_used
        assert "R-DOMAINS-BUDGET" not in plan([], {"land": 30, "fly": 60}).rulings_used
        assert "R-DOMAINS-BUDGET" in plan([walk(10)], {"land": 30, "fly": 60}).rulings_used

    def test_the_question_of_the_largest_arises_only_below_it(self) -> None:
        assert "R-DOMAINS-LARGEST" not in plan([fly(10)], {"land": 30, "fly": 60}).rulings_used
        assert "R-DOMAINS-LARGEST" in plan([walk(10)], {"land": 30, "fly": 60}).rulings_used

    @pytest.mark.parametrize(
        ("legs", "legal", "left"),
        [
            ([fly(30)], True, {"land": 0, "fly": 60}),
            ([fly(20), walk(10)], True, {"land": 0, "fly": 60}),
            ([fly(20), walk(11)], False, {"land": 0, "fly": 59}),
            ([walk(30), fly(60)], True, {"land": 0, "fly": 0}),
            ([walk(30), fly(61)], False, {"land": 0, "fly": 0}),
            ([walk(10), fly(0), walk(20)], True, {"land": 0, "fly": 60}),
        ],
    )
    def test_subtracting_on_a_change_of_mode(self, legs: Any, legal: bool, left: dict[str, int]) -> None:
        """What was moved before is taken off the new mode's speed; a leg without a foot is no change."""
        result = plan(legs, {"land": 30, "fly": 90}, domains_budget="subtract")
        assert result.legal is legal
        assert result.left == left
        assert len(result.problems) == (0 if legal else 1)

    def test_subtracting_keeps_the_largest_speed_for_a_hill(self) -> None:
        """Land 30 and climb 30 on a hill 20x20 are within their speeds, but 40 feet exceed the largest."""
        result = plan([hill("20x20")], {"land": 30, "climb": 30}, domains_budget="subtract")
        assert clauses(result) == ["D-MOV-2"]
        assert "40 feet by now exceed the 30" in result.problems[0].message

    def test_a_lacking_mode_hides_no_sum_when_subtracting(self) -> None:
        result = plan([swim(5), hill("20x20")], {"land": 45, "climb": 30}, domains_budget="subtract")
        assert clauses(result) == ["D-MOV-2"]
        result = plan([swim(5), hill("20x20")], {"land": 40, "climb": 30}, domains_budget="subtract")
        assert clauses(result) == ["D-MOV-2", "D-MOV-2"]

    def test_the_two_numbers_of_a_hill_are_one_mode(self) -> None:
        """Land 30, climb 10: the ten feet across a hill 10x5 do not eat the climb speed."""
        speeds = {"land": 30, "climb": 10}
        first = plan([hill("10x5")], speeds, domains_budget="subtract")
        assert first.legal
        assert first.left == {"land": 15, "climb": 5}
        assert plan([hill("10x5"), climb(5)], speeds, domains_budget="subtract").legal
        assert not plan([hill("10x5"), climb(6)], speeds, domains_budget="subtract").legal
        assert not plan([walk(10), hill("10x5")], speeds, domains_budget="subtract").legal
        assert not plan([hill("10x5"), climb(1), walk(15)], speeds, domains_budget="subtract").legal
        assert plan([walk(10), hill("10x5")], speeds).legal

    def test_the_largest_of_those_used(self) -> None:
        """Land 30 and climb 20 share 30 while the fly speed of 90 is not used; flying brings its 90 in."""
        speeds = {"land": 30, "climb": 20, "fly": 90}
        used = {"domains_largest": "used"}
        assert plan([walk(20), climb(10)], speeds, **used).legal
        over = plan([walk(20), climb(11)], speeds, **used)
        assert clauses(over) == ["D-MOV-2"]
        assert over.left == {"land": 0, "climb": 0, "fly": 59}
        assert plan([walk(20), climb(11), fly(5)], speeds, **used, keywords={"hover"}).legal
        assert plan([walk(20), climb(11)], speeds).legal

    def test_the_largest_of_lacking_modes_is_nothing(self) -> None:
        result = plan([swim(5), dig(5)], {"fly": 30}, domains_largest="used")
        assert clauses(result) == ["D-MOV-2"] * 3
        assert result.left == {"fly": 20}

    def test_every_leg_says_how_much_of_it_is_covered(self) -> None:
        """Of the second leg 60 of 80 feet are within the budget, of the third none."""
        result = plan([walk(30), fly(80), fly(10)], {"land": 30, "fly": 90})
        assert [leg.covered for leg in result.legs] == [1, F(3, 4), 0]
        assert plan([hill("10x5")], {"land": 20, "climb": 2}).legs[0].covered == F(2, 5)


class TestLand:
    """D-MOV-3, D-LAN-1, D-LAN-2."""

    def test_a_walk_costs_its_feet(self) -> None:
        result = plan([walk(12.5)], {"land": 30})
        assert result.cost_feet == F(25, 2)
        assert result.plane == 0

    def test_a_walk_at_any_height_is_on_solid_ground(self) -> None:
        assert plan([walk(10)], plane=2).legal
        assert plan([walk(10)], plane=-3).legal

    def test_no_walking_in_the_air(self) -> None:
        assert clauses(plan([walk(10)], plane=2, airborne=True)) == ["D-LAN-1"]
        assert plan([walk(10)], plane=0, airborne=True).legal
        assert clauses(plan([fly(5, 1), walk(10)], keywords={"hover"})) == ["D-LAN-1"]
        assert plan([fly(5, 1, lands=True), walk(10)]).legal

    def test_walking_changes_no_plane(self) -> None:
        result = plan([walk(10, planes=1)])
        assert clauses(result) == ["D-LAN-1"]
        assert (result.cost_feet, result.plane) == (10, 1)

    @pytest.mark.parametrize("mode", ["land", "swim", "climb", "fly"])
    def test_solid_things_stop_every_mode_but_digging(self, mode: str) -> None:
        legs = [{"mode": mode, "across_feet": 5, "through_solid": True}]
        assert clauses(plan(legs)) == ["D-MOV-3"]
        assert plan(legs, passes_solid=True).legal

    def test_digging_opens_solid_things(self) -> None:
        result = plan([dig(5, through_solid=True)])
        assert result.legal
        assert any(line.clause == "D-DIG-1" and line.value == "allowed" for line in result.ledger)

    @pytest.mark.parametrize(("factor", "cost"), [(1, 10), (2, 20), (1.5, 15), (F(1, 3), F(10, 3))])
    def test_a_terrain_factor_multiplies_the_cost(self, factor: Any, cost: Any) -> None:
        result = plan([walk(10, terrain_factor=factor)])
        assert result.cost_feet == cost
        assert ("R-DOMAINS-TERRAIN" in result.rulings_used) is (factor != 1)

    def test_a_terrain_factor_multiplies_both_numbers_of_a_hill(self) -> None:
        result = plan([hill("10x5", terrain_factor=2)])
        assert result.spent == {"land": 20, "climb": 10}


class TestSwimming:
    """D-SWI-1, D-SWI-2, D-SWI-3."""

    @pytest.mark.parametrize(
        ("planes", "cost"), [(-1.4, 14), (-0.2, 2), (-1, 10), (-1.8, 18), (F(-12, 5), 24), (-5, 50), (0, 0)]
    )
    def test_ten_feet_a_plane_two_a_fifth(self, planes: Any, cost: int) -> None:
        down = plan([swim(planes=planes)], {"swim": 60}, keywords={"dive"})
        assert (down.cost_feet, down.plane, down.legal) == (cost, F(str(planes)), True)
        up = plan([swim(planes=-planes)], {"swim": 60}, keywords={"dive"}, plane=planes)
        assert (up.cost_feet, up.plane, up.legal) == (cost, 0, True)

    def test_planes_stay_exact(self) -> None:
        """Seven times a fifth of a plane is -1.4 to the last digit."""
        result = plan([swim(planes=-0.2)] * 7, keywords={"dive"})
        assert result.plane == F(-7, 5)
        assert result.cost_feet == 14

    @pytest.mark.parametrize(("planes", "legal"), [(0, True), (-0.2, False), (-1, False)])
    def test_below_the_surface_takes_dive(self, planes: Any, legal: bool) -> None:
        assert clauses(plan([swim(5, planes)])) == ([] if legal else ["D-SWI-1"])
        assert plan([swim(5, planes)], keywords={"dive"}).legal

    def test_rising_to_the_surface_takes_dive_too(self) -> None:
        assert clauses(plan([swim(planes=1)], plane=-1)) == ["D-SWI-1"]

    @pytest.mark.parametrize(("planes", "legal"), [(0, True), (0.2, False)])
    def test_nothing_swims_above_the_surface(self, planes: Any, legal: bool) -> None:
        assert clauses(plan([swim(5, planes)])) == ([] if legal else ["D-SWI-1"])
        assert clauses(plan([swim(5, -1)], plane=1)) == ["D-SWI-1"]

    @pytest.mark.parametrize(("planes", "legal"), [(-1.2, True), (-1.4, True), (-1.6, False)])
    def test_the_lowest_plane_that_an_ability_allows(self, planes: Any, legal: bool) -> None:
        result = plan([swim(0, planes)], keywords={"dive"}, lowest_plane=-1.4)
        assert clauses(result) == ([] if legal else ["D-SWI-2"])

    @pytest.mark.parametrize(("mode", "clause"), [("swim", "D-SWI-3"), ("fly", "D-FLY-4")])
    @pytest.mark.parametrize(
        ("turns", "most", "legal"),
        [
            ([90], 90, True),
            ([91], 90, False),
            ([-90], 90, True),
            ([-90.5], 90, False),
            ([45, 45], 90, True),
            ([45, -45, 1], 90, False),
            ([180], 180, True),
            ([1], 0, False),
            ([91, 91], 90, False),
        ],
    )
    def test_turning(self, mode: str, clause: str, turns: list[Any], most: int, legal: bool) -> None:
        """Degrees to either side add up over the turn; exactly 90 is allowed, an ability changes the limit."""
        legs = [{"mode": mode, "across_feet": 5, "turn_degrees": degrees} for degrees in turns]
        result = plan(legs, max_turn_degrees=most)
        assert clauses(result) == ([] if legal else [clause])

    def test_walkers_turn_as_they_like_and_modes_count_apart(self) -> None:
        assert plan([walk(5, turn_degrees=360), swim(5, turn_degrees=90), fly(5, turn_degrees=90)]).legal

    def test_the_default_limit_is_that_of_the_table(self) -> None:
        assert Creature(speeds={}).max_turn_degrees == 90


class TestClimbing:
    """D-CLI-1, D-CLI-2, D-CLI-3."""

    @pytest.mark.parametrize(
        ("text", "land", "up", "rise"), [("10x5", 10, 5, 1), ("1x1", 1, 1, F(1, 5)), ("20x13", 20, 13, F(13, 5))]
    )
    def test_a_hill(self, text: str, land: int, up: int, rise: Any) -> None:
        result = plan([hill(text)])
        assert result.spent == {"land": land, "climb": up}
        assert (result.cost_feet, result.plane) == (land + up, rise)
        back = plan([hill(text, down=True)], plane=rise)
        assert (back.cost_feet, back.plane, back.legal) == (land + up, 0, True)

    def test_a_hill_keeps_its_numbers_at_a_swimmers_price(self) -> None:
        result = plan([hill("10x5")], domains_climbcost="swim")
        assert result.cost_feet == 15
        assert "R-DOMAINS-CLIMBCOST" not in result.rulings_used

    @pytest.mark.parametrize("planes", [2, -2, 0.2, -0.2])
    def test_a_climb_one_for_one_or_as_swimming(self, planes: Any) -> None:
        start = 0 if planes > 0 else -planes
        assert plan([climb(0, planes)], plane=start).cost_feet == abs(F(str(planes))) * 5
        assert plan([climb(0, planes)], plane=start, domains_climbcost="swim").cost_feet == abs(F(str(planes))) * 10

    @pytest.mark.parametrize(
        ("start", "planes", "legal"),
        [(2, -2, True), (2, -2.2, False), (0, -1, False), (-2, 1, True), (-1, 3, True), (-2, -1, False), (-2, 0, True)],
    )
    def test_below_plane_0_a_climb_only_rises(self, start: Any, planes: Any, legal: bool) -> None:
        assert clauses(plan([climb(5, planes)], plane=start)) == ([] if legal else ["D-CLI-1"])

    def test_climbing_takes_something_underfoot(self) -> None:
        assert clauses(plan([climb(5)], plane=1, airborne=True)) == ["D-CLI-1"]
        assert clauses(plan([hill("5x5")], plane=1, airborne=True)) == ["D-CLI-1"]
        assert plan([fly(5, 1, lands=True), hill("5x5")]).legal

    @pytest.mark.parametrize("feet", [1, 20, 20.0])
    def test_a_wall_costs_its_height(self, feet: Any) -> None:
        up = plan([{"mode": "climb", "scale_feet": feet}], keywords={"scale"})
        assert (up.cost_feet, up.plane, up.legal) == (feet, F(int(feet), 5), True)
        down = plan([{"mode": "climb", "scale_feet": feet, "down": True}], keywords={"scale"}, plane=4)
        assert (down.cost_feet, down.plane, down.legal) == (feet, 4 - F(int(feet), 5), True)
        dearer = plan([{"mode": "climb", "scale_feet": feet}], keywords={"scale"}, domains_climbcost="swim")
        assert dearer.cost_feet == feet

    def test_a_wall_takes_scale(self) -> None:
        assert clauses(plan([{"mode": "climb", "scale_feet": 10}])) == ["D-CLI-3"]

    def test_a_scaling_flyer_holds_on_to_the_wall(self) -> None:
        """In the air beside a wall, the Scale keyword takes hold of it: no fall, and solid enough to go on."""
        result = plan([fly(5, 1), {"mode": "climb", "scale_feet": 5}], keywords={"scale"})
        assert (result.legal, result.in_air, result.falls) == (True, False, False)


class TestFlying:
    """D-FLY-1 to D-FLY-4."""

    @pytest.mark.parametrize(
        ("planes", "start", "half", "cost"),
        [
            (2, 0, "exact", 20),
            (1, 0, "exact", 10),
            (0.2, 0, "exact", 2),
            (-2, 2, "exact", 5),
            (-1, 2, "exact", F(5, 2)),
            (-0.2, 2, "exact", F(1, 2)),
            (-1, 2, "half_ascent", 5),
            (-0.2, 2, "half_ascent", 1),
            (2, 0, "half_ascent", 20),
            (-1, 2, "round_up", 3),
            (-0.2, 2, "round_up", 1),
            (-2, 2, "round_up", 5),
        ],
    )
    def test_up_costs_double_down_costs_half(self, planes: Any, start: int, half: str, cost: Any) -> None:
        result = plan([fly(0, planes)], plane=start, domains_half=half)
        assert result.cost_feet == cost
        assert ("R-DOMAINS-HALF" in result.rulings_used) is (planes < 0)

    def test_rounding_up_takes_the_flight_of_the_turn_together(self) -> None:
        """Two descents of half a foot are one foot, however they are cut; the walk between stays as it is."""
        legs = [fly(0, -0.2), fly(0, -0.2), fly(0, -0.2)]
        result = plan(legs, plane=3, domains_half="round_up")
        assert result.cost_feet == 2
        assert [leg.cost_feet for leg in result.legs] == [1, 0, 1]
        mixed = plan([fly(5, -0.2, lands=True), walk(2.5)], plane=3, domains_half="round_up")
        assert mixed.cost_feet == F(17, 2)

    def test_rounding_up_comes_before_the_limits(self) -> None:
        """29 1/2 feet of flight become 30: within a speed of 30, too much for 29.5."""
        legs = [fly(29), fly(0, -0.2)]
        assert plan(legs, {"fly": 30}, plane=3, domains_half="round_up").legal
        assert not plan(legs, {"fly": 29.5}, plane=3, domains_half="round_up").legal
        assert plan(legs, {"fly": 29.5}, plane=3).legal

    @pytest.mark.parametrize(
        ("start", "planes", "legal"),
        [(0, 0.2, True), (0, 0, True), (1, -1, True), (1, -1.2, False), (-1, 1, False), (-1, 2, False), (-1, 0, False)],
    )
    def test_only_positive_planes_are_flown_in(self, start: Any, planes: Any, legal: bool) -> None:
        result = plan([fly(5, planes)], plane=start, keywords={"hover"})
        assert clauses(result) == ([] if legal else ["D-FLY-1"])

    def test_landing_in_plane_0(self) -> None:
        down = plan([fly(0, -1)], plane=1)
        level = plan([fly(10)])
        for result in (down, level):
            assert (result.legal, result.in_air, result.falls) == (True, False, False)
            assert "R-DOMAINS-LANDING" in result.rulings_used
        assert "R-DOMAINS-LANDING" not in plan([fly(0, -1)], plane=2).rulings_used

    @pytest.mark.parametrize(
        ("across", "planes", "start", "added", "larger"),
        [(40, 2, 0, 60, 40), (10, 2, 0, 30, 20), (10, -2, 2, 15, 10), (0, 2, 0, 20, 20), (10, 0, 1, 10, 10)],
    )
    def test_across_and_height_together(self, across: int, planes: int, start: int, added: int, larger: int) -> None:
        sums = plan([fly(across, planes)], plane=start)
        most = plan([fly(across, planes)], plane=start, domains_slope="larger")
        assert (sums.cost_feet, most.cost_feet) == (added, larger)
        assert ("R-DOMAINS-SLOPE" in sums.rulings_used) is bool(across and planes)

    def test_the_slope_of_other_modes(self) -> None:
        assert plan([swim(10, -1)], keywords={"dive"}, domains_slope="larger").cost_feet == 10
        assert plan([climb(10, 1)], domains_slope="larger").cost_feet == 10
        assert plan([dig(10, 1)], domains_slope="larger").cost_feet == 10
        assert plan([hill("10x5")], domains_slope="larger").cost_feet == 15

    @pytest.mark.parametrize(
        ("speeds", "legs", "rest", "whole"),
        [
            ({"fly": 60}, [fly(60)], False, False),
            ({"fly": 60}, [fly(56)], False, True),
            ({"fly": 60}, [fly(55.5)], False, True),
            ({"fly": 60}, [fly(55)], True, True),
            ({"fly": 60}, [fly(54)], True, True),
            ({"fly": 60}, [], True, True),
            ({"land": 30, "fly": 90}, [walk(30), fly(40, 2)], False, True),
            ({"land": 30, "fly": 90}, [walk(30), fly(36, 2)], False, True),
            ({"land": 30, "fly": 90}, [walk(30), fly(35, 2)], True, True),
            ({"fly": 60}, [fly(70)], False, False),
        ],
    )
    def test_who_has_not_used_its_flight_falls(self, speeds: Any, legs: Any, rest: bool, whole: bool) -> None:
        """The rest of the budget, where less than five feet over count as used; or literally the whole speed."""
        plane = 0 if legs and legs[0]["mode"] == "land" else 2
        result = plan(legs, speeds, plane=plane)
        assert result.falls is rest
        assert plan(legs, speeds, plane=plane, domains_stall="whole_fly_speed").falls is whole
        assert "R-DOMAINS-STALL" in result.rulings_used
        assert ("R-DOMAINS-FALL" in result.rulings_used) is rest
        hovering = plan(legs, speeds, plane=plane, keywords={"hover"})
        assert not hovering.falls
        assert "R-DOMAINS-STALL" not in hovering.rulings_used

    def test_a_fall_leaves_the_turn_allowed(self) -> None:
        result = plan([fly(10)], plane=2)
        assert (result.falls, result.legal) == (True, True)
        assert "fall" in str(result)

    def test_nobody_without_a_fly_speed_stays_in_the_air(self) -> None:
        result = plan([], {"land": 30}, plane=2, airborne=True, keywords={"hover"})
        assert (result.falls, result.legal) == (True, True)
        assert "R-DOMAINS-STALL" not in result.rulings_used

    @pytest.mark.parametrize(
        ("legs", "speeds", "in_air"),
        [
            ([], {"fly": 60}, True),
            ([fly(5)], {"fly": 60}, True),
            ([walk(5)], {"land": 30, "fly": 60}, False),
            ([climb(5)], {"climb": 30, "fly": 60}, False),
            ([dig(5)], {"dig": 30, "fly": 60}, False),
            ([], {"land": 30}, False),
        ],
    )
    def test_who_is_taken_to_begin_in_the_air(self, legs: Any, speeds: Any, in_air: bool) -> None:
        assert plan(legs, speeds, plane=2).in_air is in_air

    def test_landing_above_plane_0(self) -> None:
        result = plan([fly(10, 2, lands=True)])
        assert (result.legal, result.falls, result.plane) == (True, False, 2)


class TestDigging:
    """D-DIG-1, D-DIG-2."""

    @pytest.mark.parametrize(("planes", "plane"), [(-2, 0), (2, 0), (0.2, -3), (-0.2, 3)])
    def test_digging_goes_into_any_plane(self, planes: Any, plane: int) -> None:
        speeds = {"dig": 60}
        hills = plan([dig(10, planes)], speeds, plane=plane)
        assert hills.legal
        assert hills.cost_feet == 10 + abs(F(str(planes))) * 5
        assert (
            plan([dig(10, planes)], speeds, plane=plane, domains_dig="swim").cost_feet == 10 + abs(F(str(planes))) * 10
        )

    def test_a_hill_is_dug_through_with_dig_speed(self) -> None:
        leg = {"mode": "dig", "hill": "10x5"}
        assert plan([leg]).spent == {"dig": 15}
        assert plan([leg]).plane == 1
        assert plan([{**leg, "down": True}]).plane == -1
        assert plan([leg], domains_dig="swim").spent == {"dig": 20}

    def test_the_question_of_depth_arises_only_with_depth(self) -> None:
        assert "R-DOMAINS-DIG" not in plan([dig(10)]).rulings_used
        assert "R-DOMAINS-DIG" in plan([dig(10, 1)]).rulings_used

    def test_digging_takes_terrain(self) -> None:
        assert clauses(plan([dig(5)], plane=1, airborne=True)) == ["D-DIG-1"]


def test_all_problems_are_listed() -> None:
    """One turn that breaks eight clauses says all eight, each with the number of its leg."""
    result = plan(
        [
            swim(5, -1, turn_degrees=100, through_solid=True),
            climb(0, -1),
            fly(5, 0, turn_degrees=91),
            {"mode": "climb", "scale_feet": 5},
            dig(100),
        ],
        {"swim": 30, "climb": 30, "fly": 60, "dig": 10},
    )
    expected = ["D-SWI-1", "D-MOV-3", "D-SWI-3", "D-CLI-1", "D-FLY-1", "D-FLY-4", "D-CLI-3", "D-MOV-2", "D-MOV-2"]
    assert clauses(result) == expected
    assert [p.leg for p in result.problems] == [1, 1, 1, 2, 3, 3, 4, 5, 5]
    assert [len(leg.problems) for leg in result.legs] == [3, 1, 2, 1, 2]
    assert "9 problems" in str(result)
    refused = [line.clause for line in result.ledger if line.value == "not allowed"]
    assert refused == expected


def test_one_problem_is_one_problem() -> None:
    assert str(plan([walk(31)], {"land": 30})).startswith("31 feet moved, ending at plane 0: not allowed, 1 problem.")


def test_legs_say_where_they_lead() -> None:
    """What a picture from the side needs."""
    result = plan([walk(10), fly(20, 1.4), swim(5)], keywords={"hover"})
    assert [(leg.number, leg.mode, leg.across_feet) for leg in result.legs] == [
        (1, "land", 10),
        (2, "fly", 20),
        (3, "swim", 5),
    ]
    assert [(leg.from_plane, leg.to_plane) for leg in result.legs] == [(0, 0), (0, F(7, 5)), (F(7, 5), F(7, 5))]
    assert [leg.in_air for leg in result.legs] == [False, True, True]
    assert result.legs[1].costs == {"fly": 34}
    assert plan([hill("10x5")]).legs[0].across_feet == 10


def test_results_survive_json() -> None:
    """Every number is written "num/den" and comes back as it was."""
    result = plan([fly(0, -1), walk(31), swim(5, -1.4)], plane=1)
    text = result.model_dump_json()
    assert '"cost_feet":"105/2"' in text
    assert TurnPlan.model_validate_json(text) == result


def test_the_ledger_cites_tables_and_explains() -> None:
    lines = plan([fly(0, -2)], plane=2).explain().splitlines()
    assert any("2 planes down at 2 1/2 feet a plane = 5" in line and "fly down" in line for line in lines)


class TestBadInput:
    """One sentence that names the field."""

    @pytest.mark.parametrize(
        ("leg", "field", "words"),
        [
            ({"mode": "fly", "planes": -1.3}, "planes", "steps of 0.2"),
            ({"mode": "fly", "planes": 20_000}, "planes", "10000"),
            ({"mode": "climb", "hill": "10 by 5"}, "hill", "LxC"),
            ({"mode": "climb", "hill": "10x0"}, "hill", "from 1 to 9,999"),
            ({"mode": "climb", "hill": "0x5"}, "hill", "from 1 to 9,999"),
            ({"mode": "climb", "hill": "10x5", "across_feet": 5}, "hill", "leave across_feet"),
            ({"mode": "climb", "hill": "10x5", "planes": 1}, "hill", "leave across_feet"),
            ({"mode": "land", "hill": "10x5"}, "hill", "climb or dig"),
            ({"mode": "dig", "scale_feet": 5}, "scale_feet", "climb leg"),
            ({"mode": "climb", "scale_feet": 5, "planes": 1}, "scale_feet", "leave across_feet"),
            ({"mode": "climb", "scale_feet": 5, "hill": "5x5"}, "scale_feet", "hill"),
            ({"mode": "climb", "scale_feet": 2.5}, "scale_feet", "whole feet"),
            ({"mode": "climb", "scale_feet": 0}, "scale_feet", "greater than 0"),
            ({"mode": "land", "lands": True}, "lands", "fly leg"),
            ({"mode": "fly", "down": True}, "down", "planes below 0"),
            ({"mode": "fly", "across_feet": -1}, "across_feet", "greater than or equal to 0"),
            ({"mode": "fly", "across_feet": F(1, 10**9)}, "across_feet", "1/1000"),
            ({"mode": "fly", "across_feet": True}, "across_feet", "not true or false"),
            ({"mode": "fly", "across_feet": float("nan")}, "across_feet", "finite"),
            ({"mode": "fly", "across_feet": float("inf")}, "across_feet", "finite"),
            ({"mode": "fly", "across_feet": "ten"}, "across_feet", "number"),
            ({"mode": "fly", "terrain_factor": 0}, "terrain_factor", "greater than 0"),
            ({"mode": "run"}, "mode", "'land', 'swim', 'climb', 'fly' or 'dig'"),
            ({"mode": "fly", "feet": 5}, "feet", "Extra"),
            ({}, "mode", "required"),
        ],
    )
    def test_a_leg(self, leg: dict[str, Any], field: str, words: str) -> None:
        with pytest.raises(ValidationError) as caught:
            Leg(**leg)
        assert caught.value.error_count() == 1
        assert caught.value.errors()[0]["loc"] == (field,)
        assert words in caught.value.errors()[0]["msg"]

    def test_an_unknown_mode_is_all_that_is_said_of_its_leg(self) -> None:
        """The other fields are not held against a mode that nobody knows."""
        with pytest.raises(ValidationError) as caught:
            Leg(mode="run", hill="10x5", lands=True, down=True)
        assert [error["loc"] for error in caught.value.errors()] == [("mode",)]
        with pytest.raises(ValidationError) as caught:
            Leg(mode="climb", hill="10 by 5", down=True)
        assert [error["loc"] for error in caught.value.errors()] == [("hill",)]
        with pytest.raises(ValidationError) as caught:
            Leg(mode="climb", scale_feet=-5, down=True)
        assert [error["loc"] for error in caught.value.errors()] == [("scale_feet",)]

    def test_nothing_given_is_nothing_wrong(self) -> None:
        leg = Leg(mode="climb", hill=None, scale_feet=None, lands=False, down=False)
        assert (leg.length, leg.rise) == (0, 0)

    @pytest.mark.parametrize(
        ("creature", "loc"),
        [
            ({"speeds": {"run": 30}}, ("speeds", "run", "[key]")),
            ({"speeds": {"land": -5}}, ("speeds", "land")),
            ({"speeds": {"land": True}}, ("speeds", "land")),
            ({"speeds": {"land": 30}, "keywords": ["glide"]}, ("keywords", 0)),
            ({"speeds": {"land": 30}, "lowest_plane": -1.3}, ("lowest_plane",)),
            ({"speeds": {"land": 30}, "max_turn_degrees": -1}, ("max_turn_degrees",)),
            ({}, ("speeds",)),
        ],
    )
    def test_a_creature(self, creature: dict[str, Any], loc: tuple[Any, ...]) -> None:
        with pytest.raises(ValidationError) as caught:
            Creature(**creature)
        assert caught.value.errors()[0]["loc"] == loc

    @pytest.mark.parametrize(
        ("arguments", "loc"),
        [
            (({"speeds": {}}, [], -1.3), ("plane",)),
            (({"speeds": {}}, [{"mode": "fly"}] * 201), ("legs",)),
            (({"speeds": {}}, [{"mode": "fly", "planes": 0.1}]), ("legs", 0, "planes")),
            (("nobody", []), ("creature",)),
        ],
    )
    def test_the_turn_by_position(self, arguments: Any, loc: tuple[Any, ...]) -> None:
        with pytest.raises(ValidationError) as caught:
            plan_turn(*arguments)
        assert caught.value.errors()[0]["loc"] == loc


FIFTHS = st.integers(-15, 15).map(lambda fifths: F(fifths, 5))
MODES = st.sampled_from(["land", "swim", "climb", "fly", "dig"])
CHOICES = st.fixed_dictionaries(
    {
        "domains_budget": st.sampled_from(["shared", "subtract"]),
        "domains_largest": st.sampled_from(["all", "used"]),
        "domains_half": st.sampled_from(["exact", "half_ascent", "round_up"]),
        "domains_stall": st.sampled_from(["rest_of_budget", "whole_fly_speed"]),
        "domains_dig": st.sampled_from(["hills", "swim"]),
        "domains_climbcost": st.sampled_from(["one_for_one", "swim"]),
        "domains_slope": st.sampled_from(["add", "larger"]),
    }
)
SPEEDS = st.dictionaries(MODES, st.integers(0, 12).map(lambda fives: fives * 5))


@st.composite
def a_leg(draw: st.DrawFn) -> dict[str, Any]:
    mode = draw(MODES)
    return {
        "mode": mode,
        "across_feet": draw(st.integers(0, 8)) * 5,
        "planes": F(0) if mode == "land" else draw(FIFTHS),
        "turn_degrees": draw(st.sampled_from([0, 0, 0, 45, -45, 90, 91])),
        "through_solid": draw(st.sampled_from([False, False, False, True])),
        "terrain_factor": draw(st.sampled_from([1, 1, 2])),
        "lands": mode == "fly" and draw(st.booleans()),
    }


@UNTIMED
@given(SPEEDS, st.lists(a_leg(), max_size=4), FIFTHS, CHOICES, st.sets(st.sampled_from(sorted(EVERYTHING))))
def test_splitting_legs_is_free_of_effect(
    speeds: Any, legs: list[dict[str, Any]], plane: F, choices: Any, keywords: Any
) -> None:
    """Each leg cut into as many equal pieces as it has fifths of planes (or into five) changes nothing that counts."""
    pieces = []
    for leg in legs:
        parts = abs(leg["planes"] * 5) or 5
        part = {**leg, "across_feet": leg["across_feet"] / F(parts), "planes": leg["planes"] / parts, "lands": False}
        cut = [{**part, "turn_degrees": 0} for _ in range(int(parts))]
        cut[0]["turn_degrees"] = leg["turn_degrees"]
        cut[-1]["lands"] = leg["lands"]
        pieces += cut
    options = {"plane": plane, "keywords": keywords, **choices}
    whole, split = plan(legs, speeds, **options), plan(pieces, speeds, **options)
    for name in ("cost_feet", "legal", "left", "plane", "falls", "in_air", "spent"):
        assert getattr(whole, name) == getattr(split, name), name
    landing = "R-DOMAINS-LANDING"  # a cut at plane 0 of a flight below it names the landing there
    assert {*whole.rulings_used, landing} == {*split.rulings_used, landing}
    assert {p.clause for p in whole.problems} == {p.clause for p in split.problems}


@UNTIMED
@given(SPEEDS, st.lists(a_leg(), max_size=4), FIFTHS, CHOICES)
def test_turning_left_is_turning_right(speeds: Any, legs: list[dict[str, Any]], plane: F, choices: Any) -> None:
    mirrored = [{**leg, "turn_degrees": -leg["turn_degrees"]} for leg in legs]
    assert plan(legs, speeds, plane=plane, **choices) == plan(mirrored, speeds, plane=plane, **choices)


@UNTIMED
@given(st.integers(0, 15), st.integers(0, 40), CHOICES, st.sampled_from(["swim", "climb", "dig"]))
def test_down_costs_what_up_costs(fifths: int, feet: int, choices: Any, mode: str) -> None:
    """Mirrored directions are equal for swimming, climbing and digging."""
    low, high = (F(-fifths, 5), F(0)) if mode == "swim" else (F(0), F(fifths, 5))
    down = plan([{"mode": mode, "across_feet": feet, "planes": low - high}], plane=high, keywords={"dive"}, **choices)
    up = plan([{"mode": mode, "across_feet": feet, "planes": high - low}], plane=low, keywords={"dive"}, **choices)
    assert (down.cost_feet, down.legal, down.left) == (up.cost_feet, up.legal, up.left)


@UNTIMED
@given(SPEEDS, st.lists(a_leg(), max_size=4), CHOICES, MODES)
def test_what_is_left_can_be_moved_and_not_a_foot_more(speeds: Any, legs: Any, choices: Any, mode: str) -> None:
    """A further level leg of exactly what is left adds no problem of D-MOV-2, a foot more does."""
    choices = {**choices, "domains_half": "exact"}
    before = plan(legs, speeds, **choices)
    spent = clauses(before).count("D-MOV-2")
    if mode not in speeds or spent:
        return
    left = before.left[mode]
    assert clauses(plan([*legs, {"mode": mode, "across_feet": left}], speeds, **choices)).count("D-MOV-2") == 0
    assert clauses(plan([*legs, {"mode": mode, "across_feet": left + 1}], speeds, **choices)).count("D-MOV-2") > 0


@UNTIMED
@given(SPEEDS, st.lists(a_leg(), max_size=5), FIFTHS)
def test_the_budget_against_a_second_count(speeds: Any, legs: list[dict[str, Any]], plane: F) -> None:
    """Cost, what is left, and whether D-MOV-2 holds, counted again from the clauses alone."""
    per_plane = {"land": (0, 0), "swim": (10, 10), "climb": (5, 5), "fly": (10, F(5, 2)), "dig": (5, 5)}
    spent: dict[str, F] = {}
    for leg in legs:
        up, down = per_plane[leg["mode"]]
        height = leg["planes"] * up if leg["planes"] > 0 else -leg["planes"] * down
        cost = (leg["across_feet"] + height) * leg["terrain_factor"]
        spent[leg["mode"]] = spent.get(leg["mode"], F(0)) + cost
    total, largest = sum(spent.values(), F(0)), max(speeds.values(), default=0)
    result = plan(legs, speeds, plane=plane)
    assert result.cost_feet == total
    assert result.left == {
        mode: max(0, min(speed - spent.get(mode, 0), largest - total)) for mode, speed in speeds.items()
    }
    within = total <= largest and all(mode in speeds and cost <= speeds[mode] for mode, cost in spent.items())
    assert ("D-MOV-2" not in clauses(result)) is within
