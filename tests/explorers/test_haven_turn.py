"""The planner of a turn: each act with what it leaves, what may follow, and every refusal with its clause."""

import json

import pytest
from haventms_widgets import explorers, run_json, run_state
from haventms_widgets.explorer import openings
from haventms_widgets.faces.text import text
from haventms_widgets.markup import fragments
from haventms_widgets.run import read_state, view
from haventms_widgets.views.haven_turn import MOST

from haventms import Rulings, haven

TURN = explorers()["haven-turn"]


def shown(steps, rulings=None, **inputs):
    return view(TURN, {"steps": steps, **inputs}, rulings)


def values(of, label):
    return [each["value"] for each in of["facts"] if each["label"] == label]


def test_six_attacks_lose_more_and_more_physical_and_magical_apart():
    """P M P P M M: 0 0 -2 -4 -2 -4."""
    kinds = ["physical", "magical", "physical", "physical", "magical", "magical"]
    of = shown([{"act": "attack", "kind": kind} for kind in kinds], attack=5)
    assert [values(of, f"Act {n}")[0].rpartition(" at ")[2] for n in range(1, 7)] == ["0", "0", "-2", "-4", "-2", "-4"]
    assert of["series"]["left"]["physical"] == [0, -2, -2, -4, -6, -6, -6]
    assert of["series"]["left"]["magical"] == [0, 0, -2, -2, -2, -4, -6]


@pytest.mark.parametrize(
    ("steps", "start", "kinds"),
    [
        ([], {}, "free, move, standard, automatic"),
        ([], {"attack": 1}, "free, move, attack, standard, automatic"),
        ([{"act": "move"}, {"act": "attack"}], {}, "automatic"),
    ],
)
def test_the_ledger_says_which_kinds_of_action_are_open(steps, start, kinds):
    """H-ACT-2: an attack action where there is one; after both actions only what a trigger calls."""
    last = shown(steps, **start)["ledger"][-1]
    assert (last["clause"], last["value"]) == ("H-ACT-2", kinds)


def test_the_penalty_is_shown_before_the_attack_is_made():
    """After one physical attack the next is at -2, a magical one at 0."""
    of = shown([{"act": "attack"}])
    assert values(of, "Next physical attack") == ["-2"]
    assert values(of, "Next magical attack") == ["0"]


def test_a_refused_act_does_not_happen_and_says_why():
    """An attack action is neither sacrificed nor moved with; the attack after it is still made."""
    steps = [{"act": "sacrifice"}, {"act": "move"}, {"act": "attack"}]
    of = shown(steps, standard=0, move=0, attack=1)
    assert values(of, "Act 1, refused") == ["An attack action cannot be sacrificed (H-ACT-5)"]
    assert values(of, "Act 2, refused") == ["An attack action cannot be traded for a move action (H-ACT-5)"]
    assert values(of, "Act 3") == ["Attack (physical) with an attack action at 0"]
    assert "Act 1 is refused: An attack action cannot be sacrificed: H-ACT-5." in of["headline"]
    assert [step["clause"] for step in of["ledger"] if step["value"] == "refused"] == ["H-ACT-5", "H-ACT-5"]
    assert of["series"]["acts"]["lane"] == ["attack action", "refused", "refused"]
    assert "# Act 1 is refused" in of["python"]


@pytest.mark.parametrize(
    ("feet", "refused"), [(25, []), (30, []), (35, ["One move action covers at most the base speed, here 30 feet, and not 35 (H-ACT-9)"])]
)  # fmt: skip
def test_one_move_covers_at_most_base_speed(feet, refused):
    """Below, at, above."""
    assert values(shown([{"act": "move", "feet": feet}]), "Act 1, refused") == refused


def test_seven_feet_are_no_step():
    """Movement goes in steps of five."""
    of = shown([{"act": "move", "feet": 7}])
    assert values(of, "Act 1, refused")[0].endswith("(H-SPD-2)")


