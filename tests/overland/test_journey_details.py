"""What a journey writes down about its parts, and its bounds: O-FOR-6, O-RES-2, O-FOR-5, O-END-7, O-END-8."""

from fractions import Fraction

from haventms import overland
from haventms.dice import percent
from haventms.overland import Leg, Rest, Traveller

F = Fraction


def told(found, *clauses):
    """Clause, text and value of the lines with these clauses."""
    return [(line.clause, line.text, line.shown) for line in found.ledger if line.clause in clauses]


def shares(**chances):
    """States with their chances in percent, those that are possible."""
    return ", ".join(f"{state} {percent(chance)}" for state, chance in chances.items() if chance)


def test_every_part_stands_in_the_ledger():
    """Con 15 hustles three hours and Con 60 all day; five hours, six of rest, and two miles, a begun hour, at DC 12.

    Fresh 13/20 and 12/20, the tired make DC 11 with as much: Con 15 adds two in any case; then 11/20.
    """
    party = [Traveller(name="A", con=15), Traveller(name="B", con=60)]
    hustles = [Leg(hours=5, mode="hustle"), Rest(hours=6), Leg(miles=2, mode="hustle")]
    found = overland.journey(hustles, party, start_hour=20)
    fresh, exhausted = F(13 * 12, 400), F(7 * 8, 400)
    a = shares(fresh=fresh, fatigued=1 - fresh - exhausted, exhausted=exhausted)
    after = fresh * F(11, 20), (1 - fresh - exhausted) * F(11, 20) + fresh * F(9, 20)
    end = shares(fresh=after[0], fatigued=after[1], exhausted=1 - sum(after))
    assert told(found, "O-FOR-6", "O-RES-2", "O-FOR-5") == [
        ("O-FOR-6", f"Part 1, day 1: 5 hours under way: A {a} after 2 checks; B fresh 100 % after 0 checks: miles", "30"),
        ("O-RES-2", f"Part 2, day 2: 6 hours of rest: A {a}, 2 hours of rest missing; B fresh 100 %, 0 hours of rest missing", ""),
        ("O-FOR-6", f"Part 3, day 2: 20 minutes under way: A {end} after 3 checks; B fresh 100 % after 0 checks: miles", "2"),
        ("O-FOR-5", "A arrives alive with a chance of", "1"),
        ("O-FOR-5", "B arrives alive with a chance of", "1"),
    ]  # fmt: skip
    assert found.rulings_used[0] == "R-OVERLAND-DIE"
    assert found.miles == 32


def test_the_dead_and_one_hour_and_one_check():
    """Con 1 walks half an hour; DC 10, 11 and 12 with -5 fail with 14, 15 and 16 of 20, and the third kills.

    Of who lives one hour of rest is missing after seven, and of the dead nothing is told but that they are.
    """
    weak = Traveller(name="A", con=1)
    found = overland.journey([Leg(hours=F(7, 2))], [weak])
    dead = F(14 * 15 * 16, 20**3)
    fresh = F(6 * 5 * 4, 20**3)
    fatigued = F(14 * 5 * 4 + 6 * 15 * 4 + 6 * 5 * 16, 20**3)
    states = shares(fresh=fresh, fatigued=fatigued, exhausted=1 - fresh - fatigued - dead, dead=dead)
    line = f"Part 1, day 1: 3 hours 30 minutes under way: A {states} after 3 checks: miles"
    assert told(found, "O-FOR-6", "O-FOR-5") == [
        ("O-FOR-6", line, "10 1/2"),
        ("O-FOR-5", "A arrives alive with a chance of", str(1 - dead)),
    ]
    once = overland.journey([Leg(hours=1), Rest(hours=7), Leg(hours=F(1, 60))], [weak])
    made = shares(fresh=F(6, 20), fatigued=F(14, 20))
    assert told(once, "O-FOR-6", "O-RES-2")[:2] == [
        ("O-FOR-6", f"Part 1, day 1: 1 hour under way: A {made} after 1 check: miles", "3"),
        ("O-RES-2", f"Part 2, day 1: 7 hours of rest: A {made}, 1 hour of rest missing", ""),
    ]


def test_who_stays_behind_is_told_with_the_reason():
    """O-END-7, O-END-8: a flyer that had to land, a swimmer below the surface, or one of both where both may be."""
    harpy = Traveller(name="A", con=14, fly_feet=60)
    landed = F(7 * 8, 400)
    (line,) = told(overland.journey([Leg(hours=10, through="air")], [harpy]), "O-END-7")[1:]
    assert line == ("O-END-7", "A has to land and stays behind alive: chance", "7/50")
    assert landed == F(7, 50)
    knight = Traveller(name="A", con=2, armour="heavy", swim_modifier=4, fly_feet=30)
    below = F(13, 20) / 2
    minute = Leg(hours=F(1, 60), through="water")
    found = overland.journey([Leg(hours=2), minute], [knight])
    assert told(found, "O-END-8")[-1] == (
        "O-END-8",
        "A slips below the surface and stays behind alive: chance",
        str(below),
    )
    share = f"{shares(fresh=F(7, 20), fatigued=F(13, 20))} (left behind {percent(below)})"
    assert f"Part 2, day 1: 1 minute under way: A {share} after 1 check: miles" in [line.text for line in found.ledger]
    both = overland.journey([Leg(hours=2), minute, Leg(hours=F(1, 60), through="air")], [knight])
    assert both.ledger[-1].text == "A has to land or slips below the surface and stays behind alive: chance"
