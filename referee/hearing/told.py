"""What the table is told of what was overheard."""

from __future__ import annotations

from dataclasses import replace

from referee.hearing.judgements import Accepted, Doubtful, Garbled, Nearly
from referee.hearing.listener import Overheard
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood
from referee.table.refusals import is_private


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
        case Garbled(meaning, words):
            announced = meaning.value.announced
            return None if is_private(announced) else NotUnderstood(" ".join(words), again=announced.team)
        case _:
            return None
