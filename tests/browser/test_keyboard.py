"""The keyboard alone does everything, in an order that can be followed, and everything it comes to has a name."""

import json

import pytest
from haventms_widgets import run_state

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

REACHABLE = """() => [...document.querySelectorAll(
    ".htms :is(a[href], button, input, select, textarea, summary, [tabindex='0'])")]
    .filter((each) => each.checkVisibility() && !each.disabled && each.tabIndex >= 0 && each.type !== "hidden")"""
NAMED = {
    "button", "checkbox", "combobox", "DisclosureTriangle", "grid", "gridcell", "image", "link", "progressbar", "region",
    "slider", "spinbutton", "textbox",
}  # fmt: skip


def wait_for(page, id, state):
    """Until the headline of this case is shown."""
    told = json.loads(run_state(id, state))["view"]["headline"]
    page.wait_for_function(
        "(text) => document.querySelector('[data-part=headline]').innerText.trim() === text", arg=told, timeout=WAIT
    )


def tab_to(page, selector, key="Tab"):
    """Press Tab until the focus is there."""
    for _ in range(150):
        page.keyboard.press(key)
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"Tab never came to {selector}")


@pytest.mark.parametrize("id", ["haven-speed", "haven-terrain"])
def test_tab_comes_to_every_control_once_in_the_order_of_the_page(id, open_page):
    """Each shows that it has the focus; the pictures take none."""
    page = open_page(f"{id}.html")
    page.evaluate("document.querySelectorAll('.htms details').forEach((fold) => { fold.open = true })")
    wanted = page.evaluate_handle(REACHABLE)
    count = wanted.evaluate("(all) => all.length")
    assert count > 20
    came = []
    for _ in range(count):
        page.keyboard.press("Tab")
        came.append(wanted.evaluate("(all) => all.indexOf(document.activeElement)"))
        frame = page.evaluate(
            "() => { const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);"
            " return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) }"
        )
        assert frame >= 1, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    assert came == list(range(count))
    page.keyboard.press("Tab")
    assert wanted.evaluate("(all) => all.indexOf(document.activeElement)") == -1


def test_a_case_is_made_and_read_by_keyboard_alone(open_page):
    """From the top of the page: a value, a slider, a factor, a ruling, and a link of the ledger."""
    page = open_page("haven-speed.html")
    tab_to(page, "[name=swiftness]")
    page.keyboard.press("ArrowUp")
    wait_for(page, "haven-speed", "swiftness=4")
    tab_to(page, "[data-twin]")
    page.keyboard.press("ArrowRight")
    wait_for(page, "haven-speed", "swiftness=5")
    for kind in ("Crowd", "Ice"):
        tab_to(page, "[data-add-kind]")
        page.keyboard.type(kind)
        tab_to(page, "[data-add]")
        page.keyboard.press("Enter")
    case = "swiftness=5&factors.0.kind=crowd&factors.1.kind=ice"
    wait_for(page, "haven-speed", case)
    tab_to(page, "summary:has(+ [data-part=rulings])")
    page.keyboard.press("Enter")
    tab_to(page, "[name='r.haven_stack']")
    page.keyboard.press("w")
    wait_for(page, "haven-speed", f"{case}&r.haven_stack=worst")
    assert page.evaluate("document.activeElement.name") == "r.haven_stack"
    tab_to(page, "[data-part=ledger] a", key="Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**#*-*-*")


def test_a_map_is_painted_by_keyboard_alone(open_page):
    """Tab enters the map at one square and leaves it with one press; arrows go in it, space paints."""
    lane = "map=5.&start.column=1&start.row=1&goal.column=5&goal.row=1"
    page = open_page(f"haven-terrain.html#{lane}")
    wait_for(page, "haven-terrain", lane)
    tab_to(page, "[data-brush]")
    page.keyboard.type("i")
    tab_to(page, "[data-cells] td")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    wait_for(page, "haven-terrain", lane.replace("map=5.", "map=.i..."))
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("column 2, row 1: ice")
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.matches('td')")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.dataset.column") == "1"


def nameless(page):
    """What the tree that screen readers get holds of controls and pictures without a name."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    told = [(each["role"]["value"], each.get("name", {}).get("value", "")) for each in tree if not each["ignored"]]
    assert {"image", "combobox"} <= {role for role, _ in told}
    return [role for role, name in told if role in NAMED and not name.strip()]


def test_every_control_and_figure_of_every_explorer_has_a_name(open_page):
    """With a row added to each form that has rows, and all folds open."""
    page = open_page("all.html")
    page.evaluate("document.querySelectorAll('[data-add]').forEach((add) => add.click())")
    page.wait_for_function(
        "haventms.engine.state === 'ready' && haventms.explorers.every((each) => !each.busy && !each.wanted)",
        timeout=WAIT,
    )
    page.evaluate("document.querySelectorAll('.htms details').forEach((fold) => { fold.open = true })")
    assert nameless(page) == []


@pytest.mark.parametrize("id", ["haven-speed", "haven-terrain"])
def test_every_control_and_figure_of_a_dashboard_has_a_name(id, open_page, dashboards_url):
    """Sliders, boxes and pictures too; a slider's name is its title without its value."""
    page = open_page(dashboards_url + id)
    page.locator(".htms-answer").first.wait_for()
    page.locator(".bk-Figure canvas").first.wait_for(state="attached")
    assert nameless(page) == []
    if id == "haven-speed":
        assert page.get_by_role("slider", name="Swiftness", exact=True).count() == 1
        assert page.get_by_role("img", name="Feet in one move action").count() == 1
