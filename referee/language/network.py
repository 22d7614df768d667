"""Word automata: what a hassil expression allows, one word at a time.

Built from the expression tree itself, never by listing phrases: a grammar of millions of phrases is a few thousand
arcs. Nothing here knows an order, a game or a language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

from hassil.expression import (
    Alternative,
    Expression,
    Group,
    ListReference,
    Permutation,
    RuleReference,
    TextChunk,
)

from referee.faults import Fault

Op = tuple[str, Any]
"""A slot and its value, gathered on the way through."""
Ops = tuple[Op, ...]
Entry = tuple[Expression, Any]
"""One value of a list: how it is said, and what it stands for."""

_PIECES = re.compile(r"(\s+)")
_NOISE = re.compile(r"[.,;:!?…\"«»()]+")
_SPACE = " "
_DEEPEST = 40


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
            if not ahead:
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


@dataclass(slots=True)
class Weaver:
    """Weaves expressions into one automaton of pieces of words, spaces and slots; `done` makes words of the pieces."""

    rule: Callable[[str], Expression | None]
    entries: Callable[[str], Iterable[Entry] | None]
    _arcs: list[list[tuple[str | None, int, Ops]]] = field(default_factory=lambda: [[], []])
    _depth: int = 0

    START = 0
    END = 1

    def state(self) -> int:
        self._arcs.append([])
        return len(self._arcs) - 1

    def join(self, start: int, end: int, ops: Ops = ()) -> None:
        """A way without words."""
        self._arcs[start].append((None, end, ops))

    def space(self, start: int, end: int) -> None:
        self._arcs[start].append((_SPACE, end, ()))

    def weave(self, expression: Expression, start: int) -> int:
        """The expression from this state on; where it ends."""
        match expression:
            case TextChunk():
                return self._text(expression.text, start)
            case ListReference():
                return self._list(expression, start)
            case RuleReference():
                return self._rule(expression.rule_name, start)
            case Permutation():
                return self._either(start, (list(order) for order in permutations(expression.items)))
            case Alternative():
                return self._either(start, ([item] for item in expression.items))
            case Group():
                return self._each(expression.items, start)
        raise Fault("grammar.expression", expression=expression)

    def _text(self, text: str, start: int) -> int:
        for piece in _PIECES.split(_NOISE.sub(" ", text.lower())):
            if piece:
                after = self.state()
                self._arcs[start].append((_SPACE if piece.isspace() else piece, after, ()))
                start = after
        return start

    def _each(self, items: Iterable[Expression], start: int) -> int:
        for item in items:
            start = self.weave(item, start)
        return start

    def _either(self, start: int, ways: Iterable[list[Expression]]) -> int:
        after = self.state()
        for way in ways:
            self.join(self._each(way, start), after)
        return after

    def _rule(self, name: str, start: int) -> int:
        body = self.rule(name)
        if body is None or self._depth > _DEEPEST:
            raise Fault("grammar.no-rule", name=name)
        self._depth += 1
        after = self.weave(body, start)
        self._depth -= 1
        return after

    def _list(self, reference: ListReference, start: int) -> int:
        name = reference.list_name
        found = self.entries(name)
        if found is None:
            raise Fault("grammar.no-list", name=name)
        after = self.state()
        for said, value in found:
            self.join(self.weave(said, start), after, ((reference.slot_name, value),))
        return after

    def done(self, skipped: Iterable[str] = ()) -> Transducer:
        """The automaton of whole words. Skipped words may stand anywhere."""
        steps: dict[int, dict[str, dict[Step, None]]] = {}
        finals: dict[int, dict[Ops, None]] = {}
        todo = [self.START]
        while todo:
            state = todo.pop()
            if state in steps:
                continue
            steps[state] = {word: {Step(state, ()): None} for word in skipped}
            for word, to, ops in self._words_from(state):
                if word:
                    steps[state].setdefault(word, {})[Step(to, ops)] = None
                    todo.append(to)
                else:
                    finals.setdefault(state, {})[ops] = None
        return _renumbered(steps, finals, self.START)

    def _words_from(self, state: int) -> Iterator[tuple[str, int, Ops]]:
        """The next words from the beginning of a word: pieces put together up to a space or the end."""
        todo: list[tuple[int, str, Ops]] = [(state, "", ())]
        while todo:
            here, word, ops = todo.pop()
            if here == self.END:
                yield word, here, ops
            for piece, to, more in self._arcs[here]:
                if piece == _SPACE and word:
                    yield word, to, ops
                elif piece is None or piece == _SPACE:
                    todo.append((to, word, ops + more))
                else:
                    todo.append((to, word + piece, ops))


def _renumbered(
    steps: Mapping[int, Mapping[str, Iterable[Step]]], finals: Mapping[int, Iterable[Ops]], start: int
) -> Transducer:
    number = {state: place for place, state in enumerate([start, *(state for state in steps if state != start)])}
    table: list[dict[str, tuple[Step, ...]]] = [{} for _ in number]
    for state, found in steps.items():
        table[number[state]] = {
            word: tuple(Step(number[step.to], step.ops) for step in ways) for word, ways in found.items()
        }
    return Transducer(tuple(table), {number[state]: tuple(ways) for state, ways in finals.items()})
