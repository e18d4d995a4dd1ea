"""Characters on the command line: their file read for a case, and the schema of such a file."""

import json
from pathlib import Path
from typing import Literal
from urllib.parse import parse_qsl

from ..characters import load
from ..characters import schema as characters_schema
from .output import Stop


def read_file(file: Path) -> str:
    """The text of a file of characters, or a sentence."""
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise Stop(f"Cannot read {file}: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise Stop(f"Cannot read {file}: it is no text in UTF-8.") from None


def with_characters(
    explorer: str, case: str, file: Path | None, who: list[str] | None, role: str
) -> list[tuple[str, str]]:
    """The pairs of a state text, with the numbers of characters of a file in them."""
    if file is None:
        if who or role:
            raise Stop("--who and --role need a file of characters: --characters FILE.")
        return parse_qsl(case.lstrip("#?"), keep_blank_values=True)
    return parse_qsl(load(explorer, case, read_file(file), who or [], role), keep_blank_values=True)


def schema(what: Literal["characters"]) -> None:
    """Print the JSON schema of a kind of file.

    Parameters
    ----------
    what
        The kind of file.
    """
    print(json.dumps(characters_schema(), indent=2))
