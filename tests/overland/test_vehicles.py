"""Vehicles: Table 5 retyped, cargo, snow, currents up and down, who toils."""

from fractions import Fraction
from typing import get_args

import pytest
from pydantic import ValidationError

from haventms import RuleError, overland
from haventms.overland.vehicles import VehicleName
from haventms.tables import table

from .shared import complaint, round_trips

F = Fraction

# Table 5 and the sentences beside it, typed a second time: half miles an hour, miles a day, cargo, team.
PRINTED = {
    "cart or wagon": (4, 16, 1000, "light horses", "usually"),
    "horse-drawn carriage": (8, 40, 1500, "light horses", "usually"),
    "horse-drawn sleigh": (6, 24, 1500, "heavy horses", "usually"),
    "dogsled": (8, 32, 500, "riding dogs", "always"),
    "raft or barge": (1, 5, None, None, None),
    "keelboat": (2, 10, None, None, None),
    "rowboat": (3, 15, None, None, None),
    "sailing ship": (4, 48, None, None, None),
    "warship": (5, 60, None, None, None),
    "longship": (6, 72, None, None, None),
    "galley": (8, 96, None, None, None),
}
RIVER = ("raft or barge", "keelboat", "rowboat")
LAND = tuple(PRINTED)[:4]
SNOW = ("horse-drawn sleigh", "dogsled")
TOIL = (*RIVER, "warship", "longship", "galley")


def test_table_5_is_the_printed_one():
    """Every cell of Table 5 and of what stands beside it."""
    columns = ("miles_per_hour", "miles_per_day", "cargo_lb", "drawn_by", "drawn")
    rows = table("overland", "vehicles")
    assert {row.name: tuple(row[column] for column in columns) for row in rows} == {
        name: (F(halves, 2), *rest) for name, (halves, *rest) in PRINTED.items()
    }
    assert tuple(row.name for row in rows if row["river"]) == RIVER
    assert tuple(row.name for row in rows if row["land"]) == LAND
    assert tuple(row.name for row in rows if row["snow"]) == SNOW
    assert {row.name for row in rows if row["effort"] == "hustle"} == {*TOIL}
    assert {row.name for row in rows if row["effort"] is None} == {*PRINTED} - {*TOIL}
    assert [row["vehicle"] for row in rows] == [
        "Cart or wagon",
        "Horse-drawn carriage",
        "Horse-drawn sleigh",
        "Dogsled",
        "Raft or barge (poled or towed)",
        "Keelboat (rowed)",
        "Rowboat (rowed)",
        "Sailing ship (sailed)",
        "Warship (sailed and rowed)",
        "Longship (sailed and rowed)",
        "Galley (rowed and sailed)",
    ]
    assert get_args(VehicleName) == tuple(PRINTED)
    assert {row.name: row["value"] for row in table("overland", "river")} == {
        "hours rowed": 10,
        "hours afloat": 14,
        "typical current": 3,
    }


@pytest.mark.parametrize("name", PRINTED)
def test_vehicles_without_a_current(name):
    """Hour and day as printed, whoever guides; rowed craft tire their rowers like a hustle."""
    halves, day, *_ = PRINTED[name]
    for guided in (True, False):
        found = overland.vehicle(name, guided=guided)
        assert (found.miles_per_hour, found.miles_per_day) == (F(halves, 2), day)
        assert found.land == (name in LAND)
        assert found.effort == ("hustle" if name in TOIL else None)
        assert found.rulings_used == (("R-OVERLAND-RIDER",) if name in TOIL else ())
        assert round_trips(found)


@pytest.mark.parametrize("name", RIVER)
@pytest.mark.parametrize("current", [F(1, 2), 3, 4.5])
def test_downstream(name, current):
    """Ten hours at the pace and the current; fourteen more at the current where somebody guides."""
    pace, exact = F(PRINTED[name][0], 2), F(repr(current)) if isinstance(current, float) else current
    found = overland.vehicle(name, current)
    assert found.miles_per_hour == pace + exact
    assert found.miles_per_day == 10 * (pace + exact) + 14 * exact
    assert overland.vehicle(name, current, guided=False).miles_per_day == 10 * (pace + exact)


