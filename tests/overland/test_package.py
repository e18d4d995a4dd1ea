"""The package gives its names when they are asked for, and a function never its module of the same name."""

import subprocess
import sys
from importlib import import_module

import pytest

from haventms import overland


@pytest.mark.parametrize("name", overland.__all__)
def test_every_name_is_there(name):
    """And is no module."""
    assert type(getattr(overland, name)).__name__ != "module"
    assert name in dir(overland)


def test_a_function_is_itself_whoever_imported_its_module_first():
    """`haventms.overland.march` is a module to the import system and the function to whoever asks the package."""
    script = (
        "import haventms.overland.march, haventms.overland.journey\n"
        "from haventms import overland\n"
        "from haventms.overland.march import March\n"
        "assert isinstance(overland.march(15, 1), March), overland.march\n"
        "assert callable(overland.journey), overland.journey\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)


def test_an_unknown_name_is_refused():
    """In a sentence."""
    with pytest.raises(AttributeError, match=r"haventms\.overland has no 'stroll'"):
        _ = overland.stroll


def test_a_module_takes_its_name_only_where_no_function_has_it():
    """An import sets the module as an attribute of its package: `march` stays the function's, `books` is the module's."""
    package = type(overland)("haventms.overland")
    march, books = (import_module(f"haventms.overland.{name}") for name in ("march", "books"))
    package.march, package.books, package.pace = march, books, overland.pace
    assert "march" not in vars(package)
    assert package.books is books
    assert package.pace is overland.pace, "whatever is no module may take a function's place, as in a test"
