"""The worked examples and the register of this system."""

from importlib import import_module

import pytest

from haventms import clauses, examples

MINE = [entry for entry in clauses() if entry.system == "overland"]
EXAMPLES = examples(system="overland")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_examples_hold(example):
    """What an example expects comes out, and its ledger cites one of its clauses."""
    assert example.differences() == []
    if "refused" not in example.expected:
        assert {line.clause for line in example.run().ledger} & {*example.clauses}


@pytest.mark.parametrize("entry", MINE, ids=lambda entry: entry.id)
def test_entries_are_computed_or_reasoned(entry):
    """Each entry names the function that computes it, which for a clause names it back, or says why none does."""
    assert bool(entry.computed_by) != bool(entry.reason)
    if entry.computed_by:
        module, _, name = entry.computed_by.rpartition(".")
        function = getattr(import_module(module), name)
        if entry.kind == "clause":
            assert entry.id in function.clauses
            assert [each for each in EXAMPLES if entry.id in each.clauses], "a computed clause has an example"
    assert all(id in clauses() for id in entry.rulings)


@pytest.mark.parametrize("ruling", [e for e in MINE if e.choices and e.computed_by], ids=lambda entry: entry.id)
def test_each_choice_changes_an_example(ruling):
    """Each choice of a ruling has an example, and they do not all come out alike."""
    shown = [each for each in EXAMPLES if each.ruling == ruling.id]
    tokens = [each.rulings.get(ruling.field, ruling.choices[0].token) for each in shown]
    assert sorted(tokens) == sorted(choice.token for choice in ruling.choices)
    assert all(ruling.id in each.run().rulings_used for each in shown if "refused" not in each.expected)
    paths = set.intersection(*({*each.expected} - {"refused"} for each in shown)) or {"refused"}
    assert len({str([each.expected.get(path) for path in sorted(paths)]) for each in shown}) > 1
