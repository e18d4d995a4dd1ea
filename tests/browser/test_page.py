"""An explorer in a page computes there: what is changed, shown, refused, linked to, and what happens when it cannot."""

import json

import pytest
from haventms_widgets import explorers, run_page, run_state

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

HEADLINE = "[data-part=headline]"


def headline(id, state):
    return json.loads(run_state(id, state))["view"]["headline"]


def wait_for(page, id, state, section="haven-speed"):
    """Until the section shows the headline of this case."""
    page.wait_for_function(
        "([id, text]) => document.querySelector(`[data-explorer='${id}'] [data-part=headline]`).innerText.trim() === text",
        arg=[section, headline(id, state)],
        timeout=WAIT,
    )


def errors(page):
    """The sentences that are shown, by field."""
    return dict(
        page.evaluate(
            "[...document.querySelectorAll('[data-error]:not([hidden])')].map((e) => [e.dataset.error, e.innerText])"
        )
    )


def test_without_javascript_the_default_case_stands_in_full(open_page):
    """Headline, facts, picture in words, ledger; the controls are off and it says why."""
    page = open_page("haven-speed.html", java_script_enabled=False)
    assert page.inner_text(HEADLINE) == headline("haven-speed", "")
    assert "Base speed" in page.inner_text("[data-part=facts]")
    assert "H-SPD-1" in page.inner_text("[data-part=ledger]")
    assert "JavaScript" in page.inner_text("[data-part=status]")
    assert page.is_disabled("[name=swiftness]")


def test_nothing_is_loaded_before_a_value_changes(open_page, site):
    """Not on scrolling, not on a touch, not on focus; the button names the size."""
    page = open_page("haven-speed.html")
    site.log.clear()
    page.mouse.wheel(0, 2000)
    page.focus("[name=swiftness]")
    page.click("[name=swiftness]")
    page.wait_for_timeout(300)
    assert site.log == []
    assert "MB, once" in page.inner_text("[data-start]")


def test_a_changed_value_is_answered(open_page):
    """With what CPython says: headline, facts, columns of the picture, ledger; and it says that it is live."""
    page = open_page("haven-speed.html")
    page.fill("[name=swiftness]", "7")
    wait_for(page, "haven-speed", "swiftness=7")
    view = json.loads(run_state("haven-speed", "swiftness=7"))["view"]
    page.wait_for_function("!document.querySelector('.htms-old')")
    for fact in view["facts"]:
        assert fact["value"] in page.inner_text("[data-part=facts]")
    drawn = page.evaluate("haventms.explorers[0].drawing.document.get_model_by_name('factors').data")
    assert {name: list(column) for name, column in drawn.items()} == view["series"]["factors"]
    assert view["ledger"][1]["text"] in page.inner_text("[data-part=ledger]")
    assert "Live" in page.inner_text("[data-part=status]")
    assert page.input_value("[data-twin]") == "7"


HIDDEN = ("rulings", "data", "python")
# What is asked of the engine from now on; whether a part says what this HTML says.
CALLS = """() => {
  const { engine } = haventms;
  const calls = [];
  const { call } = engine;
  engine.call = (message) => { calls.push(message); return call.call(engine, message); };
  return calls;
}"""
SAYS = """([name, html]) => {
  const said = Object.assign(document.createElement("div"), { innerHTML: html }).textContent;
  return haventms.explorers[0].parts.place(name).textContent === said;
}"""


def parts_of(id, state):
    """What the page is told of a case in full."""
    return json.loads(run_page(id, state))["parts"]


def test_what_closed_folds_hide_is_told_a_moment_later(open_page):
    """Readings, numbers and Python of an answer follow once nothing changes; the answer itself does not wait for them."""
    page = open_page("overland-march.html")
    calls = page.evaluate_handle(CALLS)
    page.fill("[name=con]", "9")
    wait_for(page, "overland-march", "con=9", "overland-march")
    page.wait_for_function("() => haventms.explorers[0].parts.stale === false && haventms.explorers[0].asked")
    assert page.evaluate("(calls) => calls.map(({ brief }) => brief)", calls) == [True, False]
    page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
    told = parts_of("overland-march", "con=9")
    for name in HIDDEN:
        assert page.evaluate(SAYS, [name, told[name]]), name


