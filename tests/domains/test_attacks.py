"""The seven attacks: exact odds, ranges, what is refused."""

import pickle
import random
from fractions import Fraction as F
from itertools import product
from math import comb
from typing import Any, get_args

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import RuleError, Rulings
from haventms.dice import Odds
from haventms.domains import AttackOdds, Stats, StatsUsed, Weapon, attack, stats_used
from haventms.domains.attacks import Kind
from haventms.domains.stages import Exchange, Roll, StageOdds, exchange, stage
from haventms.domains.stages import Form as AttackForm

from . import UNTIMED

KINDS: tuple[Any, ...] = get_args(Kind)
# Pool, then attacker's and defender's stat of both stages; typed from the source, not read from the tables.
PHYSICAL = ("physical", "precision", "agility", "brawn", "fortitude")
MENTAL = ("mental", "discipline", "intelligence", "concentration", "wisdom")
SPIRITUAL = ("spiritual", "control", "charm", "power", "composure")
USED = {
    "thrown": PHYSICAL,
    "shot": PHYSICAL,
    "psionic": MENTAL,
    "magical": SPIRITUAL,
    "physical_melee": PHYSICAL,
    "psionic_melee": MENTAL,
    "magical_melee": SPIRITUAL,
}
CLAUSE = dict(zip(KINDS, ["D-THR-1", "D-SHO-1", "D-PSI-2", "D-MAG-1", "D-MEL-2", "D-MEL-3", "D-MEL-4"], strict=True))
RANGED = ("thrown", "shot", "psionic", "magical")
BOW = Weapon(damage=3, strength=2, effective_feet=30, long_feet=60)
KNIFE = Weapon(damage=3, effective_feet=30, long_feet=60)
THROWER = Stats(physical=4, precision=3, brawn=4)
TARGET = Stats(physical=3, agility=4, fortitude=5)


def fight(
    kind: Any, own: tuple[int, int, int], other: tuple[int, int, int], weapon: Weapon = BOW, **more: Any
) -> AttackOdds:
    """An attack with (dice, stat to hit, stat to damage) on either side, under the stats that its kind uses."""
    pool, hit, hit_against, damage, damage_against = USED[kind]
    rulings = Rulings(**{name: more.pop(name) for name in list(more) if name.startswith("domains_")})
    attacker = Stats(**{pool: own[0], hit: own[1], damage: own[2]})
    defender = Stats(**{pool: other[0], hit_against: other[1], damage_against: other[2]})
    more = {"enter_mind": True, **more}
    return attack(kind, attacker, defender, weapon, rulings=rulings, **more)


def count(own: tuple[int, int], other: tuple[int, int], sides: int, shift: int = 0, other_shift: int = 0) -> F:
    """How often strictly more, every roll of both sides enumerated."""
    mine, theirs = degrees(*own, sides, shift), degrees(*other, sides, other_shift)
    return sum((p * q for n, p in mine.items() for m, q in theirs.items() if n > m), F(0))


def degrees(dice: int, target: int, sides: int, shift: int = 0) -> dict[int, F]:
    """The distribution of degrees, every roll enumerated."""
    found: dict[int, int] = {}
    for roll in product(range(1, sides + 1), repeat=dice):
        n = sum(face + shift >= target for face in roll)
        found[n] = found.get(n, 0) + 1
    return {n: F(ways, sides**dice) for n, ways in sorted(found.items())}


