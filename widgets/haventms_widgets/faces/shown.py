"""`show`: one object that is ipywidgets in a kernel, a page section in the book's build, and a sentence as text."""

import os
from typing import Any

from haventms import Rulings

from .. import table
from ..explorer import Explorer, View
from ..run import Refused, find, read_rulings, view

BOOK = "HAVENTMS_BOOK"
"""The environment variable that the book's build sets: no widget may be created there, its state would stay."""


class Shown:
    """An explorer with a case. Jupyter asks for its MIME bundle; `.view` is the View, `.url_state` the state text."""

    def __init__(self, explorer: Explorer[Any, Any], inputs: Any, rulings: Rulings) -> None:
        self.explorer, self.rulings = explorer, rulings
        self.view: View = view(explorer, inputs, rulings)
        self.inputs = explorer.Inputs.model_validate(inputs)

    def __repr__(self) -> str:
        return self.view["headline"]

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        if os.environ.get(BOOK):
            from .page import section

            html = section(self.explorer, self.inputs, self.rulings, self.view)
            return {"text/html": html, "text/plain": repr(self)}
        from .notebook import widget

        bundle: dict[str, Any] = widget(self.explorer, self.inputs, self.rulings)._repr_mimebundle_()
        return {**bundle, "text/plain": repr(self)}


def show(explorer_id: str, rulings: Rulings | dict[str, str] | None = None, **inputs: Any) -> Shown:
    """Show an explorer with these inputs: `show("haven-speed", swiftness=3)`.

    Inputs that are left out have their defaults. Wrong ones are a ValueError that says what is allowed. Without
    rulings it goes by those that `readings` has set.
    """
    chosen = table.now() if rulings is None else rulings if isinstance(rulings, Rulings) else read_rulings(rulings)
    return Shown(find(explorer_id), inputs, chosen)


def notebook() -> None:
    """Make BokehJS known to this notebook, without asking any host: its first cell. A build of the book needs none."""
    if not os.environ.get(BOOK):
        from .notebook import notebook as prepare

        prepare()


__all__ = ["Refused", "Shown", "notebook", "show"]
