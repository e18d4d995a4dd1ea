"""The state text of a case: what the page's address, a dashboard's address, the command line and forms all carry.

Written like a query string: dotted names, only what differs from the default, rulings behind "r.":
`swiftness=3&factors.0.kind=crowd&r.haven_stack=worst`. Unknown names are passed over and reported.
"""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any
from urllib.parse import parse_qsl, quote

from pydantic import BaseModel

from haventms import Rulings
from haventms.units import write_exact

from .controls import Spec, specs
from .quoting import shortened

RULINGS = "r"
_WHOLE = re.compile(r"[+-]?\d{1,30}")
_NUMBER = re.compile(r"[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})")
_RATIO = re.compile(r"-?\d{1,30}/[1-9]\d{0,29}")
_ROW_NUMBER = re.compile(r"[0-9]{1,6}")
_TRUE, _FALSE = ("yes", "true", "1", "on"), ("no", "false", "0", "off")
LONGEST = 20_000
"""A longer state text is refused: no case of ours comes near it."""
MOST_UNKNOWN = 20
"""So many unknown names are told one by one."""


def write(inputs: BaseModel, rulings: Rulings) -> str:
    """The canonical text: two equal cases have the same."""
    return join(pairs(inputs, rulings))


def pairs(inputs: BaseModel, rulings: Rulings) -> list[tuple[str, str]]:
    """The same as pairs of dotted name and text."""
    return [*_write_model(inputs, specs(type(inputs)), ""), *_rulings_pairs(rulings)]


def join(pairs: Iterable[tuple[str, str]]) -> str:
    """Pairs of dotted name and text as a state text."""
    return "&".join(f"{name}={quote(text, safe=',:/ ').replace(' ', '+')}" for name, text in pairs)


def _rulings_pairs(rulings: Rulings) -> Iterator[tuple[str, str]]:
    for name, token in rulings.changed.items():
        yield f"{RULINGS}.{name}", token


def _write_model(model: BaseModel, level: tuple[Spec, ...], prefix: str) -> Iterator[tuple[str, str]]:
    for spec in level:
        value = getattr(model, spec.name)
        same = list(value) == list(spec.default) if spec.kind == "rows" else value == spec.default
        if not same:
            yield from _write_value(value, spec, prefix + spec.name)


def _write_value(value: Any, spec: Spec, name: str) -> Iterator[tuple[str, str]]:
    if spec.kind == "rows":
        if not value:
            yield name, ""
        for number, row in enumerate(value):
            yield from _write_row(row, spec, f"{name}.{number}")
    elif spec.kind == "group":
        yield from _write_model(value, spec.parts, f"{name}.")
    elif spec.kind == "one":
        key = getattr(value, spec.discriminator)
        yield f"{name}.{spec.discriminator}", key
        yield from _write_model(value, spec.variants[key], f"{name}.")
    elif spec.kind == "many":
        chosen = [str(option) for option, _ in spec.options if option in value]
        yield name, ",".join(chosen)
    else:
        yield name, write_value(value)


def _write_row(row: BaseModel, spec: Spec, name: str) -> Iterator[tuple[str, str]]:
    key = getattr(row, spec.discriminator) if spec.discriminator else ""
    level = spec.variants[key]
    pairs = [*_write_model(row, level, f"{name}.")]
    if spec.discriminator:
        pairs.insert(0, (f"{name}.{spec.discriminator}", str(key)))
    elif not pairs:  # a row of defaults only must not vanish
        first = level[0]
        pairs = [(f"{name}.{first.name}", write_value(getattr(row, first.name)))]
    yield from pairs


