"""The voice, measured on a virtual loudspeaker that is recorded: `python -m tests.bench.voice`.

First sound after a decision, beside pyttsx3 used the usual way; interruption; many utterances in a row; and what our
own recogniser makes of what came out of the loudspeaker.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

import numpy as np

from referee import paths
from referee.demo.players import Players
from referee.language.messages import catalogue
from referee.language.sentences import of_order
from referee.rules.crews import Mode, Team
from referee.rules.orders import Course
from referee.rules.sea import Heading
from referee.table.outputs import Earcon, Public, Urgency, Verdict
from referee.voice.loudspeaker import Loudspeaker
from referee.voice.reading import Reader
from referee.voice.shelf import Shelf
from referee.voice.sound import Sound, joined, read
from referee.voice.speaker import Speaker
from referee.voice.talk import Talk
from tests.bench.table import Beside, Measured, NotHere, Row, Size, late, median
from tests.virtual_audio import RATE, SPEAKER, Recording, VirtualAudio, missing, virtual_audio
from tests.voice.confirmations import Ear, confirmations
from tests.voice.table_aloud import table_aloud

LANGUAGES = ("en", "fr")
_PAUSE = 0.25  # seconds between two utterances
_SPOKEN = 0.6  # of silence, after which nothing more is coming
NAIVE = """
import sys, time, pyttsx3
engine = pyttsx3.init()
engine.setProperty("voice", sys.argv[1]); engine.setProperty("rate", 165)
for line in sys.stdin:
    print(time.monotonic(), flush=True)
    engine.say(line.strip()); engine.runAndWait()
    print("done", flush=True)
