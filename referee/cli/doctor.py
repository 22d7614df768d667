"""`referee doctor`: looks at everything a game needs, and says how to repair what is missing."""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import referee
from referee import devices, paths
from referee.cli.explaining import Commands, command
from referee.cli.numbers import decimal
from referee.cli.progress import Bar
from referee.cli.sentences import add_language, as_typed, chosen, folder_shown, sentences
from referee.console.wrapping import to_read
from referee.faults import Fault
from referee.language.messages import languages
from referee.models.shelf import SECOND, Model, all_models
from referee.models.verifying import first_wrong_file


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `key` is its sentence; what is not well brings the sentence that repairs it."""

    well: bool
    key: str
    slots: dict[str, Any] = field(default_factory=dict)


if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.hearing.echo import Quality
    from referee.hearing.microphone import Block
    from referee.voice.loudspeaker import Loudspeaker
    from referee.voice.sound import Sound

_ECHO_ENDS = 1.0
"""Seconds that a room and a wireless loudspeaker are given when the referee has spoken."""
SILENT, SPOKEN, CLIPPED = -65.0, -45.0, -1.0  # decibels below full scale

Exam = Callable[[argparse.Namespace], Iterator[Finding]]


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    doctor = command(commands, "doctor", "referee doctor")
    doctor.add_argument("--silent", action="store_true")
    doctor.add_argument("--mic", metavar="NAME")
    doctor.add_argument("--listen", type=decimal("--listen", 0.5, 60), default=3.0, metavar="SECONDS")
    add_language(doctor)
    doctor.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    say = sentences(args).shown
    well = True
    for name, exam in EXAMS.items():
        print(say(f"cli.doctor.title.{name}"))
        with devices.quietly():
            for finding in _examined(exam, args):
                well = well and finding.well
                line = f"  {'+' if finding.well else '!'} {as_typed(say(finding.key, **finding.slots))}"
                print(to_read(line, sys.stdout, "    "), flush=True)
    print(to_read(as_typed(say("cli.doctor.well" if well else "cli.doctor.unwell")), sys.stdout))
    return 0 if well else 1


def _examined(exam: Exam, args: argparse.Namespace) -> Iterator[Finding]:
    try:
        yield from exam(args)
    except Fault as fault:
        yield Finding(False, f"faults.{fault.key}", fault.slots)


# -- the exams
def _program(_: argparse.Namespace) -> Iterator[Finding]:
    python = ".".join(map(str, sys.version_info[:3]))
    yield Finding(True, "cli.doctor.program", {"version": referee.__version__, "python": python})
    for folder in (paths.data(), paths.cache()):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError:
            yield Finding(False, "faults.cli.folder", {"folder": folder_shown(folder)})


def _models(args: argparse.Namespace) -> Iterator[Finding]:
    for model in all_models():
        about = {"model": model.name, "word": model.word}
        if not model.is_here and model.language is None:
            yield Finding(True, f"cli.doctor.no-{model.word}", about)
        elif not model.is_here:
            # a game needs the model of its own language only
            yield Finding(model.language != chosen(args), "faults.models.not-here", about)
        elif wrong := first_wrong_file(model, model.folder):
            yield Finding(False, "faults.models.damaged", {**about, "file": wrong})
        else:
            yield Finding(True, "cli.models.whole", about)
            yield from _learned(model) if model.word == SECOND else ()


def _learned(model: Model) -> Iterator[Finding]:
    """What was learned of the second model ships with the program, and is left out without a word where it is lost."""
    from referee.hearing.learned import Learned
    from referee.hearing.phones import Phones

    for language in languages():
        for file, kind in ((paths.learned(language), Learned), (paths.phones(language), Phones)):
            if kind.read(file, model.name) is None:
                key = "cli.doctor.lost" if paths.checkout() else "cli.doctor.lost-installed"
                yield Finding(False, key, {"file": f"{file.parent.name}/{file.name}"})


def _voices(_: argparse.Namespace) -> Iterator[Finding]:
    from referee.voice.reading import Reader

    reader = Reader()
    try:
        reader.check()
        for language in languages():
            try:
                voice = reader.manner(language).voice
                yield Finding(True, "cli.doctor.voice", {"language": language, "voice": voice.name})
            except Fault as fault:
                yield Finding(False, f"faults.{fault.key}", fault.slots)
    finally:
        reader.close()


def _loudspeaker(args: argparse.Namespace) -> Iterator[Finding]:
    from referee.table.outputs import Earcon
    from referee.voice.earcons import earcon
    from referee.voice.loudspeaker import Loudspeaker

    speaker = Loudspeaker()
    try:
        speaker.open()
        if not args.silent:
            speaker.play([earcon(Earcon.ACCEPTED)], "", lambda _: None, threading.Event())
        yield Finding(True, "cli.doctor.loudspeaker" if args.silent else "cli.doctor.sounded")
    finally:
        speaker.close()


def _microphones(args: argparse.Namespace) -> Iterator[Finding]:
    from referee.hearing import levels
    from referee.hearing.microphone import Microphone

    microphone = Microphone(args.mic)
    microphone.open()
    try:
        level = _loudest(microphone.blocks(), args)
    finally:
        microphone.close()
    about = {"name": args.mic or "", "level": round(level)}
    if level < SILENT:
        yield Finding(False, "cli.doctor.silent-microphone", about)
    elif level > CLIPPED:
        yield Finding(False, "cli.doctor.loud-microphone", about)
    else:
        yield Finding(True, "cli.doctor.quiet-microphone" if level < SPOKEN else "cli.doctor.microphone", about)
    yield Finding(True, "cli.doctor.other-microphones", {"names": ", ".join(levels.names())})
    if not args.silent:
        with suppress(Fault):  # what it lacks is told by the exam of the voices or of the loudspeaker
            yield from _echo(args)


def _echo(args: argparse.Namespace) -> Iterator[Finding]:
    """Whether orders can be heard while the referee speaks: it says something, and takes that out of what it hears."""
    from referee.hearing.echo import Canceller
    from referee.hearing.microphone import Microphone
    from referee.hearing.playback import Playback
    from referee.voice.loudspeaker import Loudspeaker
    from referee.voice.reading import Reader

    playback, reader = Playback(), Reader()
    canceller, microphone = Canceller(playback), Microphone(args.mic)
    loudspeaker = Loudspeaker(on_played=playback.played)
    try:
        sounds = list(reader.read(sentences(args).spoken("cli.doctor.echo-speaks"), chosen(args)))
        seconds = sum(sound.seconds for sound in sounds) + _ECHO_ENDS
        loudspeaker.open()
        microphone.open()
        speaks = threading.Thread(target=_plays, args=(loudspeaker, sounds), name="speaking", daemon=True)
        speaks.start()
        until = time.monotonic() + seconds
        for block in microphone.blocks():
            canceller.feed(block)
            if time.monotonic() > until:
                break
        speaks.join(_ECHO_ENDS)
        yield of_echo(canceller.quality)
    finally:
        microphone.close()
        loudspeaker.close()
        reader.close()


def _plays(loudspeaker: Loudspeaker, sounds: Sequence[Sound]) -> None:
    """A loudspeaker that fails is told of by its own exam."""
    with suppress(Fault):
        loudspeaker.play(sounds, "", lambda _: None, threading.Event())


def of_echo(quality: Quality) -> Finding:
    """What the way from the loudspeaker to the microphone means for a game."""
    from referee.hearing.echo import State

    if quality.state is State.UNHEARD:
        return Finding(True, "cli.doctor.echo-unheard")
    about = {"milliseconds": round(1000 * quality.delay), "decibels": round(quality.less)}
    return Finding(quality.hears, "cli.doctor.echo" if quality.hears else "cli.doctor.echo-stays", about)


def _loudest(blocks: Iterator[Block], args: argparse.Namespace) -> float:
    """Decibels below full scale of the loudest tenth of a second, shown while it is listened to."""
    import numpy as np

    from referee.console.public_screen import fullness

    bar, say = Bar(sys.stdout), sentences(args).shown
    print(f"    {say('cli.doctor.speak-now', seconds=round(args.listen))}", flush=True)
    loudest, until = -100.0, time.monotonic() + args.listen
    for block in blocks:
        level = 20 * float(np.log10(np.sqrt(np.mean(block.samples**2)) + 1e-5)) if len(block.samples) else -100.0
        loudest = max(loudest, level)
        bar.level(fullness(level))
        if time.monotonic() > until:
            break
    bar.clear()
    return loudest


def _phones(_: argparse.Namespace) -> Iterator[Finding]:
    from referee.panel.invitations import address

    found = address()
    yield Finding(found is not None, "cli.doctor.address" if found else "cli.doctor.no-address", {"address": found})


EXAMS: dict[str, Exam] = {
    "program": _program,
    "models": _models,
    "voices": _voices,
    "loudspeaker": _loudspeaker,
    "microphones": _microphones,
    "phones": _phones,
}
