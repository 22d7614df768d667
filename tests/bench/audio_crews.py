"""Two crews at a table with the referee, who do as people do when it does not hear them, or hears something else.

Who sees nothing happen says it again: in other words, with the radio alphabet, slower; asked back, says yes where it
was right. What was taken for something else, or came twice, is cancelled, and what is missing then is said again. In
the end it is typed. What cannot be put right ends the game: no use in going on with another one than the script's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from zlib import crc32

from referee.language import sentences
from referee.language.messages import catalogue
from referee.rules import notation
from referee.rules.crews import Team
from tests.bench.audio_script import Entry, Line
from tests.bench.audio_standing import Standing, entries, standing

GAP = 1.5
"""Seconds in which nothing comes and the referee is silent, after which people say it again."""
PATIENCE = 4
_TYPED = 3
_CANCELS = 3
_LOOKS = 0.02
_SLIPS = 0.25
"""Seconds by which a look may be late: a machine that stood still for longer has kept the referee from hearing, too."""
SAID: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "sonar": ("activating sonar", "we are using sonar"),
        "silence": ("activating silence", "going silent"),
        "mine": ("mine dropped", "we are dropping a mine"),
        "dive": ("dive, dive", "we are diving"),
        "no": ("negative", "no"),
        "yes": ("affirmative", "yes"),
        "ready": ("ready to dive", "we are ready to dive again"),
        "resume": ("resume", "go on"),
        "hit direct": ("direct hit, two damage", "direct hit"),
        "hit indirect": ("indirect hit, one damage", "indirect hit"),
        "cancel": ("cancel",),
    },
    "fr": {
        "sonar": ("activation du sonar", "on active le sonar"),
        "silence": ("activation du silence", "on active le silence"),
        "no": ("négatif", "non"),
        "yes": ("affirmatif", "oui"),
        "hit direct": ("impact direct, deux dégâts", "touché direct"),
        "hit indirect": ("impact indirect, un dégât", "touché indirect"),
        "cancel": ("annule",),
    },
}
"""What people say, in turn, where it is not what the referee repeats."""
RADIO = {
    "en": "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar",
    "fr": "alpha bravo charlie delta écho foxtrot golf hôtel india juliette kilo lima mike novembre oscar",
}
_LETTER = re.compile(r"\b[A-O]\b")


class Room(Protocol):
    """Where the crews sit, and the referee with them."""

    def say(self, team: Team, words: str, slower: int) -> float:
        """Say it, when the referee is silent; gives the moment of the last syllable."""

    def type(self, line: str) -> None: ...

    def journal(self) -> Sequence[Mapping[str, Any]]:
        """All that the referee has kept."""

    def sounds(self) -> bool:
        """Whether the referee is speaking."""

    def shown(self) -> str:
        """What the referee wrote last on its screen."""

    def now(self) -> float: ...

    def sleep(self, seconds: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Said:
    """One line of the script: how often it was said, how long after its last syllable it was in the journal (None: it
    had to be typed), and what else was heard meanwhile."""

    line: Line
    words: str
    times: int
    late: float | None
    doubled: tuple[Entry, ...] = ()
    """The line itself once more, or the one before it: it had come after all."""
    taken: tuple[Entry, ...] = ()
    """What nobody had said."""


class Lost(Exception):
    """The game is another one than the script's, and cannot be put right."""


