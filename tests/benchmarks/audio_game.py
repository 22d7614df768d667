"""A real-time game from sound to journal: `python -m tests.benchmarks.audio_game --minutes 30`.

Two crews speak, each into a microphone of its own, at the pace of a game; the real program listens, rules and keeps its
journal. Who sees nothing happen says it again, slower; what is taken for something else is cancelled and typed. At the
end the journal is held against the script, and a table tells what was heard at once, repeated, typed or wrong, and how
long after the last syllable it was on the disk.
"""

from __future__ import annotations

import argparse
import difflib
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from referee.demo.players import Players
from referee.faults import Fault
from referee.journal import store
from referee.language import sentences
from referee.language.messages import catalogue
from referee.rules import notation
from referee.rules.crews import Team
from referee.voice.sound import write
from tests.benchmarks.audio_script import Entry, Line, script
from tests.virtual_audio import RATE, Recording, VirtualAudio, virtual_audio

GAP = 1.3
"""Seconds that people wait for the referee before they say it again."""
PATIENCE = 4
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
    },
    "fr": {
        "sonar": ("activation du sonar", "on active le sonar"),
        "silence": ("activation du silence", "on active le silence"),
        "no": ("négatif", "non"),
        "yes": ("affirmatif", "oui"),
        "hit direct": ("impact direct, deux dégâts", "touché direct"),
        "hit indirect": ("impact indirect, un dégât", "touché indirect"),
    },
}
"""What people say, in turn, where it is not what the referee repeats."""
_BREATH = 0.5
"""Seconds before the next line, in which the referee begins to speak if it is going to."""
A_LINE = 2.4
"""Seconds a line takes, about."""
_LISTENS = 10.0
"""Seconds after which people no longer wait for the referee to finish."""
BLUE, YELLOW = Team.BLUE, Team.YELLOW


@dataclass(frozen=True, slots=True)
class Said:
    """One line of the script: how often it was said, how long after its last syllable it was in the journal (None: it
    had to be typed), and what it was taken for, if that was something else."""

    line: Line
    words: str
    times: int
    late: float | None
    taken: tuple[Entry, ...] = ()


class Table:
    """The real program, listening; people who see nothing happen say it again."""

    def __init__(self, audio: VirtualAudio, players: Players, language: str, journal: Path, folder: Path) -> None:
        self._audio, self._players, self._journal, self._folder = audio, players, journal, folder
        self._words = catalogue(language)
        self.type: Callable[[str], object] = print
        """At the keyboard, what is not heard after all."""
        self.loudspeaker = Recording()
        """What the referee says; nobody talks over it."""

    def words(self, line: Line) -> str:
        language, order = self._words.language, line.announced.order
        ways = SAID[language].get(notation.text_of(order)) or (sentences.of_order(order, self._words).spoken,)
        said = ways[crc32(repr(line.entries).encode()) % len(ways)]
        return f"stop, {said}" if line.stop else said

    def spoken(self, line: Line, slower: int = 0) -> Path:
        """The recording of a line, made once."""
        team, phrase = line.announced.team, self.words(line)
        file = self._folder / f"{team}-{slower}-{phrase}.wav"
        for attempt in range(3):
            if file.exists():
                break
            try:
                write(file, self._players.say(team, phrase, slower).trimmed().at_rate(RATE))
            except Fault:
                if attempt == 2:
                    raise
        return file

    def say(self, line: Line) -> Said:
        words, wanted = self.words(line), len(line.entries)
        before = _count(self._journal)
        for times in range(1, PATIENCE + 1):
            file = self.spoken(line, slower=times - 1)
            time.sleep(_BREATH)
            self._wait_for_silence()
            ended = self._audio.say(file, line.announced.team)
            if self._waits_for(before + wanted):
                late = time.monotonic() - ended
                found = tuple(entries(self._journal)[before:])
                return Said(line, words, times, late) if found == line.entries else self._put_right(line, times, found)
            if _count(self._journal) > before:
                return self._put_right(line, times, tuple(entries(self._journal)[before:]))
        self._types(line)
        return Said(line, words, PATIENCE, None)

    def _put_right(self, line: Line, times: int, taken: tuple[Entry, ...]) -> Said:
        """What was taken for something else is taken back, and the order typed."""
        for entry, verdict in reversed(taken):
            if verdict == "accepted":
                self.type(f"{entry.partition(':')[0]}: cancel")
        time.sleep(GAP)
        self._types(line)
        return Said(line, self.words(line), times, None, taken)

    def _types(self, line: Line) -> None:
        before = _count(self._journal)
        if line.stop:
            self.type(f"{line.announced.team}: stop")
        self.type(notation.line_of(line.announced))
        self._waits_for(before + len(line.entries))

    def _waits_for(self, count: int) -> bool:
        return _until(lambda: _count(self._journal) >= count, GAP)

    def _wait_for_silence(self) -> None:
        _until(lambda: not self.loudspeaker.sounds(), _LISTENS)


