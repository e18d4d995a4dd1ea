"""No rule's number is typed into prose: what stands there is an input of the case that follows, or is told from a tale.

A number of a rule is computed where it stands, `{eval}`, so that it changes with the rule. Numbers in prose are those
that the next cells are called with, or the few in `numbers_in_prose.toml`, each with the reason why it is no rule's.
"""

import json
import re
import tomllib
from itertools import takewhile
from pathlib import Path

import pytest

BOOK = Path(__file__).resolve().parents[2] / "book"
CHAPTERS = sorted(path for path in BOOK.glob("[a-z]*/*.ipynb"))
ALLOWED = tomllib.loads(Path(__file__).with_name("numbers_in_prose.toml").read_text(encoding="utf-8"))
CODE = re.compile(r"\{eval\}`[^`]*`|`[^`]*`|\]\([^)]*\)|^:name:.*$|^:::\{admonition\}.*$", re.MULTILINE)
"""Titles of boxes are the register's and compared with it."""
NUMBER = re.compile(r"(?<![\w-])-?\d+(?:[.,]\d+)*")


def prose_of(cell):
    """The text of a cell of prose without code, computed values and addresses."""
    return CODE.sub(" ", "".join(cell["source"]))


def typed(path):
    """The numbers in the prose of a chapter that no call after them has: (number, its line).

    The calls are those up to the next prose, and the chapter's first cell, in which its characters are made.
    """
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    made = next("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    for place, cell in enumerate(cells):
        if cell["cell_type"] != "markdown":
            continue
        after = takewhile(lambda each: each["cell_type"] == "code", cells[place + 1 :])
        case = "\n".join([made, *("".join(each["source"]) for each in after)])
        for line in prose_of(cell).splitlines():
            for number in NUMBER.findall(line):
                if not re.search(rf"(?<![\d.]){re.escape(number.replace(',', '_'))}(?![\d.])", case):
                    yield number, line.strip()


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_number_of_a_rule_is_typed(path):
    name = path.relative_to(BOOK).with_suffix("").as_posix()
    allowed = ALLOWED.get(name, {})
    assert [(number, line) for number, line in typed(path) if number not in allowed] == []


def test_what_is_allowed_is_there():
    """Every exception is still needed, and says why."""
    for name, numbers in ALLOWED.items():
        found = {number for number, _ in typed(BOOK / f"{name}.ipynb")}
        assert numbers.keys() <= found, name
        assert all(numbers.values()), name
