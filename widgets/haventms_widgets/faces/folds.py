"""What is folded up on a dashboard: it costs next to nothing until somebody opens it."""

from collections.abc import Callable, Sequence
from typing import Any

from bokeh.models import Column

from ..explorer import View
from .kit import Kit


class Fold:
    """A title that shows and hides what is below it, which is made when it is opened for the first time."""

    def __init__(self, kit: Kit, title: str, make: Callable[[], Any], opened: bool = False) -> None:
        self._kit, self._title, self._make = kit, title, make
        self._button = kit.button("▸ " + title, title, self.turn)
        self._inner: Any = None
        self.opened = False
        self.grown: Callable[[], None] = lambda: None
        if opened:
            self.turn()

    @property
    def parts(self) -> list[Any]:
        """The title and, once it was made, what is below it."""
        return [self._button] if self._inner is None else [self._button, self._inner]

    def turn(self) -> None:
        """Open it where it is closed, and the other way round."""
        self.opened = not self.opened
        if self._inner is None:
            self._inner = self._make()
            self.grown()
        self._inner.visible = self.opened
        self._button.label = ("▾ " if self.opened else "▸ ") + self._title


class Told(Fold):
    """A fold with words about a View. They are written while it is open only."""

    def __init__(self, kit: Kit, title: str, words: Callable[[View], str], opened: bool = False) -> None:
        self._words = words
        self._view: View | None = None
        super().__init__(kit, title, kit.words, opened)

    def turn(self) -> None:
        super().turn()
        self._write()

    def tell(self, view: View) -> None:
        """Words about this View from now on."""
        self._view = view
        self._write()

    def _write(self) -> None:
        if self.opened and self._view:
            self._kit.say(self._inner, self._words(self._view))


def folded(parts: Sequence[Any], **looks: Any) -> Column:
    """Models and folds one below another."""

    def laid() -> list[Any]:
        return [each for part in parts for each in (part.parts if isinstance(part, Fold) else [part])]

    column = Column(children=laid(), **looks)
    for part in parts:
        if isinstance(part, Fold):
            part.grown = lambda: setattr(column, "children", laid())
    return column
