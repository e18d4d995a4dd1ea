"""Odds as a field of pydantic models, without pydantic being needed for dice."""

import ast
import json
import sys
from fractions import Fraction as F
from pathlib import Path

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError

import haventms.dice
from haventms.dice import Odds, pool


class Blow(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True)
    damage: Odds


def test_json_is_a_table_of_values_and_ratios():
    assert Blow(damage=Odds.constant(15)).model_dump_json() == '{"damage":{"15":"1/1"}}'
    half = Blow(damage=Odds({F(5, 2): F(1, 4), -3: F(3, 4)}))
    assert json.loads(half.model_dump_json()) == {"damage": {"-3": "3/4", "5/2": "1/4"}}


@pytest.mark.parametrize("odds", [Odds.constant(0), Odds({F(5, 2): F(1, 4), -3: F(3, 4)}), pool(300, 334, 997)])
def test_a_model_comes_back_from_its_json(odds):
    blow = Blow(damage=odds)
    again = Blow.model_validate_json(blow.model_dump_json())
    assert again == blow
    assert hash(again) == hash(blow)
    assert Blow.model_validate(blow.model_dump(mode="json")) == blow


def test_a_dump_for_python_keeps_the_odds():
    odds = Odds.from_die("d6")
    assert Blow(damage=odds).model_dump() == {"damage": odds}
    assert Blow(damage=odds).damage is odds


def test_tables_of_fractions_are_read_too():
    assert Blow(damage={1: F(1, 2), F(5, 2): F(1, 2)}).damage.values == (1, F(5, 2))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ({"15": "1/2"}, "weights must add up to exactly the denominator"),
        ({"15": "3/2"}, "an exact chance from 0 to 1"),
        ({"15": "-1/2", "1": "3/2"}, "an exact chance from 0 to 1"),
        ({}, "weights must be whole numbers"),
        ({"x": "1/1"}, "every value must be written as a whole number or a ratio"),
        ({"15": "all"}, "every chance must be written as a whole number or a ratio"),
        ({15: 1.0}, "an exact chance from 0 to 1"),
        ({True: 1}, "every value must be a finite number"),
        ({None: 1}, "every value must be a finite number"),
        ([15], "odds must be a table"),
        ("15", "odds must be a table"),
        (None, "odds must be a table"),
    ],
)
def test_other_input_is_refused_in_a_sentence(source, said):
    with pytest.raises(ValidationError, match=said):
        Blow(damage=source)


def test_the_schema_says_that_it_is_a_table_of_texts():
    for mode in ("validation", "serialization"):
        field = Blow.model_json_schema(mode=mode)["properties"]["damage"]
        assert (field["type"], field["additionalProperties"]) == ("object", {"type": "string"})


def test_dice_import_the_standard_library_and_themselves_only():
    for path in Path(haventms.dice.__file__).parent.glob("*.py"):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Import):
                named = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                named = [node.module]
            else:
                continue
            for module in named:
                assert module.split(".")[0] in sys.stdlib_module_names or module.startswith("haventms.dice"), path.name
