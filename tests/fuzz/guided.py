"""The same inputs, chosen by what they reach: atheris changes those under which our code goes new ways.

Atheris is no package of ours: it has no wheels for some systems. `pip install atheris` beside the others is enough.
"""

import sys
from pathlib import Path
from typing import Any

from fuzz.inputs import Input, made
from fuzz.judge import tried

TEXTS = 3
"""Texts of an input that are changed as bytes; what follows is as it was drawn."""


def guided(count: int, seed: int, folder: Path) -> int:
    """Send so many inputs; atheris stops at the first failure and writes the bytes that led to it into the folder."""
    try:
        import atheris
    except ImportError:
        print("Guided fuzzing needs atheris, which is not installed: pip install atheris, then again.")
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    atheris.instrument_all()
    atheris.Setup(
        [sys.argv[0], f"-runs={count}", f"-seed={seed + 1}", "-max_len=4096", f"-artifact_prefix={folder}/"],
        lambda data: _one(atheris.FuzzedDataProvider(data), seed),
    )
    atheris.Fuzz()
    return 0


def _one(data: Any, seed: int) -> None:
    """The bytes say which input of the seed is taken and what is put into its texts, and where."""
    sent = made(seed, data.ConsumeIntInRange(0, 2**31))
    texts = list(sent.texts)
    for place in range(min(TEXTS, len(texts))):
        at, cut = data.ConsumeIntInRange(0, len(texts[place])), data.ConsumeIntInRange(0, 8)
        more = data.ConsumeUnicode(data.ConsumeIntInRange(0, 40))
        if isinstance(texts[place], str):
            texts[place] = texts[place][:at] + more + texts[place][at + cut :]
    sent = Input(sent.way, sent.explorer, tuple(texts))
    wrong = tried(sent).wrong
    if wrong:
        raise AssertionError(f"{wrong}\n{tuple(sent)!r}")