def test_standing_up_leaves_the_rest_of_the_move_action():
    """5 of 30 feet go; 25 and another 30 can still be moved."""
    of = shown([{"act": "stand_up"}])
    assert of["series"]["left"]["feet"] == [60, 55]
    assert values(of, "Of it in the action under way") == ["25"]


def test_a_base_speed_left_empty_measures_nothing():
    """Each move is then a move action."""
    of = shown([{"act": "move", "feet": 500}], base_feet=None)
    assert values(of, "Movement left") == ["not measured"]
    assert values(of, "Act 1") == ["Move 500 feet with a move action"]


def test_every_kind_of_row_reaches_its_act():
    """Each row of the form does what the method of a turn does."""
    steps = [
        {"act": "free", "ability": "Ward"},
        {"act": "grant", "kind": "attack", "n": 2, "by": "Haste"},
        {"act": "grant", "kind": "move", "n": 2},
        {"act": "deny", "kind": "move"},
        {"act": "move", "feet": 5, "carried": True},
        {"act": "stand_up"},
        {"act": "attack", "kind": "magical", "rolls": 3, "ability": "Bolts", "action": "attack"},
        {"act": "use", "ability": "Heal", "allowed_by": "Haste"},
        {"act": "sacrifice", "kind": "standard", "ability": "Storm"},
        {"act": "activate", "ability": "Storm", "cost": "actions", "count": 2},
        {"act": "automatic", "kind": "physical", "ability": "Barbs"},
        {"act": "defend", "kind": "physical"},
        {"act": "next"},
        {"act": "sacrifice", "whole_turn": True, "ability": "Rite"},
        {"act": "next"},
        {"act": "activate", "ability": "Rite", "cost": "cycles", "count": 2},
    ]
    by_hand = (
        haven.Turn(base_feet=30)
        .free("Ward")
        .grant("attack", 2, by="Haste")
        .grant("move", 2)
        .deny("move")
        .move(5, automatic=True)
        .stand_up()
        .attack("magical", "Bolts", rolls=3, action="attack")
        .use("Heal", allowed_by="Haste")
        .sacrifice(1, "Storm", kind="standard")
        .activate("Storm", cost=2)
        .automatic("physical", "Barbs")
        .defend("physical")
        .next()
        .sacrifice("cycle", "Rite")
        .next()
        .activate("Rite", cost="2 cycles")
    )
    of = shown(steps)
    assert not [each for each in of["facts"] if "refused" in each["label"]]
    assert of["headline"] == by_hand.headline
    assert values(of, "Activated") == ["Ward, Storm, Rite"]
    *steps_told, kinds = of["ledger"]
    assert [step["text"] for step in steps_told] == [line.text for line in by_hand.ledger]
    assert kinds["clause"] == "H-ACT-2"
    assert of["series"]["begins"]["turn"] == ["turn 2", "turn 3"]


def test_what_waits_for_an_ability_is_shown():
    """Two actions for one ability, one a turn."""
    of = shown([{"act": "sacrifice", "ability": "Storm"}, {"act": "next"}])
    assert values(of, "Sacrificed so far") == ["1 action for Storm"]
    of = shown([{"act": "sacrifice"}])
    assert values(of, "Sacrificed so far") == ["1 action for any ability"]


@pytest.mark.parametrize("preset", [None, *TURN.presets], ids=lambda each: each.title if each else "default")
def test_whatever_may_follow_can_be_done_and_nothing_else(preset):
    """Each case that the planner opens is one act longer, and that act is allowed."""
    inputs, rulings = (dict(preset.inputs), Rulings(**preset.rulings)) if preset else ({}, Rulings())
    of = view(TURN, inputs, rulings)
    before = [each for each in of["facts"] if each["label"].startswith("Act ")]
    assert openings(of)
    for label, opens in openings(of):
        told = json.loads(run_state("haven-turn", opens))
        assert told["ok"], label
        after = [each for each in told["view"]["facts"] if each["label"].startswith("Act ")]
        assert after[:-1] == before
        assert "refused" not in after[-1]["label"]
        assert told["view"]["rulings"] == rulings.changed