def test_a_fold_that_opens_is_of_this_answer(open_page):
    """It does not wait for the moment; and while it is open each answer is told in full."""
    page = open_page("overland-march.html")
    page.evaluate("haventms.explorers[0].settle = () => {}")  # the moment never comes
    page.fill("[name=con]", "9")
    wait_for(page, "overland-march", "con=9", "overland-march")
    assert page.evaluate("haventms.explorers[0].parts.stale")
    page.click("summary:has-text('Open this case in Python')")
    page.wait_for_function("!haventms.explorers[0].parts.stale")
    assert page.evaluate(SAYS, ["python", parts_of("overland-march", "con=9")["python"]])
    page.fill("[name=con]", "10")
    wait_for(page, "overland-march", "con=10", "overland-march")
    assert not page.evaluate("haventms.explorers[0].parts.stale")
    assert page.evaluate(SAYS, ["python", parts_of("overland-march", "con=10")["python"]])


def test_the_keyboard_stays_in_a_fold_whose_inside_is_new(open_page):
    """On the switch that it was on, or, where it was on something without a name, on the fold itself."""
    page = open_page("haven-speed.html#factors.0.kind=crowd&factors.1.kind=ice")
    wait_for(page, "haven-speed", "factors.0.kind=crowd&factors.1.kind=ice")
    page.evaluate("document.querySelector('details:has([data-part=rulings])').open = true")
    for inside, after in (("select", "r.haven_stack"), ("a", "Rulings: what another reading gives")):
        page.focus(f"[data-part=rulings] {inside} >> nth=0")
        page.evaluate("haventms.explorers[0].put({ rulings: haventms.explorers[0].part('rulings').innerHTML })")
        assert page.evaluate("document.activeElement.name || document.activeElement.innerText.trim()") == after


def test_a_wrong_value_gets_its_sentence_and_the_last_case_stays(open_page):
    """Beside the control, tied to it; gone when it is mended."""
    page = open_page("haven-speed.html")
    page.fill("[name=swiftness]", "101")
    page.wait_for_selector("[data-error=swiftness]:not([hidden])")
    assert errors(page) == {"swiftness": "Swiftness must be a whole number from 0 to 100."}
    assert page.get_attribute("[name=swiftness]", "aria-invalid") == "true"
    described = page.get_attribute("[name=swiftness]", "aria-describedby")
    assert page.inner_text(f"#{described}").startswith("Swiftness must be")
    assert page.inner_text(HEADLINE) == headline("haven-speed", "")
    page.fill("[name=swiftness]", "4")
    wait_for(page, "haven-speed", "swiftness=4")
    assert errors(page) == {}
    assert page.get_attribute("[name=swiftness]", "aria-invalid") is None


def test_an_act_that_a_clause_forbids_is_said_once_above_the_answer(open_page):
    """It belongs to no single control."""
    page = open_page("overland-pace.html")
    page.check("[data-many=conditions][value=impassable]")
    page.wait_for_selector(".htms-form-error:not([hidden])")
    assert errors(page) == {"": "An impassable square cannot be entered: O-TAC-3."}


def test_rows_are_added_moved_and_removed_by_keyboard_alone(open_page):
    """The focus goes where the reader goes on."""
    page = open_page("haven-speed.html")
    page.focus("[data-add-kind]")
    page.keyboard.type("Crowd")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "factors.0.size"
    page.focus("[data-add-kind]")
    page.keyboard.type("Ice")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait_for(page, "haven-speed", "factors.0.kind=crowd&factors.1.kind=ice")
    page.focus("[data-row]:nth-child(2) [data-earlier]")
    page.keyboard.press("Enter")
    page.wait_for_function("haventms.explorers[0].shown === 'factors.0.kind=ice&factors.1.kind=crowd'", timeout=WAIT)
    page.focus("[data-row]:nth-child(1) [data-remove]")
    page.keyboard.press("Space")
    wait_for(page, "haven-speed", "factors.0.kind=crowd")
    assert page.evaluate("document.activeElement.matches('[data-row] button')")


def test_a_ruling_can_be_switched(open_page):
    """The switch comes with its question and stays under the reader's hand."""
    page = open_page("haven-speed.html#factors.0.kind=crowd&factors.1.kind=ice")
    wait_for(page, "haven-speed", "factors.0.kind=crowd&factors.1.kind=ice")
    page.click("summary:has-text('Rulings')")
    page.focus("[name='r.haven_stack']")
    page.select_option("[name='r.haven_stack']", "worst")
    wait_for(page, "haven-speed", "factors.0.kind=crowd&factors.1.kind=ice&r.haven_stack=worst")
    assert page.evaluate("document.activeElement.name") == "r.haven_stack"
    assert "multiply would give" in page.inner_text("[data-part=rulings]")


