"""What a turn writes down and keeps, at the edges of the clauses: H-ACT-* and what is sacrificed under them."""

import pytest
from pydantic import ValidationError

from haventms import RuleError, Rulings, haven
from haventms.tables import table

STEP = table("haven", "speed")["step"].cite


def turn(**given):
    """A turn with a base speed of 30 feet."""
    return haven.Turn(**{"base_feet": 30, **given})


def lines(state, clause):
    """Values and tables of the lines with this clause that came after the turn began."""
    return [(line.value, line.table) for line in state.ledger[1:] if line.clause == clause]


def refused(clause, act, *args, **kwargs):
    with pytest.raises(RuleError) as caught:
        act(*args, **kwargs)
    assert caught.value.clause == clause


# Moving


def test_what_one_move_action_leaves():
    """H-ACT-8, H-ACT-9: 30 feet in one action; after 10 feet 20 are left of it, after 10 more 10. The step is cited."""
    once = turn().move(10)
    assert (lines(once, "H-ACT-8"), lines(once, "H-ACT-9")) == ([("", STEP)], [("20", "")])
    assert lines(once.move(10), "H-ACT-9")[1:] == [("10", "")]


def test_moving_again_is_a_standard_action_and_cites_no_step():
    """H-ACT-4: the step of five feet makes a move action, not the standard action that is spent on moving."""
    again = turn().move(30).move(30)
    assert lines(again, "H-ACT-4") == [("", "")]
    assert again.log[-1].spends == ("standard",)


@pytest.mark.parametrize(("attack", "spent"), [(0, "standard"), (1, "attack")])
def test_an_attack_action_moves_before_the_standard_one_where_an_ability_says_so(attack, spent):
    """H-ACT-12: with such an ability an attack action goes first; without one left, a standard action still moves."""
    assert turn(move=0, attack=attack).move(30, allowed_by="Fury").log[-1].spends == (spent,)
    assert turn(move=0, attack=attack).activate("Cloak", allowed_by="Fury").log[-1].spends == (spent,)


def test_the_log_says_what_was_done():
    """Each act has its name in the log, the feet that it moved, and what it spent."""
    pushed = turn().move(15, automatic=True).log[-1]
    assert (pushed.act, pushed.feet, pushed.spends) == ("carried", 15, ())
    risen = turn().stand_up().log[-1]
    assert (risen.act, risen.feet, risen.spends) == ("stand_up", 5, ("move",))
    for given in (1, "cycle"):
        step = turn().sacrifice(given, "Storm").log[-1]
        assert (step.act, step.ability, step.spends) == ("sacrifice", "Storm", ())


def test_with_an_unknown_base_speed_the_rest_belongs_to_standing_up():
    """H-ACT-8, H-SPD-3: the move after standing up begins no action; in the next turn moving is one again."""
    risen = haven.Turn().stand_up()
    on = risen.move(5)
    assert (lines(risen, "H-ACT-8"), lines(on, "H-ACT-8")) == ([("", STEP)], [("", STEP), ("", "")])
    assert (on.log[-1].spends, on.next().move(5).log[-1].spends) == ((), ("move",))
    assert risen.next().move(5).log[-1].spends == ("move",)


def test_every_turn_is_as_the_first():
    """H-ACT-3: nothing of the turn before goes on in the next: no move action, no penalty, no cycle."""
    for done in (turn().move(10), turn().attack("physical"), turn().stand_up(), turn().activate("Rite", cost="cycle")):
        following = done.next()
        assert (following.left, following.feet_left) == (turn().left, 60)
        assert (following.underway, following.begun, following.whole, following.number) == (0, False, False, 2)
        assert following.penalties == {"physical": 0, "magical": 0}
        assert (following.log[-1].act, following.log[-1].turn) == ("next", 2)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"attack": 1}, "1 standard action, 1 move action and 1 attack action"),
        ({"move": 2}, "1 standard action and 2 move actions"),
        ({"standard": 0}, "1 move action"),
        ({"standard": 0, "move": 0}, "no action"),
    ],
)
def test_the_actions_of_a_turn_are_told_in_words(given, words):
    """H-ACT-3: each kind once, in the state's sentence and in the first line of its ledger."""
    state = turn(**given)
    assert str(state).startswith(f"Turn 1: {words} left, ")
    assert state.ledger[0].text == f"Turn 1 starts with {words}"


def test_a_cycle_that_is_not_followed_by_another_is_lost():
    """H-ACT-10, H-ACT-11: a turn given to Rite counts on in the next one, which gives nothing to it: lost, as is said."""
    given = turn().sacrifice("cycle", "Rite").next()
    assert [each.cycles for each in given.series] == [1]
    lost = given.next()
    assert (lost.series, lines(lost, "H-ACT-11")[-2:]) == ((), [("1 cycle", ""), ("1 cycle", "")])
    assert "is lost" in lost.ledger[-1].text


