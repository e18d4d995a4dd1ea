"""Several processes that serve one port: none of them outlives the first."""

import os
import signal
from collections.abc import Callable
from typing import Any

MOST = 64


class Workers:
    """Hold the processes together by a pipe that only the first one can write to.

    When it ends, however it ends, the others read the end of the pipe and stop as if they had been asked to.
    """

    def __init__(self) -> None:
        self._read, self._write = os.pipe()

    def lead(self) -> None:
        """In the first process, before the others are made: to be interrupted or terminated is to stop them all.

        A key press reaches every process of the terminal; the first one then waits until the others have stopped.
        """
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: self.stop())

    def stop(self) -> None:
        if self._write >= 0:
            os.close(self._write)
            self._write = -1

    def follow(self, loop: Any, stop: Callable[[], None]) -> None:
        """In each of the others: stop when the first one is gone."""
        self.stop()
        loop.add_reader(self._read, stop)
