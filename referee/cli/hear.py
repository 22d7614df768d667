"""`referee hear`: what is said in recordings, by the same ear that listens at the table."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.cli.explaining import Commands, command
from referee.cli.sentences import add_language, as_typed, chosen, sentences
from referee.faults import Fault
from referee.language.anyfile import AnyGrammar, Match
from referee.language.grammar import Grammar
from referee.rules.crews import Game, Mode

if TYPE_CHECKING:
    from referee.hearing.examining import Ear
    from referee.hearing.judgements import Meaning
    from referee.hearing.listener import Overheard
    from referee.hearing.waveform import Samples

_BEFORE = 0.03
"""Seconds of silence heard before a recording: the first sound of a voice is misheard where it begins at the very first
sample, as it does at no microphone. Much more would pass for the room, and a noise that follows it for a voice."""


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    hear = command(
        commands,
        "hear",
        "referee hear torpedo.wav",
        "referee hear --language fr --json *.flac",
        "arecord -t raw -f S16_LE -r 16000 | referee hear -",
        "referee hear --grammar lights.yaml kitchen.wav",
    )
    hear.add_argument("files", nargs="+", metavar="FILE")
    hear.add_argument("--game", choices=[game.value for game in Game], default=Game.CAPTAIN_SONAR.value)
    hear.add_argument("--mode", choices=[mode.value for mode in Mode])
    hear.add_argument("--grammar", type=Path, metavar="FILE")
    hear.add_argument("--channel", type=int, metavar="N")
    hear.add_argument("--json", action="store_true")
    add_language(hear)
    hear.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from referee import models
    from referee.hearing.opening import ear

    grammar, model = _grammar(args)
    tell = partial(_tell, args)
    opened = ear(grammar, model, second=models.second(tell), on_fault=tell)
    faults = [_hear(opened, file, args) for file in args.files]
    return 2 if any(faults) else 0


def _hear(opened: Ear, file: str, args: argparse.Namespace) -> bool:
    """One file; one that cannot be read is said, and does not keep the others from being heard. A pipe may be somebody
    who speaks now: what is heard of it is shown at once."""
    heard: list[Overheard] = []
    wrong: Fault | None = None
    at_the_end = args.json and file != "-"
    try:
        for one in _heard(opened, _blocks(file, args.channel)):
            heard.append(one)
            if not at_the_end:
                _show(file, [one], args, first=len(heard) == 1)
    except Fault as fault:
        wrong = fault
    if (at_the_end or not heard) and (wrong is None or wrong.key == "hearing.breaks-off"):
        _show(file, heard, args, first=True)
    if wrong:
        _tell(args, wrong)
    return wrong is not None


def _show(file: str, heard: Sequence[Overheard], args: argparse.Namespace, *, first: bool) -> None:
    title = f"{file}:\n" if first and len(args.files) > 1 else ""
    print(_as_json(file, heard) if args.json else f"{title}{_as_text(heard)}", flush=True)


def _tell(args: argparse.Namespace, fault: Fault) -> None:
    print(f"referee: {as_typed(sentences(args).shown(f'faults.{fault.key}', **fault.slots))}", file=sys.stderr)


def _grammar(args: argparse.Namespace) -> tuple[Grammar | AnyGrammar, Path]:
    from referee import models

    if args.grammar:
        own = AnyGrammar(args.grammar)
        if not own.words():
            raise Fault("grammar.shape", file=args.grammar.name)
        return own, models.folder(getattr(args, "language", None) or own.language)
    mode = Mode(args.mode) if args.mode else None
    return Grammar.load(chosen(args), Game(args.game), mode), models.folder(chosen(args))


def _blocks(file: str, channel: int | None) -> Iterator[Samples]:
    from referee.hearing import recordings

    if file == "-":
        return recordings.raw(sys.stdin.buffer)
    return recordings.blocks(Path(file), None if channel is None else channel - 1)


def _heard(opened: Ear, blocks: Iterable[Samples]) -> Iterator[Overheard]:
    """Each file is listened to afresh: nothing of one reaches the next. Time is counted from its first sample."""
    import numpy as np

    from referee.hearing.listener import Listener
    from referee.hearing.waveform import RATE

    listener, broken = Listener([opened]), None
    silence = np.zeros(round(_BEFORE * RATE), np.float32)
    listener.skip(-len(silence))
    listener.feed(silence)
    try:
        for block in blocks:
            yield from listener.feed(block)
    except Fault as fault:
        broken = fault
    yield from listener.end()
    if broken:
        raise broken


def _as_json(file: str, heard: Iterable[Overheard]) -> str:
    from referee.hearing.judgements import Accepted, Doubtful

    orders, asked, refused = [], [], []
    for one in heard:
        text = " ".join(one.judgement.words)
        match one.judgement:
            case Accepted(meaning, _, confidence):
                orders.append({**_meant(meaning), "text": text, "confidence": confidence, **_moments(one)})
                continue
            case Doubtful(meanings):
                asked.append({"orders": [_meant(meaning) for meaning in meanings], "text": text, **_moments(one)})
        refused.append(text)
    return json.dumps({"file": file, "orders": orders, "asked": asked, "refused": refused}, ensure_ascii=False)


def _moments(one: Overheard) -> dict[str, int]:
    return {"speech_end_ms": round(1000 * one.ended), "decided_ms": round(1000 * one.decided)}


def _meant(meaning: Meaning) -> dict[str, Any]:
    if isinstance(meaning.value, Match):
        return {"intent": meaning.value.intent, "slots": meaning.value.slots}
    return {"order": meaning.notation}


def _as_text(heard: Iterable[Overheard]) -> str:
    from referee.hearing.judgements import Accepted, Doubtful

    lines = []
    for one in heard:
        judgement = one.judgement
        words = " ".join(judgement.words)
        if isinstance(judgement, Accepted):
            lines.append(f"{one.ended:7.2f}  {judgement.meaning.notation:<20} {words}")
        elif isinstance(judgement, Doubtful):
            lines.append(
                f"{one.ended:7.2f}  {' / '.join(found.notation for found in judgement.meanings):<20} ? {words}"
            )
        else:
            lines.append(f"{one.ended:7.2f}  {'-':<20} ({words})")
    return "\n".join(lines or ["      -"])
