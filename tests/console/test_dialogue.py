"""The dialogue before the game: numbers, names, beginnings of names, Enter; anything else is asked again."""

from collections.abc import Iterable

import pytest

from referee.console.commands import Leaving
from referee.console.dialogue import Choice, Dialogue, Question, matching
from referee.language.messages import catalogue

MODES = [Choice("turn-by-turn", "tour par tour"), Choice("real-time", "temps réel")]


def dialogue(answers: Iterable[str]) -> tuple[Dialogue, list[str]]:
    waiting, said = iter(answers), []

    def ask(question: Question) -> str:
        said.append(question.shown)
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return Dialogue(catalogue("fr"), ask, said.append), said


@pytest.mark.parametrize("answer", ["2", "real-time", "Temps réel", "temps reel", "te", " TEMPS ", "real"])
def test_a_choice_is_named_in_many_ways(answer: str) -> None:
    assert dialogue([answer])[0].chosen("mode", MODES, "turn-by-turn") == "real-time"


@pytest.mark.parametrize("answer", ["0", "3", "t", "chess", "99999999999", "²", "?!"])
def test_what_names_none_or_several_is_asked_again(answer: str) -> None:
    assert matching(MODES, answer) is None
    asking, said = dialogue([answer, "1"])
    assert asking.chosen("mode", MODES, "real-time") == "turn-by-turn"
    assert catalogue("fr").shown("console.dialogue.not-one") in said


@pytest.mark.parametrize("answers", [[""], [], ["  "]])
def test_enter_and_the_end_of_input_take_the_default(answers: list[str]) -> None:
    assert dialogue(answers)[0].chosen("mode", MODES, "real-time") == "real-time"


@pytest.mark.parametrize("word", ["quit", "Quitter", "exit."])
def test_whoever_leaves_is_not_asked_again(word: str) -> None:
    asking, said = dialogue([word])
    with pytest.raises(Leaving):
        asking.chosen("mode", MODES, "real-time")
    assert catalogue("fr").shown("console.dialogue.not-one") not in said


def test_the_default_is_shown_in_brackets() -> None:
    asking, said = dialogue([""])
    asking.chosen("mode", MODES, "real-time")
    assert said[-1] == "Tour par tour, ou en temps réel ? [temps réel] "


def test_a_single_choice_is_not_asked() -> None:
    asking, said = dialogue([])
    assert asking.chosen("mode", MODES[:1], "real-time") == "turn-by-turn"
    assert not said


@pytest.mark.parametrize(("answer", "agreed"), [("oui", True), ("o", True), ("non", False), ("n", False), ("", True)])
def test_yes_and_no(answer: str, agreed: bool) -> None:
    assert dialogue([answer])[0].agreed("tutor", default=True) is agreed


def test_what_is_neither_yes_nor_no_is_answered_with_these_two() -> None:
    asking, said = dialogue(["peut-être", "non"])
    assert not asking.agreed("tutor", default=True)
    assert said[1] == "Répondez par oui ou par non."
