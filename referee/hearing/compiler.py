"""Compiles a word automaton into the graph file of a speech model. Runs as a process of its own: the library that
writes the graph and the one that listens crash when they are loaded together.

Reads a recipe (JSON) on standard input, writes `Gr.fst` and `words.txt` into the folder it names, and answers in JSON:
`{}`, or `{"fault": …, "slots": {…}}`.
"""

from __future__ import annotations

import json
import math
import struct
import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kaldifst

from referee.hearing.talk import Talk, talk
from referee.language.vocabulary import symbols

Arc = tuple[int, str, int]
UNKNOWN = "[unk]"
FIRST, MARK = "^", "#"
"""Behind the first word of an order, and behind its others: the same words in talk have none."""
_NEVER_SAID = frozenset({"<eps>", "<s>", "</s>", "#0", "!SIL", UNKNOWN})


@dataclass(frozen=True, slots=True)
class Recipe:
    """What goes into a graph."""

    model: Path
    arcs: tuple[Arc, ...]
    start: int
    finals: frozenset[int]
    common: int
    """How many of the language's commonest words may explain chatter."""
    filler_cost: float
    pair_gain: float
    """How much cheaper a word has to be after another than anywhere, to be known as a pair."""
    unknown_cost: float
    alike: tuple[frozenset[str], ...]
    """Words that sound alike."""
    talk: frozenset[str]
    """Words that are said alone at the table, however rare they are elsewhere."""
    talk_cost: float
    unfinished: float
    """What it costs to stop in the middle of an order."""
    into: float
    """What it costs to begin an order in the middle of talk, and to go on talking after one."""
    out: float

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Recipe:
        return cls(
            Path(told["model"]),
            tuple((source, word, to) for source, word, to in told["arcs"]),
            told["start"],
            frozenset(told["finals"]),
            told["common"],
            told["filler_cost"],
            told["pair_gain"],
            told["unknown_cost"],
            tuple(frozenset(words) for words in told["alike"]),
            frozenset(told["talk"]),
            told["talk_cost"],
            told["unfinished"],
            told["into"],
            told["out"],
        )

    def words(self) -> frozenset[str]:
        return frozenset(word for _, word, _ in self.arcs)

    def echoes(self) -> frozenset[str]:
        """Words that sound like one of the orders' and are none."""
        own = self.words()
        return frozenset(word for words in self.alike if words & own for word in words) - own


class _Graph:
    """The graph being written."""

    def __init__(self, numbers: Mapping[str, int], marked: Mapping[str, int]) -> None:
        self._numbers = numbers
        self._marked = marked
        self._fst = kaldifst.StdVectorFst()
        self._fst.start = self.state(final=0.0)  # silence is a legal utterance

    def state(self, final: float | None = None) -> int:
        made = int(self._fst.add_state())
        if final is not None:
            self._fst.set_final(made, final)
        return made

    def arc(self, source: int, word: int, cost: float, to: int, said: int | None = None) -> None:
        self._fst.add_arc(source, kaldifst.StdArc(word, word if said is None else said, cost, to))

    def orders(self, recipe: Recipe, anywhere: int) -> None:
        """All orders; each choice costs the logarithm of the number of ways on, a word that may be left out or not
        the logarithm of two."""
        least = _deterministic(recipe, self._numbers)
        states = list(range(least.num_states))
        arcs = {here: list(kaldifst.ArcIterator(least, here)) for here in states}
        may_end = {here for here in states if math.isfinite(least.final(here).value)}
        spare = _spare(arcs) | {least.start: frozenset[int]()}  # a crew's call is none: who calls it means it
        cost = {here: _cost(len(arcs[here]) - len(spare[here]) + (here in may_end), spare[here]) for here in states}
        # an order cut short must be heard as such, or it is bent into a shorter one that is whole
        cut = {here: cost[here] + (0.0 if here in may_end else recipe.unfinished) for here in states}
        names = {self._numbers[word]: word for word in recipe.words()}
        made = {here: self.state(cut[here] if here != least.start else None) for here in states}
        for here in states:
            for arc in arcs[here]:
                choice = _cost(len(spare[here]), spare[here]) if arc.ilabel in spare[here] else cost[here]
                mark = FIRST if here == least.start else MARK
                self.arc(made[here], arc.ilabel, choice, made[arc.nextstate], self._marked[names[arc.ilabel] + mark])
        self.arc(self._fst.start, 0, 0.0, made[least.start])
        if math.isfinite(recipe.into):
            self.arc(anywhere, 0, recipe.into, made[least.start])
            for here in may_end:
                self.arc(made[here], 0, cost[here] + recipe.out, anywhere)

    def chatter(self, costs: Mapping[int, float], model: Talk, recipe: Recipe, anywhere: int) -> None:
        """Common words as they follow one another, which explain what is no order."""
        states = {word: self.state(final=0.0) for word in (*costs, model.start) if word in model.pairs}
        known = model.costs_of(costs)
        for word, cost in costs.items():
            self.arc(anywhere, word, cost, states.get(word, anywhere))
        for word, here in states.items():
            self.arc(here, 0, model.back[word], anywhere)
            for follower, cost in model.worth(word, known, recipe.pair_gain):
                self.arc(here, follower, cost, states.get(follower, anywhere))
        self.arc(self._fst.start, 0, recipe.filler_cost, states[model.start])

    def write(self, file: Path) -> None:
        kaldifst.arcsort(self._fst, "ilabel")
        self._fst.write(str(file))


