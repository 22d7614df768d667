"""What may follow what, asked of the word automaton of the orders: can these words still grow, are they a beginning?"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from referee.language.network import Network


class Automaton:
    """The word automaton, walked from its start."""

    def __init__(self, network: Network) -> None:
        self._start = network.start
        self._finals = network.finals
        self._ways: dict[int, dict[str, set[int]]] = {}
        for here, word, to in network.arcs:
            self._ways.setdefault(here, {}).setdefault(word, set()).add(to)

    def after(self, words: Iterable[str]) -> frozenset[int]:
        """Where these words may have led; nowhere when no order begins like this."""
        return self._through(frozenset({self._start}), words)

    def can_grow(self, words: tuple[str, ...]) -> bool:
        """Whether more may follow these words."""
        return self.goes_on(words) or self._has_longer_word(words)

    def goes_on(self, words: tuple[str, ...]) -> bool:
        """Whether other words may follow these."""
        return any(self._ways.get(here) for here in self.after(words))

    def _has_longer_word(self, words: tuple[str, ...]) -> bool:
        """Whether the last word may be the first half of another that could stand here: four, fourteen."""
        last = words[-1] if words else ""
        beside = {word for here in self.after(words[:-1]) for word in self._ways.get(here, {})}
        return any(word != last and word.startswith(last) for word in beside)

    def ways_on(self, words: tuple[str, ...], most: int = 40) -> Iterator[tuple[str, ...]]:
        """Whole utterances that begin with these words, the shortest first."""
        todo = deque([(words, self.after(words))])
        for _ in range(most):
            if not todo:
                return
            said, places = todo.popleft()
            if places & self._finals and said != words:
                yield said
            for word in sorted({word for here in places for word in self._ways.get(here, {})}):
                todo.append(((*said, word), self._step(places, word)))

    def _through(self, places: frozenset[int], words: Iterable[str]) -> frozenset[int]:
        for word in words:
            places = self._step(places, word)
        return places

    def _step(self, places: frozenset[int], word: str) -> frozenset[int]:
        return frozenset(to for here in places for to in self._ways.get(here, {}).get(word, ()))
