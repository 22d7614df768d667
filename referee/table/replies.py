"""Replies put together: from lines, or several into one. Nothing is decided here."""

from __future__ import annotations

from dataclasses import replace

from referee.table.outputs import Reply, Verdict
from referee.table.views import Lines


def replied(verdict: Verdict, lines: Lines) -> Reply:
    return Reply(verdict, whispers=lines.whispers, public=lines.public)


def together(replies: list[Reply]) -> Reply:
    """Several rulings on one input, as one reply: the last one's verdict."""
    return replace(
        replies[-1],
        whispers=tuple(line for reply in replies for line in reply.whispers),
        public=tuple(line for reply in replies for line in reply.public),
        events=tuple(line for reply in replies for line in reply.events),
        entries=tuple(entry for reply in replies for entry in reply.entries),
        spoken=tuple(voice for reply in replies for voice in reply.spoken),
    )