class TestOdds:
    """D-POO-1, D-POO-2, D-ATK-1 and the seven kinds."""

    def test_three_at_four_against_two_at_five(self) -> None:
        """5/8 for strictly more degrees; 35/81 at long range."""
        rolls = list(product(range(1, 7), repeat=5))
        wins = sum(sum(face >= 4 for face in roll[:3]) > sum(face >= 5 for face in roll[3:]) for roll in rolls)
        assert (wins, len(rolls)) == (4860, 7776)
        near = fight("thrown", (3, 4, 1), (2, 5, 7))
        far = fight("thrown", (3, 4, 1), (2, 5, 7), feet=60)
        assert (near.hit, far.hit) == (F(5, 8), F(35, 81))

    @pytest.mark.parametrize(
        ("feet", "long", "hit", "damage"),
        [
            (None, "attacker", F(19, 27), F(5377, 11664)),
            (60, "attacker", F(1, 2), F(971, 4374)),
            (60, "hit", F(1, 2), F(283, 864)),
        ],
    )
    def test_the_thrown_case_of_the_issue(self, feet: Any, long: str, hit: F, damage: F) -> None:
        result = attack("thrown", THROWER, TARGET, KNIFE, feet, rulings=Rulings(domains_long=long))
        assert (result.hit, result.damage) == (hit, damage)

    def test_long_range_for_both_sides(self) -> None:
        result = attack("thrown", THROWER, TARGET, KNIFE, 60, rulings=Rulings(domains_long="both"))
        assert result.hit == count((4, 3), (3, 4), 6, -1, -1)
        assert result.damage_stage == count((4, 4), (3, 5), 6, -1, -1)

    @pytest.mark.parametrize("kind", KINDS)
    @pytest.mark.parametrize(
        ("own", "other", "sides"),
        [((3, 4, 2), (2, 5, 3), 6), ((2, 1, 4), (3, 4, 1), 4), ((1, 9, 5), (2, 3, 9), 8), ((0, 3, 3), (2, 3, 3), 6)],
    )
    def test_every_kind_against_enumeration(self, kind: str, own: Any, other: Any, sides: int) -> None:
        """Both chances and all four distributions, for each kind under its own stats."""
        result = fight(kind, own, other, sides=sides)
        hit = count(own[:2], other[:2], sides)
        second = count((own[0], own[2]), (other[0], other[2]), sides)
        against = degrees(other[0], other[2], sides)
        if kind == "shot":
            second = sum((p for n, p in against.items() if n < 2), F(0))
        assert (result.hit, result.damage_stage, result.damage) == (hit, second, hit * second)
        assert result.expected_damage == hit * second * 3
        assert result.hit_degrees.outcomes == degrees(own[0], own[1], sides)
        assert result.defender_hit_degrees.outcomes == degrees(other[0], other[1], sides)
        assert result.damage_degrees.outcomes == ({2: 1} if kind == "shot" else degrees(own[0], own[2], sides))
        assert result.defender_damage_degrees.outcomes == against
        assert CLAUSE[kind] in {line.clause for line in result.ledger}

    def test_a_thousand_cases_against_icepool(self) -> None:
        """Random pools, stats beyond the die included, dice and ranges, against another library."""
        draw = random.Random(20240229)
        for _ in range(1000):
            sides = draw.choice([4, 6, 8, 10, 12, 20])
            kind = draw.choice(KINDS)
            own = draw.randint(0, 5), draw.randint(1, sides + 2), draw.randint(1, sides + 2)
            other = draw.randint(0, 5), draw.randint(1, sides + 2), draw.randint(1, sides + 2)
            strength = draw.randint(0, 5)
            long = kind in RANGED and draw.random() < 0.5
            lower = -1 if long else 0
            weapon = Weapon(damage=2, strength=strength, effective_feet=10, long_feet=20)
            result = fight(kind, own, other, weapon, feet=20 if long else 5, sides=sides)
            die = icepool.d(sides)
            hit = own[0] @ (die + lower >= own[1]) > other[0] @ (die >= other[1])
            rolled = icepool.Die([strength]) if kind == "shot" else own[0] @ (die + lower >= own[2])
            damage = rolled > other[0] @ (die >= other[2])
            assert result.hit == hit.probability(True)
            assert result.damage == hit.probability(True) * damage.probability(True)

    def test_a_shot_keeps_its_strength_at_long_range(self) -> None:
        """Strength 2 against three dice of Fortitude 4: 1/2, near and far; only `both` lowers the target's roll."""
        near = fight("shot", (4, 3, 1), (3, 4, 4), feet=30)
        far = fight("shot", (4, 3, 1), (3, 4, 4), feet=60)
        assert (near.damage_stage, far.damage_stage) == (F(1, 2), F(1, 2))
        assert far.hit == count((4, 3), (3, 4), 6, -1)
        both = fight("shot", (4, 3, 1), (3, 4, 4), feet=60, domains_long="both")
        assert both.damage_stage == sum(p for n, p in degrees(3, 4, 6, -1).items() if n < 2)

    @pytest.mark.parametrize("strength", [0, 1, 3, 4, 1000])
    def test_strength_has_to_exceed_the_degrees(self, strength: int) -> None:
        result = fight("shot", (1, 1, 1), (3, 4, 4), Weapon(damage=1, strength=strength))
        assert result.damage_stage == sum((p for n, p in degrees(3, 4, 6).items() if n < strength), F(0))

    def test_a_one_becomes_nothing_at_long_range(self) -> None:
        """Precision 1 succeeds on every face near by, and on five of six at long range."""
        result = fight("thrown", (1, 1, 1), (0, 1, 1), feet=31)
        assert (result.hit, result.damage) == (F(5, 6), F(25, 36))

    @pytest.mark.parametrize("token", ["d4", "d6", "d8", "d10", "d12", "d20"])
    def test_the_die_is_the_rulings_unless_given(self, token: str) -> None:
        result = fight("thrown", (2, 3, 3), (2, 3, 3), domains_die=token)
        assert result.hit == count((2, 3), (2, 3), int(token[1:]))
        assert "R-DOMAINS-DIE" in result.rulings_used
        given = fight("thrown", (2, 3, 3), (2, 3, 3), domains_die=token, sides=7)
        assert given.hit == count((2, 3), (2, 3), 7)
        assert "R-DOMAINS-DIE" not in given.rulings_used

    def test_the_die_is_six_sided_by_default(self) -> None:
        assert fight("thrown", (2, 3, 3), (2, 3, 3)).hit == count((2, 3), (2, 3), 6)


