"""The play pages as apps for Panel's server: several explorers in one session, with one set of readings."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import panel as pn
from bokeh.models import Column, InlineStyleSheet, Row

from haventms import Rulings

from .. import table as tables
from ..characters import PLACES
from ..explorer import Asked
from ..markup import fragments
from ..plays import PLAYS, Play, columns, read_address, write_address
from ..registry import explorers
from ..run import Refused, read_rulings
from .dashboard import NUMBERS, OTHERS, PYTHON, WHY, Board, asked_for, book_address, page_of, told
from .forms import wrong
from .kit import WRAP, Kit, Switches
from .sharing import address, party_input, text_of

READINGS = "Readings of this page"
ONE_PLACE = "@media (min-width: 62rem) { :host { display: none !important; } }"
"""Where the answers stand above all explorers and stay there, an explorer does not say its own once more."""


def app(id: str) -> Callable[[], Any]:
    """What Panel's server calls for each new visitor of a play page."""
    return lambda: Screen(PLAYS[id]).page()


def apps() -> dict[str, Callable[[], Any]]:
    """All play pages by the path that they are served under."""
    return {id: app(id) for id in PLAYS}


class Screen:
    """One visitor's play page. A reading that is chosen anywhere, by a switch or with a case, holds for all of it."""

    def __init__(self, play: Play) -> None:
        self.play, self.kit = play, Kit()
        self.rulings = Rulings()
        self.boards = {id: Board(explorers()[id], self.kit) for id in play.explorers}
        self.glance = {id: self.kit.words() for id in play.explorers}
        self.others = {id: self.kit.words() for id in play.explorers}
        self.wrong = self.kit.words()
        self.table = self.kit.stack([])
        self.switches = Switches(self.kit, self.choose)
        self.party = party_input(self.kit)
        self.party.on_change("value", lambda _attr, _old, new: self._opened(new))
        self.party_said = self.kit.words()
        self.address = address()
        self._moving = True
        for board in self.boards.values():
            board.show(board.session.view)
            board.headline.stylesheets = [*board.headline.stylesheets, InlineStyleSheet(css=ONE_PLACE)]
            board.party.chosen.visible = False
            board.moved = partial(self._moved, board)
        self._moving = False
        self._show()

    def page(self) -> Any:
        """The page: the cases of the address are opened, then kept in the address."""
        self.open_address(asked_for())
        template = page_of(
            heading=self.play.title,
            summary=self.play.summary,
            columns=[[explorers()[id] for id in column] for column in columns(self.play)],
        )
        for name, root in self._roots().items():
            template.add_panel(name, pn.pane.Bokeh(root, sizing_mode="stretch_width"))
        return template

    def _roots(self) -> dict[str, Any]:
        party = Column(children=[self.party, self.party_said], sizing_mode="stretch_width")
        folds = [
            self.kit.fold(READINGS, self.switches.widget, False),
            self.kit.fold("Your characters", party, False),
        ]
        for fold in folds:
            fold.styles = {"flex": "1 1 20rem", "min-width": "0"}
        beside = Row(children=folds, sizing_mode="stretch_width", styles=WRAP)
        bar = Column(children=[self.wrong, self.table, beside], sizing_mode="stretch_width", tags=[self.address])
        roots = {"bar": bar}
        for id, board in self.boards.items():
            roots[f"glance-{id}"] = self.glance[id]
            roots[f"board-{id}"] = self._laid_out(id, board)
        return roots

    def _laid_out(self, id: str, board: Board) -> Any:
        form = Column(children=[board.cases, board.session.form.widget], sizing_mode="stretch_width")
        answer = Column(children=[board.facts, board.drawn], sizing_mode="stretch_width")
        fold = self.kit.fold
        parts = [
            board.wrong,
            board.headline,
            *([board.party.chosen] if id in PLACES else []),
            board.following,
            fold("Change the case", form, True),
            fold("Answer and picture", answer, True),
            fold(WHY, board.ledger, False),
            fold(OTHERS, self.others[id], False),
            fold(NUMBERS, board.data, False),
            fold(PYTHON, board.python, False),
            fold("Save", board.saving.choice, False),
        ]
        return Column(children=parts, sizing_mode="stretch_width")

    def open_address(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Take the readings, then show the cases that an address asks for; a case's own readings come before those."""
        chosen, states, unknown = read_address(self.play, pairs)
        rulings, sentences = tables.read(chosen)
        self.sit_down(rulings)
        for id, text in states.items():
            self.boards[id].session.load(text, exactly=False)
        if unknown:
            sentences.append(f"Passed over, since nothing here has that name: {', '.join(unknown)}.")
        self.kit.say(self.wrong, "".join(map(wrong, sentences)))

    def choose(self, field: str, token: str) -> None:
        """Another reading of a question, for the whole page."""
        self.sit_down(read_rulings({**self.rulings.changed, field: token}))

    def sit_down(self, rulings: Rulings) -> None:
        """Go by these readings in every explorer."""
        self.rulings = rulings
        self._moving = True
        for board in self.boards.values():
            if board.session.rulings != rulings.changed:
                board.session.sit_down(rulings)
            board.session.table = dict(rulings.changed)
        self._moving = False
        self._show()

    def _moved(self, board: Board) -> None:
        if self._moving:
            return
        theirs = read_rulings(board.session.rulings)
        if theirs != self.rulings:
            self.sit_down(theirs)
        else:
            self._show()

    def _show(self) -> None:
        """What stands above all explorers, and the address."""
        for id, board in self.boards.items():
            refused = board.session.refused
            self.kit.say(self.glance[id], "".join(map(wrong, refused)) or fragments.headline(board.session.view))
            self.kit.say(self.others[id], fragments.rulings(board.session.view, book_address))
        self.kit.restack(self.table, told(self.kit, self.rulings, [], lambda: self.sit_down(Rulings())))
        self.switches.show(list(self._asked().values()), others=False)
        states = {id: board.session.view["state"] for id, board in self.boards.items()}
        self.address.data = {"state": [write_address(states, self.rulings)]}

    def _asked(self) -> dict[str, Asked]:
        """The open questions of all explorers, each once."""
        views = [board.session.view for board in self.boards.values()]
        return {each["field"]: each for view in views for each in view["asked"] if each["field"]}

    def _opened(self, content: str) -> None:
        """A file of characters, offered to every explorer that takes any."""
        sentence = ""
        try:
            text = text_of(content)
        except Refused as refused:
            sentence = str(refused)
        else:
            for id, board in self.boards.items():
                if id in PLACES:
                    board.party.chosen.visible = True
                    board.party.offer(text)
        self.kit.say(self.party_said, wrong(sentence))
