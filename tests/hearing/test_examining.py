"""What becomes of a place where an order may have been said, by how probable it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.hearing.automaton import Automaton
from referee.hearing.decision import Decision
from referee.hearing.evidence import Evidence
from referee.hearing.examining import Ear, Weighed
from referee.hearing.judgements import Accepted, Doubtful, Garbled
from referee.hearing.listener import Overheard
from referee.hearing.meanings import of_game
from referee.hearing.spotting import Hypothesis, Spotted
from referee.hearing.told import understood
from referee.language.grammar import Grammar
from referee.language.understanding import NotUnderstood
from referee.rules.crews import Game, Team
from tests.hearing.test_decision import CLEAR

GRAMMARS = {language: Grammar.load(language, Game.CAPTAIN_SONAR) for language in ("en", "fr")}
NAMED = {"en": "yellow head north", "fr": "jaune cap au nord"}


class Deaf:
    """What was heard is given here."""

    def hear(self, samples: object) -> None: ...
    def so_far(self) -> tuple[str, ...]:
        return ()

    def finish(self) -> tuple[()]:
        return ()

    def forget(self) -> None: ...
    def decode(self, samples: object) -> tuple[()]:
        return ()


def judged(text: str, probability: float, language: str = "en", evidence: Evidence = CLEAR) -> object:
    grammar, words = GRAMMARS[language], tuple(text.split())
    read = of_game(grammar)
    ear = Ear(language, Deaf(), read, Automaton(grammar.network()), Decision())
    spans = tuple((at / 2, at / 2 + 0.5) for at in range(len(words)))
    one = Hypothesis(read(words)[0], Spotted(words, spans, 0.0, 9.0, 9.0, is_last=True))
    found = ear.decided([Weighed(one, evidence, probability)], 0.0)
    return found.judgement if found else None


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_order_is_taken_asked_about_or_to_be_said_again_where_a_crew_was_named(language: str) -> None:
    kinds = [type(judged(NAMED[language], probability, language)) for probability in (0.97, 0.6, 0.3, 0.1)]
    assert kinds == [Accepted, Doubtful, Garbled, type(None)]


def test_who_named_no_crew_or_nothing_else_is_left_in_peace() -> None:
    assert judged("head north", 0.3) is None
    assert judged("yellow", 0.3) is None
    assert judged("yellow head north", 0.3, evidence=replace(CLEAR, above=4.0)) is None


def test_the_table_is_told_whose_order_was_lost() -> None:
    garbled = judged("yellow head north", 0.3)
    assert isinstance(garbled, Garbled)
    told = understood(Overheard(garbled, "en", 0.0, 1.5, 1.9))
    assert told == NotUnderstood("yellow head north", again=Team.YELLOW)
