"""The dashboard face: an explorer as an app for Panel's server, updated in place.

Controls and words are Bokeh's own models: every change is one callback that sets the text of `Div`s and the data of
sources. Panel's wrappers would add a pause of 50 ms to each change and rebuild what only needs new text.
"""

from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import urlencode

import panel as pn
from bokeh.models import (
    Button,
    Checkbox,
    CheckboxGroup,
    Column,
    Div,
    InlineStyleSheet,
    Row,
    Select,
    Slider,
    Spinner,
    TextAreaInput,
    TextInput,
)

from haventms import Rulings

from .. import charts
from .. import table as tables
from ..characters import PLACES
from ..controls import Spec
from ..explorer import Asked, Explorer, View, openings
from ..markup import fragments
from ..registry import explorers
from ..run import find
from ..state import read_value, write_value
from .forms import Leaf, Toolkit, wrong
from .page import preset_state
from .painting import Painting
from .session import Session
from .sharing import PartyFile, Saving, address


@cache
def asset(name: str) -> str:
    """A file of the page face as text: the look of the explorers is the same as in the book."""
    return files("haventms_widgets").joinpath("page", name).read_text(encoding="utf-8")


def app(id: str) -> Callable[[], Any]:
    """What Panel's server calls for each new visitor of an explorer."""
    explorer = find(id)
    return lambda: Dashboard(explorer).page()


def apps() -> dict[str, Callable[[], Any]]:
    """All explorers by the path that they are served under."""
    return {id: app(id) for id in explorers()}


