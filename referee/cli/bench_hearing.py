"""`referee bench hearing`: this recogniser, plain Vosk and free dictation on the same sound in one run.

Each is measured in a process of its own, so that memory and start are its own. The thresholds of this program were
chosen with some of the voices; `--voices other` measures with the rest alone.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import statistics
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from referee.rules.crews import Game

if TYPE_CHECKING:
    from referee.cli.bench_audio import Clip, Scene
    from referee.cli.bench_rivals import Answer, Rival

RIVALS = ("ours", "plain", "dictation")
CHOSEN_WITH = ("kok:af_heart", "kok:bf_emma", "kok:am_michael", "flite:slt", "kok:ff_siwis", "kok:if_sara@0.95")
"""The voices the thresholds were chosen with."""
CONDITIONS = "clean,20,15,10,5"


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--audio", type=Path, metavar="FOLDER", help="recorded sets with index.tsv (else synthesised)")
    parser.add_argument("--language", choices=("en", "fr"), action="append", help="default: both")
    parser.add_argument("--game", choices=[game.value for game in Game], default=Game.CAPTAIN_SONAR.value)
    parser.add_argument("--rooms", default=CONDITIONS, help=f"clean, or decibels above babble (default: {CONDITIONS})")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth clip")
    parser.add_argument("--voices", choices=("all", "chosen", "other"), default="all", help="see above; default: all")
    parser.add_argument("--rivals", default=",".join(RIVALS), help=f"default: {','.join(RIVALS)}")
    parser.add_argument(
        "--phrases", type=int, default=40, help="how many orders are synthesised where none are recorded"
    )
    parser.add_argument("--json", action="store_true")
    parser.set_defaults(run=run)


@dataclass(slots=True)
class Tally:
    """What became of the clips in one room."""

    room: str
    orders: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    talk: int = 0
    taken: int = 0
    talk_seconds: float = 0.0
    late: list[float] = field(default_factory=list)
    cpu: float = 0.0
    seconds: float = 0.0

    def count(self, scene: Scene, answers: Sequence[Answer], rate: int) -> None:
        from referee.cli.bench_rivals import orders_of

        found = orders_of(answers)
        self.seconds += len(scene.samples) / rate
        if scene.clip.order is None:
            self.talk += 1
            self.taken += len(found)
            self.talk_seconds += len(scene.samples) / rate
            return
        self.orders += 1
        if found == [scene.clip.order]:
            self.right += 1
            at = next(answer.at for answer in answers if answer.order == scene.clip.order)
            self.late.append((at - scene.ends) / rate)
        elif found:
            self.wrong += 1
        elif answers:
            self.asked += 1


@dataclass(slots=True)
class Measured:
    rival: str
    language: str
    start: float
    memory: float
    tallies: list[Tally]


def run(args: argparse.Namespace) -> int:
    """Every rival in every language, one process after the other."""
    print(HEAD)
    context = multiprocessing.get_context("spawn")
    for language in args.language or ("en", "fr"):
        for name in args.rivals.split(","):
            with ProcessPoolExecutor(1, mp_context=context) as child:
                measured = child.submit(measure, name, language, args).result()
            print(_as_json(measured) if args.json else "\n".join(_rows(measured)), flush=True)
    return 0


def measure(name: str, language: str, args: argparse.Namespace) -> Measured:
    """One rival in one language, in this process."""
    from referee import models
    from referee.cli.bench_rivals import rival, silence
    from referee.language.grammar import Grammar

    folder = models.folder(language)
    rival(name, Grammar.load(language, Game(args.game)), folder).hears(silence(1))  # the cache is warm from here on
    began = time.perf_counter()
    opened = rival(name, Grammar.load(language, Game(args.game)), folder)
    opened.hears(silence(0.1))
    start = time.perf_counter() - began
    memory = _memory()
    tallies = [_tally(room, opened, _clips(language, args)) for room in args.rooms.split(",")]
    return Measured(name, language, start, memory, tallies)


def _memory() -> float:
    """Megabytes in use now; only Linux says."""
    try:
        status = Path("/proc/self/status").read_text(encoding="utf-8")
    except OSError:
        return float("nan")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


_CLIPS: dict[str, list[Clip]] = {}


def _clips(language: str, args: argparse.Namespace) -> list[Clip]:
    from referee.cli.bench_audio import recorded, synthesised

    if language not in _CLIPS:
        found = recorded(args.audio, language, args.every) if args.audio else synthesised(language, args.phrases)
        _CLIPS[language] = [clip for clip in found if clip.game == args.game or clip.order is None]
    if args.voices == "all":
        return _CLIPS[language]
    return [clip for clip in _CLIPS[language] if (clip.voice in CHOSEN_WITH) == (args.voices == "chosen")]


def _tally(room: str, opened: Rival, clips: Sequence[Clip]) -> Tally:
    from referee.cli.bench_audio import babble, scene
    from referee.hearing.waveform import RATE

    tally, noise = Tally(room), babble(clips)
    for clip in clips:
        made = scene(clip, noise, None if room == "clean" else float(room))
        began = time.process_time()
        answers = opened.hears(made.samples)
        tally.cpu += time.process_time() - began
        tally.count(made, answers, RATE)
    return tally


HEAD = (
    f"{'':9} {'':2} {'room':>5} {'orders':>6} {'right':>7} {'asked':>7} {'wrong':>7} {'talk taken':>13} "
    f"{'median':>8} {'p95':>7} {'rtf':>6} {'MB':>5} {'start':>6}"
)


def _rows(measured: Measured) -> Iterable[str]:
    for tally in measured.tallies:
        share = [100 * count / max(1, tally.orders) for count in (tally.right, tally.asked, tally.wrong)]
        late = sorted(tally.late) or [float("nan")]
        yield (
            f"{measured.rival:9} {measured.language:2} {tally.room:>5} {tally.orders:6} "
            + " ".join(f"{part:6.1f}%" for part in share)
            + f" {tally.taken:3} in {tally.talk_seconds / 3600:4.2f} h {1000 * statistics.median(late):5.0f} ms"
            + f" {1000 * late[int(0.95 * (len(late) - 1))]:4.0f} ms {tally.cpu / max(1, tally.seconds):6.3f}"
            + f" {measured.memory:5.0f} {measured.start:4.2f} s"
        )


def _as_json(measured: Measured) -> str:
    rooms = [
        {name: getattr(tally, name) for name in ("room", "orders", "right", "asked", "wrong", "talk", "taken")}
        for tally in measured.tallies
    ]
    return json.dumps({"rival": measured.rival, "language": measured.language, "rooms": rooms})
