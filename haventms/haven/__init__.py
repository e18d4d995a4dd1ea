"""Haven: actions, repeated attacks, speed, terrain factors and hazards.

Every public name is loaded when it is first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
    from .speed import base_speed, standing_up, terrain_speed

_HOMES = {
    "factors": (
        "Climbing", "Crowd", "Darkness", "Factor", "Fog", "Ice", "Liquid", "NoTrail", "TerrainFactor", "Underbrush",
        "UnstableFooting", "WadingSolid", "Wind",
    ),
    "speed": ("base_speed", "standing_up", "terrain_speed"),
    "actions": ("Turn",),
    "attacks": ("attack_penalties",),
}  # fmt: skip
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "Climbing",
    "Crowd",
    "Darkness",
    "Factor",
    "Fog",
    "Ice",
    "Liquid",
    "NoTrail",
    "TerrainFactor",
    "Turn",
    "Underbrush",
    "UnstableFooting",
    "WadingSolid",
    "Wind",
    "attack_penalties",
    "base_speed",
    "standing_up",
    "terrain_speed",
]


def __getattr__(name: str) -> object:
    if name in _HOME:
        value: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"haventms.haven has no {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
