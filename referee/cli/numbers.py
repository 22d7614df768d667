"""Options that are numbers, each with the range it makes sense in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from referee.faults import Fault

N = TypeVar("N", int, float)


def whole(option: str, low: int, high: int) -> Callable[[str], int]:
    """A whole number in this range; for anything else, a sentence."""
    return lambda text: _checked(option, text, int, low, high)


def decimal(option: str, low: float, high: float) -> Callable[[str], float]:
    """The same for numbers that need not be whole."""
    return lambda text: _checked(option, text, float, low, high)


def _checked(option: str, text: str, kind: Callable[[str], N], low: N, high: N) -> N:
    try:
        value = kind(text)
    except ValueError:
        value = None
    if value is None or not low <= value <= high:
        raise Fault("cli.out-of-range", what=option, value=text, low=low, high=high)
    return value
