"""Links to a case that a hand has broken or that is out of date: the page opens, says what is wrong, shows its own."""

import pytest
from playwright.sync_api import expect

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

HEADLINE = "[data-part=headline]"
FORM = '[data-error=""]'


def opened(open_page, state):
    """The page of one explorer under this fragment, once the engine has answered."""
    page = open_page(f"haven-speed.html#{state}")
    page.wait_for_selector("[data-part=status][data-state=ready]", timeout=WAIT)
    expect(page.locator(FORM)).to_be_visible(timeout=WAIT)
    return page


def led_to(page, state):
    """The same page after a link to this fragment was followed in it."""
    page.evaluate("(state) => { location.hash = state; }", state)
    page.wait_for_function("haventms.explorers.every((each) => !each.busy && !each.wanted)", timeout=WAIT)


@pytest.fixture
def default(open_page):
    """The headline that the page was built with."""
    return open_page("haven-speed.html").inner_text(HEADLINE)


BROKEN = {
    "r.haven_stack=odd": ("", "The ruling haven_stack must be multiply or worst."),
    "swiftness=-1": ("swiftness", "Swiftness must be"),
    "swiftness=many": ("swiftness", "Swiftness must be a whole number"),
    "swiftness=3%": ("swiftness", "Swiftness must be a whole number"),
    "swiftness=%E0%A4": ("swiftness", "Swiftness must be a whole number"),
    "haven-speed?swiftness=many": ("swiftness", "Swiftness must be a whole number"),
    "factors.0.kind=lava": ("factors", "kind must be one of"),
    "swiftness=3&" * 2000: ("", "The state text must be at most 20,000 characters long."),
}


def judge(page, default, state):
    field, sentence = BROKEN[state]
    expect(page.locator(f'[data-error="{field}"]')).to_contain_text(sentence, timeout=WAIT)
    expect(page.locator(FORM)).to_contain_text("This case cannot be opened; the page shows its own.", timeout=WAIT)
    assert page.inner_text(HEADLINE) == default
    assert page.locator("[data-explorer].htms-old").count() == 0


@pytest.mark.parametrize(
    "state", ["r.haven_stack=odd", "swiftness=-1", "swiftness=3&" * 2000], ids=["ruling", "bound", "length"]
)
def test_a_case_that_cannot_be_opened_is_told_and_the_default_shown(open_page, default, state):
    """What is wrong stands beside its control or above the picture; the answer is the page's own and not pale."""
    judge(opened(open_page, state), default, state)


def test_links_within_a_page_to_cases_that_cannot_be_opened_are_told_too(open_page, default):
    """One after the other in one page, each as in a fresh one; what was said of the last one does not stay."""
    page = opened(open_page, "nonsense=1")
    for state in BROKEN:
        led_to(page, state)
        judge(page, default, state)
        for field in {each for each, _ in BROKEN.values()} - {BROKEN[state][0], ""}:
            expect(page.locator(f'[data-error="{field}"]')).to_be_hidden()


@pytest.mark.parametrize("state", ["nonsense=1", "r.haven_older=1", "swiftness.more=2"])
def test_names_that_are_out_of_date_are_passed_over_and_told(open_page, default, state):
    """The rest of the case is shown."""
    page = opened(open_page, state)
    expect(page.locator(FORM)).to_have_text(
        f"Passed over, since nothing here has that name: {state.partition('=')[0]}."
    )
    assert page.inner_text(HEADLINE) == default


def test_after_a_broken_link_the_page_works_on(open_page):
    """The ruling of the link that is none does not stick to the next change."""
    page = opened(open_page, "r.haven_stack=odd")
    page.fill("[name=swiftness][type=number], [name=swiftness]", "5")
    expect(page.locator(HEADLINE)).to_contain_text("35 feet", timeout=WAIT)
    expect(page.locator(FORM)).to_be_hidden()
