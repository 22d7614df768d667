"""Reading a line aloud: clause by clause, each from the shelf or from the synthesiser.

A clause is what stands between two pauses. "Blue, torpedo in C six." is three of them, for a lone letter begins one,
too: set apart, a D is not taken for an N. Each is soon known by heart, so that every cell of a chart can be learnt
beforehand, and the first clause already sounds while the next is being made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from referee.faults import Fault
from referee.language.messages import languages
from referee.voice.shelf import Shelf
from referee.voice.sound import Sound
from referee.voice.spelling import spelled
from referee.voice.synthesis import Manner, Synthesiser
from referee.voice.voices import Voice, at_its_best, voice_for, voice_named

_RATE = 160  # words a minute: both quick and understood
_PITCH = 50  # of a hundred, as espeak counts
_COMMA, _STOP = 0.09, 0.24  # the pauses of somebody who knows what he is going to say
_BETWEEN = re.compile(r"(?<=[,;:.!?…])\s+|\s+(?=[A-Z]\s\w)")
_PAUSES = ",;:.!?…"


def clauses(text: str) -> tuple[str, ...]:
    """The text cut at its pauses, each clause with its own punctuation: it carries the melody."""
    *before, last = _BETWEEN.split(text.strip())
    whole = [clause if clause[-1:] in _PAUSES else f"{clause}," for clause in before]
    return tuple(clause for clause in (*whole, last) if re.search(r"\w", clause))


def _pause(clause: str) -> float:
    return _COMMA if clause.endswith(",") else _STOP


class Reader:
    """Turns lines into sound, in every language of the table."""

    def __init__(
        self,
        synthesiser: Synthesiser | None = None,
        shelf: Shelf | None = None,
        voice: str | None = None,
        rate: int | None = None,
    ) -> None:
        self._synthesiser = synthesiser or Synthesiser()
        self._shelf = shelf or Shelf()
        self._wanted = voice
        self._rate = rate
        self._voices: tuple[Voice, ...] | None = None
        self.speed = 1.0

    def voices(self) -> tuple[Voice, ...]:
        """Listed once: it takes a child."""
        if not self._voices:
            self._voices = self._synthesiser.voices()
        return self._voices

    def check(self) -> None:
        """A fault when there is no synthesiser at all, or not the voice that was asked for."""
        if not self.voices():
            raise Fault("voice.no-synthesiser")
        if self._wanted and voice_named(self._wanted, self.voices()) is None:
            raise Fault("voice.no-such-voice", name=self._wanted, known=", ".join(_some(self.voices())))

    def manner(self, language: str) -> Manner:
        """How this language is said here; a fault when nothing here can say it."""
        voice = voice_for(language, self.voices(), self._wanted)
        if not self.voices():
            raise Fault("voice.no-synthesiser")
        if voice is None:
            raise Fault("voice.no-voice", language=language)
        if not self._wanted:
            voice = at_its_best(voice, language)
        rate = (self._rate or _RATE) * self.speed
        return Manner(voice, round(rate), _PITCH if voice.driver == "espeak" else None)

    def read(self, text: str, language: str) -> Iterator[Sound]:
        """The clauses of a line, in order, each with the pause that follows it."""
        manner = self.manner(language)
        parts = _clauses_for(text, language, manner)
        for place, clause in enumerate(parts, 1):
            sound = self._shelf.take(clause, manner) or self._made(clause, manner)
            yield sound.then_silence(_pause(clause)) if place < len(parts) else sound

    def learn(self, texts: Iterable[str], language: str) -> Iterator[str]:
        """Put what is going to be said on the shelf; yields each clause that was new, so that the caller can stop."""
        manner = self.manner(language)
        for clause in dict.fromkeys(clause for text in texts for clause in _clauses_for(text, language, manner)):
            if not self._shelf.has(clause, manner):
                self._made(clause, manner, gently=True)
                yield clause

    def tidy(self) -> None:
        """Keep the shelf from growing without end."""
        self._shelf.tidy()

    def apprentice(self) -> Reader:
        """Another reader for the same shelf, so that learning never keeps a line waiting."""
        other = Reader(None, self._shelf, self._wanted, self._rate)
        other._voices, other.speed = self._voices, self.speed
        return other

    def get_ready(self, language: str) -> None:
        """Have a child waiting for the first line."""
        self._synthesiser.keep_one_waiting(self.manner(language).voice.driver)

    def cancel(self) -> None:
        self._synthesiser.cancel()

    def close(self) -> None:
        self._synthesiser.close()

    def _made(self, clause: str, manner: Manner, *, gently: bool = False) -> Sound:
        sound = self._synthesiser.speak(clause, manner, gently=gently)
        self._shelf.put(clause, manner, sound)
        return sound


def _clauses_for(text: str, language: str, manner: Manner) -> list[str]:
    return [spelled(clause, language, manner.voice.driver) for clause in clauses(text)]


def _some(voices: Iterable[Voice]) -> list[str]:
    return sorted({voice.name for voice in voices if any(tag[:2].lower() in languages() for tag in voice.languages)})
