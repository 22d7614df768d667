"""The voice of a game: whether it speaks, how much, with which voice and where."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from referee import app
from referee.cli.numbers import whole
from referee.cli.table_options import at_a_terminal
from referee.language.messages import catalogue
from referee.language.sentences import for_the_ear
from referee.table.outputs import Reply
from referee.voice.talk import Talk, usual

if TYPE_CHECKING:
    from referee.voice.speaker import Speaker


def add_voice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--speak", choices=[how_much.value for how_much in Talk])
    parser.add_argument("--voice", metavar="NAME")
    parser.add_argument("--rate", type=whole("--rate", 80, 400), metavar="N")
    parser.add_argument("--volume", type=whole("--volume", 1, 250), metavar="N", default=80)
    parser.add_argument("--loudspeaker", metavar="NAME")


def wanted(args: argparse.Namespace) -> bool:
    """Asked for; else where somebody sits at a terminal."""
    if args.json or args.speak == Talk.NONE:
        return False
    return args.speak is not None or bool(args.mic) or at_a_terminal()


@contextmanager
def speaking(args: argparse.Namespace, table: app.LiveTable) -> Iterator[None]:
    """Says what is public while the game runs. Whatever fails is told once on the screen; the game goes on."""
    if not wanted(args):
        yield
        return
    setup, speaker = table.session.setup, _speaker(args, table)

    def heard(reply: Reply) -> None:
        speaker.say(reply.public)
        for request in reply.requests:
            speaker.ask(request)

    table.tell(lambda _, reply: heard(reply))
    languages = dict.fromkeys([setup.language, *map(setup.language_of, setup.teams)])
    speaker.start(languages)
    speaker.prepare(pair for language in languages for pair in _likely(table, language))
    try:
        yield
    finally:
        speaker.close()


def _speaker(args: argparse.Namespace, table: app.LiveTable) -> Speaker:
    # synthesis and sound take their time to load: games that are only typed need not wait for them
    from referee.voice.loudspeaker import Loudspeaker
    from referee.voice.reading import Reader
    from referee.voice.speaker import Speaker

    setup, reader = table.session.setup, Reader(voice=args.voice, rate=args.rate)
    if args.voice:
        reader.check()
    return Speaker(
        reader,
        Loudspeaker(args.loudspeaker, on_played=table.played),
        Talk(args.speak) if args.speak else usual(setup.mode, tutor=setup.tutor),
        volume=args.volume / 100,
        on_fault=table.trouble,
        on_sound=table.sounded,
        spoke=lambda: table.floor.spoke(time.monotonic()),
    )


def _likely(table: app.LiveTable, language: str) -> Iterator[tuple[str, str]]:
    """What the referee will probably say, and every cell of the chart: each is a clause of its own when it is said."""
    from referee.voice.preparing import likely

    yield from likely(catalogue(language))
    for cell in sorted(table.session.referee.game.scenario.chart.water):
        yield f"{for_the_ear(cell, language)}.", language
