"""Haven: actions, repeated attacks, speed, terrain factors and hazards.

Every public name is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .actions import Turn, play_turn
    from .attacks import attack_penalties
    from .checks import TerrainCheck
    from .crossing import Crossing, cross
    from .darkness import blind_attack_penalty, conditions, fog_attack_penalty, listening, sound_difficulty
    from .factors import (
        Climbing,
        Crowd,
        Darkness,
        Factor,
        Fog,
        Ice,
        Liquid,
        NoTrail,
        TerrainFactor,
        Underbrush,
        UnstableFooting,
        WadingSolid,
        Wind,
    )
    from .falling import fall_damage, fall_odds, landing
    from .grid import path_feet
    from .ground import Reach, reach
    from .hazards import (
        crowd_defense_bonus,
        current_damage,
        ice_damage,
        slide,
        slide_damage,
        trail_penalty,
        vine_difficulty,
    )
    from .options import legal
    from .speed import base_speed, standing_up, terrain_speed
    from .terrain import attempt
    from .wind import moves_upwind, upwind, wind_shift

_HOMES = {
    "factors": (
        "Climbing", "Crowd", "Darkness", "Factor", "Fog", "Ice", "Liquid", "NoTrail", "TerrainFactor", "Underbrush",
        "UnstableFooting", "WadingSolid", "Wind",
    ),
    "checks": ("TerrainCheck",),
    "crossing": ("Crossing", "cross"),
    "darkness": ("blind_attack_penalty", "conditions", "fog_attack_penalty", "listening", "sound_difficulty"),
    "falling": ("fall_damage", "fall_odds", "landing"),
    "grid": ("path_feet",),
    "ground": ("Reach", "reach"),
    "hazards": (
        "crowd_defense_bonus", "current_damage", "ice_damage", "slide", "slide_damage", "trail_penalty",
        "vine_difficulty",
    ),
    "options": ("legal",),
    "terrain": ("attempt",),
    "wind": ("moves_upwind", "upwind", "wind_shift"),
    "speed": ("base_speed", "standing_up", "terrain_speed"),
    "actions": ("Turn", "play_turn"),
    "attacks": ("attack_penalties",),
}  # fmt: skip
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Climbing",
    "Crossing",
    "Crowd",
    "Darkness",
    "Factor",
    "Fog",
    "Ice",
    "Liquid",
    "NoTrail",
    "Reach",
    "TerrainCheck",
    "TerrainFactor",
    "Turn",
    "Underbrush",
    "UnstableFooting",
    "WadingSolid",
    "Wind",
    "attack_penalties",
    "attempt",
    "base_speed",
    "blind_attack_penalty",
    "conditions",
    "cross",
    "crowd_defense_bonus",
    "current_damage",
    "fall_damage",
    "fall_odds",
    "fog_attack_penalty",
    "ice_damage",
    "landing",
    "legal",
    "listening",
    "moves_upwind",
    "path_feet",
    "play_turn",
    "reach",
    "slide",
    "slide_damage",
    "sound_difficulty",
    "standing_up",
    "terrain_speed",
    "trail_penalty",
    "upwind",
    "vine_difficulty",
    "wind_shift",
]


def __getattr__(name: str) -> object:
    if name in _HOME:
        value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"haventms.haven has no {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