"""


@dataclass(frozen=True, slots=True)
class Amount:
    """How much of each: utterances timed, said in a row, heard back in each language, and orders all the way."""

    timed: int
    in_a_row: int
    heard: int
    way: int


AMOUNTS = {Size.QUICK: Amount(3, 4, 2, 1), Size.USUAL: Amount(4, 8, 3, 1), Size.FULL: Amount(12, 30, 15, 6)}


def main(arguments: Sequence[str] | None = None) -> int:
    usual = AMOUNTS[Size.USUAL]
    options = argparse.ArgumentParser(prog="voice", description=__doc__)
    options.add_argument("--timed", type=int, default=usual.timed, help=f"first sounds (default: {usual.timed})")
    options.add_argument("--in-a-row", type=int, default=usual.in_a_row, help=f"default: {usual.in_a_row}")
    options.add_argument(
        "--heard", type=int, default=usual.heard, help=f"confirmations heard back, 0 all (default: {usual.heard})"
    )
    options.add_argument("--way", type=int, default=usual.way, help=f"orders spoken to a table (default: {usual.way})")
    audio_folder = os.environ.get("SONAR_AUDIO")
    options.add_argument("--audio", type=Path, metavar="DIR", default=audio_folder and Path(audio_folder),
                         help="recorded orders with their index.tsv (else they are synthesised)")  # fmt: skip
    args = options.parse_args(arguments)
    if reason := missing():
        print(reason, file=sys.stderr)
        return 2
    for part in parts(Amount(args.timed, args.in_a_row, args.heard, args.way), args.audio):
        print("\n".join(part.details), flush=True)
    return 0


def measure(size: Size, recordings: Path | None) -> Measured:
    if missing():
        raise NotHere(missing())
    every = list(parts(AMOUNTS[size], recordings))
    return Measured([row for part in every for row in part.rows], [line for part in every for line in part.details])


@dataclass(frozen=True, slots=True)
class Place:
    """Where one language is spoken, and who hears it back."""

    audio: VirtualAudio
    folder: Path
    language: str
    ear: Ear


def _ear(language: str) -> Ear:
    """Its graph is compiled once, and not in the time of the measuring."""
    folder = paths.cache() / "benchmarks"
    folder.mkdir(parents=True, exist_ok=True)
    return Ear(language, confirmations(language), folder)


def parts(amount: Amount, recordings: Path | None) -> Iterator[Measured]:
    with virtual_audio() as audio, tempfile.TemporaryDirectory() as folder:
        yield first_sounds(audio, Path(folder), amount.timed)
        yield interruptions(audio, Path(folder), amount.timed)
        yield in_a_row(audio, Path(folder), amount.in_a_row)
        for language in LANGUAGES:
            place = Place(audio, Path(folder), language, _ear(language))
            yield heard_back(place, amount.heard)
            yield end_to_end(place, amount.way, recordings)


@contextmanager
def speaker(folder: Path, languages: Iterable[str] = LANGUAGES) -> Iterator[Speaker]:
    running = Speaker(Reader(shelf=Shelf(folder / "shelf")), Loudspeaker(SPEAKER), Talk.ALL, on_fault=print)
    running.start(languages)
    time.sleep(0.5)
    yield running
    running.close()


def said(words: str, language: str = "en", urgency: Urgency = Urgency.ANSWER, earcon: Earcon | None = None) -> Public:
    return Public(words, words, language, urgency, earcon)


def _figures(name: str, seconds: Sequence[float]) -> str:
    ordered = sorted(1000 * one for one in seconds)
    return (
        f"  {name:<30} median {median(ordered):6.1f} ms   p95 {late(ordered):6.1f}   worst {ordered[-1]:6.1f}"
        f"   n={len(ordered)}"
    )


# -- first sound
def first_sounds(audio: VirtualAudio, folder: Path, count: int) -> Measured:
    words = sorted({line for language in LANGUAGES for line in confirmations(language)}, key=len)[: 4 * count]
    random.Random(1).shuffle(words)
    lines = [said(one) for one in words[:count]]
    with speaker(folder) as running:
        earcon = _timed(audio, running, [said("", earcon=Earcon.ACCEPTED)] * count)
        fresh = _timed(audio, running, lines)
        known = _timed(audio, running, lines)
    naive = _naive(audio, words[:count])
    details = [
        "decision → first sound at the loudspeaker",
        _figures("ours, an earcon", earcon),
        _figures("ours, never said before", fresh),
        _figures("ours, said before", known),
        _figures("pyttsx3, say and runAndWait", naive),
    ]
    beside = Beside("pyttsx3", 1000 * median(naive))
    rows = [
        Row("first-known", "ms", 30, 1000 * median(known), beside=beside),
        Row("first-fresh", "ms", 150, 1000 * median(fresh), beside=beside),
    ]
    return Measured(rows, details)


def _timed(audio: VirtualAudio, running: Speaker, lines: Sequence[Public]) -> list[float]:
    """What follows the first sound is cut off: it takes time and says nothing more."""
    delays = []
    with audio.record() as heard:
        for line in lines:
            decided = time.monotonic()
            running.say([line])
            delays.append(_first_sound(heard, decided))
            running.wait(0.2)  # all of it is on the shelf by then
            running.hush()
            time.sleep(_PAUSE)
    return delays


def _first_sound(heard: Recording, decided: float) -> float:
    until = decided + 3
    while time.monotonic() < until and heard.first_sound(decided - 0.02) is None:
        time.sleep(0.02)
    return _since(heard, decided)


def _since(heard: Recording, decided: float) -> float:
    first = heard.first_sound(decided - 0.02)
    return first - decided if first is not None else float("nan")


def _naive(audio: VirtualAudio, words: Sequence[str]) -> list[float]:
    reader = Reader()
    voice = reader.manner("en").voice.id
    reader.close()
    child = subprocess.Popen(
        [sys.executable, "-c", NAIVE, voice],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert child.stdin and child.stdout
    delays = []
    with audio.record() as heard:
        for line in words:
            child.stdin.write(line + "\n")
            child.stdin.flush()
            decided = float(child.stdout.readline())
            while "done" not in child.stdout.readline():
                pass  # pyttsx3 may print of its own
            _quiet(heard, decided)
            delays.append(_since(heard, decided))
    child.kill()
    child.wait()
    return delays


def _quiet(heard: Recording, since: float) -> None:
    """Until it has spoken and been silent for a while: pyttsx3 returns before it has finished."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        last = heard.last_sound(since)
        if last is not None and time.monotonic() - last > _SPOKEN:
            return
        time.sleep(0.05)


# -- interruption
def interruptions(audio: VirtualAudio, folder: Path, count: int) -> Measured:
    long = said("This is a long explanation, which somebody asked for, and which nobody wants to hear to its end.")
    delays, places = [], random.Random(2)
    with speaker(folder) as running, audio.record() as heard:
        for _ in range(count):
            running.say([long])
            time.sleep(0.3 + places.random())
            asked = time.monotonic()
            running.hush()
            time.sleep(0.4)
            delays.append(max(0.0, (heard.last_sound() or asked) - asked))
    return Measured(
        [Row("interrupted", "ms", 50, 1000 * median(delays))],
        ["interruption: asked → silent", _figures("hush", delays)],
    )


