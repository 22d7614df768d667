"""Listening to one microphone: stretches of speech in, what was heard out. Sans-I/O: samples are fed, time is counted
in samples, so that a recording and a microphone are the same thing.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from referee.hearing.endpoint import FRAME, Endpoint, Levels
from referee.hearing.judge import Judge
from referee.hearing.judgements import Accepted, Chatter, Doubtful, Judgement, Nearly
from referee.hearing.noise import without
from referee.hearing.second import Second
from referee.hearing.sound import Opinion
from referee.hearing.strictness import FEW
from referee.hearing.waveform import RATE, Samples
from referee.hearing.wordings import Wording, together


class Decoder(Protocol):
    """What hears words: the recogniser."""

    def hear(self, samples: Samples) -> None: ...
    def so_far(self) -> tuple[str, ...]: ...
    def finish(self) -> tuple[Wording, ...]: ...
    def forget(self) -> None: ...
    def decode(self, samples: Samples) -> tuple[Wording, ...]: ...


@dataclass(frozen=True, slots=True)
class Ear:
    """One language at the table."""

    language: str
    decoder: Decoder
    judge: Judge
    second: Second | None = None


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds of silence after which something is decided."""

    first: float = 0.1
    """The decoding is finished and judged."""
    in_noise: float = 0.22
    """The same where a noise hides the ends of words."""
    stop_in_noise: float = 0.3
    """STOP, where the first sound of a longer word may be all that stands above the noise."""
    growing: float = 0.4
    """An order that may be the beginning of a longer one."""
    doubt: float = 0.4
    chatter: float = 0.3
    chatter_in_noise: float = 0.45
    beginning: float = 1.0
    """The beginning of an order, or the first half: somebody thinks about the cell, or whether to lie."""
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


_Found = tuple[Judgement, str, float]
"""A judgement, its language, and how long a silence it waits for."""


@dataclass(slots=True)
class _Stretch:
    """A stretch of speech that is still open."""

    start: int
    heard: list[Samples] = field(default_factory=list)
    voiced_until: int = 0
    pending: _Found | None = None
    is_talk: bool | None = None
    """Whether it looks like talk so far, where that was asked since the last voice."""

    def samples(self) -> Samples:
        return np.concatenate(self.heard)


_BEFORE = 25  # frames taken from before the first voice, so that no first sound is lost
_KNOWN = 300  # frames from before those, by which a noise is known
_TRIM = 40  # a stretch that opened this many frames too early is decoded again from its real beginning
_TRIM_IN_NOISE = 28
_MORE, _MORE_BESIDE_MANY = 0.2, 0.26
"""Seconds of voice beside the words of an order, or beside one that is not short: then more was said than the order."""
_SHORT = 2  # words
_A_CALL = 0.12
"""Seconds of voice before an order that may be the name of a crew."""
_SURE = 0.95  # less may be half of something longer
_LIKELY = 0.5  # a STOP that is less may be the beginning of a longer word
_STOP = "stop"
_HALVES = frozenset({"sector"})
"""Kinds of orders that are also the end of longer ones: right behind something unintelligible they are half of one."""
_BREATH = 0.7  # seconds


class _Heard:
    """The sound of a stretch from a frame on."""

    def __init__(self, endpoint: Endpoint, first: int, samples: Samples, judge: Second | None) -> None:
        self._endpoint = endpoint
        self._first = first
        self._hearing = judge.hearing(samples) if judge else None

    @property
    def is_heard_twice(self) -> bool:
        return self._endpoint.hidden

    @property
    def is_above_noise(self) -> bool:
        return self._endpoint.hidden and self._endpoint.stands_out

    def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion] | None:
        return self._hearing.weigh(wordings) if self._hearing else None

    def fit(self, wording: Wording) -> float:
        return self._hearing.fit(wording) if self._hearing else math.nan

    def alone(self) -> Wording | None:
        return self._hearing.alone() if self._hearing else None

    def likelier(self, wording: Wording, at: int, words: Sequence[str]) -> Sequence[float]:
        assert self._hearing is not None
        return self._hearing.likelier(wording, at, words)

    def is_all(self, wording: Wording) -> bool:
        count = len(wording.words)
        if count <= FEW and not self._endpoint.stands_out:
            return False
        return self._endpoint.beside(wording.spans, self._first) <= (_MORE if count <= _SHORT else _MORE_BESIDE_MANY)

    def is_first(self, wording: Wording) -> bool:
        return self._endpoint.before(wording.spans, self._first) < _A_CALL


