"""What `haventms` starts: the command line, which Ctrl-C ends in a word while it is still being loaded, too."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn


@contextmanager
def loading() -> Iterator[None]:
    """While modules are loaded Ctrl-C ends the process at once: nothing has begun that could be lost.

    An exception would come up amid other people's modules, some of which take that for a fault of their own.
    """
    if threading.current_thread() is not threading.main_thread():  # the others hear no signals
        yield
        return
    usual = signal.signal(signal.SIGINT, _left)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _left(_number: int, _frame: Any) -> None:
    print("Stopped.", file=sys.stderr, flush=True)
    os._exit(130)


def main() -> NoReturn:
    """Load the command line and run it."""
    with loading():
        from .cli import main as run
    run()
