"""Orders followed through a sound, phone by phone: which of all that may be said fits best, how well a given one does,
and how much better phones would that are no order. One pass over the states, all ways at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.hearing.layers import Floats
from referee.hearing.learned import A_SECOND
from referee.hearing.phones import SILENCE, Phones
from referee.hearing.wordings import Spans
from referee.language.network import Network

_NEVER = np.float32(-1e9)
_FEW = 10  # states: a short sound fits many words
_PHONE, _SHORTEST = 2, 4
"""States that each phone lasts, and each word, at the quickest."""
_WORD = np.float32(4.0)
"""What each word costs: of two readings that fit as well the shorter was meant."""


@dataclass(frozen=True, slots=True)
class Sounded:
    """What fits a sound best."""

    words: tuple[str, ...]
    spans: Spans
    behind: float
    """How far it is behind any phones at all, in natural logarithms of likelihood; at most nought."""
    seconds: float
    """How long something else than silence is heard."""

    @property
    def each(self) -> float:
        """The same for each state of speech."""
        return self.behind / max(_FEW, self.seconds * A_SECOND)


class Sounding:
    """All that a network allows, as phones. Silence may lie between words, and before and after them."""

    def __init__(self, network: Network, phones: Phones) -> None:
        ways = {
            (to, here, _lasting(way)): word
            for here, word, to in sorted(network.arcs, key=lambda arc: -len(arc[1]))
            for way in phones.said.get(word, ())
        }  # words that sound the same are one: the shortest, "bleu" rather than "bleus"
        arcs = [(here, word, to, way) for (to, here, way), word in sorted(ways.items())]
        self.words = [word for _, word, _, _ in arcs]
        self.phones = np.array([phone for *_, way in arcs for phone in way], int)
        lengths = np.array([len(way) for *_, way in arcs], int)
        self.last = np.cumsum(lengths) - 1
        """Where the last phone of each arc stands."""
        self.first = self.last - lengths + 1
        self.source = np.array([here for here, *_ in arcs], int)
        self.target = np.array([to for _, _, to, _ in arcs], int)
        self.ends, self.groups = np.unique(self.target, return_index=True)
        self.states = 1 + max([network.start, *(max(here, to) for here, _, to, _ in arcs)])
        self.start = network.start
        self.finals = np.array(sorted(state for state in network.finals if state < self.states), int)

    def best(self, likely: Floats, edge: int = 0) -> Sounded | None:
        """The words that fit best from the first state to the last, but for so many at most at either end, where
        anything may be heard; None where none can."""
        if not self.words or not len(self.finals) or not len(likely):
            return None
        walk = _Walk(self, len(likely), min(edge, len(likely) // 3))
        beside = likely - likely.max(axis=1, keepdims=True)
        for at, scores in enumerate(beside):
            walk.step(at, scores)
        return walk.told(likely)


def _lasting(way: Sequence[int]) -> tuple[int, ...]:
    """The phone of each state, at the quickest: nobody says a word in no time."""
    states = max(_PHONE, math.ceil(_SHORTEST / len(way)))
    return tuple(phone for phone in way for _ in range(states))


def chain(words: Sequence[str]) -> Network:
    """A network that allows these words only."""
    return Network(tuple((at, word, at + 1) for at, word in enumerate(words)), 0, frozenset({len(words)}))


class _Walk:
    """One way through the states after the other, and where each came from."""

    def __init__(self, ways: Sounding, count: int, edge: int) -> None:
        self._ways = ways
        self._edge = edge
        self._ended: list[NDArray[np.float32]] = []
        self._here = np.full(len(ways.phones), _NEVER, np.float32)
        self._began = np.zeros(len(ways.phones), np.int32)
        self._rest = np.full(ways.states, _NEVER, np.float32)
        self._reached = self._rest.copy()
        self._reached[ways.start] = 0.0
        self._rests = np.zeros((count, ways.states), np.float32)
        self._arrived = np.zeros((count, len(ways.words)), np.float32)
        self._since = np.zeros((count, len(ways.words)), np.int32)

    def step(self, at: int, likely: Floats) -> None:
        ways = self._ways
        before, began = _shifted(self._here), _shifted(self._began)
        before[ways.first], began[ways.first] = self._reached[ways.source] - _WORD, at
        goes_on = before > self._here
        self._here = np.where(goes_on, before, self._here) + likely[ways.phones]
        self._began = np.where(goes_on, began, self._began)
        self._rest = np.maximum(self._rest, self._reached) + likely[SILENCE]
        if at < self._edge:
            self._rest[ways.start] = 0.0
        self._rests[at], self._arrived[at], self._since[at] = self._rest, self._here[ways.last], self._began[ways.last]
        self._reached = self._rest.copy()
        self._reached[ways.ends] = np.maximum(
            self._rest[ways.ends], np.maximum.reduceat(self._arrived[at], ways.groups)
        )
        if at >= len(self._rests) - 1 - self._edge:
            self._ended.append(self._reached[ways.finals])

    def told(self, likely: Floats) -> Sounded | None:
        ended = np.array(self._ended)
        at, final = np.unravel_index(int(np.argmax(ended)), ended.shape)
        score = float(ended[at, final])
        if score < _NEVER / 2:
            return None
        words, spans = self._back(int(self._ways.finals[final]), len(likely) - len(ended) + int(at))
        first, last = (round(edge * A_SECOND) for edge in (spans[0][0], spans[-1][1]))
        speech = int((likely[first:last].argmax(axis=1) != SILENCE).sum())
        return Sounded(words, spans, score + float(_WORD) * len(words), speech / A_SECOND)

    def _back(self, state: int, at: int) -> tuple[tuple[str, ...], Spans]:
        ways = self._ways
        found: list[tuple[str, tuple[float, float]]] = []
        while at >= 0:
            arcs = np.flatnonzero(ways.target == state)
            if not len(arcs) or self._rests[at, state] >= self._arrived[at, arcs].max():
                at -= 1
                continue
            arc = int(arcs[np.argmax(self._arrived[at, arcs])])
            since = int(self._since[at, arc])
            found.append((ways.words[arc], (since / A_SECOND, (at + 1) / A_SECOND)))
            at, state = since - 1, int(ways.source[arc])
        return tuple(word for word, _ in reversed(found)), tuple(span for _, span in reversed(found))


def _shifted(values: NDArray[Any]) -> NDArray[Any]:
    moved = np.empty_like(values)
    moved[1:] = values[:-1]
    return moved
