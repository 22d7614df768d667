"""The streams of views that are open: a few of each owner, of which the newest win.

So many phones as a crew may have, so many streams may it have: nobody's streams take another's place.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request

from referee.panel.seats import Phone
from referee.rules.crews import Team

OF_ONE_PHONE = 2
"""A page that comes back opens its new stream while the old one is not yet known to be dead."""
OF_THE_ROOM = 8
"""Televisions and tablets that show what everybody knows."""
HEARTBEAT = 10.0


@dataclass(eq=False)
class Stream:
    owner: Phone | None
    """None: the room."""
    news: asyncio.Event = field(default_factory=asyncio.Event)
    elsewhere: bool = False
    """The same owner has opened others since."""


class Streams:
    """Every stream that is being sent."""

    def __init__(self) -> None:
        self._open: list[Stream] = []

    @contextmanager
    def opened(self, owner: Phone | None) -> Iterator[Stream]:
        """A new stream of this owner, in place of its oldest."""
        most = OF_ONE_PHONE if owner else OF_THE_ROOM
        own = [stream for stream in self._open if stream.owner is owner and not stream.elsewhere]
        for stream in own[: max(0, len(own) + 1 - most)]:
            stream.elsewhere = True
        found = Stream(owner)
        self._open.append(found)
        self.wake()
        try:
            yield found
        finally:
            self._open.remove(found)
            self.wake()

    def wake(self) -> None:
        """There may be news for everybody."""
        for stream in self._open:
            stream.news.set()

    def connected(self, team: Team) -> set[str]:
        """The marks of the phones, of those that this crew let in, that are being sent its view."""
        phones = [stream.owner for stream in list(self._open) if stream.owner]
        return {phone.mark for phone in phones if phone.team == team and phone.is_in}


async def sent(
    stream: Stream, request: Request, view: Callable[[], Mapping[str, Any]], goes_on: Callable[[], bool]
) -> AsyncIterator[str]:
    """One view after the other, as long as it goes on. When something is sent must not tell that the other crew tapped:
    only news is, and the heartbeat."""
    last, beat = "", 0.0
    while goes_on() and not stream.elsewhere:
        stream.news.clear()
        text = json.dumps(view(), ensure_ascii=False, separators=(",", ":"))
        if text != last or _seconds() >= beat:
            yield f"event: view\ndata: {text}\n\n" if text != last else ": still here\n\n"
            last, beat = text, _seconds() + HEARTBEAT
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stream.news.wait(), max(0.0, beat - _seconds()))
        if await request.is_disconnected():
            return
    if stream.elsewhere:
        yield "event: elsewhere\ndata: {}\n\n"


def _seconds() -> float:
    return asyncio.get_running_loop().time()
