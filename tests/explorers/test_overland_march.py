"""The explorer of forced marches: its areas, checks, rests, the tale of Bartas, its sentences."""

import json
from fractions import Fraction

import pytest
from haventms_widgets import explorers, run_json

from haventms import overland

BARTAS = {"further": [{"rest_hours": 6, "hours": 8}, {"rest_hours": 6, "hours": 9}], "tale": True}


def told(inputs=None, rulings=None):
    return json.loads(run_json("overland-march", json.dumps(inputs or {}), json.dumps(rulings or {})))


def shown(inputs=None, rulings=None):
    answer = told(inputs, rulings)
    assert answer["ok"], answer
    return answer["view"]


def facts(view):
    return {each["label"]: each for each in view["facts"]}


def height(areas, state, hour):
    """How high the area of a state is just before an hour: the polygon runs out along its lower edge and back."""
    for xs, ys, kind in zip(areas["xs"], areas["ys"], areas["state"], strict=True):
        if kind == state and xs[0] < hour <= max(xs):
            half = len(xs) // 2
            place = max(at for at in range(half) if xs[at] < hour)
            return ys[len(xs) - 1 - place] - ys[place]
    return None


def test_the_default_is_the_first_leg_of_bartas():
    """3861 of 80000 to be fresh, 5 checks, 48 miles, 5 hours of extra rest."""
    found = facts(shown())
    assert found["Fresh at the end"]["exact"] == "3861/80000"
    assert found["Without a check for"]["value"] == "3 hours"
    assert found["Checks"]["value"] == "5"
    assert (found["Distance"]["value"], found["Distance"]["unit"]) == ("48", "miles")
    assert found["Extra rest owed"]["value"] == "5 hours"


def test_the_areas_stand_on_each_other_and_jump_at_the_checks():
    """Fresh 1, 13/20, 39/100, 429/2000 before the hours 4, 5, 6, 7; all states together are 1 everywhere."""
    areas = shown()["series"]["areas"]
    for hour, fresh, fatigued in ((4, 1, 0), (5, 13 / 20, 7 / 20), (6, 39 / 100, 47 / 100), (7, 429 / 2000, 217 / 500)):
        assert height(areas, "fresh", hour) == pytest.approx(fresh)
        assert height(areas, "fatigued", hour) == pytest.approx(fatigued)
        states = ("fresh", "fatigued", "exhausted", "short of Con", "dead")
        assert sum(height(areas, state, hour) for state in states) == pytest.approx(1)
    assert height(areas, "short of Con", 7) == pytest.approx(63 / 1000)


def test_rests_are_gaps():
    """Nothing is drawn while one rests, and the rest says how long it is."""
    series = shown(BARTAS)["series"]
    assert series["rests"] == {
        "left": [8.0, 22.0],
        "right": [14.0, 28.0],
        "middle": [11.0, 25.0],
        "label": ["rest 6 h", "rest 6 h"],
    }
    for hour in (11, 25):
        assert height(series["areas"], "fresh", hour) is None
    assert height(series["areas"], "fresh", 15) == pytest.approx(3861 / 80000)
    assert series["distance"] == {"x": [0.0, 8.0, 14.0, 22.0, 28.0, 37.0], "y": [0.0, 48.0, 48.0, 96.0, 96.0, 150.0]}


def test_every_check_says_its_dc_and_what_follows():
    """As many as there are moments, and both DCs where two are possible."""
    view = shown({"hours": 5, "further": [{"rest_hours": 12, "hours": 4}]})
    checks = view["series"]["checks"]
    assert checks["clock"][:2] == ["4 h 0 min", "5 h 0 min"]
    assert checks["dc"] == ["DC 10", "DC 11", "DC 10", "DC 11", "DC 12", "DC 10 (86.0 %), DC 13 (14.0 %)"]
    assert checks["after"][1] == "fresh 39.0 %, fatigued 47.0 %, exhausted 14.0 %"
    assert view["series"]["difficulties"]["y"] == [10, 11, 10, 11, 12, 10, 13]
    assert view["series"]["difficulties"]["due"][2] == "14.0 %"


def test_the_bands_hold_what_they_say():
    """Each corner is the least Con that is not exceeded with that chance."""
    view = shown(BARTAS)
    plan = [overland.Leg(hours=8, mode="hustle"), overland.Rest(hours=6), overland.Leg(hours=8, mode="hustle")]
    con = overland.timeline(plan, overland.Traveller(name="a", con=15)).after.con
    bands = view["series"]["bands"]
    assert bands["band"] == ["nine tenths", "half"] * 3
    for place, low, high in ((2, Fraction(1, 20), Fraction(19, 20)), (3, Fraction(1, 4), Fraction(3, 4))):
        ys = bands["ys"][place]
        half = len(ys) // 2
        for corner, share in ((ys[half - 1], low), (ys[half], high)):
            assert con.at_most(corner) >= share > con.at_most(corner - 1)


