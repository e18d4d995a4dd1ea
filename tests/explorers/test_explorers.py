"""Every explorer: its presets, its controls, its state text, the Python it gives, its sentences for wrong input."""

import json
from fractions import Fraction

import pytest
from haventms_widgets import explorers, run_json, run_page, run_state
from haventms_widgets.controls import specs
from haventms_widgets.explorer import dumps, same_but
from haventms_widgets.registry import UnknownExplorer
from haventms_widgets.run import Refused, read_state, view
from haventms_widgets.state import LONGEST, write

from haventms import RuleError, Rulings, clauses

ALL = list(explorers().values())
CASES = [(explorer, None) for explorer in ALL] + [(explorer, preset) for explorer in ALL for preset in explorer.presets]


def name_of(case):
    return getattr(case, "id", None) or getattr(case, "title", "default")


def view_of(explorer, preset):
    inputs, rulings = (preset.inputs, preset.rulings) if preset else ({}, {})
    return view(explorer, dict(inputs), Rulings.model_validate(dict(rulings)))


@pytest.mark.parametrize("explorer", ALL, ids=name_of)
def test_an_explorer_is_described(explorer):
    """Title, summary, known clauses, two presets or more."""
    assert explorer.title
    assert explorer.summary
    assert all(id in clauses() for id in explorer.clauses)
    assert len(explorer.presets) >= 2


@pytest.mark.parametrize(("explorer", "preset"), CASES, ids=name_of)
def test_a_case_has_a_full_view(explorer, preset):
    """A headline, facts, a picture in words, columns of one length, steps with known clauses; all of it plain JSON."""
    shown = view_of(explorer, preset)
    assert json.loads(dumps(shown)) == shown
    assert all(shown[part] for part in ("headline", "facts", "picture", "ledger"))
    for columns in shown["series"].values():
        assert len({len(column) for column in columns.values()}) == 1
    assert all(step["clause"] in clauses() and step["text"] for step in shown["ledger"])
    for asked in shown["asked"]:
        assert asked["id"] in clauses()
        assert not asked["field"] or asked["choice"] in [choice["token"] for choice in asked["choices"]]


def switched(explorer, preset, asked, reading):
    """The View with another reading of a ruling; nothing where that reading refuses the case."""
    rulings = dict(preset.rulings if preset else {}) | {asked["field"]: reading["token"]}
    try:
        return view(explorer, dict(preset.inputs if preset else {}), Rulings.model_validate(rulings))
    except (Refused, RuleError):
        return None


@pytest.mark.parametrize(("explorer", "preset"), CASES, ids=name_of)
def test_what_another_reading_gives_is_what_switching_to_it_shows(explorer, preset):
    """Its headline; where that stays, the values that change; "the same" only where no value does."""

    def values(shown):
        return {(fact["label"], fact["value"]) for fact in shown["facts"]}

    shown = view_of(explorer, preset)
    for asked in shown["asked"]:
        for reading in asked["choices"]:
            other = switched(explorer, preset, asked, reading)
            if other is None or reading["token"] == asked["choice"]:
                continue
            if other["headline"] != shown["headline"]:
                assert reading["gives"] == other["headline"]
            elif values(other) == values(shown):
                assert reading["gives"] == "the same"
            else:
                assert reading["gives"].startswith("the same, but ")
                changed = {f"{label}: {value}" for label, value in values(other) - values(shown)}
                gone = {f"no {label}" for label in dict(values(shown)).keys() - dict(values(other)).keys()}
                assert any(each in reading["gives"] for each in changed | gone)


def test_values_that_another_reading_changes_are_named_shortly():
    """Two at most, one where they are long; how many more there are; a value that is gone is named too."""
    one, two, three = ({"label": x, "value": "1", "exact": "", "unit": "ft"} for x in ("A", "B", "C"))
    changed = [each | {"value": "2"} for each in (one, two, three)]
    assert same_but([one, two], [one, two]) == "the same"
    assert same_but([one, two], [one, changed[1]]) == "the same, but B: 2 ft"
    assert same_but([one, two, three], changed) == "the same, but A: 2 ft; B: 2 ft; 1 more"
    assert same_but([one, two], [one | {"value": "x" * 100}, changed[1]]) == f"the same, but A: {'x' * 100} ft; 1 more"
    assert same_but([one, two], [two]) == "the same, but no A"


@pytest.mark.parametrize(("explorer", "preset"), CASES, ids=name_of)
def test_the_state_text_is_canonical(explorer, preset):
    """It opens the very same case, and writing that case again gives the same text."""
    shown = view_of(explorer, preset)
    inputs, rulings, unknown = read_state(explorer, shown["state"])
    assert unknown == []
    assert view(explorer, inputs, rulings) == shown
    assert write(explorer.Inputs.model_validate(inputs), rulings) == shown["state"]
    told = json.loads(run_state(explorer.id, "#" + shown["state"]))
    assert told == {"ok": True, "view": shown, "unknown": []}


