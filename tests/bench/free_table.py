"""A table where nobody waits: `python -m tests.bench.free_table --minutes 2`.

The real program in real time, with one virtual microphone that hears the virtual loudspeaker. Two captains call a
course every few seconds, whatever else sounds: the referee, or the other captain. Counted is what became of each order,
and how long it took by the clock on the wall, from its last syllable to the ruling: when it was said is looked for
afterwards, in what the microphone carried.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import IO, Any

import numpy as np

from referee.demo.players import Players
from referee.hearing.waveform import RATE, Samples
from referee.journal import store
from referee.rules.crews import Team
from referee.voice.sound import write
from tests.bench.hearing.figures import quantile
from tests.bench.over_the_referee import COURSES, TEAMS, playing
from tests.virtual_audio import Recording, VirtualAudio, virtual_audio

CREWS = (Team.BLUE, Team.YELLOW)
PATIENCE = 5.0
"""Seconds after which nothing comes of an order any more."""
_CALLS = (3.5, 6.5)  # seconds between the beginnings of two orders of one captain
_LOOKS = 0.02
_ABOUT = 0.6  # seconds within which what was given to the microphone is in it
_ACQUAINTED = 3  # orders with its name by which a voice is learned, where none is named afterwards
_AUDIBLE = 200  # of 32,767


class Fate(StrEnum):
    """What became of an order."""

    TAKEN = "at once"
    ASKED = "asked"
    LOST = "in silence"
    WRONG = "wrong order"
    OTHER = "wrong crew"


class Over(StrEnum):
    """Over whom it was said; over the other captain counts before the referee."""

    NOBODY = "nobody"
    REFEREE = "the referee"
    CAPTAIN = "the other captain"


@dataclass(frozen=True, slots=True)
class Call:
    """An order as it was said, on `time.monotonic()`."""

    team: Team
    order: str
    began: float
    ended: float
    over: Over = Over.NOBODY

    @property
    def line(self) -> str:
        return f"{self.team}: {self.order}"

    def may_be(self, came: Came) -> bool:
        """Whether what came can have come of this."""
        return self.began + 0.2 < came.at < self.ended + PATIENCE


@dataclass(frozen=True, slots=True)
class Came:
    """Something new in the journal, and when it was there."""

    at: float
    entry: Mapping[str, Any]

    @property
    def line(self) -> str:
        return str(self.entry.get("in", ""))

    @property
    def likely(self) -> Sequence[str]:
        return [str(one) for one in self.entry.get("likely", ())]

    @property
    def is_question(self) -> bool:
        return "asked" in self.entry


@dataclass(slots=True)
class Outcome:
    """What became of all that was said."""

    fates: dict[Call, tuple[Fate, float]] = field(default_factory=dict)
    """With the seconds from the last syllable."""
    strays: list[str] = field(default_factory=list)
    """Orders that nobody had said."""


def outcome(calls: Sequence[Call], came: Sequence[Came]) -> Outcome:
    """Each new line of the journal belongs to one order at most: first where it is just that, then where the crew is
    another one's, then what was asked about; what is left was taken for something else."""
    found = Outcome()
    left = list(came)

    def gives(fate: Fate, one: Came, fits: Sequence[Call]) -> None:
        open_ = [call for call in fits if call not in found.fates and call.may_be(one)]
        if open_:
            nearest = min(open_, key=lambda call: abs(one.at - call.ended))
            found.fates[nearest] = fate, one.at - nearest.ended
            left.remove(one)

    for one in [one for one in came if one.line]:
        gives(Fate.TAKEN, one, [call for call in calls if call.line == one.line])
    for one in [one for one in left if one.line]:
        gives(Fate.OTHER, one, [call for call in calls if call.order == one.line.rpartition(": ")[2]])
    for one in [one for one in left if one.is_question]:
        meant = [call for call in calls if any(like.endswith(call.order) for like in one.likely)]
        gives(Fate.ASKED, one, meant)
        if one in left:
            gives(Fate.ASKED, one, calls)
    for one in [one for one in left if one.line]:
        gives(Fate.WRONG, one, calls)
    found.strays = [one.line for one in left if one.line]
    for call in calls:
        found.fates.setdefault(call, (Fate.LOST, float("nan")))
    return found


