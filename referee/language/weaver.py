"""Expressions of hassil woven into an automaton of words.

Built from the expression tree itself, never by listing phrases: a grammar of millions of phrases is a few thousand
arcs. Nothing here knows an order, a game or a language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from referee.language.network import Ops, Step, Transducer

Entry = tuple[Expression, Any]
"""One value of a list: how it is said, and what it stands for."""

_PIECES = re.compile(r"(\s+)")
_NOISE = re.compile(r"[.,;:!?…\"«»()]+")
_SPACE = " "
_DEEPEST = 40
_MOST = 200_000
"""States woven, and steps taken to make words of them; the game's own grammars have a tenth."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A way on: a piece of a word, a space, or nothing at all."""

    text: str
    to: int
    ops: Ops = ()
    said: str = ""
    guarded: bool = False


@dataclass(frozen=True, slots=True)
class _Word:
    """A word put together so far."""

    here: int
    text: str = ""
    said: str = ""
    ops: Ops = ()
    guarded: bool = False

    def with_piece(self, piece: _Piece) -> _Word:
        text = "" if piece.text == _SPACE else piece.text
        return _Word(
            piece.to, self.text + text, self.said + piece.said, self.ops + piece.ops, self.guarded or piece.guarded
        )


def as_written(text: str, _: bool) -> Iterable[str]:
    """The one spelling of the grammar file."""
    return (text.lower(),)


@dataclass(slots=True)
class Weaver:
    """Weaves expressions into one automaton of pieces of words, spaces and slots; `done` makes words of the pieces.

    It weaves from the end to the beginning and remembers what it wove, so that all orders share one way to say a cell.
    """

    rule: Callable[[str], Expression | None]
    entries: Callable[[str], Iterable[Entry] | None]
    spellings: Callable[[str, bool], Iterable[str]] = as_written
    """How a piece of text, guarded or not, may be written; a spelling may hold spaces."""
    guarded_slots: frozenset[str] = frozenset()
    scope: object = None
    """Whose rules and lists are meant: what was woven for one is not shared with another."""
    _pieces: list[list[_Piece]] = field(default_factory=lambda: [[]])
    _woven: dict[tuple[int, int, bool, int], tuple[int, Expression]] = field(default_factory=dict)
    _depth: int = 0
    _guarded: bool = False
    _taken: int = 0

    END = 0

    def state(self) -> int:
        self._pieces.append([])
        return len(self._pieces) - 1

    def _counted(self) -> None:
        """A few lines can stand for more than any machine holds: rules within rules double, brackets too."""
        self._taken += 1
        if self._taken > _MOST:
            raise Fault("grammar.swells")

    def join(self, start: int, end: int, ops: Ops = ()) -> None:
        """A way without words."""
        self._pieces[start].append(_Piece("", end, ops))

    def space(self, end: int) -> int:
        """A space before what comes next."""
        before = self.state()
        self._pieces[before].append(_Piece(_SPACE, end))
        return before

    def weave(self, expression: Expression, end: int) -> int:
        """The expression up to this state; where it starts."""
        self._counted()
        key = (id(expression), end, self._guarded, id(self.scope))
        if key not in self._woven:
            self._woven[key] = (self._weave(expression, end), expression)
        return self._woven[key][0]

    def _weave(self, expression: Expression, end: int) -> int:
        match expression:
            case TextChunk():
                return self._text(expression.text, end)
            case ListReference():
                return self._list(expression, end)
            case RuleReference():
                return self._rule(expression.rule_name, end)
            case Permutation():
                return self._either((list(order) for order in permutations(expression.items)), end)
            case Alternative():
                return self._either(([item] for item in expression.items), end)
            case Group():
                return self._each(expression.items, end)
        raise Fault("grammar.expression", expression=expression)

    def _text(self, text: str, end: int) -> int:
        for piece in reversed(_PIECES.split(_NOISE.sub(" ", text))):
            if piece.isspace():
                end = self.space(end)
            elif piece:
                end = self._spelled(piece, end)
        return end

    def _spelled(self, piece: str, end: int) -> int:
        before = self.state()
        for spelling in self.spellings(piece, self._guarded):
            first, *others = spelling.split()
            after, said = end, piece.lower()
            for part in reversed(others):
                here = self.state()
                self._pieces[here].append(_Piece(part, after, (), said, self._guarded))
                after, said = self.space(here), ""
            self._pieces[before].append(_Piece(first, after, (), said, self._guarded))
        return before

    def _each(self, items: Sequence[Expression], end: int) -> int:
        for item in reversed(items):
            end = self.weave(item, end)
        return end

    def _either(self, ways: Iterable[Sequence[Expression]], end: int) -> int:
        before = self.state()
        for way in ways:
            self.join(before, self._each(way, end))
        return before

    def _rule(self, name: str, end: int) -> int:
        body = self.rule(name)
        if body is None or self._depth > _DEEPEST:
            raise Fault("grammar.no-rule", name=name)
        self._depth += 1
        before = self.weave(body, end)
        self._depth -= 1
        return before

    def _list(self, reference: ListReference, end: int) -> int:
        name = reference.list_name
        found = self.entries(name)
        if found is None:
            raise Fault("grammar.no-list", name=name)
        before, outside = self.state(), self._guarded
        self._guarded = outside or reference.slot_name in self.guarded_slots
        for said, value in found:
            self.join(before, self.weave(said, end), ((reference.slot_name, value),))
        self._guarded = outside
        return before

    def done(self, start: int, skipped: Iterable[str] = ()) -> Transducer:
        """The automaton of whole words. Skipped words may stand anywhere."""
        steps: dict[int, dict[str, dict[Step, None]]] = {}
        finals: dict[int, dict[Ops, None]] = {}
        todo = [start]
        while todo:
            state = todo.pop()
            if state in steps:
                continue
            steps[state] = {word: {Step(state, (), "", guarded=False): None} for word in skipped}
            for word in self._words_from(state):
                if word.text:
                    step = Step(word.here, word.ops, word.said, word.guarded)
                    steps[state].setdefault(word.text, {})[step] = None
                    todo.append(word.here)
                else:
                    finals.setdefault(state, {})[word.ops] = None
        return _renumbered(steps, finals, start)

    def _words_from(self, state: int) -> Iterator[_Word]:
        """The next words from the beginning of a word: pieces put together up to a space or the end."""
        todo = [_Word(state)]
        while todo:
            word = todo.pop()
            self._counted()
            if word.here == self.END:
                yield word
            for piece in self._pieces[word.here]:
                if piece.text == _SPACE and word.text:
                    yield word.with_piece(piece)
                else:
                    todo.append(word.with_piece(piece))


def _renumbered(
    steps: Mapping[int, Mapping[str, Iterable[Step]]], finals: Mapping[int, Iterable[Ops]], start: int
) -> Transducer:
    number = {state: place for place, state in enumerate([start, *(state for state in steps if state != start)])}
    table: list[dict[str, tuple[Step, ...]]] = [{} for _ in number]
    for state, found in steps.items():
        table[number[state]] = {
            word: tuple(Step(number[way.to], way.ops, way.said, way.guarded) for way in ways)
            for word, ways in found.items()
        }
    return Transducer(tuple(table), {number[state]: tuple(ways) for state, ways in finals.items()})
