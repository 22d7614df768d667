"""A real-time game from sound to journal: `python -m tests.benchmarks.audio_game --minutes 30`.

Two crews speak, each into a microphone of its own, at the pace of a game; the real program listens, rules and keeps its
journal. At the end the journal is held against the script: what was heard right, otherwise, or not at all, and how long
after the last syllable it was on the disk.
"""

from __future__ import annotations

import argparse
import difflib
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.demo.players import Players
from referee.faults import Fault
from referee.journal import store
from referee.language import sentences
from referee.language.messages import catalogue
from referee.rules import notation
from referee.rules import orders as o
from referee.rules.crews import Mode, Team
from referee.rules.orders import Announced
from referee.rules.sea import Heading
from referee.voice.sound import write
from tests.table.tables import Table as Typed
from tests.table.tables import table
from tests.virtual_audio import RATE, VirtualAudio, virtual_audio

GAP = 1.3
"""Seconds that people wait for the referee before they say it again."""
PATIENCE = 4
SAID: dict[str, dict[type[o.Order], str]] = {
    "en": {
        o.Sonar: "activating sonar",
        o.Silence: "activating silence",
        o.Dive: "dive, dive",
        o.No: "negative",
        o.Yes: "affirmative",
        o.Ready: "ready to dive",
    },
    "fr": {o.Sonar: "activation du sonar", o.Silence: "activation du silence", o.No: "négatif", o.Yes: "affirmatif"},
}
"""Where people say more than the shortest word."""
A_LINE = 2.0
"""Seconds a line takes, about."""
BLUE, YELLOW = Team.BLUE, Team.YELLOW


def script(count: int, seed: int) -> tuple[list[Announced], list[tuple[str, str]]]:
    """Orders of both crews that stand when they are said, and now and then one that does not; and the verdicts."""
    chance = random.Random(seed)
    now = table(mode=Mode.REAL_TIME)
    lines = [Announced(o.Dive(), team) for team in (BLUE, YELLOW)]
    for dive in lines:
        now.types(notation.line_of(dive))
    while len(lines) < count and now.session.screen.winner is None:
        team = chance.choice([BLUE, YELLOW])
        ideas = _ideas(chance, now, team)
        line = next((one for one in ideas if _would_stand(now, one) or _mistake(chance, one)), None)
        if line is not None:
            lines.append(line)
            now.types(notation.line_of(line))
    return lines, [(notation.line_of(line), str(reply.verdict)) for line, reply in zip(lines, now.replies, strict=True)]


def _mistake(chance: random.Random, announced: Announced) -> bool:
    """A course that is not possible, as happens; anything else that nobody waits for is table talk to the referee."""
    return isinstance(announced.order, o.Course) and chance.random() < 0.05


def _would_stand(now: Typed, announced: Announced) -> bool:
    return type(now.game.rule_on(announced)).__name__ == "Accepted"


def _ideas(chance: random.Random, now: Typed, team: Team) -> Iterator[Announced]:
    screen = now.session.screen
    owed = screen.owed[0] if screen.owed else None
    facts = (o.Fact(o.FactKind.COLUMN, chance.randint(1, 15)), o.Fact(o.FactKind.SECTOR, chance.randint(1, 9)))
    if owed:
        answers: list[o.Order] = [o.Clear(), o.No(), o.Yes(), o.At(facts), o.SectorAnnounced(chance.randint(1, 9))]
        systems: list[o.Order] = [o.Sonar(), o.Drone(chance.randint(1, 9)), o.Mine(), o.Silence(), o.Resume()]
        yield from (Announced(one, owed.team) for one in [*answers, *chance.sample(systems, 4), o.Resume()])
    if chance.random() < 0.1:
        yield Announced(o.Stop(), team)
    for one in (team, screen.enemy(team)):
        yield from (Announced(o.Course(heading), one) for heading in chance.sample(list(Heading), 4))
        others: list[o.Order] = [o.Ready(), o.Dive(), o.Surface(chance.randint(1, 9))]
        yield from (Announced(order, one) for order in others)


@dataclass(frozen=True, slots=True)
class Said:
    """One line of the script: how often it was said, and how long after its last syllable it was in the journal."""

    announced: Announced
    times: int
    late: float | None


