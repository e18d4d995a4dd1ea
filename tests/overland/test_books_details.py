"""What is kept of a body's movement and rest."""

from fractions import Fraction

from haventms import overland
from haventms.overland import Leg, Rest, Traveller
from haventms.overland.books import EFFORTS, Book, Tally

F = Fraction


def test_swimming_is_no_faster_than_a_walk():
    """O-END-1, O-RES-4: who has swum a little in the small hours gets a point of Con back in eight hours' rest then.

    Eight hours past the allowance cost points on the first day; thirty hours of rest give two back, and the last rest
    one more to everybody who is still short of them.
    """
    plan = [Leg(hours=13), Rest(hours=30), Leg(hours=F(1, 10), through="water"), Rest(hours=8)]
    phases = overland.timeline(plan, Traveller(name="otter", con=10)).phases
    before, after = phases[-1].before.con, phases[-1].after.con
    assert before.p(9) > 0
    assert before.p(8) > 0
    assert after.p(10) == before.p(10) + before.p(9)
    assert after.p(9) == before.p(8)


def test_a_hustle_is_faster_than_a_walk():
    """O-RES-4: who has hustled instead, however shortly, gets no point back on that day."""
    plan = [Leg(hours=13), Rest(hours=30), Leg(hours=F(1, 10), mode="hustle"), Rest(hours=8)]
    phases = overland.timeline(plan, Traveller(name="otter", con=10)).phases
    assert phases[-1].after.con == phases[-1].before.con
    assert phases[-1].before.con.p(9) > 0


def test_where_pasts_come_together_the_most_is_kept():
    """O-RES-1: the more minutes past the maximum, the more checks, the earlier beginning, whichever past they are of."""
    none = [0] * len(EFFORTS)
    long = Tally(checks=2, over=(10, *none[1:]), began=30)
    far = Tally(checks=1, over=(0, 60, *none[2:]), began=None)
    for one, other in ((long, far), (far, long)):
        assert one.most(other) == Tally(checks=2, over=(0, 60, *none[2:]), began=30)
    assert Tally().most(Tally()) == Tally() == (0, tuple(none), None)


def test_a_new_book_is_empty():
    """O-END-0: before the first move nothing is used, made, missing or begun."""
    empty = (10, (0,) * 6, (), 0, 0, None, False, False, 0, None, None, 0)
    assert Book(10) == empty
