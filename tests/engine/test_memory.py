"""What the built engine wakes up with, started in node: rules and explorers at once, and nothing of this machine."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

from engine_harness import PACKAGE, RULES


def test_memory_holds_what_a_start_would_have_made(root: Path, engine: Path) -> None:
    """The rules, pydantic and its compiled half are there at once, under a table of functions that has their places."""
    modules = ["haventms", "haventms_widgets", "pydantic", "pydantic_core._pydantic_core"]
    ask = f"import sys, json\njson.dumps([[name in sys.modules for name in {modules}], haventms_rows()])"
    define = "def haventms_rows():\n    import haventms\n    return [haventms.Row(feet='7').feet, haventms.rows()]\n"
    told = json.loads(in_node(root, engine, define + ask))
    assert told == [[True] * 4, [7, [{"feet": 30}, {"feet": 5}]]]


def test_every_explorer_is_in_the_memory(root: Path, engine_build: ModuleType) -> None:
    """The first answer of each explorer needs nothing that has to be imported or built first."""
    from haventms_widgets import explorers

    ask = """
import json, sys
import haventms_widgets
from haventms.checked import arguments_of
before, built = set(sys.modules), arguments_of.cache_info().misses
for id in haventms_widgets.explorers():
    assert json.loads(haventms_widgets.run_page(id, "", True))["ok"]
json.dumps([list(haventms_widgets.explorers()), sorted(set(sys.modules) - before), arguments_of.cache_info().misses - built])
"""
    assert json.loads(in_node(root, engine_build.build(root), ask)) == [list(explorers()), [], 0]


def test_memory_tells_nothing_of_the_machine(root: Path, tree: Path, engine: Path) -> None:
    """Neither a folder of this machine nor its node is named in the memory that travels; what is Python's is."""
    asked = [str(tree), str(root), "Node.js v", "haventms_widgets", "python314.zip"]
    assert json.loads(in_node(root, engine, json.dumps(asked))) == ["haventms_widgets", "python314.zip"]


# What rules and explorers may import of the standard library.
NEEDED = [
    *("abc", "annotationlib", "ast", "bisect", "calendar", "collections.abc", "contextlib", "copy", "csv"),
    *("dataclasses", "datetime", "decimal", "difflib", "enum", "fractions", "functools", "hashlib", "heapq", "html"),
    *("importlib.resources", "inspect", "io", "itertools", "json", "math", "numbers"),
    *("operator", "pathlib", "pprint", "random", "re", "secrets", "statistics", "string", "textwrap", "threading"),
    *("time", "tomllib", "traceback", "types", "typing", "unicodedata", "urllib.parse", "uuid", "warnings", "weakref"),
    "zoneinfo",
]


def in_node(root: Path, engine: Path, code: str) -> str:
    npm = next((root / ".cache" / "npm-engine").glob("*/node_modules/pyodide"))
    script = Path(__file__).with_name("run_in_node.mjs")
    done = subprocess.run(
        ["node", str(script), str(engine), code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYODIDE": str(npm)},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_computes_in_node_as_here(root: Path, tree: Path, engine: Path) -> None:
    """The built files start without a browser and answer as CPython does; nothing that rules may need was left out."""
    ask = "haventms_widgets.run_state('haven-speed', 'feet=3')"
    modules = "; ".join(f"import {name}" for name in NEEDED)
    code = f"{modules}\nimport haventms, haventms_widgets, json\n"
    told = f"json.dumps([{ask}, haventms.Row.__doc__])"
    found = json.loads(in_node(root, engine, code + told))
    here = (
        f"import sys; sys.path[:0] = [{str(tree)!r}, {str(tree / 'widgets')!r}]; import haventms_widgets; print({ask})"
    )
    native = subprocess.run([sys.executable, "-c", here], capture_output=True, text=True, check=True).stdout
    assert found == [native.strip(), "A row."]


def test_stand_ins_are_python() -> None:
    """The stand-ins of these tests compile here too."""
    for source in (PACKAGE, RULES):
        compile(source, "stand-in", "exec")
