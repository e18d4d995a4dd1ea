"""The odds of an attack: both stages, damage of several attacks, the map, what changes are worth."""

import json
from fractions import Fraction as F
from itertools import product

import pytest
from haventms_widgets import explorers, run_json
from haventms_widgets.controls import specs
from haventms_widgets.run import view
from haventms_widgets.views.attack_columns import MARKED_COLUMNS, points
from haventms_widgets.views.domains_attack import KINDS

from haventms import Rulings
from haventms.tables import table

ATTACK = explorers()["domains-attack"]
SURE = {
    "attacker": {"physical": 20, "precision": 2, "brawn": 2},
    "defender": {"physical": 1, "agility": 10, "fortitude": 10},
}


def shown(rulings=None, **inputs):
    return view(ATTACK, inputs, Rulings(**(rulings or {})))


def value(of, label):
    return next((each["value"] for each in of["facts"] if each["label"] == label), None)


def exact(of, label):
    return next(each["exact"] for each in of["facts"] if each["label"] == label)


def degrees(dice, target):
    """How often so many of the dice show the target or more, every roll counted."""
    found = [0] * (dice + 1)
    for roll in product(range(1, 7), repeat=dice):
        found[sum(face >= target for face in roll)] += 1
    return [F(ways, 6**dice) for ways in found]


def test_the_default_is_the_throw_of_the_worked_values():
    """Hit 19/27, damage 5377/11664, both in the headline and exactly beside the per cent."""
    of = shown()
    assert of["headline"] == "A thrown attack hits 19 in 27, damages 46.1 %: exactly 5377/11664."
    assert (value(of, "Hits"), exact(of, "Hits")) == ("70.4 %", "19/27")
    assert exact(of, "Damages once it hits") == "283/432"
    assert exact(of, "Hits and damages") == "5377/11664"
    assert exact(of, "Damage on average") == "5377/3888"


def test_all_but_certain_is_never_called_certain():
    """Twenty dice that count from 2 against one that counts from 10, on ten faces: "> 99.99 %" everywhere."""
    of = shown({"domains_die": "d10"}, **SURE)
    assert value(of, "Hits") == value(of, "Hits and damages") == "> 99.99 %"
    assert "hits > 99.99 %, damages > 99.99 %" in of["headline"]
    cells = of["series"]["map"]
    here = list(zip(cells["across"], cells["up"], strict=True)).index((2, 10))
    assert cells["percent"][here] == "> 99.99 %"
    assert cells["mark"][here] == ">99"
    assert "100 %" not in json.dumps(of)


def test_the_degrees_of_both_sides_stage_by_stage():
    """Against every roll counted: 4 dice from 3 and 4, 3 dice from 4 and 5."""
    of = shown()
    for stage, own, other in (("hit", (4, 3), (3, 4)), ("damage", (4, 4), (3, 5))):
        columns = of["series"][stage]
        assert columns["whose"] == ["attacker"] * 5 + ["defender"] * 4
        assert columns["degrees"] == [0, 1, 2, 3, 4, 0, 1, 2, 3]
        assert columns["chance"] == [float(chance) for chance in degrees(*own) + degrees(*other)]
    assert value(of, "Degrees to hit, on average") == "2 2/3"
    assert value(of, "Degrees against the hit, on average") == "1 1/2"


def test_the_damage_of_several_attacks():
    """Two throws of 3: 6287, 5377 and 6287 of 11664 multiplied by hand."""
    of = shown(attacks=2)
    total = of["series"]["total"]
    assert total["amount"] == ["0", "3", "6"]
    by_hand = [F(39526369, 136048896), F(33805199, 68024448), F(28912129, 136048896)]
    assert total["chance"] == [float(chance) for chance in by_hand]
    assert total["at_least"] == ["certain", "70.9 %", "21.3 %"]
    assert exact(of, "At least one of 2 damages") == "96522527/136048896"
    assert "2 attacks deal 2.8 damage on average." in of["headline"]


