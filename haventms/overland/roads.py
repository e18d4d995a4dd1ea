"""What terrain and roads leave of a distance."""

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from ..checked import checked
from ..errors import RuleError
from ..ledger import Ledger, Result
from ..register import implements
from ..rulings import Rulings
from ..tables import number, table
from ..units import Exact, plain
from .pace import Mode, Speed, pace

Terrain = Literal["desert", "forest", "hills", "jungle", "moor", "mountains", "plains", "swamp", "tundra"]
Road = Literal["highway", "road", "trail", "trackless"]
_ROADS = {
    "highway": "A highway is a straight, major, paved road",
    "road": "A road is typically a dirt track",
    "trackless": "Without paths the country is wild",
}
Hours = Annotated[Exact, Field(gt=0, le=720)]


class TerrainFactor(Result):
    """The factor on distance; `single_file` on a trail."""

    terrain: Terrain
    road: Road
    factor: Exact
    single_file: bool

    @property
    def headline(self) -> str:
        return f"{self.terrain.capitalize()}, {self.road}: distance times {plain(self.factor)}."


@implements("O-TER-1", "O-TER-2", "O-TER-3")
@checked
def terrain_factor(
    terrain: Terrain, road: Road, vehicle: bool = False, rulings: Rulings | None = None
) -> TerrainFactor:
    """O-TER-1, O-TER-2, O-TER-3: what the terrain multiplies a distance by, on a kind of road.

    A highway is a straight, major, paved road, a road typically a dirt track, a trail allows single file only,
    trackless is wild country. `vehicle` is a vehicle on land: whether terrain slows it is R-OVERLAND-VEHTERRAIN,
    what a trail is to it R-OVERLAND-TRAIL.
    """
    ledger = Ledger(rulings)
    single_file = road == "trail"
    if vehicle and ledger.ask("overland_vehterrain") == "none":
        factor = Fraction(1)
        ledger.add("O-TER-1", "Terrain does not change what vehicles travel", factor)
    else:
        row = table("overland", "terrain")[terrain]
        column = "road or trail" if road in ("road", "trail") else road
        if single_file and vehicle and ledger.ask("overland_trail") == "trackless":
            column = "trackless"
            ledger.add("O-TER-2", "A trail does not help vehicles: they travel as without paths", column)
        elif single_file:
            ledger.add("O-TER-2", "A trail is like a road, in single file", column)
        else:
            ledger.add("O-TER-3", _ROADS[road], column)
        factor = number(row, column)
        ledger.add(row.clause, f"{row['terrain']}, {column}: factor on the distance", factor, row.cite)
    return TerrainFactor(terrain=terrain, road=road, factor=factor, single_file=single_file, **ledger.close())


class Distance(Result):
    """Miles covered in some hours at one pace."""

    miles: Exact
    hours: Exact

    @property
    def headline(self) -> str:
        return f"{plain(self.miles)} miles in {plain(self.hours)} hours."


@checked
def distance(
    speed_feet: Speed,
    hours: Hours,
    mode: Mode = "walk",
    terrain: Terrain = "plains",
    road: Road = "highway",
    rulings: Rulings | None = None,
) -> Distance:
    """O-DIS-1, O-TER-1: miles that a traveller covers on foot in some hours of one pace through one terrain.

    `speed_feet` as in `pace`, `hours` above 0 and at most 720. How long the pace can be kept up is `endurance`'s
    answer. A pace without miles an hour, the sprint, is a `RuleError`.
    """
    ledger = Ledger(rulings)
    moved = pace(speed_feet, mode, rulings=ledger.rulings)
    if moved.miles_per_hour is None:
        raise RuleError("O-MOD-4", "A sprint is for tactical movement and has no miles an hour")
    ground = terrain_factor(terrain, road, rulings=ledger.rulings)
    ledger.take(moved)
    ledger.take(ground)
    miles = moved.miles_per_hour * hours * ground.factor
    text = f"{plain(moved.miles_per_hour)} miles an hour for {plain(hours)} hours, times {plain(ground.factor)}: miles"
    ledger.add("O-TER-1", text, miles)
    return Distance(miles=miles, hours=hours, **ledger.close())
