"""The actions of a turn: H-ACT-*, standing up (H-SPD-3), and the walk of every turn against what is forbidden."""

from fractions import Fraction

import pytest
from haven.turnsheet import CALLS, Sheet
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import Result, RuleError, Rulings, clauses, examples, haven
from haventms.haven.options import open_kinds
from haventms.tables import table

KEEPS = Rulings(haven_cycleact="keeps_move")


def turn(**given):
    """A turn with a base speed of 30 feet."""
    return haven.Turn(**{"base_feet": 30, **given})


def refused(clause, act, *args, **kwargs):
    """The act is refused by that clause; the answer is its sentence."""
    with pytest.raises(RuleError) as caught:
        act(*args, **kwargs)
    assert caught.value.clause == clause
    assert str(caught.value) == f"{caught.value.sentence}: {clause}"
    return caught.value.sentence


# --- the walk of every turn -------------------------------------------------------------------------------------

STARTS = {
    "everybody": {},
    "an attack action": {"attack": 1},
    "the move kept": {"rulings": KEEPS},
    "one action": {"move": 0},
}


def _sheet(start):
    given = STARTS[start]
    return Sheet(30, 1, given.get("move", 1), given.get("attack", 0), keeps="rulings" in given)


@pytest.mark.parametrize("start", ["everybody", "an attack action"])
def test_walk_of_every_turn(start):
    """Every series of four acts comes out as the sheet says, which knows only what the clauses forbid."""
    assert _walk(turn(**STARTS[start]), _sheet(start), 4) > 5_000


def _do(act, arguments):
    """What the act answers with, or the clause that forbids it."""
    try:
        return act(*arguments), None
    except RuleError as error:
        return None, error.clause


def _all_acts(state, sheet):
    """What every act leads to, on the sheet and in the turn, compared; what is forbidden leads nowhere."""
    following = []
    for name, (method, arguments) in CALLS.items():
        done, clause = _do(getattr(state, method), arguments)
        assert clause == sheet.forbids(name), (name, state.log)
        if done is not None:
            noted = sheet.after(name)
            seen = (done.left, done.feet_left, done.penalties, len(done.activated))
            assert seen == (noted.left, noted.feet_left, noted.penalties, noted.activated), (name, state.log)
            following.append((noted, done))
    return following


def _walk(state, sheet, steps):
    """All series of so many acts; the answer is how many acts were done."""
    following = _all_acts(state, sheet) if steps else []
    return len(following) + sum(_walk(done, noted, steps - 1) for noted, done in following)


@pytest.mark.parametrize("start", [*STARTS][1:])
def test_deeper_walk_over_different_turns(start):
    """Five acts deep, each state of the sheet gone on from once: turns that look alike behave alike."""
    level = {_sheet(start): turn(**STARTS[start])}
    for _ in range(5):
        level = dict(pair for sheet, state in level.items() for pair in _all_acts(state, sheet))
    assert len(level) > 100


@pytest.mark.parametrize("start", STARTS)
def test_options_are_what_the_acts_answer(start):
    """`legal()` says of every option what doing it says, and its number goes exactly as far as it is allowed."""
    level = [turn(**STARTS[start])]
    for _ in range(2):
        level = [following for state in level for following in _check_options(state)]


def _check_options(state):
    following = []
    for option in state.legal("Rite"):
        act = getattr(state, option.act)
        if not option.allowed:
            assert refused(option.clause, act, **option.arguments) == option.reason
            assert option.most is None
            continue
        following.append(act(**option.arguments))
        assert str(following[-1].log[-1]) == option.reason
        assert following[-1].log[-1].spends == option.spends
        assert option.clause in clauses()
        if option.number:
            most = {**option.arguments, option.number: option.most}
            act(**most)
            with pytest.raises(RuleError):
                act(**{**most, option.number: option.most + option.step})
    return following


def test_options_without_a_base_speed_have_no_limit():
    """Where no distance is measured, the option to move has no most."""
    assert {option.act: option.most for option in haven.Turn().legal() if option.number == "feet"} == {"move": None}


