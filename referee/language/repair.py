"""Slips of the fingers in fixed words, and near misses. Never for what was heard, only for what was typed.

A slip is repaired when the whole line then is one order, is nearly what was typed, and no other order is as near. A
word that is as near to a heading, a letter, a number or a crew as to the fixed word is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from referee.language.grammar import Grammar, meaning
from referee.language.network import Ops, Step
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood
from referee.language.weaving import NEAR, ORDER
from referee.rules import notation
from referee.rules.orders import No, Private, Yes

# letters of a line for each slip it may hold: one slip in five is another line
_LETTERS_PER_SLIP = 5
_SHORTEST = 3
_STEM = 4
_MOST = 3
_FEW = 2


@dataclass(frozen=True, slots=True)
class _Way:
    """One reading of a line so far."""

    state: int
    ops: Ops
    slips: int
    said: tuple[str, ...]

    def through(self, step: Step, slips: int) -> _Way:
        said = (*self.said, step.said) if step.said else self.said
        return _Way(step.to, self.ops + step.ops, self.slips + slips, said)


def repaired(text: str, words: tuple[str, ...], grammar: Grammar) -> Understanding:
    """The order a line was meant to be, the order it nearly is, or none."""
    alive, read = [_Way(grammar.automaton.start, (), 0, ())], 0
    for word in words:
        ahead = _best(_onward(alive, word, grammar))
        if not ahead:
            break
        alive, read = ahead, read + 1
    if read == len(words):
        whole = _whole(alive, words, grammar)
        if whole is not None:
            return whole
    return NotUnderstood(text, _near(alive, words[read:], grammar))


def apart(words: tuple[str, ...], grammar: Grammar) -> tuple[str, ...]:
    """Two words typed as one: `headnorth`."""
    known = frozenset(word for found in _vocabulary(grammar) for word in found)
    return tuple(part for word in words for part in _apart(word, known))


def _apart(word: str, known: frozenset[str]) -> tuple[str, ...]:
    places = () if word in known else range(_SHORTEST, len(word) - _SHORTEST + 1)
    found = [(word[:place], word[place:]) for place in places if {word[:place], word[place:]} <= known]
    return found[0] if len(found) == 1 else (word,)


def _onward(alive: list[_Way], word: str, grammar: Grammar) -> Iterator[_Way]:
    spellings = {word: 0, **_slips(alive, word, grammar)}
    for way in alive:
        steps = grammar.automaton.steps[way.state]
        for spelling, slips in spellings.items():
            for step in steps.get(spelling, ()):
                if slips == 0 or not step.guarded:
                    yield way.through(step, slips)


def _best(ways: Iterator[_Way]) -> list[_Way]:
    """For each place and meaning the reading with the fewest slips."""
    found: dict[tuple[int, Ops], _Way] = {}
    for way in ways:
        key = (way.state, way.ops)
        if key not in found or way.slips < found[key].slips:
            found[key] = way
    return list(found.values())


def _whole(alive: list[_Way], words: tuple[str, ...], grammar: Grammar) -> Understanding | None:
    orders: dict[Understood, _Way] = {}
    for way in alive:
        for last in grammar.automaton.finals.get(way.state, ()):
            understood = meaning(way.ops + last)
            if understood is not None and (understood not in orders or way.slips < orders[understood].slips):
                orders[understood] = way
    if not orders:
        return None
    ranked = sorted(orders.items(), key=lambda found: (found[1].slips, notation.line_of(found[0].announced)))
    best, way = ranked[0]
    if _too_many(way, words) or _is_everyday(words, way, grammar) or _is_secret(words, best, grammar):
        return None
    if way.slips and isinstance(best.announced.order, Yes | No):
        return None  # words of three letters are too near to others: "nor" is as near to "nord" as to "non"
    rivals = [order.announced for order, other in ranked if other.slips == way.slips]
    if len(rivals) > 1:
        return Ambiguous(tuple(rivals))
    return Understood(best.announced, repaired=" ".join(way.said), stop=best.stop)


def _too_many(way: _Way, words: Sequence[str]) -> bool:
    return way.slips * _LETTERS_PER_SLIP > sum(map(len, words))


def _is_everyday(words: tuple[str, ...], way: _Way, grammar: Grammar) -> bool:
    """Said alone, a word people use is that word and no slip: "flower" is not "slower"."""
    called = "team" in dict(way.ops)
    return len(words) == 1 + called and words[-1] in grammar.everyday


def _is_secret(words: tuple[str, ...], found: Understood, grammar: Grammar) -> bool:
    """How a silence moved, half told, must not become a course said aloud: "moved north" is no slip of "move north"."""
    return not isinstance(found.announced.order, Private) and not grammar.secret_words.isdisjoint(words)


@cache
def _vocabulary(grammar: Grammar) -> tuple[frozenset[str], frozenset[str]]:
    """The fixed words long enough to be repaired, and the guarded ones."""
    steps = [(word, step) for found in grammar.automaton.steps for word, ways in found.items() for step in ways]
    guarded = {word for word, step in steps if step.guarded}
    fixed = {word for word, step in steps if not step.guarded and len(word) >= _SHORTEST}
    return frozenset(fixed), frozenset(guarded)


def _slips(alive: list[_Way], word: str, grammar: Grammar) -> dict[str, int]:
    """The fixed words this one may be a slip of, where it is not as near to a heading or a cell that may stand here."""
    near = _fixed_near(grammar, word)
    if not near:
        return {}
    expected = [known for way in alive for known in _guarded(way.state, grammar)]
    nearest = process.extractOne(word, expected, scorer=OSA.distance, score_cutoff=_MOST)
    ceiling = nearest[1] if nearest else _MOST + 1
    return {known: slips for known, slips in near.items() if slips < ceiling}


@cache
def _fixed_near(grammar: Grammar, word: str) -> dict[str, int]:
    """The fixed words near to a word, with the number of slips. A heading, letter or number is itself and no slip."""
    fixed, guarded = _vocabulary(grammar)
    if len(word) < _SHORTEST - 1 or not word.isalpha() or word in guarded:
        return {}
    found = process.extract(word, fixed, scorer=OSA.distance, score_cutoff=_MOST, limit=12)
    # a word of the grammar is itself too, but may be another form of the same: "launch" for "launched"
    stem = word[: min(_STEM, len(word) - 1)] if word in fixed else ""
    return {near: slips for near, slips, _ in found if 0 < slips <= _allowed(near) and near.startswith(stem)}


def _allowed(word: str) -> int:
    """How many slips a word may hold and still be itself."""
    return 1 if len(word) < 6 else 2 if len(word) < 9 else _MOST


def _guarded(state: int, grammar: Grammar) -> Iterator[str]:
    """The headings, letters and numbers that may come next."""
    for word, ways in grammar.automaton.steps[state].items():
        if any(step.guarded for step in ways):
            yield word


def _near(alive: list[_Way], left: tuple[str, ...], grammar: Grammar) -> str | None:
    """The kind of order a line breaks off in, when only its heading, cell or number is missing or unreadable."""
    if len(left) > _FEW:
        return None
    meanings = enumerate(grammar.selection.meanings().values())
    known = {meant.order: place for place, meant in meanings if not meant.keyboard}
    found = [(way, dict(way.ops)) for way in alive]
    meant = [(way, slots, str(slots.get(NEAR) or slots.get(ORDER, ""))) for way, slots in found]
    for way, slots, order in sorted(meant, key=lambda one: (one[0].slips, known.get(one[2], 0))):
        if order in known and not _too_many(way, way.said) and _breaks_off(way, left, grammar, lacking=NEAR in slots):
            return _kind(order, slots)
    return None


def _breaks_off(way: _Way, left: tuple[str, ...], grammar: Grammar, *, lacking: bool) -> bool:
    if lacking:
        return not left and way.state in grammar.automaton.finals
    expected = _payload(way.state, grammar)
    if not left and sum(map(len, way.said)) > _SHORTEST:
        steps = grammar.automaton.steps
        after = {step.to for ways in steps[way.state].values() for step in ways if not step.guarded}
        return bool(expected) or any(_payload(state, grammar) for state in after)
    return bool(expected) and _looks_meant(left, expected, grammar)


def _kind(order: str, slots: dict[str, Any]) -> str | None:
    """`torpedo` of "torpedo {column}{row}"; what is drawn on a chart names itself, once it is named."""
    verb = order.split(maxsplit=1)[0]
    return verb if "{" not in verb else slots.get(verb.strip("{}"))


def _payload(state: int, grammar: Grammar) -> set[str]:
    """The headings, letters and numbers that may come next; `l'est` in one piece too."""
    steps = grammar.automaton.steps
    found = {word: step.to for word in _guarded(state, grammar) for step in steps[state][word]}
    joined = {word + then for word, to in found.items() if len(word) == 1 for then in steps[to]}
    return found.keys() | joined


def _looks_meant(left: tuple[str, ...], expected: set[str], grammar: Grammar) -> bool:
    """A letter or number, or a slip of what is expected there."""
    _, guarded = _vocabulary(grammar)
    choices = (expected, guarded)
    return all(_is_slip_of(word, known) for word, known in zip(left, choices, strict=False))


def _is_slip_of(word: str, known: Iterable[str]) -> bool:
    if word.isdigit() or len(word) == 1:
        return True
    words = [one for one in known if len(one) >= _SHORTEST]
    found = process.extractOne(word, words, scorer=OSA.distance, score_cutoff=2)
    # two slips in a short word leave little of it: all its letters at least
    return found is not None and (found[1] < 2 or len(word) > _STEM or sorted(word) == sorted(found[0]))
