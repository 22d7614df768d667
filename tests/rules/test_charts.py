"""Charts: what is shipped reads, what is drawn is read again, and what is drawn wrongly is named with its line."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import paths
from referee.rules.crews import TEAMS, Game, Mode
from referee.rules.drawing import grid, picture, reading, writing
from referee.rules.drawing.keys import Misdrawn
from referee.rules.drawing.problems import Flaw
from referee.rules.drawing.values import Drawing, Edition, Side
from referee.rules.scenario import Confidence
from referee.rules.sea import Cell, Chart

SHIPPED = [file for file in sorted(paths.scenarios().rglob("*.toml")) if file.stem != "sheets"]


@st.composite
def charts(draw: st.DrawFn) -> Chart:
    """Any chart a table may draw: up to 26 by 26, irregular sectors without a gap, each with water."""
    columns, rows = draw(st.integers(1, 12) | st.just(26)), draw(st.integers(1, 12) | st.just(26))
    cells = [Cell(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    count = draw(st.integers(1, min(9, len(cells))))
    dice = draw(st.randoms(use_true_random=False))
    order = dice.sample(cells, len(cells))
    sectors = {cell: place + 1 if place < count else dice.randint(1, count) for place, cell in enumerate(order)}
    symbols = {cell: dice.choice(grid.SYMBOLS) for cell in order[count:]}
    marked = {symbol: frozenset(cell for cell in symbols if symbols[cell] == symbol) for symbol in grid.SYMBOLS}
    return Chart(
        columns, rows, marked[grid.ISLAND], tuple(sorted(sectors.items())), marked[grid.HOLE], marked[grid.ARCHER]
    )


@st.composite
def drawings(draw: st.DrawFn) -> Drawing:
    game, chart = draw(st.sampled_from(Game)), draw(charts())
    cells = st.sampled_from(chart.cells)
    side = Side(
        chart=chart,
        confidence=draw(st.sampled_from(Confidence)),
        sources=tuple(draw(st.lists(st.text(), max_size=3))),
        doubtful=draw(st.frozensets(cells, max_size=3)),
        note=draw(st.text()),
        starts=draw(st.dictionaries(st.sampled_from(TEAMS[game]), st.sampled_from(sorted(chart.water)))),
        scenario_gauge=4 if chart.archer_mines else draw(st.none() | st.integers(1, 6)),
    )
    titles = draw(st.dictionaries(st.sampled_from(["en", "fr"]), st.text()))
    modes = draw(st.sets(st.sampled_from(Mode), min_size=1))
    return Drawing(game, "my-chart", draw(st.sampled_from(Edition)), titles, dict.fromkeys(sorted(modes), side))


@settings(deadline=None, max_examples=40)
@given(drawings())
def test_written_and_read_again_is_the_same(drawing: Drawing) -> None:
    assert reading.read(writing.written(drawing)) == drawing


@settings(deadline=None, max_examples=40)
@given(st.text())
def test_any_text_is_a_drawing_or_misdrawn(text: str) -> None:
    with pytest.raises(Misdrawn) as wrong:
        reading.read(text)
    assert wrong.value.problems


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_every_shipped_file_reads_and_says_how_sure_it_is(file: object) -> None:
    drawing = reading.read(file.read_text(encoding="utf-8"))  # type: ignore[attr-defined]
    assert drawing.name == file.stem  # type: ignore[attr-defined]
    assert drawing.game == file.parent.name  # type: ignore[attr-defined]
    assert set(drawing.titles) == {"en", "fr"}
    for side in drawing.sides.values():
        assert side.sources or side.confidence is Confidence.NONE
        assert side.confidence in (Confidence.SOLID, Confidence.MEDIUM) or side.note
    assert reading.read(writing.written(drawing)) == drawing


def test_the_sectors_are_numbered_as_on_the_sheets() -> None:
    alpha = {mode: side.chart for mode, side in shipped("captain-sonar", "alpha").sides.items()}
    dark, light = alpha[Mode.REAL_TIME], alpha[Mode.TURN_BY_TURN]
    assert [dark.sector(cell) for cell in map(Cell.parse, ("A1", "L14", "N12", "E6", "K11")) if cell] == [1, 9, 9, 4, 9]
    assert light.sector_numbers == (1, 2, 3, 4)


def test_the_worked_examples_fit_the_charts() -> None:
    bravo = shipped("captain-sonar", "bravo").sides[Mode.REAL_TIME].chart
    assert all(bravo.is_water(cell) for cell in map(Cell.parse, ("D3", "G2", "C7", "B7", "C6")) if cell)
    echo = shipped("captain-sonar", "echo").sides[Mode.REAL_TIME]
    assert Cell(3, 4) in echo.chart.archer_mines
    assert echo.scenario_gauge == 4
    pole = shipped("sonar", "north-pole").sides[Mode.TURN_BY_TURN].chart
    assert {str(cell) for cell in pole.holes} == {"D3", "E8", "I5"}
    starts = shipped("sonar", "archipelago").sides[Mode.REAL_TIME].starts
    assert {team.value: str(cell) for team, cell in starts.items()} == {"blue": "A1", "green": "J10"}


def shipped(game: str, name: str) -> Drawing:
    return reading.read((paths.scenarios() / game / f"{name}.toml").read_text(encoding="utf-8"))


# -- what is drawn wrongly
GOOD = """game = "sonar"
name = "pond"
[both-modes]
starts.blue = "A1"
sectors = '''
1 1 2
1 1 2
'''
chart = '''
   A B C
1  . . .
2  . # .
'''
"""

WRONG = [
    ('game = "sonar"', 'game = "chess"', Flaw.VALUE_WRONG, 1),
    ('game = "sonar"', "game =", Flaw.NOT_TOML, 1),
    ('name = "pond"', 'name = "My Pond!"', Flaw.VALUE_WRONG, 2),
    ('name = "pond"', "", Flaw.KEY_MISSING, 1),
    ('name = "pond"', 'name = "pond"\nsize = 3', Flaw.KEY_UNKNOWN, 3),
    ("[both-modes]", '["realtime"]', Flaw.KEY_UNKNOWN, 3),
    ("[both-modes]", "[both-modes]\nsector = 4", Flaw.KEY_UNKNOWN, 4),
    ("2  . # .", "2  . #", Flaw.ROW_RAGGED, 12),
    ("2  . # .", "3  . # .", Flaw.ROW_NUMBER, 12),
    ("2  . # .", "2  . @ .", Flaw.SYMBOL_UNKNOWN, 12),
    ("1 1 2\n1 1 2", "1 1 2", Flaw.SECTORS_SHAPE, 5),
    ("1 1 2\n1 1 2", "1 1 2\n1 x 2", Flaw.SECTOR_SYMBOL, 7),
    ("1 1 2\n1 1 2", "1 1 2\n1 1", Flaw.ROW_RAGGED, 7),
    ("1 1 2\n1 1 2", "1 1 3\n1 1 3", Flaw.SECTOR_MISSING, 5),
    ("1 1 2\n1 1 2", "1 1 1\n1 2 1", Flaw.SECTOR_DRY, 5),
    ("sectors = '''\n1 1 2\n1 1 2\n'''", "", Flaw.KEY_MISSING, 3),
    ("1  . . .\n2  . # .\n", "", Flaw.CHART_EMPTY, 9),
    ("1  . . .\n2  . # .\n", "1  # # #\n2  # # #\n", Flaw.CHART_EMPTY, 9),
    ('blue = "A1"', 'blue = "B2"', Flaw.START_ISLAND, 4),
    ('blue = "A1"', 'blue = "D9"', Flaw.START_OFF_CHART, 4),
    ('blue = "A1"', 'blue = "corner"', Flaw.CELL_WRONG, 4),
    ('starts.blue = "A1"', 'starts.yellow = "A1"', Flaw.START_TEAM, 4),
    ('starts.blue = "A1"', 'doubtful = ["D9"]', Flaw.CELL_OFF_CHART, 4),
    ('starts.blue = "A1"', 'doubtful = "A1"', Flaw.VALUE_WRONG, 4),
    ('starts.blue = "A1"', "scenario-gauge = 9", Flaw.VALUE_WRONG, 4),
    ('starts.blue = "A1"', 'confidence = "sure"', Flaw.VALUE_WRONG, 4),
]  # fmt: skip


@pytest.mark.parametrize(("there", "instead", "flaw", "line"), WRONG)
def test_a_flaw_is_named_with_its_line(there: str, instead: str, flaw: Flaw, line: int) -> None:
    reading.read(GOOD)
    assert there in GOOD
    with pytest.raises(Misdrawn) as wrong:
        reading.read(GOOD.replace(there, instead))
    assert (flaw, line) in {(problem.flaw, problem.line) for problem in wrong.value.problems}


def test_a_chart_larger_than_the_alphabet_is_refused() -> None:
    with pytest.raises(Misdrawn) as wrong:
        reading.read(GOOD.replace("1  . . .\n2  . # .", "." * 27))
    assert wrong.value.problems[0].flaw is Flaw.CHART_TOO_BIG


def test_all_flaws_are_found_in_one_reading() -> None:
    text = GOOD.replace("2  . # .", "2  @ # %").replace('game = "sonar"', 'game = "chess"')
    with pytest.raises(Misdrawn) as wrong:
        reading.read(text)
    assert [problem.line for problem in wrong.value.problems] == [1, 12, 12]


@pytest.mark.parametrize("drawn", [". . #\n. o *", "..#\n.o*", "  A B C\n1 . . #\n2 . o *", "ABC\n1..#\n2.o*"])
def test_letters_numbers_and_spaces_are_welcome_but_not_needed(drawn: str) -> None:
    rows = grid.chart_rows(drawn, None)
    assert [row.symbols for row in rows] == [(".", ".", "#"), (".", "o", "*")]
    assert not list(grid.shape_problems(rows, None))


@pytest.mark.parametrize("drawn", ["112\n112", "1 1 2\n1 1 2", "1  1 1 2\n2  1 1 2", "   A B C\n1  1 1 2\n2  1 1 2"])
def test_sectors_are_drawn_like_the_chart(drawn: str) -> None:
    assert [row.symbols for row in grid.sector_rows(drawn, None, 3)] == [("1", "1", "2"), ("1", "1", "2")]


# -- the picture
@settings(deadline=None, max_examples=40)
@given(charts())
def test_a_picture_is_whole_and_shows_everything(chart: Chart) -> None:
    root = ElementTree.fromstring(picture.picture(chart, "<A & B>", [Cell(1, 1)]))
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert root.findtext("{http://www.w3.org/2000/svg}title") == "<A & B>"
    assert texts.count("?") == 1
    assert texts.count("A") == 2
    assert texts.count(str(chart.rows)) >= 2
    circles = sum(element.tag.endswith("circle") for element in root.iter())
    assert circles == 3 * len(chart.holes) + 2 * len(chart.archer_mines)


def test_a_picture_of_one_sector_has_no_border() -> None:
    chart = Chart(2, 2, frozenset(), tuple((Cell(x, y), 1) for x in (1, 2) for y in (1, 2)))
    divided = replace(chart, sectors=tuple((Cell(x, y), x) for x in (1, 2) for y in (1, 2)))
    assert "stroke-dasharray" not in picture.picture(chart, "")
    assert "stroke-dasharray" in picture.picture(divided, "")


def test_the_example_of_the_documentation_is_a_chart() -> None:
    checkout = paths.checkout()
    if checkout is None:
        pytest.skip("documentation stays in the checkout")
    text = (checkout / "docs" / "charts.md").read_text(encoding="utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    side = reading.read(example).sides[Mode.REAL_TIME]
    assert side.chart.sector(Cell(3, 2)) == 3
    assert side.chart.holes == {Cell(2, 2)}
