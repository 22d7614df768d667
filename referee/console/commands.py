"""What is typed to the screen itself: another game, or to leave. It is never heard: no chatter may end a game.

It is understood in every language, like orders at the keyboard; the words stand in the catalogues.
"""

from __future__ import annotations

from enum import StrEnum

from referee.language.messages import catalogue, languages


class Leaving(Exception):
    """Somebody wants to leave before there is a game."""


class Command(StrEnum):
    """The value names its words."""

    ANOTHER = "another"
    """The same table plays again."""
    LEAVE = "leave"
    """The game is kept for later."""


def command_of(line: str) -> Command | None:
    """The command a typed line is; most lines are none."""
    typed = " ".join(line.casefold().strip(" .!").split())
    return next((one for one in Command if typed in _words(one)), None)


def _words(command: Command) -> frozenset[str]:
    every = (catalogue(language).shown(f"console.command.{command}").split("|") for language in languages())
    return frozenset(words.strip() for some in every for words in some)
