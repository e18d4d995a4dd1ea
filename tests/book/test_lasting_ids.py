"""Ids that last, in the book: what is amiss in the register fails the build with file and line, a retired id has its
stone, and the page that leads from an id to its clause knows every one."""

import json
import shutil
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import haventms
from book.books import Built, SmallBook

Make = Callable[..., SmallBook]


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A copy of both packages, for a test to break."""
    folder = tmp_path / "packages"
    for package in ("haventms", "haventms_widgets"):
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        shutil.copytree(Path(spec.origin).parent, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def change(file: Path, old: str, new: str) -> int:
    """Replace what stands in a file once; answers the line of it."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


def test_what_is_lost_renamed_or_changed_fails_the_build_with_file_and_line(small_book: Make, packages: Path) -> None:
    """All of it at once."""
    book = small_book(intro="# Intro")
    book.packages = packages
    register = packages / "haventms" / "overland" / "clauses.toml"
    log = (packages / "haventms" / "overland" / "history.toml").read_text(encoding="utf-8").split("\n")
    renamed = change(register, '["O-SPA-1"]', '["O-SPA-9"]')
    changed = change(register, 'title = "Aerial movement"', 'title = "In the air"') - 2
    assert register.read_text(encoding="utf-8").split("\n")[changed - 1] == '["O-AER-1"]'
    built = book.build()
    assert built.code == 1
    for sentence in (
        f"haventms/overland/history.toml:{line_in(log, 'O-SPA-1')}: "
        f"WARNING: O-SPA-1 was renamed to O-SPA-9 (overland/clauses.toml:{renamed}). An id is for ever.",
        f"haventms/overland/clauses.toml:{renamed}: WARNING: O-SPA-9 is new",
        f"haventms/overland/clauses.toml:{changed}: WARNING: The text of O-AER-1 has changed and its revision has not",
    ):
        assert sentence in built.said


def line_in(log: list[str], id: str) -> int:
    return log.index(f'[["{id}"]]') + 1


def test_what_stands_twice_fails_the_build_with_file_and_line(small_book: Make, packages: Path) -> None:
    """Such a register cannot be read at all, so nothing else is said."""
    book = small_book(intro="# Intro")
    book.packages = packages
    register = packages / "haventms" / "overland" / "clauses.toml"
    first = change(register, '["O-SPA-1"]', '["O-SPA-1"] # first')
    count = register.read_text(encoding="utf-8").count("\n")
    with register.open("a", encoding="utf-8") as file:
        file.write('\n["O-SPA-1"]\ntitle = "Again"\n')
    built = book.build()
    assert built.code == 1
    sentence = f"overland/clauses.toml:{count + 2}: O-SPA-1 is registered twice; it stands in line {first} already."
    assert sentence in built.said
    assert "Traceback" not in built.said


def test_a_retired_id_has_a_stone_that_every_face_knows(small_book: Make, packages: Path) -> None:
    """Its clause goes; scripts are told where to go, the clause that takes its place names it, and whoever still cites
    it is told by the build."""
    register = packages / "haventms" / "overland" / "clauses.toml"
    text = register.read_text(encoding="utf-8")
    start, end = text.index('["O-SPA-1"]'), text.index('["O-AER-1"]')
    register.write_text(text[:start] + text[end:], encoding="utf-8")
    (packages / "haventms" / "stones.toml").write_text(
        '["O-SPA-1"]\ndate = 2026-12-01\nreason = "It counted nothing"\nsee = ["O-TAC-6"]\n', encoding="utf-8"
    )
    title = haventms.clauses()["O-TAC-6"].title
    box = f":::{{admonition}} {title}\n:class: rule\n:name: o-tac-6\n\nSquares.\n:::"
    book = small_book(intro=f"# Intro\n\n{box}")
    book.packages = packages
    good = book.build()
    assert good.code == 0, good.said
    told = (good.html / "_static" / "stones.js").read_text(encoding="utf-8").split(";\n")[0]
    assert json.loads(told.removeprefix("window.haventmsStones = ")) == {
        "O-SPA-1": {"date": "2026-12-01", "reason": "It counted nothing", "see": ["O-TAC-6"]}
    }
    assert '<a href="clause.html?id=O-SPA-1">O-SPA-1</a>' in good.page("intro")
    assert "O-SPA-1" not in json.loads((good.html / "_static" / "clauses.json").read_text(encoding="utf-8"))

    book.write(other="# Other\n\nSee `O-SPA-1`.")
    bad = book.build()
    assert bad.code == 1
    assert "O-SPA-1 is retired since 2026-12-01: It counted nothing. See O-TAC-6." in bad.said


def test_the_page_of_an_id_is_there_and_says_what_to_do_without_scripts(rulebook: Built) -> None:
    """It stands at the root, offers the index, and its map has every id of the register, each where its anchor is."""
    page = rulebook.page("clause")
    assert '<noscript><p>To look an id up takes JavaScript. The <a href="clauses.html">clause index</a>' in page
    assert (rulebook.html / "clauses.html").exists()
    places = json.loads((rulebook.html / "_static" / "clauses.json").read_text(encoding="utf-8"))
    assert set(places) == {entry.id for entry in haventms.clauses()}
    for id, place in places.items():
        file, _, anchor = place.partition("#")
        assert f'id="{anchor}"' in (rulebook.html / file).read_text(encoding="utf-8"), id


def test_scripts_are_told_which_page_shows_an_explorer(rulebook: Built) -> None:
    """Every explorer that a page of the book shows."""
    told = (rulebook.html / "_static" / "stones.js").read_text(encoding="utf-8").split(";\n")[1]
    shown = json.loads(told.removeprefix("window.haventmsShown = "))
    pages = {file.relative_to(rulebook.html).as_posix(): file.read_text(encoding="utf-8") for file in rulebook.pages()}
    for explorer, page in shown.items():
        assert f'data-explorer="{explorer}"' in pages[page]
    assert set(shown) == {
        found.partition('"')[0] for text in pages.values() for found in text.split('data-explorer="')[1:]
    }