def write_value(value: Any) -> str:
    """One plain value as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return decimal(value) or write_exact(value)
    return str(value)


def decimal(value: Fraction) -> str:
    """The value as a decimal of at most three places, "" where it has none."""
    thousandths = value * 1000
    if thousandths.denominator != 1:
        return ""
    whole, rest = divmod(abs(thousandths.numerator), 1000)
    text = f"{whole}.{rest:03}".rstrip("0").rstrip(".")
    return f"-{text}" if value < 0 else text


class StateError(ValueError):
    """A state text that cannot be read at all."""


def read(text: str, model: type[BaseModel]) -> tuple[dict[str, Any], dict[str, str], list[str]]:
    """Inputs (still to be validated), rulings (likewise) and the names that nobody knows."""
    if len(text) > LONGEST:
        raise StateError(f"The state text must be at most {LONGEST:,} characters long.")
    return from_pairs(parse_qsl(text.lstrip("#?"), keep_blank_values=True), model)


def from_pairs(
    pairs: Iterable[tuple[str, str]], model: type[BaseModel]
) -> tuple[dict[str, Any], dict[str, str], list[str]]:
    """The same from pairs of dotted name and text: a form, the options of the command line."""
    tree: dict[str, Any] = {}
    rulings: dict[str, str] = {}
    unknown: list[str] = []
    for name, value in pairs:
        if name.startswith(f"{RULINGS}."):
            rulings[name[len(RULINGS) + 1 :]] = value
        elif not _plant(tree, name.split("."), value):
            unknown.append(name)
    unknown += [f"{RULINGS}.{name}" for name in rulings if name not in Rulings.model_fields]
    rulings = {name: value for name, value in rulings.items() if name in Rulings.model_fields}
    inputs = _read_level(tree, specs(model), "", unknown)
    told = [shortened(name) for name in unknown[:MOST_UNKNOWN]]
    return inputs, rulings, told if len(unknown) == len(told) else [*told, f"and {len(unknown) - len(told)} more"]


def _plant(tree: dict[str, Any], path: list[str], value: str) -> bool:
    """Hang a leaf into the tree of names; False where a leaf already stands in the way."""
    for step in path[:-1]:
        tree = tree.setdefault(step, {})
        if not isinstance(tree, dict):
            return False
    tree[path[-1]] = value
    return True


def _read_level(tree: Any, level: tuple[Spec, ...], prefix: str, unknown: list[str]) -> dict[str, Any]:
    if not isinstance(tree, dict):
        return {}
    known = {spec.name: spec for spec in level}
    unknown += [prefix + name for name in tree if name not in known]
    return {
        name: _read_value(value, known[name], prefix + name, unknown) for name, value in tree.items() if name in known
    }


def _read_value(value: Any, spec: Spec, name: str, unknown: list[str]) -> Any:
    if spec.kind == "group":
        defaults = {each.name: each.default for each in spec.parts}
        return {**defaults, **_read_level(value, spec.parts, f"{name}.", unknown)}
    if spec.kind == "one":
        return _read_one(value, spec, name, unknown)
    if spec.kind == "rows":
        return _read_rows(value, spec, name, unknown)
    if spec.kind == "many":
        chosen = [each for each in value.split(",") if each] if isinstance(value, str) else value
        options = {str(option): option for option, _ in spec.options}
        return [options.get(each, each) for each in chosen]
    if isinstance(value, dict):
        unknown += [f"{name}.{each}" for each in value]
        return spec.default
    return read_value(value, spec)


def _read_one(value: Any, spec: Spec, name: str, unknown: list[str]) -> Any:
    if isinstance(value, str):
        return value
    rest = dict(value)
    key = rest.pop(spec.discriminator, getattr(spec.default, spec.discriminator))
    level = spec.variants.get(key, ()) if isinstance(key, str) else ()
    return {spec.discriminator: key, **_read_level(rest, level, f"{name}.", unknown if level else [])}


def _read_rows(value: Any, spec: Spec, name: str, unknown: list[str]) -> Any:
    if isinstance(value, str):
        return value or []
    rows = []
    numbered = [each for each in value if _ROW_NUMBER.fullmatch(each)]
    for number in sorted(numbered, key=int):
        row = value[number]
        key = row.get(spec.discriminator, "") if isinstance(row, dict) else ""
        level = spec.variants.get(key if spec.discriminator else "", ()) if isinstance(key, str) else ()
        rest = {each: text for each, text in row.items() if each != spec.discriminator} if isinstance(row, dict) else {}
        read_row = _read_level(rest, level, f"{name}.{number}.", unknown if level else [])
        rows.append({spec.discriminator: key, **read_row} if spec.discriminator else read_row)
    unknown += [f"{name}.{each}" for each in value if each not in numbered]
    return rows


def read_value(text: str, spec: Spec) -> Any:
    """The value that a text stands for; what cannot be read stays text and is refused by the model."""
    text = text.strip()
    if not text and spec.blank:
        return None
    if spec.kind == "whole" and _WHOLE.fullmatch(text):
        return int(text)
    if spec.kind == "number":
        if _RATIO.fullmatch(text):
            return Fraction(text)
        return Fraction(text) if _NUMBER.fullmatch(text) else text
    if spec.kind == "switch":
        lower = text.lower()
        return True if lower in _TRUE else False if lower in _FALSE else text
    if spec.kind == "choice":
        return next((option for option, _ in spec.options if str(option) == text), text)
    return text
