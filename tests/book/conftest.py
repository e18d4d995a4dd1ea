"""Books for tests: the real one, built once a session, and small ones that a test writes."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from book.books import BOOK, Built, SmallBook


@pytest.fixture
def small_book(tmp_path: Path) -> Callable[..., SmallBook]:
    """A function that makes a small book with a clause index: `small_book(intro="# Intro", chapter=["1 + 1"])`."""

    def make(**pages: str | list[str]) -> SmallBook:
        folder = tmp_path / "book"
        folder.mkdir()
        shutil.copy(BOOK / "_config.yml", folder)
        for name in ("_ext", "_static"):
            (folder / name).symlink_to(BOOK / name)
        book = SmallBook(folder)
        book.write(clauses="# Clauses\n\n```{clause-index}\n```", **pages)
        return book

    return make


@pytest.fixture(scope="session")
def rulebook() -> Built:
    """The real book, brought up to date."""
    process = subprocess.run(
        [sys.executable, str(BOOK / "_tools" / "build.py")], capture_output=True, text=True, timeout=280, check=False
    )
    built = Built(process.returncode, process.stdout + process.stderr, BOOK / "_build" / "html")
    assert built.code == 0, built.said
    return built
