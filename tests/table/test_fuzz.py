"""Anything may be typed, heard or tapped, at any time: there is always one reply, and never an exception."""

from __future__ import annotations

import os
import random
import tracemalloc

import pytest

from referee.language.understanding import Ambiguous, NotUnderstood, Understood
from referee.rules import notation
from referee.rules import orders as o
from referee.rules.crews import TEAMS, Game, Mode, Role, System, Team
from referee.rules.orders import Announced
from referee.rules.sea import Cell, Heading
from referee.table.inputs import Heard, Input, Pressed, Tick, Typed
from referee.table.outputs import Reply, Verdict
from tests.table.tables import Table, in_real_time, table

INPUTS = int(os.environ.get("SONAR_FUZZ", "6000"))
"""A million when asked."""
A_GAME = 300
SCENARIOS = {Game.CAPTAIN_SONAR: ["alpha", "delta", "echo"], Game.SONAR: ["archipelago", "north-pole"]}


def some_order(chance: random.Random) -> o.Order:
    cell = Cell(chance.randint(1, 17), chance.randint(0, 20))
    number = chance.choice([0, 1, 2, 3, 4, 5, 9, 10, 999])
    facts = tuple(o.Fact(chance.choice(list(o.FactKind)), chance.randint(1, 16)) for _ in range(chance.randint(1, 3)))
    some: list[o.Order] = [
        o.Dive(), o.Ready(), o.Surface(), o.Surface(number), o.Surface(cell=cell), o.SectorAnnounced(number), o.Ok(),
        o.Stop(), o.Resume(), o.Torpedo(cell), o.Mine(), o.Trigger(cell), o.Archer(cell), o.Missile(cell),
        o.Drone(number), o.Sonar(), o.Silence(), o.Yes(), o.No(), notation.at(*facts), o.Clear(),
        o.Hit(chance.random() < 0.5), o.Charged(chance.choice(list(System))), o.Damage(), o.Start(cell), o.Drop(cell),
        o.Glide(chance.choice(list(Heading)), number), o.Mark(chance.choice(list(System))),
        o.Cross(chance.choice(list(o.Panel)), number), o.Ask(chance.choice(list(o.Request))),
        o.DrawCell(chance.choice(list(o.ChartMark)), cell), o.DrawSector(number, cell),
    ]  # fmt: skip
    return chance.choice([o.Course(chance.choice(list(Heading))), chance.choice(some)])


WORDS = [
    "blue", "yellow", "green", "bleu", "captain", "mate", "capitaine", ":", ",", "head", "north", "torpedo", "C6", "c",
    "six", "torpille", "route", "au", "nord", "sector", "4", "secteur", "yes", "oui", "stop", "sonar", "activating",
    "cancel", "annule", "@12", "{team}", "\x00", "🚢", "é", "ﬁ", "surface", "start", "mark", "cross", "W2", "  ", "-",
]  # fmt: skip


def some_line(chance: random.Random) -> str:
    if chance.random() < 0.1:
        return "".join(chr(chance.randint(1, 0x2FFF)) for _ in range(chance.randint(0, 40)))
    return " ".join(chance.choice(WORDS) for _ in range(chance.randint(0, 7)))


def some_input(chance: random.Random, now: Table) -> Input:
    teams = now.session.setup.teams
    at = now.now + chance.choice([0, 0, 0.04, 0.3, 1, 5, 30, -3])
    screen = now.session.screen
    waited_for = screen.owed[0].team if screen.owed else screen.next_course
    team = chance.choice([*teams, waited_for, None, chance.choice(list(Team))])
    announced = Announced(some_order(chance), team, chance.choice([None, None, None, *Role]))
    microphone = chance.choice([None, *teams])
    kind = chance.random()
    if kind < 0.45:
        return Heard(at, Understood(announced, stop=chance.random() < 0.2), microphone)
    if kind < 0.7:
        return Typed(
            at, notation.line_of(announced), chance.choice([None, None, *teams]), chance.choice([None, *teams])
        )
    if kind < 0.75:
        return Typed(at, some_line(chance), microphone)
    if kind < 0.9:
        return Pressed(at, announced)
    if kind < 0.95:
        return Heard(at, Ambiguous((announced, Announced(some_order(chance)))), microphone)
    if kind < 0.97:
        return Heard(at, NotUnderstood("salt", chance.choice([None, "torpedo", "nothing known"])), microphone)
    return Tick(at)


def some_table(chance: random.Random) -> Table:
    game = chance.choice(list(Game))
    house = [one for one in (("confirm", "shots"), ("answers", "referee")) if chance.random() < 0.4]
    now = table(
        game=game,
        scenario=chance.choice(SCENARIOS[game]),
        mode=chance.choice(list(Mode)),
        language=chance.choice(["en", "fr"]),
        team_languages={TEAMS[game][1]: "fr"} if chance.random() < 0.2 else {},
        players={TEAMS[game][0]: chance.randint(1, 4)},
        book=chance.choice(["en", "fr"]),
        house=tuple(house),
        first=None,
        tutor=chance.random() < 0.4,
        seed=chance.randint(0, 9),
    )
    for team in TEAMS[game]:
        now.types(f"{team}: dive")
    return now


def wholesome(given: Input, reply: Reply) -> None:
    """What holds for any reply to anything."""
    text = [text for line in reply.public for text in (line.shown, line.spoken)]
    text += [line.shown for line in reply.whispers]
    assert not [line for line in text if not line or "[" in line or "{" in line], (given, reply)
    assert (reply.verdict is Verdict.REJECTED) == (reply.reason is not None), (given, reply)
    happened = tuple(line for line in reply.events if not line.startswith("stop-called"))  # it stands whatever follows
    assert not happened or reply.verdict in (Verdict.ACCEPTED, Verdict.AMBIGUOUS), (given, reply)


@pytest.mark.parametrize("seed", range(max(1, INPUTS // 2000)))
def test_there_is_always_one_reply(seed: int) -> None:
    chance = random.Random(seed)
    now = some_table(chance)
    for number in range(2000):
        if number % A_GAME == A_GAME - 1:
            now = some_table(chance)
        given = some_input(chance, now)
        wholesome(given, now.feed(given))
        now.replies.clear()


def test_hours_of_play_leave_memory_flat() -> None:
    """Three hours of courses at one a second, when asked; only the list of what happened grows, a little an order."""
    now = in_real_time()
    chance = random.Random(0)
    laps = 10_800 // 6 if INPUTS > 100_000 else 50
    _play_for(now, laps, chance)
    tracemalloc.start()
    sizes, counts = [], []
    for _ in range(5):
        _play_for(now, laps, chance)
        sizes.append(tracemalloc.get_traced_memory()[0])
        counts.append(len(now.game.events))
    tracemalloc.stop()
    assert counts[-1] - counts[0] >= 3 * laps, "a game is really played"
    # how much is reckoned with swings with what is known; it must not climb
    assert max(sizes) < 5_000_000, sizes
    assert sizes[-1] - min(sizes) < 2_000_000, sizes


def _play_for(now: Table, seconds: int, chance: random.Random) -> None:
    for _ in range(seconds):
        now.replies.clear()
        headings = chance.sample("NESW", 4)
        if not any(now.types(f"blue: head {heading}").verdict is Verdict.ACCEPTED for heading in headings):
            for line in (*(f"blue: surface {sector}" for sector in range(1, 10)), "blue: ready", "blue: dive"):
                now.types(line)
