"""Drawing a chart together: what was understood is repeated, drawn, checked; nothing wrong stops the dialogue."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import shelf
from referee.language.messages import catalogue
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood
from referee.rules import notation
from referee.rules import orders as o
from referee.rules.crews import Game, Mode
from referee.rules.drawing import grid
from referee.rules.scenario import Confidence
from referee.rules.sea import Cell, Heading
from referee.table import drawing_dialogue as dialogue
from referee.table.drawing_dialogue import Answer, Board

EN, FR = catalogue("en"), catalogue("fr")


def board(name: str = "umbria", game: Game = Game.SONAR, mode: Mode = Mode.TURN_BY_TURN) -> Board:
    return dialogue.begin(shelf.find(name, game).drawing, mode)


def understood(order: o.Order | None) -> Understanding:
    return NotUnderstood("") if order is None else Understood(o.Announced(order))


def say(board: Board, *lines: str) -> Answer:
    answer = dialogue.opening(board, EN)
    for line in lines:
        answer = dialogue.feed(answer.board, understood(notation.parse(line)), EN)
    return answer


def test_what_was_understood_is_repeated_for_eye_and_ear() -> None:
    answer = say(board(), "island C3")
    assert answer.sentence.shown == "Island at C3."
    assert answer.sentence.spoken == "Island at C three."
    assert answer.redrawn
    assert answer.board.chart.islands == {Cell(3, 3)}


def test_in_french_too() -> None:
    answer = dialogue.feed(board(), understood(notation.parse("sector 2 A6")), FR)
    assert "A6" in answer.sentence.shown
    assert "A six" in answer.sentence.spoken
    assert answer.board.chart.sector(Cell(1, 6)) == 2


@pytest.mark.parametrize("mark", ["island", "hole", "archer-mine"])
def test_what_stood_there_gives_way(mark: str) -> None:
    for other in ("island", "hole", "archer-mine", "water"):
        chart = say(board(), f"{mark} C3", f"{other} C3").board.chart
        assert (
            grid.symbol_at(chart, Cell(3, 3)) == {"island": "#", "hole": "o", "archer-mine": "*", "water": "."}[other]
        )


def test_cancel_takes_back_one_after_the_other() -> None:
    begun = board()
    answer = say(begun, "island C3", "sector 2 A6", "cancel")
    assert answer.sentence.shown.startswith("Taken back: A6")
    assert answer.board.chart.islands == {Cell(3, 3)}
    answer = say(answer.board, "cancel")
    assert answer.board.chart == begun.chart
    assert not say(answer.board, "cancel").redrawn


@pytest.mark.parametrize(
    ("name", "game", "line", "word"),
    [
        ("umbria", Game.SONAR, "island K3", "A1 to J10"),
        ("umbria", Game.SONAR, "sector 0 A1", "no sector 0"),
        ("archipelago", Game.SONAR, "island A1", "starts at A1"),
        ("umbria", Game.SONAR, "head N", "While we draw"),
        ("umbria", Game.SONAR, "nonsense", "say it again"),
        ("archipelago", Game.SONAR, "island G2", "already"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_the_dialogue_goes_on(name: str, game: Game, line: str, word: str) -> None:
    begun = board(name, game)
    answer = say(begun, line)
    assert word in answer.sentence.shown
    assert answer.board.chart == begun.chart
    assert not answer.board.done
    assert say(answer.board, "island E5").redrawn


def test_a_sector_without_water_is_said_at_once_and_again_before_it_is_done() -> None:
    island = [f"sector 5 {cell}" for cell in ("A1",)] + ["island A1"]
    answer = say(board(), *island)
    assert "Sector 5 has no water left" in answer.sentence.shown
    answer = say(answer.board, "done")
    assert "Sector 5 has no water" in answer.sentence.shown
    assert not answer.board.done
    assert say(answer.board, "water A1", "done").board.done


def test_a_sector_left_out_is_said() -> None:
    answer = say(board(), "sector 7 A1", "done")
    assert "sector 5" in answer.sentence.shown
    assert not answer.board.done


def test_an_empty_chart_is_never_made() -> None:
    begun = board()
    lines = [f"island {cell}" for cell in begun.chart.cells]
    answer = say(begun, *lines)
    assert "only water left" in answer.sentence.shown
    assert len(answer.board.chart.water) == 1


def test_done_makes_the_chart_certain_on_every_side_it_serves() -> None:
    done = say(board(), "island C3", "done").board
    assert done.done
    for side in done.drawing.sides.values():
        assert side.chart.islands == {Cell(3, 3)}
        assert side.confidence is Confidence.SOLID


def test_a_light_sheet_is_corrected_without_touching_the_dark_one() -> None:
    begun = board("bravo", Game.CAPTAIN_SONAR)
    done = say(begun, "island C5", "done").board
    light, dark = done.drawing.sides[Mode.TURN_BY_TURN], done.drawing.sides[Mode.REAL_TIME]
    assert Cell(3, 5) in light.chart.islands
    assert not light.doubtful
    assert dark == begun.drawing.sides[Mode.REAL_TIME]


def test_archer_mines_bring_their_gauge_and_take_it_away() -> None:
    with_one = say(board("alpha", Game.CAPTAIN_SONAR), "archer-mine C3").board
    assert with_one.side.scenario_gauge == 4
    assert say(with_one, "water C3").board.side.scenario_gauge is None


def test_repeat_says_the_last_answer_again() -> None:
    answer = say(board(), "island C3", "repeat", "repeat")
    assert answer.sentence.shown == "Island at C3."
    assert not answer.redrawn


def test_what_may_be_two_things_is_asked_about() -> None:
    doubt = Ambiguous(tuple(o.Announced(o.DrawCell(o.ChartMark.ISLAND, Cell(column, 4))) for column in (4, 2)))
    asked = dialogue.feed(board(), doubt, EN)
    assert asked.sentence.shown == "Island at D4: yes or no?"
    assert not asked.redrawn
    assert say(asked.board, "yes").board.chart.islands == {Cell(4, 4)}
    assert not say(asked.board, "no").redrawn
    assert say(asked.board, "island B4", "yes").board.chart.islands == {Cell(2, 4)}


anything: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.builds(o.DrawCell, st.sampled_from(o.ChartMark), st.builds(Cell, st.integers(1, 12), st.integers(1, 12))),
    st.builds(o.DrawSector, st.integers(0, 120), st.builds(Cell, st.integers(1, 12), st.integers(1, 12))),
    st.builds(o.Ask, st.sampled_from(o.Request)),
    st.sampled_from([o.Yes(), o.Dive(), o.Course(Heading.NORTH)]),
)


heard = st.one_of(
    anything.map(understood),
    anything.filter(bool).map(lambda order: Ambiguous((o.Announced(order), o.Announced(o.Dive())))),
)


@settings(deadline=None, max_examples=60)
@given(st.lists(heard, max_size=30), st.sampled_from(["archipelago", "umbria", "north-pole"]))
def test_whatever_is_said_the_chart_stays_playable_or_is_not_done(said: list[Understanding], name: str) -> None:
    now = board(name)
    for found in said:
        answer = dialogue.feed(now, found, EN)
        assert answer.sentence.shown
        assert "[" not in answer.sentence.shown
        now = answer.board
        assert now.chart.water
        assert all(now.chart.is_water(cell) for cell in now.side.starts.values())
        if now.done:
            assert not list(dialogue.problems(now.chart))
            break
    undone = now
    while undone.strokes:
        undone = dialogue.feed(undone, understood(o.Ask(o.Request.CANCEL)), EN).board
    assert undone.chart == board(name).chart