def page(found: Outcome) -> list[str]:
    """The table."""
    lines = [f"| over | orders | {' | '.join(Fate)} | median | p95 |", "|---|" + "---|" * (len(Fate) + 3)]
    for name, overs in (*((str(one), (one,)) for one in Over), ("all", tuple(Over))):
        fates = [fate for call, fate in found.fates.items() if call.over in overs]
        counts = " | ".join(str(sum(one is fate for one, _ in fates)) for fate in Fate)
        late = [seconds for fate, seconds in fates if fate is Fate.TAKEN]
        times = f"{quantile(late, 0.5):.2f} s | {quantile(late, 0.95):.2f} s" if late else "– | –"
        lines.append(f"| {name} | {len(fates)} | {counts} | {times} |")
    return lines


# -- the table
@dataclass
class Journal:
    """What is new in it, looked at all the time."""

    file: Path
    came: list[Came] = field(default_factory=list)
    is_over: threading.Event = field(default_factory=threading.Event)

    def watch(self) -> None:
        known = len(self._entries())
        while not self.is_over.wait(_LOOKS):
            entries, now = self._entries(), time.monotonic()
            self.came += [Came(now, one) for one in entries[known:]]
            known = max(known, len(entries))

    def _entries(self) -> Sequence[Mapping[str, Any]]:
        return store.read(self.file).entries


@dataclass
class Captain:
    """Calls a course every few seconds, and cares for nobody."""

    team: Team
    audio: VirtualAudio
    clips: Mapping[str, Path]
    seed: int
    said: list[tuple[str, float]] = field(default_factory=list)
    """Each order, and when it was given to the microphone."""

    def calls(self, until: float) -> None:
        for order, pause in self._courses():
            if time.monotonic() + pause > until:
                return
            time.sleep(pause)
            self.said.append((order, time.monotonic()))
            self.audio.start_saying(self.clips[order])

    def _courses(self) -> Iterator[tuple[str, float]]:
        """A way that goes back on itself as late as it can: nobody looks at a chart here."""
        chance = np.random.default_rng(self.seed)
        headings = list(self.clips)
        at, pause = int(chance.integers(4)), float(chance.uniform(0.2, _CALLS[1]))
        while True:
            yield headings[at], pause
            at = (at + int(chance.choice([0, 1, 3], p=[0.5, 0.25, 0.25]))) % 4
            pause = float(chance.uniform(*_CALLS))


@dataclass(frozen=True, slots=True)
class Voices:
    """What both captains say, as sound and as files."""

    sounds: Mapping[tuple[Team, str, bool], Samples]
    files: Mapping[tuple[Team, str, bool], Path]

    @classmethod
    def spoken(cls, language: str, folder: Path) -> Voices:
        sounds, files = {}, {}
        with Players(language) as players:
            for team in CREWS:
                for words, order in COURSES[language]:
                    for named in (True, False):
                        text = f"{TEAMS[language][team]}, {words}" if named else words
                        sound = players.say(team, text).trimmed().at_rate(RATE)
                        file = folder / f"{team}-{order[-1]}-{'named' if named else 'alone'}.wav"
                        write(file, sound)
                        sounds[team, order, named] = sound.samples
                        files[team, order, named] = file
        return cls(sounds, files)

    def of(self, team: Team, named: bool) -> Mapping[str, Path]:
        return {order: file for (whose, order, how), file in self.files.items() if whose is team and how is named}


def played(language: str, minutes: float, *, named: bool, speak: str, loud: float, seed: int) -> Outcome:
    """One such game."""
    with ExitStack() as open_:
        folder = Path(open_.enter_context(tempfile.TemporaryDirectory()))
        voices = Voices.spoken(language, folder)
        audio = open_.enter_context(virtual_audio(["mic"]))
        audio.echo(loud)
        types = open_.enter_context(playing(language, folder / "a.game", folder, speak))
        loudspeaker = open_.enter_context(audio.record())
        _begins(audio, types, loudspeaker, voices, acquainted=not named)
        journal = Journal(folder / "a.game")
        watcher = threading.Thread(target=journal.watch)
        captains = [Captain(team, audio, voices.of(team, named), seed + at) for at, team in enumerate(CREWS)]
        with audio.record("mic") as microphone:
            watcher.start()
            until = time.monotonic() + 60 * minutes
            threads = [threading.Thread(target=one.calls, args=(until,)) for one in captains]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            time.sleep(PATIENCE + 1)
            journal.is_over.set()
            watcher.join()
        calls = sorted(_calls(captains, voices, named, microphone), key=lambda call: call.began)
        return outcome(_over(calls, _spoke(loudspeaker)), journal.came)