class TestSeveralAttacks:
    """Expected damage and the distribution of damage count all attacks."""

    @pytest.mark.parametrize("attacks", [1, 2, 3, 7])
    def test_damage_over_several_attacks(self, attacks: int) -> None:
        p = F(5377, 11664)
        result = attack("thrown", THROWER, TARGET, KNIFE, attacks=attacks)
        expected = {3 * n: comb(attacks, n) * p**n * (1 - p) ** (attacks - n) for n in range(attacks + 1)}
        assert result.total_damage.outcomes == expected
        assert result.expected_damage == result.total_damage.mean == 3 * p * attacks
        assert (result.hit, result.damage) == (F(19, 27), p)

    def test_half_points_of_damage_stay_exact(self) -> None:
        result = attack("thrown", THROWER, TARGET, Weapon(damage=2.5), attacks=2)
        assert set(result.total_damage.outcomes) == {0, F(5, 2), 5}
        assert result.expected_damage == 5 * F(5377, 11664)

    def test_a_weapon_without_damage(self) -> None:
        result = attack("thrown", THROWER, TARGET, Weapon(damage=0), attacks=3)
        assert result.total_damage == Odds.constant(0)
        assert result.expected_damage == 0

    def test_a_certain_and_an_impossible_attack(self) -> None:
        sure = fight("thrown", (1, 1, 1), (0, 1, 1), attacks=2)
        never = fight("thrown", (0, 1, 1), (0, 1, 1), attacks=2)
        assert (sure.total_damage.outcomes, never.total_damage.outcomes) == ({6: 1}, {0: 1})


