"""What the command line gives: text on stdout or in a file, whole or not at all."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from ..explorer import View, dumps
from ..exports import FORMATS
from . import text as text_face

Kind = Literal["text", "view", "csv", "columns", "json", "markdown", "python"]


class Stop(Exception):
    """Something that cannot be done: a sentence for stderr and exit code 2."""


def written(view: View, kind: Kind) -> str:
    """A View in a format, its last line ended."""
    if kind == "text":
        return text_face.text(view) + "\n"
    if kind == "view":
        return dumps(view) + "\n"
    return FORMATS[kind].make(view)


def named_pairs(options: Sequence[str]) -> list[tuple[str, str]]:
    """`--name value` and `--name=value` as pairs; dashes within a name count as underscores."""
    pairs: list[tuple[str, str]] = []
    waiting = ""
    for option in options:
        if waiting:
            pairs.append((waiting, option))
            waiting = ""
        elif option.startswith("--") and len(option) > 2:
            name, equals, value = option[2:].partition("=")
            name = name.replace("-", "_")
            if equals:
                pairs.append((name, value))
            else:
                waiting = name
        else:
            raise Stop(f"{option!r} is no option: inputs are given as --name value.")
    if waiting:
        raise Stop(f"--{waiting} needs a value.")
    return pairs


def deliver(text: str, output: Path | None) -> None:
    """Print a text, or write it to a file."""
    if output is None:
        print(text, end="")
        return
    try:
        with whole_file(output) as place:
            place.write_bytes(text.encode())
    except OSError as error:
        raise Stop(f"Cannot write {output}: {error.strerror or error}.") from None


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """A file beside the target to write into, which takes the target's place once it is whole; else nothing is left."""
    place: Path | None = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        os.close(handle)
        place = Path(name)
        yield place
        place.chmod(0o666 & ~_mask())
        place.replace(target)
    finally:
        if place is not None:
            place.unlink(missing_ok=True)


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
