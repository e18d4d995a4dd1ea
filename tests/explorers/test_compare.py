"""The three systems side by side: the same question, each system's own numbers, and what is not said in a sentence."""

from fractions import Fraction

import pytest
from haventms_widgets import explorers
from haventms_widgets.run import Refused, view
from haventms_widgets.views.compare_questions import GROUND_NAMES, GROUNDS
from haventms_widgets.views.compare_sides import NAMES, NOT_SAID

from haventms import Rulings, clauses

COMPARE = explorers()["compare"]
QUESTIONS = ("far", "ground", "climb", "fall", "shot")


def shown(question, rulings=None, **who):
    return view(COMPARE, {"question": question, **who}, Rulings(**(rulings or {})))


def values(of, system):
    """The facts of one system, by label."""
    return {
        each["label"].removeprefix(f"{system}: "): each["value"]
        for each in of["facts"]
        if each["label"].startswith(f"{system}: ")
    }


def cited(of, letter):
    return {step["clause"] for step in of["ledger"] if step["clause"].startswith(letter)}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_each_system_answers_each_question(kind):
    """With a headline, with facts, each a value or a sentence, and never with nothing."""
    of = shown({"kind": kind})
    for name in NAMES.values():
        assert f"{name}: " in of["headline"]
        facts = values(of, name)
        assert facts
        assert all(facts.values())
    assert of["series"]["sides"]["name"] == list(NAMES.values())
    assert all(of["series"]["sides"]["label"])


@pytest.mark.parametrize("kind", QUESTIONS)
def test_what_is_not_said_is_a_sentence(kind):
    """It tells more than that nothing is said, and each clause that it names is one of the register."""
    for each in shown({"kind": kind})["facts"]:
        if each["value"].startswith(NOT_SAID):
            assert len(each["value"].removeprefix(NOT_SAID).split()) >= 5
            named = [word.strip("(),.") for word in each["value"].split() if word.strip("(),.")[1:2] == "-"]
            assert all(word in clauses() for word in named)


def test_how_far():
    """Swiftness 4 is 30 feet (H-SPD-1), twice in a turn (H-ACT-4); Table 3 gives 300 feet and 3 miles; Con 14, 7 hours."""
    of = shown({"kind": "far"})
    haven, domains, overland = (values(of, name) for name in NAMES.values())
    assert (haven["one move action"], haven["a turn, both actions moved"]) == ("30", "60")
    assert haven["a minute, an hour, a day"].startswith(NOT_SAID)
    assert domains["a minute, an hour, a day"].startswith(NOT_SAID)
    assert (domains["a turn on land"], domains["a turn, all speeds together at most"]) == ("30", "30")
    assert [overland[time] for time in ("a round", "a minute", "an hour", "a day, without a check")] == [
        "30",
        "300",
        "3",
        "21",
    ]


def test_a_flyer_has_the_rest_of_its_largest_speed():
    """D-MOV-2: land 30 and fly 90, after 30 on land 60 of flight remain."""
    facts = values(shown({"kind": "far"}, domains={"fly_feet": 90}), "Domains")
    assert facts["left by fly after that"] == "60"
    assert facts["a turn, all speeds together at most"] == "90"


@pytest.mark.parametrize(
    ("pace", "con", "hour", "day"),
    [
        ("hustle", 14, "6", "18"),
        ("run", 14, "10", "5"),
        ("run", 1, "10", "0"),
        ("sprint", 14, "not said: no miles an hour are printed for a sprint", "not said: 3 minutes at most."),
        ("sprint", 10, "not said: no miles an hour are printed for a sprint", "Without a Con bonus nobody can sprint"),
        ("dash", 1, "13", "A creature of Con 1 cannot dash"),
    ],
)
def test_a_day_lasts_as_long_as_endurance(pace, con, hour, day):
    """O-END-2 to O-END-5: hours or minutes by Con; where there are none, or no miles, a sentence says so."""
    facts = values(shown({"kind": "far", "pace": pace}, overland={"con": con}), "Overland")
    assert facts["an hour"] == hour
    assert facts["a day, without a check"].startswith(day)