def test_options_show_all_kinds():
    """The kinds of H-ACT-2 are all there: standard, move, attack, free and automatic."""
    assert {option.kind for option in turn().legal()} == {"standard", "move", "attack", "free", "automatic", ""}


def test_the_kinds_of_which_something_may_follow_are_a_step():
    """An attack action only where there is one; an automatic action is always open, and nothing at all is said so."""
    assert open_kinds(turn().legal()).value == "free, move, standard, automatic"
    assert open_kinds(turn(attack=1).legal()).value == "free, move, attack, standard, automatic"
    assert open_kinds(turn().move(30).attack("physical").legal()).value == "automatic"
    assert (open_kinds(()).clause, open_kinds(()).value) == ("H-ACT-2", "none")


# --- what a turn has ----------------------------------------------------------------------------------------------


def test_table_of_the_start():
    """Every cell of the table, typed from the source a second time."""
    assert {row.name: dict(row.cells) for row in table("haven", "actions")} == {
        "standard actions": {"count": 1},
        "move actions": {"count": 1},
        "attack actions": {"count": 0},
        "repeated attack": {"change": -2},
    }


def test_a_turn_starts_with_a_standard_and_a_move_action():
    """H-ACT-3: one standard, one move, no attack action; with them twice the base speed can be moved."""
    assert turn().left == {"standard": 1, "move": 1, "attack": 0}
    assert turn().feet_left == 60
    assert haven.Turn().feet_left is None
    assert "R-" not in turn().explain()


def test_granted_and_denied_actions():
    """H-ACT-3: abilities add and take away actions of this turn; the next one starts as every turn."""
    state = turn().grant("attack", 2, by="Fury").deny("move")
    assert state.left == {"standard": 1, "move": 0, "attack": 2}
    assert state.next().left == {"standard": 1, "move": 1, "attack": 0}
    assert str(state.log[0]) == "Fury adds 2 attack actions"
    refused("H-ACT-3", state.deny, "move")
    assert state.deny("attack", 2).left["attack"] == 0
    refused("H-ACT-3", state.deny, "attack", 3)


def test_what_is_granted_in_a_cycle_is_given_too():
    """H-ACT-11: every action of the cycle goes, also one that an ability adds later."""
    state = turn().activate("Rite", cost="cycle").grant("standard")
    assert state.left["standard"] == 0
    refused("H-ACT-11", state.use, "Heal")


def test_every_act_leaves_the_turn_as_it_was():
    """A turn is immutable."""
    state = turn(attack=1)
    before = state.model_dump_json()
    state.move(30).attack("physical").sacrifice(1).next()
    assert state.model_dump_json() == before
    with pytest.raises(ValidationError):
        state.underway = 5


# --- moving -------------------------------------------------------------------------------------------------------


def test_movement_by_the_foot():
    """H-ACT-8, H-ACT-9, H-SPD-2: five feet begin a move action; 30 are within it; 35 and 4 are refused."""
    assert turn().move(5).left == {"standard": 1, "move": 0, "attack": 0}
    assert turn().move(30).feet_left == 30
    assert "30 feet" in refused("H-ACT-9", turn().move, 35)
    for feet in (1, 4, 6, 29, 31, 12.5, Fraction(5, 2)):
        refused("H-SPD-2", turn().move, feet)
    assert turn().move(30.0).log[-1].feet == 30


def test_a_base_speed_that_is_no_multiple_of_five():
    """Moves use whole fives: of 33 feet, 30; of 4 feet none."""
    assert turn(base_feet=33).move(30).feet_left == 30
    refused("H-ACT-9", turn(base_feet=33).move, 35)
    for act in (turn(base_feet=4).stand_up, turn(base_feet=0).stand_up):
        refused("H-ACT-9", act)


def test_the_rest_of_a_move_action_is_used_first():
    """A move action may be split: 10, an attack, 20; only then the next action begins."""
    state = turn(standard=2).move(10).attack("physical").move(20)
    assert state.left == {"standard": 1, "move": 0, "attack": 0}
    assert state.move(5).left["standard"] == 0


