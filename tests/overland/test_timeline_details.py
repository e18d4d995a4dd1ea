"""What a timeline writes down, who makes which check, and what a rest before it has left: O-FOR-*, O-RES-*."""

from collections import Counter
from fractions import Fraction

import pytest
from pydantic import ValidationError

from haventms import Rulings, overland
from haventms.dice import percent
from haventms.overland import Leg, Rest, Traveller

from .shared import complaint

F = Fraction
BARTAS = Traveller(name="Bartas", con=15)
MODIFIERS = {4: -3, 3: -4, 2: -4, 1: -5}
TABLES = ("O-DIS-1", "O-TER-1", "O-TER-3", "O-END-2")


def timeline(*plan, who=BARTAS, **more):
    return overland.timeline(list(plan), who, **more)


def hustle(hours):
    return Leg(hours=hours, mode="hustle")


def told(found, *without):
    """Clause, text and value of the lines, without those of some clauses."""
    return [(line.clause, line.text, line.shown) for line in found.ledger if line.clause not in without]


def test_every_line_of_two_marches_and_a_rest():
    """Con 15 with the feat: DC 10 and 11 with +6, +2 once fatigued; after six hours of rest DC 12 and 13.

    Fresh 17/20 and 16/20, then 15/20 and 14/20; whoever is not fresh makes DC 11 to 13 with 12, 11 and 10 of 20.
    """
    who = Traveller(name="A", con=15, endurance_feat=True)
    found = timeline(hustle(5), Rest(hours=6), hustle(2), who=who)
    fresh = F(17 * 16, 400)
    one, two = F(3 * 12 + 17 * 4, 400), F(3 * 8, 400)
    later = fresh * F(15 * 14, 400)
    tired = one * F(11 * 10, 400) + fresh * F(5 * 10 + 15 * 6, 400)
    hurt = one * F(9 * 10, 400) + two * (1 - F(11 * 10, 400))
    before = f"fresh {percent(fresh)}, fatigued {percent(one)}, exhausted {percent(two)}"
    after = f"fresh {percent(later)}, fatigued {percent(tired)}, exhausted {percent(1 - later - tired)}"
    rises = "Within one march the DC rises on through fatigue and exhaustion: the last DC, at most"
    extra = "Extra rest owed for moving past the maximum"
    penalties = "at the end, which means {0} Strength and {0} Dexterity: chance"
    assert told(found, *TABLES) == [
        ("O-END-0", "Without earlier marches one can hustle without a check for", "3 hours"),
        ("O-FOR-1", f"A march of 5 hours from hour 0 on, afterwards {before}; DC 10 to 11: checks", "2"),
        ("O-FOR-8", rises, "11"),
        ("O-RES-1", extra, "2 hours"),
        ("O-RES-2", f"A rest of 6 hours, afterwards {before}; hours missing since the last full rest", "2"),
        ("O-FOR-1", f"A march of 2 hours from hour 11 on, afterwards {after}; DC 12 to 13: checks", "2"),
        ("O-FOR-8", rises, "13"),
        ("O-RES-1", extra, "4 hours"),
        ("O-FOR-7", "The Endurance feat helps checks against fatigue", "+4"),
        ("O-FOR-2", f"Fatigued {penalties.format(-2)}", str(tired)),
        ("O-FOR-3", f"Exhausted {penalties.format(-6)}", str(1 - later - tired)),
        ("O-FOR-4", "Alive with less than the full Con: chance", str(hurt)),
        ("O-FOR-5", "Dead, the Con being 0: chance", "0"),
    ]
    assert str(found).startswith("Con 15, load light: 7 hours of marching, 6 hours of rest: 4 checks, DC 10 to 13;")
    asked = ("DIE", "ENDURANCE", "EXTRAREST", "SHORTREST", "CONMOD")
    assert {*found.rulings_used} == {f"R-OVERLAND-{name}" for name in asked}


def test_a_march_within_the_allowance_has_no_check():
    """O-FOR-6: three hours of hustling and the day of rest after them, each as long as it is."""
    found = timeline(hustle(F(5, 2)), Rest(hours=24), hustle(F(1, 2)))
    assert told(found, *TABLES)[1:] == [
        ("O-FOR-6", "A march of 2 hours 30 minutes from hour 0 on, afterwards fresh 100 %: checks", "0"),
        ("O-RES-3", "A rest of 24 hours, afterwards fresh 100 %", ""),
        ("O-FOR-6", "A march of 30 minutes from hour 26 1/2 on, afterwards fresh 100 %: checks", "0"),
    ]


