"""A file of characters: its numbers go into every explorer, its schema says what it may hold, bad ones get sentences."""

import json
from fractions import Fraction

import jsonschema
import pytest
from haventms_widgets import explorers, run_characters, run_state
from haventms_widgets.characters import LONGEST, MOST, PLACES, load, numbers, read, schema
from haventms_widgets.run import Refused

PARTY = {
    "characters": [
        {
            "name": "Bartas",
            "haven": {
                "swiftness": 6, "mode_bonus": 1, "flat_bonus": 5, "base_feet": 40, "attack_bonus": 4,
                "defense_bonus": 7, "swiftness_bonus": 3, "defense_from_swiftness": 2,
            },
            "domains": {
                "land": 20, "swim": 10, "climb": 5, "fly": 60, "dig": 2.5, "keywords": ["hover", "dive"],
                "lowest_plane": -2, "max_turn_degrees": 45, "passes_solid": True, "physical": 5, "mental": 6,
                "spiritual": 7, "precision": 2, "discipline": 8, "control": 9, "brawn": 1, "concentration": 10,
                "power": 11, "agility": 12, "intelligence": 13, "charm": 14, "fortitude": 15, "wisdom": 16,
                "composure": 17,
            },
            "overland": {
                "con": 17, "dex": 14, "speed_feet": 20.5, "load": "medium", "armour": "light", "endurance_feat": True,
            },
        },
        {"name": "Mira", "overland": {"con": 9}},
    ]
}  # fmt: skip
TEXT = json.dumps(PARTY)
ROLES = [(id, role) for id, roles in PLACES.items() for role in roles]


def inputs(id, state):
    told = json.loads(run_state(id, state))
    assert told["ok"], told
    assert told["unknown"] == []
    return told["view"]["inputs"]


def at(case, path):
    for step in path.split("."):
        case = case[int(step)] if step.isdecimal() else case[step]
    return case


def plain(value):
    """A number of a View and one of a file as the same thing."""
    return Fraction(str(value)) if isinstance(value, int | float | str) and str(value)[-1].isdecimal() else value


def test_every_explorer_takes_characters():
    """Each that there is, but the one that compares systems; and every number of a system is taken by some explorer."""
    assert set(PLACES) >= set(explorers()) - {"compare"}
    for system, told in PARTY["characters"][0].items():
        if system != "name":
            assert set(told) == set(numbers(system).model_fields)


@pytest.mark.parametrize(("id", "role"), ROLES)
def test_the_numbers_go_where_they_belong(id, role):
    """Every one that the explorer has a field for, and the case is valid."""
    shown = inputs(id, load(id, "", TEXT, ["Bartas"], role))
    told = PARTY["characters"][0][explorers()[id].system]
    compared = 0
    for path, name in PLACES[id][role].items():
        if name.startswith("*") or (id == "haven-hazard" and path == "hazard.from_swiftness"):
            continue
        assert plain(at(shown, path.replace("#", "0"))) == plain(told[name]), path
        compared += 1
    assert compared >= 1
    if any("#" in path for path in PLACES[id][role]):
        assert at(shown, f"{role}.0.name") == "Bartas"


@pytest.mark.parametrize(("kind", "bonus"), [("ice", 7), ("fall", 7), ("current", 7), ("unstable", 7), ("upwind", 3)])
def test_a_hazard_takes_the_bonus_of_its_own_roll(kind, bonus):
    """Defense, and upwind Swiftness; what of it is Swiftness only where the hazard asks for it."""
    shown = inputs("haven-hazard", load("haven-hazard", f"hazard.kind={kind}", TEXT))
    assert shown["bonus"] == bonus
    assert shown["hazard"].get("from_swiftness") == (2 if kind in ("fall", "unstable") else None)


def test_the_rest_of_the_case_stays():
    """Other inputs and rulings; a number that the character lacks too."""
    state = load("overland-march", "hours=12&load=heavy&r.overland_dayof=hours", TEXT, ["Mira"])
    assert sorted(state.split("&")) == ["con=9", "hours=12", "load=heavy", "r.overland_dayof=hours"]


def test_a_list_takes_several_characters():
    """All of the file, or those named, in that order; the rows that were there go."""
    both = inputs("overland-journey", load("overland-journey", "travellers.0.name=Old&travellers.0.by=foot", TEXT))
    assert [each["name"] for each in both["travellers"]] == ["Bartas", "Mira"]
    turned = inputs("overland-chase", load("overland-chase", "", TEXT, ["Mira", "Bartas"], "chasers"))
    assert [each["name"] for each in turned["chasers"]] == ["Mira", "Bartas"]
    assert [each["name"] for each in turned["chased"]] == ["fox"]


