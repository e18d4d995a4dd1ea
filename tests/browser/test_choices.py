"""In the page: a choice between groups swaps their controls, and what may be done next is one press away."""

import json

import pytest
from haventms_widgets import run_state

from browser.conftest import WAIT

pytestmark = pytest.mark.browser


def wait_for(page, id, state):
    """Until the headline of this case is shown."""
    told = json.loads(run_state(id, state))["view"]["headline"]
    page.wait_for_function(
        "(text) => document.querySelector('[data-part=headline]').innerText.trim() === text", arg=told, timeout=WAIT
    )


def test_another_hazard_brings_its_own_controls(open_page):
    """Those of the one before are gone, the bonus stays, and a link opens the chosen kind."""
    page = open_page("haven-hazard.html")
    page.fill("[name=bonus]", "9")
    page.select_option("[name='hazard.kind']", "fall")
    wait_for(page, "haven-hazard", "hazard.kind=fall&bonus=9")
    assert page.locator("[name='hazard.moves']").count() == 0
    page.fill("[name='hazard.spikes']", "8")
    page.fill("[name=total]", "18")
    wait_for(page, "haven-hazard", "hazard.kind=fall&hazard.spikes=8&bonus=9&total=18")
    assert "26 point(s) of damage" in page.inner_text("[data-part=headline]")
    page.fill("[name='hazard.feet']", "-5")
    page.wait_for_selector("[data-error='hazard.feet']:not([hidden])")
    assert "Height must be a whole number" in page.inner_text("[data-error='hazard.feet']")
    again = open_page("haven-hazard.html#hazard.kind=current&hazard.current_total=25&total=16")
    wait_for(again, "haven-hazard", "hazard.kind=current&hazard.current_total=25&total=16")
    assert again.input_value("[name='hazard.current_total']") == "25"


def test_a_turn_is_built_by_pressing_what_may_follow(open_page):
    """Each press adds an act to the form; what is refused has no button."""
    page = open_page("haven-turn.html")
    page.locator("[data-opens]", has_text="Do").first.focus()
    page.keyboard.press("Enter")
    wait_for(page, "haven-turn", "steps.0.act=attack&steps.1.act=move")
    assert page.input_value("[name='steps.1.feet']") == "30"
    assert page.evaluate("document.activeElement.matches('[data-opens]')")
    page.locator("tr", has_text="May follow: next turn").locator("[data-opens]").click()
    wait_for(page, "haven-turn", "steps.0.act=attack&steps.1.act=move&steps.2.act=next")
    assert page.locator("tr", has_text="Refused").locator("[data-opens]").count() == 0
