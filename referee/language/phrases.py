"""Everything that can be said: counted, listed evenly, and shown on a page for people.

The grammar is the only source; the page's examples stand beside the sentences they are examples of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hassil.expression import Alternative, Expression, Group, ListReference, Permutation, RuleReference, TextChunk

from referee.language.grammar import Grammar, meaning
from referee.language.network import Ops, Step
from referee.language.understanding import Understood
from referee.language.weaving import ORDER
from referee.rules import notation

_EXAMPLES = {"column": "C", "row": 6, "sector": 5}
"""What the long lists show instead of all their values."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """One thing that can be said, and what it means."""

    text: str
    understood: Understood


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the page: an intent, the order of its example, short other ways to say it, and all of them."""

    intent: str
    order: str
    example: str
    also: tuple[str, ...]
    sentences: tuple[str, ...]


class Listing:
    """The phrases of one grammar, each with its number, so that any of them can be had without listing all."""

    def __init__(self, grammar: Grammar) -> None:
        self._automaton = grammar.automaton
        self._counts: dict[int, int] = {}

    def count(self) -> int:
        return self._count(self._automaton.start)

    def evenly(self, limit: int) -> Iterator[Phrase]:
        """At most so many phrases, spread over all of them."""
        total = self.count()
        yield from (self._at(place * total // limit) for place in range(limit)) if total > limit else self.all()

    def all(self) -> Iterator[Phrase]:
        return (self._at(place) for place in range(self.count()))

    def by_order(self, limit: int) -> Iterator[Phrase]:
        """At most so many phrases of each kind of order, without a call word: rare orders count as much as cells."""
        start = self._automaton.start
        first: dict[object, list[tuple[str, Step]]] = {}
        for word, step in self._steps(start):
            kind = dict(step.ops).get(ORDER)
            if kind is not None:
                first.setdefault(kind, []).append((word, step))
        for steps in first.values():
            total = sum(self._count(step.to) for _, step in steps)
            for place in range(min(limit, total)):
                yield self._through(steps, place * total // min(limit, total))

    def _steps(self, state: int) -> Iterator[tuple[str, Step]]:
        for word, ways in self._automaton.steps[state].items():
            yield from ((word, step) for step in ways)

    def _count(self, state: int) -> int:
        if state not in self._counts:
            ends = len(self._automaton.finals.get(state, ()))
            self._counts[state] = ends + sum(self._count(step.to) for _, step in self._steps(state))
        return self._counts[state]

    def _at(self, number: int) -> Phrase:
        return self._through(list(self._steps(self._automaton.start)), number)

    def _through(self, steps: list[tuple[str, Step]], number: int) -> Phrase:
        words: list[str] = []
        ops: Ops = ()
        while True:
            word, step, number = self._choose(steps, number)
            words.append(word)
            ops += step.ops
            ends = self._automaton.finals.get(step.to, ())
            if number < len(ends):
                return _phrase(words, ops + ends[number])
            number -= len(ends)
            steps = list(self._steps(step.to))

    def _choose(self, steps: list[tuple[str, Step]], number: int) -> tuple[str, Step, int]:
        """The step under which this phrase stands, and its number there."""
        for word, step in steps:
            if number < self._count(step.to):
                return word, step, number
            number -= self._count(step.to)
        raise IndexError(number)


def _phrase(words: list[str], ops: Ops) -> Phrase:
    understood = meaning(ops)
    if understood is None:
        raise AssertionError(f"{words} means nothing: {ops}")
    return Phrase(" ".join(words), understood)


def rows(grammar: Grammar) -> Iterator[Row]:
    """The page, intent by intent in the order of the files."""
    page = _Page(grammar)
    for name, meant, blocks in grammar.selection.blocks():
        noted = [block.metadata or {} for block in blocks]
        examples = [str(metadata["example"]) for metadata in noted if "example" in metadata]
        spoken = [block for block in blocks if not (block.metadata or {}).get("only")]
        sentences = [one.expression for block in spoken for one in block.sentences]
        if examples and sentences:
            order = _order_of(examples[0], grammar, meant.order)
            ways = dict.fromkeys(page.shortest(one) for one in sentences)
            yield Row(
                name,
                order,
                examples[0],
                tuple(way for way in ways if _orders_as_much(_order_of(way, grammar, order), order)),
                tuple(page.all_ways(one) for one in sentences),
            )


def _orders_as_much(way: str, example: str) -> bool:
    """Whether a way to say it may stand beside the example: another cell will do, another direction will not."""
    return way == example or not example.startswith("head ")


def _order_of(example: str, grammar: Grammar, order: str) -> str:
    """The notation of an example; its template should the example be broken, which a test forbids."""
    found = grammar.parse(said(example))
    return notation.line_of(found.announced) if isinstance(found, Understood) else order


def said(example: str) -> str:
    """An example of the page as the recogniser would hear it."""
    return " ".join(example.replace(",", " ").lower().split())


class _Page:
    """Sentences of a grammar file as people read them: `torpedo [launched | away] [in | at] C six`."""

    def __init__(self, grammar: Grammar) -> None:
        self._selection = grammar.selection
        self._intents = grammar.source.intents

    def all_ways(self, expression: Expression) -> str:
        return " ".join(self._shown(expression).split()).replace("[ ", "[").replace(" ]", "]")

    def shortest(self, expression: Expression) -> str:
        """The sentence without what may be left out, the first of what may be chosen."""
        return " ".join(self._short(expression).split())

    def _shown(self, expression: Expression) -> str:
        match expression:
            case TextChunk():
                return str(expression.original_text)
            case ListReference():
                return self._values(expression.list_name)
            case RuleReference():
                return self._shown(self._rule(expression.rule_name))
            case Permutation():
                return " · ".join(self._shown(item) for item in expression.items)
            case Alternative():
                return _either([self._shown(item).strip() for item in expression.items])
            case Group():
                return "".join(self._shown(item) for item in expression.items)
        return ""

    def _short(self, expression: Expression) -> str:
        match expression:
            case TextChunk():
                return str(expression.original_text)
            case ListReference():
                return self._one_value(expression.list_name)
            case RuleReference():
                return self._short(self._rule(expression.rule_name))
            case Alternative():
                return "" if expression.is_optional else self._short(expression.items[0])
            case Group():
                return "".join(self._short(item) for item in expression.items)
        return ""

    def _rule(self, name: str) -> Expression:
        return self._intents.expansion_rules[name].expression

    def _values(self, name: str) -> str:
        if name in _EXAMPLES:
            return self._one_value(name)
        return _either([self._shown(said).strip() for said, _ in self._selection.values(name)])

    def _one_value(self, name: str) -> str:
        wanted = _EXAMPLES.get(name)
        values = [said for said, value in self._selection.values(name) if wanted is None or value == wanted]
        text = self._short(values[0]).strip()
        return text.upper() if len(text) == 1 else text


def _either(ways: list[str]) -> str:
    found = [way.removeprefix("(").removesuffix(")") if _wrapped(way) else way for way in ways if way]
    opening, closing = ("[", "]") if len(found) < len(ways) else ("(", ")")
    return f"{opening}{' | '.join(found)}{closing}"


def _wrapped(text: str) -> bool:
    """In one pair of brackets from end to end."""
    return text.startswith("(") and text.endswith(")") and "(" not in text[1:] and ")" not in text[:-1]
