"""All microphones of one table, and one ear for what several of them heard.

Each listens in a thread of its own, also while the referee speaks. What two of them heard is believed once.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from referee.faults import Fault
from referee.hearing.attention import Attention, Caught
from referee.hearing.crosstalk import Crosstalk, Loudness, Voice
from referee.hearing.listener import Listener, Overheard
from referee.hearing.microphone import Block, Microphone
from referee.hearing.own_voice import OwnVoice
from referee.hearing.told import understood
from referee.hearing.who.speakers import Speakers
from referee.language.understanding import Understanding, Understood
from referee.rules.crews import Team
from referee.rules.orders import Announced
from referee.table import who_spoke
from referee.table.outputs import Reply

ECHO = 0.8
"""Seconds in which one order with a crew's name, heard by both microphones, is one order."""


class Table(Protocol):
    """Who is told what is heard."""

    @property
    def is_listening(self) -> bool:
        """Whether it wants to hear anything."""

    def heard(self, understanding: Understanding, team: Team | None, voice: who_spoke.Voice | None) -> Reply: ...
    def level(self, decibels: float) -> None: ...
    def listened(self, microphone: int, until: float, *, speaks: bool) -> None: ...
    def trouble(self, fault: Fault) -> None: ...


class Ears:
    """The microphones of a table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.own = OwnVoice()
        self.speakers: Speakers | None = None
        self._last: dict[Announced, float] = {}
        self._lacking: set[str] = set()
        self._crosstalk, self._turn = Crosstalk(), threading.Lock()
        self._loudness: dict[int, Loudness] = defaultdict(Loudness)

    def open(self, microphone: Microphone, listener: Listener, team: Team | None) -> Callable[[], None]:
        """Begin to listen to one microphone; what is returned ends it."""
        microphone.open()
        self._table.level(0.0)
        attention = Attention(listener, self.own)
        thread = threading.Thread(
            target=self._listen, args=(microphone, attention, team), name="listening", daemon=True
        )
        thread.start()
        return _Closing(microphone, thread)

    def once(self, fault: Fault) -> None:
        """What each ear lacks is told for all of them."""
        if fault.key not in self._lacking:
            self._lacking.add(fault.key)
            self._table.trouble(fault)

    def _listen(self, microphone: Microphone, attention: Attention, team: Team | None) -> None:
        for block in microphone.blocks():
            self._table.level(attention.listener.level)
            self.hears(attention, block, team)

    def hears(self, attention: Attention, block: Block, team: Team | None) -> None:
        """A block of one microphone. Whatever goes wrong is told, and the next order is heard again."""
        try:
            self._hears(attention, block, team)
        except Fault as fault:
            self._table.trouble(fault)
        except Exception as problem:
            self._table.trouble(Fault("cli.ours", kind=type(problem).__name__))

    def _hears(self, attention: Attention, block: Block, team: Team | None) -> None:
        if not self._table.is_listening:
            attention.ignore(block)
            self._table.listened(id(attention), block.ended, speaks=False)
            return
        self._loudness[id(attention)].add(block)
        voices = [self._voice(one, id(attention), team) for one in attention.feed(block)]
        self._table.listened(id(attention), block.ended, speaks=attention.listener.speaks)
        with self._turn:
            believed = self._crosstalk.hear(id(attention), block.ended, voices)
        for voice in believed:
            understanding, team, overheard = voice.told
            self._heard(understanding, team, overheard, voice.decided)

    def _voice(self, caught: Caught, microphone: int, team: Team | None) -> Voice:
        understanding = understood(caught.overheard)
        height = self._loudness[microphone].height(caught.began, caught.ended)
        content = getattr(understanding, "announced", understanding)
        told = (understanding, team, caught.overheard)
        return Voice(microphone, caught.began, caught.ended, caught.decided, height, content, told)

    def _heard(
        self, understanding: Understanding | None, team: Team | None, overheard: Overheard, moment: float
    ) -> None:
        if understanding is None or self._is_echo(understanding, moment):
            return
        speakers = self.speakers
        understanding, voice = speakers.hear(understanding, overheard) if speakers else (understanding, None)
        reply = self._table.heard(understanding, team, voice)
        if speakers:
            speakers.learn(reply.spoken)

    def _is_echo(self, understanding: Understanding, moment: float) -> bool:
        """The order with its crew's name that the other microphone has just heard as well."""
        if not isinstance(understanding, Understood) or understanding.announced.team is None:
            return False
        before = self._last.get(understanding.announced, -ECHO)
        self._last = {order: at for order, at in self._last.items() if moment - at < ECHO}
        self._last[understanding.announced] = moment
        return moment - before < ECHO


@dataclass(frozen=True, slots=True)
class _Closing:
    microphone: Microphone
    thread: threading.Thread

    def __call__(self) -> None:
        self.microphone.close()
        self.thread.join(2.0)
