"""A case in words: what differs from an explorer's default, by the names that its controls have."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from ..controls import Spec, specs
from ..explorer import Explorer, Inputs


def worded(explorer: Explorer[Any, Any], state: str) -> str:
    """The case of a state text: "Terrain factors 1: Crowd; Terrain factors 2: Ice"; "" for the default one."""
    pairs = dict(parse_qsl(state, keep_blank_values=True))
    model: type[Inputs] = explorer.Inputs
    parts = [_part(specs(model), name.split("."), pairs) for name in pairs]
    return "; ".join(f"{label}: {value}" for label, value in parts)


def _part(level: Sequence[Spec], path: Sequence[str], pairs: Mapping[str, str]) -> tuple[str, str]:
    where: list[str] = []
    text = pairs[".".join(path)]
    for place, step in enumerate(path):
        spec = next(each for each in level if each.name == step)
        rest = path[place + 1 :]
        where.append(spec.label)
        if spec.kind == "group":
            level = spec.parts
        elif spec.kind in ("rows", "one") and rest:
            begun = path[: place + (2 if spec.kind == "rows" else 1)]
            if spec.kind == "rows":
                where[-1] += f" {int(rest[0]) + 1}"
            key = pairs.get(".".join([*begun, spec.discriminator]), "")
            if path[len(begun) :] == [spec.discriminator]:
                return ", ".join(where), spec.variant_labels[key]
            level = spec.variants[key]
            return _joined(where, _within(level, path[len(begun) :], text))
        elif not rest:
            return ", ".join(where), _value(spec, text)
    return ", ".join(where), text or "none"


def _joined(where: Sequence[str], part: tuple[str, str]) -> tuple[str, str]:
    return ", ".join([*where, part[0]]), part[1]


def _within(level: Sequence[Spec], path: Sequence[str], text: str) -> tuple[str, str]:
    spec = next(each for each in level if each.name == path[0])
    return spec.label, _value(spec, text)


def _value(spec: Spec, text: str) -> str:
    if not text:
        return "none"
    label = next((label for option, label in spec.options if str(option) == text), text)
    return f"{label} {spec.unit}".rstrip()