class Listener:
    """Hears one microphone in one or more languages."""

    def __init__(self, ears: Sequence[Ear], patience: Patience | None = None) -> None:
        self._ears = tuple(ears)
        self._patience = patience or Patience()
        self._levels = Levels()
        self._endpoint = Endpoint()
        self._frames = np.zeros(0, np.float32)
        self._before: deque[tuple[Samples, float]] = deque(maxlen=_BEFORE)
        self._noise: deque[Samples] = deque(maxlen=_KNOWN)
        self._now = 0
        self._open: _Stretch | None = None
        self._chatter_until = -RATE
        self.level = -90.0

    def feed(self, samples: Samples) -> list[Overheard]:
        """More sound; what has been decided meanwhile."""
        known = np.concatenate([self._frames, samples])
        count = len(known) // FRAME
        self._frames = known[count * FRAME :]
        found = []
        for place, level in enumerate(self._levels.feed(known[: count * FRAME])):
            heard = self._frame(known[place * FRAME : (place + 1) * FRAME], float(level))
            if heard is not None:
                found.append(heard)
        return found

    def end(self) -> list[Overheard]:
        """No more sound: what is still open is decided."""
        stretch = self._open
        if stretch is None:
            return []
        if stretch.pending is None:
            stretch.pending = self._judged(stretch)
        heard = self._close(stretch)
        return [heard] if heard else []

    @property
    def speaks(self) -> bool:
        """Whether somebody is speaking just now."""
        return self._open is not None and self._now - self._open.voiced_until <= FRAME

    def reset(self) -> None:
        """What was being said is not to be heard (the referee speaks)."""
        if self._open:
            self._forget()
        self._before.clear()

    def skip(self, samples: int) -> None:
        """Time goes by unheard."""
        self._now += samples

    def _frame(self, frame: Samples, level: float) -> Overheard | None:
        self._now += FRAME
        smoothed = self._endpoint.feed(level)
        self.level = smoothed
        if self._open is None:
            if len(self._before) == _BEFORE:
                self._noise.append(self._before[0][0])
            self._before.append((frame, smoothed))
            if self._endpoint.begins(smoothed):
                self._begin()
            return None
        return self._within(self._open, frame, smoothed)

    def _begin(self) -> None:
        frames = [frame for frame, _ in self._before]
        self._open = _Stretch(self._now - FRAME * len(frames), frames, self._now)
        self._endpoint.begin([level for _, level in self._before])
        self._before.clear()
        for ear in self._ears:
            ear.decoder.hear(np.concatenate(frames))

    def _within(self, stretch: _Stretch, frame: Samples, smoothed: float) -> Overheard | None:
        stretch.heard.append(frame)
        if self._endpoint.goes_on(smoothed):
            self._voice(stretch)
        if stretch.pending is None:
            for ear in self._ears:
                ear.decoder.hear(frame)
        quiet = (self._now - stretch.voiced_until) / RATE
        first = self._patience.in_noise if self._endpoint.hidden else self._patience.first
        if stretch.pending is None and quiet >= first and not self._may_go_on_talking(stretch, quiet):
            stretch.pending = self._judged(stretch)
        if stretch.pending is not None and quiet >= stretch.pending[2]:
            return self._close(stretch)
        if self._now - stretch.start > self._patience.longest * RATE:
            return self._close(stretch)
        return None

    def _may_go_on_talking(self, stretch: _Stretch, quiet: float) -> bool:
        """Talk is not finished at every breath: it would be heard all over again after each."""
        if quiet >= self._wait_for_talk():
            return False
        if stretch.is_talk is None:
            stretch.is_talk = all(ear.judge.is_talk(ear.decoder.so_far()) for ear in self._ears)
        return stretch.is_talk

    def _judgement(self, ear: Ear, wordings: tuple[Wording, ...], first: int, samples: Samples) -> _Found:
        judgement = ear.judge.judge(wordings, _Heard(self._endpoint, first, samples, ear.second))
        if isinstance(judgement, Accepted) and judgement.meaning.kind in _HALVES and self._follows_chatter():
            judgement = Nearly(judgement.meaning.kind, judgement.words)
        return judgement, ear.language, self._wait(ear, judgement)

    def _follows_chatter(self) -> bool:
        return self._open is not None and self._open.start - self._chatter_until < _BREATH * RATE

    def _voice(self, stretch: _Stretch) -> None:
        """Still, or again, somebody speaks."""
        stretch.voiced_until, stretch.is_talk = self._now, None
        if stretch.pending is not None:
            stretch.pending = None
            for ear in self._ears:
                ear.decoder.hear(stretch.samples())

    def _judged(self, stretch: _Stretch) -> _Found:
        late = self._endpoint.first_voice()
        first = late - _BEFORE if late > (_TRIM_IN_NOISE if self._endpoint.hidden else _TRIM) else 0
        whole = stretch.samples()
        samples = whole[first * FRAME :]
        cleaned: Samples | None = None  # made when the first ear needs it, for all of them
        judged: list[_Found] = []
        for ear in self._ears:
            if not first and not self._endpoint.hidden and (talk := self._sure_talk(ear)):
                judged.append(talk)
                continue
            wordings = ear.decoder.finish()
            if self._endpoint.hidden and (first or not ear.judge.is_talk(wordings[0].words if wordings else ())):
                if cleaned is None:
                    cleaned = without(self._known_noise(whole), samples)
                wordings = together([_from(first, wordings), ear.decoder.decode(cleaned)])
            elif first:
                wordings = ear.decoder.decode(samples)
            judged.append(self._judgement(ear, wordings, first, samples))
        return _best(judged)

    def _sure_talk(self, ear: Ear) -> _Found | None:
        """What is surely talk is not finished: that would cost as much as to hear some of it again."""
        words = ear.decoder.so_far()
        if not ear.judge.is_surely_talk(words):
            return None
        ear.decoder.forget()
        return Chatter(words), ear.language, self._wait_for_talk()

    def _known_noise(self, whole: Samples) -> Samples:
        """What was heard before a stretch, and in its pauses."""
        return np.concatenate([*self._noise, *whole.reshape(-1, FRAME)[self._endpoint.pauses()]])

    def _wait(self, ear: Ear, judgement: Judgement) -> float:
        patience = self._patience
        match judgement:
            case Accepted(words=words, confidence=confidence):
                if judgement.meaning.kind == _STOP and confidence > _LIKELY:
                    return patience.stop_in_noise if self._endpoint.hidden else patience.first
                if ear.judge.is_half(judgement):
                    return patience.beginning
                may_go_on = confidence < _SURE or len(words) == 1 or ear.judge.can_grow(words)
                return patience.growing if may_go_on else patience.first
            case Doubtful():
                return patience.doubt
            case Nearly():
                return patience.beginning
            case Chatter(words=words):
                if ear.judge.is_beginning(words):
                    return patience.beginning
                return self._wait_for_talk()

    def _wait_for_talk(self) -> float:
        return self._patience.chatter_in_noise if self._endpoint.hidden else self._patience.chatter

    def _close(self, stretch: _Stretch) -> Overheard | None:
        if stretch.pending is None:
            self._forget()
            return None
        self._open = None
        judgement, language, _ = stretch.pending
        if isinstance(judgement, Chatter | Nearly):
            self._chatter_until = stretch.voiced_until
        if isinstance(judgement, Chatter) and not judgement.words:
            return None
        began = stretch.start + max(0, self._endpoint.first_voice()) * FRAME
        sound = stretch.samples()[began - stretch.start : stretch.voiced_until - stretch.start]
        return Overheard(judgement, language, began / RATE, stretch.voiced_until / RATE, self._now / RATE, sound)

    def _forget(self) -> None:
        self._open = None
        for ear in self._ears:
            ear.decoder.forget()


def _from(first: int, wordings: Sequence[Wording]) -> list[Wording]:
    """Wordings with their times counted from a frame on."""
    began = first / 100
    return [replace(one, spans=tuple((start - began, end - began) for start, end in one.spans)) for one in wordings]


def _rank(judged: _Found) -> tuple[int, float]:
    match judged[0]:
        case Accepted(confidence=confidence):
            return (3, confidence)
        case Doubtful():
            return (2, 0.0)
        case Nearly():
            return (1, 0.0)
        case Chatter():
            return (0, 0.0)


def _best(judged: Sequence[_Found]) -> _Found:
    """Of several languages the one that understood."""
    return max(judged, key=_rank)
