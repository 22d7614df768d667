"""Where the rooms are built and connected. Nothing is decided here."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Condition, Lock, Thread
from typing import TYPE_CHECKING, Any

from referee import shelf
from referee.console.json_lines import timed
from referee.console.public_screen import Microphone, fullness
from referee.faults import Fault
from referee.journal import store, transcripts
from referee.journal.keeping import KeptGame
from referee.journal.replaying import Broken, resumed
from referee.journal.store import Story
from referee.journal.transcripts import Transcript
from referee.language.messages import languages
from referee.language.typed import understand
from referee.language.understanding import NotUnderstood, Understanding, Understood
from referee.rules import notation
from referee.rules.captain_sonar import CAPTAIN_SONAR
from referee.rules.crews import Game, Team
from referee.rules.drawing import reading, sheets, writing
from referee.rules.drawing.keys import Misdrawn
from referee.rules.play import RuleBook
from referee.rules.scenario import Scenario
from referee.rules.sonar import SONAR
from referee.table.inputs import Heard, Input, Tick
from referee.table.misheard import is_order
from referee.table.outputs import Reply, Verdict
from referee.table.refusals import is_private
from referee.table.session import Session
from referee.table.setup import Setup, fields_of, setup_of, unknown_rule
from referee.table.who_spoke import Voice
from referee.voice.floor import Floor

if TYPE_CHECKING:
    from referee.voice.loudspeaker import Played, Sounding

AnySession = Session[Any]


def rulebook(game: Game) -> RuleBook[Any]:
    return CAPTAIN_SONAR if game is Game.CAPTAIN_SONAR else SONAR


def reader(setup: Setup) -> Callable[[str], Understanding]:
    """Reads typed lines in the table's languages; in the others too, but there only what is exactly an order."""
    own = list(dict.fromkeys([setup.language, *(setup.language_of(team) for team in setup.teams)]))
    others = [language for language in languages() if language not in own]

    def read(line: str) -> Understanding:
        found = [understand(line, language, setup.game, setup.team_names) for language in own]
        strict = (understand(line, language, setup.game, setup.team_names) for language in others)
        exact = (one for one in strict if isinstance(one, Understood) and one.repaired is None)
        return next((one for one in found if not isinstance(one, NotUnderstood)), None) or next(exact, found[0])

    return read


def session(setup: Setup, scenario: Scenario | None = None) -> AnySession:
    """A table before the dive, for this setup."""
    wrong = unknown_rule(setup)
    if wrong is not None:
        raise Fault("play.unknown-house-rule", rule=wrong[0], value=wrong[1])
    drawn = scenario or shelf.scenario(setup.game, setup.scenario, setup.mode)
    return Session(setup, rulebook(setup.game), drawn, reader(setup))


def new_game(setup: Setup, path: Path) -> KeptGame[Any]:
    """A new game, kept in a new journal; the chart is kept with it, should the file be corrected meanwhile."""
    fresh = session(setup)
    chart = writing.written(shelf.find(setup.scenario, setup.game).drawing)
    return KeptGame(fresh, store.create(path, {**fields_of(setup), "chart": chart}))


@dataclass(frozen=True)
class Resumed:
    """A game brought back, and what of its journal could not be."""

    game: KeptGame[Any]
    orders: int
    """Those all heard."""
    cut: int = 0
    kept: Path | None = None
    broken: Broken | None = None


def resume(path: Path) -> Resumed:
    """The game of a journal, where it stopped. What does not play as it did is cut off and kept beside it."""
    journal, story = store.reopen(path)
    try:
        again, broken = _played_again(path, story)
        kept = journal.cut_to(story.ends[broken.place]) if broken else story.kept
    except BaseException:
        journal.close()
        raise
    orders = sum(map(_was_said, story.entries[: broken.place if broken else None]))
    return Resumed(KeptGame(again, journal), orders, story.cut, kept, broken)


def _was_said(entry: Mapping[str, Any]) -> bool:
    """An order all heard: neither what a crew told in secret is counted, nor a tap of its that was refused."""
    announced = notation.parse_line(str(entry.get("in")))
    heard = announced is not None and not is_private(announced) and entry.get("verdict") == Verdict.ACCEPTED
    return heard and is_order(entry)


def _played_again(path: Path, story: Story) -> tuple[AnySession, Broken | None]:
    again = session_of(path, story)
    broken = resumed(again, story.entries)
    if broken:  # the broken entry has left its traces: once more, up to there
        again = session_of(path, story)
        resumed(again, story.entries[: broken.place])
    return again, broken


def session_of(path: Path, story: Story, language: str | None = None) -> AnySession:
    """The table of a journal before its first entry, on the chart it was played on, told in the language asked."""
    setup = setup_of(story.setup)
    if setup is None:
        raise Fault("journal.no-setup", file=path)
    setup = replace(setup, language=language, team_languages={}) if language else setup
    try:
        drawing = reading.read(str(story.setup.get("chart", "")))
    except Misdrawn as wrong:
        raise Fault("journal.no-setup", file=path) from wrong
    drawn = sheets.scenario_of(drawing, setup.mode, shelf.sheets_of(setup.game)[setup.mode])
    return session(setup, drawn)


