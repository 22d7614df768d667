"""Nothing that all can hear, and nothing the other crew can see, depends on what a crew has not announced."""

from __future__ import annotations

import ast
import os
import random
from copy import copy
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

import referee
from referee import app
from referee.language.understanding import Understood
from referee.rules import notation
from referee.rules import orders as o
from referee.rules.crews import TEAMS, Game, Mode, Role, System, Team
from referee.rules.orders import Announced
from referee.rules.reasons import Reason
from referee.rules.sea import Cell, Heading
from referee.table.inputs import Heard, Input, Pressed, Tick, Typed
from referee.table.outputs import Public, Reply, Verdict, Whisper
from referee.table.refusals import aloud, is_told
from referee.table.screen import Debt, Phase
from referee.table.session import Session
from referee.table.setup import Setup
from referee.table.views import Views
from tests.table.tables import Table, in_real_time, said, table, under_way

PAIRS = int(os.environ.get("SONAR_SECRECY_PAIRS", "60"))
"""How many pairs of games are compared; thousands when asked."""


def test_lines_are_made_at_the_gate_and_nowhere_else() -> None:
    for path in Path(referee.__file__).parent.rglob("*.py"):
        made = {
            node.func.id
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert path.name == "views.py" or not made & {Public.__name__, Whisper.__name__}, path


ORDERS: tuple[o.Order, ...] = (
    *(o.Course(heading) for heading in Heading), o.Dive(), o.Ready(), o.Surface(), o.Surface(4), o.SectorAnnounced(4),
    o.Ok(), o.Stop(), o.Resume(), o.Torpedo(Cell(3, 6)), o.Mine(), o.Trigger(Cell(7, 7)), o.Archer(Cell(3, 4)),
    o.Missile(Cell(4, 3)), o.Drone(5), o.Sonar(), o.Silence(), o.Yes(), o.No(), o.Clear(), o.Hit(direct=True),
    o.At((o.Fact(o.FactKind.COLUMN, 2), o.Fact(o.FactKind.ROW, 3))), o.Charged(System.MINE), o.Damage(),
)  # fmt: skip
SECRET = [reason for reason in Reason if not is_told(reason)]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("order", ORDERS, ids=lambda order: type(order).__name__)
def test_every_secret_reason_sounds_the_same(order: o.Order, language: str) -> None:
    views = Views(Setup(language=language))
    announced = Announced(order, Team.BLUE)
    heard = {views.refused(announced, reason, heard=True).public for reason in SECRET}
    assert len(heard) == 1, {aloud(order, reason) for reason in SECRET}


def test_a_missing_ok_is_spoken_of_where_all_can_hear_that_it_is_missing() -> None:
    now = in_real_time()
    now.play("blue captain: start E5", "blue: head N", "blue mate: ok", "blue: head N")
    assert said(now.types("blue: head N")) == ["Blue, wait for your crew’s OK."]
    now.play("yellow captain: start E5", "yellow: head N", "yellow mate: mark mine", "yellow: head N")
    assert now.types("yellow: head N").reason == "pace/first-mate"
    assert said(now.replies[-1]) == ["Yellow, that course is not possible now."]


STUCK = ["blue: head E", "yellow: head S", "blue: head N", "yellow: head S", "blue: head W"]
SHOT = ["blue: head N"] * 4 + ["blue: stop", "blue: missile C3"]


@pytest.mark.parametrize(
    ("chosen", "announced", "secrets", "refused"),
    [
        ({}, STUCK, ([], ["blue captain: start A2"]), "blue: archer C4"),
        ({}, [*STUCK, "yellow: stop"], (["blue captain: start E5"], ["blue captain: start A2"]), "blue: surface 1"),
        (
            {"game": Game.SONAR, "scenario": "jules-verne", "mode": Mode.REAL_TIME},
            SHOT,
            ([], ["green captain: start C3"]),
            "green: silence",
        ),
    ],
)
def test_what_everybody_knows_refuses_before_any_secret(
    chosen: dict[str, Any], announced: list[str], secrets: tuple[list[str], list[str]], refused: str
) -> None:
    heard = []
    for told in secrets:
        now = table(**chosen)
        now.play(*told, "blue: dive", f"{now.session.setup.teams[1]}: dive", *announced)
        heard.append((now.types(refused).verdict, said(now.replies[-1])))
    assert heard[0] == heard[1]
    assert heard[0][0] == "rejected"


def test_nobody_hears_which_mine_was_just_dropped() -> None:
    heard = set()
    for dropped in ("F2", "D2"):
        now = under_way(house=(("trigger-after-drop", "no"),))
        now.play(*[one for _ in range(3) for one in ("blue: head N", "yellow: head S")], "blue: head N", "blue: mine")
        now.play(f"blue captain: drop {dropped}")
        heard.add(tuple(said(now.types("blue: trigger F2"))))
    assert heard == {("Blue, that is not possible now.",)}


def test_a_refused_tap_was_never_announced() -> None:
    now = table()
    now.play("blue captain: start A1", "blue: dive", "yellow: dive")
    reply = now.presses("blue captain: head N")
    assert (reply.verdict, said(reply)) == ("rejected", [])
    assert reply.whispers[0].team is Team.BLUE


@pytest.mark.parametrize("line", ["head west", "haed west"])
def test_nor_was_a_refused_line_of_a_crews_own_keyboard(line: str) -> None:
    now = table()
    now.play("blue captain: start A1", "blue: dive", "yellow: dive")
    reply = now.types(line, team=Team.BLUE)
    assert (reply.verdict, said(reply), {one.team for one in reply.whispers}) == ("rejected", [], {Team.BLUE})
    replayed = app.session(now.session.setup)
    for entry in [one for each in now.replies for one in each.entries]:
        again = replayed.again(entry)
    assert again and (again.verdict, said(again)) == ("rejected", [])


def test_nobody_hears_of_a_tap_while_the_game_is_paused() -> None:
    now = under_way()
    now.play("pause")
    reply = now.presses("blue captain: head N")
    assert (said(reply), {one.team for one in reply.whispers}) == ([], {Team.BLUE})
    assert said(now.types("blue: head N"))


def test_a_private_input_does_not_even_bring_a_reminder() -> None:
    now = in_real_time()
    now.play("blue captain: start E5", "blue: head N", "blue: stop")
    reply = now.types("blue mate: mark mine", at=now.now + 60)
    assert (reply.verdict, said(reply)) == ("accepted", [])
    assert said(now.waits(0.5)) == ["Blue, stop: which system? Say resume to go on without one."]


def test_a_reminder_comes_with_what_all_could_hear_whatever_the_crew_alone_is_told() -> None:
    heard = []
    for counted in (True, False):
        now = under_way()
        for symbol in range(1, 6):
            now.play("blue: head N", *[f"blue engineer: cross N{symbol}"] * counted, "yellow: head S")
        now.play("blue: head N", "blue: drone 3")
        reply = now.types("blue: damage", at=now.now + 60)
        heard.append((reply.verdict, said(reply)))
    assert heard[0] == heard[1]
    assert heard[0][1]


@pytest.mark.parametrize("request_", ["status", "repeat", "why", "options", "help"])
def test_what_a_station_asks_for_is_answered_on_its_own_screen(request_: str) -> None:
    now = under_way()
    now.play("blue: head N")
    reply = now.types(f"blue mate: {request_}")
    assert (reply.verdict, said(reply), {line.team for line in reply.whispers}) == ("accepted", [], {Team.BLUE})
    assert said(now.types(f"blue: {request_}"))


@pytest.mark.parametrize("request_", ["status", "repeat", "why", "options", "help"])
def test_what_is_asked_at_a_crews_own_keyboard_is_answered_there(request_: str) -> None:
    now = under_way()
    now.play("blue: head N")
    reply = now.types(request_, team=Team.BLUE)
    assert (said(reply), {line.team for line in reply.whispers}) == ([], {Team.BLUE})


def test_cancel_at_a_crews_own_keyboard_takes_back_its_secret_before_what_all_heard() -> None:
    now = under_way()
    now.play("blue: head N", "blue mate: mark mine")
    reply = now.types("cancel", team=Team.BLUE)
    assert (said(reply), [line.shown for line in reply.whispers]) == ([], ["Taken back: mark mine."])
    assert said(now.types("cancel", team=Team.BLUE)) == ["Blue takes back: head north."]


@pytest.mark.parametrize("at", [Team.BLUE, None])
@pytest.mark.parametrize("line", ["movd left", "blue movd left", "blue captain: movde left"])
def test_no_question_tells_a_secret(line: str, at: Team | None) -> None:
    """What it nearly was is asked only of what all could hear."""
    now = under_way(game=Game.SONAR, scenario="archipelago")
    reply = now.types(line, team=at)
    assert (reply.verdict, reply.events, now.session.referee.question) == ("not-understood", (), None)
    assert "left" not in " ".join(said(reply))
    assert reply.is_secret or (at, line) == (None, "movd left")


@pytest.mark.parametrize(
    "line",
    [
        "blue mate: mark",  # nearly "marked", an OK
        "blue captain: moved east",  # how far is missing; nearly "move east", a course
        "blue moved east",
        "blue captain: dropE3",  # nearly a drone
    ],
)
def test_no_slip_in_a_secret_is_put_right_into_something_said_aloud(line: str) -> None:
    now = under_way()
    now.play("blue: head N")
    reply = now.types(line)
    assert (reply.verdict, reply.events) == ("not-understood", ())
    assert not [word for word in ("east", "drone", "3", "OK") if word in " ".join(said(reply))]
    assert now.types("blue mate: mark mne").verdict == "accepted"


# -- pairs of games that differ in one crew's secrets alone
@dataclass
class Noticed:
    """What everybody, and the other crew, got to hear and see: what, in which order, at which time."""

    lines: list[object] = field(default_factory=list)

    def note(self, at: float, reply: Reply, enemy: Team) -> None:
        seen = [line for line in reply.whispers if line.team is enemy]
        if reply.public or seen:
            self.lines.append((at, reply.public, tuple(seen)))


def secrets_of(chance: random.Random, team: Team, game: Game) -> list[Announced]:
    """What a crew may tell privately between two announcements: more or less of it, right or wrong."""
    some: list[Announced] = []
    for _ in range(chance.choice([0, 0, 1, 2, 3])):
        cell = Cell(chance.randint(1, 11), chance.randint(1, 11))
        told: list[tuple[o.Order, Role]] = [
            (o.Mark(chance.choice(list(System))), Role.MATE),
            (o.Mark(chance.choice([System.TORPEDO, System.SONAR])), Role.MATE),
            (o.Cross(chance.choice(list(o.Panel)), chance.randint(1, 6)), Role.ENGINEER),
            (o.Cross(chance.choice(list(o.Panel)), chance.randint(1, 6)), Role.ENGINEER),
            (o.Drop(cell), Role.CAPTAIN),
            (o.Glide(chance.choice(list(Heading)), chance.randint(0, 4)), Role.CAPTAIN),
            (o.Start(cell), Role.CAPTAIN),
            (o.Ask(o.Request.CANCEL), Role.MATE),
        ]
        order, role = chance.choice(told if game is Game.CAPTAIN_SONAR else told[4:])
        some.append(Announced(order, team, role))
    return some


ANSWERS: dict[Debt, tuple[o.Order, ...]] = {
    Debt.DRONE: (o.Yes(), o.No()),
    Debt.SONAR: (),
    Debt.HIT: (o.Clear(), o.Clear(), o.Clear(), o.Hit(direct=False), o.Hit(direct=True)),
    Debt.SECTOR: (o.SectorAnnounced(1), o.SectorAnnounced(2), o.SectorAnnounced(3), o.SectorAnnounced(4)),
    Debt.SYSTEM: (o.Sonar(), o.Silence(), o.Torpedo(Cell(5, 5)), o.Missile(Cell(5, 5))),
}


def announcement(chance: random.Random, now: Table) -> Announced:
    """Something a crew may say aloud now, often what is waited for."""
    first, second = now.session.setup.teams
    screen = now.session.screen
    team = chance.choice([first, second, screen.next_course or first])
    cell = Cell(chance.randint(1, 10), chance.randint(1, 10))
    fact = o.Fact(o.FactKind.COLUMN, chance.randint(1, 10)), o.Fact(o.FactKind.SECTOR, chance.randint(1, 4))
    if screen.owed and chance.random() < 0.7:
        team = screen.owed[0].team
        answers = ANSWERS.get(screen.owed[0].what, (o.Surface(cell=cell),))
        return Announced(chance.choice([*answers, o.At(fact), o.At(fact[:1]), o.Resume()]), team)
    systems: list[o.Order] = [
        o.Torpedo(cell), o.Mine(), o.Trigger(cell), o.Drone(chance.randint(1, 4)), o.Sonar(), o.Silence(),
        o.Surface(chance.randint(1, 4)), o.Surface(cell=cell), o.Missile(cell), o.Stop(), o.Ask(o.Request.CANCEL),
        o.Charged(System.TORPEDO), o.Damage(), o.Ready(), o.Dive(), o.Ok(), o.Ask(o.Request.STATUS),
        o.Ask(o.Request.WHY), o.Ask(o.Request.OPTIONS), o.Ask(o.Request.HELP),
    ]  # fmt: skip
    near = chance.choice(sorted(now.game.reckoning[team].positions()) or [cell])  # as who tells its place would aim
    aimed = replace(near, column=near.column + chance.choice([-2, 2]), row=near.row + chance.choice([-1, 0, 1]))
    blast = o.Torpedo(aimed) if now.session.setup.game is Game.CAPTAIN_SONAR else o.Missile(aimed)
    kinds: list[o.Order] = [*[o.Course(chance.choice(list(Heading)))] * 4, chance.choice(systems), blast, o.Stop()]
    return Announced(chance.choice(kinds[: 6 + (now.session.setup.mode is Mode.REAL_TIME)]), team)


@dataclass
class Twins:
    """Two tables that hear the same, and are told different secrets by one crew.

    Where an order stands at one and is refused at the other, that verdict is what all hear of it; it is taken out of
    both games, and they go on.
    """

    tables: tuple[Table, Table]
    crew: Team
    heard: tuple[Noticed, Noticed] = field(default_factory=lambda: (Noticed(), Noticed()))
    apart: int = 0
    """How many orders stood at one table alone."""

    @property
    def enemy(self) -> Team:
        return next(team for team in self.tables[0].session.setup.teams if team is not self.crew)

    def tell(self, secrets: list[list[Announced]], at: float) -> None:
        for now, heard, told in zip(self.tables, self.heard, secrets, strict=True):
            for number, secret in enumerate(told):
                moment = at + number * 0.1
                heard.note(moment, now.feed(Pressed(moment, secret)), self.enemy)

    def feed(self, given: Input) -> None:
        before = [Kept.of(now.session) for now in self.tables]
        for now in self.tables:
            now.session.reckon()
        replies = [now.feed(given) for now in self.tables]
        self._are_alike(given, replies)
        if replies[0].verdict == replies[1].verdict and _outcome(replies[0]) == _outcome(replies[1]):
            for heard, reply in zip(self.heard, replies, strict=True):
                heard.note(given.at, reply, self.enemy)
        else:
            self.apart += 1
            for kept in before:
                kept.put_back()
        assert self.tables[0].session.screen == self.tables[1].session.screen
        one, other = (now.session.referee.open_question() for now in self.tables)
        assert one == other

    def _are_alike(self, given: Input, replies: list[Reply]) -> None:
        """Whoever is meant, and whether the referee has anything to say of it, is the same whatever it says."""
        for now, reply in zip(self.tables, replies, strict=True):
            concluded = now.session.is_reckoned()
            assert not (reply.events and concluded), "a reply leaves before what follows from it is concluded"
        if isinstance(given, Heard | Typed):
            assert replies[0].announced == replies[1].announced
            verdicts = {reply.verdict for reply in replies}
            told_all = len(verdicts) == 1 or verdicts == {Verdict.ACCEPTED, Verdict.REJECTED}
            assert told_all or _is_own_report(given), (given, replies)


def _is_own_report(given: Input) -> bool:
    """What its own blast did to a crew that is named: whether it is to be said follows from what it told."""
    if not isinstance(given, Heard) or not isinstance(given.understanding, Understood):
        return False
    announced = given.understanding.announced
    return announced.team is not None and isinstance(announced.order, o.Clear | o.Hit)


@dataclass
class Kept:
    """All that a session is just now, to be put back."""

    parts: list[tuple[Any, dict[str, Any]]]

    @classmethod
    def of(cls, session: Session[Any]) -> Kept:
        referee_, pupils = session.referee, vars(session.referee.tutor)["_pupils"].values()
        parts = (session, referee_, referee_.game, referee_.tutor, *pupils)
        return cls([(part, {name: _copied(value) for name, value in vars(part).items()}) for part in parts])

    def put_back(self) -> None:
        for part, values in self.parts:
            vars(part).update(values)


def _copied(value: object) -> object:
    return copy(value) if isinstance(value, list | set | dict) else value


def _outcome(reply: Reply) -> list[str]:
    """What the rules themselves make known: a submarine that sinks of its own secret damage is seen to sink."""
    return [event for event in reply.events if event.split()[0] in {"submarine-sunk", "game-ended", "hull-damaged"}]


SMALL_TALK: tuple[o.Order, ...] = (
    o.Yes(), o.No(), o.Clear(), o.Hit(direct=False), o.Hit(direct=True), o.Ok(), o.Resume(), o.Ready(), o.Dive(),
    o.Damage(), o.SectorAnnounced(2), o.At((o.Fact(o.FactKind.ROW, 3),)),
)  # fmt: skip


def crewless(chance: random.Random, now: Table) -> Input:
    """A word that names no crew: heard, or typed at the keyboard of the table."""
    order = chance.choice(SMALL_TALK) if chance.random() < 0.6 else announcement(chance, now).order
    if chance.random() < 0.5:
        return Typed(now.now, notation.text_of(order))
    return Heard(now.now, Understood(Announced(order), stop=chance.random() < 0.2))


@pytest.mark.parametrize("seed", range(PAIRS))
def test_the_enemy_hears_and_sees_the_same_whatever_a_crew_told(seed: int) -> None:
    chance = random.Random(seed)
    game = chance.choice([Game.CAPTAIN_SONAR, Game.CAPTAIN_SONAR, Game.SONAR])
    charts = ["alpha", "alpha", "bravo", "delta"] if game is Game.CAPTAIN_SONAR else ["archipelago", "north-pole"]
    chosen: dict[str, Any] = {
        "game": game,
        "mode": chance.choice(list(Mode)),
        "language": chance.choice(["en", "fr"]),
        "scenario": chance.choice(charts),
        "first": None,
        "tutor": chance.random() < 0.4,
        "house": (("confirm", "shots"),) if chance.random() < 0.3 else (),
    }
    twins = Twins((table(**chosen), table(**chosen)), chance.choice(TEAMS[game]))
    tell = random.Random(-seed - 1)
    start = Announced(o.Start(Cell(tell.randint(1, 10), tell.randint(1, 10))), twins.crew, Role.CAPTAIN)
    twins.tell([[start], []], 0.0)
    first, second = TEAMS[game]
    at = 1.0
    for team in (first, second):
        twins.feed(Heard(at, Understood(Announced(o.Dive(), team))))
    talkative = chance.random() < 0.5  # whoever marks no gauge may fire whatever can be charged
    for _ in range(120):
        at += chance.choice([0.04, 1.0, 3.0, 12.0])
        twins.tell([secrets_of(tell, twins.crew, game) if talkative else [] for _ in twins.tables], at)
        at += 0.5
        twins.feed(Tick(at))
        twins.feed(Heard(at, Understood(announcement(chance, twins.tables[0]))))
        if chance.random() < 0.5:
            twins.feed(crewless(chance, twins.tables[0]))
        assert twins.heard[0].lines == twins.heard[1].lines
    assert twins.tables[0].session.screen.phase is not Phase.BEFORE
