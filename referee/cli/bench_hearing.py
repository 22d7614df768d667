"""`referee bench hearing`: this recogniser, plain Vosk and free dictation on the same sound in one run.

Each is measured in a process of its own, so that memory and start are its own.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli.numbers import decimal, whole
from referee.faults import Fault
from referee.rules.crews import Game

if TYPE_CHECKING:
    from referee.cli.bench_audio import Clip
    from referee.cli.bench_figures import Measured, Talk, Tally
    from referee.cli.bench_rivals import Rival
    from referee.cli.explaining import Parser
    from referee.hearing.waveform import Samples
    from referee.language.grammar import Grammar

RIVALS = ("ours", "plain", "dictation")
CHOSEN_WITH = (
    "kok:af_heart", "kok:bf_emma", "flite:slt", "kok:am_michael",
    "kok:ff_siwis", "kok:if_sara", "kok:em_santa", "asterisk-core-sounds",
)  # fmt: skip
"""The people the thresholds were chosen with: about half of them in each language, women and men, at any speed."""
CONDITIONS = "clean,20,15,10,5"
_MINUTE = 60


def declare(parser: Parser) -> None:
    parser.slots["chosen"] = ", ".join(CHOSEN_WITH)
    add = parser.add_argument
    add("--audio", type=Path, metavar="FOLDER")
    add("--language", dest="languages", choices=("en", "fr"), action="append")
    add("--game", choices=[game.value for game in Game], default=Game.CAPTAIN_SONAR.value)
    add("--rooms", default=CONDITIONS, metavar="ROOM,…")
    add("--every", type=whole("--every", 1, 10**6), default=1, metavar="N")
    add("--voices", choices=("all", "chosen", "other"), default="all")
    add("--talk", type=decimal("--talk", 0, 1000), metavar="HOURS")
    add("--rivals", type=_rivals, default=",".join(RIVALS), metavar="NAME,…")
    add("--phrases", type=whole("--phrases", 1, 10**4), default=40, metavar="N")
    add("--json", type=Path, metavar="FILE")
    add("--verbose", action="store_true")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Every rival in every language, one process after the other."""
    from referee.cli.bench_figures import HEAD, as_object, sooner
    from referee.cli.bench_rooms import Room

    if args.json:
        _write(args.json, "")  # hours of measuring should not end with this
    rooms = [Room.named(name).name for name in args.rooms.split(",") if name != "none"]
    hours = args.talk if args.talk is not None else float(args.every == 1)
    print(f"voices: {args.voices} (chosen are {', '.join(CHOSEN_WITH)})\n{HEAD}", flush=True)
    pairs = [(name, language) for language in args.languages or ("en", "fr") for name in args.rivals]
    results = [_measured(name, language, rooms, hours, args) for name, language in pairs]
    print(sooner(results))
    if args.json:
        _write(args.json, json.dumps([as_object(one) for one in results], ensure_ascii=False))
    return 0


def _rivals(text: str) -> tuple[str, ...]:
    for name in text.split(","):
        if name not in RIVALS:
            raise Fault("hearing.no-such-rival", name=name, known=", ".join(RIVALS))
    return tuple(text.split(","))


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Fault("scenarios.cannot-write", file=file, why=error.strerror) from error


def _measured(name: str, language: str, rooms: Iterable[str], hours: float, args: argparse.Namespace) -> Measured:
    """One rival, its rows printed as they come."""
    from referee.cli.bench_figures import row, talked

    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as child:
        given = child.submit(_phrases, name, language, args).result()
        child.submit(_open, name, language, args, given, time.time()).result()  # the cache is warm from here on
    with ProcessPoolExecutor(1, mp_context=context) as child:
        measured = child.submit(_open, name, language, args, given, time.time()).result()
        for room in rooms:
            tally = child.submit(_room, room).result()
            measured.tallies.append(tally)
            print(row(measured, tally), flush=True)
            print("".join(f"    {line}\n" for line in tally.amiss if args.verbose), end="", flush=True)
    if hours:
        with ProcessPoolExecutor(1, mp_context=context) as child:
            child.submit(_open, name, language, args, given, time.time()).result()
            measured.talk = child.submit(_talk, hours).result()
            print("\n".join(talked(measured, measured.talk, listed=args.verbose)), flush=True)
    return measured


# -- in the process of one rival
_CHILD: list[_Child] = []


