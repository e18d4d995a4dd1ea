"""The built wheel does its work in an environment that has nothing but what the wheel asks for."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from project.pinned import pins_for

PATIENCE = 60  # seconds until a server that does not answer counts as broken


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree, built with the build tools that are pinned."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(root)]
    subprocess.run(command, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(root: Path, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a new environment: the hashed pins that the wheel needs, then the wheel itself."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [each for each in archive.namelist() if each.endswith(".dist-info/METADATA")]
        asked = re.findall(r"^Requires-Dist: (.*)$", archive.read(name).decode(), re.MULTILINE)
    base = [each for each in map(Requirement, asked) if "extra" not in str(each.marker)]
    (folder / "pins.txt").write_text(pins_for(root, base), encoding="utf-8")
    venv.create(folder / "venv", with_pip=True, symlinks=True)
    python = str(folder / "venv" / "bin" / "python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-compile", "--no-deps"]
    for what in (["--require-hashes", "--requirement", str(folder / "pins.txt")], [str(wheel)]):
        run = subprocess.run([*pip, *what], capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
    return folder / "venv" / "bin"


def environment() -> dict[str, str]:
    """This process's environment without what would let the tree itself be found."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def test_wheel_holds_everything_and_nothing_else(root: Path, wheel: Path) -> None:
    """The wheel holds every file of both packages, the licences, and no test, book or engine."""
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
        licences = {name.partition("/licenses/")[2] for name in archive.namelist() if "/licenses/" in name}
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "haventms", "widgets/haventms_widgets"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    files = {name.removeprefix("widgets/") for name in tracked.stdout.splitlines() if (root / name).exists()}
    assert held == files
    assert {"LICENSE", "NOTICE"} <= licences


def test_base_dependencies_suffice(installed: Path) -> None:
    """Nothing that an installed package needs is missing, and no extra slipped in."""
    run = subprocess.run([installed / "python", "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    absent = "import importlib.util as u; print([n for n in ('pytest', 'ipywidgets', 'sphinx') if u.find_spec(n)])"
    run = subprocess.run([installed / "python", "-c", absent], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_installed_program_runs_a_case(installed: Path, tmp_path: Path) -> None:
    """`haventms run haven-speed --swiftness 3 --json` prints the View; base speed is 10 and 5 a point (H-SPD-1)."""
    command = [installed / "haventms", "run", "haven-speed", "--swiftness", "3", "--json"]
    run = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    view = json.loads(run.stdout)
    assert view["id"] == "haven-speed"
    assert view["inputs"]["swiftness"] == 3
    assert "25/1" in [fact["exact"] for fact in view["facts"]]
    assert any(line["clause"] == "H-SPD-1" for line in view["ledger"])


def test_installed_version_is_the_projects(root: Path, installed: Path, tmp_path: Path) -> None:
    """`haventms --version` says what pyproject.toml says."""
    said = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    command = [installed / "haventms", "--version"]
    run = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=True)
    assert run.stdout.strip() == said


@pytest.fixture
def serving(installed: Path, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running `haventms serve` on a port of the system's choice, and the address that it prints."""
    process = subprocess.Popen(
        [installed / "haventms", "serve", "--port", "0"],
        cwd=tmp_path,
        env={**environment(), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if "Ctrl-C" in line:
            break
    found = re.search(r"http://localhost:\d+", said)
    assert found, said
    yield process, found[0]
    process.kill()
    process.wait()


def test_installed_server_answers_and_stops(serving: tuple[subprocess.Popen[str], str]) -> None:
    """`haventms serve` answers with its index and a dashboard; Ctrl-C ends it with exit code 0 and no trace."""
    process, address = serving
    deadline = time.monotonic() + PATIENCE
    for path, text in (("/", "haven-speed"), ("/haven-speed", "<html")):
        while True:
            try:
                with urllib.request.urlopen(address + path, timeout=PATIENCE) as answer:
                    assert text in answer.read().decode()
                break
            except ConnectionRefusedError:
                assert time.monotonic() < deadline, "the server does not listen"
                time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, rest
    assert "Traceback" not in rest
