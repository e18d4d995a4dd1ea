"""Domains: movement in planes of five feet, and attacks with opposed pools of dice.

Every public name is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .legs import Problem
    from .movement import PlannedLeg, TurnPlan, plan_turn
    from .terms import Creature, Leg

_HOMES = {
    "Creature": "terms",
    "Leg": "terms",
    "PlannedLeg": "movement",
    "Problem": "legs",
    "TurnPlan": "movement",
    "plan_turn": "movement",
}

__all__ = ["Creature", "Leg", "PlannedLeg", "Problem", "TurnPlan", "plan_turn"]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"haventms.domains has no {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
