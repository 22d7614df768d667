"""What is said aloud before a game, when nobody has a secret yet. Once there is a game, `views` alone makes lines."""

from __future__ import annotations

from referee.table.outputs import Public, Urgency


def line(words: str, language: str) -> Public:
    """A sentence of the dialogue, for all."""
    return Public(words, words, language, Urgency.ANSWER)
