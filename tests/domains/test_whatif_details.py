"""Where the maps of chances end, and what a change is worth at the edges of a case: D-ATK-1, D-RNG-2, D-SHO-1."""

from fractions import Fraction as F
from typing import Any

import pytest

from haventms import RuleError, Rulings
from haventms.domains import Stats, Weapon, attack, chance_map, worth

from .test_whatif import BOW, EVERY, KNIFE, OTHER, TARGET, THROW, THROWER, both

SHOOTER = Stats(physical=4, precision=3)


@pytest.mark.parametrize(("strength", "values"), [(0, range(20)), (1, range(1, 21)), (5, range(1, 21))])
@pytest.mark.parametrize(("across", "up"), [("damage", "defender_pool"), ("defender_pool", "damage")])
def test_a_strength_beside_a_pool_has_all_its_values(across: Any, up: Any, strength: int, values: range) -> None:
    """D-SHO-1: the pool on the map has up to twenty dice, so three degrees more than it are not always enough."""
    found = chance_map("shot", SHOOTER, TARGET, BOW.model_copy(update={"strength": strength}), across, up)
    assert (found.across_values if across == "damage" else found.up_values) == tuple(values)


def test_a_strength_ends_where_it_always_wins_and_a_stat_above_the_faces() -> None:
    """D-SHO-1, D-POO-1: a thrown weapon's stat to damage and a shot's stat to hit have seven values on six faces."""
    assert chance_map("thrown", THROWER, TARGET, KNIFE, "damage", "hit").across_values == tuple(range(1, 8))
    shot = chance_map("shot", SHOOTER, TARGET, BOW, "hit", "damage")
    assert (shot.across_values, shot.up_values) == (tuple(range(1, 8)), tuple(range(1, 5)))
    assert shot.names == ("the attacker's Precision", "the weapon's Strength")


def test_a_map_under_the_reader_s_rulings() -> None:
    """R-DOMAINS-MAX: at 70 feet of a maximum of 90 there is a map where the maximum is the weapon's own, else none."""
    knife = Weapon(damage=3, effective_feet=30, long_feet=60, max_feet=90)
    found = chance_map("thrown", THROWER, TARGET, knife, feet=70, rulings=Rulings(domains_max="separate"))
    assert found.chances[found.up_values.index(4)][found.across_values.index(3)] == both(THROW, shift=-1)
    with pytest.raises(RuleError, match="maximum range of 60"):
        chance_map("thrown", THROWER, TARGET, knife, feet=70)


def test_who_has_entered_the_mind_has_changes_worth_something() -> None:
    """D-PSI-1: only after Enter Mind is there a ranged psionic attack, and then each change is one after it too."""
    found = worth("psionic", EVERY, OTHER, KNIFE, enter_mind=True)
    before = attack("psionic", EVERY, OTHER, KNIFE, enter_mind=True).damage
    more = attack("psionic", EVERY.model_copy(update={"mental": 4}), OTHER, KNIFE, enter_mind=True).damage
    dice = {each.whose: each.gain for each in found if each.change == "One more die"}
    assert dice["attacker"] == more - before > 0 > dice["defender"]
    with pytest.raises(RuleError, match="Enter Mind"):
        worth("psionic", EVERY, OTHER, KNIFE)


def test_whose_gain_a_step_and_a_strength_are() -> None:
    """A stronger weapon and a step closer are the attacker's, a step farther is the defender's."""
    found = {each.change: each.whose for each in worth("shot", SHOOTER, TARGET, BOW, F(35))}
    steps = {"Strength 3": "attacker", "5 feet closer": "attacker", "5 feet farther": "defender"}
    assert {name: whose for name, whose in found.items() if name in steps} == steps


def test_a_step_closer_may_end_at_the_target() -> None:
    """D-RNG-2: three feet away from a target that is in effective range at no distance only, the step ends at 0 feet."""
    dart = Weapon(damage=3, effective_feet=0, long_feet=60)
    found = {each.change: each for each in worth("thrown", THROWER, TARGET, dart, F(3))}
    assert found["3 feet closer"].chance == both(THROW)
    assert found["3 feet closer"].gain == both(THROW) - both(THROW, shift=-1)
