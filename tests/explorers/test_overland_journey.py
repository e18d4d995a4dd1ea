"""The explorer of journeys: timetable, odds, checks in the lanes, arrivals, plans, the told run, its sentences."""

import json
from fractions import Fraction

import pytest
from haventms_widgets import explorers, run_json, run_state

from haventms import overland

LEG = {"part": "foot", "amount": 8, "measure": "hours"}
REST = {"part": "rest", "hours": 8}
BARTAS = [
    {**LEG, "mode": "hustle"},
    {"part": "rest", "hours": 6},
    {**LEG, "mode": "hustle"},
    {"part": "rest", "hours": 6},
    {**LEG, "mode": "hustle", "amount": 54, "measure": "miles"},
]


def told(inputs=None, rulings=None):
    return json.loads(run_json("overland-journey", json.dumps(inputs or {}), json.dumps(rulings or {})))


def shown(inputs=None, rulings=None):
    answer = told(inputs, rulings)
    assert answer["ok"], answer
    return answer["view"]


def facts(view):
    return {each["label"]: each for each in view["facts"]}


def walkers(*names, **more):
    return [{"by": "foot", "name": name, **more} for name in names]


def test_twenty_six_miles_at_eight_hours_a_day():
    """A day and 40 minutes at 3 miles an hour."""
    plan = [LEG, {"part": "rest", "hours": 16}, {"part": "foot", "amount": 2}]
    view = shown({"travellers": walkers("Bartas", con=16), "plan": plan})
    found = facts(view)
    assert found["Arrival"]["value"] == "day 2 at 6:40"
    assert (found["Day 1"]["value"], found["Day 2"]["value"]) == (
        "24 miles; Bartas fresh 100 %",
        "2 miles; Bartas fresh 100 %",
    )
    assert view["series"]["way"] == {
        "x": [6.0, 14.0, 30.0, pytest.approx(30 + 2 / 3)],
        "miles": [0.0, 24.0, 24.0, 26.0],
    }
    assert view["series"]["midnights"] == {"x": [24.0], "day": ["day 2"]}
    assert view["series"]["lanes"]["kind"] == ["moves on foot", "rests", "moves on foot"]
    assert view["series"]["lanes"]["left"] == [6.0, 14.0, 30.0]


def test_the_checks_stand_in_the_lanes():
    """Bartas's 22 checks at their hours: 3 after the start, then each hour of the other legs."""
    view = shown({"plan": BARTAS})
    assert view["series"]["checks"]["x"] == [*range(10, 15), *range(21, 29), *range(35, 44)]
    assert set(view["series"]["checks"]["y"]) == {0}
    assert "DC 10 (100 %); then fresh 65.0 %, fatigued 35.0 %" in view["series"]["checks"]["text"][0]
    assert facts(view)["Arrival"]["value"] == "day 2 at 19:00"
    assert facts(view)["Bartas arrives alive"]["exact"].startswith("1582373707278376363/")


def test_the_pace_is_that_of_the_slowest_and_the_checks_are_each_ones_own():
    """Both walk 9 hours; Con 16 has 8 of them without a check, Con 20 all."""
    view = shown(
        {
            "travellers": [
                {"by": "foot", "name": "man", "con": 16},
                {"by": "foot", "name": "dwarf", "con": 20, "speed_feet": 20},
            ],
            "plan": [{"part": "foot", "amount": 18}],
        }
    )
    assert facts(view)["Arrival"]["value"] == "day 1 at 15:00"
    assert (view["series"]["checks"]["x"], view["series"]["checks"]["y"]) == ([15.0], [0])
    assert view["series"]["names"] == {"x": [6.0, 6.0], "y": [0, 1], "name": ["man", "dwarf"]}
    made = Fraction(20 - 10 + 3 + 1, 20)
    assert facts(view)["Somebody is fatigued or worse at the end"]["exact"] == f"{1 - made}"
    assert view["series"]["anybody"]["tired"] == [0.0, pytest.approx(float(1 - made))]


