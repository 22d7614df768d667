"""`referee scenarios draw`: a chart drawn by typing or saying what is where, kept when it is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee import shelf
from referee.cli.sentences import as_typed, folder_shown
from referee.console.json_lines import lines
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

_READY = "> "
"""Now it is somebody's turn to type or to speak."""


@dataclass(frozen=True, slots=True)
class Means:
    """How a drawing is told: typed, said in recordings, or said into a microphone and answered aloud."""

    recordings: Sequence[Path] = ()
    microphone: str | None = None
    """Part of its name; empty for the system's own."""


def draw(drawing: Drawing, mode: Mode, language: str, means: Means) -> int:
    """The whole dialogue. What is not finished is kept too, Ctrl-C or not, so that nothing drawn is lost."""
    words = catalogue(language)
    board = dialogue.begin(drawing, mode)
    interrupted = 0
    said = _said(board, language, means)
    with _voice(means, words) as say:
        print(grid.drawn(board.chart))
        say(dialogue.opening(board, words))
        try:
            for found in said:
                answer = dialogue.feed(board, found, words)
                board = answer.board
                say(answer)
                if board.done:
                    break
        except KeyboardInterrupt:
            interrupted = 130
            print()
    _keep(board, words)
    return interrupted


@contextmanager
def _voice(means: Means, words: Catalogue) -> Iterator[Callable[[Answer], None]]:
    """Shows each answer; says it, too, to somebody who speaks."""
    if means.microphone is None:
        yield _show
        return
    from referee.cli.drawing_ear import Aloud

    aloud = Aloud(words.language)

    def say(answer: Answer) -> None:
        _show(answer)
        before = aloud.fault
        aloud.say(answer.sentence.spoken)
        print(_READY, end="", flush=True)
        if aloud.fault is not before and aloud.fault is not None:
            print(as_typed(words.shown(f"faults.{aloud.fault.key}", **aloud.fault.slots)))

    try:
        yield say
    finally:
        aloud.close()


def _said(board: Board, language: str, means: Means) -> Iterator[Understanding]:
    if not means.recordings and means.microphone is None:
        return _typed(board.drawing.game, language)
    from referee.cli.drawing_ear import heard, listened

    if means.recordings:
        return heard(means.recordings, language, board.drawing.game, board.chart)
    return listened(means.microphone or None, language, board.drawing.game, board.chart)


def _typed(game: Game, language: str) -> Iterator[Understanding]:
    """What is typed, line by line."""
    prompt = _READY if sys.stdin.isatty() else ""
    print(prompt, end="", flush=True)
    for line in lines(sys.stdin):
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
