"""What plans write down, which ground and which readings they go by, how long they may take: O-END-*, O-FOR-*."""

from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import Rulings, overland
from haventms.overland import Traveller

from .shared import complaint

F = Fraction
plans = overland.plans
WALKER = Traveller(name="Walker", con=16)


def told(found, *clauses):
    """Clause, text and value of the lines with these clauses."""
    return [(line.clause, line.text, line.shown) for line in found.ledger if line.clause in clauses]


def test_every_line_of_a_comparison():
    """Con 16 walks eight hours and hustles four; 26 miles take a check at the arrival without a rest, DC 10 with +3."""
    found = plans(26, [WALKER], risk=F(3, 10), risk_of="fatigued")
    chance = "greatest chance that somebody is fatigued or worse"
    assert told(found, "O-END-0", "O-FOR-1", "O-FOR-5") == [
        ("O-END-0", "The first of the party to tire can walk for", "8 hours"),
        ("O-END-0", "The first of the party to tire can hustle for", "4 hours"),
        ("O-FOR-1", f"hustle through: arrival on day 1, within the risk; {chance}", "3/10"),
        ("O-FOR-1", f"march through: arrival on day 1, within the risk; {chance}", "3/10"),
        ("O-FOR-1", f"hustle until tired: arrival on day 2, within the risk; {chance}", "0"),
        ("O-FOR-1", f"walk 8 h: arrival on day 2, within the risk; {chance}", "0"),
        ("O-FOR-1", f"walk until tired: arrival on day 2, within the risk; {chance}", "0"),
    ]
    assert {*found.rulings_used} == {"R-OVERLAND-PARTIAL", "R-OVERLAND-DIE"}, "asked by the check at the arrival"
    beyond = plans(26, [WALKER], risk=F(29, 100), risk_of="fatigued")
    assert ["beyond the risk" in line.text for line in beyond.ledger if line.clause == "O-FOR-1"] == [
        True, True, False, False, False
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("of", "clause", "words"), [("dead", "O-FOR-5", "dead"), ("exhausted", "O-FOR-1", "exhausted or worse")]
)
def test_a_risk_has_its_clause(of, clause, words):
    """O-FOR-5 is death, which nothing is worse than; else the checks of O-FOR-1 decide."""
    lines = told(plans(26, [WALKER], risk_of=of), "O-FOR-1", "O-FOR-5")
    assert {line[0] for line in lines} == {clause}
    assert all(line[1].endswith(f"greatest chance that somebody is {words}") for line in lines)


def test_what_cannot_be_followed_comes_last_and_is_told():
    """10,000 miles with a heavy load: a sentence in the place of an arrival, in the ledger too."""
    found = plans(10_000, [Traveller(name="A", con=9, load="heavy")], rulings=Rulings(overland_round="hours"))
    closed = {each.name: each.problem for each in found.plans if each.problem}
    assert closed == {
        "walk 8 h": "it takes more than 200 days",
        "walk until tired": "it takes more than 200 days",
        "hustle until tired": "somebody cannot hustle at all without a check",
    }
    assert [each.name for each in found.plans[-3:]] == list(closed)
    lines = [line for line in told(found, "O-END-0") if line[2] == "cannot be followed"]
    assert lines == [("O-END-0", f"{name}: {problem}", "cannot be followed") for name, problem in closed.items()]
    free = [line for line in found.ledger if line.text.startswith("The first of the party to tire")]
    assert [(line.shown, line.rulings) for line in free] == [
        ("1 hour", ("R-OVERLAND-ROUND",)), ("0 minutes", ("R-OVERLAND-ROUND",))
    ]  # fmt: skip


def test_the_ground_is_that_of_the_way():
    """O-TER-1: without a path 24 miles of forest take as long as 48 of a highway, jungle on a trail 3/4 of the pace."""
    arrivals = {each.name: each.arrival_hour for each in plans(24, [WALKER], terrain="forest", road="trackless").plans}
    assert arrivals == {
        "walk 8 h": 24 + 6 + 8,
        "walk until tired": 24 + 6 + 8,
        "hustle until tired": 24 + 6 + 4,
        "march through": 6 + 16,
        "hustle through": 6 + 8,
    }
    trail = {each.name: each.arrival_hour for each in plans(18, [WALKER], terrain="jungle", road="trail").plans}
    assert trail["march through"] == 6 + 8


@pytest.mark.parametrize(("miles", "days"), [(4800, 200), (4801, None)])
def test_a_plan_has_200_days_at_most(miles, days):
    """24 miles a day are 4,800 in two hundred days; a mile more is not followed."""
    found = {each.name: each for each in plans(miles, [WALKER]).plans}
    assert found["walk 8 h"].days == days
    assert found["walk 8 h"].problem == ("" if days else "it takes more than 200 days")


def test_a_swim_speed_lasts_as_its_reading_says():
    """R-OVERLAND-SWIM: half of Con 14 is seven hours of swimming; half its bonus of two is one; Con 10 has no bonus."""
    fish = {con: Traveller(name="A", con=con, swim_feet=30) for con in (10, 14)}
    score = plans(21, [fish[14]], through="water")
    assert told(score, "O-END-8")[0] == ("O-END-8", "The first of the party to tire can swim for", "7 hours")
    bonus = Rulings(overland_swim="bonus")
    found = plans(21, [fish[14]], through="water", rulings=bonus)
    assert told(found, "O-END-8")[0][2] == "1 hour"
    assert found.ledger[0].rulings == ("R-OVERLAND-SWIM",)
    swims = {each.name: each for each in found.plans}
    assert (swims["swim until tired"].days, swims["swim until tired"].arrival_hour) == (7, 6 * 24 + 7)
    none = {each.name: each.problem for each in plans(21, [fish[10]], through="water", rulings=bonus).plans}
    assert none["swim until tired"] == "somebody cannot swim at all without a check"


@pytest.mark.parametrize(
    ("field", "value", "accepted"),
    [
        ("risk", 0, True),
        ("risk", F(1, 2), True),
        ("risk", 1, True),
        ("risk", F(-1, 100), False),
        ("risk", F(101, 100), False),
        ("hours_a_day", F(1, 2), True),
        ("hours_a_day", F(47, 2), True),
        ("hours_a_day", 0, False),
        ("hours_a_day", 24, False),
    ],
)
def test_what_may_be_chosen(field, value, accepted):
    """A risk is a chance; a day has some hours of moving, but not all 24."""
    if accepted:
        assert plans(3, [WALKER], **{field: value}).best is not None
        return
    with pytest.raises(ValidationError) as error:
        plans(3, [WALKER], **{field: value})
    assert complaint(error.value)[0] == field


def test_a_plan_goes_on_without_the_dead():
    """O-FOR-5: twenty hours of walking surely kill Con 1, and Con 60, free for thirty hours, arrives after them."""
    found = plans(60, [Traveller(name="Giant", con=60), Traveller(name="Weak", con=1)], risk=1)
    through = next(each for each in found.plans if each.name == "march through")
    assert (through.arrival_hour, through.chance, through.p_all_arrive) == (6 + 20, 1, 0)
    assert through.allowed
