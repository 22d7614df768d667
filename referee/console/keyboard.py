"""A line from the keyboard, for whoever waits for something else as well: it comes whole, or not yet."""

from __future__ import annotations

import sys

from referee.console.json_lines import lines

if sys.platform == "win32":
    import msvcrt
    import time

    def _is_typed(seconds: float) -> bool:
        """Whether somebody has begun to type: the line is then waited for."""
        end = time.monotonic() + seconds
        while not msvcrt.kbhit():
            if time.monotonic() > end:
                return False
            time.sleep(0.01)
        return True
else:
    import select

    def _is_typed(seconds: float) -> bool:
        """Whether a line has been typed; a terminal hands it on whole."""
        return bool(select.select([sys.stdin], [], [], seconds)[0])


def line_within(seconds: float) -> str | None:
    """The line that is typed in this time; None when there is none, EOFError when there will be no more."""
    if not _is_typed(seconds):
        return None
    line = next(lines(sys.stdin), None)
    if line is None:
        raise EOFError
    return line
