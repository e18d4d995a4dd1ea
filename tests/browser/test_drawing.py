"""The picture of an explorer: only what changed is painted, what the reader sees first, and it looks as it always did."""

import pytest

from browser.conftest import WAIT

pytestmark = pytest.mark.browser

PLAIN = "document.addEventListener('DOMContentLoaded', () => (Bokeh.loader = undefined))"
CHANGE = """(by) => {
  const field = document.querySelector('.htms-form input[type="number"]');
  field.value = Number(field.value) + by;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""
SETTLED = """(count) => {
  const { updates, drawing } = haventms.explorers[0];
  return updates.length >= count && updates.at(-1).painted && !drawing.waiting.size;
}"""
# An answer whose columns are empty, without an engine; which sources hold it at once, and a little later.
EMPTY = """
  const { drawing } = haventms.explorers[0];
  const data = (name) => drawing.document.get_model_by_name(name).data;
  const empty = (name) => Object.fromEntries(Object.keys(data(name)).map((column) => [column, []]));
  const emptied = (name) => Object.values(data(name)).every((column) => !column.length);
  const names = drawing.figures.map(({ names }) => [...names][0]);
"""
AT_ONCE = f"""async () => {{
  {EMPTY}
  drawing.show(Object.fromEntries(names.map((name) => [name, empty(name)])));
  const told = {{ seen: drawing.figures.map(({{ seen }}) => seen), atOnce: names.map(emptied) }};
  await new Promise((resolve) => setTimeout(resolve, 1000));
  return {{ ...told, later: names.map(emptied) }};
}}"""
SCROLLED = f"""async () => {{
  {EMPTY}
  const name = names.at(-1);
  drawing.show({{ [name]: empty(name) }});
  clearTimeout(drawing.later); // the pause never ends
  const before = emptied(name);
  drawing.figures.at(-1).element.scrollIntoView();
  await new Promise((resolve) => setTimeout(resolve, 500));
  return [before, emptied(name)];
}}"""
PAINTINGS = """async () => {
  const { drawing } = haventms.explorers[0];
  const [name] = drawing.figures[0].names;
  let count = 0;
  for (const view of drawing.views()) view.repainted?.connect(() => count++);
  const told = Object.entries(drawing.document.get_model_by_name(name).data);
  const [whole, less] = [0, 1].map((from) => Object.fromEntries(told.map(([column, values]) => [column, [...values].slice(from)])));
  const painted = [];
  for (const series of [whole, structuredClone(whole), less]) {
    drawing.show({ [name]: series });
    await new Promise((resolve) => setTimeout(resolve, 300));
    painted.push(count);
  }
  return painted;
}"""
EARLY = """async () => {
  const { section, drawing } = haventms.explorers[0];
  const [name] = drawing.figures[0].names;
  const columns = Object.keys(drawing.document.get_model_by_name(name).data);
  const another = new haventms.Drawing(Object.assign(document.createElement("div"), { id: "another" }));
  section.append(another.canvas);
  another.show({ [name]: Object.fromEntries(columns.map((column) => [column, []])) });
  await another.draw(JSON.parse(section.querySelector(".htms-config").textContent).item);
  return Object.values(another.document.get_model_by_name(name).data).map((column) => column.length);
}"""
# How often each figure is painted for an answer that changes the ends of its axes.
ENDS = """async (factor) => {
  const figures = [...haventms.explorers[0].drawing.views()].filter(({ frame }) => frame);
  const ends = () => figures.map(({ frame }) => [...frame.y_ranges.values()].map(({ start, end }) => [start, end].join()).join());
  const before = ends();
  const counts = figures.map(() => 0);
  figures.forEach((view, at) => view.repainted.connect(() => counts[at]++));
  (TIMES)(factor);
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { counts, changed: ends().map((each, at) => each !== before[at]) };
}"""
TOLD = """() => {
  const found = [];
  const look = (node) => {
    for (const each of node.querySelectorAll("*")) {
      if (each.matches(".bk-Tooltip") && each.checkVisibility()) found.push(each.shadowRoot.textContent);
      if (each.shadowRoot) look(each.shadowRoot);
    }
  };
  look(document);
  return found.map((text) => text.slice(text.lastIndexOf("}") + 1).replace(/\\s+/g, " ").trim());
}"""
LEFT = "() => [...haventms.explorers[0].drawing.views()].find(({ frame }) => frame).frame.bbox.left"
SPEEDS = """() => {
  const { drawing } = haventms.explorers[0];
  const columns = [...drawing.figures[0].names].map((name) => drawing.columns(name)).find(({ feet_turn }) => feet_turn);
  const told = (name, at) => `${name} one action: ${columns.feet_move[at]} ft two actions: ${columns.feet_turn[at]} ft`;
  return [...columns.name].map(told);
}"""
FRAME = """() => {
  const view = [...haventms.explorers[0].drawing.views()].find(({ frame }) => frame);
  const { left, top } = view.canvas_view.el.getBoundingClientRect();
  const box = view.frame.bbox;
  return [left + box.left, top + box.top, left + box.right, top + box.bottom];
}"""
# All numbers of all columns, so many times as large.
TIMES = """(factor) => {
  const { drawing } = haventms.explorers[0];
  const data = (name) => drawing.document.get_model_by_name(name).data;
  window.told ??= drawing.figures.flatMap(({ names }) => [...names]).map((name) => [name, data(name)]);
  const times = (values) => [...values].map((value) => (typeof value === "number" ? value * factor : value));
  const larger = (columns) => Object.fromEntries(Object.entries(columns).map(([column, values]) => [column, times(values)]));
  drawing.show(Object.fromEntries(told.map(([name, columns]) => [name, larger(columns)])));
}"""
ENDS = ENDS.replace("TIMES", TIMES)
LEGENDS = """() => {
  const items = [];
  const look = (node) => {
    for (const each of node.querySelectorAll("*")) {
      if (each.matches(".bk-item")) items.push(each);
      if (each.shadowRoot) look(each.shadowRoot);
    }
  };
  look(document.querySelector(".htms-canvas"));
  return items;
}"""


def change(page, by, count):
    page.evaluate(CHANGE, by)
    page.wait_for_function(SETTLED, arg=count, timeout=WAIT)


def picture(page):
    page.wait_for_timeout(300)
    return page.locator(".htms-canvas").screenshot()


@pytest.mark.parametrize("id", ["haven-speed", "haven-hazard", "domains-attack", "overland-march", "compare"])
def test_a_picture_is_painted_as_bokehjs_itself_paints_it(open_page, id):
    """After changes and after a change of theme, dot by dot; without our shortcuts it says so on the console."""
    said = "BokehJS paints as it is used to."
    pages = [open_page(f"{id}.html"), open_page(f"{id}.html", before=PLAIN, expect=(said,))]
    for page in pages:
        change(page, 1, 1)
        change(page, 1, 2)
    light = [picture(page) for page in pages]
    for page in pages:
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = [picture(page) for page in pages]
    assert light[0] == light[1]
    assert dark[0] == dark[1]
    assert light[0] != dark[0]


def test_figures_that_nobody_sees_wait_for_a_pause(open_page):
    """Those in the window are painted at once; a moment later all of them show the answer."""
    page = open_page("domains-attack.html", viewport={"width": 1280, "height": 800})
    page.locator(".htms-canvas").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.querySelector('.htms-canvas').getBoundingClientRect().top + scrollY - 700)")
    page.wait_for_timeout(300)
    told = page.evaluate(AT_ONCE)
    assert told["atOnce"] == told["seen"]
    assert set(told["seen"]) == {True, False}
    assert all(told["later"])


def test_a_figure_that_comes_into_sight_is_painted(open_page):
    """Without any pause."""
    page = open_page("domains-attack.html", viewport={"width": 1280, "height": 400})
    page.wait_for_timeout(300)
    assert page.evaluate(SCROLLED) == [False, True]


def test_a_figure_whose_numbers_stay_is_not_painted_again(open_page):
    """The first answer, the same again, and another."""
    page = open_page("haven-speed.html", viewport={"width": 1280, "height": 3000})
    page.wait_for_timeout(500)
    first, same, other = page.evaluate(PAINTINGS)
    assert same == first
    assert other > same


def test_a_figure_whose_axes_change_is_painted_once(open_page):
    """BokehJS would find their new ends while it paints, and paint again."""
    page = open_page("haven-hazard.html", viewport={"width": 1280, "height": 3000})
    page.wait_for_timeout(500)
    page.evaluate(TIMES, 3)
    page.wait_for_timeout(500)
    told = page.evaluate(ENDS, 2.9)  # as wide as before: nothing is laid out anew
    assert any(told["changed"])
    assert set(told["counts"]) == {1}


def test_a_mark_tells_its_numbers_after_changes(open_page):
    """What is left out of the marks is nothing that the mouse asks for: each tells the speeds of the last answer."""
    page = open_page("haven-speed.html", viewport={"width": 1280, "height": 3000})
    first = page.evaluate(SPEEDS)
    for count in (1, 2):
        change(page, 3, count)
    last = page.evaluate(SPEEDS)
    left, top, _, bottom = page.evaluate(FRAME)
    told = set()
    for part in range(20):
        page.mouse.move(left + 10, top + (bottom - top) * (part + 0.5) / 20)
        page.wait_for_timeout(100)
        told.update(page.evaluate(TOLD))
    assert len(told) > 5
    assert told <= set(last)
    assert not told & set(first)


def test_an_answer_that_comes_before_the_picture_is_in_it(open_page):
    """It waits until there is something to paint."""
    page = open_page("haven-speed.html")
    assert set(page.evaluate(EARLY)) == {0}


def test_a_legend_stays_while_its_entries_do(open_page):
    """BokehJS would make it anew with every number."""
    page = open_page("overland-march.html", viewport={"width": 1280, "height": 3000})
    before = page.evaluate_handle(LEGENDS)
    assert page.evaluate("(items) => items.length", before) > 0
    change(page, 1, 1)
    assert page.evaluate(f"(items) => ({LEGENDS})().every((item, at) => item === items[at])", before)


def test_an_axis_keeps_the_room_it_had(open_page):
    """Wider labels move the frame once; when they are narrow again it stays, until the window gets another size."""
    page = open_page("domains-turn.html", viewport={"width": 1280, "height": 3000})
    lefts = [page.evaluate(LEFT)]
    for factor in (1000, 1):
        page.evaluate(TIMES, factor)
        page.wait_for_timeout(500)
        lefts.append(page.evaluate(LEFT))
    page.set_viewport_size({"width": 600, "height": 3000})
    page.wait_for_timeout(1000)
    lefts.append(page.evaluate(LEFT))
    narrow, wide, kept, after = lefts
    assert narrow < wide
    assert kept == wide
    assert after == narrow
