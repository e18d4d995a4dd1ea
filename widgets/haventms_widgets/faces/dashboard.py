"""The dashboard face: an explorer as an app for Panel's server, updated in place.

Controls and words are Bokeh's own models: every change is one callback that sets the text of `Div`s and the data of
sources. Panel's wrappers would add a pause of 50 ms to each change and rebuild what only needs new text.
"""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any
from urllib.parse import urlencode

import panel as pn
from bokeh.models import Column, Row, Select
from panel.io.resources import LOCAL_DIST

from haventms import Rulings

from .. import charts
from .. import table as tables
from ..characters import PLACES
from ..explorer import Explorer, View, openings
from ..markup import fragments
from ..registry import explorers
from ..run import find
from .forms import wrong
from .kit import WRAP, Kit, Switches, asset
from .page import preset_state
from .session import Session
from .sharing import PartyFile, Saving, address

LEFT = {"flex": "1 1 17rem", "min-width": "0", "max-width": "30rem"}
RIGHT = {"flex": "3 1 24rem", "min-width": "0", "max-width": "100%"}
WHY, OTHERS, NUMBERS, PYTHON = (
    "Why: every step with its clause",
    "Rulings: what another reading gives",
    "The numbers behind the picture",
    "Open this case in Python",
)
SCRIPTS = ("theme", "names", "files", "address", "lost")


def app(id: str) -> Callable[[], Any]:
    """What Panel's server calls for each new visitor of an explorer."""
    explorer = find(id)
    return lambda: Dashboard(explorer).page()


def apps() -> dict[str, Callable[[], Any]]:
    """All explorers by the path that they are served under."""
    return {id: app(id) for id in explorers()}


class Board:
    """One explorer with its parts, to be laid out: the form, the answer, and what lies behind it.

    `moved` is called after each new View and each refusal.
    """

    def __init__(self, explorer: Explorer[Any, Any], kit: Kit) -> None:
        self.explorer, self.toolkit = explorer, kit
        self.moved: Callable[[], None] = lambda: None
        self.session = Session(explorer, kit, self.show, self.complain)
        self.drawn = charts.figure(explorer.chart, self.session.view["series"])
        self.sources = charts.sources(self.drawn)
        self.wrong, self.headline, self.facts, self.ledger, self.data, self.python = (kit.words() for _ in range(6))
        presets = [("", "choose one"), *self._presets()]
        self.cases = Select(title="Worked cases", options=presets, value="", **kit.wide)
        self.cases.on_change("value", lambda _attr, _old, new: self._open(new, exactly=False))
        self.following = Select(title="Do next", **kit.wide)
        self.following.on_change("value", lambda _attr, _old, new: self._open(new))
        self.saving = Saving(self.session, self.drawn, kit.wide)
        self.party = PartyFile(self.session, kit)

    def _presets(self) -> list[tuple[str, str]]:
        # The mark keeps the default case, whose state text is empty, apart from "choose one".
        return [
            ("=" + preset_state(self.explorer, each.inputs, each.rulings), each.title) for each in self.explorer.presets
        ]

    def _open(self, marked: str, exactly: bool = True) -> None:
        if marked:
            self.session.load(marked.removeprefix("="), exactly)

    def complain(self, sentences: list[str]) -> None:
        self.toolkit.say(self.wrong, "".join(map(wrong, sentences)))
        self.moved()

    def show(self, view: View) -> None:
        self.toolkit.say(self.headline, f'<div class="htms-answer">{fragments.headline(view)}</div>')
        self.toolkit.say(self.facts, fragments.facts(view))
        self.toolkit.say(self.ledger, fragments.ledger(view, book_address))
        self.toolkit.say(self.data, fragments.data(view))
        self.toolkit.say(self.python, fragments.python(view))
        following = [("=" + text, label) for label, text in openings(view)]
        self.following.update(options=[("", "choose one"), *following], value="", visible=bool(following))
        charts.update(self.sources, view["series"])
        charts.describe(self.drawn, view["picture"])
        self.moved()


