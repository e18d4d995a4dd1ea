"""Base speed and what the ground leaves of it: H-SPD-*, and the share of base speed of every terrain clause."""

from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import Result, RuleError, Rulings, haven
from haventms.tables import table

# The shares of base speed, typed from the source a second time.
SHARES = {
    "climbing easy": Fraction(1, 2),
    "climbing awkward": Fraction(1, 4),
    "climbing none": None,
    "climbing whole": Fraction(1),
    "crowd small": Fraction(3, 4),
    "crowd large": Fraction(1, 2),
    "crowd dense": Fraction(1, 4),
    "darkness": 1,
    "underbrush": Fraction(1, 2),
    "underbrush vines": Fraction(1, 2),
    "wading_solid knees": Fraction(1, 2),
    "wading_solid waist": Fraction(1, 4),
    "wading_solid neck": None,
    "no_trail": Fraction(1, 4),
    "fog": 1,
    "ice": Fraction(1, 2),
    "liquid knees": Fraction(3, 4),
    "liquid hips": Fraction(1, 2),
    "liquid swimming": Fraction(3, 4),
    "liquid current three_quarters": Fraction(3, 4),
    "liquid current half": Fraction(1, 2),
    "unstable_footing minor": 1,
    "unstable_footing moderate": Fraction(1, 2),
    "unstable_footing major": Fraction(1, 4),
    "wind gentle": 1,
    "wind moderate": 1,
    "wind moderately strong": 1,
    "wind strong": 1,
}
CLAUSES = {
    "climbing easy": "H-CLI-1",
    "climbing awkward": "H-CLI-2",
    "climbing none": "H-CLI-3",
    "climbing whole": "H-CLI-3",
    "crowd small": "H-CRO-1",
    "crowd large": "H-CRO-2",
    "crowd dense": "H-CRO-3",
    "darkness": "H-DAR-1",
    "underbrush": "H-DIF-1",
    "underbrush vines": "H-DIF-2",
    "wading_solid knees": "H-DIF-3",
    "wading_solid waist": "H-DIF-4",
    "wading_solid neck": "H-DIF-5",
    "no_trail": "H-DIF-6",
    "fog": "H-FOG-1",
    "ice": "H-ICE-1",
    "liquid knees": "H-LIQ-1",
    "liquid hips": "H-LIQ-2",
    "liquid swimming": "H-LIQ-3",
    "liquid current three_quarters": "H-LIQ-4",
    "liquid current half": "H-LIQ-4",
    "unstable_footing minor": "H-UNS-1",
    "unstable_footing moderate": "H-UNS-6",
    "unstable_footing major": "H-UNS-7",
    "wind gentle": "H-WIN-2",
    "wind moderate": "H-WIN-3",
    "wind moderately strong": "H-WIN-4",
    "wind strong": "H-WIN-5",
}
MAY_BE_EXCEEDED = {"no_trail", "ice", "unstable_footing minor", "unstable_footing moderate", "unstable_footing major"}
NEVER_A_LIMIT = {"darkness", "fog", "wind gentle", "wind moderate", "wind moderately strong", "wind strong"}

FACTORS = [
    haven.Climbing(),
    haven.Climbing(holds="awkward"),
    haven.Climbing(holds="none"),
    haven.Climbing(holds="none", climb_mode=True),
    haven.Crowd(),
    haven.Crowd(size="large"),
    haven.Crowd(size="dense"),
    haven.Darkness(),
    haven.Underbrush(),
    haven.Underbrush(vines=2),
    haven.WadingSolid(),
    haven.WadingSolid(depth="waist"),
    haven.WadingSolid(depth="neck"),
    haven.NoTrail(),
    haven.Fog(),
    haven.Ice(),
    haven.Liquid(),
    haven.Liquid(depth="hips"),
    haven.Liquid(depth="swimming"),
    haven.Liquid(depth="swimming", current_feet=20),
    haven.UnstableFooting(),
    haven.UnstableFooting(grade="moderate"),
    haven.UnstableFooting(grade="major"),
    haven.Wind(feet_per_turn=50),
]

factor_lists = st.lists(st.sampled_from(FACTORS), max_size=5, unique_by=lambda factor: factor.kind)
bases = st.integers(5, 300)
RULINGS = [
    Rulings(),
    Rulings(haven_round="each"),
    Rulings(haven_stack="worst"),
    Rulings(haven_trail="multiplied"),
    Rulings(haven_trail="multiplied", haven_round="each", haven_flat="rounded_first", haven_current="half"),
]


