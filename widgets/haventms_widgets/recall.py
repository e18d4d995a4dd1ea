"""The Python that opens a case again: the call of `show` with what differs from the default."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from .controls import specs
from .explorer import View
from .registry import explorers
from .state import decimal

WIDE = 88
"""Characters of a line from which a call or a list goes over several lines."""


def opening(view: View) -> str:
    """The text of a script or cell whose last expression shows the case of a View, with picture and steps."""
    model: type[BaseModel] = explorers()[view["id"]].Inputs
    inputs = model.model_validate(view["inputs"])
    changed: dict[str, Any] = {
        spec.name: value
        for spec in specs(model)
        if not _same(value := getattr(inputs, spec.name), spec.default, spec.kind == "rows")
    }
    if view["rulings"]:
        changed["rulings"] = view["rulings"]
    call = _call("show", [repr(view["id"])], changed)
    fractions = ["from fractions import Fraction", ""] if "Fraction(" in call else []
    return "\n".join([*fractions, "from haventms_widgets import show", "", call])


def _same(value: Any, default: Any, rows: bool) -> bool:
    return list(value) == list(default) if rows else bool(value == default)


def _call(name: str, values: list[str], named: Mapping[str, Any]) -> str:
    line = f"{name}({', '.join([*values, *(f'{each}={_text(value)}' for each, value in named.items())])})"
    if len(line) <= WIDE:
        return line
    parts = [*values, *(f"{each}={_text(value, 4)}" for each, value in named.items())]
    return "\n".join([f"{name}(", *(f"    {part}," for part in parts), ")"])


def _text(value: Any, indent: int | None = None) -> str:
    """A value as Python text; with an indent, one that is too wide for its line goes over several."""
    if isinstance(value, BaseModel):
        value = dict(_told(value))
    if isinstance(value, Fraction):
        return _fraction(value)
    if isinstance(value, Mapping):
        parts = [(f"{key!r}: ", each) for key, each in value.items()]
        return _bracket("{", parts, "}", indent)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _bracket("[", [("", each) for each in value], "]", indent)
    return repr(value)


def _bracket(begin: str, parts: list[tuple[str, Any]], end: str, indent: int | None) -> str:
    line = begin + ", ".join(key + _text(each) for key, each in parts) + end
    if indent is None or indent + len(line) <= WIDE or not parts:
        return line
    inner = " " * (indent + 4)
    rows = [f"{inner}{key}{_text(each, indent + 4)}," for key, each in parts]
    return "\n".join([begin, *rows, " " * indent + end])


def _fraction(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    return decimal(value) or f"Fraction({value.numerator}, {value.denominator})"


def _told(model: BaseModel) -> Iterator[tuple[str, Any]]:
    """The fields of a group or a row that have to be written: which kind it is, and what its model has otherwise."""
    for name, info in type(model).model_fields.items():
        value = getattr(model, name)
        kind = get_origin(info.annotation) is Literal and len(get_args(info.annotation)) == 1
        if kind or info.is_required() or value != info.get_default(call_default_factory=True):
            yield name, value
