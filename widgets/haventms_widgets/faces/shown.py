"""`show`: one object that is ipywidgets in a kernel, a page section in the book's build, and a sentence as text."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from warnings import warn

from haventms import Rulings

from .. import table
from ..characters import load
from ..explorer import Explorer, View
from ..exports import FORMATS
from ..links import looks_like_link, parse
from ..run import Refused, find, read_rulings, read_state, view
from .output import whole_file

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

    @property
    def url_state(self) -> str:
        """The state text, as in the address of a page."""
        return self.view["state"]

    def export(self, kind: str, file: str | Path | None = None) -> str:
        """What is shown as the text of a file, written there too where one is named.

        `kind` is "csv" (the values), "columns" (the numbers of the picture as CSV), "json", "markdown" or "python".
        """
        if kind not in FORMATS:
            raise ValueError(f"The kind must be one of {', '.join(FORMATS)}.")
        text = FORMATS[kind].make(self.view)
        if file is not None:
            with whole_file(Path(file)) as place:
                place.write_bytes(text.encode())
        return text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        if os.environ.get(BOOK):
            from .page import section

            html = section(self.explorer, self.inputs, self.rulings, self.view)
            return {"text/html": html, "text/plain": repr(self)}
        from .notebook import widget

        bundle: dict[str, Any] = widget(self.explorer, self.inputs, self.rulings)._repr_mimebundle_()
        return {**bundle, "text/plain": repr(self)}


def show(
    explorer_id: str,
    rulings: Rulings | dict[str, str] | None = None,
    *,
    characters: str | Path | None = None,
    who: str | Sequence[str] = (),
    role: str = "",
    **inputs: Any,
) -> Shown:
    """Show an explorer with these inputs: `show("haven-speed", swiftness=3)`.

    Inputs that are left out have their defaults. Wrong ones are a ValueError that says what is allowed. A link, as a
    page or a dashboard has it in its address, shows its own case: `show("haven-speed?swiftness=3")`. Numbers that are
    not given come from a file of `characters`, where one is named: of `who`, in the `role` of an attacker, say.
    Without rulings it goes by those that `readings` has set.
    """
    if not inputs and rulings is None and looks_like_link(explorer_id):
        return open_link(explorer_id)
    chosen = table.now() if rulings is None else rulings if isinstance(rulings, Rulings) else read_rulings(rulings)
    found = find(explorer_id)
    if characters is not None:
        text = Path(characters).read_text(encoding="utf-8")
        names = [who] if isinstance(who, str) else who
        told, _, _ = read_state(found, load(explorer_id, "", text, names, role))
        inputs = {**told, **inputs}
    return Shown(found, inputs, chosen)


def open_link(link: str, explorer: str = "") -> Shown:
    """Show the case that a link leads to; `explorer` is the id where the link names none.

    A link that cannot be opened is a ValueError in a sentence; names in it that nobody knows are warned of.
    """
    found, text = parse(link, explorer)
    inputs, rulings, unknown = read_state(found, text)
    if unknown:
        warn(f"Passed over, since nothing here has that name: {', '.join(unknown)}.", stacklevel=2)
    return Shown(found, inputs, rulings)


def notebook() -> None:
    """Make BokehJS known to this notebook, without asking any host: its first cell. A build of the book needs none."""
    if not os.environ.get(BOOK):
        from .notebook import notebook as prepare

        prepare()


__all__ = ["Refused", "Shown", "notebook", "open_link", "show"]
