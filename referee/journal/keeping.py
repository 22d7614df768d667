"""A session and its journal as one: nothing is answered before it is on the disk.

When the disk is full the answer waits, the table is told that the game is paused, and the next input tries again.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import RLock
from types import TracebackType
from typing import Any, Generic, TypeVar

from referee.journal.store import DiskFull, Journal
from referee.rules.orders import Ask, Request
from referee.table.inputs import Input, Tick
from referee.table.outputs import Reply, Verdict
from referee.table.replies import together
from referee.table.session import Session
from referee.table.setup import Setup

S = TypeVar("S")

_NOTHING = Reply(Verdict.IGNORED)


class KeptGame(Generic[S]):
    """What the edges talk to: `feed` answers only what can no longer be lost. Any thread may feed it."""

    def __init__(self, session: Session[S], journal: Journal) -> None:
        self.session = session
        self.journal = journal
        self._one_at_a_time = RLock()
        self._waiting: tuple[Mapping[str, Any], ...] = ()
        self._withheld: Reply | None = None
        self.shown = session.shown
        """What may be shown: the game as far as it is on the disk."""

    @property
    def setup(self) -> Setup:
        return self.session.setup

    def feed(self, given: Input) -> Reply:
        """What an input came to, once it is on the disk.

        While the disk is full nothing is taken in: the last reply waits, and comes with the first that can be kept.
        """
        with self._one_at_a_time:
            if self._waiting and (isinstance(given, Tick) or not self._written(())):
                return _NOTHING if isinstance(given, Tick) else self.session.disk_full()
            released, self._withheld = self._withheld, None
            reply = self.session.feed(given)
            if not self._written(reply.entries):
                self._withheld = reply
                reply = self.session.disk_full()
            else:
                self.shown = self.session.shown
            if released and _just_goes_on(reply):
                return released
            return together([released, reply]) if released else reply

    def is_debriefed(self) -> bool:
        """Whether the end of the game is kept as one that stands: to be asked before both routes are shown to all."""
        with self._one_at_a_time:
            kept = self._written(() if self.session.screen.stands else self.session.debriefed().entries)
            self.shown = self.session.shown if kept else self.shown
            return kept and self.session.screen.stands

    def is_kept(self) -> bool:
        """Whether every order is on the disk by now: to be asked before everybody leaves."""
        with self._one_at_a_time:
            return self._written(())

    def _written(self, entries: tuple[Mapping[str, Any], ...]) -> bool:
        self._waiting += entries
        try:
            self.journal.append(self._waiting)
        except DiskFull:
            return False
        self._waiting = ()
        return True

    def __enter__(self) -> KeptGame[S]:
        return self

    def __exit__(self, kind: type[BaseException] | None, what: BaseException | None, at: TracebackType | None) -> None:
        self.journal.close()


def _just_goes_on(reply: Reply) -> bool:
    """CONTINUE, said to a game that only the full disk had stopped."""
    asked = reply.announced.order if reply.announced else None
    return reply.verdict is Verdict.IGNORED and asked == Ask(Request.CONTINUE)