@pytest.mark.parametrize(("explorer", "preset"), CASES, ids=name_of)
def test_the_inputs_of_a_view_are_inputs(explorer, preset):
    """JSON in, the same View out."""
    shown = view_of(explorer, preset)
    again = json.loads(run_json(explorer.id, json.dumps(shown["inputs"]), json.dumps(shown["rulings"])))
    assert again == {"ok": True, "view": shown}


@pytest.mark.parametrize(("explorer", "preset"), CASES, ids=name_of)
def test_the_python_of_a_case_gives_its_headline(explorer, preset):
    """The last line of the text is the call; what it returns says what the explorer says."""
    shown = view_of(explorer, preset)
    space = {}
    *before, last = shown["python"].splitlines()
    exec("\n".join(before), space)
    result = eval(last, space)
    assert str(result) == shown["headline"] or str(result) in shown["headline"] or not_open(shown)


def not_open(shown):
    """A pace that armour or load closes: the rules say how far it would go, the explorer that it is closed."""
    return shown["headline"].startswith("Not open")


@pytest.mark.parametrize("explorer", ALL, ids=name_of)
def test_the_default_case_needs_no_state(explorer):
    """Nothing differs from the default, so nothing is written."""
    assert view_of(explorer, None)["state"] == ""


@pytest.mark.parametrize("explorer", ALL, ids=name_of)
def test_unknown_names_in_a_state_are_passed_over_and_told(explorer):
    """A link of a later version still opens."""
    told = json.loads(run_state(explorer.id, "colour=blue&r.no_such_ruling=x&r.haven_stack=worst"))
    assert sorted(told["unknown"]) == ["colour", "r.no_such_ruling"]
    assert told["view"]["rulings"] == {"haven_stack": "worst"}


@pytest.mark.parametrize("explorer", ALL, ids=name_of)
def test_every_control_refuses_in_its_own_sentence(explorer):
    """A text where none can be read is answered by what the control allows, at the field's name."""
    for spec in specs(explorer.Inputs):
        if spec.kind in ("text", "grid"):
            continue
        told = json.loads(run_json(explorer.id, json.dumps({spec.name: "no such thing"})))
        assert not told["ok"]
        assert told["errors"][0]["field"].split(".")[0] == spec.name
        assert spec.label in told["errors"][0]["message"]


@pytest.mark.parametrize("explorer", ALL, ids=name_of)
def test_the_page_gets_fragments_that_show_the_case(explorer):
    """Headline, facts, ledger, rulings, data, Python; the form only when it is asked for."""
    told = json.loads(run_page(explorer.id, ""))
    assert {"headline", "facts", "ledger", "rulings", "data", "python"} == set(told["parts"])
    assert told["view"] == view_of(explorer, None)
    filled = json.loads(run_page(explorer.id, "", True))["parts"]
    for spec in specs(explorer.Inputs):
        assert f'"{spec.name}' in filled["controls"]


@pytest.mark.parametrize("explorer", ALL, ids=name_of)
def test_a_brief_answer_lacks_only_what_a_page_hides_at_first(explorer):
    """What other readings give is not compared; all else is what the whole answer says."""
    whole, brief = json.loads(run_page(explorer.id, "")), json.loads(run_page(explorer.id, "", brief=True))
    assert brief["parts"] == {name: whole["parts"][name] for name in ("headline", "facts", "ledger")}
    for asked in whole["view"]["asked"]:
        for reading in asked["choices"]:
            assert reading["gives"]
            if reading["token"] != asked["choice"]:
                reading["gives"] = ""
    assert brief["view"] == whole["view"]


@pytest.mark.parametrize(
    ("inputs", "field", "sentence"),
    [
        ({"swiftness": 101}, "swiftness", "Swiftness must be a whole number from 0 to 100."),
        ({"swiftness": -1}, "swiftness", "Swiftness must be a whole number from 0 to 100."),
        ({"swiftness": "3"}, "swiftness", "Swiftness must be a whole number from 0 to 100."),
        ({"swiftness": True}, "swiftness", "Swiftness must be a whole number from 0 to 100."),
        ({"swiftness": 3.0}, "swiftness", "Swiftness must be a whole number from 0 to 100."),
        ({"swiftness": None}, "swiftness", "Swiftness must be a whole number from 0 to 100."),
        ({"speed": 3}, "speed", "haven-speed has no input 'speed'; it takes swiftness, mode_bonus, flat_bonus, factors."),
        ({"factors": "ice"}, "factors", "Terrain factors must be a list of at most 20 rows."),
        ({"factors": [{"kind": "crowd", "size": "huge"}]}, "factors.0.size", "Terrain factors, row 1, Size must be one of small, large, dense."),
        ({"factors": [{"kind": "ice"}, {"kind": "ice"}]}, "factors", "Terrain factors must be given once each: the factor ice is given twice."),
        ({"factors": [{"kind": "ice", "depth": 3}]}, "factors.0.depth", "haven-speed has no input 'factors.0.depth'; it takes negated, lessened."),
        ({"factors": [7]}, "factors.0", "Terrain factors, row 1 must be a group of named values."),
    ],
)  # fmt: skip
def test_haven_speed_says_what_is_allowed(inputs, field, sentence):
    """The field and its bounds, in one sentence."""
    told = json.loads(run_json("haven-speed", json.dumps(inputs)))
    assert told == {"ok": False, "errors": [{"field": field, "message": sentence}]}


