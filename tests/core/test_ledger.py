"""Results say why: lines with clause, value, rulings and table row, as text, HTML and dict."""

import pickle
from dataclasses import replace
from fractions import Fraction
from inspect import signature

import pytest
from pydantic import ValidationError

from haventms import Result, RuleError, Rulings
from haventms.ledger import Ledger, Line
from haventms.units import Exact


class Answer(Result):
    feet: int
    share: Exact

    @property
    def headline(self) -> str:
        return f"{self.feet} feet <at most>."


def answer(rulings=None):
    ledger = Ledger(rulings)
    assert ledger.ask("haven_stack") in ("multiply", "worst")
    ledger.note("R-HAVEN-BONUS-NAME")
    ledger.note("R-HAVEN-BONUS-NAME")
    ledger.add("H-SPD-5", "a share", Fraction(105, 4), "Terrain: ice")
    ledger.add("H-SPD-2", "rounded down", 25)
    ledger.add("H-SPD-3", "nothing to say")
    return Answer(feet=25, share=Fraction(105, 4), **ledger.close())


def test_lines_keep_exact_values_and_carry_what_was_asked():
    """A Fraction is written "num/den"; a ruling belongs to the next line, once."""
    first, second, third = answer().ledger
    assert first == Line("H-SPD-5", "a share", "105/4", ("R-HAVEN-STACK", "R-HAVEN-BONUS-NAME"), "Terrain: ice")
    assert (second.value, second.rulings, third.value) == ("25", (), "")
    assert (first.shown, second.shown) == ("26 1/4", "25")
    assert answer().rulings_used == ("R-HAVEN-STACK", "R-HAVEN-BONUS-NAME")


def test_a_result_can_be_read_as_text_html_and_dict():
    """The text has a line a step; the HTML escapes what it shows."""
    text = answer().explain()
    assert text.splitlines() == [
        "25 feet <at most>.",
        "  H-SPD-5: a share = 26 1/4 [Terrain: ice; R-HAVEN-STACK; R-HAVEN-BONUS-NAME]",
        "  H-SPD-2: rounded down = 25",
        "  H-SPD-3: nothing to say",
    ]
    assert str(answer()) == "25 feet <at most>."
    assert repr(answer()) == "<Answer: 25 feet <at most>.>"
    html = answer().explain("html")
    assert "25 feet &lt;at most&gt;." in html
    assert "[Terrain: ice; <code>R-HAVEN-STACK</code>; <code>R-HAVEN-BONUS-NAME</code>]" in html  # the book links them
    assert html == answer()._repr_html_()
    told = answer().explain("dict")
    assert told["headline"] == str(answer())
    assert told["ledger"][0]["value"] == "105/4"
    assert told["rulings_used"] == ["R-HAVEN-STACK", "R-HAVEN-BONUS-NAME"]


def test_a_result_goes_through_json_unchanged():
    """Exact numbers are "num/den", also inside the ledger."""
    text = answer().model_dump_json()
    assert '"share":"105/4"' in text
    assert '"value":"105/4"' in text
    assert Answer.model_validate_json(text) == answer()


def test_a_trusted_result_is_like_a_validated_one():
    """Equal, with the same JSON, the same copies and pickles, and as unchangeable."""
    validated = answer()
    trusted = Answer.trusted(
        ledger=validated.ledger, rulings_used=validated.rulings_used, feet=25, share=Fraction(105, 4)
    )
    assert (trusted, hash(trusted), repr(trusted)) == (validated, hash(validated), repr(validated))
    assert trusted.model_dump_json() == validated.model_dump_json()
    assert trusted.model_fields_set == validated.model_fields_set
    assert pickle.loads(pickle.dumps(trusted)) == validated
    assert trusted.model_copy(update={"feet": 30}) == validated.model_copy(update={"feet": 30})
    assert Answer.model_validate(trusted) is trusted
    with pytest.raises(ValidationError):
        trusted.feet = 3


