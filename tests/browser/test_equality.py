"""The browser's Python says what CPython says, byte for byte."""

import pytest
from explorers.random_states import random_states
from haventms_widgets import explorers, run_state
from haventms_widgets.faces.page import preset_state

from browser.conftest import WAIT

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("id", list(explorers()))
def test_every_preset_and_two_hundred_random_cases_are_equal(id, open_page):
    """Views and sentences alike."""
    explorer = explorers()[id]
    texts = [preset_state(explorer, each.inputs, each.rulings) for each in explorer.presets]
    texts += random_states(explorer, 200)
    page = open_page("haven-speed.html")
    page.click("[data-start]")
    page.wait_for_function("haventms.engine.state === 'ready'", timeout=WAIT)
    told = page.evaluate(
        """async ([explorer, texts]) => {
            const told = [];
            for (const state of texts) told.push((await haventms.engine.call({ call: "run_state", explorer, state })).json);
            return told;
        }""",
        [id, texts],
    )
    different = [text for text, there in zip(texts, told, strict=True) if there != run_state(id, text)]
    assert different == []
