"""The notebook face: ipywidgets for the controls, Bokeh for the picture, the shared fragments for the rest.

It uses `observe` and `HTML` only: `interact` and `Output` would leak what they show into the notebook's outputs.
"""

from base64 import b64encode
from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files
from typing import Any

import ipywidgets
from bokeh.io import output_notebook
from bokeh.resources import INLINE
from jupyter_bokeh import BokehModel

from haventms import Rulings

from .. import charts
from .. import table as tables
from ..controls import Spec
from ..explorer import Explorer, Inputs, View, openings
from ..exports import FORMATS, file_name
from ..markup import fragments
from ..state import read_value, write_value
from .forms import Leaf, Toolkit, wrong
from .painting import Painting
from .session import Session

WIDE = {"description_width": "11rem"}


def notebook() -> None:
    """Make BokehJS and the look of the explorers known to this notebook, without asking any host: its first cell."""
    output_notebook(INLINE, hide_banner=True)


def widget(explorer: Explorer[Any, Any], inputs: Inputs, rulings: Rulings) -> ipywidgets.Widget:
    """The explorer as a live widget."""
    return _Panel(explorer, inputs, rulings).widget


class _Panel:
    """Form above, answer below; each change updates what stands there, nothing is built anew."""

    def __init__(self, explorer: Explorer[Any, Any], inputs: Inputs, rulings: Rulings) -> None:
        self.toolkit = _Ipywidgets()
        self.session = Session(explorer, self.toolkit, self.show, self.complain, dict(inputs), rulings, tables.now())
        view = self.session.view
        self.drawn, self.sources = charts.draw(explorer.chart, view["series"])
        charts.saveable(self.drawn)
        self.wrong = ipywidgets.HTML()
        self.headline, self.facts, self.ledger, self.python = (ipywidgets.HTML() for _ in range(4))
        self.switches = ipywidgets.VBox()
        self.table = ipywidgets.VBox(self._table())
        self.choices: dict[str, ipywidgets.Dropdown] = {}
        look = files("haventms_widgets").joinpath("page")
        style = "\n".join(look.joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "notebook.css"))
        title = f"<style>{style}</style><p class='htms-title'>{escape(explorer.title)}</p>"
        cases = [("choose one", "")] + [(each.title, str(n)) for n, each in enumerate(explorer.presets)]
        presets = ipywidgets.Dropdown(
            options=cases, description="Worked cases", style=WIDE, layout={"width": "max-content"}
        )
        presets.observe(lambda change: self.preset(change["new"]), "value")
        self.following = ipywidgets.Dropdown(description="Do next", style=WIDE, layout={"width": "auto"})
        self.following.observe(lambda change: self.follow(change["new"]), "value")
        more = ipywidgets.Accordion(
            children=[self.ledger, self.switches, self.python, self._saving()],
            titles=(
                "Why: every step with its clause",
                "Rulings: what another reading gives",
                "Open this case in Python",
                "Save",
            ),
            selected_index=0,
        )
        beside = ipywidgets.HBox([self.facts, BokehModel(self.drawn)], layout={"flex_flow": "row wrap"})
        beside.add_class("htms-beside")
        self.widget = ipywidgets.VBox(
            [
                ipywidgets.HTML(title),
                self.table,
                presets,
                self.session.form.widget,
                self.following,
                self.wrong,
                self.headline,
                beside,
                more,
            ]
        )
        self.widget.add_class("htms")
        self.show(view)

    def preset(self, number: str) -> None:
        from .page import preset_state

        if number:
            preset = self.session.explorer.presets[int(number)]
            self.session.load(preset_state(self.session.explorer, preset.inputs, preset.rulings), exactly=False)

    def _table(self) -> list[ipywidgets.Widget]:
        """Where this table's readings differ from the book's, and the way back; nothing where they do not."""
        said = tables.told(tables.now())
        if not said:
            return []
        back = self.toolkit.button(tables.BACK, said, self._leave_table)
        return [ipywidgets.HTML(f"<p>{escape(said)}</p>"), back]

    def _leave_table(self) -> None:
        self.table.children = []
        self.session.sit_down(Rulings())

    def _saving(self) -> ipywidgets.Widget:
        """A choice of files, and the link that saves the chosen one; pictures are saved by the tool beside them."""
        kinds = [("choose one", "")] + [(each.label, kind) for kind, each in FORMATS.items()]
        self.kind = ipywidgets.Dropdown(options=kinds, description="File", style=WIDE, layout={"width": "max-content"})
        self.kind.observe(lambda _: self._offer(), "value")
        self.file = ipywidgets.HTML()
        return ipywidgets.VBox([self.kind, self.file])

    def _offer(self) -> None:
        """The file holds what is shown now: nothing has to be asked of the kernel when it is saved."""
        if not self.kind.value:
            self.file.value = ""
            return
        made = FORMATS[self.kind.value]
        content = b64encode(made.make(self.session.view).encode()).decode()
        name = escape(file_name(self.session.view, made))
        self.file.value = f'<a download="{name}" href="data:{made.mime};base64,{content}">Save {name}</a>'

    def follow(self, marked: str | None) -> None:
        if marked:
            self.session.load(marked.removeprefix("="))

    def complain(self, sentences: list[str]) -> None:
        self.wrong.value = "".join(map(wrong, sentences))

    def show(self, view: View) -> None:
        nowhere: Callable[[str], str] = lambda _: ""  # noqa: E731 - a notebook has no anchors to go to
        self.headline.value = f'<div class="htms-answer">{fragments.headline(view)}</div>'
        self.facts.value = fragments.facts(view)
        self.ledger.value = fragments.ledger(view, nowhere)
        self.python.value = fragments.python(view)
        self._offer()
        self._show_switches(view)
        following = [(label, "=" + text) for label, text in openings(view)]
        self.following.options = [("choose one", ""), *following]
        self.following.layout.display = "" if following else "none"
        charts.update(self.sources, view["series"])
        charts.describe(self.drawn, view["picture"])

    def _show_switches(self, view: View) -> None:
        rows = []
        for asked in view["asked"]:
            if not asked["field"]:
                rows.append(ipywidgets.HTML(f"{asked['id']}: {escape(asked['title'])} <small>fixed</small>"))
                continue
            control = self.choices.get(asked["field"])
            if control is None:
                tokens = [each["token"] for each in asked["choices"]]
                control = ipywidgets.Dropdown(
                    options=tokens, value=asked["choice"], description=asked["id"], style=WIDE
                )
                control.observe(self._chooser(asked["field"]), "value")
                self.choices[asked["field"]] = control
            elif control.value != asked["choice"]:
                control.value = asked["choice"]
            rows += [control, ipywidgets.HTML(f"{escape(asked['title'])}{fragments.others(asked)}")]
        self.switches.children = rows or [ipywidgets.HTML(fragments.rulings(view))]

    def _chooser(self, field: str) -> Callable[[Any], None]:
        def choose(change: Any) -> None:
            if self.session.rulings.get(field, "") != change["new"]:
                self.session.choose(field, change["new"])

        return choose


