"""The worked examples of Haven and its part of the register."""

from importlib import import_module
from inspect import getmodule

import pytest

from haventms import Rulings, clauses, examples, haven

ENTRIES = [entry for entry in clauses() if entry.system == "haven"]
EXAMPLES = examples(system="haven")
CHOICES = [entry for entry in ENTRIES if entry.choices]


def function_of(entry):
    module, _, name = entry.computed_by.rpartition(".")
    return getattr(import_module(module), name)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_an_example_holds(example):
    """What is expected comes out, the ledger cites the clauses, and a shown ruling has arisen."""
    assert example.differences() == []
    assert all(clause in clauses() for clause in example.clauses)
    if "refused" not in example.expected:
        result = example.run()
        if hasattr(result, "ledger"):
            assert {line.clause for line in result.ledger} & {*example.clauses}
            assert not example.ruling or example.ruling in result.rulings_used


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_an_entry_is_computed_or_says_why_not(entry):
    assert bool(entry.computed_by) != bool(entry.reason)
    assert all(id in clauses() for id in entry.rulings)
    if entry.computed_by and entry.kind == "clause":
        assert entry.id in function_of(entry).clauses
        assert [each for each in EXAMPLES if entry.id in each.clauses], "a computed clause has an example"
    elif entry.computed_by:
        assert callable(function_of(entry))


def test_every_function_computes_what_the_register_says_it_does():
    for name in haven.__all__:
        function = getattr(haven, name)
        for id in getattr(function, "clauses", ()):
            assert clauses()[id].computed_by == f"{getmodule(function).__name__}.{function.__name__}"


@pytest.mark.parametrize("ruling", CHOICES, ids=lambda entry: entry.id)
def test_each_choice_of_a_ruling_has_an_example_that_shows_the_change(ruling):
    """At least one group of examples on the same inputs has every choice and comes out in more than one way."""
    shown = [each for each in EXAMPLES if each.ruling == ruling.id]
    groups = {}
    for each in shown:
        groups.setdefault(f"{each.call} {each.inputs}", []).append(each)
    tokens = {choice.token for choice in ruling.choices}
    full = [
        group
        for group in groups.values()
        if {each.rulings.get(ruling.field, ruling.choices[0].token) for each in group} >= tokens
    ]
    assert full
    for group in full:
        paths = set.intersection(*({*each.expected} for each in group))
        assert len({str([each.expected[path] for path in sorted(paths)]) for each in group}) > 1


@pytest.mark.parametrize("ruling", CHOICES, ids=lambda entry: entry.id)
def test_the_register_names_every_token_the_rulings_take(ruling):
    assert getattr(Rulings(), ruling.field) == ruling.choices[0].token
    for choice in ruling.choices:
        assert getattr(Rulings.model_validate({ruling.field: choice.token}), ruling.field) == choice.token


def test_the_literal_readings():
    changed = {name: token for name, token in Rulings.literal().changed.items() if name.startswith("haven_")}
    assert changed == {"haven_stack": "worst", "haven_started": "whole", "haven_multiroll": "whole"}


def test_presets_of_haven_speed_say_the_same_as_their_examples():
    """What a preset's inputs give through both functions is what its example expects."""
    presets = [each for each in EXAMPLES if each.preset is not None and each.preset.explorer == "haven-speed"]
    assert presets
    for each in presets:
        inputs = each.preset.inputs
        rulings = Rulings.model_validate(each.rulings)
        base = haven.base_speed(inputs["swiftness"], inputs["mode_bonus"], inputs["flat_bonus"], rulings=rulings)
        speed = haven.terrain_speed(base.feet, inputs["factors"], rulings=rulings)
        if each.call == "terrain_speed":
            assert base.feet == each.inputs["base_feet"]
            assert speed.feet == each.expected["feet"]
        else:
            assert base.feet == each.expected["feet"]
