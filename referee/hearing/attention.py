"""One microphone listened to, whoever wants to know: blocks in, what was said by somebody else than the referee out.

    block ─► echo ── our own voice is taken away ─► listener ── what was said ─► whose voice was it? ─► caught

Where our own voice cannot be taken away, nothing is heard while the referee speaks: that is the old silence, and safe.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.hearing.echo import Canceller, State
from referee.hearing.judgements import Accepted, Doubtful, Garbled, Nearly
from referee.hearing.listener import Listener, Overheard
from referee.hearing.microphone import Block
from referee.hearing.own_voice import OwnVoice

LIKELY, SURELY = 3.0, 5.0
"""Decibels by which a voice must stand above what is left of our own, to be somebody else's: for words that we did not
say, and for words that we did. Of 826 stretches of our own voice alone, in five simulated rooms, none reached the
first, and of 33 orders said over it none stayed below it and one below the second."""


@dataclass(frozen=True, slots=True)
class Caught:
    """What was overheard, on `time.monotonic()`."""

    overheard: Overheard
    began: float
    ended: float
    decided: float


class Attention:
    """Hears one microphone beside the referee's own voice."""

    def __init__(self, listener: Listener, own: OwnVoice) -> None:
        self.listener = listener
        self._own = own
        self.echo = Canceller(own.playback)

    def feed(self, block: Block) -> list[Caught]:
        left = self.echo.feed(block)
        if not len(left.samples):
            return []
        if self._own.covers(left.began, left.ended) and not self.echo.quality.hears:
            self._skips(left)
            return []
        return [one for one in self._caught(left) if self._is_somebody(one)]

    def ignore(self, block: Block) -> None:
        """Time goes by unheard; of our own voice it goes on to learn."""
        self._skips(self.echo.feed(block))

    def _skips(self, left: Block) -> None:
        self.listener.reset()
        self.listener.skip(len(left.samples))

    def _caught(self, left: Block) -> list[Caught]:
        now, found = left.ended, self.listener.feed(left.samples)
        return [Caught(one, now - one.decided + one.began, now - one.decided + one.ended, now) for one in found]

    def _is_somebody(self, caught: Caught) -> bool:
        """Whether it was not the referee who said it."""
        if not self._own.covers(caught.began, caught.ended):
            return True
        own = self._own.says(_words(caught.overheard), caught.began, caught.ended)
        if self.echo.quality.state is State.UNHEARD:
            return not own
        return self.echo.likeness.stranger(caught.began, caught.ended) >= (SURELY if own else LIKELY)


def _words(overheard: Overheard) -> tuple[str, ...]:
    match overheard.judgement:
        case Accepted(words=words) | Doubtful(words=words) | Nearly(words=words) | Garbled(words=words):
            return tuple(words)
        case _:
            return ()