def test_the_tale_is_marked_beside_what_is_computed():
    """The fourth check of the third leg stands at DC 16 as told; computed it is 17 (E-OVERLAND-1)."""
    view = shown(BARTAS)
    tale = view["series"]["tale"]
    assert list(zip(tale["x"], tale["y"], tale["marker"], strict=True)) == [
        (4.0, 10, "circle"),
        (8.0, 14, "circle"),
        (15.0, 12, "circle"),
        (29.0, 14, "circle"),
        (30.0, 15, "x"),
        (31.0, 16, "circle"),
        (32.0, 16, "x"),
        (33.0, 18, "x"),
    ]
    fourth = facts(view)["The tale, third leg, fourth check"]["value"]
    assert fourth == "DC 16, failed, exhausted, 2 miles to go (E-OVERLAND-1, E-OVERLAND-3); computed: DC 17 at hour 32"
    assert shown({"tale": False})["series"]["tale"]["x"] == []


def test_the_tale_under_the_other_ruling():
    """With a new allowance the first check of the third leg comes at its fourth hour."""
    view = shown(BARTAS, {"overland_shortrest": "new_allowance"})
    assert facts(view)["The tale, third leg, first check"]["value"].endswith("computed: DC 14 at hour 32")


def test_the_tale_beside_another_march():
    """After a leg of 4 hours marching on asks for DC 11, less than the 12 of the tale's rest."""
    view = shown({**BARTAS, "hours": 4})
    assert facts(view)["The tale, second leg, first check"]["value"].endswith("computed: DC 11 at hour 11")


def test_a_leg_that_is_not_marched_is_not_marked():
    """One leg only: the tale's later checks have no counterpart."""
    view = shown({"tale": True})
    assert view["series"]["tale"]["x"] == [4.0, 8.0]
    assert facts(view)["The tale, third leg, first check"]["value"].endswith("computed: no such check")


@pytest.mark.parametrize(
    ("inputs", "lasts"),
    [
        ({"con": 18, "mode": "run"}, "50 minutes"),
        ({"con": 6, "mode": "run"}, "6 minutes"),
        ({"con": 16, "mode": "walk"}, "8 hours"),
        ({"con": 16, "mode": "walk", "load": "medium"}, "4 hours"),
        ({"con": 16, "mode": "walk", "load": "heavy"}, "2 hours"),
    ],
)
def test_the_presets_of_the_source(inputs, lasts):
    """What the source says of Con 18, Con 6 and the fighter, each among the presets."""
    assert facts(shown(inputs))["Without a check for"]["value"] == lasts
    presets = explorers()["overland-march"].presets
    assert any(inputs.items() <= {"load": "light", **preset.inputs}.items() for preset in presets)


def test_a_sprint_has_no_miles():
    """No line of distance beyond its start."""
    view = shown({"mode": "sprint", "hours": 0, "minutes": 6})
    assert facts(view)["Distance"]["value"] == "no figure in the source"
    assert view["series"]["distance"] == {"x": [0.0], "y": [0.0]}


def test_a_rest_may_end_it():
    """Hours of 0 after a rest: the odds after the rest."""
    view = shown({"hours": 4, "further": [{"rest_hours": 12, "hours": 0}]})
    assert facts(view)["Fresh at the end"]["value"] == "100 %"


def test_thirty_days_are_answered():
    """Long before they end all are dead; the other reading of the die is too long to be exact and says so."""
    view = shown({"hours": 720, "mode": "walk"})
    assert facts(view)["Dead"]["value"] == "100 %"
    (die,) = [each for each in view["asked"] if each["id"] == "R-OVERLAND-DIE"]
    assert "at most 400 checks" in die["choices"][1]["gives"]
    refused = told({"hours": 720}, {"overland_die": "automatic"})
    assert refused["errors"] == [
        {"field": "", "message": "Plan must have at most 400 checks of which any may still be made."}
    ]


@pytest.mark.parametrize(
    ("inputs", "field", "sentence"),
    [
        ({"con": 0}, "con", "Constitution must be a whole number from 1 to 100."),
        ({"con": 2.5}, "con", "Constitution must be a whole number from 1 to 100."),
        ({"hours": -1}, "hours", "March must be a whole number from 0 to 720."),
        ({"hours": 744}, "hours", "March must be a whole number from 0 to 720."),
        ({"minutes": 60}, "minutes", "March beyond full hours must be a whole number from 0 to 59."),
        ({"hours": 0}, "", "March must be longer than 0 hours and 0 minutes."),
        ({"hours": 720, "further": [{}]}, "", "All marches and rests together must be at most 720 hours."),
        ({"further": [{"rest_hours": 0}]}, "further.0.rest_hours", "Then, row 1, Rest must be a whole number from 1 to 240."),
        ({"mode": "sprint", "load": "heavy"}, "", "An encumbered character cannot sprint: O-MOD-4."),
        ({"con": 11, "mode": "sprint"}, "", "Without a Con bonus nobody can sprint: Con 11 has none: O-END-5."),
    ],
)  # fmt: skip
def test_bad_input_is_a_sentence(inputs, field, sentence):
    """At its field where it has one."""
    answer = told(inputs)
    assert not answer["ok"]
    (error,) = answer["errors"]
    assert error["field"] == field
    assert error["message"] == sentence or (inputs.get("load") == "heavy" and error["message"].endswith("O-MOD-4."))