def play_transcript(transcript: Transcript) -> Transcript:
    """The transcript as the referee plays it now, in each of its languages. A second passes with each line."""
    tables = {setup.language: session(setup) for setup in transcript.setups}
    played: list[tuple[str, ...]] = []
    now = 0.0
    for step in transcript.steps:
        if step.line is None:
            played.append(())
            continue
        given = timed(step.line, now)
        now = max(now, given.at)
        played.append(transcripts.shown({language: table.feed(given) for language, table in tables.items()}))
    return transcript.with_expected(played)


GRID = 0.05
"""Seconds: a reply leaves so long after its input came, or twice or three times so long. How long a ruling takes
depends on what a crew has told, and it seldom takes half of this: when the reply leaves tells nothing."""


class LiveTable:
    """A game as it is played: the clock that runs, and everybody who is told what came of each input.

    Any thread may feed it; listeners are told in the order of the inputs. What follows from an order is concluded when
    everybody has been told.
    """

    def __init__(self, game: KeptGame[Any], seconds: Callable[[], float], grid: float = GRID) -> None:
        self.game = game
        self.shown = game.shown
        """What everybody has been told of, and is on the disk: screens and phones are made of this."""
        self._start = seconds() - game.session.now
        self._seconds = seconds
        self._grid = grid
        self._listeners: list[Callable[[Input, Reply], None]] = []
        self._troubled: list[Callable[[Fault], None]] = []
        self._untold: list[Fault] = []
        self._sounded: list[Callable[[Sounding], None]] = []
        self._one_at_a_time = Lock()
        self._taken, self._told, self._turn = 0, 0, Condition()
        self._reckons = False
        self._played: list[Played] = []
        self.listening = Microphone()
        """What the console shows of the microphone; hearing keeps it."""
        self.floor = Floor()
        """Who speaks at a microphone; hearing keeps it."""
        self.switch: Callable[[bool], None] = lambda _: None
        """Switches hearing on or off."""

    @property
    def session(self) -> AnySession:
        return self.game.session

    @property
    def setup(self) -> Setup:
        return self.session.setup

    @property
    def scenario(self) -> Scenario:
        return self.session.referee.game.scenario

    def now(self) -> float:
        """Seconds since the game began, as this program has counted them."""
        return self._seconds() - self._start

    def tell(self, listener: Callable[[Input, Reply], None]) -> None:
        self._listeners.append(listener)

    def tell_trouble(self, listener: Callable[[Fault], None]) -> None:
        """What failed before anybody listened is told first."""
        self._troubled.append(listener)
        for fault in self._untold:
            listener(fault)
        self._untold.clear()

    def tell_sound(self, listener: Callable[[Sounding], None]) -> None:
        self._sounded.append(listener)

    def tell_played(self, listener: Played) -> None:
        self._played.append(listener)

    def trouble(self, fault: Fault) -> None:
        """Something of the machine failed, and the game goes on without it."""
        if not self._troubled:
            self._untold.append(fault)
        for listener in self._troubled:
            listener(fault)

    def sounded(self, sounding: Sounding) -> None:
        """The referee itself is heard: hearing must not take that for an order."""
        for listener in self._sounded:
            listener(sounding)

    def played(self, pcm: bytes, rate: int, moment: float, *, first: bool) -> None:
        """This is being given to the loudspeaker."""
        for listener in self._played:
            listener(pcm, rate, moment, first=first)

    def feed(self, given: Input) -> Reply:
        came = self._seconds()
        with self._one_at_a_time:
            reply = self.game.feed(given)
            number, shown, self._taken = self._taken, self.game.shown, self._taken + 1
        if not isinstance(given, Tick):  # time itself is nobody's secret
            self._wait_for_the_grid(came)
        with self._turn:
            self._turn.wait_for(lambda: self._told == number)
            try:
                self.shown = shown
                for listener in self._listeners:
                    listener(given, reply)
            finally:
                self._told += 1
                self._turn.notify_all()
        self._conclude()
        return reply

    def _wait_for_the_grid(self, came: float) -> None:
        taken = self._seconds() - came
        if self._grid:
            time.sleep(max(0.0, self._grid * (taken // self._grid + 1) - taken))

    def _conclude(self) -> None:
        with self._one_at_a_time:
            if self._reckons or self.session.is_reckoned():
                return
            self._reckons = True
        Thread(target=self._reckon, name="reckoning", daemon=True).start()

    def _reckon(self) -> None:
        """When the replies have left on all their ways: whatever works beside them would slow them down."""
        while self._reckons:
            time.sleep(self._grid)
            self.session.reckon()
            with self._one_at_a_time:
                self._reckons = not self.session.is_reckoned()

    def begin(self) -> None:
        """What the table says before anybody did anything, to everybody who listens."""
        with self._one_at_a_time, self._turn:
            reply = self.session.greeting()
            self.shown = self.session.shown
            for listener in self._listeners if reply.public else ():
                listener(Tick(self.now()), reply)

    # -- what hearing tells
    @property
    def is_listening(self) -> bool:
        return self.listening.on

    def heard(self, understanding: Understanding, team: Team | None, voice: Voice | None = None) -> Reply:
        """This was said at a microphone, a crew's own or everybody's, in a voice that may be known."""
        return self.feed(Heard(self.now(), understanding, team, voice))

    def level(self, decibels: float) -> None:
        self.listening = replace(self.listening, level=fullness(decibels))

    def listened(self, microphone: int, until: float, *, speaks: bool) -> None:
        self.floor.listened(microphone, until, speaks=speaks)

    def microphone(self) -> Microphone:
        return self.listening

    def listen(self, *, on: bool) -> None:
        self.listening = replace(self.listening, on=on)
        self.switch(on)
