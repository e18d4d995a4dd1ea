"""Tactical, local and overland movement: paces, endurance, terrain, mounts, vehicles, pursuit.

Some functions bear the name of their module (`pace`, `endurance`). They are imported here plainly, not on first use:
the import of a module of the same name would otherwise put the module in the function's place.
"""

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