def test_every_cell_of_the_table_of_terrain_factors() -> None:
    rows = table("haven", "terrain")
    assert {row.name: row["fraction"] for row in rows} == SHARES
    assert {row.name: row.clause for row in rows} == CLAUSES
    assert {row.name for row in rows if row["limit"] == "checks"} == MAY_BE_EXCEEDED
    assert {row.name for row in rows if row["limit"] == "none"} == NEVER_A_LIMIT


def test_every_cell_of_the_table_of_speed() -> None:
    rows = table("haven", "speed")
    assert {row.name: dict(row.cells) for row in rows} == {
        "base": {"feet": 10},
        "point of Swiftness": {"feet": 5},
        "point of Movement-Mode bonus": {"feet": 5},
        "step": {"feet": 5},
        "least": {"feet": 5},
        "standing up": {"feet": 5},
        "lessening": {"fractions": (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))},
        "moves in a turn": {"count": 2},
    }


@pytest.mark.parametrize(
    ("swiftness", "mode", "flat", "feet"), [(3, 2, 0, 35), (0, 0, 0, 10), (1, 0, 0, 15), (4, 1, 5, 40), (2, 0, -5, 15)]
)
def test_base_speed_is_ten_and_five_a_point(swiftness: int, mode: int, flat: int, feet: int) -> None:
    result = haven.base_speed(swiftness, mode, flat)
    assert result.feet == feet
    assert {line.clause for line in result.ledger} == {"H-SPD-1"}
    assert ("R-HAVEN-BONUS-NAME" in result.rulings_used) == bool(mode)


@pytest.mark.parametrize(("flat", "feet"), [(-4, 6), (-5, 5), (-6, 5), (-100, 5)])
def test_base_speed_never_falls_below_five(flat: int, feet: int) -> None:
    assert haven.base_speed(0, flat_bonus=flat).feet == feet


def test_a_base_speed_between_two_steps_is_kept_or_rounded_first() -> None:
    kept, first = (
        haven.base_speed(3, flat_bonus=3),
        haven.base_speed(3, flat_bonus=3, rulings=Rulings(haven_flat="rounded_first")),
    )
    assert (kept.feet, first.feet) == (28, 25)
    assert kept.rulings_used == first.rulings_used == ("R-HAVEN-FLAT",)
    assert haven.base_speed(3, flat_bonus=5).rulings_used == ()


@pytest.mark.parametrize(
    ("base", "choice", "feet"), [(28, "kept", 20), (28, "rounded_first", 15), (7, "kept", 5), (7, "rounded_first", 5)]
)
def test_a_kept_base_speed_is_rounded_with_the_fraction(base: int, choice: str, feet: int) -> None:
    result = haven.terrain_speed(base, [haven.Crowd()], rulings=Rulings.model_validate({"haven_flat": choice}))
    assert result.feet == feet
    assert "R-HAVEN-FLAT" in result.rulings_used


def test_moves_use_whole_fives_without_any_terrain_too() -> None:
    assert haven.terrain_speed(28, []).feet == 25
    assert haven.terrain_speed(30, []).feet == 30


@pytest.mark.parametrize(
    ("base", "size", "feet"),
    [(35, "small", 25), (26, "small", 15), (27, "small", 20), (40, "large", 20), (39, "large", 15), (10, "dense", 5)],
)
def test_a_fraction_is_rounded_down_to_a_multiple_of_five(base: int, size: str, feet: int) -> None:
    assert haven.terrain_speed(base, [{"kind": "crowd", "size": size}]).feet == feet


@pytest.mark.parametrize("factor", FACTORS, ids=lambda factor: f"{factor.variant}")
def test_each_factor_alone_leaves_its_share(factor: haven.TerrainFactor) -> None:
    """80 feet divide evenly, so that the share shows unrounded."""
    result = haven.terrain_speed(80, [factor])
    share = SHARES[factor.variant]
    assert result.possible == (share is not None)
    assert result.fraction == (share or 0)
    assert result.feet == 80 * (share or 0)
    assert result.turn_feet == 2 * result.feet
    assert any(line.clause == CLAUSES[factor.variant] or line.clause == "H-LIQ-4" for line in result.ledger)
    assert haven.terrain_speed(80, [factor.model_dump(mode="json")]) == result


