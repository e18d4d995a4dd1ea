"""Arguments of rule functions, validated by pydantic and named in every complaint."""

from collections.abc import Callable
from functools import cache, wraps
from inspect import Parameter, signature
from typing import Any, ParamSpec, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, create_model

P = ParamSpec("P")
R = TypeVar("R")


@cache
def arguments_of(function: Callable[..., Any]) -> type[BaseModel]:
    """The pydantic model of a function's arguments, built when first asked for: importing a system stays quick."""
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {
        name: (hints[name], ... if parameter.default is Parameter.empty else parameter.default)
        for name, parameter in signature(function).parameters.items()
    }
    config = ConfigDict(extra="forbid")
    return create_model(function.__name__, __config__=config, **fields)


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Validate what a rule function is called with against its annotations.

    Bad values, missing and unknown names raise `pydantic.ValidationError` with the parameter's name. Arguments are
    bound to their names first, since pydantic's own decorator would call a positional one "0".
    """
    names = tuple(signature(function).parameters)
    by_name: Callable[..., R] = function

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        if len(args) > len(names):
            raise TypeError(f"{function.__name__}() takes at most {len(names)} arguments, {len(args)} were given")
        given = dict(zip(names, args, strict=False))
        if kwargs:
            if twice := given.keys() & kwargs.keys():
                raise TypeError(f"{function.__name__}() was given {', '.join(sorted(twice))} twice")
            given.update(kwargs)
        valid = arguments_of(function).__pydantic_validator__.validate_python(given)
        return by_name(**valid.__dict__)

    return call
