"""Who spoke: the call word, the microphone, the answer or turn that is due; else it is asked, once."""

import pytest

from referee.rules import orders as o
from referee.rules.crews import Mode, Team
from referee.rules.reasons import Reason
from referee.table.refusals import is_told
from referee.table.setup import Setup
from referee.table.views import NOTHING, Views
from tests.table.tables import in_real_time, said, table, under_way, whispered

BLUE, YELLOW = Team.BLUE, Team.YELLOW


def test_the_call_word_goes_before_the_microphone() -> None:
    reply = in_real_time().hears("yellow: head N", team=BLUE)
    assert said(reply) == ["Yellow, north."]


def test_the_microphone_tells() -> None:
    assert said(in_real_time().hears("head N", team=YELLOW)) == ["Yellow, north."]


def test_turn_by_turn_the_turn_tells() -> None:
    now = under_way()
    assert said(now.hears("head N")) == ["Blue, north."]
    assert said(now.hears("head N")) == ["Yellow, north."]


def test_the_answer_owed_tells() -> None:
    now = in_real_time(house=(("stop-turn-by-turn", "no"),))
    now.play(*["blue: head N"] * 4, "blue: stop", "blue: drone 5")
    assert said(now.hears("yes")) == ["Yellow: yes.", "Play goes on."]


@pytest.mark.parametrize(("answer", "meant"), [("blue: crew", "Blue, north."), ("yellow: crew", "Yellow, north.")])
def test_in_real_time_it_is_asked_and_the_crews_name_answers(answer: str, meant: str) -> None:
    now = in_real_time()
    assert said(now.hears("head N")) == ["Blue or Yellow?"]
    assert said(now.hears(answer)) == [meant]


def test_yes_is_no_answer_to_who_it_was() -> None:
    now = in_real_time()
    now.hears("head N")
    assert now.hears("yes").verdict == "ignored"
    assert said(now.hears("blue: crew")) == ["Blue, north."]


def test_the_crews_name_answers_too() -> None:
    now = in_real_time(language="fr")
    now.hears("head N")
    assert said(now.types("Jaune")) == ["Jaune, route au nord."]


def test_a_question_is_asked_once_and_forgotten() -> None:
    now = in_real_time()
    now.hears("head N")
    assert not said(now.waits(30))
    assert now.hears("blue: crew").verdict == "ignored"


def test_saying_it_again_with_a_name_takes_the_questions_place() -> None:
    now = in_real_time()
    now.hears("head N")
    assert said(now.hears("yellow: head N")) == ["Yellow, north."]
    assert now.hears("blue: crew").verdict == "ignored"


def test_both_captains_shout_dive_together() -> None:
    now = table()
    assert said(now.hears("dive")) == ["Blue dives.", "Yellow dives.", "Both submarines are under way. Blue begins."]


def test_one_captain_is_waited_for_and_then_meant() -> None:
    now = table()
    now.hears("blue: dive")
    assert said(now.hears("dive"))[0] == "Yellow dives."


def test_a_second_shout_heard_late_is_no_news() -> None:
    now = under_way()
    assert now.hears("dive").verdict == "ignored"


@pytest.mark.parametrize("talk", ["yes", "no", "clear", "hit direct", "at column A row 2"])
def test_small_talk_is_nobodys_business_unless_asked(talk: str) -> None:
    for now in (under_way(), in_real_time()):
        for team in (None, BLUE):
            reply = now.hears(talk, team=team)
            assert (reply.verdict, said(reply)) == ("ignored", [])


def test_a_crew_of_the_other_game_is_not_understood() -> None:
    assert under_way().types("green: head N").verdict == "not-understood"
    assert under_way().hears("green: head N").verdict == "ignored"


def test_a_crews_own_keyboard_gives_its_orders_only() -> None:
    now = under_way()
    reply = now.types("yellow: head N", team=BLUE)
    assert (reply.verdict, reply.reason, said(reply)) == ("rejected", "role/not-allowed", [])
    assert [line.team for line in reply.whispers] == [BLUE]


def test_at_a_crews_own_keyboard_the_station_is_enough() -> None:
    reply = table().types("captain: start C7", team=BLUE)
    assert whispered(reply, BLUE) == ["You start at C7."]


@pytest.mark.parametrize("mode", Mode)
def test_stop_and_the_system_are_one_breath(mode: Mode) -> None:
    now = under_way(mode=mode)
    now.play(*["blue: head N", "yellow: head N"] * 3, "blue: head N")
    reply = now.hears("blue: sonar", stop=True)
    assert said(reply) == ["Stop! Blue.", "Blue, sonar. Yellow, your answer."]
    assert [entry["in"] for entry in reply.entries] == ["blue: stop", "blue: sonar"]


