"""The engine in a page that was opened as a file: no server, no fetch, packs instead."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from engine_harness import HTML, Book

pytestmark = pytest.mark.browser


@pytest.fixture
def place(engine: Path, tmp_path: Path) -> Path:
    """A folder with the harness page and the engine, in which files can be damaged."""
    shutil.copytree(engine, tmp_path / "engine")
    (tmp_path / "index.html").write_text(HTML)
    return tmp_path


def names(manifest: Any) -> list[str]:
    return [line["name"] for line in manifest["files"] if line["role"] != "page"]


def test_answers_from_packs(book: Book, place: Path, manifest: Any) -> None:
    """It starts from the packs alone, asks for nothing else, and answers."""
    book.page.goto((place / "index.html").as_uri())
    for path in (place / "engine").glob("*.gz"):
        path.unlink()
    book.start_from_packs("engine", names(manifest), manifest["version"])
    answer = book.ask(id=1, call="run_state", explorer="haven-speed", state="feet=5")
    assert json.loads(answer["json"])["view"]["rows"] == [{"feet": 30}, {"feet": 5}]
    assert book.wait("ready")["got"] == manifest["wire"]
    assert all(url.startswith(("file:", "data:", "blob:")) for url in book.asked)
    assert book.console == []


@pytest.mark.parametrize("how", ["altered", "truncated", "missing"])
def test_damaged_pack_is_named(book: Book, place: Path, manifest: Any, how: str) -> None:
    """A pack that is not the one of the manifest, or was not handed in, ends the start and is named."""
    book.page.goto((place / "index.html").as_uri())
    wanted = names(manifest)
    pack = place / "engine" / "library.zst.pack.js"
    text = pack.read_text()
    half = len(text) // 8 * 4 + text.index('= "') % 4
    if how == "altered":
        pack.write_text(text[:half] + ("A" if text[half] != "A" else "B") + text[half + 1 :])
    elif how == "truncated":
        pack.write_text(text[:half] + '";')
    else:
        wanted.remove("library.zst")
    book.start_from_packs("engine", wanted, manifest["version"])
    fatal = book.wait("fatal")
    what = "missing" if how == "missing" else "damaged or incomplete"
    assert fatal["message"] == f"The engine's file library.zst is {what}, so the calculator was not started."
