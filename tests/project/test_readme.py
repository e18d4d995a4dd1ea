"""What README.md shows works as it stands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\.venv/bin/haventms (.*)$", README, re.MULTILINE)
SNIPPETS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_readme_shows_commands_and_python() -> None:
    """The tests below have something to run."""
    assert len(COMMANDS) == 6
    assert len(SNIPPETS) == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_the_readme(command: str) -> None:
    """Each command prints something, complains of nothing and ends well."""
    program = Path(sys.executable).with_name("haventms")
    run = subprocess.run([program, *command.split()], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.strip()


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_python_of_the_readme(snippet: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The Python shown runs, and prints the feet that its comment says."""
    exec(snippet, {})
    (feet,) = re.findall(r"print\(speed\.feet\)\s+# (\d+)", snippet)
    assert capsys.readouterr().out.splitlines()[0] == feet


def test_make_targets_of_the_readme(root: Path) -> None:
    """Every `make` target that README and CONTRIBUTING name is one of the Makefile's."""
    targets = set(re.findall(r"^([a-z-]+):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = README + (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE))
    assert {"serve", "test", "setup", "lint", "notebooks"} <= named
    assert named <= targets
