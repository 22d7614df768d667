"""The judgement on wordings, without any sound."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from referee.hearing.automaton import Automaton
from referee.hearing.judge import Judge
from referee.hearing.judgements import Accepted, Chatter, Doubtful, Judgement, Nearly
from referee.hearing.meanings import of_game
from referee.hearing.sound import Unheard
from referee.hearing.wordings import Wording
from referee.language.grammar import Grammar
from referee.rules.crews import Game

GRAMMAR = Grammar.load("en", Game.CAPTAIN_SONAR)
JUDGE = Judge(of_game(GRAMMAR), Automaton(GRAMMAR.network()))


@dataclass
class _Told(Unheard):
    """What a sound of so many words tells, that begins with these."""

    words: int = 0
    begins_with: tuple[str, ...] = ()

    def is_all(self, wording: Wording) -> bool:
        return len(wording.words) >= self.words

    def is_first(self, wording: Wording) -> bool:
        return wording.words[: len(self.begins_with)] == self.begins_with


def judged(*wordings: tuple[str, float]) -> Judgement:
    return JUDGE.judge([Wording(tuple(text.split()), score) for text, score in wordings])


def test_an_order_far_ahead_is_accepted() -> None:
    found = judged(("head north", 100.0), ("had enough", 90.0))
    assert isinstance(found, Accepted)
    assert found.meaning.notation == "head N"
    assert found.confidence > 0.9


def test_chatter_ahead_is_ignored() -> None:
    assert judged(("we had some", 100.0), ("head north", 94.0)) == Chatter(("we", "had", "some"))


def test_an_order_a_little_behind_chatter_is_still_an_order() -> None:
    """Chatter is made of everything; an order that comes close to it is no accident."""
    assert isinstance(judged(("had not", 100.0), ("head north", 99.5)), Accepted)


def test_a_word_drawn_out_over_a_sentence_is_no_order() -> None:
    drawled = Wording(("cancel",), 100.0, ((0.1, 1.9),))
    assert JUDGE.judge([drawled]) == Chatter(("cancel",))
    assert isinstance(JUDGE.judge([Wording(("cancel",), 100.0, ((0.1, 0.7),))]), Accepted)


@pytest.mark.parametrize(("behind", "taken"), [(4.0, False), (-1.0, True)])
def test_one_word_has_to_come_closer_than_many(behind: float, taken: bool) -> None:
    assert isinstance(judged(("no", 100.0 - behind), ("know", 100.0)), Accepted) is taken


def test_two_close_cells_are_asked_about_the_likeliest_first() -> None:
    found = judged(("torpedo d six", 100.0), ("torpedo b six", 99.5), ("torpedo g six", 90.0))
    assert isinstance(found, Doubtful)
    assert [one.notation for one in found.meanings] == ["torpedo D6", "torpedo B6"]


def test_two_wordings_of_one_order_are_no_doubt() -> None:
    assert isinstance(judged(("torpedo charlie six", 100.0), ("torpedo c six", 100.0)), Accepted)


def test_a_call_word_that_may_be_noise_is_not_taken_for_one() -> None:
    found = judged(("blue head north", 100.0), ("head north", 99.5))
    assert isinstance(found, Accepted)
    assert found.meaning.notation == "head N"


def test_a_call_word_that_somebody_said_is_one() -> None:
    spoken = Wording(("blue", "head", "north"), 99.5), Wording(("head", "north"), 100.0)
    found = JUDGE.judge(spoken, _Told(begins_with=("blue",)))
    assert isinstance(found, Accepted)
    assert found.meaning.notation == "blue: head N"


def test_nobody_is_asked_whether_a_stop_came_before() -> None:
    found = judged(("torpedo d six", 100.0), ("stop torpedo d six", 99.9))
    assert isinstance(found, Accepted)
    assert found.meaning.notation == "torpedo D6"


def test_the_beginning_of_an_order_names_its_kind() -> None:
    found = judged(("torpedo launched", 100.0))
    assert isinstance(found, Nearly)
    assert found.kind == "torpedo"


def test_nothing_is_chatter_without_words() -> None:
    assert judged() == judged(("", 3.0)) == Chatter(())


@pytest.mark.parametrize(
    ("text", "is_sure"),
    [
        ("we should all have gone home", True),
        ("[unk] [unk] [unk] [unk] the boat", False),  # a few words may be anything
        ("torpedo launched impact in charlie six", False),
        ("torpedo launched impact in", False),
        ("the torpedo launched him back", False),  # two of these words follow each other in orders
    ],
)
def test_what_is_surely_talk(text: str, is_sure: bool) -> None:
    assert JUDGE.is_surely_talk(tuple(text.split())) is is_sure


def test_what_may_follow() -> None:
    assert JUDGE.can_grow(("surface",))
    assert JUDGE.can_grow(("torpedo", "c", "four"))  # fourteen
    assert not JUDGE.can_grow(("activating", "silence", "now", "then"))
    assert JUDGE.is_beginning(("torpedo", "launched"))
    assert not JUDGE.is_beginning(("launched", "torpedo"))


@pytest.mark.parametrize(
    ("game", "text", "is_half"),
    [
        (Game.CAPTAIN_SONAR, "row eight", True),
        (Game.CAPTAIN_SONAR, "we are in column c", True),
        (Game.CAPTAIN_SONAR, "row eight sector three", False),
        (Game.CAPTAIN_SONAR, "surface", False),
        (Game.SONAR, "row eight", False),
        (Game.SONAR, "column c", False),
    ],
)
def test_an_answer_of_two_parts_is_half_of_one_after_the_first(game: Game, text: str, is_half: bool) -> None:
    grammar = Grammar.load("en", game)
    judge = Judge(of_game(grammar), Automaton(grammar.network()))
    found = judge.judge([Wording(tuple(text.split()), 100.0)])
    assert isinstance(found, Accepted)
    assert judge.is_half(found) is is_half


def test_an_order_beside_which_more_was_said_is_no_rival_of_the_whole_one() -> None:
    whole = Wording(("surface", "sector", "four"), 100.0, ((0.0, 0.6), (0.7, 1.1), (1.1, 1.5)))
    part = Wording(("surface",), 99.8, ((0.0, 0.6),))
    assert isinstance(JUDGE.judge([whole, part]), Doubtful)
    found = JUDGE.judge([part, whole], _Told(words=3))
    assert isinstance(found, Accepted)
    assert found.meaning.notation == "surface 4"
    assert JUDGE.judge([part], _Told(words=3)) == Chatter(("surface",))


def test_which_words_may_stand_in_the_place_of_another_and_which_follow_each_other() -> None:
    automaton = Automaton(GRAMMAR.network())
    assert {"b", "bravo"} <= set(automaton.instead(("torpedo", "d", "six"), 1))
    assert "d" not in set(automaton.instead(("torpedo", "d", "six"), 1))
    assert set(automaton.instead(("head", "north"), 1)) >= {"south", "east", "west"}
    assert "north" not in set(automaton.instead(("torpedo", "d", "six"), 0))
    assert automaton.follow("head", "north")
    assert not automaton.follow("north", "head")
