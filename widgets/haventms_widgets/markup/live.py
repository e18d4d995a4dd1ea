"""What the page asks the engine for: the View of a state text together with the fragments that show it."""

from ..explorer import dumps
from ..registry import explorers
from ..run import Refused, find, read_state, view
from . import fragments
from .fields import fields


def run_page(explorer_id: str, text: str, fill: bool = False) -> str:
    """`{"ok": true, "view", "parts", "unknown"}` as JSON, or the errors of `run_state`.

    `parts` are HTML fragments by the part of the page; with `fill` also "controls", the form filled in.
    """
    try:
        explorer = find(explorer_id)
        inputs, rulings, unknown = read_state(explorer, text)
        shown = view(explorer, inputs, rulings)
        parts = fragments.parts(shown)
        if fill:
            parts["controls"] = fields(explorer.Inputs.model_validate(inputs))
        return dumps({"ok": True, "view": shown, "parts": parts, "unknown": unknown})
    except Refused as refused:
        return dumps({"ok": False, "errors": refused.errors})


def prepare() -> None:
    """Do once what every answer needs; a page's engine keeps Python's memory as it is after this."""
    run_page(next(iter(explorers())), "", fill=True)
