"""The door of the phones' server: how many connections are held open at once, and for how long without a request.

Whoever opens connections and says nothing must neither keep the phones out nor use up the files that one program may
open: the journal and the voice need some, too. What a request has to be like is the guard's.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST = 192
MOST_OF_ONE = 96
"""From one address, which all phones may share behind a router: a phone holds two or three."""
PATIENCE = 10.0
"""Seconds after which half a request is looked at; it is waited for once more."""


class Door(H11Protocol):
    """One connection, let in or not."""

    _again: asyncio.TimerHandle | None = None
    _waited = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._is_full():
            transport.abort()
        else:
            self._again = self.loop.call_later(PATIENCE, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._again:
            self._again.cancel()
        super().connection_lost(exc)

    def _is_full(self) -> bool:
        open_ = [one for one in self.connections if isinstance(one, Door)]
        own = [one for one in open_ if one.client and self.client and one.client[0] == self.client[0]]
        return len(open_) > MOST or len(own) > MOST_OF_ONE

    def _look(self) -> None:
        waits = self._is_half_asked()
        if waits and self._waited:
            self.transport.abort()
        else:
            self._waited = waits
            self._again = self.loop.call_later(PATIENCE, self._look)

    def _is_half_asked(self) -> bool:
        """Nothing was asked yet, or a request has begun whose rest has not come; a stream that is sent is whole."""
        asked = self.cycle
        idle = self.timeout_keep_alive_task is not None
        return asked is None or asked.more_body or (asked.response_complete and not idle)
