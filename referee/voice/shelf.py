"""The shelf: clauses already synthesised, on disk, so that they sound at once the next time and the next evening."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

import soundfile

from referee import paths
from referee.voice.sound import Sound, read, write
from referee.voice.synthesis import Manner

_EDITION = 3  # to be raised when what is kept changes: trimming, loudness
_FULL = 5000


class Shelf:
    """One file a clause. A damaged one is as good as none; where nothing can be written, nothing is kept."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or paths.cache() / "voice"

    def take(self, text: str, manner: Manner) -> Sound | None:
        path = self._place(text, manner)
        try:
            sound = read(path)
        except (soundfile.LibsndfileError, OSError):
            return None
        return sound if len(sound.samples) else None

    def has(self, text: str, manner: Manner) -> bool:
        return self._place(text, manner).is_file()

    def put(self, text: str, manner: Manner, sound: Sound) -> None:
        path = self._place(text, manner)
        with contextlib.suppress(soundfile.LibsndfileError, OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, unfinished = tempfile.mkstemp(dir=self.folder, prefix="unfinished-", suffix=".flac")
            os.close(handle)
            try:
                write(Path(unfinished), sound)
                Path(unfinished).replace(path)
            finally:
                Path(unfinished).unlink(missing_ok=True)

    def tidy(self) -> None:
        """Throw out the oldest when there are far more than any game says."""
        with contextlib.suppress(OSError):
            kept = sorted(self.folder.glob("*.flac"), key=lambda path: path.stat().st_mtime, reverse=True)
            for path in kept[_FULL:]:
                path.unlink(missing_ok=True)

    def _place(self, text: str, manner: Manner) -> Path:
        voice = manner.voice
        parts = (_EDITION, text, voice.driver, voice.id, voice.name, manner.rate, manner.pitch)
        return self.folder / f"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}.flac"
