"""Plans compared: arrivals and chances by hand, risks below and at the threshold, plans that cannot be followed."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import RuleError, Rulings, overland
from haventms.overland import Mount, Traveller

from .shared import complaint, round_trips

F = Fraction
plans = overland.plans
WALKER = Traveller(name="Walker", con=16)


def test_26_miles():
    """Con 16 walks 8 and hustles 4 hours; each plan's arrival counted by hand."""
    found = plans(26, [WALKER], risk_of="fatigued")
    assert [(each.name, each.arrival_hour, each.chance, each.days) for each in found.plans] == [
        ("hustle through", 6 + F(26, 6), F(6, 20), 1),
        ("march through", 6 + F(26, 3), F(6, 20), 1),
        ("hustle until tired", 30 + F(2, 6), 0, 2),
        ("walk 8 h", 30 + F(2, 3), 0, 2),
        ("walk until tired", 30 + F(2, 3), 0, 2),
    ]
    assert found.best == "hustle until tired"
    assert str(found) == "Best at this risk: hustle until tired, arrival on day 2."
    assert {line.clause for line in found.ledger} == {"O-END-0", "O-FOR-1"}
    assert round_trips(found)


@pytest.mark.parametrize(("risk", "best"), [(F(29, 100), "hustle until tired"), (F(3, 10), "hustle through")])
def test_a_risk_is_taken_up_to_itself(risk, best):
    """A chance equal to the risk is accepted, a greater one is not."""
    assert plans(26, [WALKER], risk=risk, risk_of="fatigued").best == best


def test_each_risk_is_its_own():
    """On 36 miles of hustling two checks may fatigue and exhaust, but not kill."""
    chances = {
        of: next(each for each in plans(36, [WALKER], risk_of=of).plans if each.name == "hustle through").chance
        for of in ("fatigued", "exhausted", "dead")
    }
    assert chances == {"fatigued": 1 - F(14 * 13, 400), "exhausted": F(6 * 7, 400), "dead": 0}


def test_the_slowest_and_the_first_to_tire():
    """The day ends with the first to tire, at the pace of the slowest, a mount's where one rides."""
    dwarf = Traveller(name="Dwarf", con=12, speed_feet=20)
    found = {each.name: each for each in plans(24, [WALKER, dwarf]).plans}
    assert found["walk until tired"].plan[0].miles == 12
    assert found["hustle until tired"].plan[0].miles == 8
    rider = Traveller(name="R", con=3, mount=Mount(kind="light horse", con=14, load_lb=200))
    ridden = {each.name: each for each in plans(60, [rider]).plans}
    assert ridden["walk until tired"].plan[0].miles == 14


def test_a_day_has_eight_hours_of_rest():
    """Con 40 could walk for 20 hours; 16 are gone, and 8 are rest."""
    found = next(each for each in plans(96, [Traveller(name="Giant", con=40)]).plans if each.name == "walk until tired")
    assert [part.kind for part in found.plan] == ["leg", "rest", "leg"]
    assert (found.plan[0].miles, found.plan[1].hours, found.plan[2].miles) == (48, 8, 48)


def test_what_cannot_be_followed_is_told():
    """Too many days, no minute without a check, nobody who arrives: a sentence, and never the best."""
    far = {each.name: each for each in plans(10_000, [Traveller(name="A", con=10)], risk=1).plans}
    assert far["walk 8 h"].problem == "it takes more than 200 days"
    assert far["walk 8 h"].arrival_hour is None
    assert far["march through"].p_all_arrive == 0
    nobody = plans(10_000, [Traveller(name="A", con=10)], risk=1)
    assert nobody.best is None
    assert str(nobody) == "No plan stays within the risk."
    rounded = plans(5, [Traveller(name="A", con=9, load="heavy")], rulings=Rulings(overland_round="hours"))
    tired = {each.name: each.problem for each in rounded.plans}
    assert tired["hustle until tired"] == "somebody cannot hustle at all without a check"
    assert tired["walk until tired"] == ""
    assert "R-OVERLAND-ROUND" in rounded.rulings_used
    assert round_trips(rounded)


def test_a_plan_that_is_too_much_to_compute_is_told(monkeypatch):
    """Where a journey is refused, its sentence stands beside the plan."""
    monkeypatch.setattr("haventms.overland.timetable._MOST_PLACES", 0)
    none = plans(26, [WALKER])
    assert none.best is None
    assert all(each.problem.startswith("travellers must be fewer") for each in none.plans)


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ({"miles": 0}, "miles"),
        ({"miles": float("nan")}, "miles"),
        ({"travellers": []}, "travellers"),
        ({"risk": F(11, 10)}, "risk"),
        ({"risk_of": "bored"}, "risk_of"),
        ({"hours_a_day": 24}, "hours_a_day"),
        ({"hours_a_day": 0}, "hours_a_day"),
    ],
)
def test_bad_input_is_named(arguments, field):
    """Each complaint names its field."""
    with pytest.raises(ValidationError) as error:
        plans(**({"miles": 26, "travellers": [WALKER]} | arguments))
    assert complaint(error.value)[0] == field


def test_an_overloaded_mount_goes_nowhere():
    """It is refused by its clause."""
    with pytest.raises(RuleError) as error:
        plans(26, [Traveller(name="R", con=10, mount=Mount(kind="pony", con=10, load_lb=226))])
    assert error.value.clause == "O-MOU-5"
