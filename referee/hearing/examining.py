"""Orders in a piece of ongoing sound: each place where one may have been said is cut out, examined, and decided.

wordings of the whole ─► places ─► a cut of each ─► evidence of the recogniser ─► of the second ear ─► decision
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from referee.hearing.automaton import Automaton
from referee.hearing.decision import Decision
from referee.hearing.evidence import Evidence, Surroundings, by_both, by_recogniser
from referee.hearing.judgements import MISSING, Accepted, Doubtful, Garbled, Judgement, Meaning, Nearly, Reader
from referee.hearing.second import Second
from referee.hearing.spotting import Hypothesis, Place, Spotted, place, plain, spans_of_orders, spotted
from referee.hearing.waveform import RATE, Samples
from referee.hearing.wordings import Span, Wording

_AROUND = 0.15
"""Seconds that are cut out beside an order: the recogniser tells its ends no better."""
_CONTEXT = 0.3
"""Seconds beside it that the second ear hears."""
_MOST = 4
"""Hypotheses of one place that are weighed."""
_ANSWERS = frozenset({"yes", "no"})
"""Kinds of orders that are the same whatever follows."""
_CREW = "crew"
_PERHAPS = 0.5
"""Of what an order must have to be asked about: enough where a crew was named, for something was meant."""
_STANDS_OUT = 10.0
"""Decibels above the room of a voice that is meant to be heard."""
_THOUGHT_ABOUT, _AHEAD = frozenset({"at"}), 400
"""Kinds of orders of which each part is a lie or the truth; and how many ways to go on are looked at."""


_PLACE, _RARE = "cell", 0.1
"""A space alone is said where somebody was asked for it, and so much less often than any other order: without this "row
eight" is now and then O eight."""