def test_a_move_is_offered_as_far_as_it_goes():
    """All 30 feet, not the first five of them."""
    of = shown([])
    moves = [opens for label, opens in openings(of) if label.startswith("Move")]
    inputs, _, _ = read_state(TURN, moves[0])
    assert TURN.Inputs.model_validate(inputs).steps[0].feet == 30


def test_the_ability_in_mind_is_the_one_offered():
    """In what may follow and in what is refused."""
    of = shown([{"act": "attack"}, {"act": "move"}], ability="Storm")
    assert any("Storm" in each["value"] for each in of["facts"] if each["label"].startswith("Refused"))
    assert any("Activate Storm" in label for label, _ in openings(shown([], ability="Storm")))


def test_a_cycle_after_a_move_is_decided_by_its_ruling():
    """Refused by default, and the ruling that would allow it is named."""
    steps = [{"act": "move"}, {"act": "activate", "cost": "cycles"}]
    of = shown(steps)
    (asked,) = of["asked"]
    assert asked["id"] == "R-HAVEN-CYCLEACT"
    assert "refused" in of["headline"]
    assert "refused" not in next(each["gives"] for each in asked["choices"] if each["token"] == "keeps_move")
    assert "refused" not in shown(steps, Rulings(haven_cycleact="keeps_move"))["headline"]


def test_a_full_plan_offers_nothing_more():
    """The list of acts has an end."""
    of = shown([{"act": "defend"}] * MOST)
    assert openings(of) == []
    told = json.loads(run_json("haven-turn", json.dumps({"steps": [{"act": "defend"}] * (MOST + 1)})))
    assert told["errors"] == [{"field": "steps", "message": f"Acts must be a list of at most {MOST} rows."}]


@pytest.mark.parametrize(
    ("inputs", "field", "sentence"),
    [
        ({"base_feet": -5}, "base_feet", "Base speed must be a whole number from 0 to 2,000 or left empty."),
        ({"standard": 21}, "standard", "Standard actions must be a whole number from 0 to 20."),
        ({"steps": [{"act": "fly"}]}, "steps.0", "Acts, row 1: act must be one of move, stand_up"),
        ({"steps": [{"act": "move", "feet": -5}]}, "steps.0.feet", "Acts, row 1, Distance must be a whole number from 5"),
        ({"steps": [{"act": "move", "carried": 1}]}, "steps.0.carried", "Acts, row 1, Carried or pushed"),
        ({"steps": [{"act": "move", "automatic": True}]}, "steps.0.automatic", "haven-turn has no input"),
        ({"steps": [{"act": "attack", "kind": "mental"}]}, "steps.0.kind", "one of physical, magical"),
        ({"ability": ""}, "ability", "Ability in mind must be a text of 1 to 200 characters."),
    ],
)  # fmt: skip
def test_bad_input_is_answered_in_a_sentence(inputs, field, sentence):
    """The field and what is allowed."""
    told = json.loads(run_json("haven-turn", json.dumps(inputs)))
    assert not told["ok"]
    assert told["errors"][0]["field"] == field
    assert sentence in told["errors"][0]["message"]


def test_the_page_has_a_button_for_each_act_that_may_follow():
    """And none for what is refused; as text there are none at all."""
    of = shown([])
    html = fragments.facts(of, live=True)
    assert html.count("<button") == len(openings(of))
    assert "<button" not in fragments.facts(of)
    assert "Refused: sacrifice actions" in text(of)


def test_names_of_abilities_are_shown_as_text():
    """Whatever somebody calls them."""
    of = shown([{"act": "use", "ability": "<b>'\"&"}])
    assert "<b>'" not in fragments.facts(of, live=True)
