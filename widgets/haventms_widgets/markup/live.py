"""What the page asks the engine for: the View of a state text together with the fragments that show it."""

import json

from ..characters import load, read, several
from ..explorer import dumps
from ..exports import files
from ..registry import explorers
from ..run import Refused, find, read_state, view
from . import fragments
from .fields import fields


def run_page(explorer_id: str, text: str, fill: bool = False, brief: bool = False) -> str:
    """`{"ok": true, "view", "parts", "unknown"}` as JSON, or the errors of `run_state`.

    `parts` are HTML fragments by the part of the page; with `fill` also "controls", the form filled in; `brief`: none
    of those that a page hides at first, and other readings are not compared.
    """
    try:
        explorer = find(explorer_id)
        inputs, rulings, unknown = read_state(explorer, text)
        shown = view(explorer, inputs, rulings, compare=not brief)
        parts = fragments.parts(shown, brief=brief)
        if fill:
            parts["controls"] = fields(explorer.Inputs.model_validate(inputs))
        return dumps({"ok": True, "view": shown, "parts": parts, "unknown": unknown})
    except Refused as refused:
        return dumps({"ok": False, "errors": refused.errors})


def run_files(explorer_id: str, text: str) -> str:
    """`{"ok": true, "files"}` as JSON: each kind of file of a case with its name, MIME type and text; or the errors."""
    try:
        explorer = find(explorer_id)
        inputs, rulings, _ = read_state(explorer, text)
        return dumps({"ok": True, "files": files(view(explorer, inputs, rulings))})
    except Refused as refused:
        return dumps({"ok": False, "errors": refused.errors})


def run_characters(explorer_id: str, text: str, file: str, who_json: str = "[]", role: str = "") -> str:
    """`{"ok": true, "state", "names", "loaded"}` as JSON: a case with numbers of a file of characters; or the errors.

    `names` are all of the file, `loaded` those whose numbers the case has now.
    """
    try:
        who = _names(who_json)
        state = load(explorer_id, text, file, who, role)
        names = [each.name for each in read(file)]
        loaded = who or (names if several(explorer_id, role) else names[:1])
        return dumps({"ok": True, "state": state, "names": names, "loaded": loaded})
    except Refused as refused:
        return dumps({"ok": False, "errors": refused.errors})


def prepare() -> None:
    """Do once what first answers need, of every explorer; a page's engine keeps Python's memory as it is after this."""
    for id in explorers():
        run_page(id, "", fill=True)


def _names(text: str) -> list[str]:
    """The names of a JSON list; `Refused` where it is none."""
    try:
        names = json.loads(text)
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(isinstance(each, str) for each in names):
        raise Refused([{"field": "characters", "message": "The characters must be chosen by a list of their names."}])
    return names