def rising(found):
    """What the lines say to which DC each march rises."""
    return [line.shown for line in found.ledger if line.clause == "O-FOR-8"]


def test_a_dc_that_does_not_rise_is_not_said_to():
    """O-FOR-8: two checks of one hour have one DC if it rises by the hour, else the second has one more.

    Where the exhausted have their fourth check as the rested have their first, two DCs are due, and none has risen.
    """
    run = Leg(hours=1, mode="run")
    who = Traveller(name="A", con=10)
    assert rising(timeline(Leg(hours=F(1, 2), mode="run"), who=who)) == ["11"]
    assert rising(timeline(Leg(hours=F(1, 2), mode="run"), who=who, rulings=Rulings(overland_rhythm="per_hour"))) == []
    assert rising(timeline(run, who=who)) == ["14"]
    assert rising(timeline(hustle(4))) == []
    found = timeline(hustle(5), Rest(hours=12), hustle(F(7, 2)), hustle(F(1, 2)))
    (moment,) = found.phases[3].moments
    assert moment.difficulties == {10: F(86, 100), 13: F(14, 100)}
    assert rising(found) == ["11", "12"], "of the first and the third part"


def walked(con, checks, feat):
    """Chances by (failures, Con left) after so many checks from DC 10 on, by the sentences of the source."""
    states = {(0, con): F(1)}
    for difficulty in range(10, 10 + checks):
        after = Counter()
        for (failed, left), chance in states.items():
            bonus = (left - 10) // 2 + 4 * (feat and not failed)
            made = F(min(max(21 + bonus - difficulty, 0), 20), 20) if left else F(1)
            after[failed, left] += chance * made
            after[failed + 1, left - (failed > 1)] += chance * (1 - made)
        states = after
    return states


@pytest.mark.parametrize(
    ("con", "checks", "feat", "exact"), [(4, 6, True, False), (4, 5, True, True), (5, 7, False, False)]
)
def test_long_chances_are_told_in_percent(con, checks, feat, exact):
    """A fraction is written out while it is short: below a million in its lower part, which the first just reaches."""
    states = walked(con, checks, feat)
    exhausted = sum(chance for (failed, left), chance in states.items() if failed > 1 and left)
    assert (exhausted.denominator < 1_000_000) is exact
    assert con == 5 or exact or exhausted.denominator == 1_000_000
    who = Traveller(name="A", con=con, endurance_feat=feat)
    found = timeline(Leg(hours=F(con, 2) + checks), who=who)
    (line,) = [line for line in found.ledger if line.clause == "O-FOR-3"]
    assert line.shown == (str(exhausted) if exact else percent(exhausted))


# What was before


@pytest.mark.parametrize(
    ("missing", "rest", "dc", "left"),
    [
        (2, [], 12, 2),
        (2, [1], 11, 1),
        (2, [F(1, 2), F(3, 2)], None, 0),
        (8, [], 18, 8),
        (8, [1], 17, 7),
        (9, [1], 18, 8),
        (12, [7], 15, 5),
        (12, [8], None, 0),
    ],
)
def test_a_rest_at_the_start_goes_on_with_the_one_before(missing, rest, dc, left):
    """O-RES-2: rests without movement between are one, so each hour of it is missing no more, and eight are enough.

    Of twelve hours eight at most are missing of the last rest, and the other four of earlier ones.
    """
    found = timeline(*[Rest(hours=each) for each in rest], hustle(1), missing_rest_hours=missing)
    assert {phase.missing_hours for phase in found.phases[-2:]} == {left}
    assert [moment.difficulties for moment in found.phases[-1].moments] == ([] if dc is None else [{dc: 1}])
    before = f"{missing} hours of rest were missing before: the checks start at DC"
    (line,) = [line for line in found.ledger if line.text == before]
    assert (line.clause, line.shown, line.rulings) == ("O-RES-2", str(10 + missing), ("R-OVERLAND-SHORTREST",))


