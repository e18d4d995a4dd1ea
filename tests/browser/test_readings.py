"""A table's readings: chosen on the page of open questions, kept, shared as a link, and followed by every explorer."""

import json

import pytest
from haventms_widgets import explorers, run_state
from haventms_widgets.cases import smallest
from haventms_widgets.faces.page import preset_state

from browser.conftest import WAIT
from browser.test_stays_put import WATCH, shifts
from haventms import Rulings, clauses
from haventms.flips import flips

pytestmark = pytest.mark.browser

CROWD_ON_ICE = "factors.0.kind=crowd&factors.1.kind=ice"
NOTE = "[data-part=readings]"
DENIED = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError') } })"
)


def stored(text, root="/"):
    """A script that has these readings in the browser's storage before the first page is opened."""
    put = f"localStorage.setItem('haventms-readings {root}', {json.dumps(text)})"
    return f"if (!sessionStorage.begun) {{ {put}; sessionStorage.begun = 'yes'; }}"


def kept(page):
    """What the browser's storage has."""
    return page.evaluate(
        "Object.entries(localStorage).filter(([key]) => key.startsWith('haventms-readings')).map(([, text]) => text)"
    )


def state(page):
    return page.evaluate("haventms.engine.state")


def wait_for(page, id, text):
    """Until the headline of this case is shown."""
    told = json.loads(run_state(id, text))["view"]["headline"]
    page.wait_for_function(
        "(text) => document.querySelector('[data-part=headline]').innerText.trim() === text", arg=told, timeout=WAIT
    )


def test_a_chosen_reading_is_kept_and_followed_on_every_page(open_page, site):
    """Chosen by keyboard, it is told; an explorer of another page says so, starts no engine, and computes by it."""
    overturned = flips("R-HAVEN-STACK")["worst"]
    preset = next(each.preset for each in overturned if each.preset and each.preset.explorer == "haven-speed")
    worked = preset_state(explorers()["haven-speed"], preset.inputs, {})
    page = open_page("rulings.html")
    page.wait_for_function("document.querySelector('[data-part=share]').value")
    assert "every question as this book does" in page.inner_text("[data-part=told]")
    assert kept(page) == []
    page.focus("[name=haven_stack][value=multiply]")
    page.keyboard.press("ArrowDown")
    assert page.is_checked("[name=haven_stack][value=worst]")
    assert "differ from the book's in 1 place" in page.inner_text("[data-part=told]")
    assert kept(page) == ["haven_stack:worst"]
    page.goto(site.url + "haven-speed.html")
    page.wait_for_selector(NOTE)
    assert "differ from the book's in 1 place: R-HAVEN-STACK worst." in page.inner_text(NOTE)
    assert "asks none of these questions" in page.inner_text(NOTE)
    assert page.get_attribute(f"{NOTE} a", "href") == site.url + "rulings.html#question-haven_stack"
    assert state(page) == "off"
    page.select_option("[data-preset]", worked)
    wait_for(page, "haven-speed", f"{worked}&r.haven_stack=worst")
    assert "The case below follows them." in page.inner_text(NOTE)
    page.wait_for_function("location.hash.includes('r.haven_stack=worst')")
    page.click("text=Back to the book's readings")
    wait_for(page, "haven-speed", worked)
    assert page.is_hidden(NOTE)
    assert kept(page) == []
    assert page.evaluate("document.activeElement !== document.body")


def test_a_case_that_a_link_brings_comes_with_its_own_readings(open_page):
    """They come before the stored ones; one press computes by those, and the way back of the browser leads back."""
    page = open_page(f"haven-speed.html#{CROWD_ON_ICE}", before=stored("haven_stack:worst"))
    wait_for(page, "haven-speed", CROWD_ON_ICE)
    assert "The case below is by the book's reading: R-HAVEN-STACK multiply." in page.inner_text(NOTE)
    page.wait_for_function("document.querySelector('[data-part=announce]').textContent")
    page.click("text=Compute with your readings")
    wait_for(page, "haven-speed", f"{CROWD_ON_ICE}&r.haven_stack=worst")
    page.wait_for_function("location.hash.includes('r.haven_stack=worst')")
    page.go_back()
    wait_for(page, "haven-speed", CROWD_ON_ICE)
    assert kept(page) == ["haven_stack:worst"]


