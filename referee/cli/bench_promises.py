"""What each room promises, measured: the rows of `referee bench`, one function a room.

Rooms whose measuring needs random games or a virtual loudspeaker are measured by the tests of a checkout; without one
their rows say which command does it.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.cli.bench_table import Beside, Measured, Row, Size, elsewhere, late, median
from referee.devices import NO_WINDOW
from referee.faults import Fault
from referee.language.messages import languages


@dataclass(frozen=True, slots=True)
class Wish:
    """How long somebody waits, and whose recordings are used."""

    size: Size
    audio: Path | None


def rules(wish: Wish) -> Measured:
    return _of_tests(
        "rules",
        wish,
        lambda command: [elsewhere("ruling", "µs", 40, command), elsewhere("long-game", "ms", 60, command)],
    )


def language(wish: Wish) -> Measured:
    from referee.cli import bench_language

    return bench_language.measure(wish.size)


def deduction(wish: Wish) -> Measured:
    from referee.cli import bench_deduction

    games = _of_tests("deduction", wish, lambda command: [elsewhere("wrongly-refused", "", 0, command, count="–")])
    found = bench_deduction.measure(wish.size.of(1, 2, 3))
    return Measured([*found.rows, *games.rows], [*found.details, "", *games.details])


def panel(wish: Wish) -> Measured:
    return _of_tests("panel", wish, lambda command: [elsewhere("shown", "ms", 100, command, phones=16)])


def voice(wish: Wish) -> Measured:
    return _of_tests("voice", wish, _voice_elsewhere)


def _voice_elsewhere(command: str) -> Iterator[Row]:
    for name, limit in (("first-known", 30), ("first-fresh", 150), ("interrupted", 50)):
        yield elsewhere(name, "ms", limit, command)
    yield elsewhere("in-a-row", "%", 100, command, at_least=True, count="–")
    for tongue in languages():
        yield elsewhere("heard-back", "%", 95, command, at_least=True, tongue=tongue)
        yield elsewhere("whole-way", "ms", 350, command, tongue=tongue)


def _of_tests(name: str, wish: Wish, instead: Callable[[str], Sequence[Row] | Iterator[Row]]) -> Measured:
    """What a benchmark of the tests measures, or its rows with the command to type."""
    command = f"python -m tests.benchmarks.{name}"
    try:
        module: Any = importlib.import_module(f"tests.benchmarks.{name}")
        found: Measured = module.measure(wish.size, wish.audio)
    except (ImportError, Fault):
        return Measured(list(instead(command)))
    return found


# -- hearing
LIMITS = {"clean": (99.0, 0.3), "15": (95.0, 1.0), "10": (85.0, 3.0)}
"""Right at least, wrong at most, in per cent."""


def hearing(wish: Wish) -> Measured:
    """Both languages at once: delays are counted in time of the recording, so that they do not disturb each other."""
    with ThreadPoolExecutor(2) as both, tempfile.TemporaryDirectory() as folder:
        found = list(both.map(lambda tongue: _heard(tongue, wish, Path(folder)), ("en", "fr")))
    return Measured([row for one in found for row in one.rows], [line for one in found for line in one.details])


def _heard(tongue: str, wish: Wish, folder: Path) -> Measured:
    file = folder / f"{tongue}.json"
    every, hours = wish.size.of((16, 0.0), (6, 0.25), (3, 1.0))
    words = ["--language", tongue, "--voices", "other", "--rivals", "ours,plain", "--rooms", ",".join(LIMITS)]
    words += ["--talk", str(hours), "--phrases", str(wish.size.of(10, 40, 120)), "--json", str(file)]
    words += ["--audio", str(wish.audio), "--every", str(every)] if wish.audio else []
    command = [sys.executable, "-m", "referee", "bench", "hearing", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, creationflags=NO_WINDOW)
    if done.returncode:
        return Measured(list(_heard_elsewhere(tongue)), done.stderr.splitlines()[-1:])
    ours, plain = json.loads(file.read_text(encoding="utf-8"))
    return Measured(list(_heard_rows(tongue, ours, plain)), done.stdout.splitlines())


def _heard_elsewhere(tongue: str) -> Iterator[Row]:
    """Where hearing cannot be measured, as without a model: its own command says why."""
    command = f"referee bench hearing --language {tongue}"
    for room, (right, wrong) in LIMITS.items():
        suffix = "" if room == "clean" else "-noise"
        yield elsewhere(f"right{suffix}", "%", right, command, at_least=True, tongue=tongue, room=room)
        yield elsewhere(f"wrong{suffix}", "%", wrong, command, tongue=tongue, room=room)
    for name, unit, limit in (("decided", "ms", 150), ("talk", "", 1), ("core", "%", 5), ("start", "s", 2)):
        yield elsewhere(name, unit, limit, command, tongue=tongue)


def _heard_rows(tongue: str, ours: Any, plain: Any) -> Iterator[Row]:
    slots = {"tongue": tongue}
    for here, there in zip(ours["rooms"], plain["rooms"], strict=True):
        room = here["room"]
        right, wrong = LIMITS[room]
        suffix, more = ("", slots) if room == "clean" else ("-noise", {**slots, "room": room})
        beside = [Beside("plain-vosk", _share(there, kind)) for kind in ("right", "wrong")]
        yield Row(f"right{suffix}", "%", right, _share(here, "right"), at_least=True, beside=beside[0], slots=more)
        yield Row(f"wrong{suffix}", "%", wrong, _share(here, "wrong"), beside=beside[1], slots=more)
    delays = [[late for room in one["rooms"] for late in room["late_ms"]] for one in (ours, plain)]
    yield _delay("decided", 150, [median(one) for one in delays], slots)
    yield _delay("decided-late", 450, [late(one) for one in delays], slots)
    yield Row("sooner", "", 4, median(delays[1]) / (median(delays[0]) or math.nan), at_least=True, slots=slots)
    yield from _talk_and_cost(ours, plain, slots)


def _share(room: Any, kind: str) -> float:
    return 100 * float(room[kind]) / max(1, int(room["orders"]))


def _delay(name: str, limit: float, pair: Sequence[float], slots: dict[str, str]) -> Row:
    return Row(name, "ms", limit, pair[0], beside=Beside("plain-vosk", pair[1]), slots=slots)


def _talk_and_cost(ours: Any, plain: Any, slots: dict[str, str]) -> Iterator[Row]:
    """An hour of talk is what a microphone costs, too; a first look has none and takes the rooms for it."""
    talk = [one["talk"] or {"memory_mb": []} for one in (ours, plain)]
    if ours["talk"]:
        an_hour = [round(len(one["false_orders"]) / one["hours"], 2) for one in talk]  # an hour lacks some samples
        yield Row("talk", "", 1, an_hour[0], beside=Beside("plain-vosk", an_hour[1]), slots=slots)
    else:
        yield elsewhere("talk", "", 1, "referee bench --full", tongue=slots["tongue"])
    core = [
        100 * one.get("cpu_share", rooms["rooms"][0]["rtf"]) for one, rooms in zip(talk, (ours, plain), strict=True)
    ]
    yield Row("core", "%", 5, core[0], beside=Beside("plain-vosk", core[1]), slots=slots)
    memory = [max([one["memory_mb"], *more["memory_mb"]]) for one, more in zip((ours, plain), talk, strict=True)]
    yield Row("memory", "MB", 350, memory[0], beside=Beside("plain-vosk", memory[1]), slots=slots)
    yield Row("start", "s", 2, ours["start_s"], beside=Beside("plain-vosk", plain["start_s"]), slots=slots)


ROOMS: dict[str, Callable[[Wish], Measured]] = {
    "rules": rules,
    "language": language,
    "deduction": deduction,
    "panel": panel,
    "voice": voice,
    "hearing": hearing,
}
"""From the quickest to the longest."""


def wish_of(args: argparse.Namespace) -> Wish:
    size = Size.QUICK if args.quick else Size.FULL if args.full else Size.USUAL
    return Wish(size, args.audio)