def test_when_the_system_is_refused_the_stop_of_the_same_breath_stands_and_is_replayed() -> None:
    now, again = in_real_time(), in_real_time()
    reply = now.hears("blue: sonar", stop=True)
    assert (reply.verdict, reply.reason, reply.events) == ("rejected", "system/not-charged", ("stop-called blue",))
    assert said(reply) == ["Stop! Blue.", "Blue, that is not possible now."]
    assert [entry["in"] for entry in reply.entries] == ["blue: stop", "blue: sonar"]
    for entry in reply.entries:
        again.session.again(entry)
    assert again.game.state == now.game.state


def test_whose_stop_and_system_it_was_is_asked_too() -> None:
    now = in_real_time()
    now.play(*["blue: head N"] * 3)
    assert said(now.hears("sonar", stop=True)) == ["Blue or Yellow?"]
    assert said(now.hears("blue: crew")) == ["Stop! Blue.", "Blue, sonar. Yellow, your answer."]


def test_go_on_is_only_talk_while_nothing_is_stopped() -> None:
    now = in_real_time()
    for team in (None, BLUE):
        assert now.hears("resume", team=team).verdict == "ignored"
    assert said(now.types("blue: resume")) == ["Play is not stopped."]
    now.play("blue: stop")
    assert said(now.hears("resume")) == ["Play goes on."]


@pytest.mark.parametrize("mode", Mode)
def test_an_order_before_the_dive_is_told_what_comes_first(mode: Mode) -> None:
    sentence = "The game has not begun: first both captains say “dive”."
    for line in ("head N", "surface", "torpedo C6", "sonar", "stop", "resume"):
        reply = table(mode=mode).types(line)
        assert (reply.reason, said(reply)) == ("game/not-started", [sentence])
    assert said(table(mode=mode).types("blue: head N")) == [
        "Blue, the game has not begun: first both captains say “dive”."
    ]
    assert "« plongez »" in said(table(mode=mode, language="fr").types("head N"))[0]


def test_what_neither_crew_may_say_is_refused_with_the_reason_all_know() -> None:
    now = in_real_time()
    assert said(now.types("torpedo C6")) == ["Say STOP before a system."]
    assert said(now.types("dive")) == ["You have dived already."]
    assert said(now.types("sector 4")) == ["Nobody has asked you anything."]
    now.play("blue: stop")
    assert said(now.types("head N")) == ["Play is stopped until a system is called, or “resume”."]


def test_a_secret_reason_is_never_said_to_whom_nobody_could_place() -> None:
    for reason in Reason:
        assert is_told(reason) or Views(Setup()).refused_to_all(o.Stop(), reason) == NOTHING


@pytest.mark.parametrize("line", ["start C7", "mate: mark torpedo", "engineer: cross W2", "mark torpedo"])
def test_a_secret_without_a_crew_is_nobodys_until_its_crew_is_named(line: str) -> None:
    """Turn by turn too: told to the crew whose turn it is, it might be told to the enemy."""
    now = under_way()
    reply = now.types(line)
    assert (said(reply), reply.whispers) == (["Blue or Yellow?"], ())
    reply = now.types("yellow")
    assert {whisper.team for whisper in reply.whispers} == {YELLOW}
    assert said(reply) == []


@pytest.mark.parametrize("secrets", [[], ["blue captain: start A3"]])
@pytest.mark.parametrize("talk", ["yes", "no", "clear", "hit indirect", "hit direct", "at column A row 2"])
def test_what_its_own_blast_did_to_a_crew_is_nobodys_word_before_the_crew_is_named(
    talk: str, secrets: list[str]
) -> None:
    """Whether the referee knows it already follows from what Blue told: nobody may hear that it asks."""
    replies = []
    for by in ("voice", "keyboard"):
        now = under_way()
        now.play(*secrets, *["blue: head S", "yellow: head S"] * 3, "blue: head S", "blue: torpedo A6", "yellow: clear")
        reply = now.hears(talk) if by == "voice" else now.types(talk)
        replies.append((str(reply.verdict), said(reply), reply.whispers, reply.events))
    assert replies == [("ignored", [], (), ()), ("rejected", ["Nobody has asked you anything."], (), ())]


def test_with_its_name_a_crew_says_what_its_own_blast_did_to_it() -> None:
    now = under_way()
    now.play(*["blue: head S", "yellow: head S"] * 3, "blue: head S", "blue: torpedo A6", "yellow: clear")
    assert now.hears("blue: hit indirect").events == ("hull-damaged blue 1 own-blast no", "own-damage-settled blue")


