"""Maps: their text, the path with its checks, the picture's columns, painting in every face, time for the largest map."""

import json
from fractions import Fraction

import pytest
from haventms_widgets import explorers, grids, run_json, run_state
from haventms_widgets.controls import specs
from haventms_widgets.faces.painting import Painting
from haventms_widgets.markup.fields import fields
from haventms_widgets.run import read_state, view
from haventms_widgets.views.haven_terrain import FIRST, HavenTerrain
from haventms_widgets.views.terrain_maps import BRUSHES, FOREST, MARKET, NAMES, RIVER, SCREE

from haventms import Rulings, haven

TERRAIN = explorers()["haven-terrain"]
GRID = specs(HavenTerrain)[0]


def shown(rows, start=(1, 1), goal=None, rulings=None, **inputs):
    map = "/".join(rows)
    goal = goal or (len(rows[0]), len(rows))
    squares = {"start": dict(zip(("column", "row"), start, strict=True)),
               "goal": dict(zip(("column", "row"), goal, strict=True))}  # fmt: skip
    return view(TERRAIN, {"map": map, **squares, **inputs}, rulings)


def value(of, label):
    return next(each["value"] for each in of["facts"] if each["label"] == label)


# The text of a map.


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("...", ("...",)),
        ("3.", ("...",)),
        ("5.3i2.", (".....iii..",)),
        ("2.i/i2.", ("..i", "i..")),
        ("..i\n i..\r\n", ("..i", "i..")),
        ("3.*3/ii.", ("...", "...", "...", "ii.")),
        ("12.*12", ("............",) * 12),
    ],
)
def test_a_map_is_read_from_its_text(text, rows):
    """Plain, counted, with rows repeated; strokes or lines."""
    assert grids.read(text, 40) == rows
    assert grids.read(grids.write(rows), 40) == rows


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "must be rows of letters"),
        ("3", "must be rows of letters"),
        ("./", "row 2 is ''"),
        ("../...", "must have rows of one length: row 2 has 3 squares, not 2"),
        ("41.", "must have at most 40 columns and 40 rows"),
        (".*41", "must have at most 40 columns and 40 rows"),
        ("0.", "must be rows of letters"),
        ("100.", "must be rows of letters"),
        (". .", "must be rows of letters"),
        (".*0/0.", "must be rows of letters"),
        ("99.*99", "must have at most"),
    ],
)
def test_a_text_that_is_no_map_is_refused(text, words):
    """In a sentence."""
    with pytest.raises(ValueError, match=r"^must"):
        grids.read(text, 40)
    told = json.loads(run_json("haven-terrain", json.dumps({"map": text})))
    assert told["errors"][0]["field"] == "map"
    assert words in told["errors"][0]["message"]
    assert told["errors"][0]["message"].startswith("Map must")


def test_equal_maps_have_one_text():
    """However they were written; the state text is short."""
    plain = shown(["." * 20] * 10)
    assert plain["inputs"]["map"] == "20.*10"
    assert (
        shown(["8.12."] * 10, goal=(20, 10))["state"]
        == plain["state"]
        == "map=20.*10&start.row=1&goal.row=10".replace("*", "%2A")
    )


@pytest.mark.parametrize("map", [MARKET, RIVER, SCREE, FOREST])
def test_the_maps_of_the_presets_are_maps(map):
    """Of brushes only."""
    assert {*"".join(grids.read(map, 40))} <= {*NAMES}


# The path.


def test_ice_costs_twice_and_a_turn_beyond_its_limit_a_check():
    """At 35 feet: 15 an action, 30 a turn against DG 30; the worked 20 feet against DG 20 with one action beyond it."""
    lane = ["." + "i" * 6]
    of = shown(lane, bonuses={"defense": 15})
    assert value(of, "Movement that the path costs") == "60"
    assert value(of, "Check 1: turn 1, column 4, row 1") == "30.0 %"  # after three squares of ice
    assert "against 30 (H-ICE-2)" in next(each["unit"] for each in of["facts"] if each["label"].startswith("Check 1"))
    beyond = shown([".iiii"], pace="beyond", moves_per_turn=1, bonuses={"defense": 9})
    assert "against 20 (H-ICE-2)" in next(
        each["unit"] for each in beyond["facts"] if each["label"].startswith("Check 1")
    )
    assert value(beyond, "Gets through unharmed") == "50.0 %"


