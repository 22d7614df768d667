"""Charts as players draw them: a scenario file's text <-> values, characters, and a picture.

`reading.read(text)` gives a `Drawing` or raises `Misdrawn` with every problem and its line; `writing.written` is its
inverse; `grid.drawn` shows a chart with characters, `picture.picture` as SVG. Pure: `referee.shelf` touches the disk.
"""
