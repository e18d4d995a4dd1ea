"""What comes back is a View or plain sentences, nothing else; and what it cost."""

import ast
import json
import re
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from haventms_widgets import View, explorers, run_characters, run_files, run_json, run_page, run_state
from haventms_widgets.controls import specs
from haventms_widgets.explorer import dumps
from haventms_widgets.links import open_link
from haventms_widgets.recall import opening
from haventms_widgets.run import Refused
from haventms_widgets.sweeps.grid import compute, request, values_of

from fuzz.inputs import Input

LONGEST = 2_000
"""Characters of a sentence at most: what somebody sent is quoted shortly."""
JARGON = re.compile(
    r"Traceback|Input should|pydantic|<class|object at 0x|Error\b|NoneType|Exceeds the limit|validation|Value error"
    r"|Field required|Extra inputs|unhashable|utf-8'|codec|instance of|dictionary|tuple|Fraction\("
)
UNSEEN = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
SYNTAX = {
    "Module", "ImportFrom", "alias", "Assign", "Expr", "Call", "Attribute", "Name", "Load", "Store", "keyword",
    "Constant", "List", "Tuple", "Dict", "Set", "UnaryOp", "USub", "BinOp", "Add", "Subscript", "JoinedStr",
    "FormattedValue", "Try", "ExceptHandler",
}  # fmt: skip
"""What the Python of a View is made of: assignments, calls, plain values."""
CALLED = {"show", "haven", "domains", "overland", "Rulings", "Fraction", "dice", "set", "str"}
FIELDS = {"", "inputs", "rulings", "explorer", "link", "characters", "over", "r"}
FIELDS |= {spec.name for each in explorers().values() for spec in specs(each.Inputs)}
"""What an error may be tied to: a field of a form, or a part of what was sent."""


class Verdict(NamedTuple):
    """`kind` is "view", "refused" or "failed"; `wrong` says of a failure what is wrong; `seconds` are of this CPU."""

    kind: str
    wrong: str
    seconds: float


def tried(sent: Input) -> Verdict:
    """Send one input and look at what comes back."""
    began = time.process_time()
    try:
        said = answer(sent)
    except Exception as error:
        return Verdict("failed", f"raises {type(error).__name__}: {str(error)[:300]}", time.process_time() - began)
    seconds = time.process_time() - began
    try:
        told = json.loads(said.encode())
        wrong = _flaw(sent, told)
    except ValueError as error:
        return Verdict("failed", f"is no JSON that can be sent: {str(error)[:300]}", seconds)
    return Verdict("failed" if wrong else "view" if told["ok"] else "refused", wrong, seconds)


def _page(id: str, text: str) -> str:
    return run_page(id, text, True)


def answer(sent: Input) -> str:
    """What the way in says, as JSON."""
    calls: dict[str, Callable[..., str]] = {
        "json": run_json,
        "state": run_state,
        "page": _page,
        "files": run_files,
        "characters": run_characters,
    }
    if sent.way in calls:
        return calls[sent.way](sent.explorer, *sent.texts)
    try:
        return dumps(
            _opened(str(sent.texts[0])) if sent.way == "link" else _swept(sent.explorer, *map(str, sent.texts))
        )
    except Refused as refused:
        return dumps({"ok": False, "errors": refused.errors})


def _opened(link: str) -> dict[str, Any]:
    shown, unknown = open_link(link)
    return {"ok": True, "view": shown, "unknown": unknown}


def _swept(id: str, field: str, text: str, fixed: str) -> dict[str, Any]:
    """A sweep's grid, of which the first two points are computed."""
    asked = request(id, {field: values_of(id, field, text)}, parse_qsl(fixed, keep_blank_values=True))
    points = [asked.pairs(values) for values, _ in zip(asked.points(), range(2), strict=False)]
    found = compute(id, list(enumerate(points)))
    refusals = [{"field": "", "message": each.refused} for _, each in found if each.refused]
    return {"ok": not refusals, "errors": refusals, "view": None, "digest": asked.digest}


def _flaw(sent: Input, told: Any) -> str:
    """What is wrong with an answer, "" where nothing is."""
    if told["ok"]:
        return _flaw_of_view(told["view"]) if told.get("view") else ""
    if not told["errors"]:
        return "is refused without a sentence"
    flaws = (_flaw_of_error(sent, **each) for each in told["errors"])
    return next(filter(None, flaws), "")


def _flaw_of_view(view: View) -> str:
    """Nothing missing; and the Python that opens the case again is one call of plain values, whatever names say."""
    if view.keys() != View.__annotations__.keys() or not view["headline"]:
        return f"gives half a View: {list(view)}"
    if UNSEEN.search(
        " ".join(_texts([view["inputs"], view["headline"], view["facts"], view["ledger"], view["series"]]))
    ):
        return f"gives a View that cannot be printed: {view['inputs']}"
    return next((f"gives Python that does more: {text}" for text in (opening(view), view["python"]) if _does(text)), "")


def _texts(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict | list):
        for each in told.values() if isinstance(told, dict) else told:
            yield from _texts(each)


def _does(text: str) -> set[str]:
    """What a Python text does beyond calling rules and explorers with plain values."""
    tree = ast.parse(text)
    nodes = {type(each).__name__ for each in ast.walk(tree)}
    calls = {ast.unparse(each.func).partition(".")[0] for each in ast.walk(tree) if isinstance(each, ast.Call)}
    given = {each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    modules = {str(each.module) for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)}
    return (nodes - SYNTAX) | (calls - CALLED - given) | (modules - {"fractions", "haventms", "haventms_widgets"})


def _flaw_of_error(sent: Input, field: str, message: str) -> str:
    id = sent.explorer
    named = message.startswith((id, field)) or " has no numbers for " in message  # who is called so in the file
    lower = message[:1].islower() and not named
    if not message.endswith((".", "?")) or len(message) < 10 or lower:
        return f"is refused with what is no sentence: {message[:300]!r}"
    if len(message) > LONGEST and sent.way != "sweep":  # the sentences of a point stand together
        return f"is refused in {len(message)} letters: {message[:300]!r}"
    if UNSEEN.search(message):
        return f"is refused with what cannot be printed: {message[:300]!r}"
    if found := JARGON.search(message):
        return f"is refused in words of a programmer, {found[0]!r}: {message[:300]!r}"
    known = sent.way == "sweep" or "has no input" in message  # both name the field that they were given
    if not known and field.partition(".")[0] not in FIELDS:
        return f"is refused at a field that nobody knows: {field[:100]!r}: {message[:200]!r}"
    return ""
