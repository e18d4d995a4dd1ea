"""Whatever a link holds: a View, or sentences. Never a trace, never half a case."""

import json

import pytest
from haventms_widgets import explorers, run_page, run_state

from explorers.random_states import random_states


@pytest.mark.parametrize("id", list(explorers()))
def test_random_states_give_a_view_or_sentences(id):
    """Two hundred of them; what is valid opens again from its own state text."""
    good = 0
    for text in random_states(explorers()[id], 200):
        told = json.loads(run_state(id, text))
        if told["ok"]:
            good += 1
            again = json.loads(run_state(id, told["view"]["state"]))
            assert again["view"] == told["view"]
        else:
            assert told["errors"]
            assert all(each["message"].endswith((".", "?")) for each in told["errors"]), told
    assert good >= 40, "the random texts should mostly be cases"


@pytest.mark.parametrize("id", list(explorers()))
def test_the_page_answers_the_same(id):
    """Its View is that of the state text."""
    for text in random_states(explorers()[id], 20, seed=7):
        told, page = json.loads(run_state(id, text)), json.loads(run_page(id, text, True))
        assert page.get("view") == told.get("view")
        assert page.get("errors") == told.get("errors")
