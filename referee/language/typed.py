"""Typed lines: notation, words, and words with slips of the fingers.

Case, accents and punctuation do not matter, digits are numbers. A slip in a fixed word ("torpdeo launched") is repaired
and the repaired line told; a heading, a cell, a number, a sector or a crew is never guessed. What is left is either a
near miss, whose missing part is named, or table talk.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from referee.language import repair
from referee.language.grammar import Grammar, Part, is_his
from referee.language.understanding import NotUnderstood, Understanding, Understood
from referee.language.weaving import plain
from referee.rules import notation
from referee.rules.crews import TEAMS, Game, Role, Team
from referee.rules.orders import Announced, Order, Stop

_WORDS = re.compile(r"[^\W\d_]+|\d+")
_LONGEST = 200
"""Characters of a line that can be an order; beyond it is a text pasted by mistake."""


def understand(
    line: str, language: str, game: Game, team_names: Mapping[Team, str] | None = None, part: Part = Part.PLAY
) -> Understanding:
    """What a typed line means in this game and language."""
    text = line.strip()
    if len(text) > _LONGEST:
        return NotUnderstood(text[:_LONGEST])
    grammar = Grammar.for_keyboard(language, game, team_names, part)
    found = _understood(text, grammar, game)
    return replace(found, stop=_stop_in_front(text, grammar)) if isinstance(found, NotUnderstood) else found


def _stop_in_front(text: str, grammar: Grammar) -> Announced | None:
    """STOP and whose it is, where the line begins with it."""
    words = tokens(text)
    read = [grammar.read(words[:count]) for count in range(1, len(words))]
    called = [one.announced for one in read if isinstance(one, Understood) and isinstance(one.announced.order, Stop)]
    return called[-1] if called else None


def _understood(text: str, grammar: Grammar, game: Game) -> Understanding:
    written = _notation(text, grammar)
    if written is not None:
        return _in_game(written, text, game)
    words = tokens(text)
    strict = grammar.read(words)
    if strict is not None:
        return strict
    called = _called_notation(text, grammar)
    if called is not None:
        return _in_game(called, text, game)
    needed = repair.apart(_without_fillers(words, grammar), grammar)
    strict = grammar.read(needed) if needed != words else None
    if strict is not None:
        return strict
    whole = repair.repaired(text, words, grammar)  # a filler may be a word of the order: "what now"
    return whole if isinstance(whole, Understood) else repair.repaired(text, needed, grammar)


def tokens(text: str) -> tuple[str, ...]:
    """The words and numbers of a line: `Torpille larguée, C6 !` as torpille larguee c 6."""
    return tuple(word.lstrip("0") or "0" if word.isdigit() else word for word in _WORDS.findall(plain(text)))


def _without_fillers(words: tuple[str, ...], grammar: Grammar) -> tuple[str, ...]:
    """The line without "um" and "please"."""
    text = f" {' '.join(words)} "
    for filler in grammar.fillers:
        text = text.replace(f" {filler} ", " ")
    return tuple(text.split())


def _notation(text: str, grammar: Grammar) -> Announced | None:
    """The line as notation, its crew named in notation too or by the call words of the language."""
    bare = text.rstrip(" .!?")
    found = notation.parse_line(bare)
    if found is not None:
        return found
    who, colon, what = bare.partition(":")
    order = notation.parse(what) if colon else None
    return _called(order, who, grammar)


def _called_notation(text: str, grammar: Grammar) -> Announced | None:
    """Notation behind a crew's name without a colon: `blue sonar`, which nobody says but everybody types."""
    who, _, what = text.rstrip(" .!?").partition(" ")
    return _called(notation.parse(what.strip()), who, grammar)


def _called(order: Order | None, who: str, grammar: Grammar) -> Announced | None:
    """The order of whom the words of the language name; of a role it may come from."""
    caller = _caller(tokens(who), grammar) if order is not None else None
    if order is None or caller is None:
        return None
    announced = Announced(order, *caller)
    return announced if is_his(announced) else None


def _caller(words: tuple[str, ...], grammar: Grammar) -> tuple[Team, Role | None] | None:
    for ops in grammar.callers.read(words):
        slots = dict(ops)
        return Team(slots["team"]), Role(slots["role"]) if "role" in slots else None
    return None


def _in_game(announced: Announced, text: str, game: Game) -> Understanding:
    """A crew of the other game is nobody here."""
    if announced.team is not None and announced.team not in TEAMS[game]:
        return NotUnderstood(text)
    return Understood(announced)
