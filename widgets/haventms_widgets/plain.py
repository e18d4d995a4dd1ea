"""What pydantic found wrong, as plain sentences tied to fields."""

from typing import Any, TypedDict

from pydantic import BaseModel, ValidationError

from .controls import Spec, specs
from .quoting import quoted, shortened


class FieldError(TypedDict):
    """`field` is the dotted path of the field ("legs.1.mode"), "" for the form as a whole."""

    field: str
    message: str


def plain_errors(error: ValidationError, model: type[BaseModel], owner: str) -> list[FieldError]:
    """One sentence a field; `owner` is what has no such field ("haven-speed")."""
    found: dict[str, str] = {}
    for each in error.errors():
        path, message = _sentence(each, specs(model), owner)
        found.setdefault(path, message)
    return [{"field": path, "message": message} for path, message in found.items()]


def _sentence(each: Any, level: tuple[Spec, ...], owner: str) -> tuple[str, str]:
    path: list[str] = []
    where: list[str] = []
    spec: Spec | None = None
    variant_next = False  # pydantic names the variant on the way, where a row or a choice of groups begins
    for step in each["loc"]:
        if isinstance(step, int):
            if spec is not None and spec.kind == "many":
                continue
            path.append(str(step))
            where.append(f"row {step + 1}")
            variant_next = True
            continue
        if variant_next and spec is not None and step in spec.variants:
            level, variant_next = spec.variants[step], False  # it is no part of the path
            continue
        below = next((one for one in level if one.name == step), None)
        if below is None:
            if spec is not None and (spec.kind == "many" or step in ("function-before", "tagged-union")):
                continue
            path.append(str(step))
            if each["type"] == "extra_forbidden":
                names = ", ".join(one.name for one in level)
                told = quoted(".".join(path))
                return shortened(".".join(path)), f"{owner} has no input {told}; it takes {names}."
            spec = None
            continue
        spec = below
        path.append(str(step))
        where.append(spec.label)
        variant_next = spec.kind == "one"
        if spec.kind == "rows" and len(spec.variants) == 1:
            level = next(iter(spec.variants.values()))
        elif spec.kind == "group":
            level = spec.parts
    return ".".join(path), _message(each, spec, where, owner)


def _message(each: Any, spec: Spec | None, where: list[str], owner: str) -> str:
    place = ", ".join(where)
    if each["type"] == "value_error":
        said = str(each["ctx"]["error"])
        said = said if said.startswith("must ") else f": {said}"
        return f"{place}{' ' if said.startswith('must') else ''}{said}".lstrip(": ").rstrip(".") + "."
    if each["type"] in ("union_tag_invalid", "union_tag_not_found") and spec is not None:
        return f"{place}: {spec.discriminator} must be one of {', '.join(spec.variants)}."
    if spec is None:
        return f"{place or owner} must be a group of named values."
    if each["type"] == "missing":
        return f"{place} is missing; it must be {spec.allowed}."
    if spec.kind == "rows" and where[-1].startswith("row "):
        return f"{place} must be a group of named values."
    return f"{place} must be {spec.allowed}."
