"""Orders said over the referee: `python -m tests.bench.over_the_referee`.

`rooms`: every order of some voices, said in simulated rooms while the referee speaks all the time. Beside what this
program makes of it: nothing done about the echo, and Speex (`pyaec`, where it is installed), which is given the delay.
`program`: the real program with a virtual microphone that hears the virtual loudspeaker; each order begins while the
referee speaks. What was chosen here was chosen on the rooms 0 to 5 and the voices whose name begins with `kok`; the
figures are those of other rooms and all voices.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import numpy as np

from referee.demo.players import Players
from referee.hearing import outfit
from referee.hearing.attention import Attention
from referee.hearing.examining import Ear
from referee.hearing.judgements import Accepted
from referee.hearing.listener import Listener
from referee.hearing.own_voice import OwnVoice
from referee.hearing.waveform import RATE, Resampler, Samples
from referee.journal import store
from referee.language.grammar import Grammar
from referee.language.messages import catalogue
from referee.rules.crews import Game, Team
from referee.voice.reading import Reader
from referee.voice.sound import joined, write
from tests.bench.clips import a_part, recorded
from tests.hearing.loud_room import PLAYED, START, LoudRoom, loudness
from tests.virtual_audio import Recording, VirtualAudio, virtual_audio

REFEREE = {
    "en": (
        "Announce a course, or a system. Yellow has surfaced in sector four, and blue goes on.",
        "Yellow, torpedo in C six. Direct hit, two points of damage.",
        "Blue: sonar activated. Yellow must answer with two pieces of information, one of them wrong.",
        "Blue, head east. Yellow, head south. Which one was it?",
    ),
    "fr": (
        "Annoncez une route ou un système. Jaune a fait surface dans le secteur quatre, bleu continue.",
        "Jaune, torpille en C six. Touché, deux points de dégâts.",
        "Bleu : sonar activé. Jaune doit donner deux informations, dont une fausse.",
        "Bleu, cap à l’est. Jaune, cap au sud. Lequel était-ce ?",
    ),
}
COURSES = {
    "en": (("head north", "head N"), ("head east", "head E"), ("head south", "head S"), ("head west", "head W")),
    "fr": (("cap au nord", "head N"), ("cap à l’est", "head E"), ("cap au sud", "head S"), ("cap à l’ouest", "head W")),
}
TEAMS = {"en": {"blue": "blue", "yellow": "yellow"}, "fr": {"blue": "bleu", "yellow": "jaune"}}
_BETWEEN = 0.6  # seconds
_LEARNS = 6.0  # seconds in which the referee speaks alone, as it does when a game begins
_LEVEL = 0.05
_PATIENCE = 5.0  # seconds until what was said is in the journal


@dataclass(frozen=True, slots=True)
class Said:
    began: float
    ended: float
    order: str


@dataclass(frozen=True, slots=True)
class Scene:
    """What a microphone heard, what was said into it, and the room with what was played."""

    room: LoudRoom
    heard: Samples
    said: Sequence[Said]
    spoken: Sequence[tuple[float, float, str]]


def scene(language: str, clips: Sequence[tuple[str, Samples]], seed: int, above: float) -> Scene:
    """All these orders, one after the other, while the referee talks; each so many decibels above its echo."""
    chance = np.random.default_rng(seed)
    room = LoudRoom(
        delay=float(chance.uniform(0.02, 0.3)),
        drift=float(chance.uniform(-60, 60)),
        reverberation=float(chance.uniform(0.25, 0.5)),
        seed=seed,
        late=tuple(chance.uniform(0, 0.015, 200)),
    )
    seconds = _LEARNS + sum(len(sound) / RATE + _BETWEEN for _, sound in clips) + 2
    spoken: list[tuple[float, float, str]] = []
    at, lines = 0.5, talk(language)
    while at < seconds:
        words, sound = lines[len(spoken) % len(lines)]
        spoken.append((at, room.plays(at, sound), words))
        at = spoken[-1][1] + 0.3
    echo = room.echo(seconds)
    heard, said, place = room.noise(seconds), [], round(_LEARNS * RATE)
    gain = 10 ** (above / 20) * loudness(echo)
    for order, sound in clips:
        voice = room.voice(sound)
        heard[place : place + len(voice)] += voice * np.float32(gain / loudness(voice))
        said.append(Said(place / RATE, (place + len(sound)) / RATE, order))
        place += len(sound) + round(_BETWEEN * RATE)
    level = np.float32(_LEVEL / loudness(echo))
    return Scene(room, (heard + echo) * level, said, spoken)


def talk(language: str) -> list[tuple[str, Samples]]:
    reader = Reader()
    try:
        return [(line, joined(reader.read(line, language), PLAYED).samples) for line in REFEREE[language]]
    finally:
        reader.close()


# -- the ways to hear it
Found = list[tuple[float, float, str]]


def as_it_is(heard: Scene, ear: Ear) -> Found:
    return _found(Listener([ear]), heard.heard)


def ours(heard: Scene, ear: Ear) -> Found:
    own = OwnVoice()
    for began, ended, words in heard.spoken:
        own.sounds(START + began, START + ended, words)
    attention, found = Attention(Listener([ear]), own), []
    for block in heard.room.blocks(heard.heard, own.playback):
        for one in attention.feed(block):
            if isinstance(one.overheard.judgement, Accepted):
                notation = one.overheard.judgement.meaning.notation
                found.append((one.began - START, one.ended - START, notation))
    return found


def speex(heard: Scene, ear: Ear) -> Found:
    from pyaec import Aec  # type: ignore[import-untyped,import-not-found,unused-ignore]

    played = np.zeros(len(heard.heard) + 60 * RATE, np.float32)
    for at, sound in heard.room.streams:
        new, start = Resampler(PLAYED).feed(sound), round((at + heard.room.delay - 0.005) * RATE)
        played[start : start + len(new)] += new
    aec, left = Aec(256, 3200, RATE, False), []
    for start in range(0, len(heard.heard) - 255, 256):
        pair = (heard.heard[start : start + 256], played[start : start + 256])
        found = aec.cancel_echo(*((32767 * one.clip(-1, 1)).astype(np.int16) for one in pair))
        left.append(np.array(found, np.float32) / 32768)
    return _found(Listener([ear]), np.concatenate(left))


WAYS: dict[str, Callable[[Scene, Ear], Found]] = {"none": as_it_is, "Speex": speex, "ours": ours}


def _found(listener: Listener, samples: Samples) -> Found:
    overheard = [one for start in range(0, len(samples), 320) for one in listener.feed(samples[start : start + 320])]
    overheard += listener.end()
    accepted = [(one, one.judgement) for one in overheard]
    return [(one.began, one.ended, what.meaning.notation) for one, what in accepted if isinstance(what, Accepted)]


def right_and_wrong(found: Found, said: Sequence[Said]) -> tuple[int, int]:
    left = list(found)
    right = 0
    for one in said:
        hit = next((f for f in left if f[2] == one.order and f[0] < one.ended + 0.3 and f[1] > one.began - 0.3), None)
        if hit:
            left.remove(hit)
            right += 1
    return right, len(left)


def rooms(language: str, count: int, folder: Path) -> None:
    orders = [one for one in recorded(folder, language) if one.order and one.game is Game.CAPTAIN_SONAR]
    chosen = [(one.order or "", one.speech()) for one in a_part(orders, count)]
    ear = outfit.ear(Grammar.load(language, Game.CAPTAIN_SONAR))
    for above in (1.5, 0.0):
        heard = scene(language, chosen, 21, above)
        for name, way in WAYS.items():
            try:
                right, wrong = right_and_wrong(way(heard, ear), heard.said)
            except ImportError:
                continue
            print(f"{language}  echo {above:3} dB below  {name:6} {right:3} of {len(chosen)} right, {wrong} wrong")


# -- the real program
@contextmanager
def playing(language: str, journal: Path, folder: Path, speak: str = "short") -> Iterator[IO[str]]:
    """The real program, from when it listens."""
    command = [sys.executable, "-m", "referee", "--language", language, "play", "alpha", "--mode", "real-time"]
    command += ["--mic", "mic", "--plain", "--no-panel", "--speak", speak, "--journal", str(journal)]
    own = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
    with (
        (folder / "shown").open("w") as shown,
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=shown, text=True, env=own) as game,
    ):
        assert game.stdin
        opening = catalogue(language).shown("console.plain.opening")[:8]
        while opening not in (folder / "shown").read_text():
            time.sleep(0.2)
        time.sleep(1.5)
        try:
            yield game.stdin
        finally:
            game.stdin.close()
            game.wait(20)


@dataclass
class Table:
    """The table of one game: who speaks at it, and what came of it."""

    audio: VirtualAudio
    players: Players
    types: IO[str]
    loudspeaker: Recording
    folder: Path
    language: str

    def over_the_referee(self, number: int) -> bool:
        """Whether an order came that began while the referee spoke."""
        team = (Team.BLUE, Team.YELLOW)[number % 2]
        words, order = COURSES[self.language][number // 2 % 4]
        file = self.folder / f"{number}.wav"
        sound = self.players.say(team, f"{TEAMS[self.language][team]}, {words}").trimmed().at_rate(RATE)
        write(file, sound)
        before, asked = len(_entries(self.folder)), time.monotonic()
        print("status", file=self.types, flush=True)
        while not (self.loudspeaker.first_sound(after=asked) or 0) and time.monotonic() < asked + 5:
            time.sleep(0.05)
        time.sleep(0.7)
        spoke = self.loudspeaker.sounds()
        self.audio.say(file)
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end and f"{team}: {order}" not in _entries(self.folder)[before:]:
            time.sleep(0.05)
        new = _entries(self.folder)[before:]
        came = f"{team}: {order}" in new
        print(f"  {team}: {order}: {'came' if came else 'lost'}{'' if spoke else ', over nobody'} {new}", flush=True)
        _until_silent(self.loudspeaker)
        return came


def program(language: str, count: int, loud: float) -> int:
    """How many of so many orders, each begun while the referee speaks, came to the journal."""
    with tempfile.TemporaryDirectory() as text, virtual_audio(["mic"]) as audio, Players(language) as players:
        folder = Path(text)
        audio.echo(loud)
        with playing(language, folder / "a.game", folder) as types, audio.record() as loudspeaker:
            for line in ("dive", "status"):
                print(line, file=types, flush=True)
            _until_silent(loudspeaker)
            table = Table(audio, players, types, loudspeaker, folder, language)
            return sum(table.over_the_referee(number) for number in range(count))


def _entries(folder: Path) -> list[str]:
    return [str(one["in"]) for one in store.read(folder / "a.game").entries if "in" in one and one["in"] != "status"]


def _until_silent(loudspeaker: Recording) -> None:
    time.sleep(1.0)
    end = time.monotonic() + 12
    while loudspeaker.sounds(0.6) and time.monotonic() < end:
        time.sleep(0.1)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("what", choices=["rooms", "program"])
    options.add_argument("--language", action="append", choices=list(REFEREE))
    options.add_argument("--orders", type=int, default=10)
    options.add_argument("--echo", type=float, default=0.3, help="how loud the loudspeaker is in the microphone")
    options.add_argument("--audio", type=Path, help="a folder of spoken orders, with index.tsv; for rooms")
    args = options.parse_args()
    if args.what == "rooms" and args.audio is None:
        options.error("rooms need --audio")
    for language in args.language or list(REFEREE):
        if args.what == "rooms":
            rooms(language, args.orders, args.audio)
        else:
            came = program(language, args.orders, args.echo)
            print(f"{language}: {came} of {args.orders} orders begun while the referee spoke came through", flush=True)


if __name__ == "__main__":
    main()