class TestDistances:
    """D-RNG-1 to 3 and D-MEL-1, at their thresholds."""

    @pytest.mark.parametrize("kind", RANGED)
    @pytest.mark.parametrize(
        ("feet", "edge", "long"),
        [
            (0, "none", False),
            (29.5, "penalty", False),
            (30, "none", False),
            (30, "penalty", True),
            (30.5, "none", True),
            (60, "none", True),
        ],
    )
    def test_effective_and_long_range(self, kind: str, feet: Any, edge: str, long: bool) -> None:
        result = fight(kind, (3, 3, 3), (2, 4, 4), feet=feet, domains_edge=edge)
        assert result.hit == count((3, 3), (2, 4), 6, -1 if long else 0)
        assert ("R-DOMAINS-LONG" in result.rulings_used) is long
        assert ("R-DOMAINS-EDGE" in result.rulings_used) is (feet == 30)

    @pytest.mark.parametrize("kind", RANGED)
    def test_no_attack_beyond_the_maximum(self, kind: str) -> None:
        with pytest.raises(RuleError, match="maximum range of 60") as caught:
            fight(kind, (3, 3, 3), (2, 4, 4), feet=60.5)
        assert caught.value.clause == "D-RNG-3"

    @pytest.mark.parametrize(("feet", "ruling", "allowed"), [(60, "long", True), (61, "long", False)])
    @pytest.mark.parametrize("most", [None, 90])
    def test_long_range_is_the_maximum(self, feet: int, ruling: str, allowed: bool, most: Any) -> None:
        weapon = Weapon(damage=1, effective_feet=30, long_feet=60, max_feet=most)
        if allowed:
            assert "R-DOMAINS-MAX" not in fight("thrown", (3, 3, 3), (2, 4, 4), weapon, feet=feet).rulings_used
            return
        with pytest.raises(RuleError, match="beyond"):
            fight("thrown", (3, 3, 3), (2, 4, 4), weapon, feet=feet, domains_max=ruling)

    @pytest.mark.parametrize("feet", [61, 90])
    def test_a_maximum_of_its_own(self, feet: int) -> None:
        """Between long range and the weapon's own maximum the penalty goes on; beyond it is refused."""
        weapon = Weapon(damage=1, effective_feet=30, long_feet=60, max_feet=90)
        result = fight("thrown", (3, 3, 3), (2, 4, 4), weapon, feet=feet, domains_max="separate")
        assert result.hit == count((3, 3), (2, 4), 6, -1)
        assert "R-DOMAINS-MAX" in result.rulings_used
        with pytest.raises(RuleError, match="maximum range of 90"):
            fight("thrown", (3, 3, 3), (2, 4, 4), weapon, feet=91, domains_max="separate")

    def test_ranges_that_are_not_known_forbid_nothing(self) -> None:
        plain = count((3, 3), (2, 4), 6)
        far = count((3, 3), (2, 4), 6, -1)
        own, other = (3, 3, 3), (2, 4, 4)
        assert fight("thrown", own, other, Weapon(damage=1), feet=500).hit == plain
        assert fight("thrown", own, other, Weapon(damage=1, effective_feet=30), feet=500).hit == far
        assert fight("thrown", own, other, Weapon(damage=1, long_feet=60), feet=60).hit == plain
        open_end = Weapon(damage=1, effective_feet=30, long_feet=60)
        assert fight("thrown", own, other, open_end, feet=500, domains_max="separate").hit == far
        with pytest.raises(RuleError, match="maximum range of 90"):
            fight("thrown", own, other, Weapon(damage=1, max_feet=90), feet=91)

    @pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in RANGED])
    @pytest.mark.parametrize(
        ("reach", "feet", "allowed"), [(1, 5, True), (1, 5.5, False), (2, 10, True), (2, 11, False)]
    )
    def test_reach_in_tiles(self, kind: str, reach: int, feet: Any, allowed: bool) -> None:
        weapon = Weapon(damage=1, reach_tiles=reach, effective_feet=1, long_feet=2)
        if allowed:
            result = fight(kind, (3, 3, 3), (2, 4, 4), weapon, feet=feet)
            assert "R-DOMAINS-TILE" in result.rulings_used
            assert result.hit == count((3, 3), (2, 4), 6)
        else:
            with pytest.raises(RuleError, match="reach") as caught:
                fight(kind, (3, 3, 3), (2, 4, 4), weapon, feet=feet)
            assert caught.value.clause == "D-MEL-1"

    @pytest.mark.parametrize("kind", KINDS)
    def test_without_a_distance_nothing_is_checked(self, kind: str) -> None:
        weapon = Weapon(damage=1, strength=1, effective_feet=0, long_feet=0)
        result = fight(kind, (3, 3, 3), (2, 4, 4), weapon)
        assert result.hit == count((3, 3), (2, 4), 6)
        assert "R-DOMAINS-TILE" not in result.rulings_used


