"""What nbval does more in this book: kernels of our own, listening to what fires, no cell that would go uncompared.

nbval takes a cell without a number for one that is not to be compared. Here each cell has to be stored as
`make notebooks` would store it, so that only what changes from run to run goes uncompared. With HAVENTMS_FIRED=FOLDER
the clauses that decide something in a chapter are written into a file of that folder.
"""

import os
import sys
from collections.abc import Generator
from copy import deepcopy
from pathlib import Path

import pytest

BOOK = Path(__file__).resolve().parent

sys.path.append(str(BOOK / "_tools"))
from kernels import own_kernels  # noqa: E402
from notebooks import UNCOMPARED, fired_file, outputs, settle, unfit  # noqa: E402

FOLDER = os.environ.get("HAVENTMS_FIRED")


def pytest_configure(config: pytest.Config) -> None:
    """Kernels read no configuration of the user's."""
    kernels = own_kernels()
    kernels.__enter__()
    config.add_cleanup(lambda: kernels.__exit__(None, None, None))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A kernel is started by the first cell of its notebook: it is told here where to write what fires."""
    if FOLDER and is_cell(item):
        os.environ["HAVENTMS_FIRED"] = str(fired_file(item.path, Path(FOLDER).resolve()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """After the comparison: the cell is stored as it would be written anew."""
    result = yield
    if is_cell(item):
        complaint = stale(item)
        if complaint:
            pytest.fail(f"The cell {complaint}. `make notebooks` writes the notebook anew.", pytrace=False)
    return result


def is_cell(item: pytest.Item) -> bool:
    return type(item).__name__ == "IPyNbCell"


def stale(item: pytest.Item) -> str:
    """Why the stored cell is not what this run of it would leave, "" where it is."""
    stored, shown = item.cell, item.test_outputs  # type: ignore[attr-defined]
    tags = set(stored.metadata.get("tags", ()))
    fresh = deepcopy(stored)
    fresh.outputs = deepcopy(shown or [])
    if complaint := unfit([fresh]):
        return complaint
    settle(fresh, item.cell_num + 1, tags)  # type: ignore[attr-defined]
    if outputs(fresh) == outputs(stored) and fresh.execution_count == stored.execution_count:
        return ""
    if not fresh.outputs and stored.outputs:
        return f"keeps an output that is not stable, or is tagged with one of {', '.join(sorted(UNCOMPARED))}"
    return "has no output yet" if not stored.outputs else "now gives another output"
