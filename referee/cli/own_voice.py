"""When the referee itself is heard: what a microphone takes in meanwhile may be its own voice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.voice.loudspeaker import Sounding

TAIL = 0.25
"""Seconds after the referee spoke in which the room still answers."""


class OwnVoice:
    """The latest time at which the loudspeaker sounded, on `time.monotonic()`."""

    def __init__(self) -> None:
        self._sounding = (0.0, 0.0)

    def sounds(self, sounding: Sounding) -> None:
        self._sounding = (sounding.begins, sounding.ends + TAIL)

    def covers(self, began: float, ended: float) -> bool:
        """Whether the referee was heard at any moment between these."""
        begins, ends = self._sounding
        return ended > begins and began < ends
