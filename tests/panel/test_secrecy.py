"""SECRETS on the phones: what one crew's phones are sent never depends on what the other crew has not announced.

Two games run side by side with the same public orders and the same verdicts; only Blue's secrets differ. Everything
sent to Yellow's phones has to be the same to the byte.
"""

from __future__ import annotations

import json
import os
import random
import select
import socket
from pathlib import Path

import pytest

from referee import app
from referee.language.messages import languages
from referee.rules import notation
from referee.rules.crews import Game, Mode, Team
from referee.rules.orders import Announced
from referee.table.crew_desks import CrewDesks
from referee.table.inputs import Pressed
from referee.table.outputs import Public
from referee.table.room_view import RoomView
from referee.table.session import Session
from referee.table.setup import Setup
from tests.panel.tables import table

GAMES = int(os.environ.get("SONAR_SECRECY_GAMES", "4"))
ORDERS = 60
SCENARIO = {Game.CAPTAIN_SONAR: "alpha", Game.SONAR: "north-pole"}


class Side:
    """One of the two games, with a pair of eyes on everything the phones get."""

    def __init__(self, setup: Setup) -> None:
        self.session: Session[object] = app.session(setup)
        self.desks = CrewDesks(setup, self.session.referee.game.scenario, languages())
        self.room = RoomView(setup, self.session.referee.game.scenario, languages())
        self.aloud: list[Public] = []

    def would(self, announced: Announced) -> str:
        ruling = self.session.referee.game.rule_on(announced)
        return type(ruling).__name__

    def lay(self, announced: Announced, at: float) -> str:
        reply = self.session.feed(Pressed(at, announced))
        self.desks.heard(reply)
        self.room.heard(reply)
        self.aloud += reply.public
        return reply.verdict

    def sent(self, team: Team) -> str:
        return json.dumps([self.desks.view(self.session.shown.of(team), language) for language in languages()])

    def on_the_wall(self) -> str:
        face = self.session.shown.of_the_room()
        return json.dumps([self.room.view(face, language) for language in languages()])

    def chart_of_the_enemy(self, team: Team) -> object:
        return self.desks.view(self.session.shown.of(team), languages()[0])["radio"]["possible"]


def public_orders(rng: random.Random, team: Team) -> Announced:
    cell = f"{rng.choice('ABCDEFGHIJ')}{rng.randint(1, 10)}"
    order = rng.choice(
        ["head N", "head S", "head E", "head W"] * 6
        + ["sonar", "silence", "mine", f"torpedo {cell}", f"missile {cell}", f"drone {rng.randint(1, 4)}"]
        + [f"trigger {cell}", "cancel"]
        + [f"surface {rng.randint(1, 4)}", f"surface {cell}", "yes", "no", "clear", "hit direct", "hit indirect"]
        + [
            "at column C sector 2",
            "at row 3",
            "ok",
            "stop",
            "resume",
            "ready",
            "dive",
            "damage",
            "charged mine",
            "why",
            "options",
        ]
    )
    return _of(team, order)


def secret_orders(rng: random.Random) -> Announced:
    system = rng.choice(["mine", "torpedo", "drone", "sonar", "silence"])
    cell = f"{rng.choice('ABCDEFGHIJ')}{rng.randint(1, 10)}"
    heading = rng.choice("NSEW")
    order = rng.choice(
        [f"mark {system}"] * 4 + [f"cross {heading}{rng.randint(1, 5)}"] * 6 + [f"drop {cell}", f"glide {heading} 1"]
    )
    return _of(Team.BLUE, order)


def _of(team: Team, order: str) -> Announced:
    found = notation.parse(order)
    assert found is not None, order
    return Announced(found, team)


@pytest.mark.parametrize("tutor", [False, True])
@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("game", list(Game))
def test_the_other_crews_phones_are_sent_the_same(game: Game, mode: Mode, tutor: bool) -> None:
    told, charts = 0, set()
    for seed in range(GAMES):
        rng = random.Random(f"{game}{mode}{seed}")
        setup = Setup(game=game, mode=mode, scenario=SCENARIO[game], first=Team.BLUE, tutor=tutor)
        one, other = Side(setup), Side(setup)
        enemy = setup.teams[1]
        for at, start in ((one, "start C6"), (other, "start G9")):
            told += at.lay(_of(Team.BLUE, start), 0.0) == "accepted"
        for team in setup.teams:
            assert {side.lay(_of(team, "dive"), 1.0) for side in (one, other)} == {"accepted"}
        for step in range(ORDERS):
            told += _one_step(rng, (one, other), setup.teams, 2.0 + step)
            assert one.sent(enemy) == other.sent(enemy), f"seed {seed}, step {step}"
            assert one.aloud == other.aloud, f"seed {seed}, step {step}"
            assert one.on_the_wall() == other.on_the_wall(), f"seed {seed}, step {step}"
            charts.add(str(one.chart_of_the_enemy(enemy)))
    assert told >= 2 * GAMES, "the crews' secrets must really differ"
    assert (len(charts) > GAMES) is tutor, "where the enemy may be is shown, and only to those who are taught"


def _one_step(rng: random.Random, sides: tuple[Side, Side], teams: tuple[Team, Team], at: float) -> bool:
    if rng.random() < 0.4:
        secrets = [secret_orders(rng) for _ in sides]
        laid = [side.lay(secret, at) for side, secret in zip(sides, secrets, strict=True)]
        return "accepted" in laid
    order = public_orders(rng, rng.choice(teams))
    if len({side.would(order) for side in sides}) == 1:
        for side in sides:
            side.lay(order, at)
    return False


def test_nothing_at_all_is_sent_when_the_other_crew_tells_a_secret(tmp_path: Path) -> None:
    with table(tmp_path) as laid:
        blue, yellow = laid.phone(Team.BLUE, "captain"), laid.phone(Team.YELLOW, "captain")
        with socket.create_connection(("127.0.0.1", yellow.port), timeout=10) as wire:
            headers = "".join(f"{name}: {value}\r\n" for name, value in yellow.headers().items())
            wire.sendall(f"GET /api/stream HTTP/1.1\r\n{headers}\r\n".encode())
            while not wire.recv(65536).endswith(b"\n\n\r\n"):
                pass
            assert blue.tap("start C6")[1]["verdict"] == "accepted"
            assert not select.select([wire], [], [], 0.5)[0]
            assert blue.tap("dive")[1]["verdict"] == "accepted"
            assert select.select([wire], [], [], 10)[0]