class Crews:
    """They say the script, line by line."""

    def __init__(self, room: Room, language: str) -> None:
        self._room, self._language = room, language
        self._script: list[Entry] = []
        self._before: tuple[Entry, ...] = ()
        self._known: tuple[tuple[int, int], Standing] = ((0, 0), Standing(0))

    def say(self, line: Line) -> Said:
        """Say it until it stands, and nothing else does."""
        already = len(entries(self._room.journal()))
        self._script += line.entries
        times, late = self._says(line)
        own = {order for order, _ in (*self._before, *line.entries)}
        self._before = line.entries
        besides = _without(entries(self._room.journal())[already:], line.entries)
        doubled = tuple(one for one in besides if one[0] in own)
        taken = tuple(one for one in besides if one[0] not in own)
        return Said(line, words_of(line, self._language), times, late, doubled, taken)

    def _says(self, line: Line) -> tuple[int, float | None]:
        for attempt in range(PATIENCE):
            self._types(self._missing()[: -len(line.entries)])  # what one CANCEL too many has taken along
            # STOP that is heard already is not called again
            words = words_of(line, self._language, attempt, stop=len(self._missing()) > 1)
            late = self._says_once(line, words, attempt)
            self._takes_back()
            if not self._missing():
                return attempt + 1, late
        for _ in range(_TYPED):
            self._types(self._missing())
            if not self._missing():
                return PATIENCE, None
        raise Lost(f"“{self._missing()[0][0]}” is not taken even when it is typed: {self._room.shown()}")

    def _types(self, missing: Sequence[Entry]) -> None:
        for order, _verdict in missing:
            self._room.type(order)
        if missing:
            self._waits(self._room.now(), certain=True)
            self._takes_back()

    def _says_once(self, line: Line, words: str, attempt: int) -> float:
        """How long after the last syllable it stood, if it did."""
        team = line.team
        late = self._waits(self._room.say(team, words, max(0, attempt - 1)), certain=attempt > 0)
        if late is None and self._is_asked():
            late = self._waits(self._room.say(team, SAID[self._language]["yes"][0], 0), certain=True)
        return GAP if late is None else late

    # -- what is heard
    def _standing(self) -> Standing:
        journal = self._room.journal()
        lengths = (len(journal), len(self._script))
        if lengths != self._known[0]:
            self._known = lengths, standing(entries(journal), self._script)
        return self._known[1]

    def _missing(self) -> list[Entry]:
        return self._script[self._standing().done :]

    def _waits(self, ended: float, *, certain: bool) -> float | None:
        """Until the line stands; otherwise, or to be certain, until nothing has come for a while. How late it was."""
        room, known, late = self._room, len(self._room.journal()), None
        lately, sounded = room.now(), False
        while room.now() - lately < GAP:
            found = self._standing()
            if late is None and found.done == len(self._script) and not found.over:
                late = room.now() - ended
                if not certain:
                    break
            before = room.now()
            room.sleep(_LOOKS)
            sounds = room.sounds()
            if sounded and not sounds and self._question():
                break  # people answer at once
            sounded |= sounds
            if sounds or len(room.journal()) > known or room.now() - before > _LOOKS + _SLIPS:
                lately, known = room.now(), len(room.journal())
        return late

    def _question(self) -> Mapping[str, Any]:
        """What the referee has asked back, if that was the last thing."""
        last: Mapping[str, Any] = next(iter(self._room.journal()[-1:]), {})
        return last if "asked" in last else {}

    def _is_asked(self) -> bool:
        """Whether the referee has asked back, and for the right order."""
        question, missing = self._question(), self._missing()
        likely = (question.get("likely") or [""])[0]
        own = likely if ": " in likely else f"{question.get('mic')}: {likely}"
        return question.get("asked") == "order" and bool(missing) and own == missing[0][0]

    # -- what is put right
    def _takes_back(self) -> None:
        """Cancel what nobody ordered, the last first: aloud, and then at the keyboard."""
        tries = 0
        while (found := self._standing()).over or found.paused:
            if tries == _CANCELS:
                raise Lost(f"“{found.over[-1:] or 'pause'}” cannot be taken back: {self._room.shown()}")
            if found.paused:
                self._room.type("continue")
            else:
                self._cancels(Team(found.over[-1][0].partition(":")[0]), aloud=tries == 0)
            self._waits(self._room.now(), certain=True)
            tries = 0 if len(self._standing().over) < len(found.over) else tries + 1

    def _cancels(self, team: Team, *, aloud: bool) -> None:
        if aloud:
            self._room.say(team, SAID[self._language]["cancel"][0], 0)
        else:
            self._room.type(f"{team}: cancel")


def words_of(line: Line, language: str, attempt: int = 0, *, stop: bool = True) -> str:
    """A line as it is said first, and when that was of no use: in other words, and letters by the radio alphabet."""
    order = line.announced.order
    ways = SAID[language].get(notation.text_of(order)) or (sentences.of_order(order, catalogue(language)).spoken,)
    said = ways[(crc32(repr(line.entries).encode()) + attempt) % len(ways)]
    if attempt:
        said = _LETTER.sub(lambda letter: RADIO[language].split()[ord(letter[0]) - ord("A")], said)
    return f"stop, {said}" if line.stop and stop else said


def _without(came: Sequence[Entry], wanted: Sequence[Entry]) -> list[Entry]:
    """What came besides the line, and besides what put it right."""
    left = [one for one in came if one[0].rpartition(": ")[2] not in ("cancel", "pause", "continue")]
    for one in wanted:
        if one in left:
            left.reverse()  # what stands came last
            left.remove(one)
            left.reverse()
    return left
