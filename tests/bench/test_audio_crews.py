"""The crews of the audio game at a real table, without sound: whatever is misheard, what stands is the script's game.

The room hears badly on purpose: not at all, late, twice, other words, or in the other crew's microphone.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from referee import app
from referee.language.understanding import Understanding
from referee.rules.crews import Mode, Team
from referee.table.inputs import Heard, Typed
from referee.table.setup import Setup
from tests.bench.audio_crews import Crews, Lost, Said
from tests.bench.audio_script import Line, events, script
from tests.bench.audio_standing import Standing, entries, standing

BLUE, YELLOW = Team.BLUE, Team.YELLOW
_LATE = 2.4
"""Seconds: longer than anybody waits."""
OTHER = {
    "en": ("head north", "head south", "stop", "activating silence", "activating sonar", "mine dropped", "pause"),
    "fr": ("route au nord", "route au sud", "stop", "activation du silence", "activation du sonar", "mine larguée"),
}
_STANDS_STILL = 5.0
WHEN = {"deaf": (), "late": (_LATE,), "twice": (0.2, 0.6), "stands-still": (_STANDS_STILL + 1.0,)}
"""Seconds after which something is heard."""
Troubles = Mapping[int, str]
"""By its number, what is wrong with a thing said: one of these, `other-crew`, or other words that are heard."""


class BadRoom:
    """A real table; what is said takes a second of a clock that nobody waits for."""

    def __init__(self, troubles: Troubles, language: str = "en", *, cancels: bool = True) -> None:
        setup = Setup(mode=Mode.REAL_TIME, first=BLUE, scenario="alpha", language=language)
        self.session, self._read = app.session(setup), app.reader(setup)
        self._troubles, self._cancels = troubles, cancels
        self._kept: list[Mapping[str, Any]] = []
        self._coming: list[tuple[float, Understanding, Team]] = []
        self._clock, self._stands_still, self.said, self.typed = 0.0, 0.0, 0, 0

    def say(self, team: Team, words: str, slower: int) -> float:
        assert slower >= 0
        self.said += 1
        trouble = self._troubles.get(self.said, "")
        self.sleep(1.0)
        hearing = {"other-crew": self.session.screen.enemy(team)}.get(trouble, team)
        self._stands_still = _STANDS_STILL if trouble == "stands-still" else 0.0
        heard = words if trouble in (*WHEN, "", "other-crew") else trouble
        for after in WHEN.get(trouble, (0.2,)):
            self._coming.append((self._clock + after, self._read(heard.replace("stop,", "stop")), hearing))
        return self._clock

    def type(self, line: str) -> None:
        self.typed += 1
        if self._cancels or "cancel" not in line:
            self._kept += self.session.feed(Typed(self._clock, line)).entries

    def journal(self) -> Sequence[Mapping[str, Any]]:
        return self._kept

    def sounds(self) -> bool:
        return False

    def shown(self) -> str:
        return "what the screen says"

    def now(self) -> float:
        return self._clock

    def sleep(self, seconds: float) -> None:
        self._clock += seconds + self._stands_still
        self._stands_still = 0.0
        ripe = sorted((one for one in self._coming if one[0] <= self._clock), key=lambda one: one[0])
        self._coming = [one for one in self._coming if one not in ripe]
        for at, understanding, team in ripe:
            self._kept += self.session.feed(Heard(at, understanding, team)).entries


def play(room: BadRoom, lines: Sequence[Line], language: str = "en") -> list[Said]:
    crews = Crews(room, language)
    return [crews.say(line) for line in lines]


def stands(room: BadRoom, lines: Sequence[Line]) -> bool:
    found = standing(entries(room.journal()), [entry for line in lines for entry in line.entries])
    return found.done == sum(len(line.entries) for line in lines) and not found.over


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_that_is_heard_well_is_said_once(language: str) -> None:
    lines, room = script(120, seed=4), BadRoom({}, language)
    said = play(room, lines, language)
    assert all(one.times == 1 and one.late is not None and not one.doubled + one.taken for one in said)
    assert room.said == len(lines) and not room.typed
    assert entries(room.journal()) == [entry for line in lines for entry in line.entries]


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_misheard_the_game_that_stands_is_the_scripts(seed: int) -> None:
    language = ("en", "fr")[seed % 2]
    chance = random.Random(seed)
    wrong = ["deaf", "late", "late", "twice", "other-crew", *OTHER[language]]
    troubles = {place: chance.choice(wrong) for place in range(3, 4000) if chance.random() < 0.15}
    lines, room = script(150, seed), BadRoom(troubles, language)
    said = play(room, lines, language)
    assert stands(room, lines)
    assert room.session.referee.game.events == events(lines)
    assert any(one.taken for one in said) and any(one.doubled for one in said)


def test_what_comes_late_and_again_is_taken_back_once() -> None:
    lines = script(10, seed=2)[:4]
    room = BadRoom({3: "late"})
    said = play(room, lines)
    assert [(one.times, len(one.doubled)) for one in said] == [(1, 0), (1, 0), (2, 1), (1, 0)]
    assert stands(room, lines) and not room.typed


def test_a_machine_that_stood_still_is_given_the_time_it_lost() -> None:
    lines = script(10, seed=2)[:4]
    assert [one.times for one in play(BadRoom({3: "stands-still"}), lines)] == [1, 1, 1, 1]


def test_of_stop_and_a_system_only_what_was_not_heard_is_said_again() -> None:
    lines = script(120, seed=4)
    place = next(place for place, line in enumerate(lines) if line.stop)
    lines = lines[: place + 1]
    room = BadRoom({place + 1: "stop"})
    assert play(room, lines)[-1].times == 2
    assert entries(room.journal())[-2:] == list(lines[-1].entries)


def test_a_game_that_cannot_be_put_right_ends_with_what_the_referee_says() -> None:
    room = BadRoom({3: "head north", **dict.fromkeys(range(4, 99), "deaf")}, cancels=False)
    lines = [line for line in script(10, seed=2)[:3] if line.entries[0][0] != "blue: head N"]
    with pytest.raises(Lost, match="cannot be taken back: what the screen says"):
        play(room, lines)


def test_a_cancel_takes_its_crews_last_order_and_nothing_that_was_refused() -> None:
    yes, no = "accepted", "rejected"
    wanted = [("blue: head N", yes), ("yellow: head S", yes), ("blue: head E", no)]
    kept = [
        ("blue: head W", yes),
        ("blue: cancel", yes),
        ("blue: head N", yes),
        ("blue: mine", no),
        ("blue: head N", yes),
        ("yellow: head S", yes),
        ("blue: cancel", yes),
        ("blue: head E", no),
    ]
    assert standing(kept, wanted) == Standing(
        3, (), (("blue: mine", no),), (("blue: head W", yes), ("blue: head N", yes))
    )
    assert standing(kept[:6], wanted).over == (("blue: head N", yes), ("yellow: head S", yes))
    assert standing(kept[:-1], wanted).done == 2
