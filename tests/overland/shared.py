"""What the tests of this system share."""

from pydantic import ValidationError

from haventms import Result


def round_trips(result: Result) -> bool:
    """Whether a result comes back whole from its JSON."""
    return type(result).model_validate_json(result.model_dump_json()) == result


def complaint(error: ValidationError) -> tuple[str, str]:
    """The parameter that a validation error names, and its sentence."""
    (first, *_) = error.errors()
    return str(first["loc"][0]), str(first["msg"])