# -- many in a row
def in_a_row(audio: VirtualAudio, folder: Path, count: int) -> Measured:
    lines = ("North.", "South.", "East.", "West.", "Sonar.", "Silence.", "Torpedo.", "Ready.")
    reader = Reader(shelf=Shelf(folder / "shelf"))
    known = {one: joined(reader.read(one, "en"), RATE).samples for one in lines}
    reader.close()
    script = [lines[(5 * n + n // len(lines)) % len(lines)] for n in range(count)]
    with speaker(folder) as running, audio.record() as heard:
        for one in script:
            running.say([said(one)])
            running.wait(10)
            time.sleep(0.2)
    found = [max(lines, key=lambda one: _likeness(known[one], piece)) for piece in _pieces(heard)]
    right = sum(one == other for one, other in zip(found, script, strict=False))
    row = Row("in-a-row", "%", 100, 100 * right / count, at_least=True, slots={"count": count})
    return Measured([row], [f"in a row: {count} said, {len(found)} heard, {right} right in their place"])


def _pieces(heard: Recording) -> list[np.ndarray[tuple[int], np.dtype[np.float64]]]:
    samples = heard.samples.astype(np.float64)
    loud = np.flatnonzero(np.abs(samples) > 60)
    breaks = np.flatnonzero(np.diff(loud) > 0.15 * heard.rate)
    starts, ends = loud[np.r_[0, breaks + 1]], loud[np.r_[breaks, len(loud) - 1]]
    return [samples[start : end + 1] for start, end in zip(starts, ends, strict=True)]


def _likeness(
    one: np.ndarray[tuple[int], np.dtype[np.float32]], other: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> float:
    size = len(one) + len(other)
    crossed = np.fft.irfft(np.fft.rfft(one, size) * np.conj(np.fft.rfft(other, size)), size)
    return float(np.max(np.abs(crossed)) / (np.linalg.norm(one) * np.linalg.norm(other)))


# -- the whole way
def end_to_end(place: Place, count: int, recordings: Path | None) -> Measured:
    """Courses by every voice, both crews in turn, into the microphone of a whole game."""
    language, accepted, delays, right = place.language, 0, [], 0
    orders = list(islice(_recordings(recordings, language) if recordings else _courses(language), count))
    with table_aloud(place.audio, language, place.folder, Mode.TURN_BY_TURN) as table:
        for order in orders:
            exchange = table.play(order)
            if [reply.verdict for reply in exchange.replies] == [Verdict.ACCEPTED] and exchange.late:
                accepted += 1
                delays.append(exchange.late)
                right += place.ear.hears(exchange.answer) in [line.spoken for line in exchange.replies[0].public]
    details = [
        f"end to end, {language}: {len(orders)} courses spoken, {accepted} accepted, {right} answers heard back right"
    ]
    details += [_figures("last voiced sample → first sound", delays)] if delays else []
    row = Row("whole-way", "ms", 350, 1000 * median(delays), slots={"tongue": language})
    return Measured([row], details)


def _courses(language: str) -> Iterator[Sound]:
    """North and east in turn: a route that never crosses itself. Each is said twice, once by each crew."""
    words = catalogue(language)
    with Players(language) as players:
        for heading in cycle((Heading.NORTH, Heading.EAST)):
            phrase = of_order(Course(heading), words).spoken
            yield from (players.say(team, phrase) for team in (Team.BLUE, Team.YELLOW))


def _recordings(folder: Path, language: str) -> Iterator[Sound]:
    """The same, as people have said it: one voice after the other."""
    indexes = sorted(folder.rglob("index.tsv"))
    rows = [row for index in indexes for row in _rows(index, language)]
    found = {heading: [file for order, file in rows if order == f"head {heading}"] for heading in "NE"}
    for north, east in zip(found["N"], found["E"], strict=False):
        yield from map(read, (north, north, east, east))


def _rows(index: Path, language: str) -> Iterator[tuple[str, Path]]:
    with index.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            if row["language"] == language:
                yield row.get("order") or "-", index.parent / row["file"]


# -- heard back
def heard_back(place: Place, count: int) -> Measured:
    """Some of the confirmations, evenly chosen; every one where none is too many."""
    language, every = place.language, confirmations(place.language)
    lines = every[:: max(1, len(every) // count) if count else 1][: count or None]
    wrong = []
    with speaker(place.folder, [language]) as running:
        for line in lines:
            heard = _recorded(place.audio, running, said(line, language))
            if (taken := place.ear.hears(heard)) != line:
                wrong.append((line, taken))
    share = 100 * (len(lines) - len(wrong)) / len(lines)
    details = [f"heard back, {language}: {len(lines) - len(wrong)} of {len(lines)} confirmations ({share:.1f} %)"]
    details += [f"    {line}  →  {taken}" for line, taken in wrong]
    return Measured([Row("heard-back", "%", 95, share, at_least=True, slots={"tongue": language})], details)


def _recorded(audio: VirtualAudio, running: Speaker, line: Public) -> Sound:
    with audio.record() as heard:
        time.sleep(0.2)
        running.say([line])
        running.wait(10)
        time.sleep(0.2)
    return Sound((heard.samples / 32768).astype(np.float32), heard.rate)


if __name__ == "__main__":
    sys.exit(main())
