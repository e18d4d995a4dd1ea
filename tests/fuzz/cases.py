"""Valid cases of an explorer, made from its control specs and from what it offers itself; and the same as state texts."""

import random
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from haventms_widgets.controls import Spec, specs
from haventms_widgets.explorer import Explorer

from haventms import clauses

Tree = dict[str, Any]
NAMES = ("Bartas", "the dwarf", "Aello", "rower, guest", "Ünal 3", "")


def tree(explorer: Explorer[Any, Any], source: random.Random) -> Tree:
    """A case as a JSON object: every second one a preset of the explorer with some fields drawn anew."""
    drawn = dict(_level(specs(explorer.Inputs), source, source.choice([0.2, 0.6, 0.95])))
    if explorer.presets and source.random() < 0.5:
        return {**source.choice(explorer.presets).inputs, **(drawn if source.random() < 0.5 else {})}
    return drawn


def rulings(explorer: Explorer[Any, Any], source: random.Random) -> dict[str, str]:
    """Some rulings of the explorer's system with one of their readings each; mostly none."""
    entries = [each for each in clauses() if each.field and explorer.system in (each.system, "compare")]
    some = source.sample(entries, k=min(len(entries), source.choice([0, 0, 1, 3])))
    return {each.field: source.choice(each.choices).token for each in some}


def state_text(inputs: Tree, chosen: dict[str, str]) -> str:
    """A case as a state text."""
    return urlencode([*pairs(inputs), *((f"r.{name}", token) for name, token in chosen.items())], errors="replace")


def pairs(inputs: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """A JSON value as pairs of dotted name and text, whatever it is."""
    if isinstance(inputs, dict):
        for key, value in inputs.items():
            yield from pairs(value, f"{name}.{key}" if name else str(key))
    elif isinstance(inputs, list | tuple) and any(isinstance(each, dict) for each in inputs):
        for number, value in enumerate(inputs):
            yield from pairs(value, f"{name}.{number}")
    elif isinstance(inputs, list | tuple):
        yield name, ",".join(map(str, inputs))
    elif isinstance(inputs, bool):
        yield name, "yes" if inputs else "no"
    else:
        yield name, "" if inputs is None else str(inputs)


def _level(level: tuple[Spec, ...], source: random.Random, share: float) -> Iterator[tuple[str, Any]]:
    for spec in level:
        if source.random() < share:
            yield spec.name, _value(spec, source, share)


def _value(spec: Spec, source: random.Random, share: float) -> Any:
    if spec.kind == "group":
        return dict(_level(spec.parts, source, share))
    if spec.kind in ("one", "rows"):
        few = 1 if spec.kind == "one" else source.choice([0, 1, 2, 3, 4, spec.most if share > 0.9 else 2])
        rows = [_row(spec, source, share) for _ in range(few)]
        return rows[0] if spec.kind == "one" else rows
    if spec.kind == "many":
        return source.sample([value for value, _ in spec.options], k=source.randint(0, len(spec.options)))
    if spec.blank and source.random() < 0.3:
        return None
    return _plain(spec, source)


def _row(spec: Spec, source: random.Random, share: float) -> Tree:
    key = source.choice(list(spec.variants))
    kind = {spec.discriminator: key} if spec.discriminator else {}
    return kind | dict(_level(spec.variants[key], source, share))


def _plain(spec: Spec, source: random.Random) -> Any:
    if spec.kind == "grid":
        return _map(spec, source)
    if spec.kind == "choice":
        return source.choice(spec.options)[0]
    if spec.kind == "switch":
        return source.random() < 0.5
    if spec.kind in ("whole", "number"):
        return _number(spec, source)
    return source.choice([*NAMES, f"walker {source.randint(1, 99)}", "10x5", "20x10"])


def _number(spec: Spec, source: random.Random) -> int | float | str:
    """Within the bounds, at them, or one beyond."""
    low = spec.low if spec.low is not None else spec.above if spec.above is not None else 0
    high = spec.high if spec.high is not None else 24
    if source.random() < 0.15:
        return int(source.choice([low, high, low - 1, high + 1]))
    near = source.randint(int(low), int(min(high, low + source.choice([10, 60, 1000]))))
    if spec.kind == "number" and source.random() < 0.3:
        return source.choice([near + 0.5, near + 0.1, f"{3 * near + 1}/3"])
    return near


def _map(spec: Spec, source: random.Random) -> str:
    letters = [letter for letter, _, _ in spec.palette]
    side = source.choice([1, 5, 12, spec.most])
    rows = ("".join(source.choice(letters[:1] * 6 + letters) for _ in range(side)) for _ in range(side))
    return "/".join(rows) if source.random() < 0.5 else f"{next(rows)}*{side}"