class TestRequirements:
    """Enter Mind, Discipline, base Brawn."""

    def test_ranged_psionic_attacks_take_enter_mind(self) -> None:
        with pytest.raises(RuleError, match="Enter Mind") as caught:
            fight("psionic", (3, 3, 3), (2, 4, 4), enter_mind=False)
        assert caught.value.clause == "D-PSI-1"
        assert "R-DOMAINS-ENTERMIND" not in fight("psionic", (3, 3, 3), (2, 4, 4)).rulings_used

    def test_psionic_melee_takes_it_only_by_the_ruling(self) -> None:
        free = fight("psionic_melee", (3, 3, 3), (2, 4, 4), enter_mind=False)
        assert "R-DOMAINS-ENTERMIND" in free.rulings_used
        with pytest.raises(RuleError, match="Enter Mind"):
            fight("psionic_melee", (3, 3, 3), (2, 4, 4), enter_mind=False, domains_entermind="always")
        used = fight("psionic_melee", (3, 3, 3), (2, 4, 4), domains_entermind="always")
        assert "R-DOMAINS-ENTERMIND" not in used.rulings_used

    @pytest.mark.parametrize("kind", [kind for kind in KINDS if "psionic" not in kind])
    def test_nobody_else_needs_it(self, kind: str) -> None:
        assert fight(kind, (3, 3, 3), (2, 4, 4), enter_mind=False, domains_entermind="always").hit > 0

    @pytest.mark.parametrize("kind", ["psionic", "psionic_melee"])
    def test_precision_or_discipline(self, kind: Any) -> None:
        attacker = Stats(mental=3, precision=2, discipline=5, concentration=3)
        defender = Stats(mental=2, intelligence=4, wisdom=4)
        for token, stat in (("discipline", 5), ("precision", 2)):
            rulings = Rulings(domains_discipline=token)
            result = attack(kind, attacker, defender, Weapon(damage=1), enter_mind=True, rulings=rulings)
            assert result.hit == count((3, stat), (2, 4), 6)
            assert "R-DOMAINS-DISCIPLINE" in result.rulings_used
        only = Stats(mental=3, discipline=5, concentration=3)
        with pytest.raises(RuleError, match="the attacker's Precision"):
            attack(kind, only, defender, Weapon(damage=1), enter_mind=True, rulings=rulings)

    @pytest.mark.parametrize(("brawn", "strong"), [(3, True), (4, True), (5, False)])
    def test_base_brawn(self, brawn: int, strong: bool) -> None:
        """At most the base, since lower is better; too weak is refused, or one less on each die to hit."""
        bow = Weapon(damage=1, strength=2, base_brawn=4, effective_feet=30, long_feet=60)
        own, other = (4, 3, brawn), (3, 4, 4)
        if strong:
            result = fight("shot", own, other, bow)
            assert result.hit == count((4, 3), (3, 4), 6)
            assert "R-DOMAINS-MINBRAWN" not in result.rulings_used
            return
        with pytest.raises(RuleError, match="too weak") as caught:
            fight("shot", own, other, bow)
        assert caught.value.clause == "D-SHO-2"
        weak = fight("shot", own, other, bow, domains_minbrawn="minus_one")
        assert weak.hit == count((4, 3), (3, 4), 6, -1)
        assert weak.damage_stage == F(1, 2)
        far = fight("shot", own, other, bow, feet=60, domains_minbrawn="minus_one")
        assert far.hit == count((4, 3), (3, 4), 6, -2)

    def test_only_shots_ask_for_base_brawn(self) -> None:
        assert fight("thrown", (4, 3, 6), (3, 4, 4), Weapon(damage=1, base_brawn=2)).hit > 0

    def test_a_base_brawn_without_the_shooters(self) -> None:
        bow = Weapon(damage=1, strength=2, base_brawn=4)
        with pytest.raises(RuleError, match="Brawn is not given") as caught:
            attack("shot", Stats(physical=3, precision=3), TARGET, bow)
        assert caught.value.clause == "D-SHO-2"


