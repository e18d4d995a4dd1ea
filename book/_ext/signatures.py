"""What a function or a model takes, in words: read from its signature and from the schema that pydantic makes."""

import inspect
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

from haventms.checked import arguments_of

KINDS = {
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "boolean": "true or false",
    "null": "None",
}


class Schema(GenerateJsonSchema):
    """As pydantic writes it; what has no form in JSON, such as a fraction, allows anything there."""

    def handle_invalid_for_json_schema(self, schema: Any, error_info: str) -> dict[str, Any]:
        return {}


def signature_of(package: str, name: str, value: Any) -> str:
    """How it is called, without types: "haven.base_speed(swiftness, mode_bonus=0)"; a class by its name alone."""
    short = f"{package.removeprefix('haventms.').rpartition('.')[2]}.{name}"
    if inspect.isclass(value):
        return short
    shown = [each.replace(annotation=inspect.Parameter.empty) for each in inspect.signature(value).parameters.values()]
    return f"{short}{inspect.Signature(shown)}"


def parameters_of(function: Any) -> list[tuple[str, str]]:
    """The parameters of a function that checks what it is called with, each with what is allowed."""
    if not hasattr(function, "__wrapped__"):
        return []
    return bounds_of(arguments_of(function))


def bounds_of(model: type[BaseModel]) -> list[tuple[str, str]]:
    """The fields of a model, each with what is allowed."""
    return [
        (name, ", ".join(filter(None, [words(each), default_of(model, name)])))
        for name, each in schema_of(model).get("properties", {}).items()
    ]


def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of what a model takes."""
    return model.model_json_schema(schema_generator=Schema)


def shapes_of(models: Iterable[type[BaseModel]]) -> dict[str, dict[str, Any]]:
    """The shapes that fields of these models have, by name: all those that have fields of their own."""
    found: dict[str, dict[str, Any]] = {}
    for model in models:
        found |= {name: each for name, each in schema_of(model).get("$defs", {}).items() if each.get("properties")}
    return dict(sorted(found.items()))


def default_of(model: type[BaseModel], name: str) -> str:
    """What a field is where nothing is given."""
    field = model.model_fields.get(name)
    if field is None or field.is_required() or field.default_factory is not None or field.default is None:
        return ""
    return f"{field.default!r} where nothing is given"


def words(schema: dict[str, Any]) -> str:
    """A JSON schema as a few words: "a whole number, 0 to 1,000"."""
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "const" in schema:
        return repr(schema["const"])
    if "enum" in schema:
        return "one of " + ", ".join(map(repr, schema["enum"]))
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(filter(None, map(words, schema[key]))))
    if "allOf" in schema:
        return " and ".join(map(words, schema["allOf"]))
    kind = schema.get("type")
    if kind == "array":
        each = words(schema["items"]) if isinstance(schema.get("items"), dict) else ""
        return " ".join(filter(None, ["a list", f"of: {each}" if each else "", *sizes(schema, "Items")]))
    if kind == "object":
        return "names with values"
    return " ".join([", ".join(filter(None, [KINDS.get(kind or "", ""), *limits(schema)])), *sizes(schema, "Length")])


def limits(schema: dict[str, Any]) -> Iterator[str]:
    """Its least and its most."""
    low, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    high, below = schema.get("maximum"), schema.get("exclusiveMaximum")
    if low is not None and high is not None:
        yield f"{low:,} to {high:,}"
    elif low is not None:
        yield f"{low:,} or more"
    elif high is not None:
        yield f"{high:,} or less"
    if above is not None:
        yield f"more than {above:,}"
    if below is not None:
        yield f"less than {below:,}"


def sizes(schema: dict[str, Any], what: str) -> Iterator[str]:
    """How long it may be."""
    low, high = schema.get(f"min{what}"), schema.get(f"max{what}")
    if low and high:
        yield f"({low:,} to {high:,})"
    elif high:
        yield f"(at most {high:,})"
    elif low:
        yield f"(at least {low:,})"
