"""From the `Inputs` model of an explorer to neutral control specs: what every face builds its controls from.

A spec also says the one sentence that a wrong value gets, so that all faces say the same.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from haventms.units import plain

M = TypeVar("M", bound=BaseModel)

Kind = Literal["whole", "number", "choice", "switch", "text", "many", "group", "one", "rows", "grid"]


@dataclass(frozen=True)
class Spec:
    """One control.

    `options` are (value, label) pairs of a choice or of a set of them ("many"); `parts` the specs of a group;
    `variants` the kinds of row of a list, or the groups of which one is chosen ("one"), each with its specs, keyed by
    the value of `discriminator` ("" for one kind only); `least` and `most` bound the number of rows or characters.
    `low` and `high` may be reached, `above` may not. `blank` allows no value at all.
    A "grid" is a map of letters, at most `most` squares a side: `palette` holds (letter, label, colour) of each kind of
    ground, `marks` the groups of column and row that are set on it, with their labels, `traces` the (series, look,
    label) of what the answer says about squares.
    `when` are a choice at the top of the form and those of its values for which this control plays a part.
    """

    name: str
    kind: Kind
    label: str
    help: str = ""
    unit: str = ""
    default: Any = None
    low: int | Fraction | None = None
    high: int | Fraction | None = None
    above: int | Fraction | None = None
    step: int | float = 1
    blank: bool = False
    options: tuple[tuple[Any, str], ...] = ()
    parts: tuple["Spec", ...] = ()
    discriminator: str = ""
    variants: dict[str, tuple["Spec", ...]] = field(default_factory=dict)
    variant_labels: dict[str, str] = field(default_factory=dict)
    least: int = 0
    most: int = 0
    models: dict[str, type[BaseModel]] = field(default_factory=dict)
    palette: tuple[tuple[str, str, str], ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    traces: tuple[tuple[str, str, str], ...] = ()
    when: tuple[str, tuple[str, ...]] = ("", ())

    def shown(self, chosen: Mapping[str, Any]) -> bool:
        """Whether it plays a part beside these values of the form."""
        choice, values = self.when
        return chosen.get(choice) in values if choice in chosen else True

    @property
    def allowed(self) -> str:
        """What may be entered, to follow "must be"."""
        none = " or left empty" if self.blank else ""
        if self.kind in ("whole", "number"):
            noun = "a whole number" if self.kind == "whole" else "a number"
            return f"{noun}{self._bounds()}{none}"
        if self.kind == "choice":
            return f"one of {', '.join(str(value) for value, _ in self.options)}{none}"
        if self.kind == "many":
            return f"any of {', '.join(str(value) for value, _ in self.options)}"
        if self.kind == "switch":
            return "yes or no"
        if self.kind == "rows":
            return f"a list of at most {self.most} rows" if self.most else "a list of rows"
        if self.kind == "one":
            return f"one of {', '.join(self.variants)} with its values"
        if self.kind == "grid":
            letters = " ".join(letter for letter, _, _ in self.palette)
            return f"a map of at most {self.most} columns and {self.most} rows, each square one of {letters}"
        if self.kind == "group":
            return f"a group of {', '.join(each.name for each in self.parts)}"
        count = f"{self.least} to" if self.least else "at most"
        return f"a text of {count} {self.most} characters" if self.most else "a text"

    @property
    def sentence(self) -> str:
        """The sentence for a wrong value: "Swiftness must be a whole number from 0 to 100."."""
        return f"{self.label} must be {self.allowed}."

    def _bounds(self) -> str:
        high = "" if self.high is None else plain(Fraction(self.high))
        if self.above is not None:
            return f" above {plain(Fraction(self.above))}" + (f" and up to {high}" if high else "")
        if self.low is not None:
            low = plain(Fraction(self.low))
            return f" from {low} to {high}" if high else f", {low} or more"
        return f", {high} or less" if high else ""


@cache
def specs(model: type[BaseModel]) -> tuple[Spec, ...]:
    """The control specs of a model's fields, in their order."""
    return tuple(_spec(name, info) for name, info in model.model_fields.items())