def test_bad_ground():
    """H-ICE-1 leaves half, beyond it a Defense roll against the feet; O-TAC-1 doubles a square; tundra is 3/4 of 3 miles."""
    of = shown({"kind": "ground", "feet": 30, "haven_ground": "ice", "terrain": "tundra"})
    haven, domains, overland = (values(of, name) for name in NAMES.values())
    assert haven["one move action there"] == "15"
    assert haven["roll"] == "Defense against 30 (H-ICE-2)"
    assert domains["what bad ground costs"].startswith(NOT_SAID)
    assert "D-LAN-2" in domains["what bad ground costs"]
    assert (overland["one move there"], overland["running there"]) == ("15", "not allowed")
    assert overland["an hour's walk, tundra, trackless"] == "2 1/4"
    assert {"H-ICE-1", "H-ICE-2"} <= cited(of, "H")
    assert {"O-TAC-1", "O-TAC-5", "O-TER-1"} <= cited(of, "O")


@pytest.mark.parametrize(("factor", "cost", "through"), [(1, "15", "15"), (2, "30", "15"), (3, "45", "10")])
def test_a_factor_of_the_table_in_domains(factor, cost, through):
    """Fifteen feet at this factor, of which 30 feet of land speed pay for so many."""
    facts = values(shown({"kind": "ground", "feet": 15, "domains_factor": factor}), "Domains")
    assert facts["15 feet at your table's factor cost"] == cost
    assert facts["of these in one turn"] == through
    assert ("not allowed" in facts) is (factor == 3)


def test_ground_that_cannot_be_entered():
    """Sand to the neck (H-DIF-5) and an impassable square (O-TAC-3): refused by their clauses, and nothing is drawn."""
    of = shown({"kind": "ground", "haven_ground": "quicksand", "conditions": ["impassable"]})
    assert "H-DIF-5" in values(of, "Haven")["15 feet in one move"]
    assert values(of, "Overland")["one move there"] == "An impassable square cannot be entered: O-TAC-3."
    assert {"H-DIF-5", "O-TAC-3"} <= cited(of, "H") | cited(of, "O")
    assert of["series"]["sides"]["asked"][::2] == [0, 0]


def test_the_single_step():
    """O-TAC-4: speed 15 and three conditions leave no square."""
    question = {"kind": "ground", "conditions": ["difficult", "obstacle", "visibility"]}
    facts = values(shown(question, overland={"speed_feet": 15}), "Overland")
    assert facts["one move there"] == "a single step as a full-round action"
    assert facts["one square of 5 feet costs"] == "40"


def test_every_ground_has_a_name_and_a_speed():
    """Each kind of ground that can be chosen is one of Haven, and answers."""
    assert set(GROUND_NAMES) == set(GROUNDS)
    for name in GROUNDS:
        assert values(shown({"kind": "ground", "haven_ground": name}), "Haven")["one move action there"]


def test_a_climb_of_twenty_feet():
    """A quarter of 30 feet is 5 (H-CLI-2, H-SPD-2), but a step up costs 20 of 30: four actions; D-CLI-3 one for one."""
    of = shown({"kind": "climb"})
    haven, domains, overland = (values(of, name) for name in NAMES.values())
    assert (haven["one move action"], haven["20 feet up, actions of moving"], haven["20 feet up, turns"]) == (
        "5",
        "4",
        "2",
    )
    assert (domains["20 feet up cost"], domains["of these in one turn"]) == ("20", "15")
    assert "(D-MOV-2)" in domains["not allowed"]
    assert overland["20 feet up"].startswith(NOT_SAID)
    assert overland["a square with an obstacle counts as"] == "2"


@pytest.mark.parametrize(
    ("who", "clause"),
    [({"scale": False}, "D-CLI-3"), ({"climb_feet": None}, "D-MOV-2"), ({"climb_feet": 10}, "D-MOV-2")],
)
def test_who_cannot_climb_in_domains(who, clause):
    """Without Scale, without a climb speed, or with too little of it."""
    of = shown({"kind": "climb"}, domains=who)
    assert f"({clause})" in values(of, "Domains")["not allowed"]
    assert of["series"]["sides"]["asked"][1] == (10 if who == {"climb_feet": 10} else 0)