class Table:
    """The real program, listening; people who see nothing happen say it again."""

    def __init__(self, audio: VirtualAudio, players: Players, language: str, journal: Path, folder: Path) -> None:
        self._audio, self._players, self._journal, self._folder = audio, players, journal, folder
        self._words = catalogue(language)
        self.type: Callable[[str], object] = print
        """At the keyboard, what is not heard after all."""

    def spoken(self, line: Announced, slower: int = 0) -> Path:
        """The recording of a line, made once."""
        phrase = SAID[self._words.language].get(type(line.order)) or sentences.of_order(line.order, self._words).spoken
        file = self._folder / f"{line.team}-{slower}-{phrase}.wav"
        for attempt in range(3):
            if file.exists():
                break
            try:
                write(file, self._players.say(line.team, phrase, slower).trimmed().at_rate(RATE))
            except Fault:
                if attempt == 2:
                    raise
        return file

    def say(self, line: Announced) -> Said:
        assert line.team is not None
        for times in range(1, PATIENCE + 1):
            file = self.spoken(line, slower=times - 1)
            before = len(entries(self._journal))
            ended = self._audio.say(file, line.team)
            if self._waits_for_more_than(before):
                return Said(line, times, time.monotonic() - ended)
        self.type(notation.line_of(line))
        self._waits_for_more_than(before)
        return Said(line, PATIENCE, None)

    def _waits_for_more_than(self, before: int) -> bool:
        end = time.monotonic() + GAP
        while time.monotonic() < end:
            if len(entries(self._journal)) > before:
                return True
            time.sleep(0.02)
        return False


def entries(journal: Path) -> list[tuple[str, str]]:
    """What the journal holds: each order and its verdict."""
    return [(str(entry["in"]), str(entry["verdict"])) for entry in store.read(journal).entries]


def played(audio: VirtualAudio, lines: list[Announced], language: str, journal: Path) -> list[Said]:
    """The whole game, in time with the sound."""
    with Players(language) as players, tempfile.TemporaryDirectory() as folder:
        crews = Table(audio, players, language, journal, Path(folder))
        for line in lines:
            crews.spoken(line)
        with listening_program(language, journal) as crews.type:
            return [crews.say(line) for line in lines]


@contextmanager
def listening_program(language: str, journal: Path) -> Iterator[Callable[[str], object]]:
    """The real program, from when it listens; gives what types a line into it."""
    command = [sys.executable, "-m", "referee", "--language", language, "play", "alpha", "--mode", "real-time"]
    command += ["--mic", "blue=blue", "--mic", "yellow=yellow", "--plain", "--no-panel", "--journal", str(journal)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdin and game.stdout
        for line in game.stdout:
            if line.startswith(catalogue(language).shown("console.plain.opening")[:8]):
                break
        time.sleep(1.5)  # the room's own noise is learnt first
        drain = threading.Thread(target=game.stdout.read, daemon=True)
        drain.start()
        try:
            yield lambda line: print(line, file=game.stdin, flush=True)
        finally:
            game.stdin.close()
            game.wait(20)
            drain.join()


def report(said: list[Said], expected: list[tuple[str, str]], journal: Path) -> None:
    kept = entries(journal)
    at_once = sum(one.times == 1 and one.late is not None for one in said)
    late = sorted(one.late for one in said if one.late is not None)
    print(f"{len(said)} orders: {at_once} heard at once, {sum(one.late is None for one in said)} typed after all")
    if late:
        median = late[len(late) // 2] * 1000
        print(f"in the journal {median:.0f} ms after the last sample (median), {late[-1]:.2f} s at most")
    print(f"the journal {'equals' if kept == expected else 'differs from'} the script: {len(kept)} entries")
    for line in difflib.ndiff([" ".join(one) for one in expected], [" ".join(one) for one in kept]):
        if line[0] in "+-":
            print(f"  {line}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=30)
    options.add_argument("--language", default="en")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep", type=Path, help="where the journal is kept")
    args = options.parse_args()
    lines, expected = script(int(args.minutes * 60 / A_LINE), args.seed)
    with tempfile.TemporaryDirectory() as folder, virtual_audio([BLUE, YELLOW]) as audio:
        journal = args.keep or Path(folder) / "a.game"
        begun = time.monotonic()
        try:
            said = played(audio, lines, args.language, journal)
        except Fault as fault:
            sys.exit(f"{fault.key} {fault.slots}")
        print(f"{(time.monotonic() - begun) / 60:.1f} minutes")
        report(said, expected, journal)


if __name__ == "__main__":
    main()
