"""A folder instead of a loudspeaker: every utterance becomes a numbered WAV file, for demonstrations and for machines
without a sound card."""

from __future__ import annotations

import re
import threading
import time
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import soundfile

from referee.faults import Fault
from referee.voice.loudspeaker import Listener, Sounding
from referee.voice.sound import Sound, joined, write

RATE = 22050


class WavFolder:
    """An output that takes no time: nothing is ever late in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files: list[Path] = []

    def open(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Fault("voice.folder", folder=self.folder) from error

    def play(self, sounds: Iterable[Sound], name: str, listener: Listener, cut: threading.Event) -> None:
        whole = joined(sounds, RATE)
        if cut.is_set():
            return
        path = self.folder / f"{len(self.files) + 1:03d}-{_plain(name)}.wav"
        try:
            write(path, whole)
        except (soundfile.LibsndfileError, OSError) as error:
            raise Fault("voice.folder", folder=self.folder) from error
        self.files.append(path)
        now = time.monotonic()
        listener(Sounding(now, now))

    def hush(self) -> None:
        """A file is written or it is not."""

    def close(self) -> None:
        """Every file is closed as soon as it is written."""


def _plain(name: str) -> str:
    ascii_only = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")[:40] or "sound"