def test_a_wall_without_holds():
    """H-CLI-3: no movement, unless the Climb Movement Mode is there."""
    assert values(shown({"kind": "climb", "holds": "none"}), "Haven")["20 feet up"] == "No movement is possible here."
    facts = values(shown({"kind": "climb", "holds": "none", "climb_mode": True}), "Haven")
    assert facts["one move action"] == "5"


def test_a_fall():
    """H-FAL-1 with a bonus of 5: 15 to 20 of the die land. The others say that they do not say."""
    of = shown({"kind": "fall"})
    haven, domains, overland = (values(of, name) for name in NAMES.values())
    assert haven["lands unhurt"] == "30.0 %"
    worst = 20 - (1 + 5) + 2 * 2
    assert haven["damage at worst"] == str(worst)
    average = Fraction(sum(20 - (face + 5) + 4 for face in range(1, 15)), 20)
    assert haven["damage on average"] == f"{average.numerator // average.denominator} 1/20"
    assert "R-DOMAINS-FALL" in domains["damage"]
    assert "O-END-7" in overland["damage"]
    assert {"D-FLY-3"} <= cited(of, "D")
    assert of["series"]["sides"]["label"][1:] == ["not said", "not said"]


def test_a_shot_beyond_its_range():
    """H-FOG-2: 60 feet beyond 30; H-DAR-3: beyond 10; D-RNG-2: 3 or more becomes 4 or more; Overland has no attacks."""
    of = shown({"kind": "shot"})
    haven, domains, overland = (values(of, name) for name in NAMES.values())
    assert (haven["added to the attack in fog"], haven["added to the attack on what is only heard"]) == ("-30", "-50")
    assert domains["hits at this distance"] == "50.0 %"
    assert "D-RNG-2" in cited(of, "D")
    assert overland["beyond a weapon's range"].startswith(NOT_SAID)


@pytest.mark.parametrize(
    ("feet", "long", "fires"), [(40, False, True), (41, True, True), (80, True, True), (81, None, False)]
)
def test_the_ranges_of_the_shot(feet, long, fires):
    """Effective to 40 feet, long to 80, and no shot beyond: D-RNG-3."""
    of = shown({"kind": "shot", "feet": feet})
    facts = values(of, "Domains")
    assert ("hits at this distance" in facts) is fires
    assert ("D-RNG-3" in of["headline"]) is not fires
    if fires:
        assert (facts["damages at this distance"] != facts["damages from close by"]) is long


def test_a_long_range_that_is_shorter_is_refused():
    """In a sentence at its field."""
    with pytest.raises(Refused, match="must be at least the effective range, 90 feet") as refused:
        shown({"kind": "shot", "effective_feet": 90})
    assert refused.value.errors[0]["field"] == "question.long_feet"


def test_rulings_of_all_three_systems_are_followed():
    """R-HAVEN-FALL deals the tens in any case, R-DOMAINS-EDGE makes 40 feet long, R-OVERLAND-MPH gives exact miles."""
    assert values(shown({"kind": "fall"}, {"haven_fall": "always"}), "Haven")["lands unhurt"] == "0 %"
    near = values(shown({"kind": "shot", "feet": 40}, {"domains_edge": "penalty"}), "Domains")
    assert near["damages at this distance"] != near["damages from close by"]
    run = shown({"kind": "far", "pace": "run"}, {"overland_mph": "exact"}, overland={"speed_feet": 25})
    assert values(run, "Overland")["an hour"] == "8 23/44"
    assert {"R-OVERLAND-MPH"} <= {asked["id"] for asked in run["asked"]}


@pytest.mark.parametrize("preset", COMPARE.presets, ids=lambda each: each.title)
def test_its_python_gives_the_headline_exactly(preset):
    """The text runs by itself, and its last line says what the explorer says, refusals included."""
    of = view(COMPARE, dict(preset.inputs), Rulings.model_validate(dict(preset.rulings)))
    *before, last = of["python"].splitlines()
    space = {}
    exec("\n".join(before), space)
    assert eval(last, space) == of["headline"]