def test_safety_goes_around_what_costs_a_check():
    """Vines in the way: a longer path without any."""
    rows = ["..v..", "..v..", "....."]
    cheap, safe = shown(rows, goal=(5, 1)), shown(rows, goal=(5, 1), by="safety")
    assert (value(cheap, "Squares that cost a check"), value(safe, "Squares that cost a check")) == ("1", "0")
    assert cheap["series"]["checks"]["x"] == [3]
    assert safe["series"]["checks"]["x"] == []


def test_what_the_brushes_leave_open_is_an_input():
    """Three vines, a current, an inclination, a wind from the east, an ability that cancels or lessens."""
    vines = shown([".v"], details={"vines": 3})
    assert "against 30 (H-DIF-2)" in next(
        each["unit"] for each in vines["facts"] if each["label"].startswith("Check 1")
    )
    swim = shown([".~~"], details={"current_feet": 10})
    assert "the roll of the current (H-LIQ-4)" in [each["unit"] for each in swim["facts"]][-1]
    assert shown([".~~"], details={"current_feet": 10, "easy": True})["series"]["checks"]["x"] == []
    wind = shown([".bb"], details={"wind_from": "e", "wind_feet": 41})
    assert "Swiftness at -6 against 20 (H-WIN-5)" in [each["unit"] for each in wind["facts"]]
    assert shown([".bb"], details={"wind_from": "w"})["series"]["checks"]["x"] == []
    assert value(shown([".D"], cancelled=["crowd"]), "Movement that the path costs") == "5"
    assert value(shown([".D"], lessened=["crowd"]), "Movement that the path costs") == "10"
    assert "No path" in shown([".#."])["headline"]
    assert value(shown([".#."], details={"climb_mode": True}), "Movement that the path costs") == "25"
    steep = shown([".mmmmmmm"], base_feet=30, details={"incline_feet": 10}, moves_per_turn=2)
    assert value(steep, "Checks") == "2"  # 35 feet on it: one roll, and one against sliding


def test_people_around_help_who_is_shoved():
    """H-CRO-4: four of them are worth as much as a bonus of 4, and are told with their clause; nobody is not."""
    rows, pushing = ["D" * 6], {"base_feet": 60, "bonuses": {"attack": 10, "people_near": 4}}
    crowded = shown(rows, **pushing)
    assert value(crowded, "Gets through unharmed") == value(
        shown(rows, base_feet=60, bonuses={"attack": 10, "other": 4}), "Gets through unharmed"
    )
    told = [step["value"] for step in crowded["ledger"] if step["clause"] == "H-CRO-4"]
    assert told == ["4"]
    for idle in (shown(rows, base_feet=60), shown(["." * 6], **pushing)):
        assert "H-CRO-4" not in {step["clause"] for step in idle["ledger"]}


def test_a_trail_left_in_a_hurry():
    """A quarter of 35 feet is 5 in steps of five: 35 feet are 30 above it, three tens at -4."""
    of = shown(["t" * 8], pace="beyond", bonuses={"defense": 10})
    assert ("H-DIF-7", "-12") in [(step["clause"], step["value"]) for step in of["ledger"]]


def test_what_lies_everywhere_is_combined():
    """A small crowd on ice leaves three eighths; ice twice is refused."""
    of = shown(["..i"], everywhere=[{"kind": "crowd"}])
    assert of["series"]["path"]["cost"] == pytest.approx([20 / 3, 40 / 3])
    told = json.loads(
        run_json("haven-terrain", json.dumps({"map": "..i", "start": {}, "goal": {}, "everywhere": [{"kind": "ice"}]}))
    )
    assert "the factor ice is given twice" in told["errors"][0]["message"]


def test_every_brush_has_its_own_ground():
    """Each letter, painted in a lane of three, costs what the rules leave of the speed."""
    for letter, (factor, _) in BRUSHES.items():
        of = shown([f".{letter}"], base_feet=40)
        speed = haven.terrain_speed(40, (factor,))
        if not speed.possible:
            assert "No path" in of["headline"]
        else:
            assert of["series"]["path"]["cost"] == [float(5 / speed.fraction)]
            assert of["series"]["path"]["name"] == [NAMES[letter]]


def test_the_picture_has_ground_reach_path_and_ends():
    """Open ground is left out; the route begins at the start; reach says how many actions."""
    of = shown(["..i", "...", "#.."], base_feet=5)
    series = of["series"]
    assert list(zip(series["ground"]["x"], series["ground"]["y"], series["ground"]["letter"], strict=True)) == [
        (3, 1, "i"),
        (1, 3, "#"),
    ]
    assert (series["route"]["x"][0], series["route"]["y"][0]) == (1, 1)
    assert len(series["route"]["x"]) == len(series["path"]["x"]) + 1
    assert {*zip(series["one_action"]["x"], series["one_action"]["y"], strict=True)} == {(2, 1), (1, 2), (2, 2)}
    assert series["ends"]["end"] == ["start", "goal"]
    assert series["path"]["total"][-1] == float(Fraction(next(each["exact"] for each in of["facts"])))


