"""Listening to one microphone: sound in, orders out, wherever in the talk they stand. Sans-I/O: samples are fed, and
time is counted in samples, so that a recording and a microphone are the same thing.

While anybody can be heard the recogniser goes along. What it has is concluded where the voice in front rests, and where
an order is followed by other words; then the orders in it are examined. What may still grow is waited for, STOP least
of all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from referee.hearing.decision import STOP
from referee.hearing.evidence import Surroundings
from referee.hearing.examining import Ear, Finding
from referee.hearing.foreground import FRAME, Foreground, Levels
from referee.hearing.judgements import Accepted, Chatter, Doubtful, Garbled, Judgement, Nearly
from referee.hearing.spotting import plain, runs, tail
from referee.hearing.waveform import RATE, Samples


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds."""

    first: float = 0.1
    """Of silence, after which what was said is examined."""
    dip: float = 0.15
    """The same where other voices go on behind the one in front."""
    behind: float = 0.3
    """Where others go on behind, until an order is taken: a soft sound in the middle of a word is a dip, too."""
    growing: float = 0.4
    """Until an order is taken that may be the beginning of a longer one, or is to be asked about."""
    going_on: float = 0.65
    """The same where other words may follow: people breathe after "surface"."""
    beginning: float = 1.0
    """The same for the beginning of an order, or the first half: somebody thinks about the cell, or whether to lie."""
    talk: float = 0.3
    """Of silence, after which talk has ended."""
    short: float = 1.2
    """No longer than this, and it may be an order that the recogniser has not shown yet."""
    stale: float = 3.0
    """After so much talk without an order the recogniser begins anew."""
    longest: float = 8.0


@dataclass(frozen=True, slots=True)
class Overheard:
    """A judgement and its moments, in seconds since listening began."""

    judgement: Judgement
    language: str
    began: float
    ended: float
    decided: float
    samples: Samples = field(default_factory=lambda: np.zeros(0, np.float32), compare=False, repr=False)
    """How it sounded."""


_Found = tuple[Finding, Ear]


@dataclass(slots=True)
class _Stretch:
    """Sound in which somebody can be heard."""

    start: int
    frames: list[Samples]
    levels: list[float]
    pending: list[_Found] = field(default_factory=list)
    due: int = 0
    """When what is pending is taken, if nobody goes on speaking before."""
    concluded: int = 0
    """What was said up to here has been examined."""
    rests: bool = False
    """Nothing was found; it is heard again, with what follows, as soon as somebody goes on."""
    words: tuple[str, ...] = ()
    """What was found to be talk."""
    ended: int | None = None
    """When the voice rested, where that was heard."""
    order: tuple[str, ...] = ()
    since: int = 0
    """The last whole order that the recogniser shows, and since when it has been there unchanged."""
    examined: tuple[str, ...] = ()
    """One that stood there and was none."""

    def samples(self) -> Samples:
        return np.concatenate(self.frames)


_BEFORE = 30  # frames kept from before a voice, so that no first sound is lost and the room before it is known
_LOOK = 10  # frames between two looks at what the recogniser has
_RESUMES = 4  # frames of voice with which somebody goes on
_STANDS, _FOLLOWED = 0.45, 0.2
"""Seconds for which an order stands unchanged that has ended: at the end of all words, and where others follow."""
_KEPT, _KEPT_OF_ORDER = 0.4, 1.5
"""Seconds that are heard again where the recogniser begins anew in the middle of talk, and of what may be an order."""