class Dashboard:
    """One visitor's explorer: the form on the left, the answer on the right; one below the other where it is narrow."""

    def __init__(self, explorer: Explorer[Any, Any]) -> None:
        self.explorer = explorer
        self.toolkit = _Bokeh()
        self.session = Session(explorer, self.toolkit, self.show, self.complain)
        view = self.session.view
        self.drawn = charts.figure(explorer.chart, view["series"])
        words = self.toolkit.words
        self.wrong, self.headline, self.facts, self.ledger, self.data, self.python = (words() for _ in range(6))
        self.address = address()
        self.choices: dict[str, tuple[Any, Any]] = {}
        self.switches = Column(children=[], sizing_mode="stretch_width")
        self.table = Column(children=[], sizing_mode="stretch_width")
        self.following = Select(title="Do next", **self.toolkit.wide)
        self.following.on_change("value", lambda _attr, _old, new: self._open(new))
        self.saving = Saving(self.session, self.drawn, self.toolkit.wide)
        self.party = PartyFile(self.session, self.toolkit)
        self.show(view)

    def page(self) -> Any:
        """The page: the case of the address is opened, then kept in the address."""
        self.open_address(_address())
        presets = [("", "choose one"), *self._presets()]
        cases = Select(title="Worked cases", options=presets, value="", **self.toolkit.wide)
        cases.on_change("value", lambda _attr, _old, new: self._open(new, exactly=False))
        left = Column(
            children=[cases, self.session.form.widget, self.following], css_classes=["htms-left"], styles=LEFT
        )
        right = Column(
            children=[
                self.table,
                self.wrong,
                self.headline,
                self.facts,
                self.drawn,
                self._fold("Why: every step with its clause", self.ledger, True),
                self._fold("Rulings: what another reading gives", self.switches, True),
                self._fold("The numbers behind the picture", self.data, False),
                self._fold("Open this case in Python", self.python, False),
                self._fold("Save", self.saving.choice, False),
                *([self._fold("Your characters", self.party.widget, False)] if self.explorer.id in PLACES else []),
            ],
            styles=RIGHT,
        )
        body = Row(children=[left, right], sizing_mode="stretch_width", styles=WRAP, tags=[self.address])
        template = pn.Template(asset("dashboard.html"))
        template.add_variable("explorer", self.explorer)
        template.add_variable("frame", asset("frame.css"))
        template.add_variable("theme", asset("theme.js"))
        template.add_variable("names", asset("names.js"))
        template.add_variable("files", asset("files.js"))
        template.add_variable("address", asset("address.js"))
        template.add_panel("body", pn.pane.Bokeh(body, sizing_mode="stretch_width"))
        return template

    def open_address(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Take the readings and show the case that an address asks for: `?rulings=literal&swiftness=3`."""
        chosen = ",".join(value for name, value in pairs if name == tables.PARAMETER)
        self._sit_down(chosen)
        if text := urlencode([pair for pair in pairs if pair[0] != tables.PARAMETER]):
            self.session.load(text, exactly=not chosen)

    def _presets(self) -> list[tuple[str, str]]:
        # The mark keeps the default case, whose state text is empty, apart from "choose one".
        return [
            ("=" + preset_state(self.explorer, each.inputs, each.rulings), each.title) for each in self.explorer.presets
        ]

    def _open(self, marked: str, exactly: bool = True) -> None:
        if marked:
            self.session.load(marked.removeprefix("="), exactly)

    def _sit_down(self, chosen: str) -> None:
        """Go by the readings that the address names, and say where they differ from the book's."""
        rulings, wrong = tables.read(chosen)
        said = [sentence for sentence in [*wrong, tables.told(rulings)] if sentence]
        if said:
            back = self.toolkit.button(tables.BACK, tables.BACK, self._leave_table)
            words = self.toolkit.words("".join(f"<p>{escape(sentence)}</p>" for sentence in said))
            self.toolkit.restack(self.table, [words, back])
            self.session.sit_down(rulings)

    def _leave_table(self) -> None:
        self.toolkit.restack(self.table, [])
        self.session.sit_down(Rulings())

    def complain(self, sentences: list[str]) -> None:
        self.toolkit.say(self.wrong, "".join(map(wrong, sentences)))

    def show(self, view: View) -> None:
        self.toolkit.say(self.headline, f'<div class="htms-answer">{fragments.headline(view)}</div>')
        self.toolkit.say(self.facts, fragments.facts(view))
        self.toolkit.say(self.ledger, fragments.ledger(view, book_address))
        self.toolkit.say(self.data, fragments.data(view))
        self.toolkit.say(self.python, fragments.python(view))
        self._show_switches(view["asked"])
        following = [("=" + text, label) for label, text in openings(view)]
        self.following.update(options=[("", "choose one"), *following], value="", visible=bool(following))
        charts.update(self.drawn, view["series"])
        charts.describe(self.drawn, view["picture"])
        self.address.data = {"state": [view["state"]]}

    def _fold(self, title: str, inner: Any, opened: bool) -> Any:
        """A title that shows and hides what is below it."""

        def turn() -> None:
            box.visible = not box.visible
            button.label = ("▾ " if box.visible else "▸ ") + title

        # A box of its own: a place for words shows itself whenever it has new ones.
        box = Column(children=[inner], sizing_mode="stretch_width", visible=opened)
        button = self.toolkit.button(("▾ " if opened else "▸ ") + title, title, turn)
        return Column(children=[button, box], sizing_mode="stretch_width")

    def _show_switches(self, asked: Sequence[Asked]) -> None:
        rows = []
        for each in asked:
            if each["field"]:
                control, said = self.choices.get(each["field"]) or self._switch(each)
                control.value = each["choice"]
                self.toolkit.say(said, fragments.others(each))
                rows += [control, said]
            else:
                rows.append(
                    self.toolkit.words(f"<p>{escape(each['id'])}: {escape(each['title'])} <small>fixed</small></p>")
                )
        if not asked:
            rows.append(self.toolkit.words('<p class="htms-none">No open question arises here.</p>'))
        self.toolkit.restack(self.switches, rows)

    def _switch(self, asked: Asked) -> tuple[Any, Any]:
        options = [(each["token"], f"{each['token']}: {each['meaning']}") for each in asked["choices"]]
        title = f"{asked['id']}: {asked['title']}"
        control = Select(title=title, options=options, value=asked["choice"], **self.toolkit.wide)

        def choose(_attr: str, _old: str, new: str) -> None:
            if self.session.rulings.get(asked["field"], asked["choices"][0]["token"]) != new:
                self.session.choose(asked["field"], new)

        control.on_change("value", choose)
        self.choices[asked["field"]] = control, self.toolkit.words()
        return self.choices[asked["field"]]


WRAP = {"flex-wrap": "wrap", "gap": "0.5rem 2rem", "align-items": "flex-start"}
LEFT = {"flex": "1 1 17rem", "min-width": "0", "max-width": "30rem"}
RIGHT = {"flex": "3 1 24rem", "min-width": "0", "max-width": "100%"}


def book_address(id: str) -> str:
    """Where the served rulebook explains an id: its page for lost anchors sends on to the right chapter."""
    return f"book/clauses.html#{id.lower()}" if pn.state.cache.get("book") else ""


def _address() -> list[tuple[str, str]]:
    """The names and values of the address that the visitor opened."""
    context = pn.state.curdoc.session_context if pn.state.curdoc else None
    arguments = context.request.arguments if context and context.request else {}
    pairs = [(name, value.decode(errors="replace")) for name, values in arguments.items() for value in values]
    return [pair for pair in pairs if not pair[0].startswith("bokeh-")]


def _set(div: Any, html: str) -> None:
    text = f'<div class="htms htms-bare">{html}</div>' if html else ""
    if div.text != text:
        div.text = text
        div.visible = bool(text)  # an empty place takes no room


class _Control:
    """One Bokeh control and the place of its error."""

    def __init__(
        self, spec: Spec, control: Any, place: Any, changed: Callable[[], None], attribute: str = "value"
    ) -> None:
        self.spec, self.control, self.place, self.attribute = spec, control, place, attribute
        self.widget = Column(children=[control, place], sizing_mode="stretch_width")
        control.on_change(attribute, lambda _attr, _old, _new: changed())

    def read(self) -> str:
        return write_value(getattr(self.control, self.attribute))

    def write(self, text: str) -> None:
        setattr(self.control, self.attribute, _value(self.spec, text))

    def complain(self, sentence: str) -> None:
        _set(self.place, wrong(sentence))


class _Grid(_Control):
    """A map: painted on its picture with a brush, or written as rows of letters."""

    def __init__(self, spec: Spec, text: str, place: Any, changed: Callable[[], None], wide: dict[str, Any]) -> None:
        self.painting = Painting(spec, text, self._painted)
        area = TextAreaInput(value=self._rows(), rows=6, title=f"{spec.label}, as text", max_length=None, **wide)
        area.stylesheets = [*wide["stylesheets"], InlineStyleSheet(css="textarea { font-family: monospace; }")]
        super().__init__(spec, area, place, changed)
        brush = Select(
            title=f"{spec.label}: paint with", options=self.painting.brushes, value=self.painting.brush, **wide
        )
        brush.on_change("value", lambda _attr, _old, new: setattr(self.painting, "brush", new))
        area.on_change("value", lambda _attr, _old, new: self.painting.show(new))
        self.widget.children = [brush, self.painting.drawn, area, place]

    def _rows(self) -> str:
        return "\n".join(self.painting.rows)

    def _painted(self) -> None:
        self.control.value = self._rows()

    def write(self, text: str) -> None:
        self.painting.show(text)
        self.control.value = self._rows()


class _Many(_Control):
    """A set of choices as check boxes."""

    def read(self) -> str:
        return ",".join(str(self.spec.options[number][0]) for number in sorted(self.control.active))

    def write(self, text: str) -> None:
        self.control.active = _active(self.spec, text)


def _active(spec: Spec, text: str) -> list[int]:
    chosen = text.split(",")
    return [number for number, (option, _) in enumerate(spec.options) if str(option) in chosen]


def _value(spec: Spec, text: str) -> Any:
    return read_value(text, spec) if spec.kind in ("whole", "switch") and not spec.blank else text


class _Bokeh(Toolkit):
    """Bokeh's models. The two style sheets are one model each for a whole page."""

    def __init__(self) -> None:
        self.text_style = InlineStyleSheet(css=asset("page.css"))
        self.wide: dict[str, Any] = {
            "sizing_mode": "stretch_width",
            "stylesheets": [InlineStyleSheet(css=asset("widgets.css"))],
        }

    def leaf(self, spec: Spec, text: str, changed: Callable[[], None]) -> Leaf:
        place = self.words()
        if spec.kind == "many":
            labels = [label for _, label in spec.options]
            many = _Many(
                spec, CheckboxGroup(labels=labels, active=_active(spec, text), **self.wide), place, changed, "active"
            )
            title = self.words(f'<span class="htms-label">{escape(spec.label)}</span>')
            many.widget.children = [title, *many.widget.children]
            return many
        if spec.kind == "grid":
            return _Grid(spec, text, place, changed, self.wide)
        if spec.kind == "switch":
            box = Checkbox(label=spec.label, active=_value(spec, text), **self.wide)
            return _Control(spec, box, place, changed, "active")
        return _Control(spec, _make(spec, _value(spec, text), self.wide), place, changed)

    def choose(self, label: str, options: Sequence[tuple[str, str]]) -> Leaf:
        control = Select(options=list(options), value=options[0][0], title="Kind to add", **self.wide)
        return _Control(Spec("", "choice", label), control, self.words(), lambda: None)

    def button(self, label: str, help: str, pressed: Callable[[], None]) -> Any:
        made = Button(label=label, stylesheets=self.wide["stylesheets"])
        made.on_click(pressed)
        return made

    def words(self, html: str = "") -> Any:
        made = Div(text="", sizing_mode="stretch_width", stylesheets=[self.text_style], visible=False)
        _set(made, html)
        return made

    def say(self, place: Any, html: str) -> None:
        _set(place, html)

    def stack(self, children: Sequence[Any], name: str = "") -> Any:
        styles = ROW if name == "htms-row" else {}
        return Column(children=list(children), sizing_mode="stretch_width", styles=styles)

    def beside(self, children: Sequence[Any]) -> Any:
        return Row(children=list(children), sizing_mode="stretch_width", styles={**WRAP, "align-items": "flex-end"})

    def restack(self, stack: Any, children: Sequence[Any]) -> None:
        if list(stack.children) != list(children):
            stack.children = list(children)

    def reveal(self, widget: Any, shown: bool) -> None:
        widget.visible = shown


ROW = {"border": "1px solid var(--pst-color-border, #c9ced6)", "border-radius": "0.4rem", "padding": "0.5rem"}


def _make(spec: Spec, value: Any, wide: dict[str, Any]) -> Any:
    shared: dict[str, Any] = {"title": spec.label + (f" ({spec.unit})" if spec.unit else ""), **wide}
    if spec.help:
        shared["description"] = spec.help
    if spec.kind == "whole" and not spec.blank:
        if spec.low is None or spec.high is None:
            return Spinner(value=value, low=spec.low, high=spec.high, step=spec.step, **shared)
        shared.pop("description", None)  # a slider has no place for it
        return Slider(value=value, start=int(spec.low), end=int(spec.high), step=int(spec.step), **shared)
    if spec.kind == "choice":
        options = [(write_value(option), label) for option, label in spec.options]
        return Select(value=value, options=[("", "none"), *options] if spec.blank else options, **shared)
    return TextInput(value=value, **shared)