def test_without_a_path_the_reach_is_still_shown():
    """And the headline says so."""
    of = shown(["..#.", "..#."])
    assert of["headline"] == "No path leads to column 4, row 2."
    assert of["series"]["path"]["x"] == of["series"]["route"]["x"] == []
    assert len(of["series"]["one_action"]["x"]) == 3


def test_of_many_checks_the_first_are_told():
    """And the number of the others."""
    of = shown(["." + "v" * 12])
    assert value(of, "Further checks") == str(12 - FIRST)


def test_mirroring_the_map_changes_no_number():
    """All but the places."""
    rows = ["..ii#", ".Dv..", "m..~."]
    here = shown(rows, goal=(5, 3), base_feet=60)
    there = shown([row[::-1] for row in rows], start=(5, 1), goal=(1, 3), base_feet=60)
    numbers = ("Movement that the path costs", "Feet on the map", "Squares that cost a check", "Checks")
    assert [value(here, each) for each in numbers] == [value(there, each) for each in numbers]


def test_the_readings_of_diagonals_are_compared():
    """Each with what it would give."""
    of = shown(["....", "....", "....", "...."])
    asked = next(each for each in of["asked"] if each["id"] == "R-HAVEN-DIAGONAL")
    assert [each["gives"].split(" for ")[1].split(" feet")[0] for each in asked["choices"]] == [
        "20",
        "15",
        "30",
        "21 21/100",
    ]
    assert shown(["....", "....", "....", "...."], rulings=Rulings(haven_diagonal="ten"))["headline"] == next(
        each["gives"] for each in asked["choices"] if each["token"] == "ten"
    )


@pytest.mark.parametrize(
    ("inputs", "field", "sentence"),
    [
        ({"map": 3}, "map", "Map must be a map of at most 40 columns and 40 rows, each square one of . # h"),
        ({"map": "..x"}, "map", "Map must use the letters of its brushes, . # h H"),
        ({"start": {"column": 21, "row": 1}}, "start", "Start must lie on the map, which has 20 columns and 12 rows."),
        ({"goal": {"column": 1, "row": 13}}, "goal", "Goal must lie on the map, which has 20 columns and 12 rows."),
        ({"start": {"column": 0, "row": 1}}, "start.column", "Start, Column must be a whole number from 1 to 40."),
        ({"base_feet": -5}, "base_feet", "Base speed must be a whole number from 5 to 1,000."),
        ({"base_feet": "35"}, "base_feet", "Base speed must be a whole number from 5 to 1,000."),
        ({"everywhere": [{"kind": "lava"}]}, "everywhere.0", "kind must be one of climbing, crowd"),
        ({"everywhere": [{"kind": "ice"}, {"kind": "ice"}]}, "everywhere", "the factor ice is given twice"),
        ({"everywhere": [{"kind": "liquid"}, {"kind": "liquid", "depth": "hips"}]}, "everywhere", "must not contradict each other"),
        ({"cancelled": ["mud"]}, "cancelled", "An ability cancels must be any of climbing"),
        ({"details": {"vines": 0}}, "details.vines", "Vines on a square with vines must be a whole number from 1 to 20."),
        ({"by": "luck"}, "by", "Path by must be one of cost, safety."),
    ],
)  # fmt: skip
def test_bad_input_is_answered_in_a_sentence(inputs, field, sentence):
    """The field and what is allowed."""
    told = json.loads(run_json("haven-terrain", json.dumps(inputs)))
    assert not told["ok"]
    assert told["errors"][0]["field"] == field
    assert sentence in told["errors"][0]["message"]


def test_a_link_carries_the_map():
    """A case of forty by forty squares fits and opens again."""
    rows = ["." * 20 + "i" * 20] * 20 + ["iv" * 20] * 20
    of = shown(rows, by="safety")
    assert len(of["state"]) < 400
    told = json.loads(run_state("haven-terrain", of["state"]))
    assert told["view"] == of


# Painting.


