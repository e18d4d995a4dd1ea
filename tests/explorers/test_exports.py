"""What is shown, as files: the Python that opens it again, values with exact fractions, JSON, Markdown."""

import ast
import csv
import io
import json
from fractions import Fraction

import pytest
from haventms_widgets import explorers, run_files, run_state
from haventms_widgets.exports import FORMATS, cell, decimal, files, markdown
from haventms_widgets.recall import opening
from haventms_widgets.run import view

from explorers.random_states import random_states
from haventms import Rulings, __version__

ALL = list(explorers().values())
PRESETS = [(each, preset) for each in ALL for preset in each.presets]


def name_of(value):
    return getattr(value, "id", None) or getattr(value, "title", None)


VIEWS = {}


def view_of(explorer, preset):
    """Computed once for all tests of this file."""
    key = explorer.id, preset.title
    if key not in VIEWS:
        VIEWS[key] = computed(explorer, preset)
    return VIEWS[key]


def computed(explorer, preset):
    return view(explorer, dict(preset.inputs), Rulings.model_validate(dict(preset.rulings)))


def opened(text):
    """What the last expression of a text is worth, in a namespace of its own."""
    tree = ast.parse(text)
    last = tree.body.pop()
    space = {}
    exec(compile(tree, "case", "exec"), space)
    return eval(compile(ast.Expression(last.value), "case", "eval"), space)


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize(("explorer", "preset"), PRESETS, ids=name_of)
def test_the_python_of_a_preset_opens_the_very_same_view(explorer, preset):
    """Executed in a fresh namespace: headline, facts, series, ledger, state, everything."""
    shown = view_of(explorer, preset)
    assert opened(opening(shown)).view == shown


@pytest.mark.parametrize("explorer", ALL, ids=name_of)
def test_the_python_of_any_case_opens_the_very_same_view(explorer):
    """Random cases with random rulings, and the default."""
    compared = 0
    for text in ["", *random_states(explorer, 40)]:
        told = json.loads(run_state(explorer.id, text))
        if told["ok"]:
            compared += 1
            assert opened(opening(told["view"])).view == told["view"]
    assert compared >= 5


@pytest.mark.parametrize(("explorer", "preset"), PRESETS, ids=name_of)
def test_the_saved_script_runs(explorer, preset):
    """As a whole, the rules' own call included; its lines are short where they are ours."""
    shown = view_of(explorer, preset)
    text = files(shown)["python"]["text"]
    exec(compile(text, "script", "exec"), {})
    assert shown["python"] in text
    assert all(len(line) <= 100 or line in shown["python"] or "'" in line for line in text.splitlines())


@pytest.mark.parametrize(("explorer", "preset"), PRESETS, ids=name_of)
def test_the_values_are_a_table(explorer, preset):
    """A row a fact; what is exact stands as num/den, and its decimal is as near as fifteen digits can be."""
    shown = view_of(explorer, preset)
    table = rows(files(shown)["csv"]["text"])
    assert [each["label"] for each in table] == [cell(each["label"]) for each in shown["facts"]]
    for row, fact in zip(table, shown["facts"], strict=True):
        assert row["exact"] == fact["exact"]
        if fact["exact"]:
            exact = Fraction(fact["exact"])
            assert abs(Fraction(row["decimal"]) - exact) <= abs(exact) / 10**14


@pytest.mark.parametrize(("explorer", "preset"), PRESETS, ids=name_of)
def test_the_numbers_of_the_picture_are_one_table(explorer, preset):
    """Every row of every series, in its columns and no others."""
    shown = view_of(explorer, preset)
    table = rows(files(shown)["columns"]["text"])
    for series, columns in shown["series"].items():
        own = [row for row in table if row["series"] == series]
        assert len(own) == len(next(iter(columns.values())))
        for name in {name for row in own for name, value in row.items() if value} - {"series", "row"}:
            assert [row[name] for row in own] == [cell(value) for value in columns[name]]


@pytest.mark.parametrize(("explorer", "preset"), PRESETS, ids=name_of)
def test_the_json_is_the_view_with_decimals(explorer, preset):
    """Nothing of the View is lost; the version and the Python come with it."""
    shown = view_of(explorer, preset)
    data = json.loads(files(shown)["json"]["text"])
    for part in ("facts", "ledger"):
        for each in data[part]:
            number = each.pop("decimal")
            assert (number is None) == (not each["exact"])
            assert number is None or number == pytest.approx(float(Fraction(each["exact"])))
    assert data.pop("haventms") == __version__
    assert opened(data.pop("opening")).view == shown
    assert data == shown


@pytest.mark.parametrize("explorer", ALL, ids=name_of)
def test_the_engine_makes_the_same_files(explorer):
    """From a state text, for the page."""
    told = json.loads(run_files(explorer.id, ""))
    assert told == {"ok": True, "files": files(view(explorer, {}))}
    assert [each["name"] for each in told["files"].values()] == [explorer.id + each.ending for each in FORMATS.values()]
    assert not json.loads(run_files(explorer.id, "r.haven_stack=sum"))["ok"]


@pytest.mark.parametrize(
    ("exact", "text"),
    [
        ("", ""),
        ("3/1", "3"),
        ("-7/5", "-1.4"),
        ("0/1", "0"),
        ("100/1", "100"),
        ("370/3", "123.333333333333"),
        ("1/3", "0.333333333333333"),
        ("1/4096", "0.000244140625"),
        (f"1/{10**30}", "1E-30"),
        (f"{10**400}/1", "1E+400"),
    ],
)
def test_decimals_are_those_of_a_spreadsheet(exact, text):
    """Fifteen significant digits, no exponent where none is needed, and no number is too large."""
    assert decimal(exact) == text


@pytest.mark.parametrize(
    "text", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", " =1", "\t=1", "\r=1", '=HYPERLINK("x")']
)
def test_text_that_a_spreadsheet_would_run_is_marked_as_text(text):
    """With an apostrophe, whatever blanks stand before it."""
    assert cell(text) == "'" + text


@pytest.mark.parametrize("text", ["-5", "+5", "-7/5", "-1.25", "-1E-30", "a=b", "5 - 3", ""])
def test_numbers_and_other_text_stay_as_they_are(text):
    """A negative number is none of it."""
    assert cell(text) == text


def test_a_name_that_is_a_formula_is_guarded_in_the_file():
    """From the input to the cell."""
    told = json.loads(run_files("overland-chase", "chased.0.name=%3D1%2B1&chasers.0.name=hound"))
    table = rows(told["files"]["csv"]["text"])
    assert "'=1+1 is caught" in [row["label"] for row in table]


def test_a_name_that_is_markup_stays_text_in_markdown():
    """Neither a tag, nor the end of a cell, nor the end of the code."""
    name = "<b>|```"
    shown = view(explorers()["overland-chase"], {"chased": [{"name": name}]})
    text = markdown(shown)
    prose, _, code = text.partition("````python\n")
    assert "<b>" not in prose
    assert "&lt;b>\\|" in prose
    assert name in code
    assert code.count("````") == 3
