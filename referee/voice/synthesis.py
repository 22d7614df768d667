"""Text to sound: a fresh child process a clause, one kept waiting so that the next clause comes at once.

A child that hangs is killed, one that fails or writes nothing is replaced once; then it is a fault. Nothing here
plays anything.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import soundfile

from referee.devices import NO_WINDOW
from referee.faults import Fault
from referee.voice.sound import Sound, read
from referee.voice.voices import Voice, drivers

CHILD = (sys.executable, "-m", "referee.voice.child")
PATIENCE = 3.0


@dataclass(frozen=True, slots=True)
class Manner:
    """How something is said."""

    voice: Voice
    rate: int
    """Words a minute."""
    pitch: int | None = None


class Cancelled(Exception):
    """What was being synthesised is not wanted any more."""


class Synthesiser:
    """Asked by one thread at a time; `cancel` may come from any."""

    def __init__(self, child: Sequence[str] = CHILD, patience: float = PATIENCE) -> None:
        self._command = tuple(child)
        self._patience = patience
        self._folder = tempfile.TemporaryDirectory(prefix="referee-voice-", ignore_cleanup_errors=True)
        self._spare: tuple[str, subprocess.Popen[bytes]] | None = None
        self._working: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._cancelled = False

    def voices(self) -> tuple[Voice, ...]:
        """Every voice of every synthesiser of this system."""
        return tuple(voice for driver in drivers() for voice in self._listed(driver))

    def _listed(self, driver: str) -> list[Voice]:
        answer = self._ask(self._start(driver), {"list": True}) or {"voices": []}
        return [Voice(one["id"], one["name"], tuple(one["languages"]), driver) for one in answer["voices"]]

    def speak(self, text: str, manner: Manner, *, gently: bool = False) -> Sound:
        """The text as sound, without silence around it. `gently`: in the background, leaving the machine to others."""
        self._cancelled = False
        for _ in range(2):
            sound = self._attempt(text, manner, gently)
            if sound is not None:
                return sound
            if self._cancelled:
                raise Cancelled
        raise Fault("voice.synthesiser", text=text)

    def cancel(self) -> None:
        """Give up what is being synthesised now."""
        with self._lock:
            self._cancelled = True
            if self._working:
                self._working.kill()

    def close(self) -> None:
        """End the child that waits, and remove the files."""
        self.cancel()
        if self._spare:
            _end(self._spare[1])
            self._spare = None
        self._folder.cleanup()

    def keep_one_waiting(self, driver: str) -> None:
        """Start the next child before it is needed: starting is most of its time."""
        if self._spare is None or self._spare[0] != driver or self._spare[1].poll() is not None:
            if self._spare:
                _end(self._spare[1])
            self._spare = (driver, self._start(driver))

    def _attempt(self, text: str, manner: Manner, gently: bool) -> Sound | None:
        with tempfile.NamedTemporaryFile(dir=self._folder.name, suffix=".wav", delete=False) as file:
            path = Path(file.name)
        driver = manner.voice.driver
        request = {"text": text, "voice": manner.voice.id, "rate": manner.rate, "pitch": manner.pitch}
        try:
            child = self._start(driver, "gently") if gently else self._waiting(driver)
            answered = self._ask(child, {**request, "path": str(path)})
            return _sounding(path) if answered else None
        finally:
            path.unlink(missing_ok=True)
            if not gently and not self._cancelled:
                self.keep_one_waiting(driver)

    def _waiting(self, driver: str) -> subprocess.Popen[bytes]:
        self.keep_one_waiting(driver)
        assert self._spare
        (_, child), self._spare = self._spare, None
        return child

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        return subprocess.Popen(
            [*self._command, *words], stdin=pipe, stdout=pipe, stderr=nowhere, creationflags=NO_WINDOW
        )

    def _ask(self, child: subprocess.Popen[bytes], request: dict[str, Any]) -> dict[str, Any] | None:
        """One answer of one child, or None when it hangs, crashes or talks nonsense."""
        with self._lock:
            self._working = child
            if self._cancelled and "list" not in request:
                child.kill()
        try:
            line, _ = child.communicate(json.dumps(request).encode() + b"\n", self._patience)
            answer = json.loads(line)
        except (subprocess.TimeoutExpired, OSError, ValueError):
            return None
        finally:
            self._working = None
            _end(child)
        return answer if isinstance(answer, dict) and answer.get("ok") else None


def _sounding(path: Path) -> Sound | None:
    try:
        sound = read(path).trimmed().level()
    except (soundfile.LibsndfileError, OSError):
        return None
    return sound if len(sound.samples) else None


def _end(child: subprocess.Popen[bytes]) -> None:
    child.kill()
    with contextlib.suppress(subprocess.TimeoutExpired, OSError, ValueError):
        child.communicate(timeout=1)
