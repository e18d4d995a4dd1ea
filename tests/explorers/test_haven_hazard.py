"""Hazards: the chances before a roll, what a total does, the curves, and the choice between hazards in every face."""

import json
from fractions import Fraction

import pytest
from haventms_widgets import explorers, run_json, run_page, run_state
from haventms_widgets.controls import specs
from haventms_widgets.faces.cli import _inputs_help
from haventms_widgets.markup.fields import fields
from haventms_widgets.run import read_state, view
from haventms_widgets.state import write
from haventms_widgets.views.haven_hazard import FIRST

from haventms import Rulings, haven

HAZARD = explorers()["haven-hazard"]


def shown(hazard, rulings=None, **inputs):
    return view(HAZARD, {"hazard": hazard, **inputs}, rulings)


def values(of, start):
    return [each["value"] for each in of["facts"] if each["label"].startswith(start)]


def exact(of, label):
    return next(Fraction(each["exact"]) for each in of["facts"] if each["label"] == label)


@pytest.mark.parametrize(
    ("hazard", "total", "words"),
    [
        ({"kind": "fall", "feet": 30}, 18, "The landing fails: 18 point(s) of damage. (H-FAL-1, H-FAL-2)"),
        ({"kind": "fall", "feet": 30, "spikes": 8}, 18, "26 point(s) of damage. (H-FAL-1, H-FAL-2, H-FAL-3)"),
        ({"kind": "fall", "feet": 30}, 30, "The landing succeeds: 0 point(s) of damage."),
        ({"kind": "ice", "base_feet": 35, "feet": 20}, 20, "Success: keeps standing."),
        ({"kind": "ice", "base_feet": 35, "feet": 20}, 11, "Failure: falls prone. (H-ICE-2"),
        ({"kind": "ice", "base_feet": 35, "feet": 20}, 10, "5 point(s) of damage. (H-ICE-2, H-ICE-3)"),
        ({"kind": "ice", "base_feet": 35, "feet": 15}, 1, "No roll is asked for."),
        ({"kind": "current", "current_total": 25}, 25, "Success: holds against the current."),
        ({"kind": "current", "current_total": 25}, 16, "Failure: swept away. (H-LIQ-4"),
        ({"kind": "current", "current_total": 25}, 15, "5 point(s) of damage. (H-LIQ-4, H-LIQ-5)"),
        ({"kind": "unstable", "grade": "moderate", "base_feet": 35, "feet": 20}, 14, "Failure: falls prone. (H-UNS-6)"),
        ({"kind": "unstable", "grade": "moderate", "base_feet": 35, "feet": 15}, 14, "No roll is asked for."),
        ({"kind": "upwind", "wind_feet": 30}, 15, "Success: moves upwind."),
        ({"kind": "upwind", "wind_feet": 30}, 14, "Failure: no upwind move this turn."),
        ({"kind": "upwind", "wind_feet": 10}, 1, "No roll is asked for."),
        ({"kind": "dark", "feet": 25}, 18, "Success: it is located. (H-DAR-2)"),
        ({"kind": "dark", "feet": 25}, 17, "Failure: it is not located. (H-DAR-2)"),
    ],
)  # fmt: skip
def test_what_a_rolled_total_does(hazard, total, words):
    """At a threshold, below and above it; the clause is named."""
    of = shown(hazard, total=total)
    (told,) = values(of, "A total of")
    assert words in told
    assert told.partition(" (H-")[0] in of["headline"] or told in of["headline"]


def test_the_wind_takes_its_penalty_off():
    """30 feet a turn: against 15 at -4; a bonus of 8 needs a 11."""
    of = shown({"kind": "upwind", "wind_feet": 30}, bonus=8)
    assert values(of, "Check 1") == ["Swiftness roll at -4 against 15 (H-WIN-4)"]
    assert exact(of, "Gets through unharmed") == Fraction(10, 20)


