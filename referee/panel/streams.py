"""The streams of views that are open: two a phone, of which the newest win.

So many phones as a crew may have, so many streams may it have: no phone's streams take another's place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from referee.panel.seats import Phone
from referee.rules.crews import Team

OF_ONE_PHONE = 2
"""A page that comes back opens its new stream while the old one is not yet known to be dead."""


@dataclass(eq=False)
class Stream:
    phone: Phone
    news: asyncio.Event = field(default_factory=asyncio.Event)
    elsewhere: bool = False
    """The same phone has opened others since."""


class Streams:
    """Every stream that is being sent."""

    def __init__(self) -> None:
        self._open: list[Stream] = []

    @contextmanager
    def opened(self, phone: Phone) -> Iterator[Stream]:
        """A new stream of this phone, in place of its oldest."""
        own = [stream for stream in self._open if stream.phone is phone and not stream.elsewhere]
        for stream in own[: len(own) + 1 - OF_ONE_PHONE]:
            stream.elsewhere = True
        found = Stream(phone)
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
        streams = list(self._open)
        return {stream.phone.mark for stream in streams if stream.phone.team == team and stream.phone.is_in}
