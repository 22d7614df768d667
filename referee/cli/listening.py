"""The microphones of a game, as they are asked for: one for the table, or one for each crew."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee import app, devices, shelf
from referee.cli.table_options import at_a_terminal
from referee.cli.who_speaks import forget, speakers
from referee.faults import Fault
from referee.language.messages import catalogue
from referee.rules.crews import Team
from referee.table.setup import Setup

if TYPE_CHECKING:
    from referee.hearing.ears import Ears

_CHANNEL = re.compile(r"(.*):([12])")


@dataclass(frozen=True, slots=True)
class Wanted:
    """One microphone asked for: whose it is, its name, and which of its channels, from 1."""

    team: Team | None = None
    name: str | None = None
    channel: int | None = None


def add_microphones(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--mic", action="append", default=[], metavar="[TEAM=]NAME[:N]")


def wanted(args: argparse.Namespace, setup: Setup) -> tuple[Wanted, ...]:
    """The microphones to listen to; none where only typing was asked for."""
    if args.text or args.json or not (args.mic or at_a_terminal()):
        return ()
    return tuple(_wanted(text, setup) for text in args.mic) or (Wanted(),)


def _wanted(text: str, setup: Setup) -> Wanted:
    before, equals, after = text.partition("=")
    named = next((team for team in setup.teams if team == before), None) if equals else None
    if equals and before in set(Team) and named is None:
        raise Fault("play.no-such-team", option="mic", team=before, teams=", ".join(setup.teams))
    name = after if named else text
    channel = _CHANNEL.fullmatch(name)
    return Wanted(named, channel[1] or None, int(channel[2])) if channel else Wanted(named, name or None)


@contextmanager
def listening(args: argparse.Namespace, table: app.LiveTable) -> Iterator[None]:
    """Listens while the game runs. A microphone or a model that is missing is told; orders may always be typed."""
    microphones = wanted(args, table.session.setup)
    with ExitStack() as open_:
        open_.callback(forget, table)
        if microphones:
            print(catalogue(table.session.setup.language).shown("console.plain.preparing"), flush=True)
            forget(table)
            open_.enter_context(devices.quietly())
            ears = _ears(table)
        for one in microphones:
            try:
                open_.callback(_opened(one, ears, table))
            except Fault as fault:
                table.trouble(fault)
        yield


def _ears(table: app.LiveTable) -> Ears:
    # the recogniser takes its second to load: games that are typed need not wait for it
    from referee.hearing.ears import Ears

    ears = Ears(table)
    table.tell_sound(lambda sounding: ears.own.sounds(sounding.begins, sounding.ends, sounding.words))
    table.tell_played(ears.own.playback.played)
    return ears


def _opened(one: Wanted, ears: Ears, table: app.LiveTable) -> Callable[[], None]:
    from referee.hearing import outfit
    from referee.hearing.microphone import Microphone

    setup = table.session.setup
    chart = shelf.scenario(setup.game, setup.scenario, setup.mode).chart
    listener = outfit.listener(setup, one.team, chart, ears.once)
    ears.speakers = ears.speakers or speakers(table, outfit.grammars(setup, None, chart))
    microphone = Microphone(one.name, one.channel - 1 if one.channel else None, table.trouble)
    return ears.open(microphone, listener, one.team)