def test_a_target_in_the_dark_is_heard_before_it_is_attacked():
    """25 feet away: against 18, so a bonus of 5 needs a 13; an attack then loses 15; everybody is under Stealth."""
    of = shown({"kind": "dark", "feet": 25}, bonus=5)
    assert exact(of, "Locates it by sound") == Fraction(8, 20)
    assert values(of, "An attack on it then") == ["-15"]
    (here,) = values(of, "Here")
    assert "Stealth" in here
    assert {"H-DAR-1", "H-DAR-2", "H-DAR-3", "H-DAR-4"} == {step["clause"] for step in of["ledger"]}
    assert values(shown({"kind": "dark"}, Rulings(haven_sound="ceil")), "Check 1") == [
        "Defense roll against 22 (H-DAR-2)"
    ]
    assert values(of, "Damage") == []


@pytest.mark.parametrize(("turns", "rulings", "rolls", "shifts"), [
    (4, {}, "4", Fraction(15, 16)),
    (1, {}, "1", Fraction(1, 2)),
    (4, {"haven_shift": "cycle"}, "1", Fraction(1, 2)),
])  # fmt: skip
def test_the_wind_may_shift(turns, rulings, rolls, shifts):
    """An even chance at each roll, one a turn or one a cycle."""
    of = shown({"kind": "upwind", "turns_in_cycle": turns}, Rulings.model_validate(rulings))
    assert values(of, "Rolls for a shift of the wind") == [rolls]
    assert exact(of, "It shifts at least once") == shifts


def test_nobody_asks_whether_the_wind_shifts_unless_told_to():
    """Without turns in the cycle there is neither fact nor step of it."""
    of = shown({"kind": "upwind"})
    assert values(of, "It shifts") == []
    assert "H-WIN-1" not in {step["clause"] for step in of["ledger"]}


def test_minor_ground_costs_two_rolls_for_ten_feet():
    """Base 30, 40 feet: DG 15 and 20 by default, both 20 by the literal reading."""
    hazard = {"kind": "unstable", "base_feet": 30, "feet": 40}
    check = "Defense roll without Swiftness against {} (H-UNS-1)"
    assert values(shown(hazard), "Check") == [check.format(15), check.format(20)]
    literal = shown(hazard, Rulings(haven_multiroll="whole"))
    assert values(literal, "Check") == [check.format(20), check.format(20)]


def test_two_careful_moves_on_ice_make_one_turn():
    """15 + 15 feet at 35 are a roll against 30; where each action counts, none."""
    hazard = {"kind": "ice", "feet": 30, "moves": 2}
    assert values(shown(hazard), "Check 1") == ["Defense roll against 30 (H-ICE-2)"]
    assert values(shown(hazard, Rulings(haven_iceturn="action")), "Check") == []


