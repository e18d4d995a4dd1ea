"""Arguments are validated and named, however they are passed."""

from typing import Annotated

import pytest
from pydantic import Field, ValidationError

from haventms import Rulings
from haventms.checked import arguments_of, checked
from haventms.units import Whole


@checked
def double(number: Annotated[Whole, Field(ge=0, le=9)], times: Whole = 2, rulings: Rulings | None = None) -> int:
    """Twice."""
    return number * times


def test_values_arrive_by_position_and_by_name():
    """As with any function; its name and text stay."""
    assert double(4) == 8
    assert double(4, times=3) == 12
    assert double(number=4, times=1) == 4
    assert (double.__name__, double.__doc__) == ("double", "Twice.")


@pytest.mark.parametrize(
    ("args", "kwargs", "field"),
    [
        ((10,), {}, "number"),
        ((-1,), {}, "number"),
        ((True,), {}, "number"),
        ((3, "2"), {}, "times"),
        ((), {}, "number"),
        ((3,), {"tims": 2}, "tims"),
        ((3,), {"rulings": {"haven_stack": "sum"}}, "rulings.haven_stack"),
    ],
)
def test_a_wrong_argument_is_named(args, kwargs, field):
    """Also one that was passed by position, also a missing and an unknown one."""
    with pytest.raises(ValidationError) as caught:
        double(*args, **kwargs)
    assert field in [".".join(map(str, each["loc"])) for each in caught.value.errors()]


def test_the_bounds_are_told():
    """The message says how far it may go."""
    with pytest.raises(ValidationError, match="less than or equal to 9"):
        double(10)


def test_a_call_that_python_would_refuse_is_refused():
    """Too many values, or one value twice."""
    with pytest.raises(TypeError, match="at most 3 arguments, 4 were given"):
        double(1, 2, None, 4)
    with pytest.raises(TypeError, match="was given number twice"):
        double(1, number=2)


def test_the_model_of_the_arguments_is_built_once():
    """It can be asked for."""
    assert arguments_of(double.__wrapped__) is arguments_of(double.__wrapped__)
    assert set(arguments_of(double.__wrapped__).model_fields) == {"number", "times", "rulings"}
