"""Canonical notebooks: run each one and write it back so that it changes only when its content does.

Kept are the outputs of cells whose output is stable: text and HTML. Cells that show a widget, a Bokeh figure, an
image or a script lose their output and their number, and so do cells tagged `nbval-ignore-output` or `nbval-skip`:
nbval then runs them without comparing, and compares every other cell strictly. Cell ids and tags stay, all other
metadata goes.

    python book/_tools/notebooks.py [--check] [NOTEBOOK ...]

Without names it takes every chapter of the book. --check changes nothing, says of each stale notebook in a sentence
why it is stale, and fails if there is one.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from kernels import CellExecutionError, NotebookClient, nbformat, own_kernels

NotebookNode = nbformat.NotebookNode

BOOK = Path(__file__).resolve().parents[1]
STABLE = {"text/plain", "text/html", "text/markdown", "text/latex", "application/json"}
UNCOMPARED = {"nbval-ignore-output", "nbval-skip"}
ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}")
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("notebooks", nargs="*", type=Path, metavar="NOTEBOOK")
    parser.add_argument("--check", action="store_true", help="change nothing, fail if a notebook is stale")
    parser.add_argument("--fired", type=Path, metavar="FOLDER", help="write there which clauses each chapter fires")
    asked = parser.parse_args()
    paths = asked.notebooks or chapters()
    with own_kernels(), ProcessPoolExecutor(max_workers=min(2, len(paths) or 1)) as pool:
        results = list(pool.map(canonical, paths, [asked.fired] * len(paths)))
    failed = 0
    for path, (text, complaint) in zip(paths, results, strict=True):
        name = os.path.relpath(path)
        if complaint:
            failed += 1
            print(f"{name} {complaint}.")
        elif text != path.read_text(encoding="utf-8"):
            if asked.check:
                failed += 1
                print(f"{name} is stale: {difference(path, text)}. `make notebooks` writes it anew.")
            else:
                path.write_text(text, encoding="utf-8")
                print(f"{name} written.")
    return 1 if failed else 0


def chapters() -> list[Path]:
    """Every notebook of the book, outside of folders that are hidden or built."""
    found = (path for path in BOOK.rglob("*.ipynb"))
    return sorted(path for path in found if not any(part[0] in "._" for part in path.relative_to(BOOK).parts[:-1]))


def canonical(path: Path, fired: Path | None = None) -> tuple[str, str]:
    """The notebook in canonical form, or why it has none; what fired in it goes into a file of the folder `fired`."""
    try:
        text = path.read_text(encoding="utf-8")
        ids = [cell["id"] for cell in json.loads(text)["cells"] if "id" in cell]
        if len(set(ids)) != len(ids):  # nbformat would give the second one another id
            return "", "has two cells with the same id"
        notebook = nbformat.reads(text, as_version=4)
    except Exception as error:  # bad JSON, no cells, and what nbformat finds wrong in many ways
        return "", f"is no notebook: {str(error).splitlines()[0]}"
    try:
        NotebookClient(
            notebook,
            timeout=120,
            kernel_name="python3",
            shutdown_kernel="immediate",
            resources={"metadata": {"path": str(path.parent)}},
        ).execute(**listening(path, fired))
    except CellExecutionError as error:
        return "", f"fails: {error.ename}: {error.evalue}"
    except Exception as error:  # a dead kernel, a cell that takes too long
        return "", f"could not be run: {str(error).strip().splitlines()[0]}"
    if complaint := unfit(notebook.cells):
        return "", complaint
    return written(notebook), ""


def written(notebook: NotebookNode) -> str:
    """The canonical text of a notebook that was run."""
    number = 0
    for cell in notebook.cells:
        tags = cell.metadata.get("tags")
        cell.metadata = NotebookNode({"tags": tags} if tags else {})
        if cell.cell_type == "code":
            number += 1
            settle(cell, number, set(tags or ()))
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    return nbformat.writes(notebook).rstrip("\n") + "\n"


def listening(path: Path, folder: Path | None) -> dict[str, Any]:
    """What a kernel needs to be told so that it writes down what fires."""
    if folder is None:
        return {}
    return {"env": {**os.environ, "HAVENTMS_FIRED": str(fired_file(path, folder.resolve()))}}


def fired_file(path: Path, folder: Path) -> Path:
    """The file of a folder into which a chapter's kernel writes what fires; the folder is there then."""
    folder.mkdir(parents=True, exist_ok=True)
    name = path.resolve().relative_to(BOOK).with_suffix("").as_posix()
    return folder / f"{name.replace('/', '--')}.json"


def unfit(cells: Iterable[NotebookNode]) -> str:
    """What a committed notebook must not show: a warning, or an address that is another one on the next run."""
    for cell in cells:
        for output in cell.get("outputs", ()):
            if output.get("name") == "stderr":
                return f"writes a warning, {head(output.text)}, in the cell {head(cell.source)}"
            shown = output.get("text") or output.get("data", {}).get("text/plain", "")
            if stable(output) and ADDRESS.search(shown):
                return f"shows an address in memory in the cell {head(cell.source)}"
    return ""


def settle(cell: NotebookNode, number: int, tags: set[str]) -> None:
    """Keep what is the same on every run of this cell, or nothing."""
    outputs = joined(cell.outputs)
    if tags & UNCOMPARED or not all(stable(output) for output in outputs):
        cell.outputs, cell.execution_count = [], None
        return
    cell.outputs, cell.execution_count = outputs, number
    for output in outputs:
        if "execution_count" in output:
            output.execution_count = number
        if "metadata" in output:
            output.metadata = NotebookNode()
        if output.output_type == "error":
            output.traceback = []


def stable(output: NotebookNode) -> bool:
    if output.output_type not in ("execute_result", "display_data"):
        return True
    return set(output.data) <= STABLE and "<script" not in output.data.get("text/html", "")


def joined(outputs: Iterable[NotebookNode]) -> list[NotebookNode]:
    """What was printed in one go comes in pieces that depend on the moment."""
    whole: list[NotebookNode] = []
    for output in outputs:
        if output.output_type == "stream" and whole and whole[-1].get("name") == output.name:
            whole[-1].text += output.text
        else:
            whole.append(output)
    return whole


def difference(path: Path, text: str) -> str:
    """The first thing in which the committed notebook differs from its canonical form."""
    old, new = nbformat.read(path, as_version=4), nbformat.reads(text, as_version=4)
    for before, after in zip(old.cells, new.cells, strict=True):
        if outputs(before) != outputs(after):
            what = "has no output yet" if not before.outputs else "now gives another output"
            what = "keeps an output that is not stable" if not after.outputs else what
            return f"the cell {head(after.source)} {what}"
    return "its form is not canonical (metadata, numbers of cells or layout)"


def outputs(cell: NotebookNode) -> list[dict[str, Any]]:
    return [
        {name: value for name, value in output.items() if name not in ("execution_count", "metadata", "traceback")}
        for output in joined(cell.get("outputs", ()))
    ]


def head(source: str) -> str:
    line = (source.strip().splitlines() or [""])[0]
    return f"“{line if len(line) <= 60 else line[:57] + '...'}”"


if __name__ == "__main__":
    sys.exit(main())
