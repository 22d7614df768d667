"""Orders inside a reading: the graph marks the words of an order, so that one can stand anywhere in the talk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.hearing.judgements import Meaning, Reader
from referee.hearing.wordings import ALTERNATIVES, UNKNOWN, Span, Spans, Wording

FIRST, MARK = "^", "#"
"""Behind the first word of an order, and behind its others: the same words in talk have none."""


@dataclass(frozen=True, slots=True)
class Spotted:
    """The words of one order, or of the beginning of one, inside a wording."""

    words: tuple[str, ...]
    spans: Spans
    score: float
    """That of the whole wording."""
    before: float
    """Seconds from the word before it to its first, endless where there is none."""
    after: float
    is_last: bool
    """Nothing was heard behind it."""

    @property
    def span(self) -> Span:
        return self.spans[0][0], self.spans[-1][1]

    def overlap(self, span: Span) -> float:
        """The share of the shorter of both that they have in common."""
        begins, ends = self.span
        common = min(ends, span[1]) - max(begins, span[0])
        return common / max(0.01, min(ends - begins, span[1] - span[0]))


def spotted(wording: Wording) -> Iterator[Spotted]:
    """Every run of marked words, in the order of time."""
    words, spans, at = wording.words, wording.spans, 0
    if len(spans) != len(words):
        return
    while at < len(words):
        end = at + 1
        if words[at].endswith(FIRST):
            while end < len(words) and words[end].endswith(MARK):
                end += 1
            yield Spotted(
                tuple(word[:-1] for word in words[at:end]),
                spans[at:end],
                wording.score,
                spans[at][0] - spans[at - 1][1] if at else _ENDLESS,
                spans[end][0] - spans[end - 1][1] if end < len(words) else _ENDLESS,
                end == len(words),
            )
        at = end


_ENDLESS = 9.0


def plain(words: Sequence[str]) -> tuple[str, ...]:
    """The words without their marks."""
    return tuple(word.rstrip(FIRST + MARK) for word in words if word != UNKNOWN)


def tail(words: Sequence[str]) -> tuple[str, ...]:
    """The marked words at the end, where an order is under way or has just ended."""
    at = len(words)
    while at and words[at - 1].endswith(MARK):
        at -= 1
    if at and words[at - 1].endswith(FIRST):
        return plain(words[at - 1 :])
    return ()


def runs(words: Sequence[str]) -> list[tuple[str, ...]]:
    """The words of every run."""
    found: list[list[str]] = []
    for word in words:
        if word.endswith(FIRST):
            found.append([word[:-1]])
        elif word.endswith(MARK) and found:
            found[-1].append(word[:-1])
    return [tuple(run) for run in found]


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """An order that may have been said here."""

    meaning: Meaning
    spotted: Spotted


@dataclass(frozen=True, slots=True)
class Place:
    """All that a stretch of sound may have been: the likeliest wording of each order, the likeliest first, and the
    score of the best wording that has no order there."""

    hypotheses: tuple[Hypothesis, ...]
    words: tuple[tuple[str, ...], ...]
    """The likeliest words of talk that may have been said here instead."""
    talk: float
    worst: float
    """No better than this is what was not offered."""


def place(wordings: Sequence[Wording], span: Span, read: Reader) -> Place:
    """What these wordings have at this span."""
    found: dict[str, Hypothesis] = {}
    instead: list[tuple[str, ...]] = []
    talk = -1e9
    for wording in wordings:
        here = [one for one in spotted(wording) if one.overlap(span) > 0.5]
        meant = [(one, meaning) for one in here for meaning in read(one.words)]
        if not meant:
            talk = max(talk, wording.score)
            instead.append(_within(wording, span))
        for one, meaning in meant:
            known = found.get(meaning.key)
            if known is None or known.spotted.score < one.score:
                found[meaning.key] = Hypothesis(meaning, one)
    ordered = sorted(found.values(), key=lambda one: -one.spotted.score)
    scores = [wording.score for wording in wordings] or [0.0]
    worst = min(scores) if len(scores) >= ALTERNATIVES else min(*scores, max(scores) - _BEAM)
    return Place(tuple(ordered), tuple(dict.fromkeys(filter(None, instead)))[:_INSTEAD], max(talk, worst), worst)


def _within(wording: Wording, span: Span) -> tuple[str, ...]:
    """The words that lie mostly in this span; none where one of them is unknown."""
    here = [
        word
        for word, (begins, ends) in zip(wording.words, wording.spans, strict=False)
        if min(ends, span[1]) - max(begins, span[0]) > (ends - begins) / 2
    ]
    return () if UNKNOWN in here else plain(here)


_INSTEAD = 3


_BEAM = 8.0
"""So far behind the likeliest is what the recogniser has given up."""


def spans_of_orders(wordings: Sequence[Wording], read: Reader) -> list[Span]:
    """Where whole orders were heard, in the order of time: each place once, as wide as any wording has it there. Of an
    order and the same with its end taken for talk, the likelier may be the shorter."""
    taken: list[Span] = []
    for wording in wordings:
        for one in spotted(wording):
            if read(one.words):
                beside = [span for span in taken if one.overlap(span) > 0.0]
                if len(beside) < 2:
                    taken = [span for span in taken if span not in beside]
                    taken.append(_around([one.span, *beside]))
    return sorted(taken)


def _around(spans: Sequence[Span]) -> Span:
    return min(begins for begins, _ in spans), max(ends for _, ends in spans)