# -- the voice
SURELY_YELLOW = {BLUE: 0.003, YELLOW: 0.997}
PERHAPS_YELLOW = {BLUE: 0.1, YELLOW: 0.9}


def test_in_real_time_the_voice_tells() -> None:
    assert said(in_real_time().hears("head N", voice=SURELY_YELLOW)) == ["Yellow, north."]


def test_a_voice_that_is_not_sure_enough_is_asked() -> None:
    assert said(in_real_time().hears("head N", voice=PERHAPS_YELLOW)) == ["Blue or Yellow?"]


def test_a_name_and_a_microphone_of_its_own_go_before_the_voice() -> None:
    assert said(in_real_time().hears("blue: head N", voice=SURELY_YELLOW)) == ["Blue, north."]
    assert said(in_real_time().hears("head N", team=BLUE, voice=SURELY_YELLOW)) == ["Blue, north."]


def test_the_voice_goes_before_what_is_due_and_where_they_disagree_it_is_asked() -> None:
    blue_is_due = under_way()
    assert said(blue_is_due.hears("head N", voice=PERHAPS_YELLOW)) == ["Blue or Yellow?"]
    assert said(blue_is_due.hears("blue: crew")) == ["Blue, north."]
    assert said(under_way().hears("head N", voice={BLUE: 0.4, YELLOW: 0.6})) == ["Blue, north."]
    yellow = under_way().hears("head N", voice={BLUE: 0.00001, YELLOW: 0.99999})
    assert yellow.announced is not None
    assert yellow.announced.team is YELLOW


def test_an_answer_in_the_voice_of_whoever_asked_is_none() -> None:
    now = in_real_time(house=(("stop-turn-by-turn", "no"),))
    now.play(*["blue: head N"] * 4, "blue: stop", "blue: drone 5")
    assert now.hears("yes", voice={BLUE: 0.99999, YELLOW: 0.00001}).verdict == "ignored"
    assert said(now.hears("yes", voice=SURELY_YELLOW)) == ["Yellow: yes.", "Play goes on."]


def test_talk_in_a_doubtful_voice_is_nobodys_business_either() -> None:
    assert in_real_time().hears("clear", voice=PERHAPS_YELLOW).verdict == "ignored"


def test_it_is_told_whose_voice_it_was_where_that_is_certain() -> None:
    now = in_real_time()
    assert now.hears("yellow: head N", voice=PERHAPS_YELLOW).spoken == ((1, YELLOW),)
    assert now.hears("head W", team=BLUE, voice=PERHAPS_YELLOW).spoken == ((2, BLUE),)
    assert now.hears("head E", voice=SURELY_YELLOW).spoken == ()
    assert now.hears("head N", voice=PERHAPS_YELLOW).spoken == ()
    assert now.hears("blue: crew", voice=SURELY_YELLOW).spoken == ((4, BLUE),)


def test_a_refused_order_teaches_nothing_it_may_have_been_misheard() -> None:
    assert in_real_time().hears("blue: torpedo C6", voice=PERHAPS_YELLOW).spoken == ()


def test_the_voice_of_a_doubtful_order_is_kept_until_it_is_settled() -> None:
    now = in_real_time()
    now.hears_either("head N", "head E", voice=SURELY_YELLOW)
    assert said(now.hears("yes")) == ["Yellow, north."]


def test_a_name_said_before_a_pause_still_names() -> None:
    now = in_real_time()
    assert now.hears("yellow: crew").verdict == "ignored"
    assert said(now.hears("head N")) == ["Yellow, north."]
    assert said(now.hears("head N")) == ["Blue or Yellow?"]
    now = in_real_time()
    now.hears("yellow: crew")
    now.waits(5)
    assert said(now.hears("head N")) == ["Blue or Yellow?"]


def test_cancel_is_of_the_crew_whose_voice_it_is() -> None:
    now = in_real_time()
    now.play("blue: head N", "yellow: head E")
    reply = now.hears("cancel", voice={BLUE: 0.999, YELLOW: 0.001})
    assert reply.entries[0]["in"] == "blue: cancel"


def test_what_a_voice_decides_does_not_depend_on_what_a_crew_has_not_told() -> None:
    told, untold = in_real_time(), in_real_time()
    told.types("blue captain: start A1")
    for voice in (SURELY_YELLOW, PERHAPS_YELLOW, {BLUE: 0.99, YELLOW: 0.01}):
        for line in ("yes", "clear", "hit direct", "head E", "ok", "crew"):
            replies = [now.hears(line, voice=voice) for now in (told, untold)]
            assert said(replies[0]) == said(replies[1]), (line, voice)
            assert replies[0].verdict == replies[1].verdict
