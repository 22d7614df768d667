"""PortAudio, of which a process has one, and which reads its list of devices once, when it is loaded.

A device that comes back may have another number, and one that is new is in no list. The list can be read anew while no
stream is open: whoever holds one says how it rests for a moment, or that it cannot. Small and free of other rooms: both
who records and who plays use it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

Rest = Callable[[], AbstractContextManager[None]]

turn = threading.RLock()
"""Held by whoever opens or closes a stream: PortAudio takes it one by one."""

_held: dict[int, Rest | None] = {}
_LIST = "import json, sounddevice; print(json.dumps([one['name'] for one in sounddevice.query_devices()]))"
_PATIENCE = 5.0
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


def hold(who: object, rest: Rest | None = None) -> None:
    """A stream is open from now on; `rest` closes it for a while, without it nobody may."""
    with turn:
        _held[id(who)] = rest


def let_go(who: object) -> None:
    with turn:
        _held.pop(id(who), None)


def read_anew(sounddevice: Any, sought: str | None) -> bool:
    """Read the list of devices again for whoever holds no stream; False while that is not possible, or is of no use.

    Others who listen lose a moment of it. They are not disturbed for a device that has not come yet.
    """
    with turn:
        if None in _held.values() or (_held and not _has_come(sounddevice, sought)):
            return False
        with ExitStack() as others:
            for rest in list(_held.values()):
                if rest:
                    others.enter_context(rest())
            sounddevice._terminate()
            sounddevice._initialize()
    return True


def _has_come(sounddevice: Any, sought: str | None) -> bool:
    """Whether a new process, with a list of its own, sees other devices than we, and what is sought among them."""
    child = [sys.executable, "-c", _LIST]
    try:
        found = subprocess.run(
            child, capture_output=True, timeout=_PATIENCE, check=True, text=True, creationflags=_NO_WINDOW
        )
        names = json.loads(found.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return False
    known = [one["name"] for one in sounddevice.query_devices()]
    return names != known and any((sought or "").casefold() in name.casefold() for name in names)


@contextmanager
def quietly() -> Iterator[None]:
    """What the sound system of Linux has to say of a lost device it writes to the terminal, over whatever is shown
    there. While this runs it goes nowhere; what Python writes is still seen."""
    own = sys.__stderr__
    if sys.platform != "linux" or own is None:
        yield
        return
    before = sys.stderr
    seen = open(os.dup(2), "w", encoding=own.encoding, errors="replace", buffering=1)  # noqa: SIM115, PTH123
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    vars(sys)["__stderr__"] = seen
    sys.stderr = seen if before is own else before
    try:
        yield
    finally:
        sys.stderr = before
        vars(sys)["__stderr__"] = own
        os.dup2(seen.fileno(), 2)
        os.close(nowhere)
        seen.close()