def test_the_schema_takes_what_we_take():
    """The party, and no number beyond its bounds; it is itself a valid schema."""
    told = schema()
    jsonschema.Draft202012Validator.check_schema(told)
    jsonschema.validate(PARTY, told)
    jsonschema.validate({"$schema": "characters.json", **PARTY}, told)
    assert [each.name for each in read(json.dumps({"$schema": "characters.json", **PARTY}))] == ["Bartas", "Mira"]


BAD = [
    ({"name": "x", "haven": {"swiftness": 101}}, "Character 1: Haven, Swiftness must be a whole number from 0 to 100"),
    ({"name": "x", "haven": {"swiftness": "6"}}, "Character 1: Haven, Swiftness must be a whole number from 0 to 100"),
    ({"name": "x", "haven": {"swiftness": True}}, "Character 1: Haven, Swiftness must be a whole number from 0 to 100"),
    ({"name": "x", "haven": {"luck": 1}}, "A character has no input 'haven.luck'; it takes swiftness, mode_bonus"),
    ({"name": "x", "luck": 1}, "A character has no input 'luck'; it takes name, haven, domains, overland."),
    ({"name": "x", "haven": 3}, "Character 1: Haven must be a group of swiftness, mode_bonus"),
    ({"name": "x", "overland": {"load": "big"}}, "Load must be one of none, light, medium, heavy"),
    ({"name": "x", "overland": {"speed_feet": 0}}, "Speed must be a number above 0"),
    ({"name": "x", "domains": {"keywords": ["jump"]}}, "must be any of hover, scale, dive"),
    ({"name": ""}, "Character 1: Name must be a text of 1 to 40 characters."),
    ({"name": "x" * 41}, "Character 1: Name must be a text of 1 to 40 characters."),
    ({"haven": {}}, "Character 1: Name is missing; it must be a text of 1 to 40 characters."),
    (3, "Character 1: it must be a group of named values."),
]


@pytest.mark.parametrize(("character", "sentence"), BAD)
def test_a_bad_character_gets_a_sentence(character, sentence):
    """Which of them, which number, and what it may be. The schema refuses it too."""
    text = json.dumps({"characters": [character]})
    with pytest.raises(Refused) as told:
        read(text)
    assert sentence in str(told.value)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(json.loads(text), schema())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file of characters is no JSON: line 1."),
        ('{\n"characters": [}', "The file of characters is no JSON: line 2."),
        ("[" * 100_000, "The file of characters is no JSON"),
        ("[]", 'The file of characters must be {"characters": [...]}, a list of them.'),
        ('{"characters": {}}', 'The file of characters must be {"characters": [...]}, a list of them.'),
        ('{"characters": [], "x": 1}', 'The file of characters must be {"characters": [...]}, a list of them.'),
        ('{"characters": []}', f"The file of characters must hold 1 to {MOST} of them."),
        (json.dumps({"characters": [{"name": str(n)} for n in range(MOST + 1)]}), f"must hold 1 to {MOST} of them."),
        ('{"characters": [{"name": "x"}, {"name": "x"}]}', "The file of characters has two of the name x."),
        (" " * (LONGEST + 1), f"The file of characters must be at most {LONGEST:,} letters long."),
    ],
)
def test_a_file_that_is_none_gets_a_sentence(text, sentence):
    """For the page as for all."""
    told = json.loads(run_characters("haven-speed", "", text))
    assert not told["ok"]
    (error,) = told["errors"]
    assert sentence in error["message"]


@pytest.mark.parametrize(
    ("id", "who", "role", "sentence"),
    [
        ("haven-speed", ["Mira"], "", "Mira has no numbers for Haven."),
        ("haven-speed", ["Nobody"], "", "There is no 'Nobody' in the file of characters; it has Bartas, Mira."),
        ("overland-march", ["Mira", "Bartas"], "", "Here one character is enough: name one."),
        (
            "domains-attack",
            ["Bartas"],
            "judge",
            "In domains-attack a character is one of attacker, defender, not 'judge'.",
        ),
        ("haven-sped", ["Bartas"], "", "There is no explorer 'haven-sped'; did you mean haven-speed?"),
    ],
)
def test_who_is_not_there_gets_a_sentence(id, who, role, sentence):
    """Or has no numbers for it, or is too many."""
    told = json.loads(run_characters(id, "", TEXT, json.dumps(who), role))
    assert told == {"ok": False, "errors": [{"field": told["errors"][0]["field"], "message": sentence}]}


def test_the_page_is_told_who_was_loaded():
    """All names of the file, and those whose numbers the case has."""
    told = json.loads(run_characters("overland-journey", "", TEXT))
    assert (told["names"], told["loaded"]) == (["Bartas", "Mira"], ["Bartas", "Mira"])
    told = json.loads(run_characters("overland-march", "", TEXT))
    assert told["loaded"] == ["Bartas"]
    told = json.loads(run_characters("overland-march", "", TEXT, '["Mira"]'))
    assert told["loaded"] == ["Mira"]
    assert inputs("overland-march", told["state"])["con"] == 9
