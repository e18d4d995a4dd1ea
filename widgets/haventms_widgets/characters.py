"""A file of characters: a party's numbers, written down once and loaded into every explorer.

A file is JSON: `{"characters": [{"name": "Bartas", "haven": {"swiftness": 4}, "overland": {"con": 15}}]}`. The numbers
of each system have names; `PLACES` says where an explorer has which of them. Bounds and sentences are those of the
explorers' own fields, from which the schema is made.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any, Optional

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model, field_validator
from pydantic.fields import FieldInfo

from . import state
from .controls import Spec, specs
from .explorer import Inputs
from .plain import plain_errors
from .quoting import CONTROL, quoted
from .registry import explorers
from .run import Refused, find, read_state

MOST, LONGEST = 50, 200_000
"""Characters in a file at most, and letters."""

_ATTACKER = ("precision", "discipline", "control", "brawn", "concentration", "power")
_DEFENDER = ("agility", "intelligence", "charm", "fortitude", "wisdom", "composure")
_POOLS = ("physical", "mental", "spiritual")
_WALKER = ("con", "speed_feet", "load", "endurance_feat")
_RUNNER = ("speed_feet", "dex", "con")


def _within(group: str, names: Iterable[str]) -> dict[str, str]:
    return {f"{group}.{name}": name for name in names}


PLACES: dict[str, dict[str, dict[str, str]]] = {
    "haven-speed": {"mover": {each: each for each in ("swiftness", "mode_bonus", "flat_bonus")}},
    "haven-terrain": {
        "mover": {
            "base_feet": "base_feet",
            "bonuses.attack": "attack_bonus",
            "bonuses.defense": "defense_bonus",
            "bonuses.swiftness": "swiftness_bonus",
            "bonuses.from_swiftness": "defense_from_swiftness",
        }
    },
    "haven-hazard": {
        "endangered": {
            "bonus": "*hazard.ROLL",
            "hazard.base_feet": "base_feet",
            "hazard.from_swiftness": "defense_from_swiftness",
        }
    },
    "haven-turn": {"mover": {"base_feet": "base_feet"}},
    "domains-turn": {
        "mover": {
            **_within("creature.speeds", ("land", "swim", "climb", "fly", "dig")),
            **_within("creature", ("keywords", "lowest_plane", "max_turn_degrees", "passes_solid")),
        }
    },
    "domains-attack": {
        "attacker": _within("attacker", (*_POOLS, *_ATTACKER)),
        "defender": _within("defender", (*_POOLS, *_DEFENDER)),
    },
    "overland-pace": {"mover": {each: each for each in ("speed_feet", "con", "armour", "load")}},
    "overland-march": {"mover": {each: each for each in _WALKER}},
    "overland-journey": {"travellers": _within("travellers.#", _WALKER)},
    "overland-chase": {"chased": _within("chased.#", _RUNNER), "chasers": _within("chasers.#", _RUNNER)},
}
"""By explorer and by what a character is there: the field of the explorer, and the number of the character it takes.

A field with "#" stands in a list: there every chosen character gets a row, with the name. A number with "*" is
one whose name stands in the case itself: the roll that a hazard asks for."""


class Character(BaseModel):
    """A character: a name, and what each system says of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: Annotated[str, Field(min_length=1, max_length=40)]

    @field_validator("name")
    @classmethod
    def _printable(cls, name: str) -> str:
        if CONTROL.search(name):
            raise ValueError("must be without control characters")
        return name


def _refused(sentence: str) -> Refused:
    return Refused([{"field": "characters", "message": sentence}])


@cache
def numbers(system: str) -> type[BaseModel]:
    """The numbers that a system knows of a character, each as the explorer's field that takes it."""
    fields: dict[str, Any] = {}
    for id, roles in PLACES.items():
        if explorers()[id].system != system:
            continue
        for path, name in (pair for role in roles.values() for pair in role.items()):
            if not name.startswith("*") and name not in fields:
                info = _field(explorers()[id].Inputs, path.split("."))
                title = info.title or name.replace("_", " ").capitalize()
                own = Field(default=None, title=title, json_schema_extra=info.json_schema_extra)
                kind = Annotated[(info.annotation, *info.metadata)] if info.metadata else info.annotation
                fields[name] = (Optional[kind], own)  # noqa: UP045
    return create_model(system.capitalize(), __config__=ConfigDict(frozen=True, extra="forbid"), **fields)


def _field(model: type[BaseModel], path: list[str]) -> FieldInfo:
    """The field at the end of a path; in a list or a choice, that of the first kind that has it."""
    info = model.model_fields[path[0]]
    if len(path) == 1:
        return info
    spec = next(each for each in specs(model) if each.name == path[0])
    rest = [step for step in path[1:] if step != "#"]
    below = next(each for each in spec.models.values() if rest[0] in each.model_fields)
    return _field(below, rest)


@cache
def model() -> type[Character]:
    """A character with the numbers of every system."""
    systems = dict.fromkeys(each.system for each in (explorers()[id] for id in PLACES))
    groups: dict[str, Any] = {system: (numbers(system), numbers(system)()) for system in systems}
    return create_model("Character", __base__=Character, **groups)


