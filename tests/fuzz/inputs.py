"""What is sent: inputs for every way in, by number. The same seed and number give the same input everywhere."""

import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from haventms_widgets import explorers
from haventms_widgets.characters import PLACES, model
from haventms_widgets.controls import specs
from haventms_widgets.registry import IDS

from fuzz import hostile
from fuzz.cases import pairs, rulings, state_text, tree


class Input(NamedTuple):
    """The way in ("json", "state", "page", "files", "link", "characters", "sweep"), the explorer's id, the texts."""

    way: str
    explorer: str
    texts: tuple[str | bytes, ...]


def made(seed: int, number: int) -> Input:
    """The input of this number: explorers in turn, everything else by the seed."""
    source = random.Random(f"{seed} {number}")
    id = IDS[number % len(IDS)]
    way = source.choices(list(WAYS), [6, 6, 3, 1, 3, 2, 2])[0]
    texts = WAYS[way](id, source)
    return Input(way, hostile.text(source) if source.random() < 0.005 else id, texts)


def _json(id: str, source: random.Random) -> tuple[str | bytes, ...]:
    explorer = explorers()[id]
    inputs: Any = tree(explorer, source)
    chosen: Any = rulings(explorer, source)
    harm = source.random()
    if harm < 0.45:
        inputs = hostile.changed(inputs, source)
    elif harm < 0.5:
        inputs = hostile.value(source)
    if source.random() < 0.1:
        chosen = hostile.changed(chosen, source)
    texts = [json.dumps(each) for each in (inputs, chosen)]
    if source.random() < 0.15:
        return hostile.broken(texts[0], source), texts[1]
    if source.random() < 0.05:
        return texts[0], hostile.broken(texts[1], source)
    return tuple(texts)


def _state(id: str, source: random.Random) -> tuple[str]:
    explorer = explorers()[id]
    inputs, chosen = tree(explorer, source), rulings(explorer, source)
    harm = source.random()
    if harm < 0.3:
        inputs = hostile.changed(inputs, source)
    text = state_text(inputs, chosen)
    if harm > 0.9:
        return (hostile.text(source),)
    return (hostile.spoilt(text, source) if harm > 0.7 else text,)


def _link(id: str, source: random.Random) -> tuple[str]:
    before = ["", "#", f"{id}?", f"#{id}?", f"https://example.org/book/a.html#{id}?", f"http://localhost:5006/{id}?"]
    return (source.choice([*before, hostile.text(source)]) + _state(id, source)[0],)


def _characters(id: str, source: random.Random) -> tuple[str | bytes, ...]:
    """The case, a file of characters, who of them, and the role."""
    party: Any = {"characters": [_character(number, source) for number in range(source.choice([0, 1, 1, 2, 5]))]}
    names = [each["name"] for each in party["characters"]]
    if source.random() < 0.4:
        party = hostile.changed(party, source)
    file: str | bytes = json.dumps(party)
    if source.random() < 0.15:
        file = hostile.broken(str(file), source)
    who = json.dumps(source.choice([[], [], names[:1], names, ["nobody"], hostile.value(source)]))
    role = source.choice(["", "", *PLACES.get(id, {}), hostile.text(source)])
    return _state(id, source)[0], file, who, role


def _character(number: int, source: random.Random) -> Any:
    groups = {
        spec.name: {
            part.name: source.choice([1, 5, 12, 30, [], "light", False, None])
            for part in source.sample(spec.parts, k=3)
        }
        for spec in specs(model())
        if spec.kind == "group"
    }
    return {"name": source.choice([f"Nobody {number}", hostile.text(source)[:40]]), **groups}


def _sweep(id: str, source: random.Random) -> tuple[str, ...]:
    """A field with its range, then the state text of what stays."""
    explorer = explorers()[id]
    inputs = tree(explorer, source)
    fields = [name for name, _ in pairs(inputs)] or [specs(explorer.Inputs)[0].name]
    spec = ["1..5", "0..10..2", "0..1..1/4", "1,2,3", "*", "yes,no", "5..1", "1..9..0", "1..1e9", "0..1e-9..1e-300"]
    field = source.choice([*fields, "r.haven_stack", hostile.text(source)])
    return field, source.choice([*spec, hostile.text(source)]), state_text(inputs, rulings(explorer, source))


WAYS: dict[str, Callable[[str, random.Random], tuple[str | bytes, ...]]] = {
    "json": _json,
    "state": _state,
    "page": _state,
    "files": _state,
    "link": _link,
    "characters": _characters,
    "sweep": _sweep,
}
