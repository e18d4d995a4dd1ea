"""The picture of the house is drawn from the imports: every room once, above what it builds on."""

import sys

import pytest

from book.books import BOOK

sys.path.append(str(BOOK / "_ext"))
import house


def rooms(**needs: str) -> dict[str, house.Room]:
    return {name: house.Room(name, needs=set(below.split())) for name, below in needs.items()}


def test_a_room_stands_above_all_that_it_needs():
    """As high as the highest of them, and one more."""
    found = rooms(dice="", core="", haven="core dice", views="haven core", faces="views")
    names = [[room.name for room in row] for row in house.levels(found)]
    assert names == [["core", "dice"], ["haven"], ["views"], ["faces"]]


def test_an_arrow_that_others_imply_is_left_out():
    """Views need the core, but through Haven already."""
    found = rooms(core="", haven="core", views="haven core")
    assert house.direct(found, found["views"]) == {"haven"}


def test_a_circle_is_an_error_that_names_it():
    """It would have no above and below."""
    with pytest.raises(ValueError, match="a -> b -> a"):
        house.levels(rooms(a="b", b="a"))


def test_the_real_house_is_drawn_whole():
    """Each folder of modules is a box with a purpose; no system stands above another, and no face below a rule."""
    found = house.rooms()
    assert all(room.purpose and room.modules and room.lines for room in found.values())
    height = {room.name: level for level, row in enumerate(house.levels(found)) for room in row}
    assert height["haventms.haven"] == height["haventms.domains"] == height["haventms.overland"]
    assert (
        height["haventms"]
        < height["haventms.haven"]
        < height["haventms_widgets.views"]
        < height["haventms_widgets.faces"]
    )
    drawn = house.picture(found)
    assert drawn.count("<rect") == len(found)
    assert drawn.count('class="house-arrow"') == sum(len(house.direct(found, room)) for room in found.values())


def test_imports_are_read_as_python_reads_them(tmp_path):
    """Absolute and relative ones, wherever they stand."""
    file = tmp_path / "speed.py"
    file.write_text(
        "import os\nfrom ..ledger import Ledger\ndef f():\n    from .factors import Ice\n    from .. import dice\n"
    )
    found = set(house.imports("haventms.haven.speed", file))
    assert {"os", "haventms.ledger", "haventms.haven.factors", "haventms.dice"} <= found