def test_the_page_has_a_map_of_text_and_brushes():
    """A letter and a name for each, marks for start and goal, the plain rows in a text area."""
    html = fields(HavenTerrain())
    assert 'name="map"' in html
    assert "....cCCDDCCc........\n" in html
    for letter, name in NAMES.items():
        assert f'<option value="{letter}"' in html
        assert name in html
    assert 'data-mark="start"' in html
    assert 'name="start.column"' in html


def test_a_painting_changes_one_square_at_a_time():
    """By its brush; beside the map and where it is so already nothing happens."""
    told = []
    painting = Painting(GRID, "3.*2", lambda: told.append(painting.text))
    painting.brush = "i"
    painting.paint(2, 1)
    painting.paint(2, 1)
    painting.paint(4, 1)
    painting.paint(0, 1)
    painting.paint(1, 3)
    assert told == [".i./3."]
    assert painting.source.data["letter"] == [".", "i", ".", ".", ".", "."]
    painting.show("no map")
    assert painting.text == ".i./3."
    painting.show("ii")
    assert painting.source.data["letter"] == ["i", "i"]


class Touch:
    """A pointer's event."""

    def __init__(self, x, y):
        self.x, self.y = x, y


def test_the_dashboard_paints():
    """A stroke, then a case: the map, its text and the answer follow."""
    from haventms_widgets.faces.dashboard import Dashboard

    board = Dashboard(TERRAIN)
    board.session.load("map=5.&start.row=1&goal.column=5&goal.row=1")
    leaf = board.session.form._node.nodes["map"].leaf
    assert leaf.control.value == "....."
    leaf.painting.brush = "i"
    leaf.painting._stroke(Touch(2.9, 1.2))
    leaf.painting._stroke(Touch(None, None))
    assert leaf.control.value == "..i.."
    assert board.session.view["inputs"]["map"] == "..i.."
    leaf.control.value = "..x"
    assert "letters of its brushes" in leaf.place.text
    assert board.session.view["inputs"]["map"] == "..i.."


@pytest.mark.parametrize("face", ["dashboard", "notebook"])
def test_start_and_goal_are_put_on_the_map(face):
    """With the brush of the mark: its fields and the answer follow, the ground stays; the picture marks both squares."""
    from haventms_widgets.faces.dashboard import Dashboard
    from haventms_widgets.faces.notebook import _Panel

    board = Dashboard(TERRAIN) if face == "dashboard" else _Panel(TERRAIN, HavenTerrain(), Rulings())
    board.session.load("map=5.*2&start.row=1&goal.column=5&goal.row=1")
    leaf = board.session.form._node.nodes["map"].leaf
    painting = leaf.painting
    assert painting.marks.data == {"x": [1, 5], "y": [1, 1], "label": ["Start", "Goal"]}
    assert [brush for brush, _ in painting.brushes[-2:]] == ["=start", "=goal"]
    painting.brush = "=goal"
    painting._stroke(Touch(3.2, 1.8))
    painting._stroke(Touch(9, 9))
    assert board.session.view["inputs"]["goal"] == {"column": 3, "row": 2}
    assert painting.marks.data == {"x": [1, 3], "y": [1, 2], "label": ["Start", "Goal"]}
    assert painting.text == "5.*2"


def test_what_is_folded_stays_folded_while_one_paints():
    """A change opens none of the tables behind the picture, not even those that were open before."""
    from haventms_widgets.faces.dashboard import Dashboard

    board = Dashboard(TERRAIN)
    board.session.load("map=5.&start.row=1&goal.column=5&goal.row=1")
    assert len(board.data.parts) == 1
    board.data.turn()
    _, tables = board.data.parts
    assert (tables.visible, "<table>" in tables.text) == (True, True)
    board.data.turn()
    board.session.load("map=4.&start.row=1&goal.column=4&goal.row=1")
    assert not tables.visible


def test_the_notebook_paints():
    """The same map."""
    from haventms_widgets.faces.notebook import _Panel

    panel = _Panel(TERRAIN, HavenTerrain(), Rulings())
    panel.session.load("map=5.&start.row=1&goal.column=5&goal.row=1")
    leaf = panel.session.form._node.nodes["map"].leaf
    leaf.painting.brush = "D"
    leaf.painting.paint(2, 1)
    assert leaf.control.value == ".D..."
    assert panel.session.view["inputs"]["map"] == ".D3."


def test_a_state_without_a_map_names_squares_of_the_usual_one():
    """Twenty by twelve."""
    inputs, _, _ = read_state(TERRAIN, "start.column=2&start.row=2")
    assert inputs["start"] == {"column": 2, "row": 2}