def _until(true: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.02)
    return False


def _count(journal: Path) -> int:
    """How many entries the journal holds."""
    return journal.read_bytes().count(b'"in":')


def entries(journal: Path) -> list[Entry]:
    """What the journal holds: each order and its verdict."""
    return [(str(one["in"]), str(one["verdict"])) for one in store.read(journal).entries if "in" in one]


def played(audio: VirtualAudio, lines: list[Line], language: str, journal: Path) -> list[Said]:
    """The whole game, in time with the sound."""
    with Players(language) as players, tempfile.TemporaryDirectory() as folder:
        crews = Table(audio, players, language, journal, Path(folder))
        for line in lines:
            crews.spoken(line)
        with listening_program(language, journal) as crews.type, audio.record() as crews.loudspeaker:
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


def report(said: list[Said], journal: Path) -> bool:
    """The table, what was not heard at once by its words, and whether the journal equals the script."""
    print(f"{'':18}{'said':>6}{'at once':>9}{'repeated':>10}{'typed':>7}{'wrong':>7}{'median':>9}{'95 %':>9}")
    kinds = defaultdict(list)
    for one in said:
        kinds[one.line.kind].append(one)
    for kind, some in sorted(kinds.items(), key=lambda item: -len(item[1])):
        print(_row(kind, some))
    print(_row("all", said))
    for one in said:
        if one.times > 1 or one.late is None:
            came = "repeated" if one.late is not None else f"taken for {one.taken}" if one.taken else "typed"
            print(f"  {one.line.announced.team}: “{one.words}”, said {one.times} times: {came}")
    return _same([entry for one in said for entry in one.line.entries], entries(journal))


def _row(kind: str, said: Iterable[Said]) -> str:
    some = list(said)
    late = sorted(one.late * 1000 for one in some if one.late is not None) or [0.0]
    at_once = sum(one.times == 1 and one.late is not None for one in some)
    repeated = sum(one.times > 1 and one.late is not None for one in some)
    wrong = sum(bool(one.taken) for one in some)
    typed = sum(one.late is None for one in some) - wrong
    times = f"{late[len(late) // 2]:>6.0f} ms{late[int(len(late) * 0.95)]:>6.0f} ms"
    return f"{kind:18}{len(some):>6}{at_once:>9}{repeated:>10}{typed:>7}{wrong:>7}{times}"


def _same(script: list[Entry], kept: list[Entry]) -> bool:
    print(f"the journal {'equals' if kept == script else 'differs from'} the script: {len(kept)} entries")
    for line in difflib.ndiff([" ".join(one) for one in script], [" ".join(one) for one in kept]):
        if line[0] in "+-":
            print(f"  {line}")
    return kept == script


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=30)
    options.add_argument("--language", default="en")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep", type=Path, help="where the journal is kept")
    args = options.parse_args()
    lines = script(int(args.minutes * 60 / A_LINE), args.seed)
    with tempfile.TemporaryDirectory() as folder, virtual_audio([BLUE, YELLOW]) as audio:
        journal = args.keep or Path(folder) / "a.game"
        begun = time.monotonic()
        try:
            said = played(audio, lines, args.language, journal)
        except Fault as fault:
            sys.exit(f"{fault.key} {fault.slots}")
        print(f"{(time.monotonic() - begun) / 60:.1f} minutes")
        sys.exit(0 if report(said, journal) else 1)


if __name__ == "__main__":
    main()
