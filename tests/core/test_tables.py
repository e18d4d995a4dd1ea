"""The tables: rows by name, exact cells, a citation for each."""

from fractions import Fraction
from importlib.resources import files

import pytest

from haventms import clauses
from haventms.tables import number, table

TABLES = [
    (system, file.name.removesuffix(".toml"))
    for system in ("haven", "domains", "overland")
    for file in files(f"haventms.{system}").joinpath("tables").iterdir()
    if file.name.endswith(".toml")
]


def test_a_row_has_exact_cells_and_a_citation():
    """Fractions are exact, and the row says where it stands."""
    row = table("haven", "terrain")["crowd small"]
    assert row["fraction"] == Fraction(3, 4)
    assert isinstance(row["fraction"], Fraction)
    assert row.cite == "Terrain factors: crowd small"
    assert row.clause == "H-CRO-1"
    assert number(row, "fraction") == Fraction(3, 4)


def test_a_blank_is_none_and_no_number():
    """Whoever asks for a number there is refused."""
    row = table("haven", "terrain")["climbing none"]
    assert row["fraction"] is None
    with pytest.raises(ValueError, match="must be a number"):
        number(row, "fraction")


def test_a_list_of_fractions_is_one_of_exact_numbers():
    """As in the table of lessened factors."""
    assert table("haven", "speed")["lessening"]["fractions"][0] == Fraction(1, 4)


@pytest.mark.parametrize(("system", "name"), TABLES)
def test_a_table_is_described_and_cited(system, name):
    """Title, source, every column explained, every row with a clause of the register."""
    found = table(system, name)
    assert all([found.title, found.source, len(found)])
    for row in found:
        assert row.clause in clauses(), row.name
        assert set(row.cells) <= set(found.columns), row.name
