"""The register: every id once, tied to what computes it, every open question with its choices."""

import sys
from importlib import import_module
from typing import get_args

import pytest

import haventms
from haventms import Rulings, clauses
from haventms.register import Entry, Register, UnknownId, entries, implements, system_register

ENTRIES = list(clauses())
COMPUTED = [entry for entry in ENTRIES if entry.computed_by]


def function_of(dotted):
    """The object of a dotted name, methods included."""
    module, _, rest = dotted.partition(":") if ":" in dotted else (dotted, "", "")
    parts = module.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for name in [*parts[cut:], *filter(None, rest.split("."))]:
            found = getattr(found, name)
        return found
    raise AssertionError(dotted)


def test_the_register_holds_all_three_systems():
    """Each system has clauses, rulings and errata."""
    kinds = {(entry.system, entry.kind) for entry in ENTRIES}
    assert {
        (system, kind) for system in ("haven", "domains", "overland") for kind in ("clause", "ruling", "erratum")
    } == kinds
    assert len(clauses()) == len(ENTRIES)
    assert repr(clauses()).startswith("<Register of ")


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_an_entry_is_complete(entry):
    """It has a title, a text, a source passage, and either a function or a reason why there is none."""
    assert all([entry.title, entry.summary, entry.section])
    assert bool(entry.computed_by) != bool(entry.reason), "a function or a reason, not both"
    assert entry.anchor == entry.id.lower()
    letter = {"haven": "H", "domains": "D", "overland": "O"}[entry.system]
    start = {"clause": f"{letter}-", "ruling": f"R-{entry.system.upper()}-", "erratum": f"E-{entry.system.upper()}-"}
    assert entry.id.startswith(start[entry.kind])
    assert all(ruling in clauses() and clauses()[ruling].kind == "ruling" for ruling in entry.rulings)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_an_erratum_says_all_that_a_reader_asks(entry):
    """When it was noted, what its passage contradicts, what this book does, and which clauses it is about."""
    told = [entry.noted, entry.contradicts, entry.does, entry.clauses]
    assert all(told) if entry.kind == "erratum" else not any(told)
    for id in entry.clauses:
        assert (clauses()[id].kind, clauses()[id].system) == ("clause", entry.system)


@pytest.mark.parametrize("entry", COMPUTED, ids=lambda entry: entry.id)
def test_the_function_that_an_entry_names_exists(entry):
    """And for a clause it says itself that it computes it."""
    found = function_of(entry.computed_by)
    if entry.kind == "clause":
        assert entry.id in getattr(found, "clauses", ()), f"{entry.computed_by} does not implement {entry.id}"


def test_every_field_of_rulings_is_a_ruling_with_the_same_tokens():
    """Tokens and their order are the register's; no field without an entry, no open question without a field."""
    fields = {entry.field: entry for entry in ENTRIES if entry.field}
    assert set(fields) == set(Rulings.model_fields)
    for name, info in Rulings.model_fields.items():
        tokens = [choice.token for choice in fields[name].choices]
        assert info.default == tokens[0]
        if name != "haven_die":
            assert list(get_args(info.annotation)) == tokens


def test_an_unknown_id_names_the_nearest():
    """A slip of the finger gets a hint, nonsense gets none."""
    with pytest.raises(UnknownId, match=r"There is no clause.*'H-SPD-11'; did you mean H-SPD-1"):
        clauses()["H-SPD-11"]
    with pytest.raises(KeyError, match=r"There is no clause, ruling or erratum 'xyzzy'\."):
        clauses()["xyzzy"]
    assert "H-SPD-1" in clauses()
    assert "H-SPD-11" not in clauses()


def test_an_id_can_stand_only_once():
    """Two entries of one id are refused, with the id."""
    entry = Entry(id="H-X-1", kind="clause", system="haven", title="t", summary="s", section="p")
    with pytest.raises(ValueError, match="registered twice: \\['H-X-1'\\]"):
        Register((entry, entry))
    assert entry.field == ""


def test_one_system_can_be_read_alone():
    """The page of one explorer reads one system's files."""
    assert {entry.system for entry in entries("haven")} == {"haven"}
    assert system_register("domains")["D-MOV-1"].system == "domains"


def test_implements_marks_a_function():
    """The ids stand in its attribute `clauses`."""

    @implements("H-X-1", "H-X-2")
    def rule():
        return 1

    assert rule.clauses == ("H-X-1", "H-X-2")
    assert rule() == 1


def test_a_system_is_there_when_it_is_first_named(monkeypatch):
    """Nobody has to import its module first."""
    monkeypatch.delattr(haventms, "dice", raising=False)
    assert haventms.dice is sys.modules["haventms.dice"]


def test_the_package_loads_names_when_they_are_asked_for():
    """And says so where there is no such name."""
    assert haventms.haven.__name__ == "haventms.haven"
    assert "Rulings" in dir(haventms)
    with pytest.raises(AttributeError, match="haventms has no 'nothing'"):
        _ = haventms.nothing
