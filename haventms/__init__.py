"""Rules of tabletop movement and combat, computed exactly, each step with its clause.

`haven`, `domains` and `overland` are the three rule systems, `dice` the exact odds beneath them. Every name here
is loaded when it is first used, so that importing the package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import dice, domains, haven, overland
    from .errors import RuleError
    from .firing import fired
    from .ledger import Line, Result
    from .register import Entry, Register, clauses, implements
    from .rulings import Rulings
    from .worked import Example, examples

__version__ = "0.1.0"

_HOMES = {
    "Entry": "register",
    "Register": "register",
    "clauses": "register",
    "implements": "register",
    "RuleError": "errors",
    "fired": "firing",
    "Example": "worked",
    "examples": "worked",
    "Line": "ledger",
    "Result": "ledger",
    "Rulings": "rulings",
}
_SYSTEMS = ("dice", "domains", "haven", "overland")

__all__ = [
    "Entry",
    "Example",
    "Line",
    "Register",
    "Result",
    "RuleError",
    "Rulings",
    "clauses",
    "dice",
    "domains",
    "examples",
    "fired",
    "haven",
    "implements",
    "overland",
]


def __getattr__(name: str) -> object:
    if name in _SYSTEMS:
        return import_module(f"{__name__}.{name}")
    if name in _HOMES:
        value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"haventms has no {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