def test_after_a_short_rest_there_may_be_a_new_allowance():
    """R-OVERLAND-SHORTREST: then three hours come first, and the next short rest counts once they are used up."""
    anew = Rulings(overland_shortrest="new_allowance")
    found = timeline(hustle(4), Rest(hours=7), hustle(4), missing_rest_hours=2, rulings=anew)
    assert [[moment.difficulties for moment in phase.moments] for phase in found.phases] == [[{12: 1}], [], [{13: 1}]]
    early = timeline(hustle(2), Rest(hours=1), hustle(2), missing_rest_hours=2, rulings=anew)
    assert [phase.missing_hours for phase in early.phases] == [2, 2, 2]


@pytest.mark.parametrize(
    ("start_hour", "accepted"), [(-1, False), (0, True), (F(1, 2), True), (F(239, 10), True), (24, False)]
)
def test_an_hour_of_the_clock(start_hour, accepted):
    """A start is from 0 to below 24, of a timeline as of a journey."""
    for call in (overland.timeline, lambda plan, who, **more: overland.journey(plan, [who], **more)):
        if accepted:
            assert call([Leg(hours=1)], BARTAS, start_hour=start_hour).ledger
            continue
        with pytest.raises(ValidationError) as error:
            call([Leg(hours=1)], BARTAS, start_hour=start_hour)
        assert complaint(error.value)[0] == "start_hour"


def test_unless_it_is_said_a_timeline_starts_at_six():
    """O-RES-4: ten hours of walking and eight of rest end at midnight, so no Con is back on that day; an hour later it is."""
    plan, who = [Leg(hours=10), Rest(hours=8)], Traveller(name="A", con=6)
    six, seven = timeline(*plan, who=who), timeline(*plan, who=who, start_hour=7)
    assert six.after.con == six.phases[0].after.con == seven.phases[0].after.con
    assert seven.after.con.mean > six.after.con.mean


# Who makes which check


def test_who_has_slipped_below_makes_no_further_check():
    """O-END-8: in armour the fatigued have half a chance each minute, so after an hour 2 to the power of 60 are gone.

    Con 14 swims 3 1/2 hours without a check, then 13 of 20 make DC 10.
    """
    knight = Traveller(name="A", con=14, armour="heavy", swim_modifier=4)
    found = timeline(Leg(hours=F(11, 2), through="water"), who=knight)
    first, second = found.phases[0].moments
    assert first.difficulties == {10: 1}
    assert second.difficulties == {11: F(13, 20) + F(7, 20) / 2**60}


def test_who_is_exhausted_with_the_last_check_has_come():
    """O-END-7: at the end of a flight nobody is left behind who fails the last check only then."""
    harpy = Traveller(name="A", con=14, fly_feet=60)
    (phase,) = timeline(Leg(hours=9, through="air"), who=harpy).phases
    assert phase.moments[-1].after.exhausted == F(7 * 8, 400)
    assert phase.moments[-1].after.left_behind == phase.after.left_behind == 0


def test_those_who_lost_con_are_checked_with_the_others():
    """O-FOR-4, O-RES-4: Con 4 is 3 after five failures and a day of rest, and walks half an hour less; both are due."""
    found = timeline(Leg(hours=7), Rest(hours=24), Leg(hours=F(9, 4)), who=Traveller(name="A", con=4))
    lost = F(12 * 13 * 14, 20**3) * F(16 * 17, 20**2)
    assert found.phases[1].after.con.outcomes == {3: lost, 4: 1 - lost}
    (moment,) = found.phases[2].moments
    assert (moment.hour, moment.difficulties) == (F(133, 4), {10: 1})
    assert moment.after.fresh == lost * F(MODIFIERS[3] + 11, 20) + (1 - lost) * F(MODIFIERS[4] + 11, 20)


def test_no_check_is_told_at_which_nobody_lives_while_others_go_on():
    """Con 2 that has become 1 has ten minutes less, then checks at -5: DC 15 with a 20 alone, DC 16 not, DC 17 nobody.

    The others have Con 2 and check ten minutes later, at -4, so that DC 16 is made with a 20.
    """
    anew = Rulings(overland_shortrest="new_allowance")
    found = timeline(hustle(5), Rest(hours=2), hustle(4), who=Traveller(name="A", con=2), rulings=anew)
    *_, second = found.phases
    due = [((moment.hour - 7) * 60, *moment.difficulties) for moment in second.moments]
    assert due == [(70, 15), (80, 15), (130, 16), (140, 16), (200, 17), (240, 18)]