def test_days_share_the_miles_of_a_leg_through_the_night():
    """20 hours from 14 o'clock: 10 hours of walking on the first day, 10 on the second."""
    view = shown({"start_hour": 14, "travellers": walkers("a", con=60), "plan": [{**LEG, "amount": 20}]})
    assert facts(view)["Day 1"]["value"] == "30 miles"
    assert facts(view)["Day 2"]["value"] == "30 miles; a fresh 100 %"


def test_a_death_changes_the_hour_of_arrival():
    """Every hour at which somebody may arrive, together as likely as anybody lives."""
    party = [{"by": "foot", "name": "slow", "con": 2, "speed_feet": 20}, {"by": "foot", "name": "quick", "con": 12}]
    inputs = {"travellers": party, "plan": [{"part": "foot", "amount": 18}]}
    view = shown(inputs)
    arrivals = view["series"]["arrivals"]
    assert len(arrivals["x"]) > 1
    assert arrivals["x"][-1] == 15.0
    assert sum(arrivals["chance"]) == pytest.approx(1)
    assert f"Somebody arrives {arrivals['when'][0]}" in facts(view)
    assert facts(shown({**inputs, "on_death": "stop"}))["slow arrives alive"] != facts(view)["quick arrives alive"]


def test_mounts_and_vehicles():
    """A light horse with 200 pounds trots 9 miles an hour; a raft goes 77 miles in a day, and guests do not tire."""
    rider = {"by": "mount", "name": "rider", "load_lb": 200}
    view = shown({"travellers": [rider], "plan": [{"part": "foot", "amount": 27, "mode": "trot"}]})
    assert facts(view)["Arrival"]["value"] == "day 1 at 9:00"
    assert view["series"]["lanes"]["kind"] == ["moves mounted"]
    assert len(view["series"]["checks"]["x"]) == 2
    raft = {"part": "craft", "vehicle": "raft or barge", "measure": "hours", "current_mph": 3}
    plan = [{**raft, "amount": 10, "toil": "guests"}, {**raft, "amount": 14, "toil": "drifting"}]
    view = shown({"travellers": walkers("a"), "plan": plan})
    assert facts(view)["Distance"]["value"] == "77"
    assert view["series"]["checks"]["x"] == []
    assert view["series"]["lanes"]["kind"] == ["by vehicle", "by vehicle"]


def creature(**more):
    return {"by": "creature", "name": "a", "con": 14, **more}


def test_flying_and_swimming():
    """60 feet are 6 miles an hour on the wing; after 9 hours 7/20 x 8/20 must land; 30 feet swim 3 miles an hour."""
    flown = {"part": "element", "way": "fly", "measure": "hours", "amount": 10}
    view = shown({"travellers": [creature(fly_feet=60)], "plan": [flown]})
    assert facts(view)["Distance"]["value"] == "60"
    assert facts(view)["a arrives alive"]["exact"] == "43/50"
    assert "(left behind 14.0 %)" in facts(view)["a at the end"]["value"]
    assert view["series"]["lanes"]["kind"] == ["flies"]
    assert "60 miles from day 1 at 6:00, 10 hours: flying;" in view["series"]["lanes"]["text"][0]
    assert view["series"]["checks"]["x"] == [14.0, 15.0, 16.0]
    assert facts(view)["Best plan at this risk"]["value"].startswith(("fly", "hustle"))
    assert "Plan: fly until tired" in facts(view)
    swum = shown({"travellers": walkers("a", con=14), "plan": [{"part": "element", "amount": "21/2"}]})
    assert facts(swum)["Arrival"]["value"] == "day 1 at 9:30"
    assert swum["series"]["lanes"]["kind"] == ["swims"]
    knight = creature(armour="heavy", swim_modifier=4)
    minutes = {"part": "element", "measure": "hours", "amount": "68/15"}
    assert facts(shown({"travellers": [knight], "plan": [minutes]}))["a arrives alive"]["exact"] == "59/80"


