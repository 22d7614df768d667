"""The microphones of a game: one for the table, or one for each crew; what they hear goes to the table."""

from __future__ import annotations

import argparse
import re
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee import app, devices, models, shelf
from referee.cli.crosstalk import Crosstalk, Loudness, Voice
from referee.cli.own_voice import OwnVoice
from referee.cli.table_options import at_a_terminal
from referee.cli.who_speaks import forget, speakers
from referee.console.public_screen import fullness
from referee.faults import Fault
from referee.language.grammar import Grammar, Part
from referee.language.messages import catalogue
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood
from referee.rules.crews import Team
from referee.rules.orders import Announced, Stop
from referee.rules.sea import Chart
from referee.table.inputs import Heard
from referee.table.setup import Setup

if TYPE_CHECKING:
    from referee.hearing.listener import Ear, Listener, Overheard
    from referee.hearing.microphone import Block, Microphone
    from referee.hearing.who.speakers import Speakers

ECHO = 0.8
"""Seconds in which one order with a crew's name, heard by both microphones, is one order."""
USUAL = 15
"""Columns and rows that are heard at any table: hearing is never narrowed to a smaller chart."""
_CHANNEL = re.compile(r"(.*):([12])")


@dataclass(frozen=True, slots=True)
class Wanted:
    """One microphone asked for: whose it is, its name, and which of its channels, from 1."""

    team: Team | None = None
    name: str | None = None
    channel: int | None = None


def add_microphones(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--mic",
        action="append",
        default=[],
        metavar="[TEAM=]NAME[:N]",
    )
    parser.add_argument(
        "--headset",
        action="store_true",
    )


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
    setup = table.session.setup
    microphones = wanted(args, setup)
    if microphones:
        print(catalogue(setup.language).shown("console.plain.preparing"), flush=True)
        forget(table)
    with ExitStack() as open_:
        open_.callback(forget, table)
        open_.enter_context(devices.quietly())
        ears = Ears(table, headset=args.headset)
        for one in microphones:
            try:
                open_.callback(ears.open(one))
            except Fault as fault:
                table.trouble(fault)
        yield


class Ears:
    """All microphones of one table, and one ear for what both of them heard.

    While the referee speaks they are mute. With a headset they go on listening, and take STOP alone: whatever else is
    said meanwhile, after STOP as well, may be the referee's own words, however softly they come through.
    """

    def __init__(self, table: app.LiveTable, *, headset: bool = False) -> None:
        self._table = table
        self._headset = headset
        self._own = OwnVoice()
        self._last: dict[Announced, float] = {}
        self._lacking: set[str] = set()
        self._crosstalk, self._turn = Crosstalk(), threading.Lock()
        self._loudness: dict[int, Loudness] = defaultdict(Loudness)
        self._speakers: Speakers | None = None
        table.tell_sound(self._own.sounds)

    def open(self, wanted: Wanted) -> _Closing:
        """Begin to listen to one microphone; what is returned ends it."""
        # the recogniser takes its second to load: games that are typed need not wait for it
        from referee.hearing.microphone import Microphone

        channel = wanted.channel - 1 if wanted.channel else None
        microphone = Microphone(wanted.name, channel, self._table.trouble)
        listener = _listener(self._table.session.setup, wanted.team, self._once)
        self._speakers = self._speakers or speakers(self._table, _grammars(self._table.session.setup))
        microphone.open()
        self._shows(0.0)
        thread = threading.Thread(
            target=self._listen, args=(microphone, listener, wanted.team), name="listening", daemon=True
        )
        thread.start()
        return _Closing(microphone, thread)

    def _listen(self, microphone: Microphone, listener: Listener, team: Team | None) -> None:
        for block in microphone.blocks():
            self._shows(fullness(listener.level))
            if not self._table.listening.on or (not self._headset and self._own.covers(block.began, block.ended)):
                listener.reset()
                listener.skip(len(block.samples))
                self._table.floor.listened(id(listener), block.ended, speaks=False)
                continue
            self._hears(listener, block, team)

    def _hears(self, listener: Listener, block: Block, team: Team | None) -> None:
        """Whatever goes wrong is told, and the next order is heard again."""
        try:
            self._loudness[id(listener)].add(block)
            voices = [self._voice(one, id(listener), block.ended, team) for one in listener.feed(block.samples)]
            self._table.floor.listened(id(listener), block.ended, speaks=listener.speaks)
            with self._turn:
                believed = self._crosstalk.hear(id(listener), block.ended, voices)
            for voice in believed:
                self._heard(*voice.told)
        except Fault as fault:
            self._table.trouble(fault)
        except Exception as problem:
            self._table.trouble(Fault("cli.ours", kind=type(problem).__name__))

    def _voice(self, overheard: Overheard, microphone: int, now: float, team: Team | None) -> Voice:
        """What was heard, on the clock that all microphones share."""
        began, ended = (now - overheard.decided + at for at in (overheard.began, overheard.ended))
        understanding = understood(overheard)
        if self._own.covers(began, now):
            understanding = None if self._own.says_stop() else stop_in(understanding)
        height = self._loudness[microphone].height(began, ended)
        content = getattr(understanding, "announced", understanding)
        return Voice(microphone, began, ended, now, height, content, (understanding, team, overheard))

    def _once(self, fault: Fault) -> None:
        """What each ear lacks is told for all of them."""
        if fault.key not in self._lacking:
            self._lacking.add(fault.key)
            self._table.trouble(fault)

    def _shows(self, level: float) -> None:
        self._table.listening = replace(self._table.listening, level=level)

    def _heard(self, understanding: Understanding | None, team: Team | None, overheard: Overheard) -> None:
        if understanding is None or self._is_echo(understanding):
            return
        speakers = self._speakers
        understanding, voice = speakers.hear(understanding, overheard) if speakers else (understanding, None)
        reply = self._table.feed(Heard(self._table.now(), understanding, team, voice))
        if speakers:
            speakers.learn(reply.spoken)

    def _is_echo(self, understanding: Understanding) -> bool:
        """The order with its crew's name that the other microphone has just heard as well."""
        if not isinstance(understanding, Understood) or understanding.announced.team is None:
            return False
        now = self._table.now()
        before = self._last.get(understanding.announced, -ECHO)
        self._last = {order: at for order, at in self._last.items() if now - at < ECHO}
        self._last[understanding.announced] = now
        return now - before < ECHO


