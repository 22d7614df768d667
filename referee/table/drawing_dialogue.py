"""Drawing a chart together: each thing said is repeated, drawn and checked, until somebody says done.

A pure dialogue: it is fed what was understood and answers with sentences. Who hears it, shows it, or keeps the chart is
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from referee.language import sentences
from referee.language.messages import Catalogue, Sentence
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood
from referee.rules import orders as o
from referee.rules.crews import Game, Mode
from referee.rules.drawing import grid
from referee.rules.drawing.problems import Flaw, Problem
from referee.rules.drawing.values import Drawing, Side
from referee.rules.scenario import Confidence
from referee.rules.sea import Cell, Chart


@dataclass(frozen=True, slots=True)
class Stroke:
    """One thing drawn, and the chart as it was before."""

    order: o.Order
    before: Chart


@dataclass(frozen=True, slots=True)
class Board:
    """A chart being drawn. `modes` are the sides it is drawn for: Sonar has one chart for both."""

    drawing: Drawing
    modes: tuple[Mode, ...]
    strokes: tuple[Stroke, ...] = ()
    said: Sentence | None = None
    """What was answered last."""
    asked: o.Order | None = None
    """What it is taken for, until somebody says yes or no."""
    done: bool = False

    @property
    def side(self) -> Side:
        return self.drawing.sides[self.modes[0]]

    @property
    def chart(self) -> Chart:
        return self.side.chart

    def drawn(self, chart: Chart) -> Board:
        """The same board with another chart on all its sides."""
        return self._with(replace(self.side, chart=chart))

    def finished(self) -> Board:
        """What the table drew from its own sheet is certain."""
        sure = replace(self.side, confidence=Confidence.SOLID, sources=(), doubtful=frozenset(), note="")
        return replace(self._with(sure), done=True)

    def _with(self, side: Side) -> Board:
        gauge = side.scenario_gauge or 4 if side.chart.archer_mines else None
        drawing = self.drawing
        for mode in self.modes:
            drawing = drawing.with_side(mode, replace(side, scenario_gauge=gauge))
        return replace(self, drawing=drawing)


@dataclass(frozen=True, slots=True)
class Answer:
    """The board now, and what to say about it. `redrawn` is what was drawn, or taken back, if anything was."""

    board: Board
    sentence: Sentence
    redrawn: o.Order | None = None


def begin(drawing: Drawing, mode: Mode) -> Board:
    """A board on one side of a drawing, or on both where they are the same."""
    return Board(drawing, tuple(drawing.sides) if _alike(drawing) else (mode,))


def _alike(drawing: Drawing) -> bool:
    first, *others = drawing.sides.values()
    return drawing.game is Game.SONAR and all(side == first for side in others)


def opening(board: Board, words: Catalogue) -> Answer:
    """The invitation to draw."""
    mode = words.shown(f"console.mode.{board.modes[0]}")
    return _answer(board, words, "opening", title=board.drawing.title(words.language), mode=mode,
                   columns=board.chart.columns, rows=board.chart.rows)  # fmt: skip


def feed(board: Board, found: Understanding, words: Catalogue) -> Answer:
    """What was understood, or not, and what it does to the board."""
    match found:
        case Understood(announced):
            answer = _said(board, announced.order, words)
        case Ambiguous(candidates):
            answer = _which(board, candidates[0].order, words)
        case NotUnderstood():
            answer = _answer(board, words, "not-understood")
    return replace(answer, board=replace(answer.board, said=answer.sentence))


def _said(board: Board, order: o.Order, words: Catalogue) -> Answer:
    """An order, or the answer to what was asked back."""
    asked, board = board.asked, replace(board, asked=None)
    match order:
        case o.Yes() if asked is not None:
            return _fed(board, asked, words)
        case o.No() if asked is not None:
            return _answer(board, words, "not-understood")
        case _:
            return _fed(board, order, words)


def _which(board: Board, likeliest: o.Order, words: Catalogue) -> Answer:
    """Two things it may have been: the likeliest is asked about, never guessed."""
    phrase = sentences.of_order(likeliest, words, board.drawing.game)
    return Answer(replace(board, asked=likeliest), _saying(words, "ask", phrase))


def _fed(board: Board, order: o.Order, words: Catalogue) -> Answer:
    match order:
        case o.DrawCell() | o.DrawSector():
            return _drawn(board, order, words)
        case o.Ask(o.Request.CANCEL):
            return _taken_back(board, words)
        case o.Ask(o.Request.DONE):
            return _finished(board, words)
        case o.Ask(o.Request.REPEAT):
            return Answer(board, board.said or _sentence(words, "nothing"))
        case o.Ask(o.Request.STATUS):
            return _answer(board, words, "status", **_counts(board.chart))
        case o.Ask(o.Request.HELP):
            return _answer(board, words, "help")
        case _:
            return _answer(board, words, "not-here")


# -- drawing
def _drawn(board: Board, order: o.DrawCell | o.DrawSector, words: Catalogue) -> Answer:
    refused = _refused(board, order, words)
    if refused:
        return refused
    chart = after(board.chart, order)
    phrase = sentences.of_order(order, words, board.drawing.game)
    if chart == board.chart:
        return Answer(board, _saying(words, "already", phrase))
    redrawn = replace(board.drawn(chart), strokes=(*board.strokes, Stroke(order, board.chart)))
    dried = _dried(board.chart, chart)
    key, slots = ("dry-now", {"sector": dried}) if dried else ("again", {})
    return Answer(redrawn, _saying(words, key, phrase, **slots), order)


def _refused(board: Board, order: o.DrawCell | o.DrawSector, words: Catalogue) -> Answer | None:
    """Why this cannot be drawn."""
    chart, cell = board.chart, order.cell
    if not chart.has(cell):
        return _answer(board, words, "off-chart", cell=cell, last=Cell(chart.columns, chart.rows))
    if isinstance(order, o.DrawSector):
        wrong = not 0 < order.sector <= grid.MOST_SECTORS
        return _answer(board, words, "too-many-sectors", sector=order.sector, most=grid.MOST_SECTORS) if wrong else None
    if order.mark is not o.ChartMark.ISLAND:
        return None
    for team, start in board.side.starts.items():
        if start == cell:
            return _answer(board, words, "on-start", team=words.shown(f"table.team.{team}"), cell=cell)
    return _answer(board, words, "last-water", cell=cell) if chart.water == {cell} else None


def after(chart: Chart, order: o.DrawCell | o.DrawSector) -> Chart:
    """The chart with one thing drawn; what stood in the cell before gives way."""
    match order:
        case o.DrawSector(sector, cell):
            return replace(chart, sectors=tuple(sorted({**dict(chart.sectors), cell: sector}.items())))
        case o.DrawCell(mark, cell):
            without = frozenset({cell})
            marks = {
                o.ChartMark.ISLAND: chart.islands - without,
                o.ChartMark.HOLE: chart.holes - without,
                o.ChartMark.ARCHER: chart.archer_mines - without,
            }
            if mark in marks:
                marks[mark] |= without
            islands, holes, archers = marks.values()
            return replace(chart, islands=islands, holes=holes, archer_mines=archers)


def _dried(before: Chart, now: Chart) -> int | None:
    """A sector that had water and has none left."""
    wet, still = ({chart.sector(cell) for cell in chart.water} for chart in (before, now))
    return next((sector for sector in now.sector_numbers if sector in wet and sector not in still), None)


def _taken_back(board: Board, words: Catalogue) -> Answer:
    if not board.strokes:
        return _answer(board, words, "nothing-left")
    *strokes, last = board.strokes
    phrase = sentences.of_order(last.order, words, board.drawing.game)
    again = replace(board.drawn(last.before), strokes=tuple(strokes))
    return Answer(again, _saying(words, "taken-back", phrase), last.order)


# -- the end
def _finished(board: Board, words: Catalogue) -> Answer:
    for problem in problems(board.chart):
        return _answer(board, words, _WRONG[problem.flaw], **dict(problem.slots))
    title, counts = board.drawing.title(words.language), _counts(board.chart)
    return _answer(board.finished(), words, "kept", title=title, **counts)


def problems(chart: Chart) -> Iterator[Problem]:
    """What keeps a chart from being played."""
    return grid.sector_problems(chart, None)


_WRONG = {Flaw.SECTOR_DRY: "dry", Flaw.SECTOR_MISSING: "missing"}


def _counts(chart: Chart) -> dict[str, int]:
    return {
        "islands": len(chart.islands),
        "holes": len(chart.holes),
        "archers": len(chart.archer_mines),
        "sectors": len(chart.sector_numbers),
    }


# -- sentences
def _answer(board: Board, words: Catalogue, key: str, **slots: Any) -> Answer:
    return Answer(board, _sentence(words, key, **slots))


def _sentence(words: Catalogue, key: str, **slots: Any) -> Sentence:
    spoken = {name: _aloud(value, words.language) for name, value in slots.items()}
    return Sentence(words.shown(f"scenarios.draw.{key}", **slots), words.spoken(f"scenarios.draw.{key}", **spoken))


def _saying(words: Catalogue, key: str, phrase: Sentence, **slots: Any) -> Sentence:
    """A sentence around what was understood, which begins it."""
    shown, spoken = _capital(phrase.shown), _capital(phrase.spoken)
    full = _sentence(words, key, order=shown, **slots)
    aloud = {name: _aloud(value, words.language) for name, value in slots.items()}
    return Sentence(full.shown, words.spoken(f"scenarios.draw.{key}", order=spoken, **aloud))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _aloud(value: object, language: str) -> object:
    return sentences.for_the_ear(value, language) if isinstance(value, Cell | int) else value
