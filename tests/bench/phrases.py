"""Phrases of a game for recognisers that are given lists: with every pair of words that may follow each other, and the
likely ones with what they mean.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import pairwise

from referee.language.grammar import Grammar
from referee.language.network import Network
from referee.language.phrases import Listing
from referee.rules.notation import line_of

_EVENLY = 8000
_OF_EACH = 4000
_Arc = tuple[int, str, int]


def complete(grammar: Grammar) -> list[str]:
    """Phrases evenly chosen, and more until every pair of words is there that may follow each other when spoken."""
    network = grammar.network()
    spoken = [text for text in _chosen(grammar) if network.words().issuperset(text.split())]
    return list(dict.fromkeys([*spoken, *_covering(network, spoken)]))


def likely(grammar: Grammar) -> dict[str, str]:
    """Many phrases of each kind of order, without a call word, with their order."""
    words = grammar.words()
    return {
        phrase.text: line_of(phrase.understood.announced)
        for phrase in Listing(grammar).by_order(_OF_EACH)
        if words.issuperset(phrase.text.split())
    }


def _chosen(grammar: Grammar) -> Iterator[str]:
    listing = Listing(grammar)
    yield from (phrase.text for phrase in listing.by_order(3))
    yield from (phrase.text for phrase in listing.evenly(_EVENLY))


def _covering(network: Network, spoken: Iterable[str]) -> Iterator[str]:
    """A phrase for each pair of words that is in none yet."""
    covered = {pair for text in spoken for pair in _pairs(text)}
    there, on = _shortest(network)
    leaving: dict[int, list[_Arc]] = {}
    for arc in network.arcs:
        leaving.setdefault(arc[0], []).append(arc)
    for first in network.arcs:
        for second in leaving.get(first[2], ()):
            if (first[1], second[1]) not in covered:
                text = " ".join([*there[first[0]], first[1], second[1], *on[second[2]]])
                covered.update(_pairs(text))
                yield text


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    words = ["", *text.split(), ""]
    return pairwise(words)


def _shortest(network: Network) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """The fewest words from the start to each state, and from each state to an end."""
    there = _spread({network.start}, [(source, word, to) for source, word, to in network.arcs])
    back = _spread(set(network.finals), [(to, word, source) for source, word, to in network.arcs])
    return there, {state: words[::-1] for state, words in back.items()}


def _spread(starts: set[int], arcs: Iterable[_Arc]) -> dict[int, list[str]]:
    leaving: dict[int, list[tuple[str, int]]] = {}
    for source, word, to in arcs:
        leaving.setdefault(source, []).append((word, to))
    found: dict[int, list[str]] = {state: [] for state in starts}
    waiting = deque(sorted(starts))
    while waiting:
        state = waiting.popleft()
        for word, to in leaving.get(state, ()):
            if to not in found:
                found[to] = [*found[state], word]
                waiting.append(to)
    return found
