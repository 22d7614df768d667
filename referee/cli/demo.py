"""`referee demo`: a whole game that plays itself, with its transcript on the screen."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli import debrief
from referee.cli.explaining import Commands, command
from referee.cli.models import fetch
from referee.cli.numbers import decimal
from referee.cli.sentences import add_language, as_typed, chosen, folder_shown, sentences
from referee.language.sentences import of_order
from referee.models.shelf import model_for
from referee.rules.crews import Mode, Team

if TYPE_CHECKING:
    from referee.demo.playing import Moment

FOLDER, PAGE = "demo-output", "debrief.html"


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    demo = command(commands, "demo", "referee demo --language fr --mode real-time -o heard")
    add_language(demo)
    demo.add_argument("--mode", choices=[mode.value for mode in Mode], default=Mode.TURN_BY_TURN.value)
    demo.add_argument("-o", dest="folder", type=Path, default=Path(FOLDER), metavar="FOLDER")
    demo.add_argument(
        "--speed",
        type=decimal("--speed", 0.1, 100),
        metavar="N",
    )
    demo.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from referee.demo.ear import ear
    from referee.demo.playing import WHOLE, Demonstration
    from referee.demo.script import script

    language = chosen(args)
    if not model_for(language).is_here:
        fetch(model_for(language), args)
    play = script(Mode(args.mode))
    say = sentences(args).shown
    print(say("cli.demo.opening", title=play.title[language]), end="\n\n", flush=True)
    demonstration = Demonstration(play, language, args.folder, ear(language, play))
    late = _shown(demonstration.play(), args)
    if late:
        print("\n" + say("cli.demo.figures", orders=len(late), milliseconds=_milliseconds(statistics.median(late))))
    print(say("cli.demo.listen", file=folder_shown(args.folder / WHOLE)))
    if demonstration.winner is None:
        print(say("cli.demo.unfinished", folder=folder_shown(args.folder)))
    else:
        page = debrief.written(demonstration.journal, args.folder / PAGE, language)
        print(say("cli.demo.page", file=folder_shown(page)))
    print(as_typed(say("cli.demo.closing")))
    return 0


def _shown(moments: Iterator[Moment], args: argparse.Namespace) -> list[float]:
    """Each moment as it happens; how late each order was understood, in seconds."""
    late: list[float] = []
    began = time.monotonic()
    for moment in moments:
        print("\n".join(_lines(moment, args)), flush=True)
        late += [caught.late for caught in moment.caught if caught.announced]
        if args.speed:
            time.sleep(max(0.0, began + moment.sounded / args.speed - time.monotonic()))
    return late


def _lines(moment: Moment, args: argparse.Namespace) -> Iterator[str]:
    say, language = sentences(args).shown, chosen(args)

    def name(team: Team | None) -> str:
        return say(f"table.team.{team}") if team else say("cli.demo.somebody")

    if moment.recording is not None:
        words = say("cli.demo.said", team=name(moment.line.who), words=moment.line.words[language])
        yield f"{int(moment.at) // 60}:{int(moment.at) % 60:02d}  {words}"
        for caught in moment.caught:
            order = of_order(caught.announced.order, sentences(args)).shown if caught.announced else "?"
            yield "        " + say("cli.demo.heard", order=order, milliseconds=_milliseconds(caught.late))
        if not moment.caught:
            yield f"        {say('cli.demo.talk')}"
    for reply in moment.replies:
        for whisper in reply.whispers:
            yield "        " + say("cli.demo.private", team=name(whisper.team), words=whisper.shown)
        for line in reply.public:
            yield "        " + say("cli.demo.referee", words=line.shown)


def _milliseconds(seconds: float) -> int:
    return round(1000 * seconds)
