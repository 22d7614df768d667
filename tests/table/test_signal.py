"""Sonar in real time: the game goes on when the captain who called STOP says so, and at nothing else."""

from __future__ import annotations

from referee.rules.crews import Game
from tests.table.tables import Table, in_real_time, said


def at_a_stop() -> Table:
    now = in_real_time(game=Game.SONAR, scenario="archipelago")
    now.play("blue: head S", "blue: head S", "blue: stop", "blue: sonar")
    return now


def test_nobody_moves_before_the_signal_and_everybody_is_told_what_is_missing() -> None:
    now = at_a_stop()
    assert said(now.play("green: at row 10")) == ["Green: row 10."]
    assert said(now.types("blue: head S")) == ["Blue, say “resume” first: then play goes on."]
    assert now.types("green: head N").verdict == "rejected"
    assert said(now.play("blue: resume")) == ["Play goes on."]
    now.play("green: head N")


def test_the_captain_who_forgets_the_signal_is_asked_for_it() -> None:
    now = at_a_stop()
    now.play("green: at row 10")
    assert said(now.waits(9.0)) == ["Blue, say “resume” when play is to go on."]


def test_an_answer_that_is_due_is_asked_for_before_the_signal() -> None:
    assert said(at_a_stop().waits(9.0)) == ["Green, sonar: say your line or your column."]
