"""The voice, measured on a virtual loudspeaker that is recorded: `referee bench voice`.

First sound after a decision, beside pyttsx3 used the usual way; interruption; many utterances in a row; and what our
own recogniser makes of what came out of the loudspeaker.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from referee import paths
from referee.rules.crews import Mode
from referee.table.outputs import Earcon, Public, Urgency, Verdict
from referee.voice.loudspeaker import Loudspeaker
from referee.voice.reading import Reader
from referee.voice.shelf import Shelf
from referee.voice.sound import Sound, joined, read
from referee.voice.speaker import Speaker
from referee.voice.talk import Talk
from tests.virtual_audio import RATE, SPEAKER, Recording, VirtualAudio, missing, virtual_audio
from tests.voice.confirmations import Ear, confirmations
from tests.voice.table_aloud import table_aloud

LANGUAGES = ("en", "fr")
NAIVE = """
import sys, time, pyttsx3
engine = pyttsx3.init()
engine.setProperty("voice", sys.argv[1]); engine.setProperty("rate", 165)
for line in sys.stdin:
    print(time.monotonic(), flush=True)
    engine.say(line.strip()); engine.runAndWait()
    print("done", flush=True)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    options = argparse.ArgumentParser(prog="voice", description=__doc__)
    options.add_argument("--count", type=int, default=30, help="utterances a row of the first table (default: 30)")
    options.add_argument("--utterances", type=int, default=50, help="utterances in a row (500 for the long run)")
    options.add_argument("--heard", type=int, default=1, help="hear back one confirmation in N (default: every one)")
    audio_folder = os.environ.get("SONAR_AUDIO")
    options.add_argument("--audio", type=Path, metavar="DIR", default=audio_folder and Path(audio_folder),
                         help="recorded orders with their index.tsv: speak them to a whole table")  # fmt: skip
    args = options.parse_args(arguments)
    if reason := missing():
        print(reason, file=sys.stderr)
        return 2
    with virtual_audio() as audio, tempfile.TemporaryDirectory() as folder:
        first_sounds(audio, Path(folder), args.count)
        interruptions(audio, Path(folder), args.count)
        in_a_row(audio, Path(folder), args.utterances)
        if args.audio:
            for language in LANGUAGES:
                end_to_end(audio, Path(folder), language, args.audio)
        for language in LANGUAGES:
            heard_back(audio, Path(folder), language, args.heard)
    return 0


@contextmanager
def speaker(folder: Path, languages: Iterable[str] = LANGUAGES) -> Iterator[Speaker]:
    running = Speaker(Reader(shelf=Shelf(folder / "shelf")), Loudspeaker(SPEAKER), Talk.ALL, on_fault=print)
    running.start(languages)
    time.sleep(0.5)
    yield running
    running.close()


def said(words: str, language: str = "en", urgency: Urgency = Urgency.ANSWER, earcon: Earcon | None = None) -> Public:
    return Public(words, words, language, urgency, earcon)


def _figures(name: str, seconds: Sequence[float]) -> None:
    ordered = sorted(1000 * one for one in seconds)
    p95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    median, worst = statistics.median(ordered), ordered[-1]
    print(f"  {name:<30} median {median:6.1f} ms   p95 {p95:6.1f}   worst {worst:6.1f}   n={len(ordered)}")


# -- first sound
def first_sounds(audio: VirtualAudio, folder: Path, count: int) -> None:
    print("decision → first sound at the loudspeaker")
    words = list(dict.fromkeys(line for language in LANGUAGES for line in confirmations(language)))
    random.Random(1).shuffle(words)
    fresh = [f"{one}" for one in words[:count]]
    with speaker(folder) as running:
        _figures("ours, an earcon", _timed(audio, running, [said("", earcon=Earcon.ACCEPTED)] * count))
        _figures("ours, never said before", _timed(audio, running, [said(one, "en") for one in fresh]))
        _figures("ours, said before", _timed(audio, running, [said(one, "en") for one in fresh]))
    _figures("pyttsx3, say and runAndWait", _naive(audio, fresh))


def _timed(audio: VirtualAudio, running: Speaker, lines: Sequence[Public]) -> list[float]:
    delays = []
    with audio.record() as heard:
        for line in lines:
            decided = time.monotonic()
            running.say([line])
            running.wait(10)
            time.sleep(0.15)
            delays.append(_since(heard, decided))
    return delays


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
            time.sleep(0.15)
            _quiet(heard, decided)
            delays.append(_since(heard, decided))
    child.kill()
    child.wait()
    return delays


def _quiet(heard: Recording, since: float) -> None:
    """Until it has spoken and been silent for a second: pyttsx3 returns before it has finished."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        last = heard.last_sound(since)
        if last is not None and time.monotonic() - last > 1.0:
            return
        time.sleep(0.05)


# -- interruption
def interruptions(audio: VirtualAudio, folder: Path, count: int) -> None:
    print("interruption: asked → silent")
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
    _figures("hush", delays)


# -- many in a row
def in_a_row(audio: VirtualAudio, folder: Path, count: int) -> None:
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
    print(f"in a row: {count} said, {len(found)} heard, {right} right in their place")


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
def end_to_end(audio: VirtualAudio, folder: Path, language: str, recordings: Path) -> None:
    """Courses by every recorded voice, both crews in turn, into the microphone of a whole game."""
    every = confirmations(language)
    ear = Ear(language, every, paths.models(), folder)
    orders = list(_courses(recordings, language))
    accepted, late, right = 0, [], 0
    with table_aloud(audio, language, folder, Mode.TURN_BY_TURN) as table:
        for file in orders:
            exchange = table.play(read(file))
            if [reply.verdict for reply in exchange.replies] == [Verdict.ACCEPTED] and exchange.late:
                accepted += 1
                late.append(exchange.late)
                right += ear.hears(exchange.answer) in [line.spoken for line in exchange.replies[0].public]
    print(
        f"end to end, {language}: {len(orders)} courses spoken, {accepted} accepted, {right} answers heard back right"
    )
    if late:
        _figures("last voiced sample → first sound", late)


def _courses(recordings: Path, language: str) -> Iterator[Path]:
    """North and east in turn: a route that never crosses itself. Each is said twice, once for each crew."""
    with (recordings / "index.tsv").open(encoding="utf-8") as index:
        rows = [row for row in csv.DictReader(index, delimiter="\t") if row["language"] == language]
    found = {
        heading: [recordings / row["file"] for row in rows if row["order"] == f"head {heading}"] for heading in "NE"
    }
    for north, east in list(zip(found["N"], found["E"], strict=False))[:6]:
        yield from (north, north, east, east)


# -- heard back
def heard_back(audio: VirtualAudio, folder: Path, language: str, each: int) -> None:
    every = confirmations(language)
    lines = every[::each]
    ear = Ear(language, every, paths.models(), folder)
    wrong = []
    with speaker(folder, [language]) as running:
        for line in lines:
            heard = _recorded(audio, running, said(line, language))
            if (taken := ear.hears(heard)) != line:
                wrong.append((line, taken))
    right = len(lines) - len(wrong)
    print(f"heard back, {language}: {right} of {len(lines)} confirmations ({100 * right / len(lines):.1f} %)")
    for line, taken in wrong:
        print(f"    {line}  →  {taken}")


def _recorded(audio: VirtualAudio, running: Speaker, line: Public) -> Sound:
    with audio.record() as heard:
        time.sleep(0.2)
        running.say([line])
        running.wait(10)
        time.sleep(0.2)
    return Sound((heard.samples / 32768).astype(np.float32), heard.rate)


if __name__ == "__main__":
    sys.exit(main())
