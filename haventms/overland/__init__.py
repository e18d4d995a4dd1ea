"""Tactical, local and overland movement: paces, endurance, terrain, marches, journeys, mounts, vehicles, pursuit.

Every public name is loaded when it is first used.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .endurance import AllowanceLeft, Endurance, allowance_left, endurance
    from .journey import Arrival, Journey, Part, State, journey
    from .march import March, march
    from .marchcheck import MarchCheck
    from .mounts import Mount, MountEndurance, MountPace, mount_endurance, mount_pace
    from .pace import Modes, ModeUse, Pace, RoundMode, Stretch, modes, pace, round_mode, stretch
    from .phases import Condition, Moment, Phase
    from .plans import PlanOdds, Plans, plans
    from .pursuit import Chase, Roll, Runner, chase
    from .rest import ConRecovery, ExtraRest, FullRest, ShortRest, con_recovery, extra_rest, full_rest, short_rest
    from .roads import Distance, TerrainFactor, distance, terrain_factor
    from .special import Flying, SwimCheck, Swimming, flying, swim_check, swimming
    from .tactical import Hampered, MayRun, PathCost, Squares, Step, hampered, may_run, path_cost, squares
    from .timeline import Timeline, timeline
    from .travel import Leg, Rest, Traveller
    from .vehicles import Vehicle, vehicle

_HOMES = {
    "AllowanceLeft": "endurance",
    "Arrival": "journey",
    "Chase": "pursuit",
    "ConRecovery": "rest",
    "Condition": "phases",
    "Distance": "roads",
    "Endurance": "endurance",
    "ExtraRest": "rest",
    "Flying": "special",
    "FullRest": "rest",
    "Hampered": "tactical",
    "Journey": "journey",
    "Leg": "travel",
    "March": "march",
    "MarchCheck": "marchcheck",
    "MayRun": "tactical",
    "ModeUse": "pace",
    "Modes": "pace",
    "Moment": "phases",
    "Mount": "mounts",
    "MountEndurance": "mounts",
    "MountPace": "mounts",
    "Pace": "pace",
    "Part": "journey",
    "PathCost": "tactical",
    "Phase": "phases",
    "PlanOdds": "plans",
    "Plans": "plans",
    "Rest": "travel",
    "Roll": "pursuit",
    "RoundMode": "pace",
    "Runner": "pursuit",
    "ShortRest": "rest",
    "Squares": "tactical",
    "State": "journey",
    "Step": "tactical",
    "Stretch": "pace",
    "SwimCheck": "special",
    "Swimming": "special",
    "TerrainFactor": "roads",
    "Timeline": "timeline",
    "Traveller": "travel",
    "Vehicle": "vehicles",
    "allowance_left": "endurance",
    "chase": "pursuit",
    "con_recovery": "rest",
    "distance": "roads",
    "endurance": "endurance",
    "extra_rest": "rest",
    "flying": "special",
    "full_rest": "rest",
    "hampered": "tactical",
    "journey": "journey",
    "march": "march",
    "may_run": "tactical",
    "modes": "pace",
    "mount_endurance": "mounts",
    "mount_pace": "mounts",
    "pace": "pace",
    "path_cost": "tactical",
    "plans": "plans",
    "round_mode": "pace",
    "short_rest": "rest",
    "squares": "tactical",
    "stretch": "pace",
    "swim_check": "special",
    "swimming": "special",
    "terrain_factor": "roads",
    "timeline": "timeline",
    "vehicle": "vehicles",
}

__all__ = [
    "AllowanceLeft",
    "Arrival",
    "Chase",
    "ConRecovery",
    "Condition",
    "Distance",
    "Endurance",
    "ExtraRest",
    "Flying",
    "FullRest",
    "Hampered",
    "Journey",
    "Leg",
    "March",
    "MarchCheck",
    "MayRun",
    "ModeUse",
    "Modes",
    "Moment",
    "Mount",
    "MountEndurance",
    "MountPace",
    "Pace",
    "Part",
    "PathCost",
    "Phase",
    "PlanOdds",
    "Plans",
    "Rest",
    "Roll",
    "RoundMode",
    "Runner",
    "ShortRest",
    "Squares",
    "State",
    "Step",
    "Stretch",
    "SwimCheck",
    "Swimming",
    "TerrainFactor",
    "Timeline",
    "Traveller",
    "Vehicle",
    "allowance_left",
    "chase",
    "con_recovery",
    "distance",
    "endurance",
    "extra_rest",
    "flying",
    "full_rest",
    "hampered",
    "journey",
    "march",
    "may_run",
    "modes",
    "mount_endurance",
    "mount_pace",
    "pace",
    "path_cost",
    "plans",
    "round_mode",
    "short_rest",
    "squares",
    "stretch",
    "swim_check",
    "swimming",
    "terrain_factor",
    "timeline",
    "vehicle",
]


class _Package(ModuleType):
    """Some functions bear the name of their module (`pace`, `march`): here the name is the function's.

    The import of a module would otherwise put the module in its place, depending on who imported what first.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and name in _HOMES):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"haventms.overland has no {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
