"""An order in two halves: STOP stands however the rest ends, and what was asked for completes the order."""

from __future__ import annotations

from typing import Any

import pytest

from referee.language.grammar import Grammar
from referee.language.phrases import said as said_aloud
from referee.language.understanding import Understood
from referee.rules import notation
from referee.rules.crews import Game, Mode, Team
from tests.table.tables import Table, in_real_time, said, under_way, whispered

SONAR: dict[str, Any] = {"game": Game.SONAR, "scenario": "archipelago"}


def charged(**chosen: Any) -> Table:
    """Blue has said of every gauge that it is full."""
    now = in_real_time(**chosen)
    if now.session.setup.game is Game.SONAR:
        return played(now, *["blue: head S"] * 4)
    return played(
        now, *["blue: head N", "blue: head N", "blue: head N", "blue: head N", "blue: head N", "blue: head N"]
    )


def played(now: Table, *lines: str) -> Table:
    now.play(*lines)
    return now


TORPEDO, MINE = "Torpedo where? Say the letter and the number.", "Which mine? Say the letter and the number."
DRONE = "Drone in which sector? Say its number."
TORPILLE, LA_MINE = "Torpille où ? Dites la lettre et le nombre.", "Quelle mine ? Dites la lettre et le nombre."
LE_DRONE = "Drone dans quel secteur ? Dites son numéro."
Case = tuple[str, dict[str, Any], str, str, str, str]
STOPPED: list[Case] = [
    ("en", {}, "stop! torpedo launched", TORPEDO, "C9", "torpedo C9"),
    ("en", {}, "stop, I'm launching a torpedo", TORPEDO, "in C nine", "torpedo C9"),
    ("en", {}, "stop, triggering a mine", MINE, "G7", "trigger G7"),
    ("en", {}, "stop, launching a drone", DRONE, "sector 3", "drone 3"),
    ("en", {}, "stop, drone", DRONE, "3", "drone 3"),
    ("fr", {}, "stop ! torpille larguée !", TORPILLE, "en C neuf", "torpedo C9"),
    ("fr", {}, "STOP, JE FAIS EXPLOSER LA MINE !", LA_MINE, "située en G7", "trigger G7"),
    ("fr", {}, "stop, je largue un drone", LE_DRONE, "secteur 3", "drone 3"),
    ("en", SONAR, "stop! missile launched", "Missile where? Say the letter and the number.", "A9", "missile A9"),
    ("fr", SONAR, "stop ! missile lancé", "Missile où ? Dites la lettre et le nombre.", "A9", "missile A9"),
]


@pytest.mark.parametrize("case", STOPPED, ids=lambda case: case[2])
def test_the_game_stops_and_what_is_missing_completes_the_order(case: Case) -> None:
    language, chosen, half, asked, place, whole = case
    now = charged(language=language, **chosen)
    reply = now.types(f"{'bleu' if language == 'fr' else 'blue'}, {half}")
    assert now.session.screen.stop is Team.BLUE
    assert said(reply)[-1] == asked
    assert notation.line_of(now.types(place).announced or pytest.fail()) == f"blue: {whole}"


SPOKEN = {"C9": "C nine", "G7": "G seven", "A9": "A neuf", "3": "sector three", "sector 3": "sector three"}
SPOKEN |= {"secteur 3": "secteur trois", "située en G7": "située en G sept"}


def heard(language: str, now: Table, words: str) -> str:
    """What the microphone's grammar makes of the words: each is one order of it, behind STOP or not."""
    grammar = Grammar.load(language, now.session.setup.game)
    if language == "en":
        words = words.replace("neuf", "nine")
    found = grammar.parse(said_aloud(words.replace("!", "")))
    assert isinstance(found, Understood), words
    assert found.stop is words.casefold().startswith("stop")
    return notation.text_of(found.announced.order)


@pytest.mark.parametrize("case", STOPPED, ids=lambda case: case[2])
def test_it_is_the_same_at_the_microphone(case: Case) -> None:
    language, chosen, half, asked, place, whole = case
    now = charged(language=language, **chosen)
    half, place = heard(language, now, half), heard(language, now, SPOKEN.get(place, place))
    assert said(now.hears(half, Team.BLUE, stop=True))[-1] == asked
    then = now.hears(place)
    assert notation.line_of(then.announced or pytest.fail()) == f"blue: {whole}"