def test_the_worked_days_on_the_river():
    """A raft at 3 miles an hour makes 77 miles a day, 42 of them afloat."""
    assert overland.vehicle("raft or barge", 3).miles_per_day == 77
    assert 77 - overland.vehicle("raft or barge", 3, guided=False).miles_per_day == 42


@pytest.mark.parametrize("name", RIVER)
def test_upstream(name):
    """Nobody rows against a current; draft animals tow at the printed pace, and then nobody toils aboard."""
    with pytest.raises(RuleError) as caught:
        overland.vehicle(name, F(-1, 10))
    assert caught.value.clause == "O-VEH-5"
    towed = overland.vehicle(name, -3, towed=True)
    halves, day, *_ = PRINTED[name]
    assert (towed.miles_per_hour, towed.miles_per_day, towed.effort) == (F(halves, 2), day, None)


@pytest.mark.parametrize("name", [name for name in PRINTED if name not in RIVER])
@pytest.mark.parametrize("current", [3, -3])
def test_currents_count_for_river_craft_only(name, current):
    """Other vehicles keep their figures, and the ledger says so."""
    found = overland.vehicle(name, current)
    assert (found.miles_per_hour, found.miles_per_day) == (F(PRINTED[name][0], 2), PRINTED[name][1])
    assert any(line.clause == "O-VEH-5" and f"not for a {name}" in line.text for line in found.ledger)


@pytest.mark.parametrize("name", PRINTED)
def test_cargo(name):
    """Up to the limit it changes nothing, above it is refused; no limit is printed for craft."""
    limit = PRINTED[name][2]
    if limit is None:
        assert overland.vehicle(name, cargo_lb=900_000).miles_per_day == PRINTED[name][1]
        return
    assert overland.vehicle(name, cargo_lb=limit).miles_per_day == PRINTED[name][1]
    with pytest.raises(RuleError) as caught:
        overland.vehicle(name, cargo_lb=limit + F(1, 2))
    assert caught.value.clause == "O-VEH-2"


@pytest.mark.parametrize("name", PRINTED)
def test_snow(name):
    """Sleighs and dogsleds need it; unsaid ground is let pass."""
    for on_snow in (True, None):
        assert overland.vehicle(name, on_snow=on_snow).miles_per_day == PRINTED[name][1]
    if name in SNOW:
        with pytest.raises(RuleError) as caught:
            overland.vehicle(name, on_snow=False)
        assert (caught.value.clause, caught.value.sentence) == ("O-VEH-4", f"A {name} travels only on snow or ice")
    else:
        assert overland.vehicle(name, on_snow=False).miles_per_day == PRINTED[name][1]


def test_vehicles_say_themselves():
    """Hour and day in words; the team in the ledger."""
    found = overland.vehicle("dogsled", on_snow=True)
    assert str(found) == "Dogsled: 4 miles an hour, 32 miles a day."
    assert "Drawn always by riding dogs" in found.explain()
    assert "on snow" in found.explain()
    assert "not said" in overland.vehicle("dogsled").explain()


@pytest.mark.parametrize(
    ("inputs", "parameter"),
    [
        ({"name": "chariot"}, "name"),
        ({"name": "raft or barge", "current_mph": 101}, "current_mph"),
        ({"name": "raft or barge", "current_mph": float("nan")}, "current_mph"),
        ({"name": "cart or wagon", "cargo_lb": -1}, "cargo_lb"),
    ],
)
def test_bad_vehicles_are_named(inputs, parameter):
    """Unknown vehicles and bad numbers are sentences that name the parameter."""
    with pytest.raises(ValidationError) as caught:
        overland.vehicle(**inputs)
    assert complaint(caught.value)[0] == parameter
