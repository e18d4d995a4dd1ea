"""Bokeh's own models as the toolkit of a form: what dashboards and play pages are made of.

Each model costs a visitor's server about a millisecond and seven kilobytes, and each message to a browser a quarter of
a millisecond: places for errors are made with the first one, and a change is answered in one message.
"""

from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

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
from panel.io import hold

from ..controls import Spec
from ..explorer import Asked
from ..markup import fragments
from ..state import read_value, write_value
from .forms import Leaf, Toolkit, wrong
from .painting import Painting

WRAP = {"flex-wrap": "wrap", "gap": "0.5rem 2rem", "align-items": "flex-start"}
ROW = {"border": "1px solid var(--pst-color-border, #c9ced6)", "border-radius": "0.4rem", "padding": "0.5rem"}


@cache
def asset(name: str) -> str:
    """A file of the page face as text: the look of the explorers is the same as in the book."""
    return files("haventms_widgets").joinpath("page", name).read_text(encoding="utf-8")


def listen(model: Any, attribute: str, changed: Callable[[Any], None]) -> None:
    """Call `changed` with each new value. All that it changes goes to the browser in one message."""

    def told(_attribute: str, _old: Any, new: Any) -> None:
        with hold():
            changed(new)

    model.on_change(attribute, told)


def _set(div: Any, html: str) -> None:
    text = f'<div class="htms htms-bare">{html}</div>' if html else ""
    if div.text != text:
        div.text = text
        div.visible = bool(text)  # an empty place takes no room


class _Control:
    """One Bokeh control; the place of its error is made with the first one."""

    def __init__(
        self, kit: "Kit", spec: Spec, control: Any, changed: Callable[[], None], attribute: str = "value"
    ) -> None:
        self.kit, self.spec, self.control, self.attribute = kit, spec, control, attribute
        self.place: Any = None
        self.widget = Column(children=[control], sizing_mode="stretch_width")
        listen(control, attribute, lambda _: changed())

    def read(self) -> str:
        return write_value(getattr(self.control, self.attribute))

    def write(self, text: str) -> None:
        setattr(self.control, self.attribute, _value(self.spec, text))

    def complain(self, sentence: str) -> None:
        if self.place is None:
            if not sentence:
                return
            self.place = self.kit.words()
            self.widget.children = [*self.widget.children, self.place]
        _set(self.place, wrong(sentence))


class _Grid(_Control):
    """A map: painted on its picture with a brush, or written as rows of letters."""

    def __init__(self, kit: "Kit", spec: Spec, text: str, changed: Callable[[], None]) -> None:
        wide = kit.wide
        self.painting = Painting(spec, text, self._painted)
        area = TextAreaInput(value=self._rows(), rows=6, title=f"{spec.label}, as text", max_length=None, **wide)
        area.stylesheets = [*wide["stylesheets"], InlineStyleSheet(css="textarea { font-family: monospace; }")]
        super().__init__(kit, spec, area, changed)
        brush = Select(
            title=f"{spec.label}: paint with", options=self.painting.brushes, value=self.painting.brush, **wide
        )
        listen(brush, "value", lambda new: setattr(self.painting, "brush", new))
        listen(area, "value", self.painting.show)
        self.widget.children = [brush, self.painting.drawn, area]

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


class Kit(Toolkit):
    """Bokeh's models. The two style sheets are one model each for a whole page."""

    def __init__(self) -> None:
        self.text_style = InlineStyleSheet(css=asset("page.css"))
        self.wide: dict[str, Any] = {
            "sizing_mode": "stretch_width",
            "stylesheets": [InlineStyleSheet(css=asset("widgets.css"))],
        }

    def leaf(self, spec: Spec, text: str, changed: Callable[[], None]) -> Leaf:
        if spec.kind == "many":
            labels = [label for _, label in spec.options]
            boxes = CheckboxGroup(labels=labels, active=_active(spec, text), **self.wide)
            many = _Many(self, spec, boxes, changed, "active")
            title = self.words(f'<span class="htms-label">{escape(spec.label)}</span>')
            many.widget.children = [title, *many.widget.children]
            return many
        if spec.kind == "grid":
            return _Grid(self, spec, text, changed)
        if spec.kind == "switch":
            box = Checkbox(label=spec.label, active=_value(spec, text), **self.wide)
            return _Control(self, spec, box, changed, "active")
        return _Control(self, spec, _make(spec, _value(spec, text), self.wide), changed)

    def choose(self, label: str, options: Sequence[tuple[str, str]]) -> Leaf:
        control = Select(options=list(options), value=options[0][0], title="Kind to add", **self.wide)
        return _Control(self, Spec("", "choice", label), control, lambda: None)

    def button(self, label: str, help: str, pressed: Callable[[], None]) -> Any:
        def told() -> None:
            with hold():
                pressed()

        made = Button(label=label, stylesheets=self.wide["stylesheets"])
        made.on_click(told)
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


class Switches:
    """A control for each open question that arose; `choose` is called with its field and the reading that is wanted."""

    def __init__(self, kit: Kit, choose: Callable[[str, str], None]) -> None:
        self.kit, self._choose, self._showing = kit, choose, False
        self.controls: dict[str, tuple[Any, Any]] = {}
        self._said: dict[str, Any] = {}
        self.widget = kit.stack([])

    def show(self, asked: Sequence[Asked], others: bool = True) -> None:
        """Those of the questions asked; with `others`, below each what its other readings give."""
        rows = []
        self._showing = True
        for each in asked:
            if not each["field"]:
                rows.append(self._words(f"<p>{escape(each['id'])}: {escape(each['title'])} <small>fixed</small></p>"))
                continue
            control, said = self.controls.get(each["field"]) or self._make(each)
            control.value = each["choice"]
            self.kit.say(said, fragments.others(each) if others else "")
            rows += [control, said]
        self._showing = False
        if not asked:
            rows.append(self._words('<p class="htms-none">No open question arises here.</p>'))
        self.kit.restack(self.widget, rows)

    def _words(self, html: str) -> Any:
        """The place of these words: the same one each time, so that nothing is sent where nothing changes."""
        if html not in self._said:
            self._said[html] = self.kit.words(html)
        return self._said[html]

    def _make(self, asked: Asked) -> tuple[Any, Any]:
        field = asked["field"]
        options = [(each["token"], f"{each['token']}: {each['meaning']}") for each in asked["choices"]]
        title = f"{asked['id']}: {asked['title']}"
        control = Select(title=title, options=options, value=asked["choice"], **self.kit.wide)
        listen(control, "value", lambda new: None if self._showing else self._choose(field, new))
        self.controls[field] = control, self.kit.words()
        return self.controls[field]


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
