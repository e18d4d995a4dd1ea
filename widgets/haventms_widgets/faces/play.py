"""The play pages as apps for Panel's server: several explorers in one session, with one set of readings."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

from bokeh.models import Column, FileInput, InlineStyleSheet, Row

from haventms import Rulings

from .. import table as tables
from ..characters import PLACES
from ..explorer import Asked
from ..markup import fragments
from ..plays import PLAYS, Play, columns, read_address, write_address
from ..registry import explorers
from ..run import Refused, read_rulings
from .dashboard import OTHERS, Board, asked_for, book_address, put, told
from .folds import Fold, Told, folded
from .forms import wrong
from .kit import WRAP, Kit, Switches, listen
from .sharing import Address, party_input, text_of

READINGS = "Readings of this page"
ONE_PLACE = "@media (min-width: 62rem) { :host { display: none !important; } }"
"""Where the answers stand above all explorers and stay there, an explorer does not say its own once more."""


def app(id: str) -> Callable[[], None]:
    """What Panel's server calls for each new visitor of a play page."""
    return lambda: Screen(PLAYS[id]).page()


def apps() -> dict[str, Callable[[], None]]:
    """All play pages by the path that they are served under."""
    return {id: app(id) for id in PLAYS}


class Screen:
    """One visitor's play page. A reading that is chosen anywhere, by a switch or with a case, holds for all of it."""

    def __init__(self, play: Play) -> None:
        self.play, self.kit = play, Kit()
        self.rulings = Rulings()
        self.boards = {id: Board(explorers()[id], self.kit, why=False) for id in play.explorers}
        self.glance = {id: self.kit.words() for id in play.explorers}
        self.others = {
            id: Told(self.kit, OTHERS, lambda view: fragments.rulings(view, book_address)) for id in play.explorers
        }
        self.chosen = {id: self.kit.stack([]) for id in play.explorers if id in PLACES}
        self.wrong = self.kit.words()
        self.table = self.kit.stack([])
        self.switches = Switches(self.kit, self.choose)
        self.readings = Fold(self.kit, READINGS, self._readings)
        self.address = Address.told()
        self._moving = True
        for board in self.boards.values():
            board.show(board.session.view)
            board.headline.stylesheets = [*board.headline.stylesheets, InlineStyleSheet(css=ONE_PLACE)]
            board.moved = partial(self._moved, board)
        self._moving = False
        self._show()

    @cached_property
    def party(self) -> FileInput:
        made = party_input(self.kit)
        listen(made, "value", self._opened)
        return made

    @cached_property
    def party_said(self) -> Any:
        return self.kit.words()

    def page(self) -> None:
        """The page: the cases of the address are opened, then kept in the address."""
        self.open_address(asked_for())
        put(
            self._roots(),
            heading=self.play.title,
            summary=self.play.summary,
            columns=[[explorers()[id] for id in column] for column in columns(self.play)],
        )

    def _roots(self) -> dict[str, Any]:
        party = Fold(self.kit, "Your characters", lambda: self.kit.stack([self.party, self.party_said]))
        looks = {"sizing_mode": "stretch_width", "styles": {"flex": "1 1 20rem", "min-width": "0"}}
        folds = [folded([each], **looks) for each in (self.readings, party)]
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
        change = Fold(self.kit, "Change the case", lambda: form, opened=True)
        shown = Fold(self.kit, "Answer and picture", lambda: answer, opened=True)
        parts = [
            board.wrong,
            board.headline,
            *([self.chosen[id]] if id in PLACES else []),
            board.following,
            change,
            shown,
            board.ledger,
            self.others[id],
            board.data,
            board.python,
            board.save,
        ]
        return folded(parts, sizing_mode="stretch_width")

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
            self.others[id].tell(board.session.view)
        self.kit.restack(self.table, told(self.kit, self.rulings, [], lambda: self.sit_down(Rulings())))
        if self.readings.opened:
            self._show_readings()
        states = {id: board.session.view["state"] for id, board in self.boards.items()}
        self.address.state = write_address(states, self.rulings)

    def _readings(self) -> Any:
        self._show_readings()
        return self.switches.widget

    def _show_readings(self) -> None:
        self.switches.show(list(self._asked().values()), others=False)

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
                    self.kit.restack(self.chosen[id], [board.party.chosen])
                    board.party.offer(text)
        self.kit.say(self.party_said, wrong(sentence))
