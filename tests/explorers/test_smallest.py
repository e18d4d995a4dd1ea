"""The smallest cases that tell the readings of a ruling apart: they do, and nothing smaller does."""

import json
from itertools import combinations

import pytest
from haventms_widgets import explorers, run_state
from haventms_widgets.cases import calls, small, smallest, wording
from haventms_widgets.controls import specs
from haventms_widgets.run import read_state

from haventms import clauses, examples
from haventms.register import SYSTEMS

OPEN = [each for each in clauses() if each.choices]
CASES = [(id, case) for id, cases in smallest.found().items() for case in cases]
CHEAP = {"haven": ("haven-speed", "haven-hazard"), "domains": (), "overland": ("overland-pace", "overland-march")}
"""Explorers whose cases with two changes are gone through here; `make readings` goes through all."""


def test_each_question_has_a_case_or_a_reason():
    """And never both; nothing else has one."""
    assert not smallest.found().keys() & smallest.unseen().keys()
    assert smallest.found().keys() | smallest.unseen().keys() == {each.id for each in OPEN}


@pytest.mark.parametrize(("id", "case"), CASES, ids=lambda value: getattr(value, "state", value))
def test_a_case_tells_its_readings_apart(id, case):
    """As a reader opens it: under every two readings the headline or a fact differs, and so does each fact named."""
    entry, told = clauses()[id], []
    for choice in entry.choices:
        answer = json.loads(run_state(case.explorer, smallest.state_under(case, entry, choice.token)))
        told.append(
            (answer["view"]["headline"], facts(answer["view"])) if answer["ok"] else (str(answer["errors"]), {})
        )
    assert all(one != other for one, other in combinations(told, 2))
    for label in case.facts:
        assert len({shown.get(label) for _, shown in told}) > 1, label


def facts(view):
    return {each["label"]: f"{each['value']} {each['unit']}".rstrip() for each in view["facts"]}


@pytest.mark.parametrize("id", smallest.found())
def test_up_to_three_numbers_are_shown(id):
    """One at least, three at most, no two columns alike."""
    columns = []
    for case in smallest.found()[id]:
        answers = smallest.answers(clauses()[id], case)
        columns += [tuple(answers[token].facts.get(label) for token in answers) for label in case.facts]
    assert 1 <= len(columns) <= smallest.NUMBERS
    assert len(set(columns)) == len(columns)


def size(explorer, text):
    """How many values the case of a state text holds."""
    model = explorers()[explorer].Inputs
    inputs, _, _ = read_state(explorers()[explorer], text)
    plain = {spec.name: small._plain(getattr(model.model_validate(inputs), spec.name)) for spec in specs(model)}
    return small.count(specs(model), plain)


@pytest.mark.parametrize(
    ("most", "system"), [(1, system) for system in SYSTEMS] + [(2, each) for each in CHEAP if CHEAP[each]]
)
def test_nothing_smaller_tells_the_readings_apart(most, system):
    """Of all explorers, cases with one change; of the quick ones, with two: what is found there is what is kept, or
    larger."""
    among = CHEAP[system] if most > 1 else ()
    for id, cases in smallest.search(system, most, among).items():
        kept = smallest.found().get(id, ())
        for case in cases[:1]:
            assert kept, id
            this, that = size(kept[0].explorer, kept[0].state), size(case.explorer, case.state)
            smaller = this < that or (this == that and kept[0].explorer not in (among or explorers()))
            assert smaller or (kept[0].explorer, kept[0].state) == (case.explorer, case.state), id


def test_small_cases_are_counted_by_their_changes():
    """Of haven-speed: the default; with one change 14 other values of Swiftness and 14 of the mode's bonus among the 15
    tried from 0 up, 15 of the flat bonus, which may be -1 too, and 11 kinds of ground."""
    model = explorers()["haven-speed"].Inputs
    assert [len(list(small.cases(model, changes))) for changes in (0, 1)] == [1, 14 + 14 + 15 + 11]
    made = [inputs for _, inputs in small.cases(model, 1)]
    assert len({json.dumps(each, default=str) for each in made}) == len(made)


def test_what_plays_no_part_is_not_changed():
    """A thrown attack asks no mental stat, so no small case of it changes one."""
    model = explorers()["domains-attack"].Inputs
    for _, made in small.cases(model, 1):
        assert made["kind"] != "thrown" or made["attacker"]["mental"] == model().attacker.mental


@pytest.mark.parametrize("id", smallest.unseen())
def test_the_smallest_call_tells_the_readings_apart(id):
    """No two readings answer alike, and any one step smaller they do."""
    entry, call = clauses()[id], calls.call(id)
    assert list(call.values) == [choice.token for choice in entry.choices]
    shown = [tuple(values.items()) for values in call.values.values()]
    assert len(set(shown)) == len(shown)
    own = [each for each in examples(clause=id) if set(each.rulings) <= {entry.field}]
    for example in own:
        if calls.told_apart(entry, example):
            least = calls.shrunk(entry, example)
            for inputs in calls._smaller(least.inputs):
                assert not calls.told_apart(entry, least.model_copy(update={"inputs": inputs}))


def test_a_call_that_tells_nothing_apart_is_an_error():
    """A clause without readings has none."""
    with pytest.raises(LookupError):
        calls.call("R-HAVEN-INCREMENT")


def test_the_smallest_falls_sounds_and_paths():
    """By the sources: a foot is a part of ten; a wind of two turns shifts by 1/2 each; two diagonals are 5 and 10 feet."""
    assert calls.call("R-HAVEN-SOUND").values["ceil"] == {"difficulty": "14"}
    assert calls.call("R-HAVEN-SHIFT").values["turn"]["shifted"] == "3/4"
    assert calls.call("R-OVERLAND-DIAGONAL").values["five_ten_five"]["feet"] == "15"


@pytest.mark.parametrize(
    ("explorer", "state", "words"),
    [
        ("haven-speed", "", ""),
        ("haven-speed", "factors.0.kind=crowd&factors.1.kind=ice&factors.1.lessened=1", "Terrain factors 1: Crowd; Terrain factors 2: Ice; Terrain factors 2, Lessened: 1"),
        ("haven-hazard", "hazard.kind=fall&hazard.feet=8", "Hazard: Falling; Hazard, Height: 8 ft"),
        ("domains-turn", "creature.speeds.land=&legs.0.mode=dig", "Creature, Speeds, Land: none; Path 1, Mode: dig"),
    ],
)  # fmt: skip
def test_a_case_is_told_by_the_names_of_its_controls(explorer, state, words):
    """Rows counted from 1, choices by their labels, numbers with their units, a blank as none."""
    assert wording.worded(explorers()[explorer], state) == words


@pytest.mark.parametrize(("id", "case"), CASES, ids=lambda value: getattr(value, "state", value))
def test_every_case_can_be_told(id, case):
    """One part for each thing that differs."""
    words = wording.worded(explorers()[case.explorer], case.state)
    assert words.count(": ") >= len(case.state.split("&")) or not case.state
