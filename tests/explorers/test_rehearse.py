"""What a page's engine computes for practice: cases beside the one that is shown, told to nobody."""

import pytest
from haventms_widgets import explorers, rehearse
from haventms_widgets.markup import live

from explorers.random_states import random_states


@pytest.fixture
def answered(monkeypatch):
    """The inputs that were answered, in their order."""
    found = []
    compute = live.view
    monkeypatch.setattr(
        live, "view", lambda explorer, inputs, rulings: found.append(inputs) or compute(explorer, inputs, rulings)
    )
    return found


def test_a_neighbour_differs_in_one_number_by_one(answered):
    """Each number is one more, then one less; numbers in rows too; after the last the first comes again."""
    text = "swiftness=3&factors.0.kind=underbrush&factors.0.vines=2"
    for number in range(5):
        rehearse("haven-speed", text, number)
    brush = {"kind": "underbrush", "vines": 2}
    assert answered == [
        {"swiftness": 4, "factors": [brush]},
        {"swiftness": 2, "factors": [brush]},
        {"swiftness": 3, "factors": [{**brush, "vines": 3}]},
        {"swiftness": 3, "factors": [{**brush, "vines": 1}]},
        {"swiftness": 4, "factors": [brush]},
    ]


def test_a_case_without_numbers_is_answered_as_it_is(answered):
    """There is something to practise in any case."""
    rehearse("haven-speed", "", 7)
    assert answered == [{}]


@pytest.mark.parametrize(
    ("explorer", "text"), [("nobody", ""), ("haven-speed", "swiftness=lots"), ("haven-speed", "swiftness=100")]
)
def test_what_cannot_be_answered_is_passed_over(explorer, text):
    """Unknown explorers, wrong values, neighbours out of bounds."""
    assert rehearse(explorer, text, 0) is None


@pytest.mark.parametrize("id", explorers())
def test_every_explorer_practises(id):
    """On random cases too."""
    for text in random_states(explorers()[id], 5):
        for number in range(4):
            assert rehearse(id, text, number) is None
