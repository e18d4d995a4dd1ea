"""The worked examples and the register of Domains."""

from importlib import import_module

import pytest

from haventms import clauses, examples
from haventms.register import Entry
from haventms.worked import Example

MINE = [entry for entry in clauses() if entry.system == "domains"]
EXAMPLES = examples(system="domains")
CLAUSES = {
    "D-MOV": 3, "D-LAN": 2, "D-SWI": 3, "D-CLI": 3, "D-FLY": 4, "D-DIG": 2, "D-POO": 2, "D-ATK": 1, "D-RNG": 3,
    "D-THR": 1, "D-SHO": 2, "D-PSI": 2, "D-MAG": 1, "D-MEL": 4,
}  # fmt: skip
RULINGS = {
    "DIE", "BUDGET", "LARGEST", "TERRAIN", "HALF", "STALL", "LANDING", "DIG", "CLIMBCOST", "SLOPE", "EDGE", "FALL",
    "LONG", "MAX", "MINBRAWN", "DISCIPLINE", "ENTERMIND", "TILE",
}  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_an_example_holds(example: Example) -> None:
    """What it expects comes out, and the ledger cites each of its clauses."""
    assert example.differences() == []
    if "refused" not in example.expected:
        result = example.run()
        assert {*example.clauses} <= {line.clause for line in result.ledger}
        assert not example.ruling or example.ruling in result.rulings_used


def test_every_clause_ruling_and_erratum_is_registered() -> None:
    assert {entry.id for entry in MINE if entry.kind == "clause"} == {
        f"{group}-{number}" for group, last in CLAUSES.items() for number in range(1, last + 1)
    }
    assert {entry.id for entry in MINE if entry.kind == "ruling"} == {f"R-DOMAINS-{name}" for name in RULINGS}
    assert {entry.id for entry in MINE if entry.kind == "erratum"} == {f"E-DOMAINS-{number}" for number in (1, 2, 3, 4)}


@pytest.mark.parametrize("entry", MINE, ids=lambda entry: entry.id)
def test_an_entry_is_computed_or_says_why_not(entry: Entry) -> None:
    """A clause and the function that computes it name each other, and an example shows it."""
    assert bool(entry.computed_by) != bool(entry.reason)
    if entry.computed_by:
        module, _, name = entry.computed_by.rpartition(".")
        function = getattr(import_module(module), name)
        if entry.kind == "clause":
            assert entry.id in function.clauses
            assert any(entry.id in example.clauses for example in EXAMPLES)
    assert all(id in clauses() for id in entry.rulings)


@pytest.mark.parametrize("ruling", [entry for entry in MINE if entry.kind == "ruling"], ids=lambda entry: entry.id)
def test_a_ruling_has_an_example_for_each_choice(ruling: Entry) -> None:
    """One for the default, one for each other choice, and what comes out differs; one for a fixed ruling."""
    shown = [example for example in EXAMPLES if example.ruling == ruling.id]
    if not ruling.choices:
        assert shown
        return
    tokens = [example.rulings.get(ruling.field, ruling.choices[0].token) for example in shown]
    assert sorted(tokens) == sorted(choice.token for choice in ruling.choices)
    assert len({str(example.inputs) for example in shown}) == 1
    outcomes = {str({**example.expected}) for example in shown}
    assert len(outcomes) == len(shown)