def test_a_worked_case_fills_the_form(open_page):
    """Choosing one shows it, controls included."""
    page = open_page("haven-speed.html")
    preset = explorers()["haven-speed"].presets[-1]
    page.select_option("[data-preset]", label=preset.title)
    page.wait_for_function("haventms.explorers[0].shown.includes('haven_stack=worst')", timeout=WAIT)
    assert page.input_value("[name='factors.1.kind']") == "ice"
    assert page.input_value("[name=mode_bonus]") == "2"


def test_the_state_is_the_fragment(open_page):
    """Links open, changes are written, the back button goes back, reloading keeps the case."""
    page = open_page("haven-speed.html#swiftness=9")
    wait_for(page, "haven-speed", "swiftness=9")
    assert page.input_value("[name=swiftness]") == "9"
    page.fill("[name=swiftness]", "5")
    page.wait_for_url("**/haven-speed.html#haven-speed?swiftness=5")
    page.go_back()
    wait_for(page, "haven-speed", "swiftness=9")
    page.wait_for_function("document.querySelector('[name=swiftness]').value === '9'")
    page.go_forward()
    wait_for(page, "haven-speed", "swiftness=5")
    page.reload()
    wait_for(page, "haven-speed", "swiftness=5")


def test_a_mangled_fragment_opens_the_page_and_says_what_was_wrong(open_page):
    """The default case stays."""
    page = open_page("haven-speed.html#swiftness=many&colour=blue")
    page.wait_for_selector("[data-error=swiftness]:not([hidden])")
    assert page.inner_text(HEADLINE) == headline("haven-speed", "")
    other = open_page("haven-speed.html#swiftness=4&colour=blue")
    other.wait_for_selector(".htms-form-error:not([hidden])")
    assert "colour" in other.inner_text(".htms-form-error")


def test_an_anchor_is_no_state(open_page, site):
    """Going to a clause starts nothing."""
    page = open_page("haven-speed.html#h-spd-1")
    site.log.clear()
    page.wait_for_timeout(300)
    assert site.log == []


def test_several_explorers_share_one_engine(open_page, site):
    """The second answers without a second start; each keeps its own case; the fragment names whose it is."""
    page = open_page("all.html")
    page.fill("[data-explorer=haven-speed] [name=swiftness]", "8")
    wait_for(page, "haven-speed", "swiftness=8")
    asked = len([path for path in site.log if path.endswith("worker.mjs")])
    page.fill("[data-explorer=overland-pace] [name=con]", "18")
    page.wait_for_function("haventms.explorers.find((e) => e.id === 'overland-pace').shown === 'con=18'", timeout=WAIT)
    assert len([path for path in site.log if path.endswith("worker.mjs")]) == asked == 1
    page.wait_for_url("**#overland-pace?con=18")
    assert page.inner_text(f"[data-explorer=haven-speed] {HEADLINE}") == headline("haven-speed", "swiftness=8")


def test_the_latest_input_wins(open_page):
    """Many changes in a row end in the last one; results of older ones are dimmed until then."""
    page = open_page("haven-speed.html#swiftness=1")
    wait_for(page, "haven-speed", "swiftness=1")
    page.evaluate(
        """() => { const slider = document.querySelector('[data-twin]');
        for (let n = 2; n <= 40; n++) { slider.value = n; slider.dispatchEvent(new Event('input', { bubbles: true })); } }"""
    )
    assert page.evaluate("document.querySelector('.htms').classList.contains('htms-old')")
    wait_for(page, "haven-speed", "swiftness=40")
    page.wait_for_function("!document.querySelector('.htms-old')")
    assert page.evaluate("haventms.explorers[0].updates.length") < 10


def test_a_browser_that_saves_data_is_asked_first(open_page, site):
    """A changed value does not load nine megabytes; the button does."""
    saving = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
    page = open_page("haven-speed.html", before=saving)
    site.log.clear()
    page.fill("[name=swiftness]", "6")
    page.wait_for_timeout(300)
    assert site.log == []
    assert "saves data" in page.inner_text("[data-part=status]")
    page.click("[data-start]")
    wait_for(page, "haven-speed", "swiftness=6")


