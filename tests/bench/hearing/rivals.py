"""Who is measured: this tree, another version of it, plain Vosk with its list of phrases. Each in its own process."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, Listener
from pathlib import Path

from referee.hearing.waveform import Samples
from referee.language.grammar import Grammar
from tests.bench.hearing.child import ASKED
from tests.bench.phrases import complete

ROOT = Path(__file__).parents[3]
_CHILD = Path(__file__).with_name("child.py")
NAMES = ("ours", "before", "plain")
BEFORE = "dc99fa6"
"""The version that "before" is, where no other is asked for."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An order in notation, or `?` for a question back; its words; from which second to which; how sure; and when it
    was decided: in time of the sound, by the wall with all computing and waiting, and the same by the processor."""

    order: str
    words: str
    began: float
    ended: float
    confidence: float
    decided: float
    wall: float = 0.0
    cpu: float = 0.0

    @property
    def is_order(self) -> bool:
        return self.order != ASKED


@dataclass(frozen=True, slots=True)
class Hearing:
    """What one of them made of a stream; the seconds that it took, by the wall and by the processor; megabytes."""

    answers: tuple[Answer, ...]
    wall: float
    cpu: float
    memory: float


class Rival:
    """One of them, listening."""

    def __init__(self, name: str, connection: Connection, start: float, memory: float) -> None:
        self.name, self.start, self.memory = name, start, memory
        self._connection = connection

    def hears(self, samples: Samples, *, live: bool = False) -> Hearing:
        self._connection.send((samples, live))
        answers, wall, cpu, memory = self._connection.recv()
        return Hearing(tuple(Answer(*one) for one in answers), wall, cpu, memory)


@contextmanager
def opened(name: str, grammar: Grammar, tree: Path) -> Iterator[Rival]:
    """A rival ready to listen; `tree`: the checkout whose listener it is."""
    key = secrets.token_bytes(16)
    given = complete(grammar) if name == "plain" else []
    one_thread = {f"{library}_NUM_THREADS": "1" for library in ("OPENBLAS", "OMP", "MKL")}
    around = {**os.environ, **one_thread, "PYTHONPATH": str(tree), "BENCH_KEY": key.hex()}
    with Listener(authkey=key) as door:
        command = [sys.executable, "-P", str(_CHILD), str(door.address)]
        with subprocess.Popen(command, env=around, cwd=tree) as child:
            try:
                connection = door.accept()
                connection.send((name, grammar.language, str(grammar.cut.game), given))
                yield Rival(name, connection, *connection.recv())
                connection.send(None)
            finally:
                child.kill()


@contextmanager
def checked_out(version: str, folder: Path) -> Iterator[Path]:
    """Another version of this tree, for as long as it is needed."""
    tree = folder / version
    subprocess.run(
        ["git", "worktree", "add", "--detach", str(tree), version], cwd=ROOT, check=True, capture_output=True
    )
    try:
        yield tree
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", str(tree)], cwd=ROOT, check=True, capture_output=True)


def trees(names: Sequence[str], before: Path) -> dict[str, Path]:
    return {name: before if name == "before" else ROOT for name in names}
