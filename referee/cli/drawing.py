"""`referee scenarios draw`: a chart drawn by typing or saying what is where, kept when it is done."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from referee import shelf
from referee.cli.sentences import as_typed, folder_shown
from referee.language.grammar import Part
from referee.language.messages import Catalogue, catalogue
from referee.language.typed import understand
from referee.language.understanding import Understanding
from referee.rules import orders as o
from referee.rules.crews import Game, Mode
from referee.rules.drawing import grid
from referee.rules.drawing.values import Drawing
from referee.table import drawing_dialogue as dialogue
from referee.table.drawing_dialogue import Answer, Board


def draw(drawing: Drawing, mode: Mode, language: str, recordings: Sequence[Path] = ()) -> int:
    """The whole dialogue. What is not finished is kept too, Ctrl-C or not, so that nothing drawn is lost."""
    words = catalogue(language)
    board = dialogue.begin(drawing, mode)
    print(grid.drawn(board.chart))
    _show(dialogue.opening(board, words))
    interrupted = 0
    try:
        for found in _said(board, language, recordings):
            answer = dialogue.feed(board, found, words)
            board = answer.board
            _show(answer)
            if board.done:
                break
    except KeyboardInterrupt:
        interrupted = 130
        print()
    _keep(board, words)
    return interrupted


def _said(board: Board, language: str, recordings: Sequence[Path]) -> Iterator[Understanding]:
    if not recordings:
        return _typed(board.drawing.game, language)
    from referee.cli.drawing_ear import heard

    return heard(recordings, language, board.drawing.game, board.chart)


def _typed(game: Game, language: str) -> Iterator[Understanding]:
    """What is typed, line by line."""
    prompt = "> " if sys.stdin.isatty() else ""
    print(prompt, end="", flush=True)
    for line in sys.stdin:
        if line.strip():
            yield understand(line, language, game, part=Part.CHART)
        print(prompt, end="", flush=True)


def _show(answer: Answer) -> None:
    if answer.redrawn:
        drawn = grid.sectors_drawn if isinstance(answer.redrawn, o.DrawSector) else grid.drawn
        print(drawn(answer.board.chart))
    print(answer.sentence.shown, flush=True)


def _keep(board: Board, words: Catalogue) -> None:
    drawing, mode = board.drawing, board.modes[0]
    if not board.done and not board.strokes:
        return
    file = folder_shown(shelf.keep(drawing))
    title = drawing.title(words.language)
    if board.done:
        print(as_typed(words.shown(
            "scenarios.draw.kept-in", file=file, name=drawing.name, game=drawing.game, mode=mode
        )))  # fmt: skip
    else:
        print(as_typed(words.shown("scenarios.draw.unfinished", title=title, name=drawing.name)))
