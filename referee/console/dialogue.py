"""The dialogue before a game: what was not given is asked, each question with a default that Enter takes.

It only asks. What is asked and what the answers mean is the caller's, who builds the game from them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from referee.language.messages import Catalogue


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer: its value, and how it is shown."""

    value: str
    shown: str


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Questions at a terminal. `ask` shows a prompt and returns the line typed."""

    sentences: Catalogue
    ask: Callable[[str], str]
    say: Callable[[str], None]

    def chosen(self, question: str, choices: Sequence[Choice], default: str) -> str:
        """The value chosen by its number, its name, or the beginning of its name; Enter takes the default."""
        if len(choices) == 1:
            return choices[0].value
        shown = next((choice.shown for choice in choices if choice.value == default), default)
        prompt = self._prompt(question, shown)
        for number, choice in enumerate(choices, 1):
            self.say(f"  {number}  {choice.shown}")
        while answer := self._answer(prompt):
            found = matching(choices, answer)
            if found is not None:
                return found
            self.say(self.sentences.shown("console.dialogue.not-one"))
        return default

    def agreed(self, question: str, *, default: bool) -> bool:
        yes, no = (Choice(value, self.sentences.shown(f"console.dialogue.{value}")) for value in ("yes", "no"))
        return self.chosen(question, [yes, no], yes.value if default else no.value) == yes.value

    def _prompt(self, question: str, default: str) -> str:
        asked = self.sentences.shown(f"console.dialogue.{question}")
        return self.sentences.shown("console.dialogue.choose", question=asked, default=default)

    def _answer(self, prompt: str) -> str:
        try:
            return self.ask(prompt).strip()
        except EOFError:
            return ""


def matching(choices: Sequence[Choice], answer: str) -> str | None:
    """The one choice an answer names; None when it names none, or several."""
    if answer.isascii() and answer.isdigit():
        number = int(answer) if len(answer) < 4 else 0
        return choices[number - 1].value if 1 <= number <= len(choices) else None
    typed = _plain(answer)
    exact = [choice.value for choice in choices if typed in (_plain(choice.value), _plain(choice.shown))]
    begun = [choice.value for choice in choices if _plain(choice.shown).startswith(typed)]
    found = exact or begun
    return found[0] if typed and len(set(found)) == 1 else None


def _plain(text: str) -> str:
    """Without case, accents and punctuation, as people type."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(one if one.isalnum() else " " for one in letters if not unicodedata.combining(one)).split())
