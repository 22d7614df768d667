"""The table for programs: one line in, one JSON object out, whatever the line holds.

It shows the referee's own view, with true reasons and events; it is meant for whoever drives both crews.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from referee.rules import notation
from referee.rules.crews import Team
from referee.table.inputs import Input, Tick, Typed
from referee.table.outputs import Reply

LONGEST = 10_000
"""Characters of a line that are looked at; the rest of a longer one is skipped."""
_ENDLESS = 1_000
"""So many times as long is no line: whatever writes it will never end it."""

_TIMED = re.compile(r"@(\d{1,9}(?:\.\d{1,30})?)(?:\s+(.*))?", re.DOTALL)


def lines(source: TextIO) -> Iterator[str]:
    """The lines of a stream, the end of an overlong one skipped, without ever holding it whole."""
    while line := source.readline(LONGEST):
        rest, skipped = line, 0
        while rest and not rest.endswith("\n"):
            rest, skipped = source.readline(LONGEST), skipped + 1
            if skipped > _ENDLESS:
                return
        yield line.rstrip("\r\n").removeprefix("\ufeff")  # what Windows puts before the first line


def timed(line: str, before: float) -> Input:
    """The input of a line: at the time it names, else a second after the one before."""
    found = _TIMED.fullmatch(line.strip())
    if found is None:
        return Typed(before + 1, line)
    at = float(found[1])
    return Typed(at, found[2]) if found[2] else Tick(at)


def written(number: int, reply: Reply, teams: tuple[Team, Team]) -> dict[str, Any]:
    """The object of one reply."""
    return {
        "n": number,
        "order": notation.line_of(reply.announced) if reply.announced else None,
        "verdict": reply.verdict,
        "reason": reply.reason,
        "public": [line.spoken for line in reply.public],
        **{team: [line.shown for line in reply.whispers if line.team == team] for team in teams},
        "events": list(reply.events),
    }


def run(
    feed: Callable[[Input], Reply],
    teams: tuple[Team, Team],
    source: TextIO,
    out: TextIO,
    *,
    begun: float = 0.0,
    then: Callable[[], None] = lambda: None,
) -> None:
    """Until the end of input. `then`: what is done after each reply, which never waits for it."""
    now = begun
    for number, line in enumerate(lines(source), 1):
        given = timed(line, now)
        now = max(now, given.at)
        print(json.dumps(written(number, feed(given), teams), ensure_ascii=False), file=out, flush=True)
        then()
