"""What the second judge hears by itself, whatever the recogniser offers. Pure, like the judge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.hearing.automaton import Automaton
from referee.hearing.judgements import NO_OPINION, Accepted, Candidate, Doubtful, Judgement, Meaning, Reader
from referee.hearing.sound import Opinion, Sound
from referee.hearing.strictness import Strictness
from referee.hearing.wordings import Wording

_BRIEF = 5  # letters, which fit a piece of talk now and then
_SURE = 0.9
"""How sure an order is that only the second judge hears."""
_NOTHING: Mapping[str, Opinion] = {}


class Alone:
    """The second judge without the first."""

    def __init__(self, read: Reader, automaton: Automaton, strictness: Strictness) -> None:
        self._read = read
        self._automaton = automaton
        self._strictness = strictness

    def candidates(self, sound: Sound, score: float, known: Mapping[str, Opinion] = _NOTHING) -> list[Candidate]:
        """What the second judge takes it for, unless that is an order already known in words that fit as well."""
        alone = sound.alone()
        if alone is None or not sound.is_all(alone):
            return []
        fit = sound.fit(alone)
        meanings = [one for one in self._read(alone.words) if one.order not in known or known[one.order].each < fit]
        if not meanings:
            return []
        opinions = sound.second([alone]) or [NO_OPINION]
        wording = replace(alone, score=score)
        return [Candidate(meaning, wording, opinions[0], is_offered=False) for meaning in meanings]

    def judgement(self, sound: Sound, least: float = -math.inf) -> Judgement | None:
        """An order where the recogniser hears none, if the second judge is sure enough."""
        alone = sound.alone()
        if alone is None:
            return None
        if not sound.fit(alone) >= max(least, _of_so_many(self._strictness.heard_and_written, alone.words)):
            return None
        for one in self.candidates(sound, 0.0):
            words = one.wording.words
            if self.is_heard_well(one):
                others = self._beside(one, sound)
                if others:
                    return Doubtful((one.meaning, *others)[:3], words, one.wording.spans)
                return Accepted(one.meaning, words, _SURE, one.wording.spans)
        return None

    def is_heard_well(self, one: Candidate) -> bool:
        """Whether the second judge would take it whatever the recogniser heard."""
        words, opinion, strict = one.wording.words, one.opinion, self._strictness
        if opinion.heard < strict.unlike:
            return False
        each, written = strict.heard_and_written, strict.written_likely
        if one.is_offered:
            each, written = strict.offered_and_written, strict.written_likely_offered
        if opinion.each >= _of_so_many(each, words) and opinion.written >= written:
            return True
        is_brief = sum(map(len, words)) <= _BRIEF
        least_written = strict.written_well if is_brief else -math.inf
        return opinion.each >= _of_so_many(strict.heard_well, words) and opinion.written >= least_written

    def is_rather(self, one: Candidate, than: Candidate) -> bool:
        """Whether its phones fit throughout where those of the other do not, whatever else speaks for that."""
        strict = self._strictness
        return one.opinion.each >= strict.heard_exactly and than.opinion.each < strict.heard_loosely

    def _beside(self, one: Candidate, sound: Sound) -> list[Meaning]:
        """The other orders that it may as well be, the likeliest first."""
        close = list(self._changed(one.wording, sound))
        opinions = sound.second([other for _, other in close]) or [NO_OPINION] * len(close)
        likelier = [
            (self._likelier(more, opinion, one.opinion), other)
            for (more, other), opinion in zip(close, opinions, strict=True)
        ]
        found: dict[str, Meaning] = {}
        for more, other in sorted(likelier, key=lambda pair: -pair[0]):
            if more > -self._strictness.after_second:
                for meaning in self._read(other.words):
                    found.setdefault(meaning.order, meaning)
        found.pop(one.meaning.order, None)
        return list(found.values())

    def _likelier(self, more: float, opinion: Opinion, than: Opinion) -> float:
        """By its phones, by how its letters and numbers sound, and by what is written."""
        return self._strictness.weighed(opinion.written - than.written, opinion.heard - than.heard, more)

    def _changed(self, wording: Wording, sound: Sound) -> Iterator[tuple[float, Wording]]:
        """Orders of which one word is another that sounds nearly like it, and how much more."""
        words = wording.words
        for at in range(len(words)):
            others = sorted(self._automaton.instead(words, at))
            for word, more in zip(others, sound.likelier(wording, at, others), strict=True):
                if self._strictness.sound_weight * more > -self._strictness.after_second:
                    yield more, replace(wording, words=(*words[:at], word, *words[at + 1 :]))


def _of_so_many(least: Sequence[float], words: Sequence[str]) -> float:
    """How well the phones of so many words must fit every moment."""
    return least[min(len(words), len(least)) - 1]