def test_lines_compare_copy_and_pickle_by_what_they_say():
    """Every field counts, and what is left out is empty."""
    line = Line("H-SPD-5", "a share", "105/4", ("R-HAVEN-STACK",), "Terrain: ice")
    assert Line("H-SPD-5", "a share") == Line("H-SPD-5", "a share", "", (), "")
    assert pickle.loads(pickle.dumps(line)) == line
    for name, other in {"clause": "H-SPD-4", "text": "b", "value": "1", "rulings": (), "table": ""}.items():
        changed = replace(line, **{name: other})
        assert getattr(changed, name) == other
        assert changed != line
    assert repr(line) == (
        "Line(clause='H-SPD-5', text='a share', value='105/4', rulings=('R-HAVEN-STACK',), table='Terrain: ice')"
    )
    assert list(signature(Line).parameters) == ["clause", "text", "value", "rulings", "table"]


def test_ready_lines_do_not_take_what_was_asked():
    """A question that arose before them belongs to the next line that is added."""
    ledger = Ledger()
    ledger.note("R-HAVEN-STACK")
    ledger.put([Line("H-SPD-5", "ready")])
    ledger.add("H-SPD-2", "added")
    assert [line.rulings for line in ledger.close()["ledger"]] == [(), ("R-HAVEN-STACK",)]


def test_a_ledger_takes_over_another_result():
    """Its lines and rulings come first, in their order."""
    ledger = Ledger(Rulings(haven_stack="worst"))
    ledger.take(answer())
    ledger.add("H-ACT-4", "then this", 50)
    closed = ledger.close()
    assert [line.clause for line in closed["ledger"]] == ["H-SPD-5", "H-SPD-2", "H-SPD-3", "H-ACT-4"]
    assert closed["rulings_used"] == ("R-HAVEN-STACK", "R-HAVEN-BONUS-NAME")


def test_results_and_lines_do_not_change():
    """They are frozen, and a base result has no headline of its own."""
    with pytest.raises(ValidationError):
        answer().feet = 3
    with pytest.raises(AttributeError):
        answer().ledger[0].text = "other"
    with pytest.raises(TypeError):
        Result()


def test_a_rule_error_is_a_sentence_with_its_clause():
    """It is a ValueError, and survives a process pool."""
    error = RuleError("H-ACT-5", "An attack action cannot be sacrificed")
    assert str(error) == "An attack action cannot be sacrificed: H-ACT-5"
    again = pickle.loads(pickle.dumps(error))
    assert (again.clause, again.sentence, str(again)) == ("H-ACT-5", error.sentence, str(error))
    assert isinstance(error, ValueError)


def test_rulings_know_their_default_and_their_literal_readings():
    """`literal()` takes what the register marks; `changed` tells what differs from the default."""
    assert Rulings().changed == {}
    assert Rulings(haven_stack="worst").changed == {"haven_stack": "worst"}
    literal = Rulings.literal()
    assert literal.haven_multiroll == "whole"
    assert literal.haven_started == "whole"
    assert literal.domains_stall == "whole_fly_speed"
    assert literal.overland_break == "literal"
    assert literal.overland_mix == "own"


@pytest.mark.parametrize("die", ["d20", "3d6", "2d10", "d100", "1d20"])
def test_any_die_can_be_chosen(die):
    """One to a hundred dice of two to a thousand sides."""
    assert Rulings(haven_die=die).haven_die == die


@pytest.mark.parametrize("die", ["", "20", "d1", "0d6", "101d6", "d1001", "d", "d20 ", "xd6", "-1d6", 20, None])
def test_what_is_no_die_is_refused(die):
    """Naming the field."""
    with pytest.raises(ValidationError, match="haven_die"):
        Rulings(haven_die=die)


@pytest.mark.parametrize("wrong", [{"haven_stack": "sum"}, {"haven_stak": "worst"}, {"haven_stack": None}])
def test_unknown_rulings_and_tokens_are_refused(wrong):
    """Naming the field."""
    with pytest.raises(ValidationError, match=next(iter(wrong))):
        Rulings(**wrong)
