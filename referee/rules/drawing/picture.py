"""A chart's picture as SVG: letters on top, numbers at the side, islands, sectors, holes, mines and starting spaces.

Drawn for a phone and for paper alike: dark ink on pale water, nothing that needs colour alone to be told apart.
Whoever draws routes or clouds over it asks `centre` where a space is.
What never lives here: words (a title is handed in), files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape

from referee.rules.crews import Team
from referee.rules.sea import LETTERS, Cell, Chart

SPACE = 40
EDGE = 34
INK = {Team.BLUE: "#1d5fb4", Team.YELLOW: "#b98900", Team.GREEN: "#1e7d3c"}

_STYLE = (
    "text{font-family:'DejaVu Sans',Verdana,Arial,sans-serif;text-anchor:middle;dominant-baseline:central}"
    ".edge{font-size:17px;font-weight:bold;fill:#14313f}"
    ".number{font-size:84px;font-weight:bold;fill:#2b6a80;opacity:.13}"
    ".doubt{font-size:15px;font-weight:bold;fill:#a33b00}"
    ".start{font-size:15px;font-weight:bold;fill:#fff}"
)


def centre(cell: Cell) -> tuple[int, int]:
    """Where the middle of a space is in the picture."""
    return EDGE + (cell.column - 1) * SPACE + SPACE // 2, EDGE + (cell.row - 1) * SPACE + SPACE // 2


def size(chart: Chart) -> tuple[int, int]:
    """Width and height of a chart's picture."""
    return 2 * EDGE + chart.columns * SPACE, 2 * EDGE + chart.rows * SPACE


def picture(
    chart: Chart,
    title: str,
    doubtful: Iterable[Cell] = (),
    starts: Mapping[Team, Cell] | None = None,
    *,
    names: Mapping[Team, str] | None = None,
    over: str = "",
) -> str:
    """The chart as one SVG document; `names` are what the crews are called, `over` is drawn on top of everything."""
    parts = [
        _sea(chart),
        *_sector_numbers(chart),
        _spaces(chart),
        _islands(chart),
        *(_hole(cell) for cell in sorted(chart.holes)),
        *(_mine(cell) for cell in sorted(chart.archer_mines)),
        _borders(chart),
        *_edges(chart),
        *(_doubt(cell) for cell in sorted(doubtful)),
        *(_start(team, (names or {}).get(team, team.value), cell) for team, cell in (starts or {}).items()),
        over,
    ]
    wide, high = size(chart)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'role="img"><title>{escape(title)}</title><style>{_STYLE}</style>\n'
        + "\n".join(part for part in parts if part)
        + "\n</svg>\n"
    )


def _sea(chart: Chart) -> str:
    wide, high = size(chart)
    inner = f'x="{EDGE}" y="{EDGE}" width="{wide - 2 * EDGE}" height="{high - 2 * EDGE}"'
    return (
        f'<rect width="{wide}" height="{high}" fill="#fff"/><rect {inner} fill="#e4f3f7" stroke="#14313f" '
        'stroke-width="2.5"/>'
    )


