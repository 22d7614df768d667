"""The line for typed orders: completion, and a mask over what only one crew may see."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.suggester import Suggester
from textual.widgets import Input


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
    """Where orders are typed. A crew's secret is masked from its first word on."""

    def __init__(self, placeholder: str, completion: Completion, is_secret: Callable[[str], bool]) -> None:
        super().__init__(placeholder=placeholder, suggester=completion, id="line", max_length=200)
        self._is_secret = is_secret

    def on_input_changed(self, event: Input.Changed) -> None:
        self.password = self._is_secret(event.value)
