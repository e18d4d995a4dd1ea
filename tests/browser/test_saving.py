"""What a page and a dashboard show is saved as files and shared as links, with the calculator at work or not."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from haventms_widgets import explorers, run_files, run_state

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

SAVE = "summary:has-text('Save and share')"


def saved(page, kind):
    """The name and the bytes of what a button gives."""
    with page.expect_download() as told:
        page.click(f"[data-save={kind}]")
    return told.value.suggested_filename, Path(told.value.path()).read_bytes()


def texts(id, state):
    return json.loads(run_files(id, state))["files"]


def colours(page, png):
    """How many colours a picture has, its size, and the colour of its corner."""
    return page.evaluate(
        """async (bytes) => {
            const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
            const canvas = new OffscreenCanvas(picture.width, picture.height);
            const pen = canvas.getContext("2d");
            pen.drawImage(picture, 0, 0);
            const data = new Uint32Array(pen.getImageData(0, 0, picture.width, picture.height).data.buffer);
            return [new Set(data).size, picture.width, picture.height, data[0]];
        }""",
        list(png),
    )


def from_file(folder, name):
    return f"file://{folder / name}"


@pytest.mark.parametrize("served", [True, False], ids=["served", "from a file"])
def test_the_case_of_the_page_is_saved_without_the_calculator(open_page, folder, site, served):
    """Every kind of text as CPython makes it, and the pictures; nothing is started for it."""
    page = open_page("haven-speed.html" if served else from_file(folder, "haven-speed.html"))
    page.click(SAVE)
    for kind, made in texts("haven-speed", "").items():
        assert saved(page, kind) == (made["name"], made["text"].encode())
    assert saved(page, "png")[0] == "haven-speed.png"
    assert page.inner_text("[data-told]") == "Saved as haven-speed.png."
    assert page.evaluate("haventms.engine.state") == "off"


def test_a_changed_case_is_saved_as_it_is_shown(open_page):
    """The engine makes the same texts as CPython."""
    page = open_page("haven-speed.html#haven-speed?swiftness=7&factors.0.kind=ice")
    page.wait_for_function("haventms.explorers[0].shown === 'swiftness=7&factors.0.kind=ice'", timeout=WAIT)
    page.click(SAVE)
    for kind, made in texts("haven-speed", "swiftness=7&factors.0.kind=ice").items():
        assert saved(page, kind) == (made["name"], made["text"].encode())


def test_a_lost_calculator_is_said(open_page):
    """No file, but a sentence."""
    page = open_page("haven-speed.html#haven-speed?swiftness=7", expect=("lost",))
    page.wait_for_function("haventms.explorers[0].shown === 'swiftness=7'", timeout=WAIT)
    page.evaluate("haventms.engine.fail('lost', 'lost')")
    page.click(SAVE)
    page.click("[data-save=csv]")
    page.wait_for_function(
        "document.querySelector('[data-told]').innerText.startsWith('The calculator is not running')"
    )


@pytest.mark.parametrize(("id", "scheme"), [*((id, "dark") for id in explorers()), ("haven-speed", "light")])
def test_every_picture_is_saved_on_white_under_its_sentence(open_page, id, scheme):
    """As PNG and as SVG, of a dark page too; its words are text there. The page keeps its look."""
    page = open_page(f"{id}.html", color_scheme=scheme)
    look = page.get_attribute(".htms-canvas > *", "style")
    page.click(SAVE)
    name, png = saved(page, "png")
    count, width, height, corner = colours(page, png)
    assert name == f"{id}.png"
    assert corner == 0xFFFFFFFF
    assert count > 20
    box = page.locator(".htms-canvas > *").bounding_box()
    assert width == pytest.approx(box["width"], abs=2)
    assert height > box["height"]
    name, svg = saved(page, "svg")
    assert name == f"{id}.svg"
    tree = ElementTree.fromstring(svg)
    words = " ".join("".join(each.itertext()) for each in tree.iter("{http://www.w3.org/2000/svg}text"))
    for word in page.inner_text("[data-part=headline]").split():
        assert word in words
    assert len(list(tree.iter("{http://www.w3.org/2000/svg}path"))) > 5
    assert (page.get_attribute(".htms-canvas > *", "style") or "") == (look or "")


def test_the_python_and_the_link_are_copied(open_page, site):
    """The link opens the same case in another page, also where several explorers stand."""
    page = open_page("all.html", permissions=["clipboard-read", "clipboard-write"])
    page.fill("[data-explorer=haven-speed] [name=swiftness]", "5")
    page.wait_for_function("haventms.explorers[0].shown === 'swiftness=5'", timeout=WAIT)
    page.click(f"[data-explorer=haven-speed] {SAVE}")
    page.click("[data-explorer=haven-speed] [data-link]")
    page.wait_for_function("document.querySelector('[data-told]').innerText.includes('clipboard')")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{site.url}all.html#haven-speed?swiftness=5"
    page.click("[data-explorer=haven-speed] summary:has-text('Python')")
    page.click("[data-explorer=haven-speed] [data-copy] >> nth=0")
    page.wait_for_function("document.querySelector('[data-copy]').innerText === 'Copied'")
    code = page.evaluate("navigator.clipboard.readText()")
    assert code == "from haventms_widgets import show\n\nshow('haven-speed', swiftness=5)"
    other = open_page(link.replace("all.html", "haven-speed.html"))
    other.wait_for_function("haventms.explorers[0].shown === 'swiftness=5'", timeout=WAIT)


def test_a_browser_without_a_clipboard_shows_the_link(open_page, site):
    """And marks the code for the reader's own keys."""
    refuse = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    page = open_page("haven-speed.html", before=refuse)
    page.click(SAVE)
    page.click("[data-link]")
    page.wait_for_function("document.querySelector('[data-told]').innerText.includes('#haven-speed?')")
    assert page.inner_text("[data-told]") == f"The link to this case: {site.url}haven-speed.html#haven-speed?"
    page.click("summary:has-text('Python')")
    page.click("[data-copy] >> nth=0")
    page.wait_for_function("getSelection().toString().includes('haventms_widgets import show')")


