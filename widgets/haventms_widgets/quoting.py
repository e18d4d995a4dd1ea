"""What somebody sent, as sentences repeat it: short and printable. A terminal obeys control characters, a page chokes
on half a surrogate, and nobody reads ten thousand letters."""

import re

MOST = 60
"""Letters of a text that are repeated."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""What moves a cursor, breaks a line, turns the direction of writing, or is no letter at all."""


def quoted(text: str) -> str:
    """The text in quotes."""
    return repr(text if len(text) <= MOST else f"{text[: MOST - 1]}…")


def shortened(text: str) -> str:
    """The text without quotes, for names among others."""
    return quoted(text)[1:-1] if len(text) > MOST or CONTROL.search(text) else text