class _Control:
    """One ipywidget with its help and the place of its error."""

    def __init__(self, spec: Spec, control: Any, changed: Callable[[], None]) -> None:
        self.spec, self.control = spec, control
        self.place = ipywidgets.HTML()
        self.widget = ipywidgets.VBox([control, self.place])
        control.observe(lambda _: changed(), "value")

    def read(self) -> str:
        return write_value(self.control.value)

    def write(self, text: str) -> None:
        self.control.value = _value(self.spec, text)

    def complain(self, sentence: str) -> None:
        if self.place.value or sentence:
            self.place.value = wrong(sentence)


class _Many(_Control):
    """A set of choices as check boxes."""

    def __init__(self, spec: Spec, text: str, changed: Callable[[], None]) -> None:
        chosen = text.split(",")
        self.boxes = {
            str(option): ipywidgets.Checkbox(value=str(option) in chosen, description=label, indent=False)
            for option, label in spec.options
        }
        self.spec, self.place = spec, ipywidgets.HTML()
        title = ipywidgets.HTML(f"<b>{escape(spec.label)}</b>")
        row = ipywidgets.HBox(list(self.boxes.values()), layout={"flex_flow": "row wrap"})
        self.widget = ipywidgets.VBox([title, row, self.place])
        for box in self.boxes.values():
            box.observe(lambda _: changed(), "value")

    def read(self) -> str:
        return ",".join(option for option, box in self.boxes.items() if box.value)

    def write(self, text: str) -> None:
        for option, box in self.boxes.items():
            box.value = option in text.split(",")


