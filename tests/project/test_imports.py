"""The rules import the standard library and pydantic, nothing else, and no more of either than is used."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

# pydantic is let in with what it needs itself; test_sources_name_only_pydantic sees that the rules use none of that
# but pydantic_core, its other half, where a type tells pydantic how it is read and written.
WITH_PYDANTIC = ("pydantic", "pydantic_core", "annotated_types", "typing_extensions", "typing_inspection")

GUARD = """
import importlib, json, pkgutil, sys

class Guard:
    def find_spec(self, name, path=None, target=None):
        # The library's own record of how this interpreter was built bears the platform in its name.
        if name.partition(".")[0] not in allowed and not name.startswith("_sysconfigdata"):
            raise ModuleNotFoundError(f"{name} must not be imported", name=name)

allowed = {"haventms", *sys.stdlib_module_names, *json.loads(sys.argv[1])}
sys.meta_path.insert(0, Guard())
"""


def fresh(code: str, *beside_the_library: str) -> str:
    """What a fresh interpreter prints that can import nothing but its own library, haventms and these packages."""
    script = GUARD + dedent(code)
    run = subprocess.run(
        [sys.executable, "-c", script, json.dumps(beside_the_library)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_the_guard_holds() -> None:
    """In the fresh interpreter of these tests a package that is installed cannot be imported."""
    answer = fresh("""
        try:
            import bokeh
        except ModuleNotFoundError as error:
            print(error)
    """)
    assert answer == "bokeh must not be imported"


def test_every_module_needs_pydantic_only() -> None:
    """Every module of haventms is imported while everything but the standard library and pydantic is kept out."""
    answer = fresh(
        """
        import haventms
        names = [each.name for each in pkgutil.walk_packages(haventms.__path__, "haventms.")]
        for name in names:
            importlib.import_module(name)
        for name in haventms.__all__:
            getattr(haventms, name)
        print(len(names))
        """,
        *WITH_PYDANTIC,
    )
    assert int(answer) > 10


def test_dice_need_the_standard_library_only() -> None:
    """Every module of the dice is imported without pydantic too."""
    answer = fresh("""
        import haventms.dice
        for each in pkgutil.walk_packages(haventms.dice.__path__, "haventms.dice."):
            importlib.import_module(each.name)
        print(haventms.dice.pool(1, 4).mean)
    """)
    assert answer == "1/2"


def test_the_package_loads_nothing_before_it_is_asked() -> None:
    """`import haventms` loads neither a system nor pydantic; asking for a system loads that one alone."""
    answer = fresh(
        """
        import haventms
        def loaded(*names):
            return [name for name in names if name in sys.modules]
        systems = ("haventms.haven", "haventms.domains", "haventms.overland", "haventms.dice")
        first = loaded("pydantic", *systems)
        from haventms import domains
        print(json.dumps([first, loaded("haventms.haven", "haventms.overland"), loaded("haventms.domains")]))
        """,
        *WITH_PYDANTIC,
    )
    assert json.loads(answer) == [[], [], ["haventms.domains"]]


def imported(source: Path) -> set[str]:
    """The top-level packages that a source file imports, wherever in the file."""
    names = set()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize(
    ("folder", "allowed"),
    [
        ("haventms", {"haventms", "pydantic", "pydantic_core"}),
        ("widgets/haventms_widgets/views", {"haventms", "haventms_widgets", "pydantic"}),
    ],
)
def test_sources_name_only_pydantic(root: Path, folder: str, allowed: set[str]) -> None:
    """No source file of the rules, or of the explorers that run in the browser, names another package."""
    sources = sorted((root / folder).rglob("*.py"))
    assert sources
    foreign = {
        str(source.relative_to(root)): names
        for source in sources
        if (names := imported(source) - allowed - sys.stdlib_module_names)
    }
    assert foreign == {}


def test_systems_do_not_know_each_other(root: Path) -> None:
    """Haven, Domains and Overland share mechanism only: none imports another, absolutely or relatively."""
    systems = {"haven", "domains", "overland"}
    crossings = []
    for system in systems:
        for source in (root / "haventms" / system).rglob("*.py"):
            for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
                named = []
                if isinstance(node, ast.ImportFrom):
                    named = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
                elif isinstance(node, ast.Import):
                    named = [part for alias in node.names for part in alias.name.split(".")]
                if (systems - {system}) & set(named) and _from_ours(node):
                    crossings.append(f"{source.relative_to(root)}:{node.lineno}")
    assert crossings == []


def _from_ours(node: ast.Import | ast.ImportFrom) -> bool:
    if isinstance(node, ast.Import):
        return any(alias.name.startswith("haventms.") for alias in node.names)
    return node.level >= 2 or (node.module or "").startswith("haventms")
