"""A small register in a folder of its own, whole and in order, for tests to break."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from haventms.history import FIRST, Revision, hash_of, text_of, written
from haventms.register import SYSTEMS, read_entries

FILES = {
    "haven/clauses.toml": """["H-ICE-1"]
title = "Ice"
summary = "Ice halves the speed."
section = "Terrain Factors, Icy"
computed_by = "x.y"

["H-ICE-2"]
title = "Farther than that"
summary = "Moving farther asks for a roll."
section = "Terrain Factors, Icy"
computed_by = "x.y"
""",
    "haven/rulings.toml": """["R-HAVEN-ICETURN"]
title = "What does the total count?"
summary = "A turn or an action."
section = "Terrain Factors, Icy"
computed_by = "x.y"
choices = [
  { token = "turn", meaning = "the turn", literal = true },
  { token = "action", meaning = "the action" },
]
""",
    "haven/errata.toml": """["E-HAVEN-1"]
title = "An idle minimum"
summary = "It never matters."
section = "Terrain Factors, Liquid"
contradicts = "Its own condition."
does = "It is kept."
reason = "Nothing is computed."
""",
    "haven/examples/ice.toml": """["ice"]
sentence = "Ice."
call = "ice"
expected = { feet = 15 }
clauses = ["H-ICE-1", "H-ICE-2"]
ruling = "R-HAVEN-ICETURN"
source = "counted"
""",
    "stones.toml": "# none yet\n",
}


class Package:
    """The folder of a package that holds nothing but a register."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for system in SYSTEMS:
            (folder / system / "examples").mkdir(parents=True)
            for name in ("clauses", "rulings", "errata"):
                self.write(f"{system}/{name}.toml", "")
        for file, text in FILES.items():
            self.write(file, text)
        for system in SYSTEMS:
            past = [self.first(entry) for entry in read_entries(folder, system)]
            self.write(f"{system}/history.toml", "# The log.\n\n" + "\n".join(past))

    @staticmethod
    def first(entry) -> str:
        text = text_of(entry)
        return written(entry.id, Revision(date="2026-01-31", reason=FIRST, hash=hash_of(text), text=text))

    def write(self, file: str, text: str) -> None:
        (self.folder / file).write_text(text, encoding="utf-8")

    def read(self, file: str) -> str:
        return (self.folder / file).read_text(encoding="utf-8")

    def change(self, file: str, old: str, new: str) -> None:
        """Replace what stands in a file once."""
        text = self.read(file)
        assert text.count(old) == 1, (file, old)
        self.write(file, text.replace(old, new))

    def add(self, file: str, text: str) -> None:
        self.write(file, self.read(file) + text)


@pytest.fixture
def package(tmp_path: Path) -> Package:
    """A small register, whole and in order."""
    return Package(tmp_path / "package")


@pytest.fixture
def revise(package: Package, root: Path, tmp_path: Path) -> Callable[..., int]:
    """`tools/revise.py` on the small register, with the tests of a folder of its own; answers its exit code."""
    (tmp_path / "tests" / "haven").mkdir(parents=True)
    sys.path.append(str(root / "tools"))
    try:
        import revise as tool
    finally:
        sys.path.remove(str(root / "tools"))

    def run(*arguments: str) -> int:
        return tool.main([*arguments, "--package", str(package.folder), "--tests", str(tmp_path / "tests")])

    return run