class Listener:
    """Hears one microphone in one or more languages."""

    def __init__(self, ears: Sequence[Ear], patience: Patience | None = None) -> None:
        self._ears = tuple(ears)
        self._patience = patience or Patience()
        self._levels = Levels()
        self._foreground = Foreground()
        self._rest = np.zeros(0, np.float32)
        self._before: deque[tuple[Samples, float]] = deque(maxlen=_BEFORE)
        self._now = 0
        self._open: _Stretch | None = None
        self._voiced = 0
        self.level = -90.0

    def feed(self, samples: Samples) -> list[Overheard]:
        """More sound; what has been decided meanwhile."""
        known = np.concatenate([self._rest, samples])
        count = len(known) // FRAME
        self._rest = known[count * FRAME :]
        found: list[Overheard] = []
        for place, level in enumerate(self._levels.feed(known[: count * FRAME])):
            found += self._frame(known[place * FRAME : (place + 1) * FRAME], float(level))
        return found

    def end(self) -> list[Overheard]:
        """No more sound: what is still open is decided."""
        stretch = self._open
        if stretch is None:
            return []
        stretch.pending = stretch.pending or self._concluded(stretch)
        self._close()
        return [self._told(stretch, *one) for one in stretch.pending]

    @property
    def speaks(self) -> bool:
        """Whether somebody is speaking just now."""
        return self._open is not None and self._foreground.paused <= 1

    @property
    def now(self) -> float:
        """Seconds since listening began."""
        return self._now / RATE

    @property
    def heard_from(self) -> float:
        """When what is being heard began."""
        return self._open.start / RATE if self._open else self.now

    def reset(self) -> None:
        """What was being said is not to be heard (the referee speaks)."""
        if self._open:
            self._close()
        self._before.clear()

    def skip(self, samples: int) -> None:
        """Time goes by unheard."""
        self._now += samples

    def _frame(self, frame: Samples, level: float) -> list[Overheard]:
        self._now += FRAME
        self.level = self._foreground.feed(level)
        self._voiced = self._voiced + 1 if self._foreground.is_voiced else 0
        if self._open is None:
            self._before.append((frame, self.level))
            if self._foreground.begins:
                self._begin()
            return []
        stretch = self._open
        stretch.frames.append(frame)
        stretch.levels.append(self.level)
        if stretch.pending:
            return self._waited(stretch)
        if stretch.rests:
            return self._rested(stretch)
        for ear in self._ears:
            ear.decoder.hear(frame)
        return self._looked(stretch)

    def _begin(self) -> None:
        frames, levels = ([one[at] for one in self._before] for at in (0, 1))
        self._before.clear()
        self._foreground.renew()
        self._opened(_Stretch(self._now - FRAME * len(frames), frames, levels))  # type: ignore[arg-type]

    def _opened(self, stretch: _Stretch) -> None:
        self._open = stretch
        stretch.since = stretch.concluded = self._now
        for ear in self._ears:
            ear.decoder.hear(stretch.samples())

    # -- when to conclude
    def _looked(self, stretch: _Stretch) -> list[Overheard]:
        patience, foreground = self._patience, self._foreground
        lasts = (self._now - stretch.start) / RATE
        paused, dipped = foreground.paused / 100, foreground.dipped / 100
        rests = stretch.concluded < self._now - foreground.paused * FRAME and paused >= patience.first
        dips = (
            foreground.is_noisy and dipped >= patience.dip and stretch.concluded < self._now - foreground.dipped * FRAME
        )
        if (rests or dips) and (lasts < patience.short + _BEFORE / 100 or self._is_under_way()):
            return self._conclude(stretch)
        if paused >= patience.talk:
            stretch.words = plain(self._so_far()[0][1])
            return self._talked(stretch)
        if (self._now - stretch.start) // FRAME % _LOOK == 0:
            if self._has_ended(stretch) or lasts > patience.longest:
                return self._conclude(stretch, ended=True)
            if lasts > patience.stale and not self._is_under_way():
                self._anew(stretch, self._now - round(_KEPT * RATE))
        return []

    def _is_under_way(self) -> bool:
        """Whether the recogniser shows an order, or the beginning of one."""
        return any(runs(words) for _, words in self._so_far())

    def _has_ended(self, stretch: _Stretch) -> bool:
        """Whether an order has stood there unchanged for a while: longer at the end than where other words follow."""
        for ear, words in self._so_far():
            order = next((run for run in reversed(runs(words)) if ear.is_complete(run)), ())
            if order != stretch.order:
                stretch.order, stretch.since = order, self._now
            elif order and order != stretch.examined:
                at_end = order == tail(words)
                stands = self._now - stretch.since >= (_STANDS if at_end else _FOLLOWED) * RATE
                return stands and (self._foreground.is_noisy or not at_end)
        return False

    def _so_far(self) -> list[tuple[Ear, tuple[str, ...]]]:
        return [(ear, ear.decoder.so_far()) for ear in self._ears]

    # -- what is concluded
    def _conclude(self, stretch: _Stretch, ended: bool = False) -> list[Overheard]:
        found = self._concluded(stretch)
        if ended:  # what is unclear may be clearer when whoever speaks has done so
            found = [one for one in found if not isinstance(one[0].judgement, Garbled)]
        stretch.concluded = self._now
        stretch.ended = None if ended else self._now - self._foreground.dipped * FRAME
        if not found:
            if not ended:  # it may go on after a breath
                stretch.rests = True
            elif self._now - stretch.start > self._patience.stale * RATE:
                self._anew(stretch, self._now - round(_KEPT_OF_ORDER * RATE))
            else:
                stretch.examined = stretch.order
                self._again(stretch)
            return []
        stretch.pending = found
        last = found[-1][0]
        wait = 0.0 if ended and not last.may_grow else self._wait(last)
        if not ended and self._foreground.paused / 100 < self._patience.first:
            wait = max(wait, self._patience.behind)
        rested = stretch.start + round(last.span[1] * RATE) if stretch.ended is None else stretch.ended
        stretch.due = rested + round(wait * RATE)
        return self._waited(stretch)

    def _concluded(self, stretch: _Stretch) -> list[_Found]:
        samples, surroundings = stretch.samples(), Surroundings(np.array(stretch.levels), self._foreground.room)
        judged = []
        stretch.words = ()
        for ear in self._ears:
            wordings = ear.decoder.finish()
            found = ear.findings(wordings, samples, surroundings) if wordings else []
            judged.append([(one, ear) for one in found])
            stretch.words = stretch.words or plain(wordings[0].words if wordings else ())
        return max(judged, key=lambda found: [_rank(one.judgement, one.probability) for one, _ in found] or [(0, 0.0)])

    def _wait(self, finding: Finding) -> float:
        patience = self._patience
        match finding.judgement:
            case Accepted(meaning) if meaning.kind == STOP:
                return 0.0
            case Nearly():
                return patience.beginning
            case _ if finding.is_half:
                return patience.beginning
            case _ if finding.may_go_on:
                return patience.going_on
            case Accepted(words=words) if not finding.may_grow and len(words) > 1:
                return 0.0
            case _:
                return patience.growing

    def _waited(self, stretch: _Stretch) -> list[Overheard]:
        """What is pending, as soon as nobody goes on speaking for long enough."""
        if self._now >= stretch.due:
            found = [self._told(stretch, *one) for one in stretch.pending]
            after = stretch.start + round(stretch.pending[-1][0].span[1] * RATE)
            stretch.pending = []
            if self._foreground.paused / 100 >= self._patience.first:
                self._close()
            else:
                self._anew(stretch, after)
            return found
        if self._resumes(stretch):
            self._again(stretch)
        return []

    def _rested(self, stretch: _Stretch) -> list[Overheard]:
        if self._foreground.paused / 100 >= self._patience.talk:
            return self._talked(stretch)
        if self._resumes(stretch):
            self._again(stretch)
        return []

    def _talked(self, stretch: _Stretch) -> list[Overheard]:
        """It was talk, and nobody goes on."""
        self._close()
        if not stretch.words:
            return []
        ended = (self._now - self._foreground.paused * FRAME) / RATE
        language = self._ears[0].language
        return [Overheard(Chatter(stretch.words), language, stretch.start / RATE, ended, self._now / RATE)]

    def _resumes(self, stretch: _Stretch) -> bool:
        return self._voiced >= _RESUMES and self._now - stretch.concluded >= _RESUMES * FRAME

    def _told(self, stretch: _Stretch, finding: Finding, ear: Ear) -> Overheard:
        began, ended = (stretch.start / RATE + edge for edge in finding.span)
        first, last = (max(0, round(edge * RATE)) for edge in finding.span)
        sound = stretch.samples()[first:last]
        if stretch.ended is not None and finding is stretch.pending[-1][0]:
            ended = stretch.ended / RATE
        return Overheard(finding.judgement, ear.language, began, min(ended, self._now / RATE), self._now / RATE, sound)

    # -- where to go on
    def _again(self, stretch: _Stretch) -> None:
        """All of it is heard again, with what follows."""
        stretch.pending, stretch.rests, stretch.order, stretch.since = [], False, (), self._now
        for ear in self._ears:
            ear.decoder.hear(stretch.samples())

    def _anew(self, stretch: _Stretch, since: int) -> None:
        """Only what was heard since then is kept."""
        first = max(0, min((since - stretch.start) // FRAME, len(stretch.frames) - 1))
        for ear in self._ears:
            ear.decoder.forget()
        kept = _Stretch(stretch.start + first * FRAME, stretch.frames[first:], stretch.levels[first:])
        self._opened(kept)

    def _close(self) -> None:
        stretch, self._open = self._open, None
        for ear in self._ears:
            ear.decoder.forget()
        if stretch:
            last = list(zip(stretch.frames, stretch.levels, strict=True))[-_BEFORE:]
            self._before.extend(last)


def _rank(judgement: Judgement, probability: float) -> tuple[int, float]:
    match judgement:
        case Accepted():
            return (3, probability)
        case Doubtful():
            return (2, probability)
        case Nearly() | Garbled():
            return (1, 0.0)
        case Chatter():
            return (0, 0.0)