def _phrases(name: str, language: str, args: argparse.Namespace) -> Mapping[str, str]:
    from referee.cli.bench_rivals import phrases
    from referee.language.grammar import Grammar

    return phrases(name, Grammar.load(language, Game(args.game)))


def _open(name: str, language: str, args: argparse.Namespace, given: Mapping[str, str], began: float) -> Measured:
    """Ready to listen, measured from before Python began."""
    from referee import models
    from referee.cli.bench_figures import Measured
    from referee.cli.bench_rivals import rival, silence
    from referee.language.grammar import Grammar

    grammar = Grammar.load(language, Game(args.game))
    opened = rival(name, grammar, models.folder(language), given)
    list(opened.hears([silence(0.1)]))
    start, memory = time.time() - began, _memory()
    _CHILD[:] = [_Child(opened, grammar, args)]
    return Measured(name, language, start, memory)


def _room(name: str) -> Tally:
    return _CHILD[0].room(name)


def _talk(hours: float) -> Talk:
    return _CHILD[0].talk(hours)


class _Child:
    """One rival and what it is to hear."""

    def __init__(self, opened: Rival, grammar: Grammar, args: argparse.Namespace) -> None:
        self._rival, self._grammar, self._args = opened, grammar, args
        self._here: tuple[list[Clip], list[Clip]] | None = None

    def _chosen(self) -> tuple[list[Clip], list[Clip]]:
        """What is to be measured, and the talk of everybody."""
        from referee.cli.bench_audio import recorded, synthesised

        if self._here is None:
            args, language = self._args, self._grammar.language
            found = recorded(args.audio, language) if args.audio else synthesised(language, args.phrases)
            here = [clip for clip in found if clip.order is None or clip.game == args.game]
            here = [clip for clip in here if clip.order or not self._is_order(clip.text)]
            talk = [clip for clip in here if clip.order is None]
            self._here = [clip for clip in here if _is_measured(clip, args.voices)], talk
        return self._here

    def _is_order(self, text: str) -> bool:
        from referee.language.phrases import said
        from referee.language.understanding import Understood

        return isinstance(self._grammar.parse(said(text)), Understood)

    def room(self, name: str) -> Tally:
        from referee.cli.bench_audio import a_part
        from referee.cli.bench_figures import Tally
        from referee.cli.bench_rooms import Room, Rooms

        tally, room = Tally(name), Room.named(name)
        clips, everybody = self._chosen()
        rooms = Rooms(everybody)
        for clip in a_part(clips, self._args.every):
            scene = rooms.scene(clip, room)
            began = time.process_time()
            answers = list(self._rival.hears([scene.samples]))
            tally.cpu += time.process_time() - began
            tally.count(scene, answers)
        return tally

    def talk(self, hours: float) -> Talk:
        from referee.cli.bench_figures import FalseOrder, Talk
        from referee.cli.bench_rivals import ASKED
        from referee.cli.bench_talk import table_talk
        from referee.hearing.waveform import RATE

        talk, began = Talk(), time.process_time()
        clips, everybody = self._chosen()
        with table_talk([clip for clip in clips if clip.order is None], everybody, hours) as stream:
            for answer in self._rival.hears(_told(stream.sound(), talk)):
                if answer.order == ASKED:
                    talk.asked += 1
                    continue
                said = " / ".join(stream.said(answer.began, answer.at))
                talk.taken.append(FalseOrder(answer.at / RATE, answer.order, answer.words, said, answer.is_called))
        talk.cpu = time.process_time() - began
        talk.memory.append(_memory())
        return talk


def _told(sound: Iterable[Samples], talk: Talk) -> Iterator[Samples]:
    """Counts the minutes, and tells on stderr where it is."""
    from referee.hearing.waveform import RATE

    for block in sound:
        before, talk.seconds = talk.seconds, talk.seconds + len(block) / RATE
        if before // _MINUTE != talk.seconds // _MINUTE:
            talk.memory.append(_memory())
            print(f"\r  {talk.seconds / 60:.0f} min, {len(talk.taken)} taken ", end="", file=sys.stderr, flush=True)
        yield block
    print("\r", end="", file=sys.stderr)


def _is_measured(clip: Clip, voices: str) -> bool:
    return voices == "all" or (clip.person in CHOSEN_WITH) == (voices == "chosen")


def _memory() -> float:
    """Megabytes in use now; only Linux says."""
    try:
        status = Path("/proc/self/status").read_text(encoding="utf-8")
    except OSError:
        return float("nan")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024
