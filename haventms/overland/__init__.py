"""Tactical, local and overland movement: paces, endurance, terrain, mounts, vehicles, pursuit.

Some functions bear the name of their module (`pace`, `endurance`). They are imported here plainly, not on first use:
the import of a module of the same name would otherwise put the module in the function's place.
"""

from .endurance import AllowanceLeft, Endurance, allowance_left, endurance
from .pace import Modes, ModeUse, Pace, RoundMode, Stretch, modes, pace, round_mode, stretch
from .special import Flying, SwimCheck, Swimming, flying, swim_check, swimming
from .tactical import Hampered, MayRun, PathCost, Squares, Step, hampered, may_run, path_cost, squares

__all__ = [
    "AllowanceLeft",
    "Endurance",
    "Flying",
    "Hampered",
    "MayRun",
    "ModeUse",
    "Modes",
    "Pace",
    "PathCost",
    "RoundMode",
    "Squares",
    "Step",
    "Stretch",
    "SwimCheck",
    "Swimming",
    "allowance_left",
    "endurance",
    "flying",
    "hampered",
    "may_run",
    "modes",
    "pace",
    "path_cost",
    "round_mode",
    "squares",
    "stretch",
    "swim_check",
    "swimming",
]