@pytest.mark.parametrize(
    ("size", "lessened", "share"),
    [
        ("dense", 0, Fraction(1, 4)),
        ("dense", 1, Fraction(1, 2)),
        ("dense", 2, Fraction(3, 4)),
        ("dense", 3, Fraction(1)),
        ("large", 1, Fraction(3, 4)),
        ("large", 3, Fraction(1)),
        ("small", 1, Fraction(1)),
        ("small", 2, Fraction(1)),
    ],
)
def test_a_lessened_factor_goes_up_the_steps(size: str, lessened: int, share: Fraction) -> None:
    result = haven.terrain_speed(80, [{"kind": "crowd", "size": size, "lessened": lessened}])
    assert result.fraction == share
    assert result.feet == 80 * share
    assert any(line.clause == "H-SPD-4" for line in result.ledger) == (lessened > 0)


def test_lessening_does_not_open_what_bars_but_negating_does() -> None:
    assert not haven.terrain_speed(80, [haven.WadingSolid(depth="neck", lessened=3)]).possible
    assert haven.terrain_speed(80, [haven.WadingSolid(depth="neck", negated=True)]).feet == 80


def test_lessening_has_nothing_to_lessen_in_darkness() -> None:
    assert haven.terrain_speed(80, [haven.Darkness(lessened=1)]).fraction == 1


@given(bases, st.sampled_from(FACTORS))
def test_a_negated_factor_does_nothing(base: int, factor: haven.TerrainFactor) -> None:
    negated = factor.model_copy(update={"negated": True})
    assert haven.terrain_speed(base, [negated]).feet == haven.terrain_speed(base, []).feet


@pytest.mark.parametrize(
    ("rulings", "feet", "fraction"),
    [
        (Rulings(), 20, Fraction(3, 8)),
        (Rulings(haven_stack="worst"), 25, Fraction(1, 2)),
        (Rulings(haven_round="each"), 15, Fraction(3, 8)),
    ],
)
def test_a_large_crowd_in_knee_deep_water(rulings: Rulings, feet: int, fraction: Fraction) -> None:
    result = haven.terrain_speed(55, [haven.Crowd(size="large"), haven.Liquid()], rulings=rulings)
    assert (result.feet, result.fraction) == (feet, fraction)


def test_the_question_of_stacking_arises_with_two_slowing_factors_only() -> None:
    alone = haven.terrain_speed(55, [haven.Crowd(), haven.Darkness(), haven.Ice(negated=True)])
    assert alone.rulings_used == ()
    both = haven.terrain_speed(55, [haven.Crowd(), haven.Ice()])
    assert both.rulings_used == ("R-HAVEN-STACK", "R-HAVEN-ROUND")
    worst = haven.terrain_speed(55, [haven.Crowd(), haven.Ice()], rulings=Rulings(haven_stack="worst"))
    assert worst.rulings_used == ("R-HAVEN-STACK",)


@pytest.mark.parametrize(
    ("rulings", "feet", "fraction"),
    [
        (Rulings(), 20, Fraction(1, 4)),
        (Rulings(haven_trail="multiplied"), 10, Fraction(1, 8)),
        (Rulings(haven_stack="worst"), 20, Fraction(1, 4)),
    ],
)
def test_leaving_no_trail_through_underbrush(rulings: Rulings, feet: int, fraction: Fraction) -> None:
    result = haven.terrain_speed(80, [haven.NoTrail(), haven.Underbrush()], rulings=rulings)
    assert (result.feet, result.fraction) == (feet, fraction)


def test_leaving_no_trail_where_the_rest_leaves_less_than_a_quarter() -> None:
    """A half of a quarter is less than a quarter: 80 x 1/8 = 10."""
    ground = [haven.NoTrail(), haven.Crowd(size="large"), haven.WadingSolid(depth="waist")]
    result = haven.terrain_speed(80, ground)
    assert (result.feet, result.fraction) == (10, Fraction(1, 8))
    assert result.rulings_used == ("R-HAVEN-STACK", "R-HAVEN-TRAIL", "R-HAVEN-ROUND")


def test_leaving_no_trail_rounded_after_each_factor() -> None:
    """100: a large crowd in a small thicket 100 x 1/2 x 1/2 = 25, and the quarter 25; 90: 45 -> 20 against 20."""
    ground = [haven.NoTrail(), haven.Crowd(size="large"), haven.Underbrush()]
    each = Rulings(haven_round="each")
    assert haven.terrain_speed(100, ground, rulings=each).feet == 25
    assert haven.terrain_speed(90, ground, rulings=each).feet == 20


@pytest.mark.parametrize(
    ("easy", "rulings", "share"),
    [
        (False, Rulings(), Fraction(3, 4)),
        (False, Rulings(haven_current="half"), Fraction(1, 2)),
        (True, Rulings(haven_current="half"), Fraction(3, 4)),
        (True, Rulings(haven_current="half", haven_easy="every"), Fraction(1, 2)),
    ],
)
def test_how_fast_one_swims_in_a_current(easy: bool, rulings: Rulings, share: Fraction) -> None:
    swim = haven.Liquid(depth="swimming", current_feet=20, easy=easy)
    assert haven.terrain_speed(80, [swim], rulings=rulings).fraction == share


