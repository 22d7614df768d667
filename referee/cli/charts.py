"""Charts, their pictures and the house rules as `referee scenarios` shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee import shelf
from referee.cli.sentences import as_typed
from referee.language.messages import Catalogue, languages
from referee.rules.crews import Game, Mode
from referee.rules.drawing import grid, picture
from referee.rules.drawing.sheets import Sheets
from referee.rules.drawing.values import Drawing, Edition, Side
from referee.rules.house import HOUSE_RULES, Book, HouseRule
from referee.rules.orders import Panel
from referee.rules.scenario import Confidence
from referee.rules.sea import Chart
from referee.table.setup import book_of


# -- the list
def list_line(found: shelf.Found, words: Catalogue) -> str:
    """One chart in the list: its names, and how sure each side is."""
    drawing = found.drawing
    sides = [_confidence(found, mode, words).ljust(30) for mode in drawing.sides]
    title = drawing.title(words.language)
    return words.shown("scenarios.list.line", name=drawing.name, title=title, sides="".join(sides)).rstrip()


def _confidence(found: shelf.Found, mode: Mode, words: Catalogue) -> str:
    side = found.drawing.sides[mode]
    sure = words.shown("scenarios.list.own" if found.own else f"scenarios.confidence.{side.confidence}")
    return words.shown("scenarios.list.side", mode=words.shown(f"console.mode.{mode}"), confidence=sure)


def doubts_about(drawing: Drawing, words: Catalogue) -> Iterator[str]:
    """What is not certain about a chart, each thing once."""
    told: set[str] = set()
    for mode, side in drawing.sides.items():
        sentence = note(side, drawing, words)
        if sentence and sentence not in told:
            told.add(sentence)
            key = "scenarios.list.doubt-both" if len(told) == 1 and _same(drawing) else "scenarios.list.doubt"
            yield words.shown(
                key, name=drawing.name, note=sentence, spaces=doubtful_spaces(side, words),
                mode=words.shown(f"console.mode.{mode}"),
            )  # fmt: skip


def _same(drawing: Drawing) -> bool:
    """One chart for both modes."""
    first, *others = drawing.sides.values()
    return bool(others) and all(side == first for side in others)


def sheet_doubts(game: Game, words: Catalogue) -> Iterator[str]:
    """What is not certain about the sheets."""
    for mode, printed in shelf.sheets_of(game).items():
        if printed.note:
            sentence = words.shown(f"scenarios.note.{printed.note}")
            yield words.shown("scenarios.list.sheets", mode=words.shown(f"console.mode.{mode}"), note=sentence)


# -- one chart
def shown_chart(drawing: Drawing, mode: Mode, words: Catalogue) -> Iterator[str]:
    """One side of a drawing, line by line."""
    side = drawing.sides[mode]
    chart, say = side.chart, words.shown
    yield heading(drawing, mode, words)
    yield say("scenarios.show.size", columns=chart.columns, rows=chart.rows, sectors=len(chart.sector_numbers))
    yield ""
    yield grid.drawn(chart)
    yield ""
    yield say("scenarios.show.legend")
    if grid.blocks_of(chart) is None:
        yield from ("", say("scenarios.show.sectors"), grid.sectors_drawn(chart))
    yield from _notes(side, words)


def heading(drawing: Drawing, mode: Mode, words: Catalogue) -> str:
    """The names of a chart on one line."""
    say, side = words.shown, drawing.sides[mode]
    return say(
        "scenarios.show.head",
        title=drawing.title(words.language),
        game=say(f"console.game.{drawing.game}"),
        mode=say(f"console.mode.{mode}"),
        edition=say(f"scenarios.edition.{drawing.edition}"),
        confidence=say(f"scenarios.confidence.{side.confidence}"),
    )


def _notes(side: Side, words: Catalogue) -> Iterator[str]:
    say = words.shown
    for team, cell in side.starts.items():
        yield say("scenarios.show.start", team=say(f"table.team.{team}"), cell=cell)
    if side.chart.holes:
        yield say("scenarios.show.holes")
    if side.chart.archer_mines:
        yield say("scenarios.show.archer", spaces=side.scenario_gauge)
    if side.doubtful:
        yield say("scenarios.show.doubtful", spaces=", ".join(str(cell) for cell in sorted(side.doubtful)))
    if side.sources:
        yield say("scenarios.show.sources", sources="; ".join(side.sources))


def note(side: Side, drawing: Drawing, words: Catalogue) -> str:
    """What is not certain about a side, as a sentence; empty when there is nothing to say."""
    if side.note and f"scenarios.note.{side.note}" in words:
        return as_typed(words.shown(f"scenarios.note.{side.note}", name=drawing.name))
    return "" if side.confidence is Confidence.SOLID else words.shown(f"scenarios.confidence.{side.confidence}")


def doubtful_spaces(side: Side, words: Catalogue) -> str:
    """The spaces the sources disagree about, in brackets."""
    if len(side.doubtful) > 5:
        return words.shown("scenarios.list.many-spaces", count=len(side.doubtful))
    spaces = ", ".join(str(cell) for cell in sorted(side.doubtful))
    return words.shown("scenarios.list.spaces", spaces=spaces) if spaces else ""


def warning(drawing: Drawing, mode: Mode, words: Catalogue) -> str:
    """What a table should know before it plays on a chart that is not certain; empty when there is nothing."""
    side = drawing.sides[mode]
    return (
        ""
        if side.confidence is Confidence.SOLID
        else (f"{heading(drawing, mode, words)}. {note(side, drawing, words)}{doubtful_spaces(side, words)}")
    )


def picture_of(drawing: Drawing, mode: Mode, words: Catalogue) -> str:
    """One side as SVG."""
    side = drawing.sides[mode]
    names = {team: words.shown(f"table.team.{team}") for team in side.starts}
    return picture.picture(side.chart, heading(drawing, mode, words), side.doubtful, side.starts, names=names)


def blank(name: str, game: Game, mode: str | None, size: tuple[int, int], sectors: tuple[int, int]) -> Drawing:
    """Open water of any size, for one mode or for both."""
    chart = Chart(*size, frozenset(), tuple(sorted(grid.block_sectors(*size, *sectors).items())))
    title = name.replace("-", " ").title()
    sides = dict.fromkeys([Mode(mode)] if mode else Mode, Side(chart))
    return Drawing(game, name, Edition.OWN, dict.fromkeys(languages(), title), sides)


# -- sheets
def shown_sheets(printed: Mapping[Mode, Sheets], words: Catalogue) -> Iterator[str]:
    """Gauges and panels, mode by mode."""
    for mode, sheets in printed.items():
        sure = words.shown(f"scenarios.confidence.{sheets.confidence}")
        yield words.shown("scenarios.list.side", mode=words.shown(f"console.mode.{mode}"), confidence=sure)
        for system, spaces in sheets.mate.gauges if sheets.mate else sheets.energy.costs if sheets.energy else ():
            yield f"  {words.shown(f'crews.system.{system}'):<12}{spaces}"
        for panel in Panel if sheets.engineer else ():
            yield f"  {panel}  {_panel(sheets, panel, words)}"
        if sheets.note:
            yield "  " + words.shown(f"scenarios.note.{sheets.note}")


def _panel(sheets: Sheets, panel: Panel, words: Catalogue) -> str:
    symbols = [symbol for symbol in sheets.engineer.symbols if symbol.panel is panel] if sheets.engineer else []
    return ", ".join(
        words.shown(f"scenarios.symbol.{symbol.kind}")
        + (f" ({words.shown(f'crews.circuit.{symbol.circuit}')})" if symbol.circuit else "")
        for symbol in symbols
    )


# -- house rules
def listed_house(words: Catalogue, game: Game | None) -> Iterator[str]:
    """Every house rule with its values, and which book says what."""
    yield words.shown("scenarios.house.opening")
    for rule in HOUSE_RULES:
        if game is None or game in rule.games:
            yield from _rule(rule, words)


def _rule(rule: HouseRule, words: Catalogue) -> Iterator[str]:
    games = ", ".join(words.shown(f"console.game.{game}") for game in rule.games)
    yield ""
    yield words.shown("scenarios.house.rule", name=rule.name, games=games)
    yield f"    {words.shown(f'house.{rule.name}.about')}"
    for value in rule.values:
        mark = "*" if value == rule.of_book(book_of(words.language)) else " "
        meaning = words.shown(f"house.{rule.name}.{value}")
        yield words.shown(
            "scenarios.house.value", mark=mark, value=value, meaning=meaning, books=_books(rule, value, words)
        )


def _books(rule: HouseRule, value: str, words: Catalogue) -> str:
    """Which books say so in so many words; what is only our reading of them is nobody's word."""
    books: tuple[Book, ...] = ("en", "fr")
    saying = [book for book in books if rule.of_book(book) == value and book not in rule.silent]
    if len(saying) == 2:
        return words.shown("scenarios.house.both")
    return "".join(words.shown(f"scenarios.house.{book}") for book in saying)