def test_what_goes_over_into_the_next_turn_has_its_clause():
    """H-ACT-10, H-ACT-11: single actions count on under the one, whole turns under the other."""
    given = turn().sacrifice(1, "Storm").next()
    assert (lines(given, "H-ACT-10"), lines(given, "H-ACT-11")) == ([("1 action", "")], [])
    whole = turn().sacrifice("cycle", "Rite").next()
    assert (lines(whole, "H-ACT-10"), lines(whole, "H-ACT-11")) == ([], [("2", ""), ("1 cycle", "")])


# Attacking, using, defending


def test_an_attack_says_what_it_spends():
    """H-ACT-4, H-ACT-12: an attack action is used for an offensive roll; a standard action is spent on an ability."""
    first = turn(attack=1).attack("physical", ability="Sword")
    assert (lines(first, "H-ACT-12"), lines(first, "H-ACT-4")) == ([("", "")], [])
    second = first.attack("physical")
    assert (lines(second, "H-ACT-12"), lines(second, "H-ACT-4")) == ([("", "")], [("", "")])
    step = first.log[-1]
    assert (step.act, step.ability, step.kind, step.spends) == ("attack", "Sword", "physical", ("attack",))


def test_a_use_says_what_it_spends():
    """H-ACT-4, H-ACT-12, H-ACT-14: a standard action, or an attack action where an ability allows it; no activation."""
    plain = turn(attack=1).use("Heal")
    assert [lines(plain, each) for each in ("H-ACT-4", "H-ACT-12", "H-ACT-14")] == [[("", "")], [], [("", "")]]
    allowed = turn(attack=1).use("Heal", allowed_by="Fury")
    assert [lines(allowed, each) for each in ("H-ACT-4", "H-ACT-12", "H-ACT-14")] == [[], [("", "")], [("", "")]]
    assert allowed.log[-1].spends == ("attack",)
    assert turn().use("Heal", allowed_by="Fury").log[-1].spends == ("standard",)


@pytest.mark.parametrize(("act", "name", "penalties"), [("automatic", "automatic", (-2,)), ("defend", "defend", (0,))])
def test_a_roll_outside_of_the_actions_is_in_the_log_with_its_kind(act, name, penalties):
    """H-ACT-6, H-ATK-1, H-ATK-3: after one attack an automatic one is at -2, one in the defensive turn at 0."""
    state = turn().attack("physical")
    step = getattr(state, act)("physical", "Parry").log[-1]
    assert (step.act, step.kind, step.ability, step.penalties, step.spends) == (
        name,
        "physical",
        "Parry",
        penalties,
        (),
    )
    assert getattr(state, act)().log[-1].kind == ""


def test_what_has_no_roll_has_no_penalties():
    """H-ACT-6: an automatic action without an offensive roll has none; a roll in the defensive turn is worth 0."""
    assert turn().automatic().log[-1].penalties == ()
    assert lines(turn().defend(), "H-ATK-3") == [("0", "")]


# Actions that abilities add and take away


def test_how_many_actions_are_left_after_a_grant():
    """H-ACT-3: one move action and two more are three; one of three away leaves two. The log names the ability."""
    more = turn().grant("move", 2, by="Haste")
    assert (more.left["move"], lines(more, "H-ACT-3")) == (3, [("3", "")])
    less = more.deny("move", 1, by="Slow")
    assert (less.left["move"], lines(less, "H-ACT-3")) == (2, [("3", ""), ("2", "")])
    assert [(step.act, step.ability) for step in less.log] == [("grant", "Haste"), ("deny", "Slow")]


def test_what_is_added_to_a_turn_that_is_given_is_given_too():
    """H-ACT-11: a cycle costs every action of the turn, also one that an ability adds afterwards."""
    state = turn().activate("Rite", cost="cycle").grant("standard")
    assert state.left["standard"] == 0
    assert lines(state, "H-ACT-11")[2:] == [("", "")]


# Free activations


def test_a_free_activation_costs_nothing_and_reminds_only_of_others_of_its_turn():
    """H-ACT-7: its cost is 0. That two are usually not active together is said where the same turn has two."""
    assert lines(turn().free("Ward"), "H-ACT-7") == [("0", "")]
    assert lines(turn().free("Ward").free("Veil"), "H-ACT-7") == [("0", ""), ("0", ""), ("", "")]
    assert lines(turn().sacrifice(1, "Storm").free("Ward"), "H-ACT-7") == [("0", "")]
    assert lines(turn().free("Ward").next().free("Veil"), "H-ACT-7") == [("0", ""), ("0", "")]


# Sacrifices


def test_what_was_given_for_an_ability_pays_before_what_was_given_for_none():
    """H-ACT-10: one action for Storm and one for none: Storm's own pays, the other pays for Quake then."""
    state = turn().sacrifice(1, "Storm").sacrifice(1).activate("Storm", cost=1)
    assert [(each.ability, each.actions) for each in state.series] == [("", 1)]
    assert state.activate("Quake", cost=1).series == ()