class _Grid(_Control):
    """A map: painted on its picture with a brush, or written as rows of letters."""

    def __init__(self, spec: Spec, text: str, changed: Callable[[], None]) -> None:
        self.painting = Painting(spec, text, self._painted)
        area = ipywidgets.Textarea(self._rows(), continuous_update=False, layout={"width": "100%", "height": "8rem"})
        area.add_class("htms-rows-as-text")
        super().__init__(spec, area, changed)
        brushes = [(label, brush) for brush, label in self.painting.brushes]
        brush = ipywidgets.Dropdown(options=brushes, value=self.painting.brush, description="Paint with", style=WIDE)
        brush.observe(lambda change: setattr(self.painting, "brush", change["new"]), "value")
        area.observe(lambda change: self.painting.show(change["new"]), "value")
        title = ipywidgets.HTML(f"<b>{escape(spec.label)}</b>")
        self.widget = ipywidgets.VBox([title, brush, BokehModel(self.painting.drawn), area, self.place])
        self.widget.layout.width = "100%"

    def _rows(self) -> str:
        return "\n".join(self.painting.rows)

    def _painted(self) -> None:
        self.control.value = self._rows()

    def write(self, text: str) -> None:
        self.painting.show(text)
        self.control.value = self._rows()


def _value(spec: Spec, text: str) -> Any:
    """The value that the widget of this spec holds for a text."""
    if spec.kind in ("whole", "switch") and not spec.blank:
        return read_value(text, spec)
    return text


class _Ipywidgets(Toolkit):
    def leaf(self, spec: Spec, text: str, changed: Callable[[], None]) -> Leaf:
        if spec.kind == "many":
            return _Many(spec, text, changed)
        if spec.kind == "grid":
            return _Grid(spec, text, changed)
        unit = f" ({spec.unit})" if spec.unit else ""
        shared: dict[str, Any] = {"description": spec.label + unit, "style": WIDE, "tooltip": spec.help}
        return _Control(spec, _make(spec, _value(spec, text), shared), changed)

    def choose(self, label: str, options: Sequence[tuple[str, str]]) -> Leaf:
        control = ipywidgets.Dropdown(options=[(name, value) for value, name in options], layout={"width": "12rem"})
        return _Control(Spec("", "choice", label), control, lambda: None)

    def button(self, label: str, help: str, pressed: Callable[[], None]) -> Any:
        made = ipywidgets.Button(description=label, tooltip=help, layout={"width": "auto"})
        made.on_click(lambda _: pressed())
        return made

    def words(self, html: str = "") -> Any:
        return ipywidgets.HTML(html)

    def say(self, place: Any, html: str) -> None:
        if place.value != html:
            place.value = html

    def stack(self, children: Sequence[Any], name: str = "") -> Any:
        made = ipywidgets.VBox(list(children))
        if name:
            made.add_class(name)
        return made

    def beside(self, children: Sequence[Any]) -> Any:
        return ipywidgets.HBox(list(children), layout={"flex_flow": "row wrap", "align_items": "center"})

    def restack(self, stack: Any, children: Sequence[Any]) -> None:
        stack.children = list(children)

    def reveal(self, widget: Any, shown: bool) -> None:
        widget.layout.display = "" if shown else "none"


def _make(spec: Spec, value: Any, shared: dict[str, Any]) -> Any:
    if spec.kind == "whole" and not spec.blank:
        if spec.low is None or spec.high is None:
            return ipywidgets.IntText(value=value, **shared)
        return ipywidgets.IntSlider(value=value, min=int(spec.low), max=int(spec.high), step=int(spec.step), **shared)
    if spec.kind == "switch":
        return ipywidgets.Checkbox(value=value, indent=False, **shared)
    if spec.kind == "choice":
        options = [(label, write_value(option)) for option, label in spec.options]
        return ipywidgets.Dropdown(options=[("none", ""), *options] if spec.blank else options, value=value, **shared)
    return ipywidgets.Text(value=value, continuous_update=False, **shared)
