"""The clips that nets are learned from, in rooms: what all programs that learn are told, and where they
have it from.
"""

from __future__ import annotations

import argparse
from functools import cached_property
from pathlib import Path

from models.training.speakers import LANGUAGES
from referee.hearing.waveform import RATE, Samples
from tests.bench.clips import Clip, recorded
from tests.bench.rooms import Room, Rooms

PART = "learn"
NOISY = ("talk:15", "talk:10", "babble:12", "talk:8", "babble:18", "kitchen:15", "music:15", "quiet+far")


class Scenes:
    """Who is learned from, in one language. `recordings`: rooms that were recorded, for parts that may hear them."""

    def __init__(self, language: str, voices: Path, part: str = PART, recordings: Path | None = None) -> None:
        self.language, self.part, self._recordings = language, part, recordings
        self.clips = [clip for clip in recorded(voices, language) if clip.part == part]

    @property
    def orders(self) -> list[Clip]:
        return [clip for clip in self.clips if clip.order]

    @cached_property
    def _rooms(self) -> Rooms:
        return Rooms(self.language, self.part, self.clips, self._recordings)

    def around(self, clip: Clip, room: str, before: float, after: float) -> Samples:
        """A clip in a room, with so many seconds of the room around it."""
        return self.and_before(clip, room, before, after)[1]

    def and_before(self, clip: Clip, room: str, before: float, after: float) -> tuple[Samples, Samples]:
        """The same, and what was heard before that."""
        stream = self._rooms.stream(clip, Room.named(room))
        own = next(one for one in stream.said if one.clip == clip.name)
        first, last = round((own.began - before) * RATE), round((own.ended + after) * RATE)
        return stream.samples[:first], stream.samples[first:last]


def asked(about: str) -> argparse.ArgumentParser:
    """What a learning program is told."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--voices", type=Path, metavar="FOLDER", required=True, help="what models.training.voices made")
    parser.add_argument("--language", choices=LANGUAGES, required=True)
    parser.add_argument("--out", type=Path, metavar="FILE", help="default: the file that is used")
    return parser
