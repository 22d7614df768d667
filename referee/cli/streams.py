"""The three streams a program is given, as they have to be: there, able to show any alphabet, and showing nothing but
what can be read."""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from referee.faults import Fault
from referee.language.readable import Control, readable


class Readable:
    """A stream that shows text, and never obeys it."""

    def __init__(self, name: str) -> None:
        self._name, self._given = name, getattr(sys, name)
        self._is_systems = self._given is getattr(sys, f"__{name}__")

    @property
    def _stream(self) -> IO[str]:
        """The system's own may be moved meanwhile, out of the way of what libraries write."""
        stream: IO[str] = getattr(sys, f"__{self._name}__") if self._is_systems else self._given
        return stream

    def write(self, text: str) -> int:
        with _told():
            return self._stream.write(text if isinstance(text, Control) else readable(text))

    def flush(self) -> None:
        with _told():
            self._stream.flush()

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def _told() -> Iterator[None]:
    """A disk that is full is said; a reader who has gone is no fault."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise Fault("cli.not-written", why=problem.strerror) from problem


@contextmanager
def opened(*, debug: bool) -> Iterator[None]:
    """While a command runs. What fails in a thread, or in a library, is no traceback on somebody's screen either: its
    text may hold a secret of a crew."""
    _reopen()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # an old terminal shows a question mark where it has no letter
            stream.reconfigure(errors="replace")
    before = sys.stdout, sys.stderr, threading.excepthook
    vars(sys).update(stdout=Readable("stdout"), stderr=Readable("stderr"))
    if not debug:
        threading.excepthook = _named
        logging.getLogger().addHandler(logging.NullHandler())
    try:
        yield
    finally:
        sys.stdout, sys.stderr, threading.excepthook = before


def _reopen() -> None:
    """A stream that was closed would be taken by the next file that is opened: the journal."""
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            nowhere = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 -- as long as we live
            vars(sys).update({name: nowhere, f"__{name}__": nowhere})


def _named(failed: threading.ExceptHookArgs) -> None:
    """The kind alone."""
    if not issubclass(failed.exc_type, BrokenPipeError):
        print(f"referee: {failed.exc_type.__name__}", file=sys.stderr)


def closed() -> None:
    """Whoever read what is written has gone: what is left to be written goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
