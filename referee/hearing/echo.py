"""What the referee says, taken out of what a microphone hears: whoever speaks meanwhile is heard.

    playback ── what the loudspeaker was given, read at the microphone's own pace
       │  lateness ── how long it takes to be heard: found by itself, once, and again when a stream begins
       │  kalman ── the way through the room, learned all the time
       │  following ── two clocks, and a volume that is turned
       └─ likeness ── how well it goes, and whether what is left can be our own voice

While nothing is played nothing is done, and nothing is late. Otherwise sound leaves in blocks of 16 ms.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from referee.hearing.following import Following
from referee.hearing.kalman import BLOCK, HISTORY, Kalman, Split
from referee.hearing.lateness import Later, later
from referee.hearing.likeness import Likeness
from referee.hearing.microphone import Block
from referee.hearing.playback import Line, Playback, Stream
from referee.hearing.timeline import Timeline
from referee.hearing.waveform import RATE, Samples

_LATEST = round(0.65 * RATE)  # a wireless loudspeaker takes up to 0.3 s, and a sound server its own share
_EARLY = round(0.008 * RATE)  # the loudest echo need not be the first
_SHIFT = round(0.12 * RATE)  # by which one stream may begin earlier or later than another
_LISTENS = RATE // BLOCK  # blocks in which the delay is looked for
_LOOKS = 8  # blocks between two looks
_SURELY = 12.0  # how clear a delay must be that was sought everywhere
_EXACTLY, _NEARLY = 0.3, 1.5  # samples: the beginning of a stream is put right, later it is followed
_BETTER = 0.5  # of the echo is to be gone, for a new delay to be believed
_AUDIBLE = 1e-3  # of full scale, as it is played
_UNHEARD = round(3.0 * RATE)  # samples played of which nothing came back: it is not heard at all
_ALIGNS, _ALIGNS_AGAIN = (6, 12, 24, 36), 32  # blocks of a new stream after which its beginning is looked at
_LOST, _POORLY = 2.0, 5.0  # decibels: less, and the way is looked for again, or what is heard is not trusted
_LIKELY_LEFT, _MOST_LEFT, _SOFTEST = 4.0, 0.05, 0.1  # times what is usually left, at most so much of the echo


class State(StrEnum):
    """What is known of the way from the loudspeaker to the microphone."""

    UNKNOWN = "unknown"
    UNHEARD = "unheard"
    """The microphone does not hear it: headphones."""
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Quality:
    """How well our own voice is taken away."""

    state: State = State.UNKNOWN
    delay: float = 0.0
    """Seconds until what we play is heard."""
    less: float = 0.0
    """Decibels by which the echo becomes softer."""
    drift: float = 0.0
    """Millionths by which the loudspeaker's clock is faster."""

    @property
    def hears(self) -> bool:
        """Whether what is heard while we speak can be trusted."""
        return self.state is State.UNHEARD or (self.state is State.KNOWN and self.less >= _POORLY)


