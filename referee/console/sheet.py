"""What lies above the public screen until it is put away."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

Result = TypeVar("Result")


class Sheet(ModalScreen[Result]):
    """One of them. It can be put away once: of two keys pressed fast the second comes when it is gone already."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        if self.app.screen_stack[-1:] != [self]:
            return AwaitComplete()
        return super().dismiss(result)
