"""What is owed is asked for when it is late, on what everybody knows; a pause stops everything, time included."""

import pytest

from referee.rules.crews import Game, Mode
from referee.table.inputs import Tick
from referee.table.outputs import Earcon, Urgency
from tests.table.tables import Table, in_real_time, said, under_way


def asked() -> Table:
    now = in_real_time()
    now.play(*["blue: head N"] * 4, "blue: stop", "blue: drone 5")
    return now


def test_a_late_answer_is_asked_for_more_and_more_rarely_then_no_more() -> None:
    now = asked()
    asking = ["Yellow, are you in sector 5: yes or no?"]
    heard = [said(now.waits(1)) for _ in range(300)]
    assert [second for second, lines in enumerate(heard, 1) if lines == asking] == [8, 20, 60]


def test_an_answer_in_time_is_not_asked_for() -> None:
    now = asked()
    now.play("yellow: no")
    assert not any(said(now.waits(1)) for _ in range(100))


def test_a_stop_that_nothing_follows_is_asked_about() -> None:
    now = in_real_time()
    now.play("blue: stop")
    reply = now.waits(9)
    assert said(reply) == ["Blue, stop: which system? Say resume to go on without one."]
    assert reply.public[0].urgency is Urgency.PROMPT


def test_the_reminder_comes_before_what_the_late_input_says() -> None:
    now = asked()
    assert said(now.types("yellow: no", at=now.now + 9)) == [
        "Yellow, are you in sector 5: yes or no?",
        "Yellow: no.",
        "Play goes on.",
    ]


def test_a_refused_answer_is_asked_for_again_at_once_and_blandly() -> None:
    now = under_way()
    now.types("yellow captain: start A10")
    now.play(*["blue: head N", "yellow: head N"] * 3, "blue: head N", "blue: drone 3")
    reply = now.types("yellow: no")
    assert (reply.verdict, reply.reason) == ("rejected", "drone/untrue")
    assert said(reply) == ["Yellow, please answer again."]
    assert reply.whispers[0].team == "yellow"
    assert reply.public[0].earcon is Earcon.REFUSED


def test_nothing_happens_in_a_pause_and_its_time_does_not_count() -> None:
    now = asked()
    now.types("pause")
    assert said(now.types("yellow: no")) == ["The game is paused: say “continue the game” first."]
    assert not any(said(now.waits(10)) for _ in range(30))
    now.types("continue")
    assert not said(now.waits(2))
    assert said(now.waits(8)) == ["Yellow, are you in sector 5: yes or no?"]


def test_in_a_pause_resume_means_the_pause() -> None:
    now = asked()
    now.types("pause")
    assert said(now.types("head N")) == ["The game is paused: say “continue the game” first."]
    assert said(now.types("resume")) == ["The game goes on."]
    now.types("pause")
    assert said(now.types("blue: resume")) == ["The game goes on."]
    assert now.session.screen.stop == "blue"
    assert now.session.again(now.replies[-1].entries[0]) is not None


def test_a_secret_typed_in_a_pause_is_answered_to_its_crew_alone() -> None:
    now = under_way()
    now.types("pause")
    reply = now.types("blue captain: start C7")
    assert (reply.verdict, said(reply), len(reply.whispers)) == ("ignored", [], 1)


def test_nobody_is_on_the_surface_any_more_when_the_game_is_over() -> None:
    now = under_way(mode=Mode.REAL_TIME)
    shot = [*["yellow: head E"] * 3, "yellow: stop", "yellow: torpedo H6", "blue: hit direct"]
    now.play("blue: surface 5", *shot, *shot)
    assert said(now.types("status")) == ["The game is over: Yellow has won.", "Damage: Blue 4, Yellow 0."]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_status_repeat_and_help_tell_only_what_everybody_knows(language: str) -> None:
    for mode in Mode:
        now = under_way(language=language, mode=mode)
        plain = [said(now.types(line)) for line in ("status", "repeat", "help", "what", "why", "options")]
        told = under_way(language=language, mode=mode)
        told.types("blue captain: start C7")
        assert plain == [said(told.types(line)) for line in ("status", "repeat", "help", "what", "why", "options")]
        assert all(plain)


def test_louder_and_text_are_passed_on() -> None:
    now = under_way()
    assert [now.hears(line).requests for line in ("louder", "text", "quiet")] == [("louder",), ("text",), ("quiet",)]


def test_time_never_runs_back() -> None:
    now = in_real_time()
    now.types("blue: head N", at=50)
    assert now.feed(Tick(3)).verdict == "ignored"
    assert now.session.now == 50


def test_two_stops_within_a_moment_the_first_has_it() -> None:
    now = in_real_time()
    now.types("blue: stop", at=10.0)
    reply = now.types("yellow: stop", at=10.04)
    assert (reply.verdict, reply.reason) == ("rejected", "pace/stopped")
    assert now.session.screen.stop == "blue"


def test_only_whoever_stopped_play_resumes_it() -> None:
    now = in_real_time()
    now.play("blue: stop")
    assert said(now.types("yellow: resume")) == ["Yellow, Blue stopped play, so Blue says when it goes on."]


def test_a_stop_before_surfacing_is_asked_for_no_system() -> None:
    now = under_way(game=Game.SONAR, scenario="archipelago", mode=Mode.REAL_TIME)
    now.play("blue: stop", "blue: surface")
    assert said(now.types("green: head N", at=60)) == [
        "Blue, at which point do you surface?", "Green, wait: an answer is owed first.",
    ]  # fmt: skip


def test_whoever_stopped_play_owes_no_answer() -> None:
    now = in_real_time()
    now.play("blue: stop")
    assert said(now.types("status"))[:-1] == ["Blue has stopped play."]


def test_a_crew_that_goes_on_although_it_owes_the_answer_is_asked_for_it() -> None:
    now = asked()
    assert said(now.types("yellow: head N")) == ["Yellow, are you in sector 5: yes or no?"]
    assert said(now.types("blue: head N")) == ["Blue, wait: an answer is owed first."]


def test_the_place_alone_answers_where_it_is_waited_for() -> None:
    now = under_way()
    now.play("blue: surface")
    assert said(now.types("yellow: 4")) == ["Yellow, the answer is Blue’s to give."]
    assert said(now.types("blue: 4")) == ["Blue surfaces in sector 4."]
    assert now.types("4").verdict == "not-understood"


@pytest.mark.parametrize("mode", Mode)
def test_the_point_alone_answers_where_it_is_waited_for(mode: Mode) -> None:
    now = under_way(game=Game.SONAR, scenario="archipelago", mode=mode)
    now.play(*["blue: stop"] * (mode is Mode.REAL_TIME), "blue: surface")
    assert said(now.types("blue: surface")) == ["Blue, at which point do you surface?"]
    assert said(now.types("blue A1"))[0] == "Blue surfaces at A1."


def test_what_changed_nothing_is_not_taken_back_in_the_place_of_what_did() -> None:
    now = under_way(game=Game.SONAR, scenario="archipelago")
    now.play("blue: surface", "blue: surface")
    assert said(now.types("cancel")) == ["Blue takes back: surface."]
    assert now.types("blue: head S").reason != "pace/answer-first"
