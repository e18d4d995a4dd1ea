"""`make setup`: an environment from the pins, left alone while it is whole, made anew with a sentence when it is not.

Everything is done for real with a small project, whose only pins are those of the build tool.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from project.pinned import pins_for

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "haventms"
version = "1.0"
[tool.hatch.build]
dev-mode-dirs = [".", "widgets"]
[tool.hatch.build.targets.wheel]
packages = ["haventms", "widgets/haventms_widgets"]
"""
HERE = f"{sys.version_info[0]}.{sys.version_info[1]}"

Say = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def place(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small project with the real tools, whose only pins are those of the build tool, and its own Node.js."""
    place = tmp_path_factory.mktemp("small") / "project"
    shutil.copytree(root / "tools", place / "tools")
    for name in ("haventms", "widgets/haventms_widgets"):
        (place / name).mkdir(parents=True)
        (place / name / "__init__.py").touch()
    (place / "pyproject.toml").write_text(PROJECT)
    (place / "requirements.txt").write_text(pins_for(root, [Requirement("hatchling")]))
    shutil.copy(root / "requirements-node.txt", place)
    shutil.copy(root / "Makefile", place)
    programs = place / "programs"
    programs.mkdir()
    for name in ("node", "npm"):
        (programs / name).write_text("#!/bin/sh\necho v20.0.0\n")
        (programs / name).chmod(0o755)
    return place


@pytest.fixture(scope="module")
def tools(place: Path) -> ModuleType:
    """The small project's tools/setup.py as a module."""
    spec = importlib.util.spec_from_file_location("small_setup", place / "tools" / "setup.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def setup(place: Path) -> Say:
    """Runs `make setup` in the small project, as somebody with this interpreter on the PATH does."""

    def run(*options: str, path: str = f"{{programs}}:{Path(sys.executable).parent}:/usr/bin:/bin") -> object:
        environment = {"PATH": path.format(programs=place / "programs"), "HOME": str(place)}
        environment |= {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
        return subprocess.run(
            ["make", "setup", *(options or [f"PYTHON={sys.executable}"])],
            cwd=place,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.fixture
def whole(setup: Say, place: Path) -> Path:
    """The environment of the small project, whole."""
    run = setup()
    assert run.returncode == 0, run.stderr
    return place / ".venv"


def test_a_whole_environment_is_left_alone(whole: Path, setup: Say) -> None:
    """The second `make setup` does and says nothing, whoever named the interpreter."""
    for options in ((), ("PYTHON=",), (f"PYTHON={whole}/bin/python",)):
        run = setup(*options)
        assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_the_project_itself_is_installed(whole: Path) -> None:
    """Both packages are imported from the tree, not from a copy."""
    code = "import haventms, haventms_widgets; print(haventms.__file__); print(haventms_widgets.__file__)"
    run = subprocess.run(
        [whole / "bin" / "python", "-P", "-c", code], capture_output=True, text=True, check=True, cwd="/"
    )
    tree = whole.parent
    assert run.stdout.splitlines() == [
        f"{tree}/haventms/__init__.py",
        f"{tree}/widgets/haventms_widgets/__init__.py",
    ]


def test_a_broken_environment_is_made_anew(whole: Path, setup: Say) -> None:
    """What is wrong is said in a sentence, and afterwards the environment is whole again."""
    (packages,) = whole.glob("lib/python*/site-packages")
    for part in packages.glob("pluggy*"):
        shutil.rmtree(part)
    run = setup()
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[0] == ".venv has lost packages (pluggy), so it is made anew."
    assert setup().stdout == ""


def _no_interpreter(folder: Path) -> None:
    (folder / "bin" / "python").unlink()
    (folder / "bin" / "python").symlink_to("/nowhere/python3")


def _nothing(folder: Path) -> None:
    pass


@pytest.mark.parametrize(
    ("harm", "chosen", "flaw"),
    [
        (_nothing, False, "was made in another place"),
        (_no_interpreter, False, "does not run any more"),
        (shutil.rmtree, False, "is not there"),
    ],
)
def test_flaws_of_a_copy(
    harm: Callable[[Path], None], chosen: bool, flaw: str, whole: Path, tools: ModuleType, tmp_path: Path
) -> None:
    """A copy of an environment runs the code of the place it was copied from; a broken copy is worse."""
    copy = tmp_path / ".venv"
    shutil.copytree(whole, copy, symlinks=True)
    harm(copy)
    assert tools._flaw(copy, tools._facts(copy), chosen) == flaw


def test_flaws_in_place(whole: Path, tools: ModuleType) -> None:
    """A whole environment has no flaw; one of another Python than was asked for has, and so has half a package."""
    facts = tools._facts(whole)
    assert tools._flaw(whole, facts, chosen=True) == ""
    other = {**facts, "version": "3.1"}
    assert tools._flaw(whole, other, chosen=False) == ""
    assert tools._flaw(whole, other, chosen=True) == f"is of Python 3.1 and {HERE} was asked for"
    old = {**facts, "version": "3.10", "supported": False}
    assert tools._flaw(whole, old, chosen=False) == "is of Python 3.10, which the pinned packages are not made for"
    (record,) = whole.glob("lib/python*/site-packages/pluggy-*.dist-info/RECORD")
    kept = record.rename(record.with_name("kept"))
    flaw = tools._flaw(whole, tools._facts(whole), chosen=False)
    kept.rename(record)
    assert flaw == "has packages that were installed by half (pluggy)"


def test_changed_pins_are_followed_in_place(whole: Path, setup: Say, place: Path, root: Path) -> None:
    """A new pin is installed, one that is gone is removed, and the rest stays."""
    before = (whole / "pyvenv.cfg").stat().st_ino
    pins = place / "requirements.txt"
    old = pins.read_text()
    pins.write_text(old + pins_for(root, [Requirement("iniconfig")]))
    run = setup()
    assert (run.returncode, run.stdout) == (0, "Installing 1 pinned package into .venv.\n"), run.stderr
    pins.write_text(old)
    run = setup()
    assert (run.returncode, run.stdout) == (0, "Removing what is not pinned any more: iniconfig.\n"), run.stderr
    assert (whole / "pyvenv.cfg").stat().st_ino == before
    assert setup().stdout == ""


def test_a_wrong_hash_is_refused(whole: Path, setup: Say, place: Path) -> None:
    """A package whose file has another hash than the pinned one is not installed."""
    pins = place / "requirements.txt"
    old = pins.read_text()
    pins.write_text(f"{old}iniconfig==2.3.1 --hash=sha256:{'0' * 64}\n")
    run = setup()
    assert run.returncode != 0
    assert "The packages could not be installed" in run.stderr
    pins.write_text(old)
    run = setup()
    assert run.returncode == 0, run.stderr


def test_a_folder_that_is_something_else_is_not_removed(setup: Say, place: Path) -> None:
    """VENV= with the name of another folder removes nothing."""
    run = setup("VENV=haventms", f"PYTHON={sys.executable}")
    assert run.returncode != 0
    assert "does not look like an environment" in run.stderr
    assert (place / "haventms" / "__init__.py").exists()


def interpreter(folder: Path, name: str, says: int) -> None:
    """A program of that name that answers the question of tools/python.sh with this code, and runs as python else."""
    folder.mkdir(exist_ok=True)
    script = f'#!/bin/sh\ncase "$1" in -c) exit {says} ;; esac\necho "{name} runs"\n'
    (folder / name).write_text(script)
    (folder / name).chmod(0o755)


@pytest.mark.parametrize(
    ("there", "outcome"),
    [
        ({"python3.13": 0, "python3.12": 0, "python3": 0}, "python3.13 runs"),
        ({"python3.13": 127, "python3.12": 0, "python3": 0}, "python3.12 runs"),
        ({"python3.13": 3, "python3": 0}, "python3 runs"),
        ({"python3": 3}, "python3 cannot make environments: install its venv package"),
        ({"python3": 4}, "No suitable interpreter was found"),
        ({}, "No suitable interpreter was found"),
    ],
)
def test_the_newest_suitable_interpreter_is_found(
    there: dict[str, int], outcome: str, root: Path, tmp_path: Path
) -> None:
    """0: suits, 3: has no venv, 4: is of another version, 127: a name that does not run."""
    (tmp_path / "bin").mkdir()
    for name, says in there.items():
        interpreter(tmp_path / "bin", name, says)
    command = ["/bin/sh", str(root / "tools" / "python.sh"), "", "tools/setup.py"]
    run = subprocess.run(command, env={"PATH": str(tmp_path / "bin")}, capture_output=True, text=True, check=False)
    assert (run.stdout + run.stderr).startswith(outcome)
    assert (run.returncode == 0) is outcome.endswith("runs")


@pytest.mark.parametrize(
    ("says", "sentence"),
    [
        (3, "PYTHON=mine cannot make environments"),
        (4, "PYTHON=mine is of another version: the pinned packages are made for Python 3.11 to 3.13."),
        (127, "PYTHON=mine does not run"),
    ],
)
def test_a_named_interpreter_is_used_or_refused(says: int, sentence: str, root: Path, tmp_path: Path) -> None:
    """An interpreter that somebody named is never replaced by another one in silence."""
    interpreter(tmp_path, "mine", says)
    interpreter(tmp_path, "python3", 0)
    command = ["/bin/sh", str(root / "tools" / "python.sh"), "mine", "tools/setup.py"]
    run = subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.startswith(sentence)