def test_what_pays_leaves_the_rest_for_later():
    """H-ACT-10: two of three given for Storm pay for it; the third, and the one given for none, are still there."""
    state = turn(move=3).sacrifice(3, "Storm").sacrifice(1).activate("Storm", cost=2)
    assert [(each.ability, each.actions) for each in state.series] == [("Storm", 1), ("", 1)]


def test_an_activation_says_that_it_is_one_and_what_it_takes():
    """H-ACT-4, H-ACT-14: it starts an effect, here for a standard action."""
    state = turn().activate("Cloak")
    assert (lines(state, "H-ACT-14"), lines(state, "H-ACT-4")) == ([("", "")], [("", "")])


def test_what_has_paid_is_no_part_of_a_cycle():
    """H-ACT-11: a cycle costs every action of the turn; one of two given has paid for Storm already."""
    refused("H-ACT-11", turn().sacrifice(2).activate("Storm", cost=1).activate, "Rite", cost="cycle")


def test_an_attack_action_that_is_given_names_what_allows_it():
    """H-ACT-12, H-ACT-13: three actions gone for good, one of them an attack action, which Fury allows."""
    state = turn(attack=1).sacrifice(3, allowed_by="Fury")
    assert state.left == {"standard": 0, "move": 0, "attack": 0}
    assert (lines(state, "H-ACT-12"), lines(state, "H-ACT-13")) == ([("", "")], [("3", "")])
    assert lines(turn(attack=1).sacrifice(2, allowed_by="Fury").activate("Storm"), "H-ACT-12") == [("", "")]


def test_nothing_more_is_given_where_enough_was():
    """H-ACT-10, H-ACT-13: two actions given before pay for two; no further giving stands in the ledger."""
    state = turn().sacrifice(2).activate("Storm", cost=2)
    assert (lines(state, "H-ACT-10"), lines(state, "H-ACT-13")) == ([("2", "")], [("2", "")])
    state = turn().sacrifice(1).activate("Storm", cost=2)
    assert (lines(state, "H-ACT-10"), lines(state, "H-ACT-13")) == ([("1", "")], [("1", ""), ("1", "")])


@pytest.mark.parametrize("cost", [1000, "1000 cycles"])
def test_the_most_that_can_be_asked_for(cost):
    """A thousand actions or cycles can be asked for, and are not there; one more is no cost at all."""
    refused("H-ACT-10" if cost == 1000 else "H-ACT-11", turn().activate, "Rite", cost=cost)
    with pytest.raises(ValidationError, match="cost"):
        turn().activate("Rite", cost=1001 if cost == 1000 else "1001 cycles")


# Cycles


@pytest.mark.parametrize(
    "number", ["0", "0000", "00000100099", "0" * 5 + "1000" + "9" * 5000, "²", "٣", "1.5", "", "-1"]
)
def test_what_is_no_number_of_cycles_is_no_cost(number):
    """A number of cycles is from 1 to 1,000 in four ASCII digits at most; thousands of digits are refused too."""
    with pytest.raises(ValidationError, match="cost"):
        turn().activate("Rite", cost=f"{number} cycles")


@pytest.mark.parametrize("number", ["1", "0001"])
def test_a_number_of_cycles_may_begin_with_zeros(number):
    """H-ACT-11: one cycle is one, also as 0001."""
    assert turn().activate("Rite", cost=f"{number} cycle").activated == ("Rite",)


def test_how_many_actions_and_turns_a_cycle_takes():
    """H-ACT-3, H-ACT-11: a turn has two actions, all given, whether one was sacrificed for it before or not."""
    assert lines(turn().activate("Rite", cost="cycle"), "H-ACT-11") == [("2", ""), ("1", "")]
    given = turn().sacrifice(1, "Rite").activate("Rite", cost="cycle")
    assert lines(given, "H-ACT-11") == [("2", ""), ("1", "")]
    second = turn().sacrifice("cycle", "Rite").next().activate("Rite", cost="2 cycles")
    assert lines(second, "H-ACT-11") == [("2", ""), ("1 cycle", ""), ("2", ""), ("2", "")]
    assert second.series == ()


def test_whether_a_move_is_kept_is_asked_where_the_turn_had_one():
    """R-HAVEN-CYCLEACT: the question arises also where the move action was sacrificed, or spent, before."""
    assert turn().sacrifice(1).activate("Rite", cost="cycle").rulings_used == ("R-HAVEN-CYCLEACT",)
    walked = turn(rulings=Rulings(haven_cycleact="keeps_move")).move(5).activate("Rite", cost="cycle")
    assert walked.rulings_used == ("R-HAVEN-CYCLEACT",)


def test_what_was_given_for_none_is_lost_after_a_turn_that_is_given_whole():
    """H-ACT-10, H-ACT-11: the second turn gives itself to Rite, and so nothing to what was given for none before."""
    state = turn().sacrifice(1).next().sacrifice(1).sacrifice("cycle", "Rite").next()
    assert [(each.ability, each.cycles) for each in state.series] == [("Rite", 1)]