class TestMissing:
    """A stat that the kind needs: a RuleError of its clause that names whose and which."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_each_stat_in_turn(self, kind: str) -> None:
        pool, hit, hit_against, damage, damage_against = USED[kind]
        own = {pool: 3, hit: 3, damage: 3}
        other = {pool: 3, hit_against: 3, damage_against: 3}
        if kind == "shot":
            del own[damage]
        whole = attack(kind, Stats(**own), Stats(**other), BOW, enter_mind=True)  # type: ignore[arg-type]
        assert 0 < whole.damage < 1
        for side, names in (("attacker", own), ("defender", other)):
            for name in names:
                given = {"attacker": dict(own), "defender": dict(other)}
                del given[side][name]
                word = f"the {side}'s {name.title()}{' pool' if name == pool else ''},"
                with pytest.raises(RuleError, match=word) as caught:
                    attack(kind, given["attacker"], given["defender"], BOW, enter_mind=True)  # type: ignore[arg-type]
                assert caught.value.clause == CLAUSE[kind]

    def test_a_shot_without_strength(self) -> None:
        with pytest.raises(RuleError, match="the weapon's Strength") as caught:
            attack("shot", THROWER, TARGET, KNIFE)
        assert caught.value.clause == "D-SHO-1"

    def test_stats_of_the_wrong_domain_are_all_named(self) -> None:
        """A mind does not throw: everything that is missing is said at once."""
        with pytest.raises(RuleError) as caught:
            attack("thrown", Stats(mental=4, discipline=3), Stats(), KNIFE)
        assert caught.value.sentence == (
            "A thrown attack needs the attacker's Physical pool, the attacker's Precision, the attacker's Brawn, "
            "the defender's Physical pool, the defender's Agility and the defender's Fortitude, not given here"
        )

    def test_which_stats_are_used(self) -> None:
        assert stats_used("thrown") == StatsUsed(
            ("physical", "precision", "brawn"), ("physical", "agility", "fortitude")
        )
        assert stats_used("shot").attacker == ("physical", "precision")
        assert stats_used("shot", weapon=Weapon(damage=1)).attacker == ("physical", "precision")
        assert stats_used("shot", weapon=Weapon(damage=1, base_brawn=3)).attacker == ("physical", "precision", "brawn")
        assert stats_used("thrown", weapon=Weapon(damage=1, base_brawn=3)) == stats_used("thrown")
        assert stats_used("psionic").attacker == ("mental", "discipline", "concentration")
        printed = stats_used("psionic_melee", Rulings(domains_discipline="precision"))
        assert printed.attacker == ("mental", "precision", "concentration")


class TestBadInput:
    """One sentence that names the field and what is allowed."""

    @pytest.mark.parametrize(
        ("model", "given", "field", "words"),
        [
            (Stats, {"physical": 10**9}, "physical", "less than or equal to 1000"),
            (Stats, {"physical": -1}, "physical", "greater than or equal to 0"),
            (Stats, {"precision": 0}, "precision", "greater than or equal to 1"),
            (Stats, {"precision": 1001}, "precision", "less than or equal to 1000"),
            (Stats, {"physical": True}, "physical", "valid integer"),
            (Stats, {"physical": 3.0}, "physical", "valid integer"),
            (Stats, {"strength": 3}, "strength", "Extra"),
            (Weapon, {}, "damage", "required"),
            (Weapon, {"damage": -1}, "damage", "greater than or equal to 0"),
            (Weapon, {"damage": F(1, 7919)}, "damage", "1/1000"),
            (Weapon, {"damage": 1, "strength": -1}, "strength", "greater than or equal to 0"),
            (Weapon, {"damage": 1, "base_brawn": 0}, "base_brawn", "greater than or equal to 1"),
            (Weapon, {"damage": 1, "reach_tiles": 0}, "reach_tiles", "greater than or equal to 1"),
            (Weapon, {"damage": 1, "effective_feet": 30, "long_feet": 29}, "long_feet", "at least effective_feet, 30"),
            (Weapon, {"damage": 1, "long_feet": 60, "max_feet": 59}, "max_feet", "at least long_feet, 60"),
            (Weapon, {"damage": 1, "effective_feet": 60, "max_feet": 59}, "max_feet", "at least effective_feet, 60"),
        ],
    )
    def test_stats_and_weapons(self, model: Any, given: dict[str, Any], field: str, words: str) -> None:
        with pytest.raises(ValidationError) as caught:
            model(**given)
        assert [error["loc"] for error in caught.value.errors()] == [(field,)]
        assert words in caught.value.errors()[0]["msg"]

    def test_ranges_may_be_equal_or_absent(self) -> None:
        weapon = Weapon(damage=1, effective_feet=30, long_feet=30, max_feet=30)
        assert weapon.max_feet == weapon.effective_feet
        assert Weapon(damage=1, effective_feet=None, long_feet=None, max_feet=5).max_feet == 5

    @pytest.mark.parametrize(
        ("arguments", "field"),
        [
            (("kick",), "kind"),
            (("thrown", THROWER, TARGET, KNIFE, -1), "feet"),
            (("thrown", THROWER, TARGET, KNIFE, 5, 0), "sides"),
            (("thrown", THROWER, TARGET, KNIFE, 5, 1001), "sides"),
            (("thrown", THROWER, TARGET, KNIFE, 5, 6, False, 0), "attacks"),
            (("thrown", THROWER, TARGET, KNIFE, 5, 6, False, 101), "attacks"),
        ],
    )
    def test_an_attack_by_position(self, arguments: Any, field: str) -> None:
        with pytest.raises(ValidationError) as caught:
            attack(*arguments)
        assert caught.value.errors()[0]["loc"] == (field,)

    @pytest.mark.parametrize(("dice", "allowed"), [(1250, True), (1252, False)])
    def test_all_attacks_together_roll_so_many_dice(self, dice: int, allowed: bool) -> None:
        """Two stages of two attacks: at most 5,000 dice can be counted, and the sentence says so."""
        attacker = Stats(physical=dice - 1000, precision=3, brawn=3)
        defender = Stats(physical=1000, agility=3, fortitude=3)
        if allowed:
            assert attack("thrown", attacker, defender, KNIFE, attacks=2).attacks == 2
            return
        with pytest.raises(ValidationError, match=r"5,008 dice, of which 5,000 can be counted") as caught:
            attack("thrown", attacker, defender, KNIFE, attacks=2)
        assert caught.value.errors()[0]["loc"] == ("attacks",)

    def test_one_fault_is_one_sentence(self) -> None:
        """With an unknown kind, or no pools, the number of attacks is not held against it."""
        with pytest.raises(ValidationError) as caught:
            attack("kick", THROWER, TARGET, KNIFE, attacks=2)  # type: ignore[arg-type]
        assert [error["loc"] for error in caught.value.errors()] == [("kind",)]
        with pytest.raises(RuleError):
            attack("thrown", Stats(), Stats(), KNIFE, attacks=2)


class TestWording:
    """Headlines, ledger and JSON."""

    def test_the_headline_of_the_issue(self) -> None:
        assert str(attack("thrown", THROWER, TARGET, KNIFE)) == (
            "A thrown attack hits 19 in 27, damages 46.1 %: exactly 5377/11664."
        )

    def test_the_headline_of_several_attacks(self) -> None:
        """Three attacks of 3 damage: 9 x 5377/11664 is 4.1488."""
        headline = str(attack("thrown", THROWER, TARGET, KNIFE, attacks=3))
        assert headline.endswith("exactly 5377/11664. 3 attacks deal 4.1 damage on average.")

    def test_nearly_certain_is_never_certain(self) -> None:
        """Twenty dice at 2 against one at 10 on d10: > 99.99 %, and only what is certain is 100 %."""
        nearly = str(fight("magical", (20, 2, 2), (1, 10, 10), sides=10))
        assert nearly == "A ranged magical attack hits > 99.99 %, damages > 99.99 %."
        sure = str(fight("magical", (20, 1, 1), (1, 10, 10), sides=10))
        assert sure == "A ranged magical attack hits 100 %, damages 100 %."
        never = str(fight("magical", (20, 11, 1), (1, 10, 10), sides=10))
        assert never == "A ranged magical attack hits 0 %, damages 0 %."
        hardly = str(fight("magical", (1, 10, 10), (20, 2, 2), sides=10))
        assert hardly == "A ranged magical attack hits < 0.01 %, damages < 0.01 %."

    def test_the_ledger_shows_each_step(self) -> None:
        result = attack("thrown", THROWER, TARGET, KNIFE, feet=60)
        steps = [(line.clause, line.value) for line in result.ledger]
        assert steps == [
            ("D-RNG-1", ""),
            ("D-RNG-2", "-1"),
            ("D-POO-1", "d6"),
            ("D-THR-1", ""),
            ("D-POO-1", "2/1"),
            ("D-POO-1", "3/2"),
            ("D-POO-2", "1/2"),
            ("D-POO-1", "4/3"),
            ("D-POO-1", "1/1"),
            ("D-POO-2", "971/2187"),
            ("D-ATK-1", "971/4374"),
            ("D-ATK-1", "971/1458"),
        ]
        assert result.rulings_used == ("R-DOMAINS-LONG", "R-DOMAINS-DIE")

    def test_large_pools_are_written_too(self) -> None:
        """A thousand dice a side: exact, in per cent in the ledger, and through JSON digit by digit."""
        result = fight("thrown", (1000, 4, 5), (900, 4, 5), sides=6)
        text = result.model_dump_json()
        assert AttackOdds.model_validate_json(text) == result
        for ways, chance in ((1, result.hit), (2, result.damage_stage)):  # faces that fail, for each that succeeds
            mine, theirs = ([comb(n, k) * ways ** (n - k) for k in range(n + 1)] for n in (1000, 900))
            wins = sum(mine[k] * sum(theirs[:k]) for k in range(1001))
            assert chance == F(wins, (ways + 1) ** 1900)
        assert [line.value[-1] for line in result.ledger if line.clause == "D-POO-2"] == ["%", "%"]
        assert result.explain().count("%") == 5

    @pytest.mark.parametrize("kind", KINDS)
    def test_results_survive_json(self, kind: str) -> None:
        result = fight(kind, (3, 4, 2), (2, 5, 3), attacks=2)
        text = result.model_dump_json()
        assert '"hit":"5/8"' in text
        read = AttackOdds.model_validate_json(text)
        assert read == result
        assert read.model_dump_json() == text
        assert {name: type(value) for name, value in read} == {name: type(value) for name, value in result}
        assert [name for name, _ in result] == list(AttackOdds.model_fields)
        assert pickle.loads(pickle.dumps(result)) == result

    def test_stages_are_results_of_their_own(self) -> None:
        rolls = Roll(3, "precision", 4), Roll(2, "agility", 5)
        one = stage(*rolls, 6)
        both = exchange(AttackForm("D-THR-1", "a throw", "here"), rolls, (2, rolls[1]), 6)
        assert str(one) == "Won in 62.5 % of cases."
        assert str(both).startswith("Both stages are won in")
        assert StageOdds.model_validate_json(one.model_dump_json()) == one
        assert Exchange.model_validate_json(both.model_dump_json()) == both

    def test_no_number_is_read_from_nonsense(self) -> None:
        with pytest.raises(ValidationError, match="ratio"):
            StageOdds(own=Odds.constant(1), other=Odds.constant(1), won="half")


CASE = st.tuples(
    st.integers(0, 8), st.integers(1, 8), st.integers(1, 8), st.integers(0, 8), st.integers(1, 8), st.integers(1, 8)
)


@UNTIMED
@given(CASE, st.sampled_from([kind for kind in KINDS if kind != "shot"]))
def test_one_more_die_never_hurts(case: tuple[int, ...], kind: str) -> None:
    own, other = case[:3], case[3:]
    less = fight(kind, own, other)  # type: ignore[arg-type]
    more = fight(kind, (own[0] + 1, *own[1:]), other)  # type: ignore[arg-type]
    assert more.hit >= less.hit
    assert more.damage >= less.damage


@UNTIMED
@given(CASE, st.sampled_from(KINDS))
def test_a_lower_stat_never_hurts(case: tuple[int, ...], kind: str) -> None:
    """And the defender's lower stat never helps the attacker."""
    own, other = case[:3], case[3:]
    here = fight(kind, own, other)  # type: ignore[arg-type]
    lower = tuple(max(1, stat - 1) for stat in own[1:])
    assert fight(kind, (own[0], *lower), other).damage >= here.damage  # type: ignore[arg-type]
    guarded = tuple(max(1, stat - 1) for stat in other[1:])
    assert fight(kind, own, (other[0], *guarded)).damage <= here.damage  # type: ignore[arg-type]


