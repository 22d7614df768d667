"""Word automata: what may be said, one word at a time, and what it means. Pure values; `weaver` makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Op = tuple[str, Any]
"""A slot and its value, gathered on the way through."""
Ops = tuple[Op, ...]
_MOST = 10_000
"""Meanings of one utterance: what has more of them has none that anybody meant."""


@dataclass(frozen=True, slots=True)
class Network:
    """A word automaton: arcs (from, word, to), where it starts and where it may end. Pure data, to be compiled."""

    arcs: tuple[tuple[int, str, int], ...]
    start: int
    finals: frozenset[int]

    def words(self) -> frozenset[str]:
        return frozenset(word for _, word, _ in self.arcs)


@dataclass(frozen=True, slots=True)
class Step:
    """Where a word leads, and what it puts into slots."""

    to: int
    ops: Ops
    said: str
    """The word as the grammar file spells it."""
    guarded: bool
    """A heading, a cell, a number, a sector or a crew: never repaired."""


@dataclass(frozen=True, slots=True)
class Transducer:
    """The same automaton with what each path means."""

    steps: tuple[Mapping[str, tuple[Step, ...]], ...]
    finals: Mapping[int, tuple[Ops, ...]]
    start: int = 0

    def read(self, words: Iterable[str]) -> frozenset[Ops]:
        """What a whole utterance may mean; empty when it is none."""
        alive: dict[int, set[Ops]] = {self.start: {()}}
        for word in words:
            ahead: dict[int, set[Ops]] = {}
            for state, gathered in alive.items():
                for step in self.steps[state].get(word, ()):
                    ahead.setdefault(step.to, set()).update([ops + step.ops for ops in gathered])
            if not ahead or sum(map(len, ahead.values())) > _MOST:
                return frozenset()
            alive = ahead
        return frozenset(
            ops + last for state, gathered in alive.items() for last in self.finals.get(state, ()) for ops in gathered
        )

    def network(self, spoken: Callable[[str], bool]) -> Network:
        """The arcs whose words can be spoken, without what leads nowhere."""
        arcs = {
            (state, word, step.to)
            for state, steps in enumerate(self.steps)
            for word, found in steps.items()
            if spoken(word)
            for step in found
        }
        return _trimmed(arcs, self.start, frozenset(self.finals))


def _trimmed(arcs: set[tuple[int, str, int]], start: int, finals: frozenset[int]) -> Network:
    ahead: dict[int, set[int]] = {}
    back: dict[int, set[int]] = {}
    for source, _, to in arcs:
        ahead.setdefault(source, set()).add(to)
        back.setdefault(to, set()).add(source)
    useful = _reached({start}, ahead) & _reached(set(finals), back)
    number = {state: place for place, state in enumerate(sorted(useful | {start}))}
    kept = sorted((number[a], word, number[b]) for a, word, b in arcs if a in useful and b in useful)
    return Network(tuple(kept), number[start], frozenset(number[state] for state in finals & useful))


def _reached(seeds: set[int], ahead: Mapping[int, set[int]]) -> set[int]:
    seen, todo = set(seeds), list(seeds)
    while todo:
        for to in ahead.get(todo.pop(), ()):
            if to not in seen:
                seen.add(to)
                todo.append(to)
    return seen
