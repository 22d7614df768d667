"""A program at a terminal of its own: what it shows, what is typed to it."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Terminal:
    """The terminal of one running program."""

    def __init__(self, running: subprocess.Popen[bytes], end: int) -> None:
        self._running, self._end = running, end
        self.shown = ""

    def until(self, words: str, seconds: float = 60) -> str:
        """What it shows until these words come; fails when they do not."""
        before, end = len(self.shown), time.monotonic() + seconds
        while words not in self.shown[before:]:
            assert time.monotonic() < end, f"“{words}” was never shown:\n{self.shown}"
            self._read()
        return self.shown[before:]

    def types(self, line: str) -> None:
        os.write(self._end, f"{line}\n".encode())

    def presses_ctrl_c(self) -> None:
        self._running.send_signal(signal.SIGINT)

    def ends(self) -> int:
        end = time.monotonic() + 30
        while self._running.poll() is None and time.monotonic() < end:
            self._read()
        self._read()
        return self._running.wait(1)

    def _read(self) -> None:
        if select.select([self._end], [], [], 0.1)[0]:
            try:
                self.shown += os.read(self._end, 4096).decode(errors="replace")
            except OSError:  # the program has gone
                return


@contextmanager
def terminal(words: list[str], folder: Path, **environment: str) -> Iterator[Terminal]:
    """`referee` with these words, at a terminal, with folders of its own."""
    ours, its = pty.openpty()
    own = {**os.environ, "XDG_DATA_HOME": str(folder), "TERM": "xterm", **environment}
    running = subprocess.Popen([sys.executable, "-m", "referee", *words], stdin=its, stdout=its, stderr=its, env=own)
    os.close(its)
    try:
        yield Terminal(running, ours)
    finally:
        running.kill()
        running.wait()
        os.close(ours)
