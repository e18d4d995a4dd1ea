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
    from .whatif import ChanceMap, Worth, chance_map, worth

_HOMES = {
    "AttackOdds": "attacks",
    "ChanceMap": "whatif",
    "Creature": "terms",
    "Leg": "terms",
    "PlannedLeg": "movement",
    "Problem": "legs",
    "Stats": "attacks",
    "StatsUsed": "attacks",
    "TurnPlan": "movement",
    "Weapon": "ranges",
    "Worth": "whatif",
    "attack": "attacks",
    "chance_map": "whatif",
    "plan_turn": "movement",
    "stats_used": "attacks",
    "worth": "whatif",
}

__all__ = [
    "AttackOdds",
    "ChanceMap",
    "Creature",
    "Leg",
    "PlannedLeg",
    "Problem",
    "Stats",
    "StatsUsed",
    "TurnPlan",
    "Weapon",
    "Worth",
    "attack",
    "chance_map",
    "plan_turn",
    "stats_used",
    "worth",
]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"haventms.domains has no {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
