"""A whole game on paper by microphone alone: spoken, recognised, ruled on, won. Nothing is told, nothing is typed.

The longer game of `test_paper_game.py` is read from its words; this one goes through the recogniser, with table talk.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from referee import app
from referee.hearing.listener import Listener
from referee.hearing.told import understood
from referee.rules.crews import Team
from referee.table.inputs import Heard
from referee.table.setup import Setup
from tests.hearing.saying import an_ear, said

pytestmark = pytest.mark.model

VOICES = {"blue": "+f2", "yellow": "+m3"}


@dataclass(frozen=True)
class Said:
    """What somebody says at the table, and what the referee has to make of it: nothing, for table talk."""

    who: str
    words: str
    outcome: str | None


GAME = [
    Said("blue", "blue, dive", "accepted"),
    Said("yellow", "yellow, dive", "accepted"),
    Said("blue", "head east", "accepted"),
    Said("yellow", "pass me the salt please", None),
    Said("yellow", "head west", "accepted"),
    Said("blue", "head east", "accepted"),
    # two courses charge no torpedo, whatever the First Mate marked
    Said("blue", "torpedo launched, impact in echo five", "system/not-charged"),
    # wherever they began, they were there before
    Said("yellow", "head east", "course/own-route"),
    Said("yellow", "head west", "accepted"),
    Said("blue", "head east", "accepted"),
    Said("blue", "torpedo launched, impact in echo five", "accepted"),
    Said("yellow", "direct hit, two damage", "accepted"),
    Said("yellow", "head west", "accepted"),
    Said("blue", "head south", "accepted"),
    Said("yellow", "head south", "accepted"),
    Said("blue", "head east", "accepted"),
    Said("yellow", "head south", "accepted"),
    Said("blue", "head south", "accepted"),
    Said("blue", "torpedo launched, impact in delta seven", "accepted"),
    # three courses after a direct hit in echo five they can be nowhere else
    Said("yellow", "all clear", "hit/untrue"),
    Said("yellow", "direct hit, two damage", "accepted"),
]


def test_the_game_is_heard_refereed_and_won() -> None:
    session = app.session(Setup(scenario="alpha", first=Team.BLUE))
    listener, at = Listener([an_ear()]), 0.0
    made: list[tuple[str, str]] = []
    for line in GAME:
        overheard = listener.feed(said(line.words, "en", VOICES[line.who]))
        for understanding in (found for one in overheard if (found := understood(one)) is not None):
            at += 5
            reply = session.feed(Heard(at, understanding))
            made.append((line.words, str(reply.reason or reply.verdict)))
    expected = [(line.words, line.outcome) for line in GAME if line.outcome is not None]
    assert made == expected
    assert (session.screen.phase, session.screen.winner) == ("over", Team.BLUE)