def test_who_it_was_is_asked_before_where() -> None:
    now = charged()
    assert said(now.hears("torpedo ?", stop=True)) == ["Blue or Yellow?"]
    assert said(now.types("blue")) == ["Stop! Blue.", "Torpedo where? Say the letter and the number."]


def test_a_refused_system_leaves_the_stop_standing() -> None:
    now = in_real_time()
    reply = now.hears("blue: sonar", stop=True)
    assert (reply.verdict, reply.reason) == ("rejected", "system/not-charged")
    assert said(reply) == ["Stop! Blue.", "Blue, that is not possible now."]
    assert now.types("yellow: head N").reason == "pace/stopped"
    assert said(now.play("blue: resume")) == ["Play goes on."]


def test_under_the_other_crews_stop_nothing_is_asked() -> None:
    now = in_real_time()
    now.play("yellow: stop")
    assert now.hears("blue: torpedo ?", stop=True).reason == "pace/stopped"
    assert now.session.screen.stop is Team.YELLOW


def test_words_after_stop_that_are_no_order_leave_it_standing() -> None:
    now = in_real_time()
    now.types("blue, stop, launching the frying pan at H6")
    assert now.session.screen.stop is Team.BLUE


@pytest.mark.parametrize(
    ("language", "half", "asked", "place", "whole"),
    [
        ("en", "blue: torpedo", "Torpedo where? Say the letter and the number.", "C9", "blue: torpedo C9"),
        ("en", "blue: torpdeo launched", "Torpedo where? Say the letter and the number.", "C 9", "blue: torpedo C9"),
        ("en", "blue: trigger", "Which mine? Say the letter and the number.", "at C nine", "blue: trigger C9"),
        ("en", "blue: drone", "Drone in which sector? Say its number.", "sector three", "blue: drone 3"),
        ("en", "blue: head", "Head where? Say north, south, east or west.", "north", "blue: head N"),
        ("en", "blue: hit", "Direct or indirect hit?", "direct", "blue: hit direct"),
        ("fr", "bleu : torpille", "Torpille où ? Dites la lettre et le nombre.", "C9", "blue: torpedo C9"),
        ("fr", "bleu : surface en", "Surface où ? Dites le numéro du secteur.", "secteur 3", "blue: surface 3"),
        ("fr", "bleu : drone", "Drone dans quel secteur ? Dites son numéro.", "3", "blue: drone 3"),
    ],
)
def test_whatever_a_typed_line_lacks_is_enough(language: str, half: str, asked: str, place: str, whole: str) -> None:
    now = under_way(language=language)
    assert said(now.types(half))[-1] == asked
    assert notation.line_of(now.types(place).announced or pytest.fail()) == whole


@pytest.mark.parametrize(("line", "place"), [("blue: surface", "A1"), ("blue: surface", "in A one")])
def test_the_point_of_surfacing_alone(line: str, place: str) -> None:
    now = under_way(**SONAR)
    now.play(line)
    assert said(now.types(place)) == ["Blue surfaces at A1."]
    now = under_way(**SONAR)
    now.play(line)
    assert said(now.hears("cell A1")) == ["Blue surfaces at A1."]


def test_a_space_that_nobody_asked_for_is_talk() -> None:
    now = under_way()
    assert now.hears("cell C9").verdict == "ignored"
    assert now.types("C9").verdict == "not-understood"
    assert not now.session.screen.owed


def test_another_order_takes_the_place_of_the_half_one() -> None:
    now = under_way()
    now.types("blue: torpedo launched")
    assert said(now.types("blue: head N")) == ["Blue, north."]
    assert now.types("C9").verdict == "not-understood"


def test_at_a_crews_own_keyboard_the_question_is_its_own() -> None:
    now = under_way(mode=Mode.TURN_BY_TURN)
    reply = now.types("torpedo launched", team=Team.BLUE)
    assert said(reply) == []
    assert whispered(reply, Team.BLUE) == ["Torpedo where? Say the letter and the number."]
    assert notation.line_of(now.types("C9", team=Team.BLUE).announced or pytest.fail()) == "blue: torpedo C9"
