"""The explorer of chases: both scales, many parties, the told run, its sentences."""

import json
from fractions import Fraction
from math import comb

import pytest
from haventms_widgets import explorers, run_json, run_state


def told(inputs=None, rulings=None):
    """What the explorer says to inputs given as JSON."""
    return json.loads(run_json("overland-chase", json.dumps(inputs or {}), json.dumps(rulings or {})))


def shown(inputs=None, rulings=None):
    answer = told(inputs, rulings)
    assert answer["ok"], answer
    return answer["view"]


def exact(view, label):
    (found,) = [each for each in view["facts"] if each["label"] == label]
    return Fraction(found["exact"])


def test_the_default_is_the_fox_of_the_examples():
    """As fast as the hound, two better: 247 of 400 by rounds, 229 of 400 over a day."""
    assert exact(shown(), "All get away") == Fraction(247, 400)
    view = shown({"scale": "day"})
    assert exact(view, "All get away") == Fraction(229, 400)
    assert exact(view, "fox is caught") == Fraction(171, 400)


def test_the_shifted_modifiers_are_the_rows_of_an_opposed_check():
    """One d20 against another, the tie the chaser's: counted for every difference of modifiers."""
    view = shown({"scale": "day", "chased": [{"name": "fox"}]})
    shifted = view["series"]["shifted"]
    assert shifted["shift"] == [*range(-4, 6)]  # five less would be a score of 0
    for shift, p in zip(shifted["shift"], shifted["all"], strict=True):
        wins = sum(a + shift > b for a in range(1, 21) for b in range(1, 21))
        assert p == pytest.approx(wins / 400)


def test_several_parties_hang_together():
    """Two alike before one hound: 2,470 of 8,000 for both, not the square of one's chance."""
    alike = [{"name": "a"}, {"name": "b"}]
    view = shown({"scale": "day", "chased": alike, "chasers": [{}]})
    assert exact(view, "All get away") == Fraction(2470, 8000)
    assert exact(view, "Somebody gets away") == 2 * Fraction(190, 400) - Fraction(2470, 8000)
    assert Fraction(190, 400) ** 2 < Fraction(2470, 8000)
    assert sum(view["series"]["how_many"]["chance"]) == pytest.approx(1)
    assert view["series"]["how_many"]["count"] == [0, 1, 2]


def test_speed_decides_without_a_roll():
    """No check is listed, and the picture has certain bars."""
    view = shown({"chased": [{"name": "fox", "speed_feet": 40}]})
    assert [each["value"] for each in view["facts"] if each["label"] == "Rolls"] == ["none: speed decides"]
    assert view["series"]["parties"] == {"y": [0], "name": ["fox"], "away": [1.0], "caught": [0.0]}
    assert set(view["series"]["shifted"]["all"]) == {1.0}


def test_parties_without_a_name_are_called_by_their_place():
    """A row that was just added works at once."""
    view = shown({"chased": [{"name": "fox"}, {}], "chasers": [{}, {}]})
    assert view["series"]["parties"]["name"] == ["fox", "chased 2"]
    assert [each["label"] for each in view["facts"] if each["label"].startswith("chaser")] == [
        "chaser 1 rolls",
        "chaser 2 rolls",
    ]


def test_a_number_tells_one_run():
    """The same number the same run, none without a number, and the run ends for each of the chased."""
    view = shown({"seed": 3})
    run = [each["value"] for each in view["facts"] if each["label"].startswith("Run 3")]
    assert run[-1] in ("fox gets away.", "fox is caught.")
    assert view == shown({"seed": 3})
    assert not any(each["label"].startswith("Run") for each in shown()["facts"])


def test_the_rulings_on_ties_are_offered():
    """Each with the chance that it gives: 247 of 400, 229 of 400, 229 of 382."""
    (tie,) = [each for each in shown()["asked"] if each["id"] == "R-OVERLAND-TIE"]
    gives = {each["token"]: each["gives"] for each in tie["choices"]}
    assert "247/400" in gives["modifier"]
    assert "229/400" in gives["pursuer"]
    assert "229/382" in gives["reroll"]


def test_twenty_against_twenty_are_answered():
    """All alike over a day: none gets away unless the best of twenty dice is beaten."""
    sides = {side: [{"name": f"{side} {number}"} for number in range(20)] for side in ("chased", "chasers")}
    view = shown({"scale": "day", **sides})
    lower = [Fraction(face - 1, 20) ** 20 for face in range(1, 21)]
    assert exact(view, "chased 0 is caught") == 1 - sum(lower) / 20
    best = [Fraction(face**20 - (face - 1) ** 20, 20**20) for face in range(1, 21)]
    away = [sum(p * comb(20, n) * Fraction(20 - face, 20) ** n * Fraction(face, 20) ** (20 - n)
                for face, p in enumerate(best, 1)) for n in range(21)]  # fmt: skip
    assert view["series"]["how_many"]["chance"] == pytest.approx([float(p) for p in away])


@pytest.mark.parametrize(
    ("inputs", "field", "sentence"),
    [
        ({"chased": []}, "chased", "Chased must have at least one party."),
        ({"chasers": []}, "chasers", "Chasers must have at least one party."),
        ({"chased": [{"name": "a"}, {"name": "a "}]}, "chased", "Chased must have names of their own: a is given twice."),
        ({"chased": [{}] * 21}, "chased", "Chased must be a list of at most 20 rows."),
        ({"chased": [{"dex": 0}]}, "chased.0.dex", "Chased, row 1, Dexterity must be a whole number from 1 to 100."),
        ({"chasers": [{}, {"con": 2.5}]}, "chasers.1.con", "Chasers, row 2, Constitution must be a whole number from 1 to 100."),
        ({"chasers": [{"speed_feet": 0}]}, "chasers.0.speed_feet", "Chasers, row 1, Speed must be a number above 0 and up to 10,000."),
        ({"scale": "hours"}, "scale", "Scale must be one of rounds, day."),
        ({"seed": -1}, "seed", "Number of a run to tell must be a whole number from 0 to 999,999 or left empty."),
    ],
)  # fmt: skip
def test_bad_input_is_a_sentence_at_its_field(inputs, field, sentence):
    """The field and what is allowed."""
    assert told(inputs) == {"ok": False, "errors": [{"field": field, "message": sentence}]}


def test_a_state_text_opens_every_row():
    """Rows of defaults do not vanish."""
    explorer = explorers()["overland-chase"]
    answer = json.loads(run_state("overland-chase", "chased.0.name=fox&chasers.0.name=&chasers.1.dex=12&seed="))
    assert answer["ok"]
    assert len(answer["view"]["inputs"]["chasers"]) == 2
    assert explorer.chart == "overland-chase"
