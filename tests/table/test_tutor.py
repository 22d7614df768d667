# ruff: noqa: E501 -- a game in one line
"""TUTOR: the mistakes newcomers make, each caught, explained in the right place, and the game goes on."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import pytest

from referee import app
from referee.language.messages import catalogue
from referee.language.understanding import NotUnderstood
from referee.rules import notation
from referee.rules.crews import Game, Mode, Team
from referee.rules.reasons import Reason
from referee.table.inputs import Heard, Typed
from referee.table.outputs import Reply
from referee.table.session import Session
from referee.table.setup import Setup

LANGUAGES = ("en", "fr")
TURNS = Setup(first=Team.BLUE, tutor=True)
REAL = Setup(mode=Mode.REAL_TIME, tutor=True)
FAMILY = Setup(game=Game.SONAR, scenario="archipelago", first=Team.BLUE, tutor=True)
ECHO = replace(REAL, scenario="echo")

BEGUN = "blue captain: start B6; yellow captain: start H6; blue: dive; yellow: dive"
NO_STARTS = "blue: dive; yellow: dive"
TWO_COURSES = "blue: head N; yellow: head S; blue: head N; yellow: head S"
THREE_COURSES = "yellow: head N; yellow: head N; yellow: head N"
TORPEDO = (
    f"{BEGUN}; blue: head N; blue mate: mark torpedo; blue engineer: cross N1; yellow: head S; blue: head W; "
    "blue mate: mark torpedo; blue engineer: cross W3; yellow: head S; blue: head S; blue mate: mark torpedo; "
    "blue engineer: cross S1"
)
SONAR = (
    f"{BEGUN}; blue: head N; blue mate: mark sonar; blue engineer: cross N1; yellow: head S; blue: head W; "
    "blue mate: mark sonar; blue engineer: cross W2"
)
MINE = f"{BEGUN}; blue: head N; blue mate: mark mine; blue engineer: cross N1; yellow: head S; blue: head W; blue mate: mark mine"
MINED = f"{MINE}; blue engineer: cross W2; blue: mine; blue captain: drop A6"


@dataclass(frozen=True)
class Mistake:
    """Something newcomers do: what went before, what they say, why it is refused, and what stands instead."""

    name: str
    setup: Setup
    before: str
    said: str
    reason: str
    instead: str


MISTAKES = [
    Mistake("a course before the dive", TURNS, "", "blue: head N", "game/not-started", "blue: dive"),
    Mistake("a start on an island", TURNS, "", "blue captain: start D1", "start/island", "blue captain: start D2"),
    Mistake("a start off the chart", TURNS, "", "blue captain: start K2", "start/off-chart", "blue captain: start J2"),
    Mistake("the corner is not free on Archipelago", FAMILY, "", "blue captain: start C4", "start/forced", "blue captain: start A1"),
    Mistake("out of turn", TURNS, f"{BEGUN}; blue: head N", "blue: head N", "turn/not-yours", "yellow: head N"),
    Mistake("back along the own route", TURNS, f"{BEGUN}; blue: head N; yellow: head S", "blue: head S", "course/own-route", "blue: head W"),
    Mistake("onto an island", TURNS, "blue captain: start C5; blue: dive; yellow: dive", "blue: head N", "course/island", "blue: head S"),
    Mistake("off the chart", TURNS, "blue captain: start A5; blue: dive; yellow: dive", "blue: head W", "course/off-chart", "blue: head E"),
    Mistake("over the own mine", TURNS, f"{MINED}; yellow: head S", "blue: head S", "course/own-mine", "blue: head N"),
    Mistake("a course before the First Mate marked", TURNS, f"{BEGUN}; blue: head N; blue mate: mark mine; blue engineer: cross N1; yellow: head S; blue: head N; yellow: head S",
            "blue: head W", "pace/first-mate", "blue mate: mark mine"),
    Mistake("a torpedo that is not charged", TURNS, f"{BEGUN}; blue: head N; blue mate: mark torpedo", "blue: torpedo C6", "system/not-charged", "yellow: head S"),
    Mistake("a torpedo behind a red breakdown", TURNS, TORPEDO.replace("cross N1", "cross N2"), "blue: torpedo C6", "system/broken", "yellow: head E"),
    Mistake("a torpedo too far", TURNS, TORPEDO, "blue: torpedo J10", "target/out-of-range", "blue: torpedo B9"),
    Mistake("a torpedo on an island", TURNS, TORPEDO, "blue: torpedo C4", "target/island", "blue: torpedo C7"),
    Mistake("a mine too far away", TURNS, f"{MINE}; blue engineer: cross W2; blue: mine", "blue captain: drop F6", "mine/not-adjacent", "blue captain: drop A6"),
    Mistake("a mine on the own route", TURNS, f"{MINE}; blue engineer: cross W2; blue: mine", "blue captain: drop B6", "mine/on-route", "blue captain: drop A6"),
    Mistake("a mine that is not there", TURNS, MINED, "blue: trigger J1", "mine/none-there", "yellow: head S"),
    Mistake("a sonar answered with two truths", TURNS, f"{SONAR}; blue: sonar", "yellow: at column H row 7", "sonar/both-true", "yellow: at column H row 3"),
    Mistake("a sonar answered with two lies", TURNS, f"{SONAR}; blue: sonar", "yellow: at column A row 2", "sonar/both-false", "yellow: at column H row 2"),
    Mistake("a sonar answered twice alike", TURNS, f"{SONAR}; blue: sonar", "yellow: at row 2 row 7", "sonar/same-kind", "yellow: at row 7 sector 1"),
    Mistake("a drone answered with a lie", TURNS, SONAR.replace("mark sonar", "mark drone") + "; yellow: head S; blue: head S; blue mate: mark drone; blue engineer: cross S2; blue: drone 4",
            "yellow: no", "drone/untrue", "yellow: yes"),
    Mistake("a hit denied", TURNS, f"{TORPEDO}; blue: torpedo B9", "yellow: hit direct", "hit/untrue", "yellow: clear"),
    Mistake("something else before the answer", TURNS, f"{SONAR}; blue: sonar", "yellow: head S", "pace/answer-first", "yellow: at column H row 3"),
    Mistake("a second mark for one course", TURNS, f"{BEGUN}; blue: head N; blue mate: mark mine", "blue mate: mark mine", "gauge/no-course", "blue engineer: cross N1"),
    Mistake("a symbol of another panel", TURNS, f"{BEGUN}; blue: head N", "blue engineer: cross S1", "breakdown/wrong-panel", "blue engineer: cross N1"),
    Mistake("a symbol crossed twice", TURNS, f"{BEGUN}; blue: head N; blue engineer: cross N1; yellow: head S; blue: head N", "blue engineer: cross N1", "breakdown/crossed", "blue engineer: cross N2"),
    Mistake("the wrong sector on surfacing", TURNS, BEGUN, "blue: surface 4", "surface/untrue", "blue: surface 3"),
    Mistake("a system without STOP in real time", REAL, NO_STARTS, "blue: sonar", "pace/stop-first", "blue: stop"),
    Mistake("a course while surfaced", REAL, f"{NO_STARTS}; blue: surface 4", "blue: head N", "pace/surfaced", "blue: ready"),
    Mistake("a dive before ready", REAL, f"{NO_STARTS}; blue: surface 4", "blue: dive", "dive/not-ready", "blue: ready"),
    Mistake("a course during a STOP", REAL, f"{NO_STARTS}; blue: stop", "yellow: head N", "pace/stopped", "blue: resume"),
    Mistake("an Archer mine that is not printed", ECHO, f"{NO_STARTS}; blue: head N; blue: head N; blue: head N; blue: head N; blue: stop", "blue: archer A1", "archer/none-there", "blue: resume"),
    Mistake("a missile without the energy", FAMILY, "blue: dive; green: dive", "blue: missile B2", "energy/too-little", "blue: head S"),
    Mistake("sonar in the family game: two things", FAMILY, "blue: dive; green: dive; blue: head S; green: head N; blue: head S; green: head N; blue: sonar",
            "green: at row 3 column J", "sonar/one-fact", "green: at row 8"),
]  # fmt: skip


def table(setup: Setup, language: str, before: str) -> Session[object]:
    session: Session[object] = app.session(replace(setup, language=language, book="en"))
    for line in filter(None, (line.strip() for line in before.split(";"))):
        reply = say(session, line)
        assert reply.verdict == "accepted", (line, reply.reason)
    return session


def say(session: Session[object], line: str) -> Reply:
    return session.feed(Typed(session.now + 1, line))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda one: one.name)
def test_a_mistake_is_caught_explained_and_survived(mistake: Mistake, language: str) -> None:
    session = table(mistake.setup, language, mistake.before)
    reply = say(session, mistake.said)
    assert reply.reason == mistake.reason
    team = Team(mistake.said.split(":")[0].split()[0])
    own = [line.shown for line in reply.whispers if line.team == team]
    key = f"tutor.rule.{mistake.reason.replace('/', '.')}.rule"
    assert any(catalogue(language).shown(key) in line for line in own), own
    assert [line.team for line in reply.whispers] == [team] * len(own), "only that crew's screen explains"
    rules = {catalogue(language).shown(f"tutor.rule.{reason.replace('/', '.')}.rule") for reason in Reason}
    assert not [line for line in reply.public if line.shown in rules], "the rule would tell what was wrong"
    assert say(session, mistake.instead).verdict == "accepted"


def test_there_are_thirty_and_each_is_a_different_one() -> None:
    assert len({mistake.name for mistake in MISTAKES}) == len(MISTAKES) >= 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_explained(language: str) -> None:
    words = catalogue(language)
    for reason in Reason:
        for part in ("rule", "chapter"):
            assert not words.shown(f"tutor.rule.{reason.replace('/', '.')}.{part}").startswith("["), reason


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setup", [TURNS, REAL, FAMILY], ids=["turns", "real time", "family"])
def test_the_talk_fades_and_comes_back_after_a_mistake(setup: Setup, language: str) -> None:
    other = setup.teams[1]
    session = table(setup, language, f"blue: dive; {other}: dive")
    words = []
    for blue, enemy in zip("S" * 8, "N" * 8, strict=True):
        replies = [say(session, f"blue: head {blue}"), say(session, f"{other}: head {enemy}")]
        words.append(sum(len(line.spoken.split()) for reply in replies for line in reply.public))
    assert words[0] > words[3] > words[6], words
    assert words == sorted(words, reverse=True), words
    plain = table(replace(setup, tutor=False), language, f"blue: dive; {other}: dive")
    assert words[-1] == sum(
        len(line.spoken.split()) for order in ("blue: head S", f"{other}: head N") for line in say(plain, order).public
    ), "in the end only the courses themselves are said"
    say(session, "blue: head N")  # back along the own route
    after = say(session, "blue: head E")
    assert sum(len(line.spoken.split()) for line in after.public) > words[-1] / 2


def test_why_and_options_say_aloud_only_what_everybody_knows() -> None:
    told = table(TURNS, "en", f"{BEGUN}; blue: head N; yellow: head S")
    untold = table(TURNS, "en", f"{NO_STARTS}; blue: head N; yellow: head S")
    for session in (told, untold):
        say(session, "blue: head S")
    for question in ("blue: why", "why", "blue: options", "options"):
        assert [line.shown for line in say(told, question).public] == [
            line.shown for line in say(untold, question).public
        ]
    own = [line.shown for line in say(told, "blue: options").whispers]
    assert len(own) == 1
    assert "head west" in own[0]
    assert "head south" not in own[0]


@pytest.mark.parametrize("asking", ["options", "help"])
def test_what_can_be_said_now_is_what_turn_and_pace_allow(asking: str) -> None:
    session = table(replace(TURNS, tutor=False), "en", f"{NO_STARTS}; {TWO_COURSES}")
    courses = "may announce a course, or surface."
    assert say(session, asking).public[0].shown == f"Blue {courses}"
    say(session, "blue: head N")
    now = [line.shown for line in say(session, asking).public]
    assert now[:2] == [f"Yellow {courses}", "Blue may still use a system that is charged and not broken."]
    say(session, "blue: cancel")
    assert say(session, asking).public[0].shown == f"Blue {courses}"
    anytime = table(replace(TURNS, tutor=False, house=(("system-time", "any-time"),)), "en", NO_STARTS)
    assert say(anytime, asking).public[0].shown == f"Blue {courses}", "nobody can have charged anything yet"
    for line in TWO_COURSES.split("; "):
        say(anytime, line)
    assert "use one system" in say(anytime, asking).public[0].shown


def test_nobody_is_told_to_use_what_nobody_can_have_ready() -> None:
    real = table(replace(REAL, tutor=False), "en", f"{NO_STARTS}; blue: head N")
    assert "Nobody can have a system charged" in say(real, "help").public[0].shown
    say(real, "yellow: stop")
    in_vain = "Yellow has stopped play, but can have no system charged: say resume."
    assert say(real, "help").public[0].shown == in_vain
    family = table(replace(FAMILY, tutor=False), "en", "blue: dive; green: dive")
    assert say(family, "help").public[0].shown == "Blue may move, or surface."
    for line in ("blue: head S", "green: head N", "blue: head S", "green: head N"):
        say(family, line)
    assert "with enough energy" in say(family, "help").public[0].shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_sonar_come_from_its_own_book(language: str) -> None:
    session = table(replace(FAMILY, tutor=False), language, "blue: dive; green: dive")
    say(session, "blue: head N")
    rule = [line.shown for line in say(session, "blue: why").whispers]
    assert any({"en": "rulebook: Navigate", "fr": "livret : Déplacer le sous-marin"}[language] in line for line in rule)


def test_an_order_that_changes_nothing_is_not_offered() -> None:
    session = table(replace(TURNS, tutor=False), "en", f"{TORPEDO}; blue: torpedo B4")
    assert [line.shown for line in say(session, "blue: options").whispers] == [
        "There is nothing you may announce just now."
    ]


def test_help_names_what_is_waited_for_and_what_the_family_calls_a_turn() -> None:
    session = table(replace(REAL, tutor=False), "en", f"{NO_STARTS}; {THREE_COURSES}; blue: surface 4; yellow: stop")
    assert say(session, "help").public[0].shown == "Yellow has stopped play: name the system now, or say resume."
    say(session, "yellow: resume")
    assert "ready to dive" in say(session, "help").public[1].shown
    say(session, "pause")
    assert "paused" in say(session, "help").public[0].shown
    family = table(replace(FAMILY, mode=Mode.REAL_TIME, tutor=False), "en", "blue: dive; green: dive")
    assert say(family, "help").public[0].shown.startswith("Both Captains may move at any time")


def test_a_crew_is_advised_on_its_own_screen_alone() -> None:
    session = table(TURNS, "en", f"{BEGUN}; blue: head N; blue mate: mark mine")
    say(session, "blue engineer: cross N2")
    say(session, "yellow: head S")
    say(session, "blue: head N")
    reply = say(session, "blue mate: mark mine")
    assert [line.team for line in reply.whispers] == [Team.BLUE] * 2
    assert "breakdown of its colour" in reply.whispers[1].shown
    assert not reply.public


def test_no_advice_counts_what_was_taken_back() -> None:
    session = table(TURNS, "en", f"{BEGUN}; blue: head N; blue mate: mark mine; blue mate: cancel")
    first = say(session, "blue mate: mark mine")
    for line in ("blue engineer: cross N1", "yellow: head S", "blue: head W"):
        say(session, line)
    second = say(session, "blue mate: mark mine")
    assert ["charged" in " ".join(line.shown for line in one.whispers) for one in (first, second)] == [False, True]


# -- the briefing
def briefed(setup: Setup, language: str) -> tuple[Session[object], list[str]]:
    session: Session[object] = app.session(replace(setup, language=language))
    return session, [line.shown for line in session.greeting().public]


@pytest.mark.parametrize(
    ("setup", "language", "said"),
    [
        (TURNS, "en", ["head west", "okay", "okay", "okay", "head east"]),
        (TURNS, "fr", ["route au nord", "ok", "blue engineer: cross N1", "ok", "route au sud"]),
        (REAL, "fr", ["route au nord", "c'est bon", "ok", "ok", "route au sud", "stop"]),
        (FAMILY, "en", ["up", "ok", "ok", "down", "ok", "ok"]),
    ],
)
def test_everybody_does_his_job_once(setup: Setup, language: str, said: list[str]) -> None:
    session, opening = briefed(setup, language)
    assert len(opening) >= 4
    for line in said:
        assert say(session, line).verdict == "accepted"
    end = session.greeting()
    assert not session.referee.game.events, "nothing of it was an order of the game"
    assert end.public
    dive = "dive" if language == "en" else "plongez"
    assert say(session, dive).events


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        (TURNS, ["head W", "ok", "ok", "ok", "head E"]),
        (REAL, ["head W", "ok", "ok", "ok", "head E", "stop"]),
        (FAMILY, ["head W", "ok", "ok", "head E", "ok", "ok"]),
    ],
)
@pytest.mark.parametrize("asking", ["help", "what can we do"])
def test_what_can_be_said_is_what_the_lesson_asks_for(setup: Setup, said: list[str], asking: str) -> None:
    session, opening = briefed(setup, "en")
    for line in said:
        assert [notation.text_of(one) for one in session.taught] == [line]
        assert [one.shown for one in say(session, asking).public] == opening[-1:]
        opening = [one.shown for one in say(session, line).public]
    assert session.taught == ()
    assert "dive" in say(session, asking).public[0].shown


@pytest.mark.parametrize("after", range(4))
def test_dive_ends_the_briefing_at_any_word(after: int) -> None:
    session, _ = briefed(TURNS, "en")
    for line in ["head west", "okay", "okay", "okay"][:after]:
        say(session, line)
    assert say(session, "blue: dive").events
    assert say(session, "yellow: dive").events
    assert say(session, "blue: head N").events


def test_what_a_crew_tells_in_secret_leaves_the_briefing_as_it_is() -> None:
    heard = []
    for secrets in ([], ["blue captain: start E5"], ["yellow captain: start C2", "blue captain: strat E5"]):
        session, _ = briefed(TURNS, "en")
        for secret in secrets:
            reply = say(session, secret)
            assert reply.whispers and not reply.public
        heard.append([line for said in ("head west", "okay") for line in say(session, said).public])
    assert heard[0] == heard[1] == heard[2] != []


def test_a_microphone_that_hears_nothing_is_noticed() -> None:
    session, _ = briefed(TURNS, "fr")
    mumbled = [session.feed(Heard(float(at), NotUnderstood("…"))) for at in range(2)]
    assert not mumbled[0].public
    assert "micro" in mumbled[1].public[0].shown


def test_without_the_tutor_nobody_is_briefed_or_taught() -> None:
    session, opening = briefed(replace(TURNS, tutor=False), "en")
    assert not opening
    for line in BEGUN.split("; "):
        say(session, line)
    assert len(say(session, "blue: head N").public) == 1


# -- after the game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_tells_each_crew_how_it_did(language: str) -> None:
    session = table(replace(TURNS, house=()), language, TORPEDO)
    say(session, "blue: head X")
    say(session, "blue: trigger A1")
    lines = [line.shown for line in session.referee.tutor.summary().public]
    blue = catalogue(language).shown("table.team.blue")
    assert any(line.startswith(blue) and re.search(r"\b1\b", line) for line in lines), lines
    assert len(lines) >= 4


@pytest.mark.parametrize("language", ["en", "fr"])
def test_where_the_chart_sets_the_starts_nobody_is_told_to_choose_one(language: str) -> None:
    session, _ = briefed(FAMILY, language)
    while session.taught:
        briefing = session.feed(Typed(1.0, f"blue: {notation.text_of(session.taught[0])}")).public
    said = [briefing[-1].shown]
    said += [session.feed(Typed(2.0, asking)).public[0].shown for asking in ("status", "help", "options")]
    assert all("A1" in line and "J10" in line for line in said), said
    assert "C7" not in session.feed(Typed(3.0, "blue captain: start somewhere nice")).whispers[0].shown
