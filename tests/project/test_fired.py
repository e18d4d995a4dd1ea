"""The record of what fires, and the tool that breaks clauses: both complain where they should."""

import subprocess
import sys
import tomllib
from pathlib import Path

import haventms

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tools"))
import fired  # noqa: E402

CITED_WRONGLY = """
import sys
sys.path.append("tools")
import clauses, haventms
entry = haventms.clauses()["H-ICE-2"]
print(clauses.examples_of(entry.model_copy(update={"computed_by": "haventms.haven.falling.landing"})))
"""


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_clause_that_names_another_function_is_found_out():
    """Its examples hold when some function is broken that they do not go through."""
    done = run("-c", CITED_WRONGLY)
    assert done.stdout.splitlines() == [
        f"['H-ICE-2: none of its {len(haventms.examples(clause='H-ICE-2'))} examples fails when its function is broken.']",
    ], done.stderr


def test_the_tool_takes_ids():
    done = run("tools/clauses.py", "O-FOR-2", "D-ATK-1")
    assert (done.returncode, done.stdout) == (0, "2 clauses were broken, 0 times nobody noticed.\n"), done.stderr


def test_a_record_that_claims_too_much_is_refused():
    """A test that no longer fires the clause, a clause without a test, an id that is gone: a sentence each."""
    computed = [each.id for each in haventms.clauses() if each.kind == "clause" and each.computed_by]
    tests = {"tests/haven/test_all.py::test_everything": {*computed}}
    chapters = {"haven/ice": {"H-ICE-1"}}
    kept = {"tests": {id: [*tests] for id in computed}, "chapters": {"H-ICE-1": ["haven/ice"]}}
    assert fired.faults(kept, tests, chapters) == []
    kept["chapters"]["H-ICE-2"] = ["haven/ice"]
    del kept["tests"]["O-FOR-2"]
    kept["tests"]["H-ICE-99"] = []
    assert fired.faults(kept, tests, chapters) == [
        "H-ICE-2 is said to fire in haven/ice, and does not.",
        "O-FOR-2 is computed, but no test is known in which it decides anything.",
        "H-ICE-99 is in fired.toml, but not in the register.",
    ]


def test_what_is_most_a_clauses_own_comes_first():
    """The test that names the clause, then the one that fires least beside it."""
    file = "tests/haven/test_checks.py"
    named = f"{file}::test_a_rolled_total_on_ice"
    few, many = f"{file}::test_a", f"{file}::test_b"
    heard = {many: {"H-ICE-2", "H-SPD-1"}, few: {"H-ICE-2"}, named: {"H-ICE-2", "H-SPD-1", "H-SPD-2"}}
    elsewhere = {"tests/core/test_ledger.py::test_a": {"H-ICE-2"}, f"{file}::test_c": {"H-SPD-1"}}
    assert fired.candidates(haventms.clauses()["H-ICE-2"], heard | elsewhere) == [named, few, many]


def test_the_record_is_written_as_it_is_read(tmp_path):
    """Long lists take a line a name; the text is TOML."""
    found = {
        "tests": {"H-ICE-2": [f"tests/haven/test_terrain.py::test_{'x' * 40}_{n}" for n in range(3)]},
        "chapters": {},
    }
    assert tomllib.loads(fired.written(found)) == found