def test_damage_may_be_a_fraction_or_none():
    """Half a point is drawn where it lies; a weapon without damage deals 0 for certain."""
    assert shown(weapon={"damage": 0.5})["series"]["total"]["amount"] == ["0", "1/2"]
    assert shown(weapon={"damage": 0})["series"]["total"]["percent"] == ["100 %"]


def test_the_map_shows_the_chance_over_two_numbers():
    """Seven values of Precision by seven of Agility, the present case at 5377/11664, its axes named."""
    of = shown()
    cells = of["series"]["map"]
    assert len(cells["chance"]) == 49
    found = dict(zip(zip(cells["across"], cells["up"], strict=True), cells["chance"], strict=True))
    here = of["series"]["here"]
    assert found[here["across"][0], here["up"][0]] == float(F(5377, 11664))
    assert of["series"]["axes"]["across"] == ["across: the attacker's Precision"]
    assert of["series"]["axes"]["up"] == ["up: the defender's Agility"]
    assert cells["mark"][:2] == ["66", "32"]


@pytest.mark.parametrize(("die", "marked"), [("d10", True), ("d12", False)])
def test_a_wide_map_has_no_numbers_in_its_cells(die, marked):
    """Eleven columns have room for them, thirteen have not."""
    cells = shown({"domains_die": die})["series"]["map"]
    assert (len(set(cells["across"])) <= MARKED_COLUMNS) is marked
    assert any(cells["mark"]) is marked


def test_what_changes_are_worth_is_ranked():
    """The most first, whoever it helps; a step within effective range is worth nothing."""
    bars = shown()["series"]["worth"]
    assert bars["points"] == sorted(bars["points"], reverse=True)
    assert bars["label"][0] == "+18.0  One more die"
    assert bars["label"][-2:] == ["nothing  5 feet closer", "nothing  5 feet farther"]
    assert bars["whose"][1] == "helps the defender"
    of = shown(feet=60)
    assert "-22.2  5 feet farther" in of["series"]["worth"]["label"]
    assert value(of, "Worth most to the defender") == "5 feet farther: -22.2 points"


def test_nothing_is_worth_most_where_nothing_can_change():
    """Without dice on either side and no distance the facts pass over it."""
    of = shown(attacker={"precision": 30, "brawn": 30}, feet=None)
    assert value(of, "Worth most to the defender") is None


@pytest.mark.parametrize(
    ("gain", "words"),
    [(F(0), "nothing"), (F(1, 2000), "+0.1 points"), (F(1, 2001), "+< 0.1 points"), (F(-1, 3), "-33.3 points")],
)
def test_points_are_never_called_nothing_unless_they_are(gain, words):
    """At half of a tenth and below."""
    assert points(gain) == words


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_works_as_soon_as_it_is_chosen(kind):
    """No other input has to be filled in first; only the psionic ones at range ask for Enter Mind."""
    of = shown(kind=kind, enter_mind=True)
    assert of["headline"].startswith(table("domains", "attacks")[kind]["name"])
    assert f"domains.attack('{kind}'" in of["python"]


def test_only_the_stats_of_the_kind_are_asked_with():
    """A spell is no matter of Precision; what was given beside counts for nothing, and is said to."""
    of = shown(kind="magical", attacker={"precision": 2, "control": 4})
    assert "precision" not in of["python"]
    assert "Stats(spiritual=4, control=4, power=4)" in of["python"]
    assert value(of, "Plays no part here") == "Precision 2 of the attacker"
    assert value(shown(), "Plays no part here") is None


def test_the_psionic_stat_follows_its_ruling():
    """Precision counts where the ruling says so."""
    inputs = {"kind": "psionic", "enter_mind": True, "attacker": {"precision": 2}}
    assert value(shown(**inputs), "Plays no part here") == "Precision 2 of the attacker"
    of = shown({"domains_discipline": "precision"}, **inputs)
    assert value(of, "Plays no part here") is None
    assert "precision=2" in of["python"]


def test_a_shot_uses_brawn_only_for_a_weapon_that_takes_it():
    """And its Strength instead of a roll."""
    assert "brawn" not in shown(kind="shot")["python"]
    of = shown(kind="shot", weapon={"base_brawn": 4, "strength": 3})
    assert "brawn=4" in of["python"]
    assert "strength=3" in of["python"]
    assert of["series"]["damage"]["degrees"][0] == 3