def _begins(audio: VirtualAudio, types: IO[str], loudspeaker: Recording, voices: Voices, *, acquainted: bool) -> None:
    """Both dive; where nobody will be named, each is heard with its name first, and waited for."""
    print("dive", file=types, flush=True)
    _until_silent(loudspeaker)
    for number in range(_ACQUAINTED * len(CREWS) if acquainted else 0):
        team = CREWS[number % 2]
        audio.say(list(voices.of(team, named=True).values())[number // 2 % 4])
        _until_silent(loudspeaker)


def _until_silent(loudspeaker: Recording) -> None:
    time.sleep(1.5)
    end = time.monotonic() + 12
    while loudspeaker.sounds(0.6) and time.monotonic() < end:
        time.sleep(0.1)


# -- what was heard when
def _calls(captains: Sequence[Captain], voices: Voices, named: bool, microphone: Recording) -> Iterator[Call]:
    heard, began = microphone.samples.astype(np.float32), microphone.seconds(0)
    for captain in captains:
        for order, given in captain.said:
            sound = voices.sounds[captain.team, order, named]
            at = began + _place(heard, sound, round((given - began) * RATE)) / RATE
            yield Call(captain.team, order, at, at + len(sound) / RATE)


def _place(heard: Samples, sound: Samples, given: int) -> int:
    """Where in the microphone a sound is, that was given to it just then."""
    first = max(0, given)
    part = heard[first : first + len(sound) + round(_ABOUT * RATE)]
    size = 1 << (len(part) + len(sound)).bit_length()
    alike = np.fft.irfft(np.fft.rfft(part, size) * np.conj(np.fft.rfft(sound, size)), size)
    return first + int(np.argmax(alike[: max(1, len(part) - len(sound))]))


def _spoke(loudspeaker: Recording) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The tenths of a second in which the referee was heard."""
    loud = np.flatnonzero(np.abs(loudspeaker.samples.astype(int)) > _AUDIBLE)
    return np.unique(np.round(loudspeaker.seconds(0) + loud / loudspeaker.rate, 1))


def _over(calls: Sequence[Call], spoke: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[Call]:
    """Over whom each was said."""

    def whom(call: Call) -> Over:
        beside = (one for one in calls if one.team is not call.team)
        if any(one.began < call.ended and call.began < one.ended for one in beside):
            return Over.CAPTAIN
        meanwhile = (spoke > call.began - 0.05) & (spoke < call.ended)
        return Over.REFEREE if meanwhile.any() else Over.NOBODY

    return [replace(call, over=whom(call)) for call in calls]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--language", action="append", choices=list(COURSES))
    options.add_argument("--unnamed", action="store_true", help="nobody says the crew: the voice must tell")
    options.add_argument("--minutes", type=float, default=2.0)
    options.add_argument("--speak", choices=("full", "short", "none"), default="short")
    options.add_argument("--echo", type=float, default=0.3, help="how loud the loudspeaker is in the microphone")
    options.add_argument("--seed", type=int, default=11, help="who calls what when; by 11 half of it overlaps")
    options.add_argument("--verbose", action="store_true", help="every order that was not taken at once")
    args = options.parse_args()
    for language in args.language or list(COURSES):
        found = played(language, args.minutes, named=not args.unnamed, speak=args.speak, loud=args.echo, seed=args.seed)
        print(f"\n{language}, {'not named' if args.unnamed else 'named'}, --speak {args.speak}", *page(found), sep="\n")
        print(f"orders that nobody had said: {', '.join(found.strays) or 'none'}", flush=True)
        for call, (fate, _) in found.fates.items() if args.verbose else ():
            if fate is not Fate.TAKEN:
                print(f"  {call.line} over {call.over}: {fate}")


if __name__ == "__main__":
    main()