@pytest.mark.parametrize("bonus", [-5, 0, 5, 19, 25])
def test_the_chances_on_ice_agree_with_a_count_of_all_faces(bonus):
    """20 feet at 35: every face of a d20 in its turn."""
    of = shown({"kind": "ice", "base_feet": 35, "feet": 20}, bonus=bonus)
    missed = [max(20 - face - bonus, 0) for face in range(1, 21)]
    damage = [each // 2 if each >= 10 else 0 for each in missed]
    assert exact(of, "Gets through unharmed") == Fraction(missed.count(0), 20)
    assert exact(of, "Falls prone") == 1 - Fraction(missed.count(0), 20)
    assert exact(of, "Damage on average") == Fraction(sum(damage), 20)
    odds = of["series"]["odds"]
    assert dict(zip(odds["points"], odds["chance"], strict=True)) == {
        float(each): damage.count(each) / 20 for each in damage
    }


def test_a_current_not_rolled_yet_is_weighed_whole():
    """A total of 20 against d20 + 16 holds against faces 1 to 4."""
    of = shown({"kind": "current", "current_feet": 16}, total=20)
    told = next(each for each in of["facts"] if each["label"].startswith("A total of 20"))
    assert told["exact"] == "1/5"
    assert "The chance to get through unharmed" in of["headline"]


def test_swiftness_counts_only_where_it_may():
    """It is taken off on landing and on the first roll, not on the one against sliding."""
    fall = shown({"kind": "fall", "feet": 20, "from_swiftness": 4}, bonus=10)
    assert exact(fall, "Lands well") == exact(shown({"kind": "fall", "feet": 20}, bonus=6), "Lands well")
    steep = {"kind": "unstable", "grade": "minor", "base_feet": 30, "feet": 35, "incline_feet": 10}
    of = shown({**steep, "from_swiftness": 5}, bonus=15)
    # DG 10 + 5 + 10 = 25: the first roll at 10 needs a 15, the secondary one at 15 a 10.
    assert exact(of, "Gets through unharmed") == Fraction(6, 20) * Fraction(11, 20)
    assert exact(of, "Falls prone") == 1 - Fraction(6, 20)


def test_a_slide_may_be_stopped_once_a_cycle():
    """Three rolls at 0, -2, -4 against 40 with a bonus of 30 fail with 9, 11 and 13 faces."""
    steep = {"kind": "unstable", "grade": "major", "base_feet": 30, "feet": 10, "incline_feet": 25, "cycles": 3}
    of = shown(steep, bonus=30)
    assert exact(of, "Slides to the bottom, nothing failed before") == Fraction(9 * 11 * 13, 20**3)


def test_a_total_is_told_for_every_roll_it_may_be_for():
    """And of many rolls only the first few are told one by one."""
    of = shown({"kind": "unstable", "base_feet": 30, "feet": 100}, total=15)
    assert len(values(of, "A total of 15, check")) == FIRST
    assert values(of, "Further checks") == ["8"]  # 70 feet above 30 in steps of five: 14 rolls


@pytest.mark.parametrize("kind", ["fall", "ice", "current", "unstable", "upwind", "dark"])
def test_the_curves_hold_the_case(kind):
    """The reader's own size and bonus are points of both curves, with the same chances; success never falls with the
    bonus, nor rises with the size."""
    of = shown({"kind": kind})
    for name in ("size", "bonus"):
        curve, case = of["series"][name], of["series"][f"{name}_case"]
        at = curve["x"].index(case["x"][0])
        assert [curve[each][at] for each in ("success", "lies", "damage")] == [
            case[each][0] for each in ("success", "lies", "damage")
        ]
    assert of["series"]["size"]["success"] == sorted(of["series"]["size"]["success"], reverse=True)
    assert of["series"]["bonus"]["success"] == sorted(of["series"]["bonus"]["success"])
    assert sum(of["series"]["odds"]["chance"]) == pytest.approx(1)


def test_what_a_clause_refuses_is_no_point_of_the_curve():
    """One move on ice is at most base speed."""
    of = shown({"kind": "ice", "base_feet": 35, "feet": 35})
    assert max(of["series"]["size"]["x"]) == 35
    told = json.loads(run_json("haven-hazard", json.dumps({"hazard": {"kind": "ice", "feet": 40}})))
    assert told["errors"][0]["message"].endswith(": H-ACT-9.")


def test_what_is_too_much_to_compute_is_said():
    """Forty rolls in a row, each failure making the next one harder."""
    hazard = {"kind": "unstable", "grade": "major", "base_feet": 5, "feet": 1000}
    told = json.loads(run_json("haven-hazard", json.dumps({"hazard": hazard})))
    assert "Feet must be fewer" in told["errors"][0]["message"]


@pytest.mark.parametrize(
    ("inputs", "field", "sentence"),
    [
        ({"hazard": {"kind": "lava"}}, "hazard", "Hazard: kind must be one of fall, ice, current, unstable, upwind, dark."),
        ({"hazard": "ice"}, "hazard", "Hazard must be one of fall, ice, current, unstable, upwind, dark with its values."),
        ({"hazard": {"kind": "ice", "feet": -5}}, "hazard.feet", "Hazard, Moved in the turn must be a whole number"),
        ({"hazard": {"kind": "ice", "feet": 7}}, "hazard.feet", "Hazard, Moved in the turn must be a whole number"),
        ({"hazard": {"kind": "fall", "depth": 1}}, "hazard.depth", "haven-hazard has no input 'hazard.depth'; it takes"),
        ({"bonus": 101}, "bonus", "Bonus on the roll must be a whole number from -50 to 100."),
        ({"total": "12"}, "total", "I rolled a total of must be a whole number from -1,000 to 2,000 or left empty."),
    ],
)  # fmt: skip
def test_bad_input_is_answered_in_a_sentence(inputs, field, sentence):
    """The field and what is allowed."""
    told = json.loads(run_json("haven-hazard", json.dumps(inputs)))
    assert not told["ok"]
    assert told["errors"][0]["field"] == field
    assert sentence in told["errors"][0]["message"]


def test_the_python_of_a_case_is_a_call_of_the_rules():
    """With the rulings that were chosen."""
    of = shown({"kind": "fall", "feet": 30}, Rulings(haven_fall="always"), total=30)
    assert of["python"].endswith("haven.fall_damage(30, 30, rulings=Rulings(haven_fall='always'))")
    assert of["headline"] == haven.fall_damage(30, 30, rulings=Rulings(haven_fall="always")).headline


# The choice between groups, in the state text and in the faces.


def test_a_choice_is_written_with_its_kind():
    """Only what differs; without a kind the default one is meant."""
    assert shown({"kind": "ice", "feet": 25})["state"] == "hazard.kind=ice&hazard.feet=25"
    assert shown({"kind": "fall"})["state"] == "hazard.kind=fall"
    inputs, _, unknown = read_state(HAZARD, "hazard.feet=25&hazard.colour=blue")
    assert inputs["hazard"] == {"kind": "ice", "feet": 25}
    assert unknown == ["hazard.colour"]


@pytest.mark.parametrize(
    "text", ["hazard=ice", "hazard.kind=", "hazard.kind.x=ice", "hazard.kind=fall&hazard.kind.y=1"]
)
def test_a_mangled_choice_is_answered_in_sentences(text):
    """Never by a trace."""
    told = json.loads(run_state("haven-hazard", text))
    assert told["ok"] or all(each["message"].endswith(".") for each in told["errors"])


def test_the_form_holds_a_template_for_every_kind():
    """One native choice, the fields of the chosen kind, and those of the others for later."""
    html = fields(HAZARD.Inputs())
    assert '<select name="hazard.kind" data-one' in html
    assert html.count("<template data-variant=") == 6
    assert html.index('name="hazard.moves"') < html.index("<template")
    filled = json.loads(run_page("haven-hazard", "hazard.kind=upwind", True))["parts"]["controls"]
    assert '<option value="upwind" selected>' in filled


def test_the_command_line_lists_the_kinds():
    """Each with its options."""
    told = _inputs_help(HAZARD.id, HAZARD.title, specs(HAZARD.Inputs))
    assert "--hazard.kind" in told
    assert "--hazard.wind_feet" in told


def test_the_dashboard_swaps_the_controls():
    """Another kind, then a case: the form says what is chosen, and what is wrong beside its control."""
    from haventms_widgets.faces.dashboard import Dashboard

    board = Dashboard(HAZARD)
    one = board.session.form._node.nodes["hazard"]
    one.kind.control.value = "fall"
    assert board.session.view["inputs"]["hazard"]["kind"] == "fall"
    one.group.nodes["spikes"].leaf.control.value = 8
    assert board.session.view["inputs"]["hazard"]["spikes"] == 8
    board.session.load("hazard.kind=current&hazard.current_total=25&total=15")
    assert one.key == "current"
    assert board.session.view["headline"].startswith("Failure: swept away")
    one.group.nodes["current_total"].leaf.control.value = "x"
    assert "whole number" in one.group.nodes["current_total"].leaf.place.text
    assert board.session.view["headline"].startswith("Failure: swept away")


def test_the_notebook_swaps_the_controls():
    """The same form."""
    from haventms_widgets.faces.notebook import _Panel

    panel = _Panel(HAZARD, HAZARD.Inputs(), Rulings())
    one = panel.session.form._node.nodes["hazard"]
    one.kind.control.value = "upwind"
    assert panel.session.view["inputs"]["hazard"] == {"kind": "upwind", "wind_feet": 30, "turns_in_cycle": 0}
    assert write(HAZARD.Inputs.model_validate(panel.session.view["inputs"]), Rulings()) == "hazard.kind=upwind"


@pytest.mark.parametrize("die", ["100d1000", "3d1000", "101d2"])
def test_a_die_too_large_for_exact_odds_is_refused_before_anything_is_rolled(die):
    """By the ruling's own sentence, not by the first hazard that rolls it."""
    told = json.loads(run_json("haven-hazard", "{}", json.dumps({"haven_die": die})))
    assert told["errors"] == [
        {"field": "r.haven_die", "message": "The ruling haven_die must be a die such as d20, 3d6 or d100."}
    ]