def test_without_javascript_nothing_offers_what_it_cannot_do(open_page):
    """The buttons are not there; the Python is."""
    page = open_page("haven-speed.html", java_script_enabled=False)
    assert not page.is_visible(SAVE)
    page.click("summary:has-text('Python')")
    assert page.is_visible("[data-part=python] pre >> nth=0")
    assert not page.is_visible("[data-copy] >> nth=0")


def test_a_dashboard_saves_what_it_shows(open_page, dashboards_url):
    """The texts that CPython makes, and both pictures."""
    page = open_page(f"{dashboards_url}haven-speed?swiftness=6")
    page.get_by_role("button", name="Save").click()
    choice = page.get_by_label("Save this case as")
    labels = {"csv": "Values (CSV)", "json": "All of it (JSON)", "png": "Picture (PNG)", "svg": "Picture (SVG)"}
    for kind, label in labels.items():
        with page.expect_download() as told:
            choice.select_option(label=label)
        content = Path(told.value.path()).read_bytes()
        if kind == "png":
            assert colours(page, content)[3] == 0xFFFFFFFF
        elif kind == "svg":
            assert b"<svg" in content
        else:
            assert content.decode() == texts("haven-speed", "swiftness=6")[kind]["text"]


def test_the_back_button_of_a_dashboard_opens_the_case_before(open_page, dashboards_url):
    """Its address is a link to what it shows."""
    page = open_page(f"{dashboards_url}haven-speed?swiftness=6")
    headlines = [
        json.loads(run_state("haven-speed", text))["view"]["headline"] for text in ("swiftness=6", "swiftness=7")
    ]
    page.locator(".htms-answer", has_text=headlines[0]).wait_for()
    page.get_by_role("slider").first.press("ArrowRight")
    page.locator(".htms-answer", has_text=headlines[1]).wait_for()
    page.wait_for_url("**/haven-speed?swiftness=7")
    page.evaluate("history.back()")
    page.wait_for_url("**/haven-speed?swiftness=6")
    page.locator(".htms-answer", has_text=headlines[0]).wait_for()
    page.evaluate("history.forward()")
    page.wait_for_url("**/haven-speed?swiftness=7")
    page.locator(".htms-answer", has_text=headlines[1]).wait_for()
