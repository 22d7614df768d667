"""A session and its journal as one: nothing is answered before it is on the disk.

When the disk is full the answer waits, the table is told that the game is paused, and the next input tries again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from referee.journal.store import DiskFull, Journal
from referee.table.inputs import Input
from referee.table.outputs import Reply
from referee.table.session import Session

S = TypeVar("S")


class KeptGame(Generic[S]):
    """What the edges talk to: `feed` answers only what can no longer be lost."""

    def __init__(self, session: Session[S], journal: Journal) -> None:
        self.session = session
        self._journal = journal
        self._waiting: tuple[Mapping[str, Any], ...] = ()
        self._withheld: tuple[Reply, ...] = ()

    def feed(self, given: Input) -> tuple[Reply, ...]:
        """The replies that may be shown: usually one; none while the disk is full; those withheld, once it is not."""
        if self._waiting and not self._written(()):
            return (self.session.disk_full(),)
        released, self._withheld = self._withheld, ()
        reply = self.session.feed(given)
        if self._written(reply.entries):
            return (*released, reply)
        self._withheld = (reply,)
        return (*released, self.session.disk_full())

    def _written(self, entries: tuple[Mapping[str, Any], ...]) -> bool:
        self._waiting += entries
        try:
            self._journal.append(self._waiting)
        except DiskFull:
            return False
        self._waiting = ()
        return True