@UNTIMED
@given(CASE)
def test_winning_tying_and_losing_is_everything(case: tuple[int, ...]) -> None:
    """The same stage seen from both sides, and the chance to tie, sum to exactly one."""
    own, other = (case[0], case[1]), (case[3], case[4])
    there = stage(Roll(own[0], "brawn", own[1]), Roll(other[0], "fortitude", other[1]), 6)
    back = stage(Roll(other[0], "fortitude", other[1]), Roll(own[0], "brawn", own[1]), 6)
    tie = sum((p * there.other.p(n) for n, p in there.own.outcomes.items()), F(0))
    assert there.won + back.won + tie == 1


@UNTIMED
@given(CASE, st.sampled_from(["attacker", "hit", "both"]), st.sampled_from(RANGED))
def test_long_range_is_one_less_on_each_die(case: tuple[int, ...], whose: str, kind: str) -> None:
    """Long range for the attacker is the same as each of its stats one higher."""
    own, other = case[:3], case[3:]
    far = fight(kind, own, other, feet=60, domains_long=whose)  # type: ignore[arg-type]
    damage = own[2] + (whose != "hit")
    guarded = (other[0], other[1] + 1, other[2] + 1) if whose == "both" else other
    near = fight(kind, (own[0], own[1] + 1, damage), guarded, feet=30)  # type: ignore[arg-type]
    assert (far.hit, far.damage) == (near.hit, near.damage)
