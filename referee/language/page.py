"""The page of what can be said, for the README and for a terminal: made from the grammar, so that it is never old."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from referee.faults import Fault
from referee.language.grammar import Grammar
from referee.language.messages import Catalogue, catalogue
from referee.language.phrases import Row, rows, said
from referee.rules.crews import Game

BEGIN = "<!-- phrases:begin -->"
END = "<!-- phrases:end -->"
_FEW = 3


def markdown(language: str, games: Iterable[Game] = tuple(Game)) -> str:
    """A table for each game; what was in a table before it is not said twice."""
    words = catalogue(language)
    shown: set[tuple[str, str]] = set()
    parts = [words.shown("phrases.note")]
    for game in games:
        new = [row for row in rows(Grammar.load(language, game)) if (row.intent, row.example) not in shown]
        shown |= {(row.intent, row.example) for row in new}
        parts.append("\n".join(_table(game, new, words)))
    return "\n\n".join(parts)


def into(text: str, page: str, name: str) -> str:
    """A text with the page between its two markers."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise Fault("grammar.no-markers", file=name, begin=BEGIN, end=END)
    return f"{before}{BEGIN}\n\n{page}\n\n{END}{after}"


def listing(language: str, game: Game) -> Iterator[str]:
    """Every sentence of a game, order by order, for a terminal."""
    for row in rows(Grammar.load(language, game)):
        yield f"{row.order}: {row.example}"
        yield from (f"    {sentence}" for sentence in row.sentences)


def _table(game: Game, found: Iterable[Row], words: Catalogue) -> Iterator[str]:
    yield f"**{words.shown(f'phrases.{game}')}**"
    yield ""
    yield f"| {words.shown('phrases.say')} | {words.shown('phrases.or')} | {words.shown('phrases.order')} |"
    yield "|---|---|---|"
    for row in found:
        others = [way for way in row.also if said(way) != said(row.example)]
        yield f"| {row.example} | {'; '.join(islice(others, _FEW))} | `{row.order}` |"