def _edges(chart: Chart) -> Iterator[str]:
    """Letters above and below, numbers on both sides: whoever sits across the table reads them too."""
    wide, high = size(chart)
    for column in range(1, chart.columns + 1):
        x, _ = centre(Cell(column, 1))
        for y in (EDGE // 2, high - EDGE // 2):
            yield f'<text class="edge" x="{x}" y="{y}">{LETTERS[column - 1]}</text>'
    for row in range(1, chart.rows + 1):
        _, y = centre(Cell(1, row))
        for x in (EDGE // 2, wide - EDGE // 2):
            yield f'<text class="edge" x="{x}" y="{y}">{row}</text>'


def _spaces(chart: Chart) -> str:
    """A fine grid, and a dot in every space that is water: routes are drawn from dot to dot."""
    wide, high = size(chart)
    across = "".join(f"M{EDGE} {EDGE + row * SPACE}H{wide - EDGE}" for row in range(1, chart.rows))
    down = "".join(f"M{EDGE + column * SPACE} {EDGE}V{high - EDGE}" for column in range(1, chart.columns))
    dots = "".join(f"M{x} {y}h0" for x, y in map(centre, sorted(chart.water)))
    return (
        f'<path d="{across}{down}" stroke="#bcdbe3" stroke-width="1" fill="none"/>'
        f'<path d="{dots}" stroke="#3d7d93" stroke-width="5" stroke-linecap="round"/>'
    )


def _islands(chart: Chart) -> str:
    """Islands that touch grow together; the shore is the same shape drawn wider beneath."""
    if not chart.islands:
        return ""
    land = "".join(_coast(cell) for cell in sorted(chart.islands)) + "".join(_isthmuses(chart))
    join = 'stroke-linejoin="round"'
    return (
        f'<path d="{land}" fill="#d8c48a" stroke="#6d5a24" stroke-width="8" {join}/>'
        f'<path d="{land}" fill="#d8c48a" stroke="#d8c48a" stroke-width="5" {join}/>'
        f'<path d="{land}" fill="#7f9a52"/>'
    )


def _coast(cell: Cell) -> str:
    """An eight-sided island whose sides differ from space to space, always the same way."""
    x, y = centre(cell)
    reach = [9 + (cell.column * 7 + cell.row * 11 + corner * 5) % 5 for corner in range(8)]
    turns = ((0, -1), (0.7, -0.7), (1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7))
    corners = (f"{x + r * dx:.1f} {y + r * dy:.1f}" for r, (dx, dy) in zip(reach, turns, strict=True))
    return "M" + "L".join(corners) + "Z"


def _isthmuses(chart: Chart) -> Iterator[str]:
    for cell in sorted(chart.islands):
        x, y = centre(cell)
        beside, below = Cell(cell.column + 1, cell.row), Cell(cell.column, cell.row + 1)
        if {beside, below, Cell(cell.column + 1, cell.row + 1)} <= chart.islands:
            yield f"M{x} {y}h{SPACE}v{SPACE}h-{SPACE}Z"
        if beside in chart.islands:
            yield f"M{x} {y - 8}h{SPACE}v16h-{SPACE}Z"
        if below in chart.islands:
            yield f"M{x - 8} {y}h16v{SPACE}h-16Z"


def _hole(cell: Cell) -> str:
    x, y = centre(cell)
    return (
        f'<circle cx="{x}" cy="{y}" r="15" fill="#fff" stroke="#14313f" stroke-width="2.5"/>'
        f'<circle cx="{x}" cy="{y}" r="9" fill="none" stroke="#3d7d93" stroke-width="2" stroke-dasharray="4 3"/>'
        f'<circle cx="{x}" cy="{y}" r="2.5" fill="#3d7d93"/>'
    )


def _mine(cell: Cell) -> str:
    x, y = centre(cell)
    spikes = f"M{x - 14} {y}h28M{x} {y - 14}v28M{x - 10} {y - 10}l20 20M{x - 10} {y + 10}l20 -20"
    return (
        f'<path d="{spikes}" stroke="#30343a" stroke-width="3" stroke-linecap="round"/>'
        f'<circle cx="{x}" cy="{y}" r="9" fill="#30343a"/><circle cx="{x - 3}" cy="{y - 3}" r="2.2" fill="#fff"/>'
    )


def _borders(chart: Chart) -> str:
    """The borders between sectors, each straight stretch as one line."""
    lines = "".join([*_stretches(chart, upright=True), *_stretches(chart, upright=False)])
    return lines and f'<path d="{lines}" stroke="#14313f" stroke-width="3" stroke-dasharray="9 5" fill="none"/>'


def _stretches(chart: Chart, upright: bool) -> Iterator[str]:
    outer, inner = (chart.columns, chart.rows) if upright else (chart.rows, chart.columns)
    for between in range(1, outer):
        began: int | None = None
        for along in range(1, inner + 2):
            here, there = (
                (Cell(between, along), Cell(between + 1, along)) if upright
                else (Cell(along, between), Cell(along, between + 1))
            )  # fmt: skip
            border = along <= inner and chart.sector(here) != chart.sector(there)
            if border and began is None:
                began = along
            elif not border and began is not None:
                across, start, length = EDGE + between * SPACE, EDGE + (began - 1) * SPACE, (along - began) * SPACE
                yield f"M{across} {start}v{length}" if upright else f"M{start} {across}h{length}"
                began = None


def _sector_numbers(chart: Chart) -> Iterator[str]:
    """Each sector's number, large and pale, over the space of it nearest to its middle."""
    for sector in chart.sector_numbers:
        cells = [cell for cell in chart.cells if chart.sector(cell) == sector]
        column = sum(cell.column for cell in cells) / len(cells)
        row = sum(cell.row for cell in cells) / len(cells)
        x, y = centre(min(cells, key=lambda cell: ((cell.column - column) ** 2 + (cell.row - row) ** 2, cell)))
        yield f'<text class="number" x="{x}" y="{y}">{sector}</text>'


def _doubt(cell: Cell) -> str:
    x, y = centre(cell)
    return f'<text class="doubt" x="{x + 13}" y="{y - 11}">?</text>'


def _start(team: Team, name: str, cell: Cell) -> str:
    x, y = centre(cell)
    return (
        f'<circle cx="{x}" cy="{y}" r="13" fill="{INK[team]}" stroke="#14313f" stroke-width="2"/>'
        f'<text class="start" x="{x}" y="{y}">{escape(name[:1].upper())}</text>'
    )
