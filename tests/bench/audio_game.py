"""A real-time game from sound to journal: `python -m tests.bench.audio_game --minutes 30`.

Two crews speak, each into a microphone of its own, at the pace of a game; the real program listens, rules and keeps its
journal. What the crews do when they are not understood is in `audio_crews`. At the end the journal is held against the
script in two ways, as it was written and as it stands, and its game is played again; a table tells what was heard at
once, repeated, typed, doubled or wrong, and how long after the last syllable it was on the disk.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from referee import app
from referee.demo.players import Players
from referee.faults import Fault
from referee.journal import store
from referee.journal.replaying import resumed
from referee.language.messages import catalogue
from referee.rules.crews import Team
from referee.voice.sound import write
from tests.bench.audio_crews import Crews, Lost, Said, words_of
from tests.bench.audio_script import Entry, Line, events, script
from tests.bench.audio_standing import entries, standing
from tests.virtual_audio import RATE, Recording, VirtualAudio, virtual_audio

_BREATH = 0.5
"""Seconds before the next line, in which the referee begins to speak if it is going to."""
A_LINE = 2.4
"""Seconds a line takes, about."""
_LISTENS = 10.0
"""Seconds after which people no longer wait for the referee to finish."""
BLUE, YELLOW = Team.BLUE, Team.YELLOW


@dataclass
class Program:
    """The real program, listening."""

    stdin: IO[str]
    lately: deque[str] = field(default_factory=lambda: deque(maxlen=4))
    """What it wrote last."""

    def reads(self, out: IO[str]) -> None:
        for line in out:
            self.lately.append(line.strip())


@dataclass(frozen=True)
class Voices:
    """What the crews say, each recording made once."""

    players: Players
    folder: Path

    def file(self, team: Team, words: str, slower: int = 0) -> Path:
        file = self.folder / f"{team}-{slower}-{words}.wav"
        for attempt in range(3):
            if file.exists():
                break
            try:
                write(file, self.players.say(team, words, slower).trimmed().at_rate(RATE))
            except Fault:
                if attempt == 2:
                    raise
        return file


class Table:
    """The room of `audio_crews`: virtual microphones, a virtual loudspeaker, and the keyboard."""

    def __init__(
        self, audio: VirtualAudio, voices: Voices, program: Program, loudspeaker: Recording, journal: Path
    ) -> None:
        self._audio, self._voices, self._program, self._loudspeaker = audio, voices, program, loudspeaker
        self._file = journal
        self._read: tuple[int, Sequence[Mapping[str, Any]]] = (0, ())

    def say(self, team: Team, words: str, slower: int) -> float:
        file = self._voices.file(team, words, slower)
        time.sleep(_BREATH)
        _until_silent(self._loudspeaker)
        return self._audio.say(file, team)

    def type(self, line: str) -> None:
        try:
            print(line, file=self._program.stdin, flush=True)
        except OSError as gone:
            raise Lost(f"the program has ended: {self.shown()}") from gone

    def journal(self) -> Sequence[Mapping[str, Any]]:
        size = self._file.stat().st_size
        if size != self._read[0]:
            self._read = size, store.read(self._file).entries
        return self._read[1]

    def sounds(self) -> bool:
        return self._loudspeaker.sounds()

    def shown(self) -> str:
        return " / ".join(self._program.lately)

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


def _until_silent(loudspeaker: Recording) -> None:
    end = time.monotonic() + _LISTENS
    while loudspeaker.sounds() and time.monotonic() < end:
        time.sleep(0.02)


def played(audio: VirtualAudio, lines: Sequence[Line], language: str, journal: Path) -> list[Said]:
    """The whole game, in time with the sound, or as much of it as came to pass."""
    said: list[Said] = []
    with Players(language) as players, tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        voices = Voices(players, folder)
        for line in lines:
            voices.file(line.team, words_of(line, language))
        with listening_program(language, journal, folder) as program, audio.record() as loudspeaker:
            crews = Crews(Table(audio, voices, program, loudspeaker, journal), language)
            try:
                for line in lines:
                    said.append(crews.say(line))
            except Lost as lost:
                print(f"after {len(said)} of {len(lines)} lines the game could not go on: {lost}")
    return said


@contextmanager
def listening_program(language: str, journal: Path, folder: Path) -> Iterator[Program]:
    """The real program, from when it listens. Its games are its own, so that several may be played side by side."""
    command = [sys.executable, "-m", "referee", "--language", language, "play", "alpha", "--mode", "real-time"]
    command += ["--mic", "blue=blue", "--mic", "yellow=yellow", "--plain", "--no-panel", "--journal", str(journal)]
    own = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=own) as game:
        assert game.stdin and game.stdout
        for line in game.stdout:
            if line.startswith(catalogue(language).shown("console.plain.opening")[:8]):
                break
        time.sleep(1.5)  # the room's own noise is learnt first
        program = Program(game.stdin)
        reader = threading.Thread(target=program.reads, args=(game.stdout,), daemon=True)
        reader.start()
        try:
            yield program
        finally:
            game.stdin.close()
            game.wait(20)
            reader.join()


# -- the report
_COLUMNS = ("said", "at once", "repeated", "typed", "doubled", "wrong")


def report(said: Sequence[Said], lines: Sequence[Line], journal: Path) -> bool:
    """The tables, what was not heard at once by its words, and whether the journal equals the script."""
    print(f"{'':18}{''.join(f'{column:>10}' for column in _COLUMNS)}{'median':>10}{'95 %':>10}")
    kinds = defaultdict(list)
    for one in said:
        kinds[one.line.kind].append(one)
    for kind, some in sorted(kinds.items(), key=lambda item: -len(item[1])):
        print(_row(kind, some))
    print(_row("all", said))
    for one in said:
        if one.times > 1 or one.late is None or one.doubled or one.taken:
            print(f"  {one.line.team}: “{one.words}”, {_what_came(one)}")
    story = store.read(journal)
    wanted, kept = [entry for line in lines for entry in line.entries], entries(story.entries)
    _tell_raw(wanted, kept)
    return _stands(wanted, kept) & _plays(lines, journal)


def _row(kind: str, some: Sequence[Said]) -> str:
    late = sorted(one.late * 1000 for one in some if one.late is not None) or [0.0]
    typed = sum(one.late is None for one in some)
    repeated = sum(one.times > 1 for one in some) - typed
    counts = (len(some), len(some) - repeated - typed, repeated, typed)
    besides = (sum(bool(one.doubled) for one in some), sum(bool(one.taken) for one in some))
    times = f"{late[len(late) // 2]:>7.0f} ms{late[int(len(late) * 0.95)]:>7.0f} ms"
    return f"{kind:18}{''.join(f'{count:>10}' for count in counts + besides)}{times}"


def _what_came(one: Said) -> str:
    came = [f"said {one.times} times" + (" and typed" if one.late is None else "")]
    came += [f"came twice: {_text(one.doubled)}"] if one.doubled else []
    came += [f"taken for {_text(one.taken)}"] if one.taken else []
    return "; ".join(came)


def _text(some: Iterable[Entry]) -> str:
    return ", ".join(" ".join(entry) for entry in some)


def _tell_raw(wanted: Sequence[Entry], kept: Sequence[Entry]) -> None:
    """Entry for entry, as it was written."""
    more, less = Counter(kept) - Counter(wanted), Counter(wanted) - Counter(kept)
    print(f"as written: {len(kept)} entries for the {len(wanted)} of the script")
    for sign, some in (("+", more), ("-", less)):
        for entry, count in some.most_common():
            print(f"  {sign} {count:>3} × {' '.join(entry)}")


def _stands(wanted: Sequence[Entry], kept: Sequence[Entry]) -> bool:
    """What was taken back or refused besides left out, the mistakes of the script among the rest."""
    found = standing(kept, wanted)
    same = found.done == len(wanted) and not found.over
    mistakes = sum(verdict != "accepted" for _, verdict in wanted)
    print(f"as it stands: {found.done} of the script's {len(wanted)} entries in their order, {mistakes} mistakes among")
    print(
        f"  them; {len(found.taken_back)} besides were taken back, {len(found.strays)} refused, {len(found.over)} left"
    )
    for name, some in (("next in the script", wanted[found.done :][:5]), ("left", found.over)):
        if some:
            print(f"  {name}: {_text(some)}")
    print(f"the standing journal {'equals' if same else 'differs from'} the script")
    return same


def _plays(lines: Sequence[Line], journal: Path) -> bool:
    """Played again by the program itself, it is the same game."""
    story = store.read(journal)
    again = app.session_of(journal, story)
    broken = resumed(again, story.entries)
    same = broken is None and again.referee.game.events == events(lines)
    print(f"played again, the journal comes to {'the same game as' if same else 'another game than'} the script")
    return same


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--minutes", type=float, default=30)
    options.add_argument("--language", default="en")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep", type=Path, help="where the journal is kept")
    args = options.parse_args()
    if args.keep and args.keep.exists():
        options.error(f"{args.keep} is there already: a game is never written over another")
    lines = script(int(args.minutes * 60 / A_LINE), args.seed)
    with tempfile.TemporaryDirectory() as folder, virtual_audio([BLUE, YELLOW]) as audio:
        journal = args.keep or Path(folder) / "a.game"
        begun = time.monotonic()
        try:
            said = played(audio, lines, args.language, journal)
        except Fault as fault:
            sys.exit(f"{fault.key} {fault.slots}")
        print(f"{(time.monotonic() - begun) / 60:.1f} minutes")
        sys.exit(0 if report(said, lines, journal) else 1)


if __name__ == "__main__":
    main()
