"""Nothing on a page moves under the reader's eyes while an explorer is started."""

import pytest

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

WATCH = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifts.push({
        value: entry.value,
        moved: entry.sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? "").slice(0, 120)),
    });
}).observe({ type: "layout-shift", buffered: true });
"""


def shifts(page):
    """All since the last call, those that follow an input included."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return page.evaluate("shifts.splice(0)")


def settle(page):
    """Until every explorer has answered, and has told and written its address."""
    page.wait_for_function(
        "haventms.engine.state === 'ready' && haventms.explorers.every((each) => !each.busy && !each.wanted)",
        timeout=WAIT,
    )
    page.wait_for_function("document.querySelector('[data-part=announce]').textContent", timeout=WAIT)


@pytest.mark.parametrize("width", [1280, 375])
@pytest.mark.parametrize("id", ["haven-speed", "haven-terrain", "domains-attack"])
def test_nothing_moves_between_the_press_on_start_and_the_live_answer(id, width, open_page):
    """The browser counts no shift, also where the status, the form and the answer are in view."""
    page = open_page(f"{id}.html", before=WATCH, viewport={"width": width, "height": 900})
    page.locator("[data-start]").scroll_into_view_if_needed()
    shifts(page)
    page.click("[data-start]")
    settle(page)
    seen = shifts(page)
    assert seen == []


@pytest.mark.parametrize("width", [1280, 375])
def test_little_moves_while_a_page_with_an_explorer_opens(width, open_page):
    """The place of the picture and of what scripts add is kept: a tenth of what counts as good."""
    page = open_page("haven-speed.html", before=WATCH, viewport={"width": width, "height": 900})
    page.wait_for_timeout(500)
    seen = shifts(page)
    assert sum(each["value"] for each in seen) <= 0.01, seen
