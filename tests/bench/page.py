"""The page `docs/benchmarks.md`: every table, with the machine and the day, what falls short, and what takes longer."""

from __future__ import annotations

import datetime
import os
import platform
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

import referee
from referee.language.messages import Catalogue, catalogue
from tests.bench import table as bench_table
from tests.bench.promises import ROOMS, Wish
from tests.bench.table import Measured, Row, Size

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "benchmarks.md"
TRIAL = ROOT / "build" / "benchmarks.md"
LIBRARIES = ("vosk", "kaldifst", "numpy", "pyttsx3", "rapidfuzz", "hassil", "starlette", "uvicorn")
OPENING = """# Benchmarks

What is promised and what was measured on one machine on one day, written by `make bench`. The figures of another
machine are compared by what ran beside them, not by their milliseconds. `referee bench` prints the same table.
"""
BESIDE = """Beside each figure stands a reference of the same run. *Vosk*: the same model with its own list of phrases,
as its examples use it. *pyttsx3*: its own `say` and `runAndWait`. *solver*: every world written out, one by one.
*likest*: the phrase of a list that is most like the line. *loop*: a million small steps of Python. *request*: a small
file fetched over HTTP. The ratio is how many times better; it is left out where the reference is another kind of thing.
Hearing is measured with voices that nothing was learned from or chosen with; delays count from the last voiced sample,
with all computing and waiting in the queue.
"""
LONGER = """## What takes longer

| | |
|---|---|
| a real-time game of half an hour, spoken into two microphones | `python -m tests.bench.audio_game --minutes 30` |
| a hundred thousand random games against complete knowledge | `python -m tests.bench.voyages --voyages 100000` |
| five hundred utterances in a row | `python -m tests.bench.voice --in-a-row 500` |
| every confirmation heard back | `python -m tests.bench.voice --heard 0` |
| hearing in every room, beside the version before | `python -m tests.bench.hearing --audio FOLDER` |
| a million random inputs | `SONAR_FUZZ=1000000 pytest tests/table/test_fuzz.py` |
| killed two hundred times while orders stream in | `SONAR_KILLS=200 pytest tests/journal/test_resuming.py` |
"""


def made(wish: Wish, rooms: Sequence[str]) -> Path:
    """The page; a trial of it where little or not everything was measured."""
    began = time.monotonic()
    measured = {room: _told(room, wish) for room in rooms}
    page = PAGE if wish.size is Size.FULL and [*rooms] == [*ROOMS] else TRIAL
    page.parent.mkdir(exist_ok=True)
    page.write_text("\n".join(parts(measured, wish, time.monotonic() - began)), encoding="utf-8")
    return page


def _told(room: str, wish: Wish) -> Measured:
    print(f"{room} …", flush=True)
    return ROOMS[room](wish)


def parts(measured: Mapping[str, Measured], wish: Wish, seconds: float) -> Iterator[str]:
    """The page, a block at a time."""
    words = catalogue("en")
    yield OPENING
    yield f"{setting(wish)} It took {seconds / 60:.0f} minutes.\n"
    yield from falls_short([row for found in measured.values() for row in found.rows], words)
    yield BESIDE
    for room, found in measured.items():
        yield f"## {words.shown(f'bench.room.{room}')}\n"
        yield "\n".join(bench_table.markdown(found.rows, words)) + "\n"
        yield from details(found)
    yield LONGER


def setting(wish: Wish) -> str:
    """On what, when, with what."""
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    voices = "recorded and synthesised voices" if wish.audio or wish.voices else "voices synthesised here"
    day = datetime.datetime.now().astimezone()
    return (
        f"{machine()}, {day:%Y-%m-%d}. Referee {referee.__version__}, Python {platform.python_version()}, {libraries}."
        f" Hearing with {voices}."
    )


def falls_short(rows: Sequence[Row], words: Catalogue) -> Iterator[str]:
    yield f"{bench_table.closing(rows, words)}\n"
    yield "## What falls short\n"
    short = [row for row in rows if row.met is False]
    for row in short:
        said = f"{bench_table.figure(row.measured, row.unit)}, promised {bench_table.promised(row)}"
        beside = bench_table.beside(row, words)
        yield f"- {bench_table.title(row, words)}: {said}" + (f"; beside it {beside}" if beside else "")
    if not short:
        yield "Nothing of what was measured here."
    yield ""


def details(found: Measured) -> Iterator[str]:
    lines = [line for block in found.details for line in block.splitlines()]
    if lines:
        yield "\n".join(f"    {line}".rstrip() for line in lines) + "\n"


def machine() -> str:
    """The processor and how many of it."""
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text(encoding="utf-8").splitlines() if listed.is_file() else []
    model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "")
    return f"{model or platform.processor() or platform.machine()}, {os.cpu_count()} cores, {platform.system()}"