@given(st.lists(st.integers(1, 6), max_size=12))
def test_splitting_a_move_changes_nothing(steps):
    """However a distance is cut into moves, it takes as many actions: as many as the base speed fits into it."""
    state = turn(standard=20)
    for five_feet in steps:
        state = state.move(5 * five_feet)
    feet = 5 * sum(steps)
    begun = -(-feet // 30)
    assert state.left["standard"] + state.left["move"] == 21 - begun
    assert state.feet_left == 21 * 30 - feet
    assert state.moved == feet


def test_why_no_more_can_be_moved():
    """The reasons differ: base speed used up, all sacrificed, only an attack action, no action at all."""
    assert "10 feet" in refused("H-ACT-9", turn(standard=0).move(20).move, 15)
    assert turn(standard=0).move(20).move(10).feet_left == 0
    refused("H-ACT-9", turn().move(30).move(30).move, 5)
    refused("H-ACT-13", turn().sacrifice(2).move, 5)
    refused("H-ACT-5", turn(standard=0, move=0, attack=1).move, 5)
    refused("H-ACT-3", turn(standard=0, move=0).move, 5)
    refused("H-ACT-3", haven.Turn(standard=0).move(5).move, 5)


def test_automatic_movement_is_no_action():
    """H-ACT-8: carried 100 feet with a base speed of 30, still in five-foot steps, and not even the time is over."""
    state = turn().move(100, automatic=True)
    assert (state.left, state.feet_left, state.moved) == (turn().left, 60, 0)
    state.free("Ward")
    refused("H-SPD-2", turn().move, 7, automatic=True)


def test_standing_up_costs_five_feet():
    """H-SPD-3: standing up takes five of the feet of a move action; it begins one, or takes them from one under way."""
    state = turn(standard=0).stand_up()
    assert (state.left["move"], state.feet_left) == (0, 25)
    assert state.move(25).feet_left == 0
    refused("H-ACT-9", state.move, 30)
    refused("H-ACT-9", turn(standard=0).move(30).stand_up)
    assert turn(standard=0).move(25).stand_up().feet_left == 0
    assert turn(move=0).stand_up().left["standard"] == 0
    assert turn(standard=0, move=0, attack=1).stand_up(allowed_by="Kip").left["attack"] == 0


def test_without_a_base_speed_each_move_is_an_action():
    """No distance is measured then; standing up and the move right after it are one move action."""
    state = haven.Turn().move(500)
    assert (state.left["move"], state.feet_left) == (0, None)
    assert state.move(5).left["standard"] == 0
    risen = haven.Turn().stand_up()
    assert risen.stand_up().left == risen.move(30).left == {"standard": 1, "move": 0, "attack": 0}
    assert risen.move(30).move(30).left["standard"] == 0


# --- abilities ----------------------------------------------------------------------------------------------------


def test_a_standard_action_is_used_on_an_ability():
    """H-ACT-4, H-ACT-12: using takes the standard action; an attack action only where an ability says so."""
    state = turn(attack=1).use("Heal")
    assert state.left == {"standard": 0, "move": 1, "attack": 1}
    refused("H-ACT-12", state.use, "Heal")
    assert state.use("Heal", allowed_by="Battle Medic").left["attack"] == 0
    refused("H-ACT-3", turn().use("Heal").use, "Heal")


def test_an_attack_action_goes_first_into_an_attack():
    """H-ACT-12: it can do nothing else; `action` chooses the standard one for an ability that allows no other."""
    assert turn(attack=1).attack("physical").left == {"standard": 1, "move": 1, "attack": 0}
    assert turn(attack=1).attack("physical", "Bolt", action="standard").left == {"standard": 0, "move": 1, "attack": 1}
    refused("H-ACT-3", turn().attack, "physical", action="attack")
    refused("H-ACT-3", turn().attack("physical").attack, "physical")
    assert "Bolt" in str(turn().attack("magical", ability="Bolt").log[-1])


def test_an_ability_may_let_an_attack_action_move_or_pay():
    """H-ACT-12: "unless an ability says so": then it goes before the standard action."""
    state = turn(move=0, attack=2)
    assert state.move(30, allowed_by="Charge").left == {"standard": 1, "move": 0, "attack": 1}
    assert state.sacrifice(2, allowed_by="Zeal").left == {"standard": 1, "move": 0, "attack": 0}
    assert state.sacrifice(1, kind="attack", allowed_by="Zeal").left["attack"] == 1
    assert state.activate("Storm", cost=3, allowed_by="Zeal").left == {"standard": 0, "move": 0, "attack": 0}
    for cost in ("attack", "standard"):
        assert state.activate("Storm", cost=cost, allowed_by="Zeal").left["attack"] == 1
    refused("H-ACT-3", turn().activate, "Storm", cost="attack", allowed_by="Zeal")


def test_attack_actions_are_not_sacrificed():
    """H-ACT-5: not by number, not by kind, not as a cost."""
    state = turn(attack=1)
    assert refused("H-ACT-5", state.sacrifice, 3) == "An attack action cannot be sacrificed"
    refused("H-ACT-5", state.sacrifice, 1, kind="attack")
    refused("H-ACT-5", state.activate, "Storm", cost="attack")
    refused("H-ACT-5", state.activate, "Storm", cost=3)
    refused("H-ACT-5", turn(standard=0, move=0, attack=1).activate, "Storm")
    assert state.activate("Storm", cost=2).left == {"standard": 0, "move": 0, "attack": 1}


def test_automatic_actions():
    """H-ACT-1, H-ACT-6: they spend nothing, unless their text says so; without a roll they change no penalty."""
    state = turn().automatic(ability="Contingency")
    assert (state.left, state.penalties) == (turn().left, {"physical": 0, "magical": 0})
    assert state.automatic("magical").penalties == {"physical": 0, "magical": -2}
    counted = turn().automatic("physical", "Riposte", counts_as="move")
    assert (counted.left["move"], counted.penalty("physical")) == (0, -2)
    refused("H-ACT-3", counted.automatic, counts_as="move")
    refused("H-ACT-7", counted.free, "Ward")
    refused("H-ACT-11", turn().activate("Rite", cost="cycle").automatic, counts_as="move")


def test_free_activations_come_first():
    """H-ACT-7: before every other action, in any number; what is itself free or no action does not end that time."""
    state = turn()
    for number in range(20):
        state = state.free(f"Ward {number}")
    assert len(state.activated) == 20
    assert "usually cannot be active together: Ward 0, Ward 1" in state.explain()
    assert state.left == turn().left
    before = [state.sacrifice(1), state.automatic("physical"), state.defend(), state.grant("move"), state.deny("move")]
    for ready in before:
        ready.free("Glow")
    for act in ("move", 5), ("stand_up",), ("attack", "physical"), ("use", "Heal"), ("activate", "Storm", 1):
        done = getattr(state, act[0])(*act[1:])
        refused("H-ACT-7", done.free, "Glow")
        done.next().free("Glow")
    for cost in ("free", 0):
        assert turn().activate("Ward", cost=cost).left == turn().left
        refused("H-ACT-7", turn().move(5).activate, "Ward", cost=cost)


def test_activating_is_not_using():
    """H-ACT-14: an activation is noted as one, a use is not."""
    state = turn().activate("Cloak").next().use("Cloak").next().free("Ward")
    assert state.activated == ("Cloak", "Ward")
    assert state.log[0].spends == ("standard",)
    assert turn().activate("Step", cost="move").left == {"standard": 1, "move": 0, "attack": 0}
    refused("H-ACT-3", turn().move(5).activate, "Step", cost="move")


# --- sacrifices ---------------------------------------------------------------------------------------------------


def test_sacrifice_takes_move_actions_first():
    """A standard action can do all that a move action can, so it goes last, unless it is chosen."""
    assert turn().sacrifice().left == {"standard": 1, "move": 0, "attack": 0}
    assert turn().sacrifice(1, kind="standard").left == {"standard": 0, "move": 1, "attack": 0}
    refused("H-ACT-13", turn().sacrifice(1, kind="standard").sacrifice, 1, kind="standard")
    assert "fewer than 2" in refused("H-ACT-3", turn().move(30).sacrifice, 2).lower()


def test_sacrificed_actions_are_gone():
    """H-ACT-13: they come back for nothing in this turn."""
    state = turn().sacrifice(2)
    for act in (state.use, "Heal"), (state.attack, "physical"), (state.move, 5), (state.sacrifice, 1):
        refused("H-ACT-13", *act)


def test_sacrifice_at_any_time_of_the_turn():
    """Sacrificing is free but no activation: after moving, the standard action can still be given."""
    assert turn().move(30).sacrifice(1).left == {"standard": 0, "move": 0, "attack": 0}


def test_two_actions_at_once_or_on_the_second_turn():
    """H-ACT-10: the source's own example, both ways."""
    assert turn().activate("Storm", cost=2).activated == ("Storm",)
    assert turn().sacrifice(2).activate("Storm", cost=2).activated == ("Storm",)
    assert turn().sacrifice(1).activate("Storm", cost=2).activated == ("Storm",)
    one = turn(move=0)
    assert "1 left" in refused("H-ACT-10", one.activate, "Storm", cost=2)
    for second in (one.sacrifice(1).next(), one.sacrifice(1).next().sacrifice(1)):
        assert second.activate("Storm", cost=2).left["standard"] == 0
    refused("H-ACT-10", one.sacrifice(1).activate, "Storm", cost=2)


def test_turns_in_a_row():
    """H-ACT-10: three turns in a row pay for three actions; a turn that gives nothing loses all."""
    one = turn(move=0)
    third = one.sacrifice(1).next().sacrifice(1).next()
    assert third.activate("Storm", cost=3).activated == ("Storm",)
    broken = one.sacrifice(1).next().next()
    refused("H-ACT-10", broken.activate, "Storm", cost=2)
    assert "is lost" in broken.explain()
    assert "counts on" in third.explain()


def test_sacrifices_belong_to_their_ability():
    """What is given for one ability pays for no other; what is given for none yet pays for any."""
    one = turn(move=0)
    refused("H-ACT-10", one.sacrifice(1, "Storm").next().activate, "Quake", cost=2)
    assert one.sacrifice(1, "Storm").next().activate("Storm", cost=2).activated == ("Storm",)
    both = turn().sacrifice(1, "Storm").sacrifice(1)
    assert both.activate("Storm", cost=2).series == ()
    refused("H-ACT-10", both.activate, "Quake", cost=2)
    assert [each.ability for each in both.activate("Quake", cost=1).series] == ["Storm"]


def test_what_pays_is_used_up():
    """Two actions given pay for two one-action abilities and for no third."""
    state = turn().sacrifice(2).activate("Storm", cost=1)
    refused("H-ACT-10", state.activate("Quake", cost=1).activate, "Flood", cost=1)


# --- cycles -------------------------------------------------------------------------------------------------------


def test_a_cycle_costs_everything():
    """H-ACT-11: attack actions and all movement go too, and nothing may have been done before."""
    state = turn(attack=1).activate("Rite", cost="cycle")
    assert (state.left, state.feet_left) == ({"standard": 0, "move": 0, "attack": 0}, 0)
    assert state.rulings_used == ("R-HAVEN-CYCLEACT",)
    for act in (state.attack, "physical"), (state.move, 5), (state.use, "Heal"), (state.sacrifice, 1):
        refused("H-ACT-11", *act)
    refused("H-ACT-11", state.activate, "Storm", cost=1)
    refused("H-ACT-11", state.activate, "Quake", cost="cycle")
    for begun in (turn().move(5), turn().use("Heal"), turn().stand_up(), turn().activate("Storm", cost=1)):
        refused("H-ACT-11", begun.activate, "Rite", cost="cycle")
    refused("H-ACT-11", turn(standard=0, move=0).activate, "Rite", cost="cycle")
    refused("H-ACT-11", turn().sacrifice, "cycle", kind="move")
    assert state.next().left == turn(attack=1).left


def test_no_action_is_not_a_cycle_that_asks():
    """Without a move action the question of R-HAVEN-CYCLEACT does not arise."""
    assert turn(move=0).activate("Rite", cost="cycle").rulings_used == ()


def test_what_was_sacrificed_goes_into_the_cycle():
    """All actions sacrificed one by one for it are every action of the cycle; one for another ability is missing."""
    assert turn().sacrifice(2).activate("Rite", cost="cycle").activated == ("Rite",)
    assert turn().sacrifice(1, "Rite").activate("Rite", cost="1 cycle").activated == ("Rite",)
    refused("H-ACT-11", turn().sacrifice(1, "Storm").activate, "Rite", cost="cycle")


def test_cycles_in_a_row():
    """H-ACT-11, "a cycle or more": so many whole turns in a row, the last of them with the activation."""
    first = turn().sacrifice("cycle", "Rite")
    refused("H-ACT-11", first.activate, "Rite", cost="2 cycles")
    assert first.next().activate("Rite", cost="2 cycles").activated == ("Rite",)
    assert first.activate("Rite", cost="cycle").activated == ("Rite",)
    third = first.next().sacrifice("cycle", "Rite").next()
    assert third.activate("Rite", cost="3 cycles").activated == ("Rite",)
    assert third.sacrifice("cycle").activate("Rite", cost="3 cycles").activated == ("Rite",)
    refused("H-ACT-11", turn().activate, "Rite", cost="2 cycles")
    refused("H-ACT-11", first.next().next().activate, "Rite", cost="2 cycles")


def test_a_single_action_does_not_keep_a_row_of_cycles():
    """A turn that gives one action for it only is no whole one: the cycle is lost, the action counts on."""
    broken = turn().sacrifice("cycle", "Rite").next().sacrifice(1, "Rite").next()
    refused("H-ACT-11", broken.activate, "Rite", cost="2 cycles")
    assert broken.activate("Rite", cost=3).activated == ("Rite",)
    assert "1 cycle" in broken.explain()


def test_the_move_is_kept_by_the_other_reading():
    """R-HAVEN-CYCLEACT: one move up to base speed stays, before or after, and is for nothing else."""
    state = turn(rulings=KEEPS).activate("Rite", cost="cycle")
    assert (state.left, state.feet_left) == ({"standard": 0, "move": 1, "attack": 0}, 30)
    assert state.move(30).feet_left == 0
    refused("H-ACT-9", state.move, 35)
    refused("H-ACT-11", state.move(30).move, 5)
    refused("H-ACT-11", state.sacrifice, 1)
    refused("H-ACT-11", state.activate, "Step", cost="move")
    walked = turn(rulings=KEEPS).move(10).activate("Rite", cost="cycle")
    assert (walked.left["standard"], walked.feet_left) == (0, 20)
    refused("H-ACT-11", turn(rulings=KEEPS).move(30).move(5).activate, "Rite", cost="cycle")
    refused("H-ACT-11", turn(rulings=KEEPS).activate("Step", cost="move").activate, "Rite", cost="cycle")
    refused("H-ACT-11", turn(rulings=KEEPS, standard=0).activate, "Rite", cost="cycle")
    more = turn(rulings=KEEPS, move=2)
    assert more.activate("Rite", cost="cycle").left["move"] == 1
    assert more.move(30).activate("Rite", cost="cycle").feet_left == 0


# --- results and bad input ----------------------------------------------------------------------------------------


def test_a_turn_is_a_result():
    """It explains itself, its ledger cites registered clauses, and JSON restores it."""
    state = turn(attack=1, rulings=KEEPS).free("Ward").stand_up().attack("physical", rolls=2).sacrifice(1).next()
    state = state.sacrifice("cycle", "Rite").defend("magical")
    assert isinstance(state, Result)
    assert state.rulings_used == ("R-HAVEN-COUNT", "R-HAVEN-CYCLEACT")
    assert str(state).startswith("Turn 2: 1 move action left, 30 feet of movement")
    assert all(line.clause in clauses() for line in state.ledger)
    restored = haven.Turn.model_validate_json(state.model_dump_json())
    assert restored == state
    assert restored.next() == state.next()
    for option in state.legal():
        assert type(option).model_validate_json(option.model_dump_json()) == option


def test_playing_a_list_of_steps():
    """`play_turn` does what the methods do."""
    steps = [
        {"act": "free", "ability": "Ward"},
        {"act": "move", "feet": 30},
        {"act": "attack", "kind": "physical", "rolls": 2},
        {"act": "next"},
        {"act": "sacrifice", "n": 1, "ability": "Storm"},
    ]
    by_hand = turn(attack=1).free("Ward").move(30).attack("physical", rolls=2).next().sacrifice(1, "Storm")
    assert haven.play_turn(steps, base_feet=30, attack=1) == by_hand
    assert haven.play_turn([], standard=2, move=0).left == {"standard": 2, "move": 0, "attack": 0}


BAD = {
    "base_feet": [lambda: turn(base_feet=-5), lambda: turn(base_feet=30.0), lambda: turn(base_feet=True)],
    "standard": [lambda: turn(standard=-1), lambda: turn(standard="1"), lambda: haven.play_turn([], standard=101)],
    "move": [lambda: turn(move=-1), lambda: turn(move=1.0)],
    "attack": [lambda: turn(attack=-1), lambda: turn(attack=101)],
    "feet": [
        lambda: turn().move(0),
        lambda: turn().move(-5),
        lambda: turn().move("30"),
        lambda: turn().move(True),
        lambda: turn().move(float("nan")),
        lambda: turn().move(feet=30_000),
        lambda: turn().move(),
        lambda: haven.play_turn([{"act": "move", "feet": "far"}]),
    ],
    "kind": [
        lambda: turn().attack("mental"),
        lambda: turn().attack(),
        lambda: turn().automatic("mental"),
        lambda: turn().defend("mental"),
        lambda: turn().penalty("mental"),
        lambda: turn().grant("free"),
        lambda: turn().deny("physical"),
        lambda: turn().sacrifice(1, kind="free"),
        lambda: haven.play_turn([{"act": "move", "feet": 5, "kind": "physical"}]),
    ],
    "ability": [lambda: turn().use(""), lambda: turn().free(3), lambda: turn().activate("x" * 201)],
    "cost": [
        lambda: turn().activate("Storm", cost="lots"),
        lambda: turn().activate("Storm", cost=-1),
        lambda: turn().activate("Storm", cost=True),
        lambda: turn().activate("Storm", cost=1.0),
        lambda: turn().activate("Storm", cost="0 cycles"),
        lambda: turn().activate("Storm", cost="x cycles"),
        lambda: turn().activate("Storm", "2 turns"),
    ],
    "n": [lambda: turn().sacrifice(0), lambda: turn().sacrifice("all"), lambda: turn().grant("move", 0)],
    "rolls": [lambda: turn().attack("physical", rolls=0), lambda: turn().automatic("physical", rolls=1001)],
    "act": [lambda: haven.play_turn([{"act": "fly"}])],
    "turn": [lambda: haven.play_turn([{"act": "next", "turn": 1}])],
    "legs": [lambda: turn().move(5, legs=2)],
}


@pytest.mark.parametrize(("name", "call"), [(name, call) for name, calls in BAD.items() for call in calls])
def test_bad_values_name_the_parameter(name, call):
    """Bad values are refused with the name of the parameter, by position too."""
    with pytest.raises(ValidationError) as caught:
        call()
    assert {error["loc"][-1] for error in caught.value.errors()} & {name}


def test_a_turn_that_cannot_be_is_refused():
    """No turn is restored that has spent more than it has."""
    with pytest.raises(ValidationError, match="more actions are spent than the turn has"):
        haven.Turn(used={"standard": 2})


def test_every_clause_of_this_part_has_an_example():
    """Each clause names its function, which names it back, and a worked example shows it."""
    shown = {id for each in examples(system="haven") for id in each.clauses}
    for entry in clauses():
        if entry.id.startswith(("H-ACT-", "H-ATK-")):
            assert entry.id in shown
