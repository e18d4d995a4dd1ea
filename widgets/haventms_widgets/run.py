"""One entry for every face: inputs in, a View or plain-word errors out. Never an exception for bad input."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from haventms import RuleError, Rulings

from . import state
from .controls import in_order
from .explorer import Explorer, View, dumps
from .plain import FieldError, plain_errors
from .quoting import quoted, shortened
from .registry import UnknownExplorer, explorers

LONGEST = 100_000
"""A longer JSON text is refused: no case of ours comes near it."""


class Refused(ValueError):
    """What was wrong, a sentence a field. `str()` is the sentences together."""

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__(errors)
        self.errors = errors

    def __str__(self) -> str:
        return " ".join(each["message"] for each in self.errors)


def find(id: str) -> Explorer[Any, Any]:
    """The explorer of that id; `Refused` names the ones there are."""
    try:
        return explorers()[id]
    except UnknownExplorer as error:
        raise Refused([{"field": "explorer", "message": str(error)}]) from None


def read_rulings(given: Mapping[str, Any]) -> Rulings:
    """Rulings from field names and tokens; `Refused` says which tokens there are."""
    try:
        return Rulings.model_validate(dict(given))
    except ValidationError as error:
        raise Refused([_ruling_error(each) for each in error.errors()]) from None


def _ruling_error(error: Any) -> FieldError:
    name = str(error["loc"][0]) if error["loc"] else ""
    if error["type"] == "extra_forbidden":
        return {"field": f"r.{shortened(name)}", "message": f"There is no ruling {quoted(name)}."}
    if error["type"] == "literal_error":
        allowed = str(error["ctx"]["expected"]).replace("'", "")
        return {"field": f"r.{name}", "message": f"The ruling {name} must be {allowed}."}
    return {"field": f"r.{name}", "message": f"The ruling {name} must be a die such as d20, 3d6 or d100."}


def view(explorer: Explorer[Any, Any], inputs: Any, rulings: Rulings | None = None, compare: bool = True) -> View:
    """The View of an explorer for inputs given as a plain dict; `Refused` where they or the act are wrong."""
    try:
        valid = in_order(explorer.Inputs.model_validate(inputs))
    except ValidationError as error:
        raise Refused(plain_errors(error, explorer.Inputs, explorer.id)) from None
    try:
        return explorer.compute(valid, rulings, compare)
    except RuleError as error:
        raise Refused([{"field": "", "message": f"{error}."}]) from None
    except ValidationError as error:  # a rule's own bounds may be narrower than those of a single field
        raise Refused([{"field": "", "message": _sentence(each)} for each in error.errors()]) from None


_BOUNDS = {
    "less_than_equal": ("at most", "le"),
    "less_than": ("below", "lt"),
    "greater_than_equal": ("at least", "ge"),
    "greater_than": ("above", "gt"),
}


def _sentence(error: Any) -> str:
    name = " ".join(str(step).replace("_", " ") for step in error["loc"])
    said = str(error["ctx"]["error"]) if error["type"] == "value_error" else error["msg"]
    if error["type"] in _BOUNDS:
        bound, value = _BOUNDS[error["type"]]
        said = f"must be {bound} {error['ctx'][value]}"
    if name and said.replace("_", " ").startswith(f"{name} "):  # some sentences name the parameter themselves
        name, said = "", said.replace("_", " ")
    return f"{name} {said}".strip().rstrip(".").capitalize() + "."


def run_json(explorer_id: str, inputs_json: str, rulings_json: str = "{}") -> str:
    """`{"ok": true, "view": ...}` or `{"ok": false, "errors": [{"field", "message"}]}`, from JSON texts."""
    try:
        explorer = find(explorer_id)
        inputs = _read_json(inputs_json, "inputs")
        rulings = read_rulings(_read_json(rulings_json, "rulings"))
        return dumps({"ok": True, "view": view(explorer, inputs, rulings)})
    except Refused as refused:
        return dumps({"ok": False, "errors": refused.errors})


def run_state(explorer_id: str, text: str) -> str:
    """The same from a state text; names that nobody knows are passed over and listed in `"unknown"`."""
    try:
        explorer = find(explorer_id)
        inputs, rulings, unknown = read_state(explorer, text)
        return dumps({"ok": True, "view": view(explorer, inputs, rulings), "unknown": unknown})
    except Refused as refused:
        return dumps({"ok": False, "errors": refused.errors})


def read_state(explorer: Explorer[Any, Any], text: str) -> tuple[dict[str, Any], Rulings, list[str]]:
    """Inputs, rulings and unknown names of a state text."""
    try:
        inputs, rulings, unknown = state.read(text, explorer.Inputs)
    except state.StateError as error:
        raise Refused([{"field": "", "message": str(error)}]) from None
    return inputs, read_rulings(rulings), unknown


def _read_json(text: str, name: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise Refused([{"field": name, "message": f"The {name} must be at most {LONGEST:,} characters long."}])

    def refuse(constant: str) -> Any:
        raise ValueError(constant)

    try:
        data = json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise Refused([{"field": name, "message": f"The {name} must be a JSON object such as {{}}."}])
    return data
