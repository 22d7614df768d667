"""The speaker: one queue, one worker, never two voices at once.

The most urgent comes first, then the oldest. A confirmation that waited while something newer was said is no longer
news and is dropped; STOP cuts in on everything, a warning on long talk; what was owed to the table and was cut is said
again. While somebody speaks it waits a moment; the sound of STOP is dropped when its crew goes straight on. Nothing in
here ever stops the game: whatever fails is told once, and the rest goes on.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from referee.faults import Fault
from referee.rules.orders import Request
from referee.table.outputs import Public, Urgency
from referee.voice import floor
from referee.voice.earcons import earcon
from referee.voice.loudspeaker import Listener, Output, Sounding
from referee.voice.reading import Reader
from referee.voice.sound import Sound
from referee.voice.synthesis import Cancelled
from referee.voice.talk import Part, Talk, part_of

_AFTER_EARCON = 0.06
_LONG = 1.0  # seconds: what still takes longer than this gives way to a warning
_REST_AFTER_FAILURE = 20.0
_OF_THE_OUTPUT = {"voice.no-device", "voice.lost-device", "voice.folder"}
_QUIETEST, _LOUDEST, _STEP = 0.1, 2.5, 1.35
_SLOWEST, _FASTEST, _PACE = 0.6, 1.6, 1.15


@dataclass(frozen=True, slots=True)
class _Utterance:
    """What one reply of the table has to say, in its order."""

    urgency: Urgency
    parts: tuple[Part, ...]
    turn: floor.Turn
    cut: threading.Event = field(default_factory=threading.Event)

    @property
    def is_dated(self) -> bool:
        """Whether it need not be heard any more once there is something newer to say."""
        return self.urgency is Urgency.NEWS or floor.is_stop_alone(self.urgency, self.parts)


def _nobody(_: object) -> None:
    """Where nobody listens."""


class Speaker:
    """Says public lines. Every method returns at once and may be called from any thread."""

    def __init__(
        self,
        reader: Reader,
        output: Output,
        talk: Talk = Talk.SHORT,
        *,
        volume: float = 0.8,
        on_fault: Callable[[Fault], None] = _nobody,
        on_sound: Listener = _nobody,
        spoke: floor.Spoke = floor.nobody,
    ) -> None:
        self._reader, self._output = reader, output
        self.talk = talk
        self.volume = volume
        self._talk_before_quiet = talk
        self._on_fault, self._on_sound, self._spoke = on_fault, on_sound, spoke
        self._waiting: list[_Utterance] = []
        self._now: _Utterance | None = None
        self._ends = 0.0
        self._told: set[str] = set()
        self._no_words, self._no_words_until = Fault("voice.synthesiser"), 0.0
        self._languages: tuple[str, ...] = ()
        self._closed = False
        self._changed = threading.Condition()
        self._worker = threading.Thread(target=self._work, name="voice", daemon=True)

    # -- what the table asks for
    def say(self, lines: Sequence[Public]) -> None:
        """What one reply has to say. It takes the place of older confirmations that nobody heard yet."""
        if not all(isinstance(line, Public) for line in lines):
            raise TypeError("only public lines are ever spoken")
        parts = tuple(part for line in lines if (part := part_of(line, self.talk)))
        if parts:
            self._put(max(line.urgency for line in lines), parts)

    def ask(self, request: Request) -> None:
        """Louder, softer, slower, faster, quiet, speak; anything else is not the voice's."""
        match request:
            case Request.LOUDER:
                self.volume = min(_LOUDEST, self.volume * _STEP)
            case Request.SOFTER:
                self.volume = max(_QUIETEST, self.volume / _STEP)
            case Request.FASTER:
                self._reader.speed = min(_FASTEST, self._reader.speed * _PACE)
            case Request.SLOWER:
                self._reader.speed = max(_SLOWEST, self._reader.speed / _PACE)
            case Request.QUIET:
                self._be_quiet()
            case Request.SPEAK:
                self.talk = self._talk_before_quiet
            case _:
                pass

    def hush(self) -> None:
        """Stop what sounds and forget what waits."""
        with self._changed:
            self._waiting.clear()
            self._cut()

    # -- its life
    def start(self, languages: Iterable[str] = ()) -> None:
        """Open the device, and have a voice waiting for the first line."""
        self._languages = tuple(languages)
        self._safely(self._output.open)
        self._worker.start()

    def prepare(self, lines: Iterable[tuple[str, str]]) -> None:
        """Learn in the background what is likely to be said: pairs of words and their language."""
        learner = threading.Thread(target=self._learn, args=(tuple(lines),), name="voice-learns", daemon=True)
        learner.start()

    def wait(self, seconds: float | None = None) -> bool:
        """Until everything was said."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._waiting and self._now is None, seconds)

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._waiting.clear()
            self._cut()
            self._changed.notify_all()
        if self._worker.is_alive():
            self._worker.join(timeout=5)
        self._output.close()
        self._reader.close()

    # -- the queue
    def _put(self, urgency: Urgency, parts: tuple[Part, ...]) -> None:
        new = _Utterance(urgency, parts, floor.Turn.of(urgency, parts, time.monotonic()))
        with self._changed:
            self._waiting = [*(old for old in self._waiting if not old.is_dated), new]
            if self._gives_way(new):
                self._cut()
            self._changed.notify_all()

    def _gives_way(self, new: _Utterance) -> bool:
        now = self._now
        if now is None or now.urgency >= new.urgency:
            return False
        still = self._ends - time.monotonic()
        return new.urgency is Urgency.STOP or (new.urgency is Urgency.WARNING and still > _LONG)

    def _cut(self) -> None:
        """What is owed to the table is put back, to be said again from its beginning."""
        now = self._now
        if now is None or now.cut.is_set():
            return
        now.cut.set()
        self._output.hush()
        self._reader.cancel()
        if now.urgency >= Urgency.PROMPT and not self._closed:
            self._waiting.insert(0, replace(now, cut=threading.Event()))

    def _be_quiet(self) -> None:
        if self.talk not in (Talk.EARCONS, Talk.NONE):
            self._talk_before_quiet, self.talk = self.talk, Talk.EARCONS
        self.hush()

    # -- the worker
    def _work(self) -> None:
        self._get_ready()
        while (utterance := self._next()) is not None:
            for part in utterance.parts:
                if not utterance.cut.is_set():
                    self._safely(partial(self._play, part, utterance.cut))

    def _next(self) -> _Utterance | None:
        with self._changed:
            self._now = None
            self._changed.notify_all()
            while (rest := self._rest()) != 0 and not self._closed:
                self._changed.wait(rest)
            if self._closed:
                return None
            self._now = self._first()
            self._waiting.remove(self._now)
            self._ends = time.monotonic() + _LONG * len(self._now.parts)
            return self._now

    def _first(self) -> _Utterance:
        """The oldest of the most urgent."""
        return max(self._waiting, key=lambda waiting: waiting.urgency)

    def _rest(self) -> float | None:
        """Seconds until it is the referee's turn to speak; None when there is nothing to say."""
        return self._first().turn.rest(self._spoke(), time.monotonic()) if self._waiting else None

    def _play(self, part: Part, cut: threading.Event) -> None:
        sounds = (sound.louder(self.volume) for sound in self._sounds(part))
        self._output.play(sounds, part.words or str(part.earcon), partial(self._heard, part), cut)
        self._told -= _OF_THE_OUTPUT  # it sounds again: when it is lost once more, that is news

    def _sounds(self, part: Part) -> Iterator[Sound]:
        """The earcon covers the time the first clause may take to be made."""
        if part.earcon:
            yield earcon(part.earcon).then_silence(_AFTER_EARCON if part.words else 0.0)
        try:
            if part.words:
                yield from self._words(part)
        except Fault as fault:
            self._tell(fault)
            if part.instead and not part.earcon:
                yield earcon(part.instead)

    def _words(self, part: Part) -> Iterator[Sound]:
        """A synthesiser that hangs is not asked again for every line."""
        if time.monotonic() < self._no_words_until:
            raise self._no_words
        try:
            yield from self._reader.read(part.words, part.language)
        except Fault as fault:
            if fault.key != "voice.no-voice":
                self._no_words, self._no_words_until = fault, time.monotonic() + _REST_AFTER_FAILURE
            raise

    def _heard(self, part: Part, sounding: Sounding) -> None:
        """An earcon alone is no speech, and nobody has to be deaf to it: the other crew may be calling its course."""
        self._ends = sounding.ends
        if part.words:
            self._on_sound(replace(sounding, words=part.words, language=part.language))

    # -- what fails
    def _safely(self, act: Callable[[], object]) -> None:
        try:
            act()
        except Fault as fault:
            self._tell(fault)
        except Cancelled:
            pass
        except Exception as error:  # a sound is never worth a game
            self._tell(Fault("voice.unexpected", error=type(error).__name__))

    def _tell(self, fault: Fault) -> None:
        kind = " ".join([fault.key, *(str(fault.slots[slot]) for slot in ("language",) if slot in fault.slots)])
        if kind not in self._told:
            self._told.add(kind)
            self._on_fault(fault)

    def _get_ready(self) -> None:
        self._safely(self._reader.check)
        for language in reversed(self._languages):
            self._safely(partial(self._reader.get_ready, language))

    def _learn(self, lines: tuple[tuple[str, str], ...]) -> None:
        apprentice = self._reader.apprentice()
        try:
            apprentice.tidy()
            for words, language in lines:
                for _ in apprentice.learn([words], language):
                    if self._closed:
                        return
        except Fault:
            pass  # whoever has to say it will find out, and tell
        finally:
            apprentice.close()
