"""What is heard while somebody listens: every clause that decides a step or a refusal, every ruling that is asked."""

import pytest

import haventms
from haventms import RuleError, fired, haven
from haventms.firing import LISTENERS


def test_a_result_tells_its_clauses_and_its_rulings():
    """Just those that stand in its ledger."""
    with fired() as found:
        result = haven.terrain_speed(30, [{"kind": "underbrush", "vines": 2}])
    assert found == {line.clause for line in result.ledger} | {*result.rulings_used}
    assert "H-DIF-2" in found


def test_a_refusal_tells_its_clause():
    with fired() as found, pytest.raises(RuleError):
        raise RuleError("H-ACT-5", "An attack action cannot be sacrificed")
    assert found == {"H-ACT-5"}


def test_a_refusal_that_nobody_hears_says_the_same(monkeypatch):
    """Listening changes nothing of what a refusal is."""
    heard = RuleError("H-ACT-5", "An attack action cannot be sacrificed")
    monkeypatch.setattr("haventms.errors.LISTENERS", [])
    unheard = RuleError("H-ACT-5", "An attack action cannot be sacrificed")
    assert (str(unheard), unheard.clause) == (str(heard), heard.clause)


def test_answers_without_a_ledger_tell_their_clauses():
    """Numbers and lists of options have no steps; their clauses decide them all the same."""
    with fired() as found:
        haven.attack_penalties(["physical"])
        haven.legal({"base_feet": 30})
    assert {"H-ATK-1", "H-ATK-2", "H-ACT-2"} <= found


def test_whoever_listens_within_hears_less_than_whoever_listens_around():
    """Both hear what happens while they are open, and nothing is left behind."""
    before = len(LISTENERS)
    with fired() as around:
        haven.base_speed(3)
        with fired() as within:
            haven.attack_penalties(["magical"])
    assert within == {"H-ATK-1", "H-ATK-2"}
    assert within < around
    assert len(LISTENERS) == before


@pytest.mark.parametrize("example", haventms.examples(), ids=lambda each: f"{each.system}-{each.id}")
def test_an_example_fires_the_clauses_that_it_claims(example):
    """Its clauses decide its result or its refusal, and the question that it shows arises."""
    with fired() as found:
        try:
            example.run()
        except RuleError:  # the tests of examples say whether it was expected
            assert "refused" in example.expected
    assert {*example.clauses, *filter(None, [example.ruling])} <= found


def test_rulings_can_be_given_to_what_is_legal():
    """They replace those of the turn: whether a whole cycle may be given up after a move is such a question."""
    turn = haven.Turn(base_feet=30, attack=1).move(10)
    kept = haventms.Rulings(haven_cycleact="keeps_move")
    assert haven.legal(turn, rulings=kept) == turn.model_copy(update={"rulings": kept}).legal()
    assert haven.legal(turn, rulings=kept) != turn.legal()
