"""Vehicles on land and water: miles an hour and a day, cargo, snow, currents."""

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from ..checked import checked
from ..errors import RuleError
from ..ledger import Ledger, Result
from ..register import implements
from ..rulings import Rulings
from ..tables import Row, number, table
from ..units import Exact, plain
from .mounts import Pounds
from .pace import Mode

VehicleName = Literal[
    "cart or wagon",
    "horse-drawn carriage",
    "horse-drawn sleigh",
    "dogsled",
    "raft or barge",
    "keelboat",
    "rowboat",
    "sailing ship",
    "warship",
    "longship",
    "galley",
]
Current = Annotated[Exact, Field(ge=-100, le=100)]


class Vehicle(Result):
    """What a vehicle travels in an hour and in a day.

    `effort` is the pace that its rowers or polers count as, None where nobody toils; `land` where terrain may matter.
    """

    name: VehicleName
    miles_per_hour: Exact
    miles_per_day: Exact
    land: bool
    effort: Mode | None

    @property
    def headline(self) -> str:
        hour, day = plain(self.miles_per_hour), plain(self.miles_per_day)
        return f"{self.name.capitalize()}: {hour} miles an hour, {day} miles a day."


@implements("O-VEH-1", "O-VEH-2", "O-VEH-3", "O-VEH-4", "O-VEH-5", "O-VEH-6")
@checked
def vehicle(
    name: VehicleName,
    current_mph: Current = Fraction(),
    guided: bool = True,
    cargo_lb: Pounds = Fraction(),
    on_snow: bool | None = None,
    towed: bool = False,
    rulings: Rulings | None = None,
) -> Vehicle:
    """O-VEH-1 to O-VEH-6: miles an hour and a day of a vehicle.

    `current_mph` is the river's current in miles an hour, downstream positive, -100 to 100; it moves rafts, barges,
    keelboats and rowboats only, and adds 14 hours afloat a day where somebody guides the craft. Upstream (negative)
    draft animals must tow it (`towed`). `cargo_lb` in pounds. `on_snow` None leaves the ground unsaid. Too much
    cargo, a sled off the snow and rowing upstream are a `RuleError`.
    """
    ledger = Ledger(rulings)
    row = table("overland", "vehicles")[name]
    hour, day = number(row, "miles_per_hour"), number(row, "miles_per_day")
    _load(row, cargo_lb, ledger)
    _ground(row, on_snow, ledger)
    ledger.add(row.clause, f"{row['vehicle']}: miles an hour", hour, row.cite)
    ledger.add(row.clause, f"{row['vehicle']}: miles a day", day, row.cite)
    upstream = current_mph < 0 and row["river"]
    if current_mph and not row["river"]:
        ledger.add("O-VEH-5", f"The current counts for rafts, barges, keelboats and rowboats only, not for a {name}")
    elif upstream:
        if not towed:
            raise RuleError("O-VEH-5", f"A {name} cannot be rowed or poled against the current, only towed")
        ledger.add("O-VEH-5", "Draft animals on the shore tow it upstream, at the printed pace", hour)
    elif current_mph:
        hour, day = _downstream(hour, current_mph, guided, ledger)
    effort = None if upstream else row["effort"]
    if effort:
        ledger.note("R-OVERLAND-RIDER")
        ledger.add("O-VEH-6", "For fatigue its rowers or polers, not its passengers, count as moving at a", effort)
    return Vehicle(name=name, miles_per_hour=hour, miles_per_day=day, land=row["land"], effort=effort, **ledger.close())


def _load(row: Row, cargo_lb: Fraction, ledger: Ledger) -> None:
    limit = row["cargo_lb"]
    if limit is None:
        return
    if cargo_lb > limit:
        raise RuleError("O-VEH-2", f"A {row.name} carries at most {plain(limit)} pounds, not {plain(cargo_lb)}")
    ledger.add("O-VEH-2", f"{plain(cargo_lb)} pounds of cargo, within the limit, hardly slow the team: limit", limit)


def _ground(row: Row, on_snow: bool | None, ledger: Ledger) -> None:
    if row["drawn_by"] is not None:
        ledger.add("O-VEH-3", f"Drawn {row['drawn']} by {row['drawn_by']}, as the table assumes", row["drawn_by"])
    if not row["snow"]:
        return
    if on_snow is False:
        raise RuleError("O-VEH-4", f"A {row.name} travels only on snow or ice")
    ledger.add("O-VEH-4", "It travels only on snow or ice", "on snow" if on_snow else "not said")


def _downstream(hour: Fraction, current: Fraction, guided: bool, ledger: Ledger) -> tuple[Fraction, Fraction]:
    river = table("overland", "river")
    rowed, afloat = river["hours rowed"], river["hours afloat"]
    hour += current
    ledger.add("O-VEH-5", f"Downstream a current of {plain(current)} miles an hour is added: miles an hour", hour)
    day = hour * rowed["value"]
    ledger.add(rowed.clause, f"{rowed['value']} hours rowed, poled or towed: miles", day, rowed.cite)
    if guided:
        day += current * afloat["value"]
        text = f"{afloat['value']} hours afloat, guided, at {plain(current)} miles an hour: miles a day"
        ledger.add(afloat.clause, text, day, afloat.cite)
    else:
        ledger.add(afloat.clause, "Nobody guides it, so it does not float on", "0")
    return hour, day
