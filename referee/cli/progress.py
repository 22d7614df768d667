"""A bar for a terminal, of progress or of loudness; where there is no terminal, nothing."""

from __future__ import annotations

import time
from typing import TextIO

from referee.language.readable import Control

WIDTH = 30
OFTEN = 0.1


class Bar:
    """Drawn over itself on one line of a terminal."""

    def __init__(self, out: TextIO) -> None:
        self._out = out if out.isatty() else None
        self._drawn = 0.0
        self._length = 0

    def show(self, come: int, total: int | None) -> None:
        """So many bytes have come, of so many when that is known."""
        self._draw(_line(come, total), always=come == total)

    def level(self, part: float) -> None:
        """A level between nothing and everything."""
        filled = round(WIDTH * min(1.0, max(0.0, part)))
        self._draw(f"{'#' * filled}{'.' * (WIDTH - filled)}")

    def _draw(self, line: str, *, always: bool = False) -> None:
        if self._out is None or (time.monotonic() - self._drawn < OFTEN and not always):
            return
        self._drawn = time.monotonic()
        self._length = max(self._length, len(line) + 2)
        print(Control(f"\r  {line:<{self._length}}"), end="", file=self._out, flush=True)

    def clear(self) -> None:
        if self._out is not None and self._length:
            print(Control(f"\r{'':<{self._length + 2}}\r"), end="", file=self._out, flush=True)
            self._length = 0


def _line(come: int, total: int | None) -> str:
    """In figures alone, in megabytes: the same in every language."""
    megabytes = f"{come / 1e6:.0f}"
    if not total:
        return megabytes
    filled = WIDTH * come // total
    return f"[{'#' * filled}{'.' * (WIDTH - filled)}] {100 * come // total:3d} %  {megabytes}/{total / 1e6:.0f}"
