"""Markup in every text that somebody can send: it is shown as text in page and dashboard, and nothing of it runs."""

import json
import subprocess
import sys
from html.parser import HTMLParser
from urllib.parse import quote

import pytest
from fuzz.cases import state_text
from fuzz.hostile import MARKUP
from haventms_widgets import explorers, run_page, run_state
from haventms_widgets.controls import specs
from playwright.sync_api import expect

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

TRAP = "window.hacked = () => { window.wasHacked = true; }; window.open = window.alert = window.hacked;"
RUNS = "[onerror], [onload], img[src=x], script:has-text('hacked'), [href^='javascript:' i]"


class Runs(HTMLParser):
    """Finds what could run in a piece of HTML."""

    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag in ("script", "img", "svg", "iframe"):
            self.found.append(tag)
        self.found += [
            name
            for name, value in attrs
            if name.startswith("on") or ((value or "").startswith("javascript:") and name != "value")
        ]


def marked(level, markup):
    """A case whose every text is this markup, told apart by a number; a list has a row of each kind with a text."""
    told = {}
    for spec in level:
        if spec.kind == "text":
            told[spec.name] = markup
        elif spec.kind == "group" and (parts := marked(spec.parts, markup)):
            told[spec.name] = parts
        elif spec.kind == "rows":
            rows = [
                {spec.discriminator: key, **{name: f"{text} {number}" for name, text in parts.items()}}
                for number, (key, level_) in enumerate(spec.variants.items())
                if (parts := marked(level_, markup))
            ]
            if rows:
                told[spec.name] = [{name: text for name, text in row.items() if name} for row in rows]
    return told


MARKED = {id: marked(specs(each.Inputs), "{}") for id, each in explorers().items()}
MARKED["overland-journey"]["plan"][0]["rowers"] = "{} 0"  # who is on foot; a rider has no oar
WITH_TEXT = [id for id, told in MARKED.items() if told]


def states(id):
    """State texts with each markup in turn."""
    for each in MARKUP:
        yield state_text(json.loads(json.dumps(MARKED[id]).replace("{}", json.dumps(each)[1:-1])), {})


def quiet(page):
    """Nothing ran and nothing was built that could."""
    assert page.evaluate("window.wasHacked") is None
    assert page.locator(RUNS).count() == 0


def said(id, text):
    """The headline of a case, or the first sentence of what is wrong with it."""
    told = json.loads(run_state(id, text))
    return told["view"]["headline"] if told["ok"] else told["errors"][0]["message"]


def test_markup_in_a_page_is_text(open_page):
    """In every text field of every explorer, by its link; then in links as a whole, and in a file of characters."""
    assert {"haven-turn", "domains-turn", "overland-journey", "overland-chase"} <= set(WITH_TEXT)
    page = open_page("all.html?x=<script>hacked()</script>", before=TRAP)
    for id in WITH_TEXT:
        for text in states(id):
            assert json.loads(run_state(id, text))["ok"] is (id != "domains-turn"), "a hill is no free text"
            parts = json.loads(run_page(id, text, True)).get("parts", {})
            assert [runs for part in parts.values() for runs in Runs(part).found] == []
        for text in [*states(id)][::4]:
            page.evaluate("(hash) => { location.hash = hash }", f"{id}?{text}")
            section = page.locator(f"[data-explorer={id}]")
            expect(section).to_contain_text(said(id, text), timeout=WAIT)
            quiet(page)
    page.locator("[data-explorer=overland-chase] .bk-Figure, [data-explorer=overland-chase] .bk-Plot").first.hover()
    for each in MARKUP:
        for hash in (each, f"{each}?{each}={each}", f"haven-speed?{each}={each}&swiftness={each}&r.{each}={each}"):
            page.evaluate("(hash) => { location.hash = hash }", hash)
            page.evaluate("(hash) => { location.hash = hash }", quote(hash))
    party = {"characters": [{"name": each[:40], "overland": {"con": 9}} for each in MARKUP]}
    march = page.locator("[data-explorer=overland-march]")
    march.locator("summary:has-text('Your characters')").click()
    file = {"name": f"{MARKUP[0]}.json", "mimeType": "application/json", "buffer": json.dumps(party).encode()}
    march.locator("[data-party]").set_input_files(file)
    expect(march.locator("[data-party-told]")).to_contain_text(MARKUP[0], timeout=WAIT)
    quiet(page)


def test_markup_in_a_dashboard_is_text(open_page, dashboards_url):
    """In every text field by its address, in names of inputs, in readings, and typed into a field."""
    for id in WITH_TEXT:
        text = [*states(id)][WITH_TEXT.index(id) % 4]
        names = "&".join(f"{quote(each)}={quote(each)}" for each in MARKUP)
        page = open_page(f"{dashboards_url}{id}?{text}&{names}&rulings={quote(MARKUP[0])}", before=TRAP)
        page.locator(".htms-answer").first.wait_for(timeout=WAIT)
        expect(page.locator("body")).to_contain_text("hacked()", timeout=WAIT)
        quiet(page)
    field = page.get_by_role("textbox").first
    for each in MARKUP[:3]:
        field.fill(each)
        field.press("Enter")
        expect(page.locator(".htms-answer").first).to_contain_text(each, timeout=WAIT)
    quiet(page)


def test_the_policy_lets_the_rulebook_compute_and_nothing_else(open_page, rulebook):
    """Served beside the dashboards, a chapter starts its engine and answers; a socket to elsewhere is refused."""
    command = [sys.executable, "-c", "from haventms_widgets.faces.cli import main; main()", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--book", str(rulebook.html)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        line = next(line for line in process.stdout if line.startswith("Rulebook"))
        address = line.split()[1].rpartition("/")[0]
        page = open_page(f"{address}/haven/speed.html", before=VIOLATIONS, expect=("wss://elsewhere.example",))
        page.click("[data-explorer=haven-speed] [data-start]")
        page.wait_for_function("haventms.engine.state === 'ready'", timeout=WAIT)
        page.evaluate("location.hash = 'haven-speed?swiftness=9'")
        expect(page.locator("[data-explorer=haven-speed]").first).to_contain_text(
            said("haven-speed", "swiftness=9"), timeout=WAIT
        )
        assert page.evaluate("window.violations") == []
        page.evaluate("new WebSocket('wss://elsewhere.example/')")
        page.wait_for_function("window.violations.length === 1", timeout=WAIT)
        assert page.evaluate("window.violations") == ["connect-src wss://elsewhere.example/"]
    finally:
        process.kill()
        process.wait()


VIOLATIONS = """
window.violations = [];
addEventListener("securitypolicyviolation", (event) => violations.push(`${event.effectiveDirective} ${event.blockedURI}`));
"""