@pytest.mark.parametrize(
    ("rulings", "share"),
    [
        (Rulings(), Fraction(1, 4)),
        (Rulings(haven_sheer="easy"), Fraction(1, 2)),
        (Rulings(haven_sheer="whole"), Fraction(1)),
        (Rulings.literal(), Fraction(1, 4)),
    ],
)
def test_how_fast_the_climb_movement_mode_climbs_without_holds(rulings: Rulings, share: Fraction) -> None:
    """H-CLI-3, R-HAVEN-SHEER: possible in every reading; what bars others is no limit, and is not named as one."""
    wall = haven.Climbing(holds="none", climb_mode=True)
    result = haven.terrain_speed(80, [wall], rulings=rulings)
    assert (result.possible, result.fraction) == (True, share)
    assert result.rulings_used == ("R-HAVEN-SHEER",)
    assert haven.terrain_speed(80, [wall, haven.Crowd()], rulings=rulings).possible


@pytest.mark.parametrize(
    "wall", [haven.Climbing(holds="none"), haven.Climbing(holds="awkward", climb_mode=True), haven.Climbing()]
)
def test_other_walls_leave_nothing_open(wall: haven.Climbing) -> None:
    """R-HAVEN-SHEER arises only where there are no holds and the mode is there; a negated wall is none."""
    assert haven.terrain_speed(80, [wall], rulings=Rulings(haven_sheer="whole")).rulings_used == ()
    negated = haven.Climbing(holds="none", climb_mode=True, negated=True)
    assert haven.terrain_speed(80, [negated]).rulings_used == ()


@pytest.mark.parametrize("liquid", [haven.Liquid(depth="swimming"), haven.Liquid(depth="hips", current_feet=20)])
def test_still_water_and_wading_raise_no_question_of_currents(liquid: haven.Liquid) -> None:
    rulings = Rulings(haven_current="half", haven_easy="every")
    assert haven.terrain_speed(80, [liquid], rulings=rulings).rulings_used == ()


@given(bases, factor_lists, st.sampled_from(RULINGS))
def test_speed_is_whole_fives_and_never_below_five_unless_impossible(
    base: int, factors: list[haven.TerrainFactor], rulings: Rulings
) -> None:
    result = haven.terrain_speed(base, factors, rulings=rulings)
    assert result.feet % 5 == 0
    assert result.feet >= 5 if result.possible else result.feet == 0
    assert result.feet <= base


@given(bases, factor_lists, st.sampled_from(RULINGS))
def test_more_terrain_is_never_faster(base: int, factors: list[haven.TerrainFactor], rulings: Rulings) -> None:
    speeds = [haven.terrain_speed(base, factors[:count], rulings=rulings) for count in range(len(factors) + 1)]
    assert all(more.feet <= fewer.feet for fewer, more in pairwise(speeds))
    assert all(more.fraction <= fewer.fraction for fewer, more in pairwise(speeds))


@given(bases, factor_lists, st.integers(0, 2), st.sampled_from(RULINGS))
def test_more_lessening_is_never_slower(
    base: int, factors: list[haven.TerrainFactor], lessened: int, rulings: Rulings
) -> None:
    def feet(steps: int) -> int:
        ground = [factor.model_copy(update={"lessened": steps}) for factor in factors]
        return haven.terrain_speed(base, ground, rulings=rulings).feet

    assert feet(lessened) <= feet(lessened + 1)


@given(bases, st.permutations(FACTORS[5:8] + FACTORS[13:16]), st.sampled_from(RULINGS))
def test_the_order_of_factors_does_not_matter(base: int, factors: list[haven.TerrainFactor], rulings: Rulings) -> None:
    some = list({factor.kind: factor for factor in factors}.values())
    ordered = sorted(some, key=lambda factor: factor.kind)
    one, other = (haven.terrain_speed(base, ground, rulings=rulings) for ground in (some, ordered))
    assert (one.feet, one.fraction) == (other.feet, other.fraction)


