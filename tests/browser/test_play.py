"""Play pages in a browser: at a glance, by keyboard, back and forward, on a small screen."""

from itertools import pairwise

import pytest
from haventms_widgets.plays import PLAYS
from playwright.sync_api import expect

from browser.conftest import WAIT
from haventms import clauses

pytestmark = pytest.mark.browser


def test_a_screen_wide_and_at_work(open_page, dashboards_url):
    """Answers stay in view and follow; a jump by keyboard leads to its explorer and loads nothing anew; one reading
    moves the page; back leads to the case before."""
    page = open_page(f"{dashboards_url}play-march", viewport={"width": 1280, "height": 900})
    march, journey = (page.locator(".frame-glance li").nth(number) for number in (0, 1))
    expect(march).to_contain_text("Con 15", timeout=WAIT)
    boxes = [page.locator(f"#{id}").bounding_box() for id in PLAYS["play-march"].explorers]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    assert not page.locator("#overland-march .htms-answer").is_visible()

    page.evaluate("window.stayed = true")
    march.get_by_role("link").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#overland-journey")).to_be_focused()
    page.go_back()
    assert page.evaluate("window.stayed")

    page.locator("#overland-march").get_by_label("Pace").select_option("walk")
    expect(march).to_contain_text("1 check, DC 10;", timeout=WAIT)
    page.wait_for_url("**/play-march?overland-march=mode=walk")
    page.mouse.wheel(0, 2000)
    expect(journey).to_be_in_viewport()
    page.get_by_role("button", name="Readings of this page").click()
    meaning = next(each.meaning for each in clauses()["R-OVERLAND-DIE"].choices if each.token == "automatic")
    page.get_by_label("R-OVERLAND-DIE").select_option(f"automatic: {meaning}")
    page.wait_for_url("**/play-march?rulings=overland_die:automatic&overland-march=mode=walk")
    expect(page.locator(".frame-play")).to_contain_text("R-OVERLAND-DIE automatic")
    page.go_back()
    page.wait_for_url("**/play-march?overland-march=mode=walk")
    expect(march).to_contain_text("1 check, DC 10;", timeout=WAIT)
    expect(page.locator(".frame-play")).not_to_contain_text("R-OVERLAND-DIE automatic")


def test_a_phone_scrolls_one_way(open_page, dashboards_url):
    """First page and play pages, in the dark; the jumps stand at the top, the explorers below each other."""
    page = open_page(dashboards_url, viewport={"width": 375, "height": 700}, color_scheme="dark")
    page.fill("[data-find]", "at the table march")
    expect(page.locator(".frame-cards a:visible")).to_have_count(1)
    expect(page.locator("h2:visible")).to_have_text(["At the table"])
    assert page.evaluate("document.documentElement.scrollWidth") == 375
    for id, play in PLAYS.items():
        page.goto(dashboards_url + id)
        page.locator(".htms-answer").last.wait_for(timeout=WAIT)
        assert page.evaluate("document.documentElement.scrollWidth") == 375, id
        links = page.locator(".frame-glance a")
        assert links.count() == len(play.explorers)
        assert all(links.nth(number).bounding_box()["height"] >= 44 for number in range(links.count()))
        boxes = [each.bounding_box() for each in page.locator(".frame-columns section").all()]
        assert all(above["y"] + above["height"] <= below["y"] for above, below in pairwise(boxes))