def test_the_shown_case_of_a_chapter_waits_to_be_asked(open_page):
    """It is by the book's reading, says so, and computes only when somebody presses or changes a value."""
    page = open_page("overland-pace.html", before=stored("overland_sprintload:light"))
    assert "by the book's reading: R-OVERLAND-SPRINTLOAD medium." in page.inner_text(NOTE)
    assert state(page) == "off"
    page.select_option("[name=mode]", "sprint")
    wait_for(page, "overland-pace", "mode=sprint&r.overland_sprintload=light")
    assert "The case below follows them." in page.inner_text(NOTE)


def test_without_a_choice_no_page_says_anything(open_page):
    """The note takes no room."""
    page = open_page("haven-speed.html")
    assert page.is_hidden(NOTE)
    assert page.locator(NOTE).bounding_box() is None


def test_a_book_without_engine_only_says_by_which_reading_it_is(open_page):
    """There is nothing to compute with, so nothing offers it."""
    page = open_page("static.html", before=stored("haven_stack:worst"))
    assert "differ from the book's" in page.inner_text(NOTE)
    assert page.is_hidden("text=Back to the book's readings") is False
    assert page.locator("text=Compute with your readings").count() == 0


def test_the_ready_sets_are_one_press_away(open_page):
    """Literal takes just the register's literal readings, table default none; each says whether it holds."""
    page = open_page("rulings.html")
    page.click("[data-set=literal]")
    literal = Rulings.literal()
    for entry in clauses():
        if entry.choices:
            assert page.is_checked(f"[name={entry.field}][value='{getattr(literal, entry.field)}']"), entry.id
    assert page.get_attribute("[data-set=literal]", "aria-pressed") == "true"
    assert f"in {len(literal.changed)} places" in page.inner_text("[data-part=told]")
    page.click("[data-set=default]")
    assert page.get_attribute("[data-set=default]", "aria-pressed") == "true"
    assert kept(page) == []


def test_readings_travel_as_a_link(open_page):
    """Somebody else is offered them, and may keep what was there; taken, they are kept."""
    page = open_page("rulings.html", before=stored("haven_stack:worst,haven_die:3d6"))
    link = page.input_value("[data-part=share]")
    assert link.endswith("rulings.html#readings=haven_stack:worst,haven_die:3d6")
    other = open_page(link)
    offer = other.inner_text("[data-part=offer]")
    assert "differ from the book's in 2 places: R-HAVEN-STACK worst, R-HAVEN-DIE 3d6." in offer
    assert kept(other) == []
    other.click("text=Keep mine")
    assert other.is_hidden("[data-part=offer]")
    assert kept(other) == []
    again = open_page(link)
    again.click("text=Take them")
    assert kept(again) == ["haven_stack:worst,haven_die:3d6"]
    assert again.is_checked("[name=haven_stack][value=worst]")
    assert "#" not in again.url


def test_what_a_link_has_wrong_is_said_and_the_rest_is_offered(open_page):
    """An unknown question, an unknown reading, something that is neither; a die that is not listed is one."""
    page = open_page("rulings.html#readings=haven_mood:good,haven_stack:best,what,haven_die:4d4,haven_meet:exceed")
    offer = page.inner_text("[data-part=offer]")
    assert "There is no ruling “haven_mood”" in offer
    assert "R-HAVEN-STACK has no reading “best”, only multiply, worst" in offer
    assert "There is no ruling “what”" in offer
    page.click("text=Take them")
    assert kept(page) == ["haven_die:4d4,haven_meet:exceed"]
    assert page.inner_text("#question-haven_die [data-own]") == "Your table reads 4d4."
    assert page.locator("[name=haven_die]:checked").count() == 0


def test_stored_readings_of_another_version_are_said(open_page):
    """What nobody knows any more is passed over, the rest holds."""
    page = open_page("haven-speed.html", before=stored("haven_mood:good,haven_stack:worst"))
    note = page.inner_text(NOTE)
    assert "There is no ruling “haven_mood”; it was passed over." in note
    assert "in 1 place: R-HAVEN-STACK worst" in note


def test_a_browser_that_keeps_nothing_carries_them_along(open_page):
    """The page says so, and its links hold the readings; the next page follows them."""
    page = open_page("rulings.html", before=DENIED)
    page.check("[name=haven_stack][value=worst]")
    assert "keeps nothing here" in page.inner_text("[data-part=told]")
    page.locator("#question-haven_stack .readings-cases a").first.click()
    page.wait_for_selector(NOTE)
    assert "readings=haven_stack:worst" in page.url
    assert "R-HAVEN-STACK worst" in page.inner_text(NOTE)


