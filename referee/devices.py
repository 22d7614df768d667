"""PortAudio, of which a process has one, and which reads its list of devices once, when it is loaded; and what it, and
whatever else is written in C, does to the terminal.

A device that comes back may have another number, and one that is new is in no list. The list can be read anew while no
stream is open: whoever holds one says how it rests for a moment, or that it cannot. Small and free of other rooms: both
who records and who plays use it.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from typing import Any, Generic, NoReturn, TypeVar

T = TypeVar("T")
Rest = Callable[[], AbstractContextManager[None]]

turn = threading.RLock()
"""Held by whoever opens or closes a stream: PortAudio takes it one by one."""

_held: dict[int, Rest | None] = {}
_LIST = "import json, sounddevice; print(json.dumps([one['name'] for one in sounddevice.query_devices()]))"
_PATIENCE = 5.0
_MANY = 3
_stuck: set[int] = set()
NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)
"""With this a process of our own opens no console on Windows, over whatever is shown; elsewhere none does."""


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


class Stuck(Exception):
    """PortAudio has not come back from a call. It may yet."""


def in_time(call: Callable[[], T], undo: Callable[[T], object]) -> T:
    """What a call of PortAudio gives; `Stuck` when it takes too long: for a device that fails it may wait for ever.

    Such a call goes on by itself, and the list is not read meanwhile; what it gives too late is undone. There are never
    many of them: a device that does not answer is left alone.
    """
    if sys.platform == "win32":  # where some sound systems want to be called by one thread alone
        return call()
    with turn:
        if len(_stuck) >= _MANY:
            raise Stuck
        running = _Call(call, undo)
        threading.Thread(target=running, name="sound device", daemon=True).start()
        return running.within(_PATIENCE)


def waits_for_a_call() -> bool:
    """Whether a call that was given up still runs."""
    return bool(_stuck)


class _Call(Generic[T]):
    """A call in a thread of its own, until it is given up."""

    def __init__(self, call: Callable[[], T], undo: Callable[[T], object]) -> None:
        self._call, self._undo = call, undo
        self._found: list[T] = []
        self._wrong: Exception | None = None
        self._over, self._one_at_a_time = threading.Event(), threading.Lock()
        self._given_up = False

    def __call__(self) -> None:
        try:
            self._found.append(self._call())
        except Exception as wrong:
            self._wrong = wrong
        with self._one_at_a_time:
            self._over.set()
        if self._given_up:
            self._came_too_late()

    def _came_too_late(self) -> None:
        for found in self._found:
            with suppress(Exception):
                self._undo(found)
        with turn:
            _stuck.discard(id(self))
            let_go(self)

    def within(self, seconds: float) -> T:
        self._over.wait(seconds)
        with self._one_at_a_time:
            self._given_up = not self._over.is_set()
        if self._given_up:
            self._give_up()
        if self._wrong is not None:
            raise self._wrong
        return self._found[0]

    def _give_up(self) -> NoReturn:
        _stuck.add(id(self))
        hold(self)
        sounddevice = sys.modules.get("sounddevice")
        if sounddevice is not None:  # at the end of the program it would be waited for again
            atexit.unregister(sounddevice._exit_handler)
        raise Stuck


def _has_come(sounddevice: Any, sought: str | None) -> bool:
    """Whether a new process, with a list of its own, sees other devices than we, and what is sought among them."""
    child = [sys.executable, "-c", _LIST]
    try:
        found = subprocess.run(
            child, capture_output=True, timeout=_PATIENCE, check=True, text=True, creationflags=NO_WINDOW
        )
        names = json.loads(found.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        return False
    known = [one["name"] for one in sounddevice.query_devices()]
    return names != known and any((sought or "").casefold() in name.casefold() for name in names)


class _Hush:
    """Whether the terminal is closed to what libraries write, and how many want it so."""

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        self._count = 0
        self._over = ExitStack()

    def begin(self) -> None:
        with self._one_at_a_time:
            if not self._count:
                self._over.enter_context(_closed_to_libraries())
            self._count += 1

    def end(self) -> None:
        with self._one_at_a_time:
            self._count -= 1
            if not self._count:
                self._over.close()


_hush = _Hush()


@contextmanager
def quietly() -> Iterator[None]:
    """What a library of sound has to say of a lost device or a damaged recording it writes to the terminal, over
    whatever is shown there. While this runs it goes nowhere; what Python writes is still seen. Any thread may ask for
    it, and ask again within."""
    _hush.begin()
    try:
        yield
    finally:
        _hush.end()


@contextmanager
def _closed_to_libraries() -> Iterator[None]:
    own = sys.__stderr__
    if sys.platform == "win32" or own is None:  # there each library has a door to the terminal of its own
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
