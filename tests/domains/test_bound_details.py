"""How far the numbers of Domains go, and what is taken where nothing is said: D-ATK-1, D-MOV-1, D-RNG-1."""

from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

import pytest
from pydantic import ValidationError

from haventms import RuleError, domains
from haventms.dice import ratio, read_ratio
from haventms.domains import Creature, Leg, Stats, Weapon, attack, chance_map, plan_turn, worth
from haventms.domains.stages import Roll, StageOdds, stage

from .test_whatif import EVERY, KNIFE, OTHER, TARGET, THROWER

Call = Callable[[Any], Any]
TAKEN: dict[str, tuple[Call, int, int]] = {
    "physical": (lambda n: Stats(physical=n), 0, 1000),
    "precision": (lambda n: Stats(precision=n), 1, 1000),
    "strength": (lambda n: Weapon(damage=1, strength=n), 0, 1000),
    "base_brawn": (lambda n: Weapon(damage=1, base_brawn=n), 1, 1000),
    "reach_tiles": (lambda n: Weapon(damage=1, reach_tiles=n), 1, 20),
    "damage": (lambda n: Weapon(damage=n), 0, 1_000_000),
    "effective_feet": (lambda n: Weapon(damage=1, effective_feet=n), 0, 100_000),
    "attacks": (lambda n: attack("thrown", THROWER, TARGET, KNIFE, attacks=n), 1, 100),
    "sides": (lambda n: attack("thrown", THROWER, TARGET, KNIFE, sides=n), 1, 1000),
    "most": (lambda n: chance_map("thrown", THROWER, TARGET, KNIFE, most=n), 1, 20),
    "across_feet": (lambda n: Leg(mode="land", across_feet=n), 0, 100_000),
    "planes": (lambda n: Leg(mode="fly", planes=n), -10_000, 10_000),
    "plane": (lambda n: plan_turn(Creature(speeds={}), (), n), -10_000, 10_000),
    "turn_degrees": (lambda n: Leg(mode="fly", turn_degrees=n), -3600, 3600),
    "max_turn_degrees": (lambda n: Creature(speeds={}, max_turn_degrees=n), 0, 3600),
    "scale_feet": (lambda n: Leg(mode="climb", scale_feet=n), 1, 100_000),
    "terrain_factor": (lambda n: Leg(mode="land", terrain_factor=n), 1, 100),
}
"""By parameter: a call with it, the lowest whole number that it takes and the highest."""


@pytest.mark.parametrize("name", TAKEN)
def test_a_number_goes_from_the_lowest_to_the_highest(name: str) -> None:
    """Both are taken, and what is one beyond either is refused by the parameter's name."""
    call, lowest, highest = TAKEN[name]
    call(lowest)
    call(highest)
    for beyond in (lowest - 1, highest + 1):
        with pytest.raises(ValidationError) as refused:
            call(beyond)
        assert {error["loc"] for error in refused.value.errors()} == {(name,)}


def test_feet_are_read_by_their_digits() -> None:
    """A half is half a foot, 0.1 is a tenth exactly, the last of a foot beyond the most is refused as the whole one is."""
    for given, feet in ((F(1, 2), F(1, 2)), (0.1, F(1, 10)), (2.5, F(5, 2)), (F(200_000, 2), F(100_000)), (0, F(0))):
        read = Leg(mode="land", across_feet=given).across_feet
        assert (read, type(read)) == (feet, F)
    for wrong in (-F(1, 2), F(200_001, 2), "many", True, float("nan")):
        with pytest.raises(ValidationError, match="across_feet"):
            Leg(mode="land", across_feet=wrong)


def test_a_turn_has_two_hundred_legs() -> None:
    """D-MOV-1: and one more is refused."""
    leg = Leg(mode="land")
    assert len(plan_turn(Creature(speeds={}), (leg,) * 200).legs) == 200
    with pytest.raises(ValidationError, match="legs"):
        plan_turn(Creature(speeds={}), (leg,) * 201)


def test_the_finest_damage() -> None:
    """A thousandth of a point is read, a finer part is not."""
    assert Weapon(damage=F(1, 1000)).damage == F(1, 1000)
    with pytest.raises(ValidationError, match="down to 1/1000"):
        Weapon(damage=F(1, 1001))


def test_what_is_not_said_of_a_turn_is_not_so() -> None:
    """D-MOV-1, D-SWI-3: no feet, no height, no turn, nothing in the way, at plane 0, and 90 degrees at most."""
    leg = Leg(mode="fly")
    assert (leg.across_feet, leg.planes, leg.turn_degrees, leg.terrain_factor) == (0, 0, 0, 1)
    assert (leg.through_solid, leg.lands, leg.down) == (False, False, False)
    creature = Creature(speeds={"land": 30})
    assert (creature.max_turn_degrees, creature.passes_solid, creature.lowest_plane) == (90, False, None)
    assert plan_turn(creature, ()).start_plane == 0
    assert plan_turn(creature, (Leg(mode="land", across_feet=1),)).ledger[1].text == "Leg 1: 1 foot across"
    assert plan_turn(creature, (Leg(mode="land", across_feet=2),)).ledger[1].text == "Leg 1: 2 feet across"


def test_what_is_not_said_of_an_attack_is_the_least() -> None:
    """D-ATK-1, D-PSI-1, D-MEL-1: one attack, one tile, a mind that nobody has entered; a map of the roll to hit."""
    once = attack("thrown", THROWER, TARGET, KNIFE)
    assert once == attack("thrown", THROWER, TARGET, KNIFE, attacks=1, enter_mind=False)
    assert KNIFE.reach_tiles == 1
    for function in (attack, chance_map, worth):
        with pytest.raises(RuleError, match="Enter Mind"):
            function("psionic", EVERY, OTHER, KNIFE)
    assert chance_map("thrown", THROWER, TARGET, KNIFE) == chance_map(
        "thrown", THROWER, TARGET, KNIFE, "hit", "defender_hit", most=20
    )
    assert stage(Roll(2, "precision", 4), Roll(1, "agility", 5), 6) == stage(
        Roll(2, "precision", 4, 0), Roll(1, "agility", 5, 0), 6
    )


def test_a_chance_of_any_length_is_a_text_wherever_it_is_dumped() -> None:
    """Also one with more digits than Python writes at once; its schema says that it is a text."""
    for dice, sides in ((1, 6), (1000, 997)):
        found = stage(Roll(dice, "precision", 4), Roll(dice, "agility", 5), sides)
        for dumped in (found.model_dump(), found.model_dump(mode="json")):
            assert dumped["won"] == ratio(found.won)
            assert read_ratio("it", dumped["won"]) == found.won
    assert StageOdds.model_json_schema(mode="serialization")["properties"]["won"]["type"] == "string"


def test_a_name_is_there_each_time_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package loads it the first time, and keeps it."""
    monkeypatch.delattr(domains, "worth", raising=False)
    assert [domains.worth, domains.worth] == [worth, worth]
