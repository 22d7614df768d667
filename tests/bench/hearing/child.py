"""One of those measured, in a process of its own: run as a program, with the tree that is measured in front of all
others, so that the version before can be heard on the same sound. It imports nothing of the tests.

Sound is fed in blocks as from a microphone, and as if in time: a block is worked on when it has arrived and the one
before is done. What the work costs is measured twice, by the clock on the wall and by the processor's own, which other
programs on the machine do not reach; a decision has a moment by each.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

RATE = 16_000
BLOCK = RATE // 50
"""What a microphone gives at once."""
VOSK_BLOCK = RATE // 20
"""What Vosk's own examples give it."""
ASKED = "?"
_WARM = 1.5  # seconds

Samples = NDArray[np.float32]
Found = tuple[str, str, float, float, float]
"""An order in notation, or `?` for a question back; its words; from which second to which; how sure it is."""


class Rival(Protocol):
    block: int

    def begin(self) -> None: ...
    def feed(self, samples: Samples) -> Iterator[Found]: ...
    def end(self) -> Iterator[Found]: ...


class Ours:
    """This project's listener, of whichever version is in front."""

    block = BLOCK

    def __init__(self, language: str, game: str, given: Sequence[str]) -> None:
        from referee import models
        from referee.hearing.opening import ear
        from referee.language.grammar import Grammar
        from referee.rules.crews import Game

        grammar = Grammar.load(language, Game(game))
        self._ear = ear(grammar, models.folder(language), second=models.second())

    def begin(self) -> None:
        from referee.hearing.listener import Listener

        self._listener = Listener([self._ear])

    def feed(self, samples: Samples) -> Iterator[Found]:
        for heard in self._listener.feed(samples):
            yield from _told(heard)

    def end(self) -> Iterator[Found]:
        for heard in self._listener.end():
            yield from _told(heard)


def _told(heard: Any) -> Iterator[Found]:
    judgement, words = heard.judgement, " ".join(heard.judgement.words)
    match type(judgement).__name__:
        case "Accepted":
            yield judgement.meaning.notation, words, heard.began, heard.ended, judgement.confidence
        case "Doubtful":
            either = " / ".join(one.notation for one in judgement.meanings)
            yield ASKED, either, heard.began, heard.ended, 0.0
        case "Nearly" | "Garbled":
            yield ASKED, words, heard.began, heard.ended, 0.0


class Plain:
    """Vosk as its own examples use it, with a list of phrases; what leaves words unknown is no whole phrase."""

    block = VOSK_BLOCK

    def __init__(self, language: str, game: str, given: Sequence[str]) -> None:
        from vosk import KaldiRecognizer, Model, SetLogLevel

        from referee import models
        from referee.language.grammar import Grammar
        from referee.rules.crews import Game

        SetLogLevel(-1)
        self._grammar = Grammar.load(language, Game(game))
        listed = json.dumps([*given, "[unk]"], ensure_ascii=False)
        self._recogniser = KaldiRecognizer(Model(str(models.folder(language))), RATE, listed)
        self._recogniser.SetWords(True)
        self._before = 0.0
        self._fed = 0

    def begin(self) -> None:
        """One recogniser hears everything, as in the examples; its clock goes on."""
        self._before = self._fed / RATE

    def feed(self, samples: Samples) -> Iterator[Found]:
        self._fed += len(samples)
        if self._recogniser.AcceptWaveform((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes()):
            yield from self._answers(self._recogniser.Result())

    def end(self) -> Iterator[Found]:
        yield from self._answers(self._recogniser.FinalResult())

    def _answers(self, result: str) -> Iterator[Found]:
        from referee.language.understanding import Understood
        from referee.rules.notation import line_of

        told = json.loads(result)
        words = told.get("result", [])
        found = self._grammar.parse(told["text"]) if words else None
        if isinstance(found, Understood):
            began, ended = words[0]["start"] - self._before, words[-1]["end"] - self._before
            yield line_of(found.announced), told["text"], began, ended, min(one["conf"] for one in words)


RIVALS: dict[str, Callable[[str, str, Sequence[str]], Rival]] = {"ours": Ours, "before": Ours, "plain": Plain}


def heard(rival: Rival, samples: Samples, *, live: bool) -> tuple[list[tuple[Any, ...]], float, float]:
    """Everything that is found in one stream, each with its moment: in time of the sound, by the wall, by the
    processor; and the seconds that it cost by both. `live`: the sound comes no faster than it was said, for who works
    beside."""
    found: list[tuple[Any, ...]] = []
    rival.begin()
    spent, done = [0.0, 0.0], [0.0, 0.0]
    began = time.perf_counter()
    for start in range(0, len(samples) + rival.block, rival.block):
        block = samples[start : start + rival.block]
        arrives = min(start + rival.block, len(samples)) / RATE
        if live:
            time.sleep(max(0.0, began + arrives - time.perf_counter()))
        before = time.perf_counter(), time.process_time()
        told = list(rival.feed(block) if len(block) else rival.end())
        cost = time.perf_counter() - before[0], time.process_time() - before[1]
        for clock in (0, 1):
            spent[clock] += cost[clock]
            done[clock] = max(done[clock], arrives) + cost[clock]
        wall = time.perf_counter() - began if live else done[0]
        found += [(*one, arrives, wall, done[1]) for one in told]
    return found, spent[0], spent[1]


def memory() -> float:
    """Megabytes in use now; only Linux says."""
    try:
        status = Path("/proc/self/status").read_text(encoding="utf-8")
    except OSError:
        return float("nan")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def serve(to: Connection) -> None:
    """What is asked for, until nobody asks."""
    name, language, game, given = to.recv()
    began = time.perf_counter()
    rival = RIVALS[name](language, game, given)
    heard(rival, np.zeros(round(_WARM * RATE), np.float32), live=False)
    to.send((time.perf_counter() - began, memory()))
    while (asked := to.recv()) is not None:
        samples, live = asked
        to.send((*heard(rival, samples, live=live), memory()))


if __name__ == "__main__":
    with Client(sys.argv[1], authkey=bytes.fromhex(os.environ.pop("BENCH_KEY"))) as connection:
        serve(connection)