@dataclass(frozen=True, slots=True)
class _Closing:
    microphone: Microphone
    thread: threading.Thread

    def __call__(self) -> None:
        self.microphone.close()
        self.thread.join(2.0)


def stop_in(understanding: Understanding | None) -> Understanding | None:
    """The STOP with which an order begins, or that it is; of any other order, nothing."""
    if not isinstance(understanding, Understood):
        return None
    announced = understanding.announced
    if not (understanding.stop or isinstance(announced.order, Stop)):
        return None
    return Understood(replace(announced, order=Stop()), understanding.confidence)


def understood(overheard: Overheard) -> Understanding | None:
    """What the table is told; of table talk, nothing."""
    from referee.hearing.judgements import Accepted, Doubtful, Nearly

    match overheard.judgement:
        case Accepted(meaning, _, confidence):
            found = meaning.value
            return replace(found, confidence=confidence) if isinstance(found, Understood) else None
        case Doubtful(meanings, words):
            return Ambiguous(tuple(one.value.announced for one in meanings), " ".join(words))
        case Nearly(kind, words):
            return NotUnderstood(" ".join(words), kind)
        case _:
            return None


def _listener(setup: Setup, team: Team | None, on_fault: Callable[[Fault], None]) -> Listener:
    """Hears the crew's language; at a microphone for all, every language of the table."""
    from referee.hearing.listener import Listener

    return Listener([ear(grammar, on_fault) for grammar in _grammars(setup, team)])


def _grammars(setup: Setup, team: Team | None = None) -> list[Grammar]:
    crews = [setup.language_of(team)] if team else [setup.language, *map(setup.language_of, setup.teams)]
    columns, rows = heard_on(shelf.scenario(setup.game, setup.scenario, setup.mode).chart)
    return [Grammar.load(one, setup.game, setup.mode, columns=columns, rows=rows) for one in dict.fromkeys(crews)]


def heard_on(chart: Chart) -> tuple[int, int]:
    """The columns and rows that are heard: a space off a small chart is refused, not taken for another."""
    return max(chart.columns, USUAL), max(chart.rows, USUAL)


def ear(grammar: Grammar, on_fault: Callable[[Fault], None] = lambda _: None) -> Ear:
    """The ear of a language, for what this grammar allows to be said, on the model kept here. The second judge knows
    how orders are written; a chart is shown as it is drawn, and what was heard wrong is soon taken back. Who is told
    what is damaged, of what a game does without, is `on_fault`."""
    from referee.hearing import opening

    second = models.second(on_fault) if grammar.cut.part is Part.PLAY else None
    return opening.ear(grammar, models.folder(grammar.language), second=second, on_fault=on_fault)