def test_pages_opened_as_files_carry_them_too(open_page, folder):
    """Some browsers keep a storage for each file: the link to the next page holds them, and the way back works."""
    page = open_page((folder / "rulings.html").as_uri())
    page.check("[name=haven_stack][value=worst]")
    assert "?readings=haven_stack:worst" in page.url
    page.locator("#question-haven_stack .readings-cases a").first.click()
    page.wait_for_selector(NOTE)
    assert page.url.startswith((folder / "haven-speed.html").as_uri() + "?readings=haven_stack:worst#")
    assert "R-HAVEN-STACK worst" in page.inner_text(NOTE)
    page.click("text=Back to the book's readings")
    assert page.is_hidden(NOTE)
    page.reload()
    assert page.is_hidden(NOTE)


def test_each_number_opens_its_case_read_so(open_page):
    """The numbers of a question under a reading that is not the book's: the explorer shows the very same."""
    entry = clauses()["R-HAVEN-STACK"]
    case = smallest.found()[entry.id][0]
    expected = smallest.answers(entry, case)["worst"].facts[case.facts[0]]
    page = open_page("rulings.html")
    row = page.locator("#question-haven_stack tr", has=page.locator("[value=worst]"))
    assert row.locator("td").first.inner_text() == expected
    row.locator("td a").first.click()
    page.wait_for_selector("[data-drawn]")
    wait_for(page, case.explorer, smallest.state_under(case, entry, "worst"))
    assert expected.split()[0] in page.inner_text("[data-part=facts]")


def test_without_scripts_the_numbers_stand(open_page):
    """Every reading of every question with its numbers; no dead buttons."""
    page = open_page("rulings.html", java_script_enabled=False)
    for entry in clauses():
        if entry.choices:
            rows = page.locator(f"#question-{entry.field} tbody tr")
            assert rows.count() == len(entry.choices)
            assert all(text.strip() for text in rows.locator("td").all_inner_texts()), entry.id
    assert page.locator("[data-readings-bar]").is_hidden()
    assert page.locator("[type=radio]").first.is_hidden()


@pytest.mark.parametrize("width", [1280, 375])
def test_nothing_moves_where_readings_are_stored(width, open_page):
    """The note is there before the page is painted."""
    page = open_page(
        "haven-speed.html", before=WATCH + stored("haven_stack:worst"), viewport={"width": width, "height": 900}
    )
    page.wait_for_timeout(500)
    seen = shifts(page)
    assert sum(each["value"] for each in seen) <= 0.01, seen


@pytest.mark.parametrize("width", [1280, 375])
def test_every_switch_is_large_enough_and_within_the_page(width, open_page):
    """44 pixels each for a label, a number, a button; no scrolling sideways."""
    page = open_page("rulings.html", viewport={"width": width, "height": 900})
    for selector in (".readings label", ".readings td a", ".readings-bar button", ".readings-share input"):
        for box in page.locator(selector).all()[:40]:
            assert box.bounding_box()["height"] >= 44, selector
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_question_switched_in_an_explorer_is_only_tried_there(open_page):
    """The note says that the case is read otherwise; the table's readings stay, and one press goes by them again."""
    case = f"flat_bonus=3&{CROWD_ON_ICE}"
    page = open_page(f"haven-speed.html#{case}", before=stored("haven_flat:rounded_first"))
    wait_for(page, "haven-speed", case)
    page.click("text=Compute with your readings")
    wait_for(page, "haven-speed", f"{case}&r.haven_flat=rounded_first")
    page.locator("[data-part=rulings]").evaluate("part => part.closest('details').open = true")
    page.select_option("[name='r.haven_stack']", "worst")
    wait_for(page, "haven-speed", f"{case}&r.haven_flat=rounded_first&r.haven_stack=worst")
    assert "The case below is read otherwise: R-HAVEN-STACK worst." in page.inner_text(NOTE)
    assert kept(page) == ["haven_flat:rounded_first"]
    page.click("text=Compute with your readings")
    wait_for(page, "haven-speed", f"{case}&r.haven_flat=rounded_first")


def test_a_choice_reaches_pages_that_are_open(open_page):
    """Another tab's explorer says so at once, and its next change goes by it."""
    page = open_page("haven-speed.html")
    other = page.context.new_page()
    other.goto(page.url.replace("haven-speed", "rulings"))
    other.check("[name=haven_flat][value=rounded_first]")
    page.wait_for_selector(NOTE)
    assert "R-HAVEN-FLAT rounded_first" in page.inner_text(NOTE)
    page.fill("[name=flat_bonus]", "3")
    wait_for(page, "haven-speed", "flat_bonus=3&r.haven_flat=rounded_first")