def test_controls_are_shown_for_the_kinds_that_use_them():
    """Typed from the source: whose pool and stats belong to which attack."""
    used = {
        "thrown": ({"physical", "precision", "brawn"}, {"physical", "agility", "fortitude"}),
        "shot": ({"physical", "precision", "brawn"}, {"physical", "agility", "fortitude"}),
        "psionic": ({"mental", "precision", "discipline", "concentration"}, {"mental", "intelligence", "wisdom"}),
        "magical": ({"spiritual", "control", "power"}, {"spiritual", "charm", "composure"}),
    }
    for melee, ranged in (("physical_melee", "thrown"), ("psionic_melee", "psionic"), ("magical_melee", "magical")):
        used[melee] = used[ranged]
    by_name = {spec.name: spec for spec in specs(ATTACK.Inputs)}
    for kind, sides in used.items():
        for side, stats in zip(("attacker", "defender"), sides, strict=True):
            assert {part.name for part in by_name[side].parts if part.shown({"kind": kind})} == stats
        weapon = {part.name for part in by_name["weapon"].parts if part.shown({"kind": kind})}
        assert ("reach_tiles" in weapon) is kind.endswith("melee")
        assert ("long_feet" in weapon) is not kind.endswith("melee")
        assert ("strength" in weapon) is (kind == "shot")
        assert by_name["enter_mind"].shown({"kind": kind}) is kind.startswith("psionic")


@pytest.mark.parametrize(
    ("inputs", "field", "words"),
    [
        ({"kind": "psionic"}, "", "only after the power Enter Mind: D-PSI-1."),
        ({"kind": "physical_melee", "feet": 6}, "", "beyond the weapon's reach of 1 tile, 5 feet: D-MEL-1."),
        ({"feet": 61}, "", "beyond the weapon's maximum range of 60: D-RNG-3."),
        ({"kind": "shot", "weapon": {"base_brawn": 3}}, "", "Brawn 4 is too weak: this weapon takes 3 or less: D-SHO-2."),
        ({"attacker": {"physical": 10**9}}, "attacker.physical", "a whole number from 0 to 50."),
        ({"attacker": {"physical": -1}}, "attacker.physical", "a whole number from 0 to 50."),
        ({"attacker": {"precision": 0}}, "attacker.precision", "a whole number from 1 to 30."),
        ({"attacker": {"precision": None}}, "attacker.precision", "a whole number from 1 to 30."),
        ({"attacker": {"charm": 3}}, "attacker.charm", "has no input 'attacker.charm'; it takes physical"),
        ({"attacks": 26}, "attacks", "a whole number from 1 to 25."),
        ({"kind": "bite"}, "kind", "one of thrown, shot, psionic, magical"),
        ({"across": "pool", "up": "pool"}, "up", "must be another number than the one across."),
        ({"weapon": {"long_feet": 20}}, "weapon.long_feet", "must be at least"),
        ({"weapon": {"damage": -1}}, "weapon.damage", "a number from 0"),
    ],
)  # fmt: skip
def test_what_is_not_possible_is_a_sentence(inputs, field, words):
    """With the field, or with the clause of the act."""
    told = json.loads(run_json("domains-attack", json.dumps(inputs)))
    assert not told["ok"]
    assert told["errors"][0]["field"] == field
    assert words in told["errors"][0]["message"]


def test_the_largest_case_is_answered():
    """Fifty dice on both sides, twenty faces, twenty-five attacks: nothing freezes, no number is too long to be said."""
    sides = {"attacker": {"physical": 50, "precision": 11}, "defender": {"physical": 50}}
    of = shown({"domains_die": "d20"}, **sides, attacks=25, across="pool", up="defender_pool")
    assert len(of["series"]["map"]["chance"]) == 400
    assert of["series"]["here"] == {"across": [50], "up": [50]}
    assert exact(of, "Hits and damages") == ""
