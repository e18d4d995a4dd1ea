"""The dashboard face: an explorer as an app for Panel's server, updated in place.

Controls and words are Bokeh's own models: every change is one callback that sets the text of `Div`s and the data of
sources. Panel's wrappers would add a pause of 50 ms to each change and rebuild what only needs new text.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from html import escape
from typing import Any
from urllib.parse import urlencode

import panel as pn
from bokeh.models import Column, Row, Select

from haventms import Rulings

from .. import charts
from .. import table as tables
from ..characters import PLACES
from ..explorer import Explorer, View, openings
from ..markup import fragments
from ..registry import explorers
from ..run import find
from .folds import Fold, Told, folded
from .forms import wrong
from .kit import WRAP, Kit, Switches, asset, listen
from .page import preset_state
from .session import Session
from .sharing import Address, PartyFile, Saving

LEFT = {"flex": "1 1 17rem", "min-width": "0", "max-width": "30rem"}
RIGHT = {"flex": "3 1 24rem", "min-width": "0", "max-width": "100%"}
WHY, OTHERS, NUMBERS, PYTHON = (
    "Why: every step with its clause",
    "Rulings: what another reading gives",
    "The numbers behind the picture",
    "Open this case in Python",
)
SCRIPTS = ("theme", "names", "files", "address", "lost")


def app(id: str) -> Callable[[], None]:
    """What Panel's server calls for each new visitor of an explorer."""
    explorer = find(id)
    return lambda: Dashboard(explorer).page()


def apps() -> dict[str, Callable[[], None]]:
    """All explorers by the path that they are served under."""
    return {id: app(id) for id in explorers()}


class Board:
    """One explorer with its parts, to be laid out: the form, the answer, and what lies behind it.

    `moved` is called after each new View and each refusal. What most visitors never open is made for those who do.
    """

    def __init__(self, explorer: Explorer[Any, Any], kit: Kit, why: bool) -> None:
        self.explorer, self.toolkit = explorer, kit
        self.moved: Callable[[], None] = lambda: None
        self.session = Session(explorer, kit, self.show, self.complain)
        self.drawn, self.sources = charts.draw(explorer.chart, self.session.view["series"])
        self.wrong, self.headline, self.facts = (kit.words() for _ in range(3))
        self.ledger = Told(kit, WHY, lambda view: fragments.ledger(view, book_address), why)
        self.data = Told(kit, NUMBERS, fragments.data)
        self.python = Told(kit, PYTHON, fragments.python)
        self.save = Fold(kit, "Save", lambda: self.saving.choice)
        presets = [("", "choose one"), *self._presets()]
        self.cases = Select(title="Worked cases", options=presets, value="", **kit.wide)
        listen(self.cases, "value", lambda new: self._open(new, exactly=False))
        self.following = Select(title="Do next", **kit.wide)
        listen(self.following, "value", self._open)

    @cached_property
    def saving(self) -> Saving:
        return Saving(self.session, self.drawn, self.toolkit.wide)

    @cached_property
    def party(self) -> PartyFile:
        return PartyFile(self.session, self.toolkit)

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
        for each in (self.ledger, self.data, self.python):
            each.tell(view)
        following = [("=" + text, label) for label, text in openings(view)]
        self.following.update(options=[("", "choose one"), *following], value="", visible=bool(following))
        charts.update(self.sources, view["series"])
        charts.describe(self.drawn, view["picture"])
        self.moved()


class Dashboard(Board):
    """One visitor's explorer: the form on the left, the answer on the right; one below the other where it is narrow."""

    def __init__(self, explorer: Explorer[Any, Any]) -> None:
        super().__init__(explorer, Kit(), why=True)
        self.address = Address.told()
        self.switches = Switches(self.toolkit, self.session.choose)
        self.table = self.toolkit.stack([])
        self.show(self.session.view)

    def page(self) -> None:
        """The page: the case of the address is opened, then kept in the address."""
        self.open_address(asked_for())
        others = Fold(self.toolkit, OTHERS, lambda: self.switches.widget, opened=True)
        party = Fold(self.toolkit, "Your characters", lambda: self.party.widget)
        left = Column(
            children=[self.cases, self.session.form.widget, self.following], css_classes=["htms-left"], styles=LEFT
        )
        right = folded(
            [
                self.table,
                self.wrong,
                self.headline,
                self.facts,
                self.drawn,
                self.ledger,
                others,
                self.data,
                self.python,
                self.save,
                *([party] if self.explorer.id in PLACES else []),
            ],
            styles=RIGHT,
        )
        body = Row(children=[left, right], sizing_mode="stretch_width", styles=WRAP, tags=[self.address])
        put({"body": body}, heading=self.explorer.title, summary=self.explorer.summary)

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
        self.address.state = view["state"]
        super().show(view)


def told(kit: Kit, rulings: Rulings, wrong: Sequence[str], back: Callable[[], None]) -> list[Any]:
    """What is wrong with readings and where they differ from the book's, with a button back to those; else nothing."""
    said = [sentence for sentence in [*wrong, tables.told(rulings)] if sentence]
    if not said:
        return []
    words = kit.words("".join(f"<p>{escape(sentence)}</p>" for sentence in said))
    return [words, kit.button(tables.BACK, tables.BACK, back)]


@cache
def template() -> Any:
    """The template of all pages."""
    return pn.Template(asset("dashboard.html")).template


def put(roots: Mapping[str, Any], **variables: Any) -> None:
    """Make these models by their names the visitor's page, in the frame that all served pages share.

    Panel's own wrappers and templates would do as much again for each visitor as the models themselves take.
    """
    page = pn.state.curdoc
    page.title = variables["heading"]
    page.template = template()
    scripts = [asset(f"{name}.js") for name in SCRIPTS]
    page.template_variables.update(variables, frame=asset("frame.css"), scripts=scripts)
    # A server that was started again knows nothing of this session; `lost.js` opens the case anew.
    page.config.update(reconnect_session=False, notifications=None, notify_connection_status=False)
    for name, root in roots.items():
        root.name = name
        page.add_root(root)


def book_address(id: str) -> str:
    """Where the served rulebook explains an id: its page for lost anchors sends on to the right chapter."""
    return f"book/clauses.html#{id.lower()}" if pn.state.cache.get("book") else ""


def asked_for() -> list[tuple[str, str]]:
    """The names and values of the address that the visitor opened."""
    context = pn.state.curdoc.session_context if pn.state.curdoc else None
    arguments = context.request.arguments if context and context.request else {}
    pairs = [(name, value.decode(errors="replace")) for name, values in arguments.items() for value in values]
    return [pair for pair in pairs if not pair[0].startswith("bokeh-")]