@pytest.mark.parametrize(
    ("leg", "how", "miles"),
    [
        ({"way": "soar", "mode": "run"}, "soaring", "48"),
        ({"way": "drift", "current_mph": 2}, "floating with the current", "16"),
        ({"way": "swim", "mode": "hustle"}, "swimming at a hustle", "64"),
        ({"way": "swim"}, "swimming", "32"),
        ({"way": "fly"}, "flying", "48"),
    ],
)
def test_ways_through_air_and_water(leg, how, miles):
    """Eight hours each, at a fly speed of 60 feet, a Swim speed of 40, or on a current of 2 miles an hour."""
    traveller = creature(con=40, fly_feet=60, swim_feet=40)
    view = shown({"travellers": [traveller], "plan": [{"part": "element", "measure": "hours", "amount": 8, **leg}]})
    assert facts(view)["Distance"]["value"] == miles
    assert f": {how};" in view["series"]["lanes"]["text"][0]
    assert ("Plan: hustle through" in facts(view)) == (leg["way"] in ("fly", "swim"))


def test_rowers_are_named():
    """Only who is named tires; towed, nobody does."""
    craft = {"part": "craft", "measure": "hours", "amount": 4}
    view = shown({"travellers": walkers("a", "b"), "plan": [{**craft, "rowers": "b, "}]})
    assert set(view["series"]["checks"]["y"]) == {1}
    assert shown({"travellers": walkers("a"), "plan": [{**craft, "toil": "towed"}]})["series"]["checks"]["y"] == []
    answer = told({"travellers": walkers("a"), "plan": [{**craft, "rowers": "c"}]})
    assert "not c" in answer["errors"][0]["message"]


def test_the_plans_are_compared():
    """Con 16 and 26 miles: through in 4 1/3 hours at 3/10 to be fatigued; without risk 24 hours later."""
    inputs = {"travellers": walkers("a", con=16), "plan": [{"part": "foot", "amount": 26}]}
    bold = shown({**inputs, "compare": {"risk": "3/10", "risk_of": "fatigued"}})
    assert facts(bold)["Best plan at this risk"]["value"] == "hustle through"
    assert (
        facts(bold)["Plan: hustle through"]["value"]
        == "arrival day 1 at 10:20; 30.0 % that somebody is fatigued or worse"
    )
    safe = shown({**inputs, "compare": {"risk": 0, "risk_of": "fatigued"}})
    assert facts(safe)["Best plan at this risk"]["value"] == "hustle until tired"
    plans = safe["series"]["plans"]
    assert plans["name"][0] == "hustle through"
    assert plans["hours"][0] == pytest.approx(13 / 3)
    assert plans["allowed"][plans["name"].index("hustle until tired")] == "within the risk"
    none = shown({**inputs, "compare": {"show": False}})
    assert none["series"]["plans"]["y"] == []
    assert not any(label.startswith("Plan") for label in facts(none))


def test_plans_that_cannot_be_compared_or_followed():
    """Ground of two kinds; a con that cannot stay within; a vehicle."""
    two = [{"part": "foot", "amount": 5}, {"part": "foot", "amount": 5, "terrain": "hills"}]
    assert facts(shown({"plan": two}))["Plans"]["value"].startswith("Compared only where")
    assert facts(shown({"plan": [{"part": "craft"}]}))["Plans"]["value"].startswith("Compared only where")
    weak = shown({"travellers": walkers("a", con=3), "plan": [{"part": "foot", "amount": 600}], "compare": {"risk": 0}})
    assert any(label.startswith("Plan: ") for label in facts(weak))


def test_a_number_tells_one_run():
    """Line by line with its time, the same each time, and how it ends."""
    view = shown({"plan": BARTAS, "seed": 3})
    lines = [each for each in view["facts"] if each["label"].startswith("Run 3")]
    assert lines[0]["label"] == "Run 3, day 1, 6:00"
    journey = overland.journey(
        [
            overland.Leg(hours=8, mode="hustle"),
            overland.Rest(hours=6),
            overland.Leg(hours=8, mode="hustle"),
            overland.Rest(hours=6),
            overland.Leg(miles=54, mode="hustle"),
        ],
        [overland.Traveller(name="Bartas", con=15)],
        seed=3,
    )
    assert [each["value"] for each in lines[:-1]] == [line.partition(": ")[2] for line in journey.log]
    assert lines[-1]["value"] == journey.ended["Bartas"]
    assert not any(label.startswith("Run") for label in facts(shown()))


def test_too_many_checks_are_not_drawn():
    """The odds are answered all the same."""
    travellers = walkers("a", con=2)
    view = shown(
        {"travellers": travellers, "plan": [{**LEG, "mode": "run", "amount": 75}], "compare": {"show": False}},
        {"overland_die": "automatic"},
    )
    assert view["series"]["checks"]["x"] == []