class Decoder(Protocol):
    """What hears words: the recogniser."""

    def hear(self, samples: Samples) -> None: ...
    def so_far(self) -> tuple[str, ...]: ...
    def finish(self) -> tuple[Wording, ...]: ...
    def forget(self) -> None: ...
    def decode(self, samples: Samples) -> tuple[Wording, ...]: ...


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found at one place, and when it was said, in seconds of the sound."""

    judgement: Judgement
    span: Span
    probability: float = 0.0
    may_grow: bool = False
    """Its last word may be the first half of a longer one: it is waited for."""
    may_go_on: bool = False
    """Words may follow: they are waited for longer."""
    is_half: bool = False
    """Its other half is thought about while the first is said."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """One hypothesis with all that is known of it. Programs that fit the decision read these."""

    hypothesis: Hypothesis
    evidence: Evidence
    probability: float


@dataclass(frozen=True, slots=True)
class Ear:
    """One language at the table."""

    language: str
    decoder: Decoder
    read: Reader
    automaton: Automaton
    decision: Decision
    second: Second | None = None
    witness: Callable[[Sequence[Weighed], Span], None] = lambda _, __: None
    """Told of everything that is weighed."""

    def is_complete(self, words: tuple[str, ...]) -> bool:
        return bool(words) and bool(self.read(words))

    def findings(self, wordings: Sequence[Wording], samples: Samples, surroundings: Surroundings) -> list[Finding]:
        """What was said in this sound, in the order of time."""
        found = [
            finding
            for span in spans_of_orders(wordings, self.read)
            if (finding := self._at(span, wordings, samples, surroundings))
        ]
        return _not_said_better(found) or self._begun(wordings)

    def _at(
        self, span: Span, wordings: Sequence[Wording], samples: Samples, surroundings: Surroundings
    ) -> Finding | None:
        talk = [one for wording in wordings for one in spotted(wording)]
        began = 0.0
        if not _is_all(wordings, span):
            began, ended = max(0.0, span[0] - _AROUND), span[1] + _AROUND
            wordings = self.decoder.decode(samples[round(began * RATE) : round(ended * RATE)])
        here = place(wordings, (span[0] - began, span[1] - began), self.read)
        if not here.hypotheses:
            return None
        weighed = self._weighed(here, talk, samples, surroundings, began)
        self.witness(weighed, span)
        return self.decided(weighed, began)

    def _weighed(
        self, here: Place, talk: Sequence[Spotted], samples: Samples, surroundings: Surroundings, began: float
    ) -> list[Weighed]:
        evidence = by_recogniser(here, talk, surroundings, began)[:_MOST]
        hypotheses = here.hypotheses[:_MOST]
        likely = [self.decision.probable(one) for one in evidence]
        if self.second and self.decision.worth_asking(likely):
            evidence = self._heard_again(hypotheses, evidence, samples, began, here.words)
            likely = [self.decision.probable(one) for one in evidence]
        rated = [_rated(one, probability) for one, probability in zip(hypotheses, likely, strict=True)]
        weighed = map(Weighed, hypotheses, evidence, rated)
        return sorted(weighed, key=lambda one: -one.probability)

    def _heard_again(
        self,
        hypotheses: Sequence[Hypothesis],
        evidence: Sequence[Evidence],
        samples: Samples,
        began: float,
        instead: Sequence[tuple[str, ...]],
    ) -> list[Evidence]:
        assert self.second
        spans = [one.spotted.span for one in hypotheses]
        first, last = min(span[0] for span in spans) + began, max(span[1] for span in spans) + began
        begins = max(0.0, first - _CONTEXT)
        sound = samples[round(begins * RATE) : round((last + _CONTEXT) * RATE)]
        hearing = self.second.hearing(sound, (first - begins, last - begins))
        moved = [_moved(one, began - begins) for one in hypotheses]
        return by_both(moved, evidence, hearing, instead)

    def decided(self, weighed: Sequence[Weighed], began: float) -> Finding | None:
        best = weighed[0]
        one = best.hypothesis
        words = one.spotted.words
        span = one.spotted.span[0] + began, one.spotted.span[1] + began
        prices = self.decision.prices
        others = [other for other in weighed if other.hypothesis.meaning.order != one.meaning.order]
        if best.probability >= prices.sure(one.meaning.kind):
            judgement: Judgement = Accepted(one.meaning, words, round(best.probability, 3), one.spotted.spans)
        elif best.probability + sum(other.probability for other in others[:2]) >= prices.likely:
            meant = {
                other.hypothesis.meaning.order: other.hypothesis.meaning for other in others if _counts(other, best)
            }
            judgement = Doubtful((one.meaning, *meant.values())[:3], words, one.spotted.spans)
        else:
            return self._garbled(weighed, span)
        may_grow = self.automaton.can_grow(words)
        goes_on = self.automaton.goes_on(words) and one.meaning.kind not in _ANSWERS
        thought = one.meaning.kind in _THOUGHT_ABOUT and self._may_become_another(words, one.meaning.order)
        half = one.meaning.order.endswith(MISSING) or thought
        return Finding(judgement, span, best.probability, may_grow, goes_on, half)

    def _garbled(self, weighed: Sequence[Weighed], span: Span) -> Finding | None:
        """What is too unlikely to be asked about, as it is where two captains speak at once, is none the less not
        passed over where its crew was named: nobody says that and an order in ordinary talk."""
        best = weighed[0]
        probable = sum(one.probability for one in weighed[:3])
        meaning = best.hypothesis.meaning
        stands_out = best.evidence.above >= _STANDS_OUT and probable >= _PERHAPS * self.decision.prices.likely
        if not stands_out or not _crew_named(meaning) or meaning.kind == _CREW:
            return None
        return Finding(Garbled(meaning, best.hypothesis.spotted.words), span, best.probability)

    def _may_become_another(self, words: tuple[str, ...], order: str) -> bool:
        """Whether what may follow makes another order of it."""
        ways = self.automaton.ways_on(words, most=_AHEAD)
        return any(one.order != order for way in ways for one in self.read(way))

    def _begun(self, wordings: Sequence[Wording]) -> list[Finding]:
        """The beginning of an order at the end of what is likeliest: its rest is missing."""
        for wording in wordings[:1]:
            runs = [one for one in spotted(wording) if one.is_last and not self.read(one.words)]
            for one in runs:
                if len(one.words) >= 2 and (kind := self._kind(one.words)):
                    return [Finding(Nearly(kind, plain(one.words)), one.span, may_grow=True, is_half=True)]
        return []

    def _kind(self, words: tuple[str, ...]) -> str | None:
        for longer in self.automaton.ways_on(words):
            for meaning in self.read(longer):
                return meaning.kind
        return None


def _rated(one: Hypothesis, probability: float) -> float:
    """How probable it is, how often such orders are given considered."""
    odds = probability * (_RARE if one.meaning.kind == _PLACE else 1.0)
    return odds / (odds + 1.0 - probability)


def _is_all(wordings: Sequence[Wording], span: Span) -> bool:
    """Whether nothing but this order was heard."""
    best = wordings[0]
    return bool(best.spans) and best.spans[0][0] >= span[0] - 0.01 and best.spans[-1][1] <= span[1] + 0.01


def _not_said_better(found: Sequence[Finding]) -> list[Finding]:
    """Without what was garbled of a crew that said something clear beside it."""
    clear = {_crew_named(_meant(one)) for one in found if not isinstance(one.judgement, Garbled)}
    return [one for one in found if not isinstance(one.judgement, Garbled) or _crew_named(_meant(one)) not in clear]


def _meant(finding: Finding) -> Meaning | None:
    match finding.judgement:
        case Accepted(meaning) | Garbled(meaning):
            return meaning
        case Doubtful(meanings):
            return meanings[0]
        case _:
            return None


def _crew_named(meaning: Meaning | None) -> str:
    """The crew that was called, if any was."""
    is_called = meaning is not None and meaning.key != meaning.without_call
    return meaning.notation.partition(": ")[0] if meaning and is_called else ""


def _moved(one: Hypothesis, by: float) -> Hypothesis:
    spans = tuple((start + by, end + by) for start, end in one.spotted.spans)
    return replace(one, spotted=replace(one.spotted, spans=spans))


def _counts(other: Weighed, best: Weighed) -> bool:
    """Whether it is worth naming beside the likeliest."""
    return other.probability > 0.2 * best.probability
