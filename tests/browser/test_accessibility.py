"""axe-core finds nothing in what we write, and in what others bring only what the list of exceptions says; no page of the
book complains in the console, asks another host, or is wider than its window."""

import re
import tomllib
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from haventms_widgets import explorers
from playwright.sync_api import TimeoutError

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
EXCEPTIONS = tomllib.loads(Path(__file__).with_name("accessibility_exceptions.toml").read_text(encoding="utf-8"))[
    "exception"
]
CONTENTS = (ROOT / "book" / "_toc.yml").read_text(encoding="utf-8")
BOOK = (
    "intro.html",
    "haven/speed.html",
    "haven/quick.html",
    "overland/pace.html",
    "domains/melee.html",
    "reference/rolls.html",
    "reference/compare.html",
    "reference/glossary.html",
    "reference/rulings.html",
    "clauses.html",
)
NAMED = {f"{name}.html" for name in re.findall(r"(?:file|root): (\S+)", CONTENTS)}
OTHERS = tuple(sorted({*NAMED, "clause.html"} - {*BOOK}))
DASHBOARDS = ("", "haven-speed", "haven-terrain", "domains-attack", "play-referee")
OURS = (
    ".htms",  # explorers, in pages and in dashboards
    ".rule.admonition",
    ".clause-row",
    ".arrive",
    ".clause-ref",
    ".readings",
    ".readings-bar",
    ".quick-table",
    ".words",
    "a.word",
    "a.clause-case",
    ".cell_output",
    ".frame-head",
    ".frame-cards",
    ".frame-glance",
    ".frame-columns h2",
    ".bk-Figure",
    ".bk-Slider",  # named by a script of ours
    ".bk-Checkbox",
)
# To find out what colour lies behind a letter takes most of the time, and in a long list it is the same in every row.
ALIKE = ("li:nth-child(n+5)", "tr:nth-child(n+5)", "dl.py:nth-of-type(n+4)", ".clause-row:nth-child(n+5)")
AUDIT = """async ([ours, alike]) => {
    for (const fold of document.querySelectorAll(".htms details")) fold.open = true;
    const options = { resultTypes: ["violations"], elementRef: true, preload: false };
    const found = alike.length
        ? await axe.run({ ...options, rules: { "color-contrast": { enabled: false } } })
        : await axe.run(options);
    if (alike.length) {
        const rows = { exclude: alike.map((each) => [each]) };
        found.violations.push(...(await axe.run(rows, { ...options, runOnly: ["color-contrast"] })).violations);
    }
    const holds = (element, selectors) => {
        for (let at = element; at; at = at.parentElement ?? at.getRootNode().host)
            if (selectors.some((each) => at.matches(each))) return true;
        return false;
    };
    return found.violations.flatMap((rule) => rule.nodes.map((node) => ({
        rule: rule.id,
        impact: rule.impact,
        ours: holds(node.element, ours),
        selectors: EXCEPTIONS.filter((each) => holds(node.element, [each])),
        html: node.html.slice(0, 200),
        what: node.failureSummary,
    })));
}"""


# Every fold of a dashboard that is closed; they are in the shadows of Bokeh's elements.
OPEN = """() => {
    const inside = (node) => [...node.querySelectorAll("*")].flatMap((each) =>
        each.shadowRoot ? [each, ...inside(each.shadowRoot)] : [each]);
    for (const each of inside(document)) if (each.matches("button") && each.textContent.startsWith("▸")) each.click();
}"""


# Widths change the layout and themes the colours, and hardly each other: dark is looked at where it is narrow.
LOOKS = pytest.mark.parametrize(("theme", "widths"), [("light", (1280, 375)), ("dark", (375,))], ids=["light", "dark"])


