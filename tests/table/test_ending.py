"""The end of a game: it may be taken back until both crews find it right, and never once both routes were shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee import app
from referee.journal.keeping import KeptGame
from referee.rules.crews import Team
from referee.table.inputs import Typed
from referee.table.outputs import Reply
from referee.table.setup import Setup
from tests.journal.test_debrief import GAME, play
from tests.table.tables import said, whispered

END = GAME + "; yellow: hit direct"


def types(game: KeptGame[Any], line: str) -> Reply:
    return game.feed(Typed(game.session.now + 1, line))


def over(folder: Path) -> KeptGame[Any]:
    found = app.resume(play(folder / "g.game", END)).game
    assert found.session.screen.phase == "over"
    return found


def test_before_the_end_nobody_gets_a_debrief(tmp_path: Path) -> None:
    with app.new_game(Setup(), tmp_path / "g.game") as game:
        for line in ("debrief", "blue: debrief", "yellow captain: debrief"):
            reply = types(game, line)
            assert (reply.verdict, reply.entries) == ("ignored", ())
        assert not game.session.screen.stands


def test_a_fatal_report_may_be_taken_back_until_both_crews_find_it_right(tmp_path: Path) -> None:
    with over(tmp_path) as game:
        assert said(types(game, "debrief"))[0].startswith("Each crew asks")
        assert "Yellow, if it is right" in said(types(game, "blue: debrief"))[0]
        assert not types(game, "blue: debrief").entries
        assert not game.session.screen.stands
        assert types(game, "yellow: cancel").verdict == "accepted"
        assert (game.session.screen.phase, game.session.screen.agreed) == ("play", frozenset())
        assert types(game, "yellow: hit direct").verdict == "accepted"
        types(game, "yellow: debrief")
        assert not game.session.screen.stands, "Blue agreed to an end that was taken back"


def test_an_end_that_stands_is_taken_back_by_nobody_and_stands_when_the_game_is_resumed(tmp_path: Path) -> None:
    with over(tmp_path) as game:
        types(game, "blue: debrief")
        assert said(types(game, "yellow: debrief")) == [
            "Both crews agree: the end of the game stands, and both routes may be seen."
        ]
    with app.resume(tmp_path / "g.game").game as game:
        assert game.session.screen.stands
        for line in ("yellow: cancel", "blue: cancel", "cancel"):
            assert types(game, line).reason == "cancel/over"
        assert "stands" in whispered(types(game, "yellow captain: cancel"), Team.YELLOW)[0]
        assert game.session.screen.phase == "over"


def test_a_debrief_made_for_all_makes_the_end_stand(tmp_path: Path) -> None:
    with over(tmp_path) as game:
        assert game.is_debriefed()
        assert game.is_debriefed()
    found = app.resume(tmp_path / "g.game")
    with found.game as game:
        assert (found.broken, types(game, "yellow: cancel").reason) == (None, "cancel/over")


def test_of_a_game_that_goes_on_no_debrief_is_made(tmp_path: Path) -> None:
    with app.resume(play(tmp_path / "g.game", GAME)).game as game:
        assert not game.is_debriefed()
