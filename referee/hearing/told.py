"""What the table is told of what was overheard."""

from __future__ import annotations

from dataclasses import replace

from referee.hearing.judgements import Accepted, Doubtful, Nearly
from referee.hearing.listener import Overheard
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood


def understood(overheard: Overheard) -> Understanding | None:
    """Of table talk, nothing."""
    match overheard.judgement:
        case Accepted(meaning, _, confidence):
            found = meaning.value
            return replace(found, confidence=confidence) if isinstance(found, Understood) else None
        case Doubtful(meanings, words):
            return Ambiguous(tuple(one.value.announced for one in meanings), " ".join(words))
        case Nearly(kind, words):
            return NotUnderstood(" ".join(words), kind)
        case _:
            return None