def audit(page, alike=()):
    """What axe finds in the whole page, each with whether it is ours and the selectors of exceptions that hold it.

    The contrast of what these selectors name is not looked at.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    selectors = sorted({each["selector"] for each in EXCEPTIONS})
    return page.evaluate(AUDIT.replace("EXCEPTIONS", str(selectors)), [list(OURS), list(alike)])


def at(widths, page, alike=()):
    """What axe finds at each of these widths, within which the page keeps."""
    found = []
    for width in widths:
        fit(page, width)
        found += audit(page, alike)
    return found


REACHED = """[...document.querySelectorAll("article pre")]
    .every((each) => each.scrollWidth <= each.clientWidth || each.tabIndex === 0)"""


def fit(page, width):
    """The window gets this width, and the page is not wider."""
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_timeout(
        450
    )  # 300 ms later the theme looks which boxes have to scroll now, or later where all is slow
    with suppress(TimeoutError):
        page.wait_for_function(REACHED, timeout=5_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def told(found):
    """One line a finding, each once."""
    return sorted({f"{each['impact']}: {each['rule']} in {each['html']}. {each['what']}" for each in found})


def go_live(page):
    """Start the engine; every explorer of the page answers with its own case."""
    page.locator("[data-start]").first.click()
    page.wait_for_function("haventms.engine.state === 'ready'", timeout=WAIT)
    page.evaluate("haventms.explorers.forEach((each) => each.load(each.home))")
    page.mouse.move(0, 0)
    page.wait_for_function("haventms.explorers.every((each) => !each.busy && !each.wanted)", timeout=WAIT)


def judge(found, name, widths):
    """Nothing of ours, nothing that is not listed; and where all widths were looked at, nothing listed that is not
    there."""
    assert told(each for each in found if each["ours"]) == []
    listed = [each for each in EXCEPTIONS if fnmatch(name, each["page"])]
    fired = []
    for each in found:
        excused = [
            entry
            for entry in listed
            if entry["rule"] == each["rule"]
            and entry["selector"] in each["selectors"]
            and entry["impact"] == each["impact"]
        ]
        assert excused, told([each])
        fired += excused
    assert len(widths) == 1 or [entry for entry in listed if entry not in fired] == []


def test_the_exceptions_say_who_brings_them_and_where_they_are_reported():
    """None in the book is serious or critical."""
    for each in EXCEPTIONS:
        assert each.keys() == {"rule", "selector", "page", "impact", "brought_by", "report"}
        assert each["report"].startswith("https://github.com/")
        assert each["page"].startswith("dashboards/") or each["impact"] in ("minor", "moderate")


@LOOKS
@pytest.mark.parametrize("name", BOOK)
def test_a_page_of_the_book(name, theme, widths, open_page, book_url):
    """With its explorers live; in the light theme before that too."""
    page = open_page(book_url + name, color_scheme=theme)
    assert page.evaluate("document.documentElement.dataset.theme") == theme
    found = []
    if page.locator("[data-explorer]").count():
        found += at(widths[:1], page) if theme == "light" else []
        go_live(page)
    judge(found + at(widths, page), f"book/{name}", widths)


@pytest.mark.parametrize("name", OTHERS)
def test_every_other_page_of_the_book(name, open_page, book_url):
    """As it comes, wide and then narrow, one in the light theme and the next in the dark one."""
    theme = ("light", "dark")[OTHERS.index(name) % 2]
    page = open_page(book_url + name, color_scheme=theme, viewport={"width": 1280, "height": 900})
    fit(page, 1280)
    judge(at((375,), page, ALIKE), f"book/{name}", (375,))


def test_no_page_is_left_out(rulebook):
    """Every page that the build leaves is looked at here, but for the theme's search and the page that leads to the first one."""
    pages = {page.relative_to(rulebook.html).as_posix() for page in rulebook.pages()}
    assert pages - {*BOOK, *OTHERS} <= {"search.html", "index.html"}


@LOOKS
@pytest.mark.parametrize("name", DASHBOARDS, ids=lambda name: name or "index")
def test_a_page_of_the_dashboards(name, theme, widths, open_page, dashboards_url):
    """Wide and narrow, all folds open."""
    page = open_page(dashboards_url + name, color_scheme=theme)
    if name:
        page.locator(".bk-Figure").first.wait_for()
        page.evaluate(OPEN)
        page.locator(".htms-wide").first.wait_for()
    judge(at(widths, page), f"dashboards/{name}", widths)


@LOOKS
def test_every_explorer_live_with_all_that_it_can_show(theme, widths, open_page):
    """Each with a row of every kind added where it has rows, a refused value and its sentence, all folds open."""
    page = open_page("all.html", color_scheme=theme)
    assert page.locator("[data-explorer]").count() == len(explorers())
    go_live(page)
    page.evaluate(
        """() => {
            for (const add of document.querySelectorAll("[data-add]")) {
                const kinds = add.closest("fieldset").querySelector(":scope > .htms-add [data-add-kind]");
                for (const kind of kinds?.options ?? [null]) {
                    if (kind) kinds.value = kind.value;
                    add.click();
                }
            }
        }"""
    )
    page.wait_for_function("haventms.explorers.every((each) => !each.busy && !each.wanted)", timeout=WAIT)
    page.fill("[data-explorer=haven-speed] [name=swiftness]", "101")
    page.wait_for_selector("[data-error=swiftness]:not([hidden])")
    assert told(at(widths, page)) == []
