"""A map in the page is painted by mouse, finger and keyboard, and the path follows at once."""

import json

import pytest
from haventms_widgets import run_state

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

HEADLINE = "[data-part=headline]"
LANE = "map=5.&start.column=1&start.row=1&goal.column=5&goal.row=1"


def wait_for(page, state):
    """Until the headline of this case is shown."""
    told = json.loads(run_state("haven-terrain", state))["view"]["headline"]
    page.wait_for_function(
        "(text) => document.querySelector('[data-part=headline]').innerText.trim() === text", arg=told, timeout=WAIT
    )


def map_text(page):
    return page.input_value("[name=map]")


def cell(page, column, row):
    return page.locator(f"[data-cells] td[data-column='{column - 1}'][data-row='{row - 1}']")


@pytest.fixture
def lane(open_page):
    """A lane of five open squares."""
    page = open_page(f"haven-terrain.html#{LANE}")
    wait_for(page, LANE)
    page.wait_for_function("document.querySelectorAll('[data-cells] td').length === 5")
    return page


def test_the_map_of_the_page_is_a_grid_of_named_squares(open_page):
    """Each square says where it is, what it holds, whether the way starts, leads or ends there, and what reaches it."""
    page = open_page("haven-terrain.html")
    assert page.locator("[data-cells] [role=gridcell]").count() == 240
    assert cell(page, 1, 6).get_attribute("aria-label") == "column 1, row 6: open ground, Start, on the path"
    assert cell(page, 20, 6).get_attribute("aria-label") == "column 20, row 6: open ground, Goal, on the path"
    assert cell(page, 1, 5).get_attribute("aria-label") == "column 1, row 5: open ground, one action"
    assert "small crowd" in cell(page, 6, 2).get_attribute("aria-label")
    assert page.locator("[data-cells] td[tabindex='0']").count() == 1


def test_a_stroke_of_the_mouse_paints(lane):
    """From the second square to the fourth; the path costs what they cost."""
    lane.select_option("[data-brush]", "i")
    boxes = [cell(lane, column, 1).bounding_box() for column in (2, 3, 4)]
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    lane.mouse.move(*centres[0])
    lane.mouse.down()
    for place in centres[1:]:
        lane.mouse.move(*place, steps=3)
    lane.mouse.up()
    assert map_text(lane) == ".iii."
    wait_for(lane, LANE.replace("map=5.", "map=.3i."))


def test_the_keyboard_paints(lane):
    """Arrows go, space paints, shift and an arrow paint along, a letter chooses its brush."""
    cell(lane, 1, 1).focus()
    lane.keyboard.press("ArrowRight")
    lane.keyboard.press("v")
    lane.keyboard.press("Shift+ArrowRight")
    lane.keyboard.press("End")
    lane.keyboard.press("Space")
    assert map_text(lane) == ".vv.v"
    assert lane.evaluate("document.activeElement.dataset.column") == "4"
    wait_for(lane, LANE.replace("map=5.", "map=.vv.v"))


def test_start_and_goal_are_put_on_the_map(lane):
    """The fields follow, and their sliders."""
    lane.select_option("[data-brush]", label="Goal")
    cell(lane, 3, 1).click()
    assert lane.input_value("[name='goal.column']") == "3"
    assert "Goal" in cell(lane, 3, 1).get_attribute("aria-label")
    assert "Goal" not in cell(lane, 5, 1).get_attribute("aria-label")
    wait_for(lane, LANE.replace("goal.column=5", "goal.column=3"))
    lane.fill("[name='goal.column']", "2")
    assert "Goal" in cell(lane, 2, 1).get_attribute("aria-label")


def test_the_map_grows_and_is_covered(lane):
    """New squares are open ground; covering paints all of them."""
    lane.fill("[data-side=rows]", "2")
    assert map_text(lane) == ".....\n....."
    lane.select_option("[data-brush]", "w")
    lane.click("[data-cover]")
    assert map_text(lane) == "wwwww\nwwwww"
    wait_for(lane, LANE.replace("map=5.", "map=5w*2"))


def test_a_map_may_be_written(lane):
    """Its squares follow; an unknown letter gets its sentence, and the last case stays."""
    lane.evaluate("document.querySelector('[name=map]').closest('details').open = true")
    lane.fill("[name=map]", "..D..")
    wait_for(lane, LANE.replace("map=5.", "map=..D.."))
    assert "densely packed crowd" in cell(lane, 3, 1).get_attribute("aria-label")
    before = lane.inner_text(HEADLINE)
    lane.fill("[name=map]", "..x..")
    lane.wait_for_selector("[data-error=map]:not([hidden])")
    assert "letters of its brushes" in lane.inner_text("[data-error=map]")
    assert lane.inner_text(HEADLINE) == before


def test_a_finger_paints(open_page):
    """With a brush it paints, without one it scrolls."""
    page = open_page(f"haven-terrain.html#{LANE}", has_touch=True, viewport={"width": 390, "height": 800})
    wait_for(page, LANE)
    page.select_option("[data-brush]", "i")
    cell(page, 2, 1).tap()
    assert map_text(page) == ".i..."
    page.select_option("[data-brush]", label="only look and scroll")
    cell(page, 3, 1).tap()
    assert map_text(page) == ".i..."
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_preset_repaints_the_map(open_page):
    """Its squares, its start, its goal."""
    page = open_page("haven-terrain.html")
    value = page.evaluate(
        "[...document.querySelector('[data-preset]').options].find((o) => o.text.includes('rope bridge')).value"
    )
    page.select_option("[data-preset]", value)
    wait_for(page, value)
    assert "ice" in cell(page, 8, 1).get_attribute("aria-label")
    assert "Start" in cell(page, 4, 4).get_attribute("aria-label")


def test_the_largest_map_is_answered_as_here(open_page):
    """Forty by forty squares of every kind, in the browser's engine; how long that takes is measured, not tested."""
    rows = "/".join("".join(".i.u.c.w.D"[(x * 7 + y * 3) % 10] for x in range(40)) for y in range(40))
    state = f"map={rows}&start.column=1&start.row=1&goal.column=40&goal.row=40&base_feet=45"
    page = open_page("haven-terrain.html")
    page.click("[data-start]")
    page.wait_for_function("haventms.engine.state === 'ready'", timeout=WAIT)
    told = page.evaluate(
        "(state) => haventms.engine.call({ call: 'run_page', explorer: 'haven-terrain', state, fill: false })", state
    )
    here = json.loads(run_state("haven-terrain", state))
    assert here["ok"]
    assert json.loads(told["json"])["view"] == here["view"]
