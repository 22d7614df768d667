"""`referee drill`: practice in calling orders, answering sonar and drone, and tracking courses, with a score."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from typing import TextIO

from referee import shelf
from referee.cli.explaining import Commands, command
from referee.cli.numbers import whole
from referee.cli.sentences import add_language, as_typed, chosen
from referee.cli.table_options import DEFAULT_SCENARIO
from referee.console.json_lines import lines
from referee.console.wrapping import to_read
from referee.language import sentences
from referee.language.messages import Catalogue, catalogue
from referee.language.typed import understand
from referee.language.understanding import Understood
from referee.rules import notation
from referee.rules.crews import Game, Mode
from referee.rules.orders import Order
from referee.rules.scenario import Scenario
from referee.table.drill import DRILLS, Drill, Score, Task, task

TASKS = 10


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = command(commands, "drill", "referee drill sonar --language fr --players 2")
    parser.add_argument("kind", nargs="?", choices=[kind.value for kind in Drill])
    parser.add_argument("--game", choices=[game.value for game in Game], default=Game.CAPTAIN_SONAR.value)
    parser.add_argument("--tasks", type=whole("--tasks", 1, 1000), default=TASKS, metavar="N")
    parser.add_argument("--players", type=int, choices=[1, 2], default=1)
    parser.add_argument("--seed", type=int, metavar="N")
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    words = catalogue(chosen(args))
    game = Game(args.game)
    scenario = shelf.scenario(game, DEFAULT_SCENARIO[game], Mode.TURN_BY_TURN)
    dice = random.Random(args.seed).randrange
    kinds = [Drill(args.kind)] if args.kind else list(DRILLS[game])
    tasks = [task(kinds[dice(len(kinds))], scenario, words, dice) for _ in range(max(1, args.tasks) * args.players)]
    print(to_read(words.shown("drill.welcome", tasks=len(tasks), how=words.shown("drill.by-typing")), sys.stdout))
    scores = Practice(words, scenario, args.players).through(tasks, sys.stdin)
    for line in result(words, scores):
        print(line)
    return 0


class Practice:
    """Tasks one after the other, and who got how many right."""

    def __init__(self, words: Catalogue, scenario: Scenario, players: int) -> None:
        self._words, self._scenario = words, scenario
        self._scores = [Score() for _ in range(players)]

    def through(self, tasks: list[Task], source: TextIO) -> list[Score]:
        try:
            for number, one in enumerate(tasks):
                player = number % len(self._scores)
                self._ask(one, player)
                line = next(lines(source), None)
                if line is None:
                    break
                right = self._answered(one, line.strip())
                self._scores[player].count(one.kind, right)
        except KeyboardInterrupt:
            print()
        return self._scores

    def _ask(self, one: Task, player: int) -> None:
        name = self._words.shown("drill.turn", player=player_name(self._words, player)) if len(self._scores) > 1 else ""
        print(f"\n{to_read(f'{name}{one.asked}', sys.stdout)}", flush=True)

    def _answered(self, one: Task, line: str) -> bool:
        order = self._read(line)
        example = sentences.of_order(one.example, self._words, self._scenario.game).shown
        right = order is not None and one.good(order)
        key = "right" if right else "wrong" if order is not None else "not-understood"
        print(to_read(self._words.shown(f"drill.{key}", example=example), sys.stdout))
        return right

    def _read(self, line: str) -> Order | None:
        written = notation.parse_line(line)
        found = understand(line, self._words.language, self._scenario.game)
        heard = found.announced.order if isinstance(found, Understood) else None
        return written.order if written else heard


def player_name(words: Catalogue, player: int) -> str:
    return words.shown("drill.player", number=player + 1)


def result(words: Catalogue, scores: list[Score]) -> Iterator[str]:
    """Who got how many right, and what to practise next."""
    yield ""
    if not any(score.right + score.wrong for score in scores):
        yield as_typed(words.shown("drill.none"))
        return
    for player, score in enumerate(scores):
        counts = {"right": score.right, "tasks": score.right + score.wrong}
        if len(scores) > 1:
            yield words.shown("drill.score-of", player=player_name(words, player), **counts)
        else:
            yield words.shown("drill.score", **counts)
        weakest = score.weakest()
        if weakest:
            yield words.shown("drill.weakest", what=words.shown(f"drill.name.{weakest}"))
        elif score.right:
            yield words.shown("drill.perfect")