def test_it_works_from_a_file(open_page, folder):
    """Opened from the disk, without any server."""
    page = open_page(f"file://{folder}/haven-speed.html")
    page.fill("[name=swiftness]", "7")
    wait_for(page, "haven-speed", "swiftness=7")


def test_links_to_clauses_lead_to_their_page(open_page):
    """One on this page stays here, one elsewhere goes there, also after a change."""
    page = open_page("haven-speed.html#factors.0.kind=ice")
    wait_for(page, "haven-speed", "factors.0.kind=ice")
    links = dict(
        page.evaluate(
            "[...document.querySelectorAll('[data-part=ledger] a')].map((a) => [a.innerText, a.getAttribute('href')])"
        )
    )
    assert links["H-SPD-1"] == "#h-spd-1"
    assert links["H-ICE-1"] == "./clauses.html#h-ice-1"


def test_a_book_without_an_engine_says_so(open_page):
    """The case stands, the controls are off."""
    page = open_page("static.html")
    assert "without its calculator" in page.inner_text("[data-part=status]")
    assert page.is_disabled("[name=swiftness]")
    assert page.inner_text(HEADLINE) == headline("haven-speed", "")


def cut(handler, content):
    """Half a file under its full name."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(content) // 2))
    handler.end_headers()
    handler.wfile.write(content[: len(content) // 2])


def other(handler, content):
    """A file of the same length with other content."""
    changed = content[:-40] + bytes(byte ^ 255 for byte in content[-40:])
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(changed)))
    handler.end_headers()
    handler.wfile.write(changed)


def missing(handler, _content):
    """No such file."""
    handler.send_error(404)


def broken(handler, content):
    """The server goes away in mid-load."""
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content[: len(content) // 3])
    handler.wfile.flush()
    handler.close_connection = True


@pytest.mark.parametrize("fault", [cut, other, missing, broken])
def test_an_engine_that_cannot_start_leaves_the_case_and_can_be_tried_again(open_page, site, fault):
    """It says what is wrong; when the file is whole again, the same click computes."""
    site.faults["memory.zst.gz"] = fault
    page = open_page("haven-speed.html", expect=("memory", "404", "ERR_", "Error", "error"))
    page.fill("[name=swiftness]", "7")
    page.wait_for_selector("[data-state=failed]")
    said = page.inner_text("[data-part=status]")
    assert "memory.zst" in said
    assert "The case shown last stays." in said
    assert page.inner_text(HEADLINE) == headline("haven-speed", "")
    site.faults.clear()
    page.click("[data-start]")
    wait_for(page, "haven-speed", "swiftness=7")


def test_a_worker_that_is_killed_is_started_again(open_page):
    """The reader is told, keeps the case, and goes on."""
    page = open_page("haven-speed.html#swiftness=2")
    wait_for(page, "haven-speed", "swiftness=2")
    page.evaluate("haventms.engine.fail('The calculator was ended by the browser.')")
    assert "ended by the browser" in page.inner_text("[data-part=status]")
    page.fill("[name=swiftness]", "3")
    wait_for(page, "haven-speed", "swiftness=3")


def test_a_browser_without_webassembly_is_told(open_page):
    """The case stands."""
    page = open_page("haven-speed.html", before="delete globalThis.WebAssembly", expect=("WebAssembly", "Error"))
    page.evaluate(
        "haventms.engine.hear({ type: 'fatal', message: 'This browser has no WebAssembly, which the calculator needs.' })"
    )
    assert "no WebAssembly" in page.inner_text("[data-part=status]")
    assert page.inner_text(HEADLINE) == headline("haven-speed", "")


def test_a_page_that_is_left_gives_its_memory_back(open_page):
    """Its worker ends with it; where the browser kept the page, the next change computes again."""
    page = open_page("haven-speed.html")
    page.fill("[name=swiftness]", "7")
    wait_for(page, "haven-speed", "swiftness=7")
    assert len(page.workers) == 1
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    page.wait_for_function("haventms.engine.state === 'off' && haventms.engine.worker === null")
    assert page.workers == []
    assert "Change a value" in page.inner_text("[data-part=status]")
    page.fill("[name=swiftness]", "5")
    wait_for(page, "haven-speed", "swiftness=5")
