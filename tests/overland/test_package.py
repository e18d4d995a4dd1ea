"""The package gives its names when they are asked for, and a function never its module of the same name."""

import subprocess
import sys

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
