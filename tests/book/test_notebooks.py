"""Canonical notebooks: what stays, what goes, what is said of one that is stale or unfit, by the tool and by nbval."""

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from book.books import BOOK

sys.path.append(str(BOOK / "_tools"))
from notebooks import chapters, written

TOOL = BOOK / "_tools" / "notebooks.py"


def run(*arguments: Path | str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, str(TOOL), *map(str, arguments)], capture_output=True, text=True, timeout=200, check=False
    )
    assert done.stderr == "", "not even a warning of the kernel's"
    return done.returncode, done.stdout


def write(path: Path, *cells: str, tags: dict[int, list[str]] | None = None) -> Path:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    for number, cell in enumerate(notebook.cells):
        cell["id"] = f"cell-{number}"
        cell.metadata["tags"] = (tags or {}).get(number, [])
        cell.metadata["collapsed"] = True
    notebook.metadata["kernelspec"] = {"name": "another", "display_name": "Another", "language": "python"}
    nbformat.write(notebook, path)
    return path


CELLS = (
    "1 + 1",
    "import sys\nfor word in ('a', 'b'):\n    print(word)\n    sys.stdout.flush()",
    "from IPython.display import HTML, SVG\nHTML('<table></table>')",
    "SVG('<svg xmlns=\"http://www.w3.org/2000/svg\"/>')",
    "import ipywidgets\nipywidgets.IntSlider()",
    "from haventms_widgets import notebook\nnotebook()",
    "import random\nrandom.random()",
    "HTML('<p></p><script>1</script>')",
    "None",
)
COMPARED = {0, 1, 2, 8}


def test_stable_outputs_stay_and_others_go(tmp_path: Path) -> None:
    """Text and HTML are kept; widgets, figures, pictures, scripts and cells marked as uncompared are emptied; ids and
    tags stay, other metadata goes; a second run changes nothing."""
    path = write(tmp_path / "a.ipynb", *CELLS, tags={6: ["nbval-ignore-output", "hide-input"]})
    code, said = run(path)
    assert code == 0, said

    notebook = nbformat.read(path, as_version=4)
    assert [cell["id"] for cell in notebook.cells] == [f"cell-{number}" for number in range(len(CELLS))]
    assert notebook.cells[6].metadata == {"tags": ["nbval-ignore-output", "hide-input"]}
    assert notebook.cells[0].metadata == {}
    assert notebook.metadata.kernelspec.name == "python3"
    for number, cell in enumerate(notebook.cells):
        assert cell.execution_count == (number + 1 if number in COMPARED else None)
        assert number in COMPARED or cell.outputs == []
    assert notebook.cells[0].outputs[0].data == {"text/plain": "2"}
    assert [output.text for output in notebook.cells[1].outputs] == ["a\nb\n"], "what is printed is in one piece"
    assert notebook.cells[2].outputs[0].data["text/html"] == "<table></table>"

    before = path.read_bytes()
    assert run(path) == (0, "")
    assert run("--check", path) == (0, "")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"source": "1 + 2"}, "the cell “1 + 2” now gives another output"),
        ({"outputs": []}, "the cell “1 + 1” has no output yet"),
        ({"metadata": {"collapsed": True}}, "its form is not canonical"),
    ],
)
def test_check_says_why_a_notebook_is_stale_and_changes_nothing(
    tmp_path: Path, change: dict[str, object], sentence: str
) -> None:
    """A changed output, a missing one and stray metadata are each named."""
    path = write(tmp_path / "a.ipynb", "1 + 1")
    run(path)
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[0].update(nbformat.from_dict(change))
    path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")
    before = path.read_bytes()

    code, said = run("--check", path)
    assert code == 1
    assert f"a.ipynb is stale: {sentence}" in said
    assert said.count("\n") == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("1 / 0", "fails: ZeroDivisionError: division by zero."),
        ("import warnings\nwarnings.warn('so much')", "writes a warning"),
        ("object()", "shows an address in memory in the cell “object()”."),
    ],
)
def test_a_notebook_that_cannot_be_canonical_is_refused(tmp_path: Path, cell: str, sentence: str) -> None:
    """An error, a warning and an address in memory are each named, and the file stays as it is."""
    path = write(tmp_path / "a.ipynb", cell)
    before = path.read_bytes()
    code, said = run(path)
    assert code == 1
    assert f"a.ipynb {sentence}" in said
    assert path.read_bytes() == before


def test_what_is_no_notebook_is_named(tmp_path: Path) -> None:
    """Bad JSON and doubled cell ids get a sentence, and the other notebooks are still written."""
    bad = tmp_path / "bad.ipynb"
    bad.write_text("{", encoding="utf-8")
    twice = write(tmp_path / "twice.ipynb", "1", "2")
    twice.write_text(twice.read_text(encoding="utf-8").replace("cell-1", "cell-0"), encoding="utf-8")
    good = write(tmp_path / "good.ipynb", "1 + 1")
    code, said = run(bad, twice, good)
    assert code == 1
    assert "bad.ipynb is no notebook" in said
    assert "twice.ipynb has two cells with the same id." in said
    assert "good.ipynb written." in said


@pytest.mark.parametrize("path", chapters(), ids=lambda path: path.relative_to(BOOK).as_posix())
def test_every_chapter_is_written_in_canonical_form(path: Path) -> None:
    """Nothing but what `make notebooks` leaves; that its outputs are right, nbval finds out."""
    text = path.read_text(encoding="utf-8")
    again = nbformat.reads(written(nbformat.reads(text, as_version=4)), as_version=4)
    for cell, stored in zip(again.cells, nbformat.reads(text, as_version=4).cells, strict=True):
        if stored.get("execution_count", 0) is None:  # what it shows was not kept, and is not known here
            cell.execution_count = None
    assert nbformat.writes(again).rstrip("\n") + "\n" == text


def compared(path: Path) -> tuple[int, str]:
    """What nbval says of a notebook with what the book adds to it."""
    options = ["--nbval", "--nbval-current-env", "-q", "-p", "conftest", "-p", "no:cacheprovider", "-rf"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(BOOK), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, path.name],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
        cwd=path.parent,
        env=environment,
    )
    return done.returncode, done.stdout + done.stderr


def test_nbval_passes_a_canonical_notebook_and_fails_cells_that_it_would_not_compare(tmp_path: Path) -> None:
    """A missing output, an unstable one that was kept, and a warning are each named; nbval alone lets them pass."""
    path = write(tmp_path / "a.ipynb", "1 + 1", "import random\nrandom.random()", "None", tags={1: ["nbval-skip"]})
    run(path)
    code, said = compared(path)
    assert code == 0, said
    assert "3 passed" in said or "2 passed, 1 skipped" in said, said

    path = write(
        tmp_path / "b.ipynb",
        "2 + 2",
        "from IPython.display import HTML\nHTML('<script>1</script>')",
        "import sys\nprint('so much', file=sys.stderr)",
    )
    notebook = nbformat.read(path, as_version=4)
    notebook.cells[1].execution_count = 2
    notebook.cells[1].outputs = [
        nbformat.v4.new_output(
            "execute_result",
            data={"text/html": "<script>1</script>", "text/plain": "<IPython.core.display.HTML object>"},
            execution_count=2,
        )
    ]
    nbformat.write(notebook, path)
    code, said = compared(path)
    assert code == 1
    assert "3 failed" in said, said
    for sentence in ("has no output yet", "keeps an output that is not stable", "writes a warning, “so much”"):
        assert f"The cell {sentence}" in said