class Canceller:
    """One microphone beside one loudspeaker."""

    def __init__(self, playback: Playback) -> None:
        self._playback = playback
        self._timeline = Timeline()
        self._newest: Stream | None = None
        self._lines: list[Line] = []
        self._waiting = np.zeros(0, np.float32)
        self._state = State.UNKNOWN
        self._delay = 0.0
        self._kalman, self._following = Kalman(), Following()
        self._heard: deque[Samples] = deque(maxlen=_LISTENS)
        self._looked, self._sounded = 0, 0
        self._begins, self._gain = False, 1.0
        self._recent: deque[Split] = deque(maxlen=_ALIGNS[-1])
        self.likeness = Likeness()

    @property
    def quality(self) -> Quality:
        return Quality(self._state, self._delay, self.likeness.less, 1e6 * (self._following.speed - 1))

    @property
    def sounds(self) -> bool:
        """Whether anything that was played may just be heard."""
        return bool(self._lines)

    def feed(self, block: Block) -> Block:
        """What is left of a block, or of the one before; up to 16 ms are kept back while something is played."""
        lost = self._timeline.feed(len(block.samples), block.ended)
        self._meets(block)
        if not self._lines and not len(self._waiting):
            return block
        if lost:
            self._moves(-lost)
        self._waiting = np.concatenate([self._waiting, block.samples])
        left = []
        while len(self._waiting) >= BLOCK and self._lines:
            heard, self._waiting = self._waiting[:BLOCK], self._waiting[BLOCK:]
            left.append(self._block(heard, block.ended - len(self._waiting) / RATE))
        if not self._lines:
            left.append(self._waiting)
            self._waiting = self._waiting[:0]
        return Block(np.concatenate([*left, self._waiting[:0]]), block.ended - len(self._waiting) / RATE)

    def _meets(self, block: Block) -> None:
        """Streams that have begun since."""
        waits = len(self._waiting) + len(block.samples)
        for stream in self._playback.since(self._newest):
            self._newest = stream
            since = self._timeline.now - waits / RATE - stream.began - self._delay
            self._lines.append(Line(stream, since * stream.rate))
            self._begins = self._state is State.KNOWN
            self._recent.clear()
            self._looked = 0

    def _block(self, heard: Samples, ended: float) -> Samples:
        played = np.sum([line.read(BLOCK, self._following.speed) for line in self._lines], axis=0)
        self._lines = [line for line in self._lines if not line.is_over]
        self._heard.append(heard)
        if self._state is not State.KNOWN:
            self._search(played)
            return heard
        if not played.any() and self._kalman.is_silent:
            return heard
        split = self._kalman.feed(heard, played, learns=not self._begins)
        self.likeness.feed(split, ended, measures=not self._begins)
        self._align(split)
        if not self._begins:
            self._follow(split)
        return self._hushed(split)

    def _hushed(self, split: Split) -> Samples:
        """Where hardly more is heard than what is likely to be left of the echo it is made softer, so that the silence
        after a word is one. A voice is far above that, and untouched."""
        echo, left = float(split.echo @ split.echo), float(split.left @ split.left) + 1e-12
        likely = min(_LIKELY_LEFT * 10 ** (-self.likeness.less / 10), _MOST_LEFT) * echo
        before, self._gain = self._gain, max(_SOFTEST, 1 - likely / left) if not self._begins else 1.0
        return np.asarray(split.left * np.linspace(before, self._gain, BLOCK), np.float32)

    # -- the way is not known yet
    def _search(self, played: Samples) -> None:
        loud = float(np.abs(played).max()) > _AUDIBLE
        self._sounded += BLOCK if loud else 0
        self._looked += 1
        if not loud or self._looked < _LOOKS or len(self._heard) < _LISTENS // 2:
            return
        self._looked = 0
        heard = np.concatenate(self._heard)
        found = later(heard, self._played(len(heard) + _LATEST), -_LATEST, 0)
        if found.clear > _SURELY:
            self._finds(found.samples + _LATEST - _EARLY)
        elif self._sounded > _UNHEARD:
            self._state = State.UNHEARD

    def _finds(self, samples: float) -> None:
        """What was heard in the last second is learned from at once: the next word may be an order."""
        self._moves(samples)
        self._delay += samples / RATE
        self._kalman, self._state, self._sounded = Kalman(), State.KNOWN, 0
        heard = np.concatenate(self._heard)
        played = self._played(len(heard) + HISTORY)
        self.likeness = Likeness()
        self._kalman.remember(played[:HISTORY])
        for start in range(0, len(heard), BLOCK):
            at = HISTORY + start
            self._kalman.feed(heard[start : start + BLOCK], played[at : at + BLOCK])

    # -- the way is known
    def _align(self, split: Split) -> None:
        """A device may take a little more or less time with each stream, and lose some of it on the way: that is seen
        by what is expected to be heard. Until a beginning is right nothing is learned from it."""
        if not self._recent and float(np.abs(split.echo).max()) < _AUDIBLE / 3:
            return
        self._recent.append(split)
        self._looked += 1
        if self._looked not in _ALIGNS and self._looked % _ALIGNS_AGAIN:
            return
        echo = np.concatenate([one.echo for one in self._recent])
        left = np.concatenate([one.left for one in self._recent])
        found = later(left + echo, echo, -_SHIFT, _SHIFT)
        if found.is_found and abs(found.samples) > (_EXACTLY if self._begins else _NEARLY):
            self._shift(found, echo, left)
        elif found.is_found or self._looked >= _ALIGNS[-1]:
            if found.is_found and not self._begins:
                self._lines[-1].moves(self._following.late(found.samples, _ALIGNS_AGAIN * BLOCK))
            self.likeness.again(self._recent if self._begins else ())
            self._begins = False

    def _shift(self, found: Later, echo: Samples, left: Samples) -> None:
        """The newest stream is heard later than was thought, and what was taken away since is taken away again; unless
        that leaves as much and is none too clear, for a voice much louder than the echo may look like anything."""
        samples = found.samples
        self._lines[-1].moves(samples)
        played = self._played(HISTORY + len(self._recent) * BLOCK)
        self._kalman.remember(played[:HISTORY])
        places = range(HISTORY, len(played), BLOCK)
        parts = zip(self._recent, places, strict=True)
        again = [self._kalman.feed(one.left + one.echo, played[at : at + BLOCK], learns=False) for one, at in parts]
        less = float(left @ left) - sum(float(one.left @ one.left) for one in again)
        if found.clear < _SURELY and less < _BETTER * float(echo @ echo) and abs(samples) > _NEARLY:
            self._lines[-1].moves(-samples)
            self._kalman.remember(self._played(HISTORY))
            return
        self._delay += samples / RATE / 2
        self.likeness.again(again)
        self._recent.clear()
        self._looked = 0

    def _follow(self, split: Split) -> None:
        step = self._following.feed(split)
        for line in self._lines:
            line.moves(step.later)
        self._kalman.grows(step.louder)
        if self.likeness.less < _LOST and self.likeness.is_sure and self._looked % _ALIGNS_AGAIN == 0:
            self._seek_again()

    def _seek_again(self) -> None:
        """Somebody may have changed the devices, or carried one away. What is known is kept until more is."""
        self._moves(-self._delay * RATE)
        heard = np.concatenate(self._heard)
        found = later(heard, self._played(len(heard) + _LATEST), -_LATEST, 0)
        if found.clear > _SURELY:
            self._delay = 0.0
            self._finds(found.samples + _LATEST - _EARLY)
        else:
            self._moves(self._delay * RATE)

    def _moves(self, samples: float) -> None:
        for line in self._lines:
            line.moves(samples)

    def _played(self, count: int) -> Samples:
        """The last so many samples that were played, as they are thought to have been heard."""
        speed = self._following.speed
        return np.asarray(
            np.sum([line.past(line.before(count, speed), count, speed) for line in self._lines], axis=0), np.float32
        )