def test_rows_that_were_just_added_work_at_once():
    """Of every kind, without a name."""
    view = shown(
        {
            "travellers": [{"by": "foot"}, {"by": "mount"}],
            "plan": [{"part": "foot"}, {"part": "rest"}, {"part": "craft"}],
        }
    )
    assert view["series"]["names"]["name"] == ["traveller 1", "traveller 2"]
    text = "travellers.0.by=mount&plan.0.part=rest&plan.1.part=foot&plan.1.amount=2.5"
    assert json.loads(run_state("overland-journey", text))["ok"]


@pytest.mark.parametrize(
    ("inputs", "field", "sentence"),
    [
        ({"travellers": []}, "travellers", "Travellers must have at least one traveller."),
        ({"travellers": walkers("a", "a")}, "travellers", "Travellers must have names of their own: a is given twice."),
        ({"travellers": walkers("a", con=0)}, "travellers.0.con", "Travellers, row 1, Constitution must be a whole number from 1 to 100."),
        ({"travellers": [{"by": "mount", "kind": "camel"}]}, "travellers.0.kind", "Travellers, row 1, Mount must be one of"),
        ({"travellers": [{"by": "mount", "load_lb": 526}]}, "", "at most 525 pounds"),
        ({"travellers": [{"by": "mount", "load_lb": 400}], "plan": [{"part": "foot", "mode": "run"}]}, "", "O-MOU-5"),
        ({"plan": []}, "plan", "Legs and rests must have a leg, not only rests."),
        ({"plan": [REST]}, "plan", "Legs and rests must have a leg, not only rests."),
        ({"plan": [{"part": "foot", "amount": 0}]}, "plan.0.amount", "Legs and rests, row 1, Length must be a number above 0 and up to 10,000."),
        ({"plan": [{"part": "foot", "terrain": "sea"}]}, "plan.0.terrain", "Legs and rests, row 1, Terrain must be one of desert"),
        ({"plan": [{**LEG, "amount": 744}]}, "plan", "Legs and rests must have legs of at most 720 hours, and that of row 1 is longer."),
        ({"plan": [{"part": "craft", "toil": "drifting"}]}, "plan", "Legs and rests must have a current above 0 where one drifts, as in row 1."),
        ({"plan": [{"part": "rest", "hours": -1}, LEG]}, "plan.0.hours", "Legs and rests, row 1, Rest must be a number above 0 and up to 720."),
        ({"plan": [{"part": "swim"}]}, "plan.0", "Legs and rests, row 1: part must be one of foot, element, craft, rest."),
        ({"plan": [LEG, REST] * 20 + [LEG]}, "plan", "Legs and rests must be a list of at most 40 rows."),
        ({"plan": [{"part": "element", "way": "fly"}]}, "", "has no fly speed"),
        ({"plan": [{"part": "element", "mode": "hustle"}]}, "", "swims at base speed only"),
        ({"plan": [{"part": "element", "way": "drift", "current_mph": 0}]}, "plan.0.current_mph", "Current must be a number above 0"),
        ({"travellers": [{"by": "creature", "fly_feet": 0}]}, "travellers.0.fly_feet", "Fly speed must be"),
        ({"compare": {"risk": 2}}, "compare.risk", "Plans, Accepted risk must be a number from 0 to 1."),
        ({"plan": [{"part": "foot", "mode": "sprint"}]}, "", "O-MOD-4"),
    ],
)  # fmt: skip
def test_bad_input_is_a_sentence(inputs, field, sentence):
    """At its field where it has one."""
    answer = told(inputs)
    assert not answer["ok"]
    (error,) = answer["errors"]
    assert error["field"] == field
    assert sentence in error["message"]


def test_the_presets_show_what_the_issue_asks_for():
    """Several travellers, a mount, a vehicle, a told run, a comparison."""
    texts = json.dumps([dict(preset.inputs) for preset in explorers()["overland-journey"].presets])
    assert all(word in texts for word in ('"mount"', '"craft"', '"seed"', '"compare"', '"stop"', '"rest"'))
