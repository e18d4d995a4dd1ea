"""The explorer of paces: what else is done in a round, stretches, mounts and the paces that are closed to them."""

import pytest
from haventms_widgets import explorers
from haventms_widgets.controls import specs
from haventms_widgets.run import view

from haventms import Rulings

PACE = explorers()["overland-pace"]


def shown(**inputs):
    return view(PACE, inputs)


def facts(found):
    return {each["label"]: f"{each['value']} {each['unit']}".rstrip() for each in found["facts"]}


@pytest.mark.parametrize(
    ("besides", "mode"),
    [
        (["second_move"], "a hustle"),
        (["standard_action"], "a hustle"),
        (["other_move_action"], "a hustle"),
        (["second_move", "standard_action"], "a hustle"),
        ([], None),
    ],
)
def test_what_is_done_besides_a_move_makes_a_hustle(besides, mode):
    """O-MOD-3; where nothing is said, nothing is asked."""
    found = shown(besides=besides)
    assert facts(found).get("Such a round counts as") == mode
    assert ("O-MOD-3" in {step["clause"] for step in found["ledger"]}) is (mode is not None)


@pytest.mark.parametrize(("mode", "miles"), [("run", "1 4/5 miles"), ("dash", "1 1/5 miles"), ("hustle", None)])
def test_a_stretch_is_told_of_run_and_dash(mode, miles):
    """O-DIS-2: 900 feet for ten minutes, 1,200 for five, 5,000 feet to the mile."""
    assert facts(shown(mode=mode)).get("One stretch between two checks") == miles


def test_a_mount_at_its_pace():
    """Table 4: a heavy horse with 300 pounds hustles 8 miles an hour; Con 15, halved by the load: an hour and a half."""
    found = shown(mode="hustle", mount="heavy horse", mount_load_lb=300)
    assert facts(found) == {
        **facts(shown(mode="hustle")),
        "Mounted, load": "medium",
        "Mounted, an hour by Table 4": "8 miles",
        "Mounted, without a check": "1 hour 30 minutes, 12 miles",
        "Mounted, DC of the first check": "12",
    }
    assert "Heavy horse with a medium load: hustle 8 miles an hour." in found["headline"]


def test_a_gallop_of_a_mount_that_is_not_hardy():
    """Table 4, note 1: a walk of 6 is a speed of 60 feet, so 1,800 a minute and 3 3/5 miles a stretch."""
    found = shown(mode="run", mount="light horse", mount_load_lb=150)
    assert facts(found)["Mounted, one stretch of a gallop"] == "3 3/5 miles"
    hardy = facts(shown(mode="run", mount="light horse", mount_load_lb=150, mount_con=20))
    assert "Mounted, one stretch of a gallop" not in hardy
    assert hardy["Mounted, without a check"] == "1 hour, 20 miles"


@pytest.mark.parametrize(
    ("inputs", "clause"),
    [
        ({"mode": "dash", "mount": "light horse", "mount_load_lb": 200}, "O-MOU-5"),
        ({"mode": "walk", "mount": "light horse", "mount_load_lb": 526}, "O-MOU-5"),
        ({"mode": "sprint", "mount": "light horse", "con": 18}, "O-MOU-5"),
        ({"mode": "dash", "mount": "light horse", "mount_con": 1}, "O-END-4"),
    ],
)
def test_what_a_mount_cannot_do_is_said_with_its_clause(inputs, clause):
    """A blank cell, too great a load, a pace that Table 4 lacks, too little Con; the character's own pace stays open."""
    found = shown(**inputs)
    assert facts(found)["Mounted"].endswith(f": {clause}.")
    assert found["headline"].endswith(f": {clause}.")
    assert found["ledger"][-1]["clause"] == clause
    assert facts(found)["Open to this character"] == "yes"


def test_who_goes_on_foot_sees_nothing_of_mounts():
    """The controls of a mount wait for one, and its values change nothing before."""
    waiting = {spec.name for spec in specs(PACE.Inputs) if not spec.shown({"mount": None})}
    assert waiting == {"mount_con", "mount_load_lb"}
    one, other = shown(mode="run"), shown(mode="run", mount_con=3, mount_load_lb=500)
    assert all(one[part] == other[part] for part in ("headline", "facts", "series", "ledger", "python"))


def test_the_python_says_all_of_it():
    """With halves of feet, a refused mount as a remark, and rulings."""
    rulings = Rulings(overland_5000="5280")
    inputs = {"speed_feet": 22.5, "mode": "dash", "besides": ["second_move"], "mount": "pony", "mount_load_lb": 0.5}
    for more in ({}, {"mount_load_lb": 200}):
        found = view(PACE, {**inputs, **more}, rulings)
        *before, last = found["python"].splitlines()
        space = {}
        exec("\n".join(before), space)
        assert str(eval(last, space)) in found["headline"]
        assert "round_mode(moves=2" in found["python"]
