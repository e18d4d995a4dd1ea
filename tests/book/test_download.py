"""Every chapter is downloaded as a notebook, which runs by itself with what haventms[notebook] installs."""

import ast
import json
import re
import sys
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import nbformat
import pytest
from haventms_widgets.characters import numbers, read, schema
from haventms_widgets.links import open_link
from nbclient import NotebookClient
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from book.books import BOOK, Built

CHAPTERS = sorted(
    file.relative_to(BOOK).with_suffix("").as_posix()
    for part in ("haven", "domains", "overland", "reference")
    for file in (BOOK / part).glob("*.ipynb")
)


def installed_by(wanted: str) -> set[str]:
    """The names of all packages that come with one, its extras included."""
    found: set[str] = set()
    waiting = [Requirement(wanted)]
    seen: set[tuple[str, str]] = set()
    while waiting:
        each = waiting.pop()
        found.add(canonicalize_name(each.name))
        for extra in ["", *each.extras]:
            if (each.name, extra) in seen:
                continue
            seen.add((each.name, extra))
            needs = map(Requirement, distribution(each.name).requires or [])
            waiting += [need for need in needs if need.marker is None or need.marker.evaluate({"extra": extra})]
    return found


def code(file: Path) -> str:
    cells = [cell.source for cell in nbformat.read(file, 4).cells if cell.cell_type == "code"]
    return "\n".join(line for cell in cells for line in cell.splitlines() if not line.startswith("%"))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_offers_its_notebook(rulebook: Built, chapter: str) -> None:
    """The link at its end leads to the notebook as it is committed; the sentence says what it runs with."""
    page = rulebook.page(chapter)
    (offer,) = re.findall(r'<p class="chapter-download">(.*?)</p>', page)
    name = chapter.rpartition("/")[2]
    (address,) = re.findall(rf'<a href="([^"]+)" download="{name}\.ipynb">', offer)
    there = (rulebook.html / f"{chapter}.html").parent / address
    assert there.read_bytes() == (BOOK / f"{chapter}.ipynb").read_bytes()
    assert "pip install 'haventms[notebook]'" in offer


def test_only_chapters_do(rulebook: Built) -> None:
    """A page that is no notebook has nothing to offer."""
    offering = [file.relative_to(rulebook.html) for file in rulebook.pages() if "chapter-download" in file.read_text()]
    assert sorted(each.with_suffix("").as_posix() for each in offering) == CHAPTERS


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_imports_haventms_and_the_library_only(chapter: str) -> None:
    """Nothing that stands beside it in the book's folder either."""
    names = set()
    for node in ast.walk(ast.parse(code(BOOK / f"{chapter}.ipynb"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add((node.module or "").partition(".")[0])
    assert names <= {"haventms", "haventms_widgets", *sys.stdlib_module_names}


def test_a_downloaded_chapter_runs_elsewhere(rulebook: Built, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a fresh kernel in an empty folder; all that it loads comes with haventms[notebook]."""
    monkeypatch.delenv("HAVENTMS_BOOK", raising=False)
    downloaded = tmp_path / "ice.ipynb"
    downloaded.write_bytes((rulebook.html / "_sources" / "haven" / "ice.ipynb").read_bytes())
    notebook = nbformat.read(downloaded, 4)
    loaded = "import sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    notebook.cells.append(nbformat.v4.new_code_cell(loaded))
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    widgets = [
        output
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "application/vnd.jupyter.widget-view+json" in output.get("data", {})
    ]
    assert widgets, "its explorers are widgets there"
    names = notebook.cells[-1].outputs[-1].text.split()
    assert {"haventms", "haventms_widgets", "ipywidgets", "jupyter_bokeh"} <= set(names)
    homes = packages_distributions()
    used = {canonicalize_name(home) for name in names for home in homes.get(name, [])[:1]}
    assert len(used) > 10
    # Jupyter takes msgpack where something else has brought it, as the tests do here.
    assert used - installed_by("haventms[notebook]") <= {"setuptools", "pip", "msgpack"}


def test_the_page_on_characters_names_every_number(rulebook: Built) -> None:
    """With the schema that the command line prints, beside the book."""
    page = rulebook.page("reference/sharing")
    for system in ("haven", "domains", "overland"):
        for name in numbers(system).model_fields:
            assert f'<span class="pre">{name}</span>' in page
    published = rulebook.html / "_static" / "characters.schema.json"
    assert json.loads(published.read_text(encoding="utf-8")) == schema()
    assert 'href="../_static/characters.schema.json"' in page


def test_the_examples_of_the_page_are_true() -> None:
    """Its file of characters is one, its link opens, its commands name options that there are."""
    text = (BOOK / "reference" / "sharing.md").read_text(encoding="utf-8")
    (party,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert [each.name for each in read(party)] == ["Bartas", "Mira"]
    (link,) = re.findall(r"haventms open '(.*?)'", text)
    assert open_link(link)[1] == []
