"""What a march writes down, line by line, and where its numbers end: O-FOR-*, O-RES-2."""

from fractions import Fraction

import pytest
from pydantic import TypeAdapter, ValidationError

from haventms import Rulings, overland
from haventms.dice import Odds
from haventms.overland import MarchCheck
from haventms.overland.checks import winning_faces

from .shared import complaint

F = Fraction
march = overland.march


def told(result):
    """The clause, the sentence and the value of each line."""
    return [(line.clause, line.text, line.shown) for line in result.ledger]


def test_three_checks_of_a_hustle_line_by_line():
    """O-FOR-1 to O-FOR-5: +2 makes DC 10, 11 and 12 with 13, 12 and 11 faces of 20.

    All three are made with 429/2000; one alone fails with 868/2000, so two or more with 703/2000, and all three with
    7 x 8 x 9 of 8,000.
    """
    assert told(march(15, 6, "hustle")) == [
        (
            "O-END-2",
            "60 minutes at first, Con 15 has a modifier of +2: 60 more for each point of bonus: minutes",
            "180",
        ),
        ("O-END-0", "One can hustle without a check for", "3 hours"),
        ("O-FOR-6", "3 hours past the allowance, a check each 1 hour: how many", "3"),
        ("O-END-6", "The first check with load light: DC", "10"),
        ("O-FOR-8", "The DC rises by 1 with each check after the first, whatever has failed: the last DC", "12"),
        ("O-FOR-1", "A d20 and the Con modifier against each DC: chance to make all", "429/2000"),
        (
            "O-FOR-2",
            "Failure 1 makes fatigued, -2 Strength and -2 Dexterity: chance to fail as often or more",
            "1571/2000",
        ),
        (
            "O-FOR-3",
            "Failure 2 makes exhausted, -6 Strength and -6 Dexterity: chance to fail as often or more",
            "703/2000",
        ),
        (
            "O-FOR-4",
            "Each later failure costs 1 point of Con, and checks use the Con as it is then: chance of that",
            "63/1000",
        ),
        ("O-FOR-5", "At a Con of 0 the marcher is dead: chance", "0"),
    ]


def test_a_march_after_a_short_rest_line_by_line():
    """O-RES-2, O-FOR-6: three missing hours take the allowance, raise DC 12 to 15, and half a period needs a check."""
    found = march(16, F(5, 2), load="medium", missing_rest_hours=3)
    assert [(check.minute, check.difficulty) for check in found.checks] == [(60, 15), (120, 16), (150, 17)]
    assert told(found)[:7] == [
        ("O-RES-2", "After too short a rest checks come from the first period on: minutes without one", "0"),
        ("O-FOR-6", "The last period, broken off after 30 minutes, needs its check at the end", "30 minutes"),
        ("O-FOR-6", "2 hours 30 minutes past the allowance, a check each 1 hour: how many", "3"),
        ("O-END-6", "The first check with load medium: DC", "12"),
        ("O-RES-2", "3 missing hours of rest raise the DC by 1 each: DC", "15"),
        ("O-FOR-8", "The DC rises by 1 with each check after the first, whatever has failed: the last DC", "17"),
        ("O-FOR-1", "A d20 and the Con modifier against each DC: chance to make all", "63/1000"),
    ]
    asked = {line.text[:16]: line.rulings for line in found.ledger if line.rulings}
    assert asked == {
        "After too short ": ("R-OVERLAND-SHORTREST",),
        "The last period,": ("R-OVERLAND-PARTIAL",),
        "A d20 and the Co": ("R-OVERLAND-DIE",),
    }


def test_a_sprint_after_a_short_rest_says_that_it_is_open():
    """O-MOD-4: whether the load leaves the sprint open stands before the allowance that is lost."""
    found = march(15, F(1, 20), "sprint", missing_rest_hours=1)
    assert told(found)[:2] == [
        ("O-MOD-4", "A sprint is open to a character with a light load", "allowed"),
        ("O-RES-2", "After too short a rest checks come from the first period on: minutes without one", "0"),
    ]


def test_the_whole_allowance_takes_no_check():
    """O-FOR-6: moving just as long as one can causes no check, and the ledger ends with that."""
    assert told(march(15, 3, "hustle"))[1:] == [
        ("O-END-0", "One can hustle without a check for", "3 hours"),
        ("O-FOR-6", "3 hours are within it: no check falls due", "0"),
    ]


def test_a_part_of_a_period_may_need_no_check():
    """R-OVERLAND-PARTIAL: where only full periods count, the ledger says what was broken off without a check."""
    found = march(15, F(7, 2), "hustle", rulings=Rulings(overland_partial="full"))
    assert told(found)[2:] == [
        ("O-FOR-6", "The last period, broken off after 30 minutes, needs no check", "30 minutes"),
        ("O-FOR-6", "30 minutes past the allowance, a check each 1 hour: how many", "0"),
    ]


def test_a_single_check_raises_no_dc():
    """O-FOR-8: nothing rises with one check, and no line says so."""
    clauses = [line.clause for line in march(15, 4, "hustle").ledger]
    ends = ["O-FOR-1", "O-FOR-2", "O-FOR-3", "O-FOR-4", "O-FOR-5"]
    assert clauses == ["O-END-2", "O-END-0", "O-FOR-6", "O-END-6", *ends]


