"""What is doubtful is asked back once and briefly; what is nearly an order is asked to be completed."""

import pytest

from referee.language.messages import catalogue
from referee.rules import notation
from referee.rules.crews import Team
from referee.rules.orders import Announced
from referee.table.outputs import Earcon, Reply, Urgency
from tests.table.tables import in_real_time, said, under_way, whispered

SHOTS = (("confirm", "shots"),)


def test_of_two_candidates_the_likeliest_is_asked() -> None:
    now = under_way()
    reply = now.hears_either("blue: torpedo D6", "blue: torpedo B6")
    assert (reply.verdict, said(reply)) == ("ambiguous", ["Blue, torpedo in D6: yes or no?"])
    assert reply.public[0].earcon is Earcon.LISTENING
    assert reply.public[0].urgency is Urgency.PROMPT


def test_what_is_asked_does_not_depend_on_what_is_legal() -> None:
    told, untold = under_way(), under_way()
    told.types("blue captain: start A1")
    for now in (told, untold):
        now.hears_either("blue: head W", "blue: head E")
    assert said(told.replies[-1]) == said(untold.replies[-1]) == ["Blue, head west: yes or no?"]


def test_yes_is_the_candidate_and_no_is_nothing() -> None:
    now = under_way()
    now.hears_either("blue: head N", "blue: head E")
    assert said(now.hears("no")) == ["Then please say it again."]
    now.hears_either("head N", "head E")
    assert said(now.hears("yes")) == ["Blue, north."]


def test_an_order_whose_crew_is_doubtful_too_is_asked_for_both() -> None:
    now = in_real_time()
    assert said(now.hears_either("head N", "head E")) == ["head north: yes or no?"]
    assert said(now.hears("yes")) == ["Blue or Yellow?"]
    assert said(now.hears("blue: crew")) == ["Blue, north."]


def test_a_shot_is_read_back_where_the_house_wants_it() -> None:
    now = under_way(house=SHOTS)
    now.play(*["head N"] * 7)
    assert said(now.hears("blue: torpedo C6")) == ["Blue, torpedo in C6: yes or no?"]
    assert said(now.hears("yes", team=Team.BLUE)) == ["Blue, torpedo in C6. Yellow, your report."]


def test_only_its_own_crew_confirms_or_calls_off_a_shot() -> None:
    now = under_way(house=SHOTS)
    now.play(*["head N"] * 7)
    now.hears("blue: torpedo C6")
    assert now.hears("no", team=Team.YELLOW).verdict == "ignored"
    assert said(now.hears("no", team=Team.BLUE)) == ["Blue does not fire."]


def test_the_other_crew_goes_on_while_a_shot_is_asked_back() -> None:
    now = in_real_time(house=SHOTS)
    now.play("blue: stop")
    now.hears("blue: torpedo C6")
    now.hears("yellow: head N")
    assert now.hears("no", team=Team.BLUE).verdict == "ignored"
    assert said(now.replies[-1]) == ["Blue does not fire."]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("near", ["torpedo", "drone", "head", "something new"])
def test_a_near_miss_is_asked_for_what_is_missing(language: str, near: str) -> None:
    reply = under_way(language=language).hears_talk(near)
    assert reply.verdict == "not-understood"
    words, key = catalogue(language), f"prompts.near.{near}"
    assert said(reply) == [words.shown(key if key in words else "prompts.near.general")]


@pytest.mark.parametrize(("language", "line"), [("en", "Yellow, say again."), ("fr", "Jaune, répétez.")])
def test_a_crew_whose_order_was_lost_is_told_so_at_once(language: str, line: str) -> None:
    now = in_real_time(language=language)
    reply = now.hears_garbled(Team.YELLOW)
    assert (reply.verdict, said(reply)) == ("not-understood", [line])
    assert reply.entries
    assert now.hears("head N", team=Team.YELLOW).verdict == "accepted"
    assert now.hears_garbled(Team.GREEN).verdict == "ignored"


def test_table_talk_is_ignored_in_silence() -> None:
    reply = under_way().hears_talk()
    assert (reply.verdict, said(reply), reply.entries) == ("ignored", [], ())


def test_a_typed_line_that_is_none_is_said_to_be_none() -> None:
    assert said(under_way().types("pass the salt")) == [catalogue("en").shown("prompts.typed")]


@pytest.mark.parametrize(
    "line", ["blue captain: begin nowhere", "bleu capitaine : nulle part", "blue engineer: cross the road"]
)
def test_a_secret_that_could_not_be_read_is_not_spoken_of(line: str) -> None:
    reply = under_way(language="fr" if "bleu" in line else "en").types(line)
    assert (reply.verdict, said(reply)) == ("not-understood", [])
    assert whispered(reply, Team.BLUE)


def test_a_repaired_line_is_said_as_it_was_understood() -> None:
    now = under_way()
    reply = now.types("blue: torpdeo launched C6")
    assert said(reply)[0] == "Understood: torpedo in C6."


def test_a_place_that_was_asked_for_is_never_a_drone() -> None:
    asked, unasked = in_real_time(), in_real_time()
    for now in (asked, unasked):
        now.types("blue: stop")
    asked.types("blue: torpedo")
    assert notation.line_of(announced(asked.types("d3"))) == "blue: torpedo D3"
    assert notation.line_of(announced(unasked.types("d3"))) == "blue: drone 3"


def announced(reply: Reply) -> Announced:
    assert reply.announced is not None
    return reply.announced
