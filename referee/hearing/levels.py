"""How loud it is at each microphone, all of them at once, so that people see which one hears them.

Each is opened by a process of its own: there are devices that answer nothing and wait for ever, and whoever opens one
of those must not wait with it. Run as a program, this is that process.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable

import numpy as np

from referee.devices import NO_WINDOW
from referee.faults import Fault
from referee.hearing.microphone import Microphone

_FLOOR = -90.0
_OPENS = 8.0
"""Seconds a busy machine may take to open a microphone."""


def loudness(names: Iterable[str], seconds: float) -> dict[str, float]:
    """Decibels below full scale of the loudest moment at each of these, the system's own by an empty name; those that
    cannot be opened are missing."""
    command = [sys.executable, "-m", __name__, str(seconds)]
    asked = {name: _begun([*command, name]) for name in names}
    until = time.monotonic() + seconds + _OPENS
    found = {name: _answer(child, until) for name, child in asked.items()}
    return {name: level for name, level in found.items() if level is not None}


def _begun(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        creationflags=NO_WINDOW,
    )


def _answer(child: subprocess.Popen[str], until: float) -> float | None:
    try:
        said, _ = child.communicate(timeout=max(0.0, until - time.monotonic()))
        return float(said)
    except (subprocess.TimeoutExpired, ValueError):
        return None
    finally:
        child.kill()
        child.wait()


def names() -> list[str]:
    """Every device that records, by the name that `--mic` takes."""
    try:
        import sounddevice  # noqa: PLC0415

        devices = sounddevice.query_devices()
    except Exception:  # no PortAudio, or none that starts: then there are none
        return []
    return list(dict.fromkeys(str(one["name"]) for one in devices if one["max_input_channels"]))


def _measured(name: str, seconds: float) -> float:
    microphone, loudest = Microphone(name or None), _FLOOR
    microphone.open()
    until = time.monotonic() + seconds
    for block in microphone.blocks():
        if len(block.samples):
            loudest = max(loudest, 20 * float(np.log10(np.sqrt(np.mean(block.samples**2)) + 1e-5)))
        if time.monotonic() > until:
            break
    return loudest


if __name__ == "__main__":
    try:
        print(_measured(sys.argv[2], float(sys.argv[1])), flush=True)
    except (Fault, KeyboardInterrupt):
        sys.exit(1)
