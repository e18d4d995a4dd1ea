"""Domains: movement in planes of five feet, and attacks with opposed pools of dice.

Every public name is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .attacks import AttackOdds, Stats, StatsUsed, attack, stats_used
    from .legs import Problem
    from .movement import PlannedLeg, TurnPlan, plan_turn
    from .ranges import Weapon
    from .terms import Creature, Leg

_HOMES = {
    "AttackOdds": "attacks",
    "Creature": "terms",
    "Leg": "terms",
    "PlannedLeg": "movement",
    "Problem": "legs",
    "Stats": "attacks",
    "StatsUsed": "attacks",
    "TurnPlan": "movement",
    "Weapon": "ranges",
    "attack": "attacks",
    "plan_turn": "movement",
    "stats_used": "attacks",
}

__all__ = [
    "AttackOdds",
    "Creature",
    "Leg",
    "PlannedLeg",
    "Problem",
    "Stats",
    "StatsUsed",
    "TurnPlan",
    "Weapon",
    "attack",
    "plan_turn",
    "stats_used",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"haventms.domains has no {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
