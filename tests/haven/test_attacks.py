"""Repeated attacks: H-ATK-1 to 3 and R-HAVEN-COUNT."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from haventms import Rulings, haven

BY_ROLL = Rulings(haven_count="roll")
KINDS = st.sampled_from(["physical", "magical"])


def test_worked_value():
    """P M P P M M: 0, 0, -2, -4, -2, -4."""
    attacks = ["physical", "magical", "physical", "physical", "magical", "magical"]
    assert haven.attack_penalties(attacks) == (0, 0, -2, -4, -2, -4)


def test_thresholds():
    """The first attack has no penalty, each further one two more; no attack gives no number."""
    assert haven.attack_penalties([]) == ()
    assert haven.attack_penalties(["magical"]) == (0,)
    assert haven.attack_penalties(("physical",) * 5) == (0, -2, -4, -6, -8)


@given(st.lists(KINDS, max_size=30))
def test_an_independent_count(attacks):
    """Each attack loses two for every earlier one of its kind, under both readings while an action is one roll."""
    expected = tuple(-2 * attacks[:place].count(kind) for place, kind in enumerate(attacks))
    assert haven.attack_penalties(attacks) == expected
    assert haven.attack_penalties(attacks, rulings=BY_ROLL) == expected


@given(st.lists(st.tuples(KINDS, st.integers(1, 4)), max_size=8))
def test_actions_with_several_rolls(attacks):
    """R-HAVEN-COUNT: by rolls, every roll counts for the next one; by actions, those of one action are alike."""
    rolls = [kind for kind, number in attacks for _ in range(number)]
    by_roll = tuple(-2 * rolls[:place].count(kind) for place, kind in enumerate(rolls))
    assert haven.attack_penalties(attacks, rulings=BY_ROLL) == by_roll
    kinds = [kind for kind, _ in attacks]
    by_action = [-2 * kinds[:place].count(kind) for place, (kind, number) in enumerate(attacks) for _ in range(number)]
    assert haven.attack_penalties(attacks) == tuple(by_action)


@given(st.lists(st.tuples(KINDS, st.integers(1, 3)), max_size=6), st.sampled_from([None, BY_ROLL]))
def test_a_turn_counts_as_the_list_does(attacks, rulings):
    """A turn with as many attack actions has the same penalties, whether attacked with or automatic."""
    turn = haven.Turn(attack=6, rulings=rulings)
    automatic = haven.Turn(rulings=rulings)
    for kind, rolls in attacks:
        turn = turn.attack(kind, rolls=rolls)
        automatic = automatic.automatic(kind, rolls=rolls)
    expected = haven.attack_penalties(attacks, rulings=rulings)
    for state in (turn, automatic):
        assert tuple(change for step in state.log for change in step.penalties) == expected
        asked = any(rolls > 1 for _, rolls in attacks)
        assert state.rulings_used == (("R-HAVEN-COUNT",) if asked else ())
    assert automatic.left == {"standard": 1, "move": 1, "attack": 0}


def test_the_next_penalty():
    """`penalty` says what the next attack of a kind loses; a new turn starts at 0."""
    turn = haven.Turn(attack=2).attack("physical").attack("physical").automatic("magical")
    assert (turn.penalty("physical"), turn.penalty("magical")) == (-4, -2)
    assert turn.attack("physical").log[-1].penalties == (-4,)
    assert (turn.next().penalty("physical"), turn.next().penalty("magical")) == (0, 0)


def test_the_defensive_turn_has_no_penalty():
    """H-ATK-3: a parry that attacks is at 0 after three attacks, and the next attack is not worse for it."""
    turn = haven.Turn(attack=3).attack("physical").attack("physical").attack("physical")
    parried = turn.defend("physical", "Parry Attack", rolls=2)
    assert parried.log[-1].penalties == (0, 0)
    assert parried.penalty("physical") == -6
    assert parried.left == turn.left
    assert str(turn.defend().log[-1]) == "Defensive turn: a roll at 0"


@pytest.mark.parametrize(
    "attacks",
    [["mental"], "physical", [("physical", 0)], [("physical", 1001)], [("physical",)], [3], None, ["physical"] * 1001],
)
def test_bad_lists_name_the_parameter(attacks):
    """Other kinds, no or too many rolls, and what is no list are refused."""
    with pytest.raises(ValidationError) as caught:
        haven.attack_penalties(attacks)
    assert {error["loc"][0] for error in caught.value.errors()} == {"attacks"}
