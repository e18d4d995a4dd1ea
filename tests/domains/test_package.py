"""The package loads its names when they are used."""

import pytest

from haventms import domains


def test_every_public_name_is_there() -> None:
    for name in domains.__all__:
        assert getattr(domains, name).__name__ == name
        assert name in dir(domains)


def test_an_unknown_name_is_refused_by_name() -> None:
    with pytest.raises(AttributeError, match=r"haventms\.domains has no 'fly'"):
        _ = domains.fly
