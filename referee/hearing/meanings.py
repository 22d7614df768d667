"""Wordings as meanings: of the game's grammar, or of any other."""

from __future__ import annotations

import json

from referee.hearing.judgements import Meaning, Reader
from referee.language.anyfile import AnyGrammar
from referee.language.grammar import Grammar
from referee.language.understanding import Ambiguous, Understood
from referee.rules import notation
from referee.rules.orders import Announced


def of_game(grammar: Grammar) -> Reader:
    """Orders, with their crew when it was called."""

    def read(words: tuple[str, ...]) -> tuple[Meaning, ...]:
        found = grammar.parse(words)
        match found:
            case Understood(announced=announced, stop=stop):
                return (_of_order(announced, stop),)
            case Ambiguous(candidates=candidates):
                return tuple(_of_order(announced, stop=False) for announced in candidates)
            case _:
                return ()

    return read


def _of_order(announced: Announced, stop: bool) -> Meaning:
    text = notation.text_of(announced.order)
    before = "stop, " if stop else ""
    return Meaning(
        key=before + notation.line_of(announced),
        kind=text.split()[0],
        value=Understood(announced, stop=stop),
        without_call=before + text,
        order=text,
        notation=notation.line_of(announced),
    )


def of_any(grammar: AnyGrammar) -> Reader:
    """Intents with their slots."""

    def read(words: tuple[str, ...]) -> tuple[Meaning, ...]:
        found = grammar.parse(words)
        if found is None:
            return ()
        key = json.dumps([found.intent, found.slots], sort_keys=True, default=str)
        slots = " ".join(f"{name}={value}" for name, value in found.slots.items())
        return (Meaning(key, found.intent, found, key, key, f"{found.intent} {slots}".strip()),)

    return read
