"""What chapters print: tables of the rules, rows that a cell computes, the readings of a ruling, shares in words."""

from fractions import Fraction

import pytest
from haventms_widgets.chapter import in_words, readings, shown, side_by_side

from haventms import Rulings
from haventms.tables import table


def test_rows_are_shown_as_text_and_as_html() -> None:
    """Numbers as people write them, blanks as a dash, ids as what the book links, and nothing is taken for markup."""
    grid = shown([{"ground": "a <b> & c", "feet": 1500, "share": Fraction(5, 4), "clause": "H-ICE-2"}, {"ground": "d"}])
    assert repr(grid).splitlines() == [
        "ground     feet   share  clause",
        "a <b> & c  1,500  1 1/4  H-ICE-2",
        "d          -      -      -",
    ]
    html = grid._repr_html_()
    assert html.startswith('<table><thead><tr><th scope="col">ground</th>')
    assert '<th scope="row">a &lt;b&gt; &amp; c</th><td style="text-align: right">1,500</td>' in html
    assert "<td><code>H-ICE-2</code></td>" in html
    assert html.endswith('<tr><th scope="row">d</th><td>-</td><td>-</td><td>-</td></tr></tbody></table>')


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        ((Fraction(1, 2), "x"), "1/2, x"),
        ((), "-"),
        ("", "-"),
        ("R-HAVEN-MEET", "R-HAVEN-MEET"),
    ],
)
def test_each_kind_of_value_has_its_form(value: object, text: str) -> None:
    """Truth values are words, lists are joined, nothing is a dash."""
    assert repr(shown([{"x": value}])).splitlines()[1] == text


def test_a_printed_table_is_shown_with_its_title_its_columns_and_the_clause_of_each_row() -> None:
    """Every row and every cell stands there as the file has it."""
    winds = table("haven", "wind")
    grid = shown(winds)
    assert [row[""] for row in grid.rows] == ["gentle", "moderate", "moderately strong", "strong"]
    assert grid.rows[2]["on all rolls; negative"] == -4
    assert grid.rows[3]["clause"] == "H-WIN-5"
    assert len(grid.headings) == len(winds.columns) + 2
    assert "<caption>Wind</caption>" in grid._repr_html_()


def test_no_rows_are_an_empty_table() -> None:
    """Nothing to show is no error."""
    assert repr(shown([])) == ""


def test_readings_are_every_choice_of_one_ruling_the_default_first() -> None:
    """All other rulings keep their defaults."""
    assert readings("R-HAVEN-SOUND") == (Rulings(), Rulings(haven_sound="ceil"), Rulings(haven_sound="plus_feet"))
    with pytest.raises(KeyError, match="did you mean R-HAVEN-SOUND"):
        readings("R-HAVEN-SOUN")


def test_shares_are_said_in_words() -> None:
    """The shares of base speed have words, others stay numbers."""
    said = [in_words(share) for share in (None, Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1))]
    assert said == ["nothing", "a quarter", "half", "three quarters", "the whole"]
    assert in_words(Fraction(3, 8)) == "3/8"


def test_three_systems_are_put_side_by_side() -> None:
    """A row a fact, each system with its own; 30 feet are 300 a minute in Overland, and Haven has no minute."""
    rows = side_by_side("far").rows
    assert list(dict.fromkeys(row["system"] for row in rows)) == ["Haven", "Domains", "Overland"]
    said = {(row["system"], row["what"]): row["says"] for row in rows}
    assert said["Overland", "a minute"] == "300 ft"
    assert said["Haven", "a minute, an hour, a day"].startswith("not said: ")
    assert {row["says"] for row in side_by_side("shot", feet=100).rows} >= {"-70", "-90"}
