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
import time
from collections.abc import Iterator
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
from tests.table.tables import Table, table
from tests.virtual_audio import RATE, VirtualAudio, virtual_audio

GAP = 0.9
"""Seconds between two orders."""
BLUE, YELLOW = Team.BLUE, Team.YELLOW


def script(count: int, seed: int) -> Iterator[Announced]:
    """Orders of both crews that stand when they are said, and now and then one that does not."""
    chance = random.Random(seed)
    now = table(mode=Mode.REAL_TIME)
    for team in (BLUE, YELLOW):
        now.types(f"{team}: dive")
        yield Announced(o.Dive(), team)
    for _ in range(count - 2):
        team = chance.choice([BLUE, YELLOW])
        announced = next(one for one in _ideas(chance, now, team) if _would_stand(now, one) or _mistake(chance, one))
        now.types(notation.line_of(announced))
        yield announced


def _mistake(chance: random.Random, announced: Announced) -> bool:
    """A course that is not possible, as happens; anything else that nobody waits for is table talk to the referee."""
    return isinstance(announced.order, o.Course) and chance.random() < 0.05


def _would_stand(now: Table, announced: Announced) -> bool:
    return type(now.game.rule_on(announced)).__name__ == "Accepted"


def _ideas(chance: random.Random, now: Table, team: Team) -> Iterator[Announced]:
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
    """One line of the script: when its last syllable ended."""

    announced: Announced
    ended: float


def played(audio: VirtualAudio, lines: list[Announced], language: str, journal: Path) -> list[Said]:
    """The whole game, in time with the sound."""
    words = catalogue(language)
    command = [sys.executable, "-m", "referee", "--language", language, "play", "alpha", "--mode", "real-time"]
    command += ["--mic", "blue=blue", "--mic", "yellow=yellow", "--plain", "--no-panel", "--journal", str(journal)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as game:
        assert game.stdin and game.stdout
        _until_listening(game.stdout)
        time.sleep(1.5)  # the room's own noise is learnt first
        said: list[Said] = []
        with Players(language) as players, tempfile.TemporaryDirectory() as folder:
            for number, line in enumerate(lines):
                assert line.team is not None
                phrase = sentences.of_order(line.order, words).spoken
                file = Path(folder) / f"{number}.wav"
                write(file, players.say(line.team, phrase).trimmed().at_rate(RATE))
                said.append(Said(line, audio.say(file, line.team)))
                time.sleep(GAP)
        time.sleep(1.0)
        game.stdin.close()
        game.wait(20)
    return said


def _until_listening(out: Iterator[str]) -> None:
    for line in out:
        if catalogue("en").shown("console.plain.opening")[:4] in line or ":" in line:
            return


def report(said: list[Said], journal: Path) -> None:
    kept = [str(entry["in"]) for entry in store.read(journal).entries]
    wanted = [notation.line_of(one.announced) for one in said]
    right, otherwise, missing = _compared(wanted, kept)
    print(f"{len(wanted)} orders said, {len(kept)} in the journal")
    print(f"right {right}, otherwise {otherwise}, missing {missing}")
    for line in _differences(wanted, kept):
        print(f"  {line}")


def _compared(wanted: list[str], kept: list[str]) -> tuple[int, int, int]:
    matcher = difflib.SequenceMatcher(None, wanted, kept, autojunk=False)
    right = sum(block.size for block in matcher.get_matching_blocks())
    return right, len(kept) - right, len(wanted) - right


def _differences(wanted: list[str], kept: list[str]) -> Iterator[str]:
    yield from (line for line in difflib.ndiff(wanted, kept) if line[0] in "+-")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=30)
    options.add_argument("--language", default="en")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep", type=Path, help="where the journal is kept")
    args = options.parse_args()
    lines = list(script(int(args.minutes * 60 / (GAP + 1.1)), args.seed))
    with tempfile.TemporaryDirectory() as folder, virtual_audio([BLUE, YELLOW]) as audio:
        journal = args.keep or Path(folder) / "a.game"
        begun = time.monotonic()
        try:
            said = played(audio, lines, args.language, journal)
        except Fault as fault:
            sys.exit(f"{fault.key} {fault.slots}")
        print(f"{(time.monotonic() - begun) / 60:.1f} minutes")
        report(said, journal)


if __name__ == "__main__":
    main()
