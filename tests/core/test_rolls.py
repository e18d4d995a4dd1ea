"""What do I roll: every entry has its clause and an example that shows it, and no figure in it was typed."""

import re

import pytest

from haventms import clauses, examples
from haventms.register import SYSTEMS
from haventms.rolls import rolls, written

ALL = rolls()
WORKED = {(each.system, each.id): each for each in examples()}


@pytest.mark.parametrize("roll", ALL, ids=lambda roll: f"{roll.system}-{roll.id}")
def test_an_example_shows_the_roll(roll):
    """Its clause is one of its system, and the worked example, which comes out as expected, cites that clause."""
    assert clauses()[roll.clause].system == roll.system
    example = WORKED[roll.system, roll.example]
    assert example.differences() == []
    assert roll.clause in {line.clause for line in example.run().ledger}


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_figure_is_typed(system):
    """Outside of the names of cells there is no digit; "d%" is the name of a die."""
    for entry in written(system).values():
        for name, text in entry.items():
            if name not in ("clause", "example"):
                assert not re.search(r"\d", re.sub(r"\{[^}]*\}", "", text)), text


@pytest.mark.parametrize("roll", ALL, ids=lambda roll: f"{roll.system}-{roll.id}")
def test_every_cell_is_filled_in(roll):
    """Nothing is left of the names of cells."""
    assert not re.search(r"[{}]", " ".join([roll.situation, roll.roll, roll.difficulty, roll.failure]))


@pytest.mark.parametrize(
    ("system", "id", "part", "text"),
    [
        ("haven", "landing", "failure", "the difference as damage, and 2 for every 10 feet"),
        ("haven", "ice", "failure", "missed by 10 or more, also 1/2 of the difference as damage"),
        ("haven", "hearing", "difficulty", "10, and 4 for each 10 feet between us"),
        ("haven", "vines", "difficulty", "10 for one vine, 10 more for each further one"),
        ("haven", "gale", "roll", "Swiftness, 4 less"),
        ("haven", "storm", "situation", "more than 40 feet a turn"),
        ("haven", "storm", "roll", "Swiftness, 6 less"),
        ("haven", "again", "difficulty", "2 less for each attack"),
        ("haven", "shift", "difficulty", "a chance of 1/2"),
        ("domains", "long-range", "roll", "each die 1 lower"),
        ("domains", "strike", "failure", "a tile of 5 feet"),
        ("overland", "march", "difficulty", "DC 10, with a medium load 12, with a heavy one 14; 1 more"),
        ("overland", "march", "roll", "each 10 minutes at a run, each 5 at a dash"),
        ("overland", "feat", "roll", "with 4 more"),
        ("overland", "short-rest", "situation", "less than 8 hours"),
        ("overland", "swim", "difficulty", "DC 15 when fatigued, 25 when exhausted"),
        ("overland", "obstacle", "difficulty", "counts 2 times"),
    ],
)
def test_the_figures_are_those_of_the_sources(system, id, part, text):
    """Typed anew from the sources."""
    (roll,) = [each for each in rolls(system) if each.id == id]
    assert text in getattr(roll, part)


def test_every_roll_that_moving_costs_in_haven_is_listed():
    """Each check that a worked attempt asks for is of a clause that the table has."""
    attempts = [
        each.run() for each in examples(system="haven") if each.call == "attempt" and "refused" not in each.expected
    ]
    asked = {check.clause for attempt in attempts for check in attempt.checks}
    assert len(asked) >= 8
    assert asked <= {roll.clause for roll in rolls("haven")}


@pytest.mark.parametrize("kind", ["D-THR-1", "D-SHO-1", "D-PSI-2", "D-MAG-1", "D-MEL-2", "D-MEL-3", "D-MEL-4"])
def test_every_attack_of_domains_is_listed(kind):
    """All seven."""
    assert kind in {roll.clause for roll in rolls("domains")}


def test_the_systems_follow_each_other():
    """All entries are those of the three systems in their order."""
    assert [each for system in SYSTEMS for each in rolls(system)] == list(ALL)
