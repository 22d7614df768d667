"""The dialogue before a game: what was not given is asked, each question with a default that Enter takes.

It only asks, on the screen and aloud, and takes an answer as it was typed or as it was heard. What is asked and what
the answers mean is the caller's, who builds the game from them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.console.commands import Command, Leaving, command_of
from referee.language.messages import Catalogue


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer: its value, and how it is shown."""

    value: str
    shown: str


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: for the eye, with the answer that Enter takes; and the sentences to be said aloud."""

    shown: str
    spoken: tuple[tuple[str, str], ...]
    """Each with its language."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Questions at a table. `ask` asks one and returns the answer, as typed or as the value that was heard."""

    sentences: Catalogue
    ask: Callable[[Question], str]
    say: Callable[[str], None]

    def chosen(self, question: str, choices: Sequence[Choice], default: str, **slots: object) -> str:
        """The value chosen by its number, its name, or the beginning of its name; Enter takes the default."""
        if len(choices) == 1:
            return choices[0].value
        for number, choice in enumerate(choices, 1):
            self.say(f"  {number}  {choice.shown}")
        return self.asked(question, choices, default, **slots)

    def asked(self, question: str, choices: Sequence[Choice], default: str, **slots: object) -> str:
        """The same, where the choices stand on the screen already, or go without saying."""
        return self.answered(self._question(question, choices, default, slots), choices, default)

    def answered(self, question: Question, choices: Sequence[Choice], default: str, otherwise: str = "not-one") -> str:
        """The value chosen, once it is one of these; `otherwise` names the sentence about any other answer. Whoever
        types that he leaves, leaves."""
        while answer := self._answer(question):
            found = matching(choices, answer)
            if found is not None:
                return found
            if command_of(answer) is Command.LEAVE:
                raise Leaving
            key = f"console.dialogue.{otherwise}"
            self.say(self.sentences.shown(key))
            said_too = (self.sentences.spoken(key), self.sentences.language)
            question = Question(question.shown, (said_too, question.spoken[-1]))
        return default

    def agreed(self, question: str, *, default: bool, **slots: object) -> bool:
        """Yes or no, which nobody needs to have listed."""
        yes, no = (Choice(value, self.sentences.shown(f"console.dialogue.{value}")) for value in ("yes", "no"))
        standing = yes.value if default else no.value
        asked = self._question(question, [yes, no], standing, slots)
        return self.answered(asked, [yes, no], standing, "yes-or-no") == yes.value

    def _question(self, key: str, choices: Sequence[Choice], default: str, slots: dict[str, object]) -> Question:
        standing = next((choice.shown for choice in choices if choice.value == default), default)
        key, words = f"console.dialogue.{key}", self.sentences
        shown = words.shown("console.dialogue.choose", question=words.shown(key, **slots), default=standing)
        return Question(shown, ((words.spoken(key, **slots), words.language),))

    def _answer(self, question: Question) -> str:
        try:
            return self.ask(question).strip()
        except EOFError:
            return ""


def matching(choices: Sequence[Choice], answer: str) -> str | None:
    """The one choice an answer names; None when it names none, or several."""
    if any(choice.value == answer for choice in choices):
        return answer
    if answer.isascii() and answer.isdigit():
        number = int(answer) if len(answer) < 4 else 0
        return choices[number - 1].value if 1 <= number <= len(choices) else None
    typed = _plain(answer)
    exact = [choice.value for choice in choices if typed in (_plain(choice.value), _plain(choice.shown))]
    begun = [one.value for one in choices if any(_plain(name).startswith(typed) for name in (one.value, one.shown))]
    found = exact or begun
    return found[0] if typed and len(set(found)) == 1 else None


def _plain(text: str) -> str:
    """Without case, accents and punctuation, as people type."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(one if one.isalnum() else " " for one in letters if not unicodedata.combining(one)).split())