def _spec(name: str, info: FieldInfo) -> Spec:
    annotation, blank = _without_none(info.annotation)
    extra: dict[str, Any] = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    metadata = [*info.metadata, *_metadata(annotation)]
    default = None if info.is_required() else info.get_default(call_default_factory=True)
    stem, unit = _stem_and_unit(name)
    common: dict[str, Any] = {
        "name": name,
        "label": info.title or stem.replace("_", " ").capitalize(),
        "help": info.description or "",
        "unit": extra.get("unit", unit),
        "default": default,
        "blank": blank,
        "when": next(((name, tuple(values)) for name, values in extra.get("when", {}).items()), ("", ())),
    }
    labels = extra.get("labels", {})
    annotation = _bare(annotation)
    if extra.get("control") == "grid":
        return Spec(kind="grid", **{name: extra[name] for name in ("most", "palette", "marks", "traces")}, **common)
    if annotation is bool:
        return Spec(kind="switch", **common)
    if get_origin(annotation) is Literal:
        return Spec(kind="choice", options=_options(annotation, labels), **common)
    if annotation in (int, Fraction, float):
        low, high = _limit(metadata, "ge"), _limit(metadata, "le")
        kind: Kind = "whole" if annotation is int else "number"
        step = _limit(metadata, "multiple_of") or extra.get("step") or 1
        return Spec(kind=kind, low=low, high=high, above=_limit(metadata, "gt"), step=step, **common)
    if annotation is str:
        least = _limit(metadata, "min_length") or 0
        return Spec(kind="text", least=least, most=_limit(metadata, "max_length") or 0, **common)
    if get_origin(annotation) in (list, tuple, set, frozenset, Sequence):
        return _list_spec(get_args(annotation)[0], metadata, labels, common, extra)
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return Spec(kind="group", parts=_with_defaults(specs(annotation), default), models={"": annotation}, **common)
    if get_origin(annotation) in (Union, UnionType):
        return Spec(kind="one", **_variants(get_args(annotation), str(info.discriminator)), **common)
    raise TypeError(f"{name}: there is no control for {annotation!r}")


def _with_defaults(parts: tuple[Spec, ...], value: Any) -> tuple[Spec, ...]:
    """The specs of a group with the defaults of this very group, which need not be those of its model."""
    if value is None:
        return parts
    own = [(each, getattr(value, each.name)) for each in parts]
    return tuple(replace(each, default=one, parts=_with_defaults(each.parts, one)) for each, one in own)


UNITS = {
    "feet": "ft",
    "miles": "miles",
    "minutes": "minutes",
    "hours": "hours",
    "degrees": "degrees",
    "lb": "lb",
    "mph": "mph",
}


def _stem_and_unit(name: str) -> tuple[str, str]:
    """Names of the rules carry their unit as the last word: "across_feet" is across, in feet."""
    stem, _, last = name.rpartition("_")
    return (stem, UNITS[last]) if stem and last in UNITS else (name, "")


def _list_spec(item: Any, metadata: list[Any], labels: Any, common: dict[str, Any], extra: Any) -> Spec:
    most = int(_limit(metadata, "max_length") or 0)
    inner = [*_metadata(item)]
    item = _bare(item)
    if get_origin(item) is Literal:
        return Spec(kind="many", options=_options(item, labels), **common)
    models = get_args(item) if get_origin(item) in (Union, UnionType) else (item,)
    discriminator = next((each.discriminator for each in inner if getattr(each, "discriminator", None)), "")
    return Spec(kind="rows", most=most, **_variants(models, str(discriminator)), **common)


def _variants(models: tuple[Any, ...], discriminator: str) -> dict[str, Any]:
    """What a spec says about its variants: by key the specs, the label, the model."""
    variants, names, by_key = {}, {}, {}
    for model in map(_bare, models):
        key = get_args(model.model_fields[discriminator].annotation)[0] if discriminator else ""
        # What is peculiar to this kind of row comes before what it has in common with the others.
        own = sorted(specs(model), key=lambda each: bool(discriminator) and each.name not in model.__annotations__)
        variants[key] = tuple(each for each in own if each.name != discriminator)
        names[key] = model.model_config.get("title") or str(key).replace("_", " ").capitalize()
        by_key[key] = model
    return {"discriminator": discriminator, "variants": variants, "variant_labels": names, "models": by_key}


def _without_none(annotation: Any) -> tuple[Any, bool]:
    if get_origin(annotation) in (Union, UnionType) and NoneType in get_args(annotation):
        rest = [each for each in get_args(annotation) if each is not NoneType]
        return (rest[0] if len(rest) == 1 else Union[tuple(rest)]), True  # noqa: UP007
    return annotation, False


def _bare(annotation: Any) -> Any:
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return annotation


def _metadata(annotation: Any) -> Iterator[Any]:
    if get_origin(annotation) is Annotated:
        for each in get_args(annotation)[1:]:
            yield each
            if isinstance(each, FieldInfo):
                yield from each.metadata


def _limit(metadata: list[Any], name: str) -> Any:
    return next((getattr(each, name) for each in metadata if getattr(each, name, None) is not None), None)


def _options(annotation: Any, labels: Any) -> tuple[tuple[Any, str], ...]:
    return tuple((value, labels.get(value, str(value).replace("_", " "))) for value in get_args(annotation))


def in_order(model: M) -> M:
    """The same inputs with every set of choices in the order of its options: one case, one way to write it."""
    update: dict[str, Any] = {}
    for spec in specs(type(model)):
        value = getattr(model, spec.name)
        if spec.kind == "many":
            update[spec.name] = tuple(option for option, _ in spec.options if option in value)
        elif spec.kind in ("group", "one"):
            update[spec.name] = in_order(value)
        elif spec.kind == "rows":
            update[spec.name] = tuple(in_order(row) for row in value)
    return model.model_copy(update=update) if update else model