def _spare(arcs: Mapping[int, list[Any]]) -> dict[int, frozenset[int]]:
    """The words that may be left out at each state: after them nothing else can follow than without them."""
    ways = {here: {(arc.ilabel, arc.nextstate) for arc in leaving} for here, leaving in arcs.items()}
    return {
        here: frozenset(word for word, to in known if ways[to] and ways[to] <= known) for here, known in ways.items()
    }


def _cost(ways: int, spare: Collection[int]) -> float:
    return math.log(max(1, ways)) + (math.log(2) if spare else 0.0)


def _deterministic(recipe: Recipe, numbers: Mapping[str, int]) -> Any:
    """The recipe's automaton with one arc a word and no two states alike."""
    fst = kaldifst.StdVectorFst()
    for _ in range(1 + max([recipe.start, *recipe.finals, *(max(here, to) for here, _, to in recipe.arcs)])):
        fst.add_state()
    fst.start = recipe.start
    for here, word, to in recipe.arcs:
        fst.add_arc(here, kaldifst.StdArc(numbers[word], numbers[word], 0.0, to))
    for here in recipe.finals:
        fst.set_final(here, 0.0)
    least = kaldifst.determinize(fst)
    kaldifst.minimize(least)
    return least


def fillers(recipe: Recipe, numbers: Mapping[str, int], costs: Mapping[int, float]) -> dict[int, float]:
    """The commonest words, and those of the orders: those words in another order are chatter."""
    never = {numbers[word] for word in _NEVER_SAID | recipe.echoes() if word in numbers}
    said = {word: cost for word, cost in costs.items() if word not in never}
    chosen = dict(sorted(said.items(), key=lambda item: item[1])[: recipe.common])
    own = {numbers[word] for word in recipe.words()}
    chosen |= {word: said[word] for word in sorted(own) if word in said}
    alone = {numbers[word] for word in recipe.talk if word in numbers} - never
    chosen |= {word: min(recipe.talk_cost, said.get(word, recipe.talk_cost)) for word in sorted(alone)}
    if UNKNOWN in numbers:
        chosen[numbers[UNKNOWN]] = recipe.unknown_cost
    return chosen


def compile_into(recipe: Recipe, folder: Path) -> dict[str, Any]:
    """The two files of a graph, or what is wrong with the recipe."""
    numbers = symbols(recipe.model)
    missing = sorted(word for word in recipe.words() if word not in numbers)
    if missing:
        return _fault("hearing.unknown-word", words=", ".join(missing), model=recipe.model.name)
    try:
        model = talk(recipe.model / "graph" / "Gr.fst")
    except (OSError, ValueError, IndexError, struct.error):
        return _fault("hearing.not-dynamic", model=recipe.model.name)
    first = max(numbers.values()) + 1
    own = [word + mark for word in sorted(recipe.words()) for mark in (FIRST, MARK)]
    marked = {word: first + place for place, word in enumerate(own)}
    graph = _Graph(numbers, marked)
    anywhere = graph.state(final=0.0)
    graph.orders(recipe, anywhere)
    if recipe.common:
        graph.chatter(fillers(recipe, numbers, model.words), model, recipe, anywhere)
    graph.write(folder / "Gr.fst")
    (folder / "words.txt").write_text(_listed([*numbers.items(), *marked.items()]), encoding="utf-8")
    return {}


def _listed(numbers: Iterable[tuple[str, int]]) -> str:
    return "".join(f"{word} {number}\n" for word, number in sorted(numbers, key=lambda item: item[1]))


def _fault(key: str, **slots: object) -> dict[str, Any]:
    return {"fault": key, "slots": slots}


def main() -> int:
    told = json.load(sys.stdin)
    json.dump(compile_into(Recipe.read(told), Path(told["folder"])), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
