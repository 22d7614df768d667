"""How loud it is at each microphone, all of them at once, so that people see which one hears them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from threading import Thread

import numpy as np

from referee.faults import Fault
from referee.hearing.microphone import Microphone

_FLOOR = -90.0


def loudness(names: Iterable[str], seconds: float) -> dict[str, float]:
    """Decibels below full scale of the loudest moment at each of these; those that cannot be opened are missing."""
    with ExitStack() as opened:
        microphones = dict(_opened(names, opened))
        found = dict.fromkeys(microphones, _FLOOR)
        for name, microphone in microphones.items():
            Thread(target=_measure, args=(microphone, name, found), daemon=True).start()
        if found:
            time.sleep(seconds)
        return dict(found)


def _opened(names: Iterable[str], stack: ExitStack) -> Iterator[tuple[str, Microphone]]:
    for name in names:
        microphone = Microphone(name or None)
        try:
            microphone.open()
        except Fault:
            continue
        stack.callback(microphone.close)
        yield name, microphone


def _measure(microphone: Microphone, name: str, found: dict[str, float]) -> None:
    for block in microphone.blocks():
        if len(block.samples):
            level = 20 * float(np.log10(np.sqrt(np.mean(block.samples**2)) + 1e-5))
            found[name] = max(found[name], level)


def names() -> list[str]:
    """Every device that records, by the name that `--mic` takes."""
    try:
        import sounddevice  # noqa: PLC0415
    except OSError:
        return []
    devices = sounddevice.query_devices()
    return list(dict.fromkeys(str(one["name"]) for one in devices if one["max_input_channels"]))