@pytest.mark.parametrize(("token", "each", "last"), [("per_check", "check", "11"), ("per_hour", "hour begun", "10")])
def test_two_checks_ask_how_the_dc_rises(token, each, last):
    """R-OVERLAND-RHYTHM: it arises with the second check of a run, ten minutes after the first."""
    found = march(15, F(50, 60), "run", rulings=Rulings(overland_rhythm=token))
    text = f"The DC rises by 1 with each {each} after the first, whatever has failed: the last DC"
    (line,) = [line for line in found.ledger if line.clause == "O-FOR-8"]
    assert (line.text, line.shown, line.rulings) == (text, last, ("R-OVERLAND-RHYTHM",))


def test_hours_are_counted_by_the_check():
    """O-FOR-8: where checks come each hour, nobody asks about the rhythm, and it is the check that raises the DC."""
    (line,) = [line for line in march(15, 6, "hustle").ledger if line.clause == "O-FOR-8"]
    assert "with each check after" in line.text
    assert line.rulings == ()


@pytest.mark.parametrize(
    ("token", "helped"), [("until_fatigued", "checks against fatigue"), ("all", "every check of the march")]
)
def test_the_feat_says_what_it_helps(token, helped):
    """O-FOR-7, R-OVERLAND-ENDURANCE: +4 on the checks against fatigue, or on all."""
    found = march(15, 5, "hustle", endurance_feat=True, rulings=Rulings(overland_endurance=token))
    assert ("O-FOR-7", f"The Endurance feat helps {helped}", "+4") in told(found)


@pytest.mark.parametrize(("token", "then"), [("lower", "as it is then"), ("unchanged", "as it was before")])
def test_which_con_later_checks_use_is_said(token, then):
    """O-FOR-4, R-OVERLAND-CONMOD: what is said of later checks is what was chosen."""
    found = march(15, 8, "hustle", rulings=Rulings(overland_conmod=token))
    (text,) = [line.text for line in found.ledger if line.clause == "O-FOR-4"]
    assert text == f"Each later failure costs 1 point of Con, and checks use the Con {then}: chance of that"


def test_who_has_one_point_of_con_never_rolls_with_less():
    """R-OVERLAND-CONMOD: with Con 1 the first point lost is death, and the dead ask nothing."""
    found = march(1, F(21, 2))
    assert found.checks[-1].dead > 0
    assert found.rulings_used == ("R-OVERLAND-DIE",)


def test_sure_failures_lead_down_to_death_one_by_one():
    """O-FOR-2 to O-FOR-5: at DC 730 Con 63 fails each check: fatigued, exhausted, then 63 points until it is dead."""
    checks = march(63, 70, missing_rest_hours=720).checks
    assert (checks[0].difficulty, checks[0].fatigued, checks[1].exhausted) == (730, 1, 1)
    assert [check.con for check in checks] == [Odds.constant(max(63 - max(made - 2, 0), 0)) for made in range(1, 71)]
    assert [check.dead for check in checks] == [0] * 64 + [1] * 6


def test_a_one_may_always_fail():
    """R-OVERLAND-DIE: +10 cannot miss DC 10, unless a 1 always fails; a 20 may make what is out of reach."""
    lucky = Rulings(overland_die="automatic")
    assert march(30, 12, "hustle").pass_all == 1
    assert march(30, 12, "hustle", rulings=lucky).pass_all == F(19, 20)
    assert march(30, 1, missing_rest_hours=100, rulings=lucky).pass_all == F(1, 20)
    assert [winning_faces(bonus, 10, "automatic") for bonus in (30, -30)] == [19, 1]
    assert [winning_faces(bonus, 10, "plain") for bonus in (30, -30)] == [20, 0]


@pytest.mark.parametrize("missing", [0, 720])
def test_how_much_rest_may_be_missing(missing):
    """O-RES-2: from none to a month."""
    assert march(15, 8, missing_rest_hours=missing).checks[-1].difficulty == 10 + (missing + 7 if missing else 0)
    with pytest.raises(ValidationError) as error:
        march(15, 8, missing_rest_hours=721)
    assert complaint(error.value)[0] == "missing_rest_hours"


def test_a_march_that_is_too_long_says_what_was_asked_for():
    """The complaint holds the hours that were given, and its kind."""
    with pytest.raises(ValidationError) as error:
        march(15, 251, "dash", rulings=Rulings(overland_die="automatic"))
    (first,) = error.value.errors()
    assert (first["input"], first["type"], first["loc"]) == (251, "too_much", ("hours",))


def test_a_check_is_a_field_of_any_model():
    """A check stays itself where a model is taken apart, and becomes exact ratios in JSON only."""
    (check,) = march(15, 4, "hustle").checks
    adapter = TypeAdapter(MarchCheck)
    assert adapter.dump_python(check) is check
    assert adapter.dump_python(check, mode="json") == check.as_json()
    assert adapter.validate_json(adapter.dump_json(check)) == check


def test_a_mangled_minute_is_named():
    """The complaint names what cannot be read."""
    written = march(15, 4, "hustle").checks[0].as_json() | {"minute": "soon"}
    with pytest.raises(ValueError, match=r"^minute must be written as"):
        MarchCheck.read(written)
