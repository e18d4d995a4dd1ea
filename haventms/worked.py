"""Worked examples: one file serves the tests, the boxes in the book, the presets of the explorers and the benchmark."""

import tomllib
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from pydantic import BaseModel, ConfigDict

from .errors import RuleError
from .register import SYSTEMS
from .rulings import Rulings
from .units import read_exact, write_exact


class Preset(BaseModel):
    """The same case as inputs of an explorer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    explorer: str
    inputs: dict[str, Any] = {}


class Example(BaseModel):
    """A sentence, a call, and what must come out.

    `call` is a function of the system ("terrain_speed"). `expected` maps a path into the result ("feet",
    "checks.0.difficulty") to its value, exact numbers as "num/den"; the path "refused" expects a `RuleError` of that
    clause. `source` says where the expected values come from. `ruling` marks an example that shows what a choice
    changes. A file cites a clause at the revision that the example was checked with, "H-ICE-2@3", the first one
    without a number; `lasting.problems` compares.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    system: str
    sentence: str
    call: str
    inputs: dict[str, Any] = {}
    rulings: dict[str, str] = {}
    expected: dict[str, Any]
    clauses: tuple[str, ...]
    source: str
    ruling: str = ""
    preset: Preset | None = None

    def run(self, rulings: Rulings | None = None) -> Any:
        """Call the function; under other rulings than the example's own where they are given."""
        chosen = Rulings.model_validate(self.rulings) if rulings is None else rulings
        module = import_module(f"haventms.{self.system}")
        inputs = {name: _exact_texts(value) for name, value in self.inputs.items()}
        return getattr(module, self.call)(**inputs, rulings=chosen)

    def differences(self, rulings: Rulings | None = None) -> list[str]:
        """What came out otherwise than expected: one sentence each, none when all holds."""
        try:
            result = self.run(rulings)
        except RuleError as error:
            if self.expected.get("refused") == error.clause:
                return []
            return [f"{self.id}: refused ({error})"]
        found = {path: _written(_reach(result, path)) for path in self.expected}
        return [
            f"{self.id}: {path} is {found[path]!r}, expected {_written(_exact_texts(value))!r}"
            for path, value in self.expected.items()
            if found[path] != _written(_exact_texts(value))
        ]


def _exact_texts(value: Any) -> Any:
    if isinstance(value, list):
        return [_exact_texts(each) for each in value]
    if isinstance(value, dict):
        return {name: _exact_texts(each) for name, each in value.items()}
    if isinstance(value, str) and "/" in value:
        try:
            return read_exact(value)
        except ValueError:
            return value
    return value


def _reach(result: Any, path: str) -> Any:
    """What stands at a path, None where nothing does: under another reading there may be fewer checks."""
    for step in path.split("."):
        if step.lstrip("-").isdigit():
            try:
                result = result[int(step)]
            except (LookupError, TypeError):
                return None
        elif isinstance(result, dict):
            result = result.get(step)
        else:
            result = getattr(result, step, None)
    return result


def _written(value: Any) -> Any:
    """Numbers by value, whatever their type: 15, 15.0 and 15/1 are the same."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float | Fraction):
        return write_exact(read_exact(value))
    if isinstance(value, list | tuple):
        return [_written(each) for each in value]
    if isinstance(value, dict):
        return {str(name): _written(each) for name, each in value.items()}
    return value


@cache
def _load() -> tuple[Example, ...]:
    found = []
    for system in SYSTEMS:
        folder = files(f"haventms.{system}").joinpath("examples")
        written = [each for each in folder.iterdir() if each.name.endswith(".toml")]
        for file in sorted(written, key=lambda each: each.name):
            data = tomllib.loads(file.read_text(encoding="utf-8"))
            found += [Example(id=id, system=system, **_unnumbered(rest)) for id, rest in data.items()]
    return tuple(found)


def _unnumbered(data: dict[str, Any]) -> dict[str, Any]:
    """What it cites without the revisions."""
    clauses = [id.partition("@")[0] for id in data["clauses"]]
    return {**data, "clauses": clauses, "ruling": data.get("ruling", "").partition("@")[0]}


def examples(clause: str = "", system: str = "", explorer: str = "") -> tuple[Example, ...]:
    """The worked examples, all of them or those of one clause (or ruling), one system, one explorer's presets."""
    return tuple(
        each
        for each in _load()
        if (not clause or clause in each.clauses or clause == each.ruling)
        and (not system or system == each.system)
        and (not explorer or (each.preset is not None and each.preset.explorer == explorer))
    )
