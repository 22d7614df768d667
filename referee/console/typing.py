"""The line for typed orders: completion, recall, and a mask over what only one crew may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.suggester import Suggester
from textual.widgets import Input

from referee.rules.sea import Heading

RECALLED = 50
"""Lines that are kept to be typed again."""


class Completion(Suggester):
    """Completes the order being typed, after a crew's name or not. It knows what may be said, never what is legal."""

    def __init__(self, openings: Iterable[str], is_secret: Callable[[str], bool]) -> None:
        super().__init__(use_cache=False, case_sensitive=False)
        self._openings = tuple(openings)
        self._is_secret = is_secret

    async def get_suggestion(self, value: str) -> str | None:
        _, _, what = value.rpartition(":")
        typed = what.lstrip().casefold()
        if not typed or self._is_secret(value):
            return None
        for opening in self._openings:
            if opening.casefold().startswith(typed) and opening.casefold() != typed:
                kept = value[: len(value) - len(what.lstrip())]
                return kept + what.lstrip() + opening[len(typed) :]
        return None


class OrderLine(Input):
    """Where orders are typed. A crew's secret is masked from its first word on, and not recalled.

    Tab and Right complete, Up and Down recall, Escape clears. While nothing is typed the arrows are courses of the crew
    that has the line.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False),
        Binding("up", "up", show=False),
        Binding("down", "down", show=False),
        Binding("escape", "empty", show=False),
    ]

    def __init__(
        self,
        placeholder: str,
        completion: Completion,
        is_secret: Callable[[str], bool],
        course: Callable[[Heading], bool],
    ) -> None:
        """`course` takes a heading where a crew has the line."""
        super().__init__(placeholder=placeholder, suggester=completion, id="line", max_length=200)
        self._is_secret, self._course = is_secret, course
        self._typed: list[str] = []
        self._back = 0

    def on_input_changed(self, event: Input.Changed) -> None:
        self.password = self._is_secret(event.value)

    def taken(self) -> str:
        """The line, which is empty again."""
        line, self.value, self._back = self.value, "", 0
        if not self._is_secret(line) and self._typed[-1:] != [line]:
            self._typed = [*self._typed, line][-RECALLED:]
        return line

    def action_complete(self) -> None:
        self.cursor_position = len(self.value)
        super().action_cursor_right()

    def action_empty(self) -> None:
        self.value, self._back = "", 0

    def action_up(self) -> None:
        if not self._steers(Heading.NORTH):
            self._recall(self._back + 1)

    def action_down(self) -> None:
        if not self._steers(Heading.SOUTH):
            self._recall(self._back - 1)

    def action_cursor_left(self, select: bool = False) -> None:
        if not self._steers(Heading.WEST):
            super().action_cursor_left(select)

    def action_cursor_right(self, select: bool = False) -> None:
        if not self._steers(Heading.EAST):
            super().action_cursor_right(select)

    def _steers(self, heading: Heading) -> bool:
        return not self.value and self._course(heading)

    def _recall(self, back: int) -> None:
        if 0 <= back <= len(self._typed):
            self._back, self.value = back, self._typed[-back] if back else ""
            self.cursor_position = len(self.value)
