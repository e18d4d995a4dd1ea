"""Small books that a test writes."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from book.books import BOOK, SmallBook


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
