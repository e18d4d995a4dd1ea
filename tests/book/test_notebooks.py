"""Canonical notebooks: what stays, what goes, what is said of one that is stale or unfit."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from book.books import BOOK

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