def read(text: str) -> list[Any]:
    """The characters of a file; what is wrong with it is `Refused` in sentences."""
    if len(text) > LONGEST:
        raise _refused(f"The file of characters must be at most {LONGEST:,} letters long.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f": line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise _refused(f"The file of characters is no JSON{where}.") from None
    listed = data.get("characters") if isinstance(data, dict) else None
    if not isinstance(listed, list) or set(data) - {"characters", "$schema"}:
        raise _refused('The file of characters must be {"characters": [...]}, a list of them.')
    if not 1 <= len(listed) <= MOST:
        raise _refused(f"The file of characters must hold 1 to {MOST} of them.")
    found = [_character(number, each) for number, each in enumerate(listed, 1)]
    names = [each.name for each in found]
    for name in names:
        if names.count(name) > 1:
            raise _refused(f"The file of characters has two of the name {name}.")
    return found


def _character(number: int, data: Any) -> Any:
    try:
        return model().model_validate(data)
    except ValidationError as error:
        told = plain_errors(error, model(), "A character")
        first = told[0]["message"] if isinstance(data, dict) else "it must be a group of named values."
        raise _refused(f"Character {number}: {first}") from None


def load(explorer: str, case: str, text: str, who: Iterable[str] = (), role: str = "") -> str:
    """The state text of a case with the numbers of characters in it.

    `text` is the file, `who` names of it (the first alone, where none is given; in a list of an explorer, all), `role`
    what they are in the case: the first that the explorer knows, unless it is named.
    """
    found = find(explorer)
    roles = PLACES.get(explorer, {})
    if not roles:
        raise _refused(f"{explorer} asks for no numbers of a character.")
    if role and role not in roles:
        raise _refused(f"In {explorer} a character is one of {', '.join(roles)}, not {quoted(role)}.")
    places = roles[role or next(iter(roles))]
    people = _chosen(read(text), list(who), several(explorer, role))
    inputs, rulings, _ = read_state(found, case)
    try:
        shown: Inputs = found.Inputs.model_validate(inputs)
    except ValidationError as error:
        raise Refused(plain_errors(error, found.Inputs, explorer)) from None
    pairs = dict(state.pairs(shown, rulings))
    for path in {path.partition(".#")[0] for path in places if "#" in path}:
        pairs = {name: value for name, value in pairs.items() if not name.startswith(f"{path}.") and name != path}
    for row, each in enumerate(people):
        told = getattr(each, found.system)
        if told == type(told)():
            raise _refused(f"{each.name} has no numbers for {found.system.capitalize()}.")
        pairs.update(_numbers(shown, told, places, row, each.name))
    return state.join(pairs.items())


def several(explorer: str, role: str = "") -> bool:
    """Whether several characters may be in a case together, in a list of it."""
    roles = PLACES[explorer]
    return any("#" in path for path in roles[role or next(iter(roles))])


def _chosen(party: list[Any], who: list[str], several: bool) -> list[Any]:
    by_name = {each.name: each for each in party}
    for name in who:
        if name not in by_name:
            raise _refused(f"There is no {quoted(name)} in the file of characters; it has {', '.join(by_name)}.")
    if len(who) > 1 and not several:
        raise _refused("Here one character is enough: name one.")
    if not who:
        return party if several else party[:1]
    return [by_name[name] for name in dict.fromkeys(who)]


def _numbers(case: Inputs, told: BaseModel, places: Mapping[str, str], row: int, name: str) -> dict[str, str]:
    found = {}
    for path, number in places.items():
        if "#" in path:
            prefix = path.partition(".#")[0] + f".{row}"
            spec = next(each for each in specs(type(case)) if each.name == path.partition(".")[0])
            if spec.discriminator:
                found[f"{prefix}.{spec.discriminator}"] = next(iter(spec.variants))
            found[f"{prefix}.name"] = name
        value = getattr(told, _from_case(case, number[1:]) if number.startswith("*") else number, None)
        if value is None or not _has(case, path):
            continue
        text = (
            ",".join(map(str, value)) if isinstance(value, tuple | list | set | frozenset) else state.write_value(value)
        )
        found[path.replace("#", str(row))] = text
    return found


def _from_case(case: Any, path: str) -> str:
    for step in path.split("."):
        case = getattr(case, step)
    return str(case)


def _has(case: Any, path: str) -> bool:
    """Whether this case has the field: a choice between groups may have another at work."""
    for step in path.split("."):
        if step == "#":
            return True
        if step not in type(case).model_fields:
            return False
        case = getattr(case, step)
    return True


def schema() -> dict[str, Any]:
    """The JSON schema of a file of characters."""
    properties: dict[str, Any] = {"name": {"type": "string", "minLength": 1, "maxLength": 40}}
    for spec in specs(model()):
        if spec.kind == "group":
            parts = {each.name: _schema(each) for each in spec.parts}
            properties[spec.name] = {"type": "object", "properties": parts, "additionalProperties": False}
    one = {"type": "object", "properties": properties, "required": ["name"], "additionalProperties": False}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Characters for haventms",
        "type": "object",
        "properties": {
            "$schema": {"type": "string"},
            "characters": {"type": "array", "minItems": 1, "maxItems": MOST, "items": one},
        },
        "required": ["characters"],
        "additionalProperties": False,
    }


def _schema(spec: Spec) -> dict[str, Any]:
    told: dict[str, Any] = {"title": spec.label + (f" ({spec.unit})" if spec.unit else "")}
    if spec.kind in ("choice", "many"):
        options = {"enum": [value for value, _ in spec.options]}
        return told | (options if spec.kind == "choice" else {"type": "array", "items": options})
    if spec.kind == "switch":
        return told | {"type": "boolean"}
    bounds = {"minimum": spec.low, "maximum": spec.high, "exclusiveMinimum": spec.above}
    told["type"] = "integer" if spec.kind == "whole" else "number"
    return told | {name: int(value) for name, value in bounds.items() if value is not None}
