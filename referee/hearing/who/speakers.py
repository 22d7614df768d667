"""The voices of one table: what hearing tells the table of whoever spoke, and what it learns when the table is certain.

Only places in the space of voices are remembered, never a sound. A crew's name counts for its order where both may be
of one voice: two captains who speak at once may otherwise lend each other their names.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from referee.faults import Fault
from referee.hearing.judgements import Accepted, Doubtful
from referee.hearing.layers import Floats
from referee.hearing.listener import Overheard
from referee.hearing.waveform import RATE, Samples
from referee.hearing.who.embedding import Embedding
from referee.hearing.who.telling import Known, Person, Voices
from referee.language.grammar import Grammar
from referee.language.understanding import Ambiguous, Understanding, Understood
from referee.rules.crews import Team
from referee.rules.orders import Announced
from referee.table.who_spoke import Voice

_REMEMBERED = 32
"""Orders of which it may still turn out whose they were; a question is forgotten after some seconds."""


class Ear:
    """Places what it hears among all voices. Several threads may ask it."""

    def __init__(self, embedding: Embedding, known: Known) -> None:
        self._embedding = embedding
        self.known = known

    @classmethod
    def open(cls, model: Path, learned: Path) -> Ear | None:
        """None where nothing was learned of this model; a fault where the model is damaged."""
        known = Known.read(learned, model.name)
        return cls(Embedding(model), known) if known else None

    def place(self, samples: Samples) -> Floats | None:
        direction = self._embedding.of(samples)
        return None if direction is None else self.known.placed(direction)

    def may_be_one(self, samples: Samples, others: Samples) -> bool:
        """Whether two sounds may be of one voice: they are, unless they clearly differ."""
        one, other = self.place(samples), self.place(others)
        if one is None or other is None:
            return True
        return bool(self.known.likelier([Person("", one, 1.0)], other)[0] >= self.known.apart)


class Speakers:
    """Whoever speaks at one table. Without an ear for voices nobody is told apart."""

    def __init__(
        self,
        ear: Ear | None,
        crews: Sequence[Team],
        grammars: Iterable[Grammar] = (),
        voices: Voices | None = None,
        keep: Callable[[Voices], None] = lambda _: None,
    ) -> None:
        self._ear, self._crews, self._keep = ear, tuple(crews), keep
        self._grammars = {grammar.language: grammar for grammar in grammars}
        self._voices = voices or Voices()
        self._places: dict[int, Floats] = {}
        self._heard = 0
        self._alone = threading.Lock()

    def hear(self, understanding: Understanding, overheard: Overheard) -> tuple[Understanding, Voice | None]:
        """What was understood, without the name of a crew that somebody else said; and whose voice it may be."""
        if self._ear is None:
            return understanding, None
        name = self._of_a_name(overheard)
        named, order = overheard.samples[:name], overheard.samples[name:]
        if name and not self._ear.may_be_one(named, order):
            understanding = _unnamed(understanding)
        place = self._ear.place(order)
        return understanding, None if place is None else self._voice(place)

    def learn(self, spoken: Iterable[tuple[int, Team]]) -> None:
        """These were of these crews."""
        for number, team in spoken:
            with self._alone:
                place = self._places.pop(number, None)
                if self._ear is not None and place is not None:
                    self._voices = self._voices.taught(self._ear.known, team, place)
                    self._keep(self._voices)

    def _voice(self, place: Floats) -> Voice:
        assert self._ear is not None
        with self._alone:
            self._heard += 1
            self._places[self._heard] = place
            self._places.pop(self._heard - _REMEMBERED, None)
            likely = self._voices.likely(self._ear.known, place, self._crews)
            return Voice(self._heard, tuple((team, likely[team]) for team in self._crews))

    def _of_a_name(self, overheard: Overheard) -> int:
        """How much of what was heard is the name of a crew, in samples."""
        judgement, grammar = overheard.judgement, self._grammars.get(overheard.language)
        if grammar is None or not isinstance(judgement, Accepted | Doubtful) or not judgement.spans:
            return 0
        words = grammar.words_of_a_call(judgement.words)
        if not 0 < words < len(judgement.spans):
            return 0
        return round((judgement.spans[words][0] - judgement.spans[0][0]) * RATE)


def _unnamed(understanding: Understanding) -> Understanding:
    match understanding:
        case Understood(announced):
            return replace(understanding, announced=_of_nobody(announced))
        case Ambiguous(candidates):
            return replace(understanding, candidates=tuple(dict.fromkeys(map(_of_nobody, candidates))))
        case _:
            return understanding


def _of_nobody(announced: Announced) -> Announced:
    return replace(announced, team=None)


def opened(model: Path | None, learned: Path, on_fault: Callable[[Fault], None]) -> Ear | None:
    """The ear of the model kept here; a damaged one is told, and done without."""
    try:
        return Ear.open(model, learned) if model else None
    except Fault:
        assert model is not None
        on_fault(Fault("hearing.no-voices", model=model.name))
        return None
