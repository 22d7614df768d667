"""What the beginning of a typed line can still become: said aloud, or one crew's secret. Nothing is decided here."""

from __future__ import annotations

from functools import cache

from referee.language.grammar import Grammar
from referee.language.network import Ops, Step
from referee.language.typed import tokens
from referee.language.weaving import ORDER

Kinds = frozenset[bool]
"""True for what a crew tells the referee alone, False for what is said aloud."""


def can_become(line: str, grammar: Grammar) -> Kinds:
    """Which kinds of order this line may be the beginning of, in the middle of a word or after one; empty for none."""
    words, steps = tokens(line), grammar.automaton.steps
    typing = line[-1:].isalnum()
    alive: set[tuple[int, bool | None]] = {(grammar.automaton.start, None)}
    for word in words[: len(words) - typing]:
        alive = {_after(step, kind, grammar) for state, kind in alive for step in steps[state].get(word, ())}
    if typing:
        begun = [(one, kind) for state, kind in alive for one in steps[state].items() if one[0].startswith(words[-1])]
        alive = {_after(step, kind, grammar) for (_, ways), kind in begun for step in ways}
    return frozenset(one for state, kind in alive for one in ([kind] if kind is not None else _ahead(grammar)[state]))


def _after(step: Step, kind: bool | None, grammar: Grammar) -> tuple[int, bool | None]:
    return step.to, kind if kind is not None else _kind(step.ops, grammar)


def _kind(ops: Ops, grammar: Grammar) -> bool | None:
    """What a word makes of the line; None for a word that many orders begin with, and for a space alone, which is no
    order: where the line is one as well ("E3" crosses a symbol), it is that secret which must not stand there."""
    order = dict(ops).get(ORDER)
    return None if order in (None, _space_alone(grammar)) else order in _secrets(grammar)


@cache
def _space_alone(grammar: Grammar) -> str | None:
    place = grammar.selection.meanings().get("Place")
    return place.order if place else None


@cache
def _secrets(grammar: Grammar) -> frozenset[str]:
    return frozenset(meant.order for meant in grammar.selection.meanings().values() if meant.keyboard)


@cache
def _ahead(grammar: Grammar) -> tuple[Kinds, ...]:
    """From each state of the automaton, the kinds of order that are still ahead."""
    automaton = grammar.automaton
    found: list[Kinds] = [frozenset() for _ in automaton.steps]
    changed = True
    while changed:
        changed = False
        for state, ways in enumerate(automaton.steps):
            steps = [step for same in ways.values() for step in same]
            kinds = [(_kind(step.ops, grammar), step.to) for step in steps]
            here = frozenset(one for kind, to in kinds for one in ([kind] if kind is not None else found[to]))
            if here - found[state]:
                found[state], changed = found[state] | here, True
    return tuple(found)
