"""A drawing written as a scenario file's text, ready to be corrected by hand.

What never lives here: where files are, words of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from referee.rules.crews import Mode
from referee.rules.drawing import grid
from referee.rules.drawing.values import BOTH, Drawing, Side


def written(drawing: Drawing) -> str:
    """The text of a drawing."""
    head = [
        "# . water   # island   o water hole   * Archer mine",
        f"game = {_quoted(drawing.game)}",
        f"name = {_quoted(drawing.name)}",
        f"edition = {_quoted(drawing.edition)}",
        *_sentences("title", drawing.titles),
    ]
    return "\n".join([*head, *(line for key, side in _tables(drawing) for line in _side(key, side))]) + "\n"


def _tables(drawing: Drawing) -> Iterator[tuple[str, Side]]:
    sides = list(drawing.sides.items())
    if len(sides) == len(Mode) and all(side == sides[0][1] for _, side in sides):
        yield BOTH, sides[0][1]
    else:
        yield from ((mode.value, side) for mode, side in sides)


def _side(key: str, side: Side) -> Iterator[str]:
    yield f"\n[{key}]"
    yield f"confidence = {_quoted(side.confidence)}"
    yield f"sources = [{', '.join(map(_quoted, side.sources))}]"
    if side.doubtful:
        yield f"doubtful = [{', '.join(_quoted(str(cell)) for cell in sorted(side.doubtful))}]"
    if side.note:
        yield f"note = {_quoted(side.note)}"
    yield from (f"starts.{team} = {_quoted(str(cell))}" for team, cell in side.starts.items())
    if side.scenario_gauge is not None:
        yield f"scenario-gauge = {side.scenario_gauge}"
    blocks = grid.blocks_of(side.chart)
    yield f'sectors = "{blocks[0]}x{blocks[1]}"' if blocks else f"sectors = '''\n{grid.sectors_drawn(side.chart)}\n'''"
    yield f"chart = '''\n{grid.drawn(side.chart)}\n'''"


def _sentences(key: str, sentences: Mapping[str, str]) -> Iterator[str]:
    yield from (f"{key}.{language} = {_quoted(sentence)}" for language, sentence in sentences.items())


def _quoted(text: str) -> str:
    """A TOML string: as in JSON, but for the one control character JSON leaves alone."""
    return json.dumps(str(text), ensure_ascii=False).replace("\x7f", "\\u007f")
