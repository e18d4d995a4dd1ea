"""How `make mutants` puts a fault in force, and how it judges what is known."""

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

SMALL = """
from functools import cache, wraps

def loud(function):
    @wraps(function)
    def call(*values):
        return str(function(*values)) + "!"
    return call

LIMIT = 3

class Case:
    size = 2
    @property
    def within(self):
        return self.size < LIMIT

@cache
@loud
def total(values):
    return sum(value * 2 for value in values)
"""


@pytest.fixture
def tools(root: Path) -> Iterator[Callable[[str], ModuleType]]:
    """`tools("mutants")`: a tool as a module, that has read no file yet."""
    kept = list(sys.path)
    sys.path.append(str(root / "tools"))
    yield importlib.import_module
    sys.path[:] = kept
    for name in ("mutants", "mutants_placing"):
        sys.modules.pop(name, None)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[ModuleType]:
    """A small module, imported."""
    (tmp_path / "small_rules.py").write_text(SMALL)
    sys.path.insert(0, str(tmp_path))
    yield importlib.import_module("small_rules")
    sys.path.remove(str(tmp_path))
    del sys.modules["small_rules"]


def test_a_fault_is_in_force_for_whoever_holds_the_function(tools, small: ModuleType, tmp_path: Path) -> None:
    """Decorated functions, properties and what is inside of functions are changed where they are; caches are emptied."""
    placing = tools("mutants_placing")
    total, within = small.total, small.Case.within
    assert total((1, 2)) == "6!"
    caches, functions = placing.objects(str(tmp_path))
    for old, new, then in (("value * 2", "value * 3", "9!"), ('+ "!"', '+ "?"', "9?")):
        path = str(tmp_path / "small_rules.py")
        assert placing.replaced(path, SMALL.replace(old, new), functions[path])
        for _, clear in caches:
            clear()
        assert total((1, 2)) == then
    assert placing.replaced(path, SMALL.replace("size < LIMIT", "size > LIMIT"), functions[path])
    assert within.fget(small.Case()) is False


@pytest.mark.parametrize(("old", "new"), [("LIMIT = 3", "LIMIT = 4"), ("size = 2", "size = 3"), ("loud\n", "cache\n")])
def test_a_fault_outside_of_functions_is_not_placed(
    tools, small: ModuleType, tmp_path: Path, old: str, new: str
) -> None:
    """What a module or a class computes while it is imported is not changed afterwards: such a fault is imported anew."""
    placing = tools("mutants_placing")
    _, functions = placing.objects(str(tmp_path))
    path = str(tmp_path / "small_rules.py")
    assert SMALL.replace(old, new, 1) != SMALL
    assert not placing.replaced(path, SMALL.replace(old, new, 1), functions[path])


def test_a_fault_is_imported_in_the_place_of_the_file(tools, small: ModuleType, tmp_path: Path) -> None:
    placing = tools("mutants_placing")
    loader = placing.Changed("small_rules", str(tmp_path / "small_rules.py"), SMALL.replace("LIMIT = 3", "LIMIT = 1"))
    del sys.modules["small_rules"]
    sys.meta_path.insert(0, loader)
    try:
        assert importlib.import_module("small_rules").LIMIT == 1
    finally:
        sys.meta_path.remove(loader)


SURVIVOR = """
[[survivor]]
file = "haventms/rounding.py"
in = "down"
line = "return a < b"
becomes = "return a <= b"
why = "a is never b."
"""


@pytest.mark.parametrize(
    ("record", "noticed", "code", "said"),
    [
        (SURVIVOR, "", 0, "100 mutants, 1 survive: 99.0 % were noticed."),
        ("", "", 1, "down: return a < b -> return a <= b: survives and is not judged."),
        (
            SURVIVOR,
            "tests/x.py::test_x",
            1,
            "down: return a < b -> return a <= b: is judged, but does not survive any more.",
        ),
    ],
)
def test_every_survivor_is_judged_and_no_other(
    tools, tmp_path, monkeypatch, capsys, record, noticed, code, said
) -> None:
    """A survivor that nobody judged fails the run, and so does a judgement of what does not survive."""
    mutants = tools("mutants")
    monkeypatch.setattr(mutants, "KEPT", tmp_path)
    monkeypatch.setattr(mutants, "RECORD", tmp_path / "record.toml")
    mutants.RECORD.write_text(record)
    known = mutants.Known("haventms/rounding.py")
    known.keys = ["down: return a < b -> return a <= b", *map(str, range(99))]
    for key in known.keys:
        known.add(key, noticed if key == known.keys[0] else "tests/x.py::test_y")
    known.write()
    assert mutants.judged(["haventms/rounding.py"]) == code
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(("survivors", "code"), [(5, 0), (6, 1)])
def test_at_least_95_of_100_are_noticed(tools, tmp_path, monkeypatch, survivors: int, code: int) -> None:
    mutants = tools("mutants")
    monkeypatch.setattr(mutants, "KEPT", tmp_path)
    monkeypatch.setattr(mutants, "RECORD", tmp_path / "record.toml")
    known = mutants.Known("haventms/rounding.py")
    known.keys = [f"module: {number} -> 0" for number in range(100)]
    rows = [
        f'[[survivor]]\nfile = "haventms/rounding.py"\nin = ""\nline = "{number}"\nbecomes = "0"\nwhy = "So."\n'
        for number in range(survivors)
    ]
    mutants.RECORD.write_text("".join(rows))
    for number, key in enumerate(known.keys):
        known.add(key, "" if number < survivors else "tests/x.py::test_y")
    known.write()
    assert mutants.judged(["haventms/rounding.py"]) == code


def test_what_is_known_is_forgotten_where_it_may_have_changed(tools, tmp_path, monkeypatch) -> None:
    """After a change of the module nothing is known of it; after one of a test's file nothing that this test noticed."""
    mutants = tools("mutants")
    for name in ("KEPT", "ROOT"):
        monkeypatch.setattr(mutants, name, tmp_path)
    (tmp_path / "haventms").mkdir()
    (tmp_path / "tests").mkdir()
    for name in ("haventms/a.py", "tests/x.py", "tests/y.py"):
        (tmp_path / name).write_text("")
    known = mutants.Known("haventms/a.py")
    known.keys = ["x", "y", "nobody"]
    for key, noticed in (("x", "tests/x.py::test"), ("y", "tests/y.py::test"), ("nobody", "")):
        known.add(key, noticed)
    known.write()

    def left() -> set[str]:
        mutants.digest.cache_clear()
        mutants.whole.cache_clear()
        return set(mutants.Known("haventms/a.py").rows)

    assert left() == {"x", "y", "nobody"}
    (tmp_path / "tests" / "x.py").write_text("# changed")
    assert left() == {"y"}
    (tmp_path / "haventms" / "a.py").write_text("# changed")
    assert left() == set()