def test_two_limits_of_speed_multiply_for_every_pair() -> None:
    """Every pair of slowing factors of two kinds, against the shares typed above."""
    slow = [factor for factor in FACTORS if (SHARES[factor.variant] or 1) < 1 and factor.kind != "no_trail"]
    for one, other in combinations(slow, 2):
        if one.kind != other.kind:
            share = SHARES[one.variant] * SHARES[other.variant]
            result = haven.terrain_speed(60, [one, other])
            assert result.fraction == share
            assert result.feet == max(5, int(60 * share) // 5 * 5)


@pytest.mark.parametrize(("feet", "left"), [(5, 0), (6, 1), (35, 30)])
def test_standing_up_costs_five_feet(feet: int, left: int) -> None:
    result = haven.standing_up(feet)
    assert result.feet == left
    assert str(result) == f"Standing up leaves {left} feet of movement."


@pytest.mark.parametrize("feet", [0, 4])
def test_standing_up_needs_five_feet(feet: int) -> None:
    with pytest.raises(RuleError, match=f"only {feet} feet are left: H-SPD-3") as caught:
        haven.standing_up(feet)
    assert caught.value.clause == "H-SPD-3"


@pytest.mark.parametrize(
    ("factors", "where", "words"),
    [
        ([haven.Ice(), haven.Ice()], "factors", "ice is given twice"),
        ([haven.Ice()] * 2, "factors", "ice is given twice"),
        ([haven.Liquid(), haven.Liquid(depth="hips")], "factors", "liquid to the knees and liquid to the hips"),
        ([{"kind": "no_trail"}, haven.NoTrail(lessened=1)], "factors", "no trail is given twice"),
        ([{"kind": "lava"}], "factors.0", "'climbing', 'crowd'"),
        (["ice"], "factors.0", "dictionary or object"),
        ([{"kind": "liquid", "depth": "ankles"}], "factors.0.liquid.depth", "'knees', 'hips' or 'swimming'"),
        ([{"kind": "ice", "lessened": 4}], "factors.0.ice.lessened", "less than or equal to 3"),
        ([{"kind": "ice", "lessened": -1}], "factors.0.ice.lessened", "greater than or equal to 0"),
        ([{"kind": "ice", "negated": 1}], "factors.0.ice.negated", "boolean"),
        ([{"kind": "wind", "feet_per_turn": -5}], "factors.0.wind.feet_per_turn", "greater than or equal to 0"),
        ([{"kind": "fog", "normal_range_feet": float("nan")}], "factors.0.fog.normal_range_feet", "finite"),
        ([{"kind": "ice", "thickness": 3}], "factors.0.ice.thickness", "not permitted"),
    ],
)
def test_bad_factors_are_named_in_a_sentence(factors: list[object], where: str, words: str) -> None:
    with pytest.raises(ValidationError, match=words) as caught:
        haven.terrain_speed(35, factors)
    assert where in str(caught.value)


@pytest.mark.parametrize("base", [-5, 4, 20_001, True, 35.0, "35", None, float("nan")])
def test_a_bad_base_speed_is_named(base: object) -> None:
    with pytest.raises(ValidationError, match="base_feet"):
        haven.terrain_speed(base, [])


@pytest.mark.parametrize("swiftness", [-1, 1001, True, "3", 3.0, None])
def test_a_bad_swiftness_is_named_by_position_too(swiftness: object) -> None:
    with pytest.raises(ValidationError, match="swiftness"):
        haven.base_speed(swiftness)


def test_headlines_say_the_answer_in_a_sentence() -> None:
    assert str(haven.base_speed(3, 2)) == "Base speed is 35 feet a move action."
    assert str(haven.terrain_speed(35, [])) == "35 feet a move action: the whole of a base speed of 35 feet."
    assert str(haven.terrain_speed(35, [haven.Ice()])) == "15 feet a move action: 1/2 of a base speed of 35 feet."
    assert str(haven.terrain_speed(35, [haven.WadingSolid(depth="neck")])) == "No movement is possible here."


@pytest.mark.parametrize(
    "result",
    [
        haven.base_speed(3, 2, 3),
        haven.terrain_speed(55, [haven.Crowd(), haven.Liquid()]),
        haven.terrain_speed(55, [haven.Climbing(holds="none")]),
        haven.standing_up(10),
    ],
    ids=lambda result: type(result).__name__,
)
def test_results_survive_json(result: Result) -> None:
    assert type(result).model_validate_json(result.model_dump_json()) == result


@pytest.mark.parametrize("factor", FACTORS, ids=lambda factor: f"{factor.variant}")
def test_factors_survive_json(factor: haven.TerrainFactor) -> None:
    assert type(factor).model_validate_json(factor.model_dump_json()) == factor


def test_an_unknown_name_is_said_to_be_unknown() -> None:
    with pytest.raises(AttributeError, match=r"haventms\.haven has no 'Lava'"):
        _ = haven.Lava
    assert "terrain_speed" in dir(haven)
