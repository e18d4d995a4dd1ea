"""The worked examples: each is computed and compared, each cites what decided it, each choice has one."""

import pytest

from haventms import Result, Rulings, clauses, examples
from haventms.worked import Example

ALL = examples()


@pytest.mark.parametrize("example", ALL, ids=lambda example: f"{example.system}-{example.id}")
def test_an_example_comes_out_as_expected(example):
    """The call gives the expected values."""
    assert example.differences() == []


@pytest.mark.parametrize("example", ALL, ids=lambda example: f"{example.system}-{example.id}")
def test_an_example_cites_known_ids_and_its_source(example):
    """Its clauses and its ruling are in the register, and it says where the expected values come from."""
    assert example.clauses
    assert all(id in clauses() for id in example.clauses)
    assert not example.ruling or example.ruling in clauses()
    assert example.source


def test_ids_of_examples_are_single_within_a_system():
    """One id, one example."""
    seen = [(example.system, example.id) for example in ALL]
    assert len(seen) == len(set(seen))


def test_every_choice_on_every_ruling_has_an_example():
    """The default by an example of the ruling under default rulings, each other choice by one that takes it."""
    missing = []
    for entry in clauses():
        if not entry.field:
            continue
        taken = {Rulings.model_validate(each.rulings).model_dump()[entry.field] for each in examples(clause=entry.id)}
        missing += [f"{entry.id} {choice.token}" for choice in entry.choices if choice.token not in taken]
    assert missing == []


def test_every_computed_clause_has_an_example():
    """A clause that is computed is shown computing."""
    missing = [each.id for each in clauses() if each.kind == "clause" and each.computed_by and not examples(each.id)]
    assert missing == []


def test_the_examples_of_a_ruling_differ():
    """What shows a choice shows a change: the same case with the default of this very ruling gives something else."""
    same = []
    for example in ALL:
        field = clauses()[example.ruling].field if example.ruling else ""
        if field not in example.rulings:
            continue
        rest = {name: token for name, token in example.rulings.items() if name != field}
        if outcome(example, None) == outcome(example, Rulings.model_validate(rest)):
            same.append(example.id)
    assert same == []


def outcome(example, rulings):
    try:
        result = example.run(rulings)
    except ValueError as error:
        return str(error)
    return result.model_dump(exclude={"rulings_used", "ledger"}) if isinstance(result, Result) else result


def test_examples_can_be_asked_for_by_clause_system_and_explorer():
    """Each way narrows the list."""
    assert all("H-SPD-1" in each.clauses for each in examples("H-SPD-1"))
    assert {each.system for each in examples(system="domains")} == {"domains"}
    assert all(each.preset.explorer == "haven-speed" for each in examples(explorer="haven-speed"))


def example_of(**changes):
    fields = {
        "id": "x",
        "system": "haven",
        "sentence": "s",
        "call": "base_speed",
        "inputs": {"swiftness": 3},
        "expected": {"feet": 25},
        "clauses": ("H-SPD-1",),
        "source": "counted",
    }
    return Example(**{**fields, **changes})


def test_a_wrong_expectation_is_told():
    """An example that does not hold says what came out instead."""
    assert example_of().differences() == []
    assert example_of(expected={"feet": 30}).differences() == ["x: feet is '25/1', expected '30/1'"]


def test_a_refusal_can_be_expected():
    """The clause that refuses is compared; another or none is a difference."""
    lying = example_of(call="standing_up", inputs={"feet": 3}, expected={"refused": "H-SPD-3"})
    assert lying.differences() == []
    assert "refused (" in lying.model_copy(update={"expected": {"feet": 1}}).differences()[0]
    assert example_of(expected={"refused": "H-SPD-1"}).differences() == ["x: refused is None, expected 'H-SPD-1'"]


def test_texts_that_look_like_ratios_are_exact_numbers():
    """ "3/4" is a number, "either/or" a text; also within lists and tables."""
    crowd = example_of(
        call="terrain_speed",
        inputs={"base_feet": 35, "factors": [{"kind": "crowd"}]},
        expected={"fraction": "3/4", "possible": True, "ledger.0.table": "Terrain factors: crowd small"},
    )
    assert crowd.differences() == []
    odd = example_of(expected={"headline": "either/or"})
    assert "expected 'either/or'" in odd.differences()[0]
