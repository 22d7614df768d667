"""Text on the screen, as it is: whatever a crew calls itself, nothing in it is markup or commands the terminal."""

from __future__ import annotations

from rich.text import Text
from textual.visual import VisualType
from textual.widgets import Static

from referee.language.readable import readable


def as_it_is(text: str | Text) -> Text:
    """The text, of which nothing means anything but itself."""
    if isinstance(text, str):
        return Text(readable(text))
    text.plain = readable(text.plain)
    return text


class Label(Static):
    """A line, or several."""

    def __init__(self, text: str | Text = "", *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(as_it_is(text), id=id, classes=classes, markup=False)

    def update(self, content: VisualType = "", *, layout: bool = True) -> None:
        super().update(as_it_is(content) if isinstance(content, str | Text) else content, layout=layout)