class Dashboard(Board):
    """One visitor's explorer: the form on the left, the answer on the right; one below the other where it is narrow."""

    def __init__(self, explorer: Explorer[Any, Any]) -> None:
        super().__init__(explorer, Kit())
        self.address = address()
        self.switches = Switches(self.toolkit, self.session.choose)
        self.table = self.toolkit.stack([])
        self.show(self.session.view)

    def page(self) -> Any:
        """The page: the case of the address is opened, then kept in the address."""
        self.open_address(asked_for())
        fold = self.toolkit.fold
        left = Column(
            children=[self.cases, self.session.form.widget, self.following], css_classes=["htms-left"], styles=LEFT
        )
        right = Column(
            children=[
                self.table,
                self.wrong,
                self.headline,
                self.facts,
                self.drawn,
                fold(WHY, self.ledger, True),
                fold(OTHERS, self.switches.widget, True),
                fold(NUMBERS, self.data, False),
                fold(PYTHON, self.python, False),
                fold("Save", self.saving.choice, False),
                *([fold("Your characters", self.party.widget, False)] if self.explorer.id in PLACES else []),
            ],
            styles=RIGHT,
        )
        body = Row(children=[left, right], sizing_mode="stretch_width", styles=WRAP, tags=[self.address])
        template = page_of(heading=self.explorer.title, summary=self.explorer.summary)
        template.add_panel("body", pn.pane.Bokeh(body, sizing_mode="stretch_width"))
        return template

    def open_address(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Take the readings and show the case that an address asks for: `?rulings=literal&swiftness=3`."""
        chosen = ",".join(value for name, value in pairs if name == tables.PARAMETER)
        self._sit_down(chosen)
        if text := urlencode([pair for pair in pairs if pair[0] != tables.PARAMETER]):
            self.session.load(text, exactly=not chosen)

    def _sit_down(self, chosen: str) -> None:
        """Go by the readings that the address names, and say where they differ from the book's."""
        rulings, wrong = tables.read(chosen)
        if said := told(self.toolkit, rulings, wrong, self._leave_table):
            self.toolkit.restack(self.table, said)
            self.session.sit_down(rulings)

    def _leave_table(self) -> None:
        self.toolkit.restack(self.table, [])
        self.session.sit_down(Rulings())

    def show(self, view: View) -> None:
        self.switches.show(view["asked"])
        self.address.data = {"state": [view["state"]]}
        super().show(view)


def told(kit: Kit, rulings: Rulings, wrong: Sequence[str], back: Callable[[], None]) -> list[Any]:
    """What is wrong with readings and where they differ from the book's, with a button back to those; else nothing."""
    said = [sentence for sentence in [*wrong, tables.told(rulings)] if sentence]
    if not said:
        return []
    words = kit.words("".join(f"<p>{escape(sentence)}</p>" for sentence in said))
    return [words, kit.button(tables.BACK, tables.BACK, back)]


def page_of(**variables: Any) -> Any:
    """The template of a page, with the frame that all served pages share."""
    if pn.state.curdoc:
        # Panel says where its styles are when it renders a page. The process that is asked for the live connection may
        # be another one than the page came from: it renders none, and would have the browser ask Panel's own host.
        pn.state.curdoc.template_variables["dist_url"] = LOCAL_DIST
        # A server that was started again knows nothing of this session; `lost.js` opens the case anew.
        pn.state.curdoc.config.update(reconnect_session=False, notifications=None, notify_connection_status=False)
    made = pn.Template(asset("dashboard.html"))
    made.add_variable("frame", asset("frame.css"))
    made.add_variable("scripts", [asset(f"{name}.js") for name in SCRIPTS])
    for name, value in variables.items():
        made.add_variable(name, value)
    return made


def book_address(id: str) -> str:
    """Where the served rulebook explains an id: its page for lost anchors sends on to the right chapter."""
    return f"book/clauses.html#{id.lower()}" if pn.state.cache.get("book") else ""


def asked_for() -> list[tuple[str, str]]:
    """The names and values of the address that the visitor opened."""
    context = pn.state.curdoc.session_context if pn.state.curdoc else None
    arguments = context.request.arguments if context and context.request else {}
    pairs = [(name, value.decode(errors="replace")) for name, values in arguments.items() for value in values]
    return [pair for pair in pairs if not pair[0].startswith("bokeh-")]