@pytest.mark.parametrize(
    ("explorer", "inputs", "field", "words"),
    [
        ("haven-speed", {"factors": [{"kind": "mud"}]}, "factors.0", "kind must be one of climbing, crowd"),
        ("domains-turn", {"legs": [{"planes": -1.3}]}, "legs.0.planes", "in steps of 0.2"),
        ("domains-turn", {"legs": [{"mode": "climb", "hill": "10 by 5"}]}, "legs.0.hill", "such as 10x5"),
        ("domains-turn", {"creature": {"keywords": ["jump"]}}, "creature.keywords", "any of hover, scale, dive"),
        ("domains-turn", {"creature": {"speeds": {"land": -1}}}, "creature.speeds.land", "a number from 0"),
        ("overland-pace", {"con": 0}, "con", "Constitution must be a whole number from 1 to 100."),
        ("overland-pace", {"speed_feet": 0}, "speed_feet", "a number above 0"),
        ("overland-pace", {"mode": "stroll"}, "mode", "one of walk, hustle, run, dash, sprint"),
        ("overland-pace", {"conditions": ["impassable"]}, "", "An impassable square cannot be entered: O-TAC-3."),
    ],
)
def test_the_others_say_it_too(explorer, inputs, field, words):
    """The sentence names the field or the clause."""
    told = json.loads(run_json(explorer, json.dumps(inputs)))
    assert told["errors"][0]["field"] == field
    assert words in told["errors"][0]["message"]


@pytest.mark.parametrize(
    "text", ["", "[]", "3", "null", "{", '{"swiftness": NaN}', '{"swiftness": Infinity}', "[" * 5000]
)
def test_inputs_that_are_no_json_object_are_refused(text):
    """One sentence, no trace."""
    told = json.loads(run_json("haven-speed", text))
    assert told["errors"] == [{"field": "inputs", "message": "The inputs must be a JSON object such as {}."}]


@pytest.mark.parametrize(
    ("rulings", "sentence"),
    [
        ({"haven_stack": "sum"}, "The ruling haven_stack must be multiply or worst."),
        ({"haven_stak": "worst"}, "There is no ruling 'haven_stak'."),
        ({"haven_die": "dice"}, "The ruling haven_die must be a die such as d20, 3d6 or d100."),
    ],
)
def test_wrong_rulings_are_refused(rulings, sentence):
    """Each with what there is."""
    told = json.loads(run_json("haven-speed", "{}", json.dumps(rulings)))
    assert told["errors"] == [{"field": f"r.{next(iter(rulings))}", "message": sentence}]


def test_an_unknown_explorer_is_refused_with_the_nearest():
    """And where nothing is near, with all there are."""
    told = json.loads(run_state("haven-sped", ""))
    assert told["errors"][0]["message"] == "There is no explorer 'haven-sped'; did you mean haven-speed?"
    assert "there are haven-speed, " in str(UnknownExplorer("xyzzy"))


@pytest.mark.parametrize(
    "text",
    [
        "swiftness=abc",
        "swiftness=3.5",
        "swiftness=",
        "swiftness=999999999999999999999999999999999999999",
        "factors=none",
        "factors.0=ice",
        "factors.0.kind=",
        "factors.0.kind=crowd&factors.0.size=<b>",
        "r.haven_stack=",
        "x" * (LONGEST + 1),
    ],
)
def test_a_mangled_state_is_answered_in_sentences(text):
    """Never by a trace, and never by a half-read case."""
    told = json.loads(run_state("haven-speed", text))
    assert not told["ok"]
    assert all(error["message"].endswith((".", "?")) for error in told["errors"])


def test_numbers_in_a_state_may_be_decimals_and_ratios():
    """Both are exact."""
    explorer = explorers()["domains-turn"]
    for text in ("plane=-1.4", "plane=-7/5"):
        inputs, _, _ = read_state(explorer, text)
        assert inputs["plane"] == Fraction(-7, 5)
        assert write(explorer.Inputs.model_validate(inputs), Rulings()) == "plane=-1.4"


def test_markup_in_values_is_shown_as_text():
    """What somebody puts into a link is never taken for markup."""
    told = run_page("haven-speed", "factors.0.kind=<script>alert(1)</script>")
    assert not json.loads(told)["ok"]
    parts = json.loads(run_page("domains-turn", "legs.0.mode=fly&legs.0.hill=%3Cimg%3E"))
    assert not parts["ok"]


def test_a_refusal_reads_as_its_sentences():
    """For whoever catches it."""
    refused = Refused([{"field": "a", "message": "One."}, {"field": "b", "message": "Two."}])
    assert str(refused) == "One. Two."
