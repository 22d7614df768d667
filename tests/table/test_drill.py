"""Drills: every task has an answer that is right, and wrong ones are not."""

import io
import random

import pytest

from referee import shelf
from referee.cli.drill import Practice, result
from referee.language.messages import catalogue
from referee.rules import notation
from referee.rules import orders as o
from referee.rules.crews import Game, Mode
from referee.table.drill import DRILLS, Drill, task

CHARTS = {Game.CAPTAIN_SONAR: "alpha", Game.SONAR: "archipelago"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("game", "kind"), [(game, kind) for game, kinds in DRILLS.items() for kind in kinds])
def test_a_tasks_own_example_is_right_and_said_as_at_the_table(game: Game, kind: Drill, language: str) -> None:
    scenario = shelf.scenario(game, CHARTS[game], Mode.TURN_BY_TURN)
    words, dice = catalogue(language), random.Random(str(kind)).randrange
    for _ in range(60):
        one = task(kind, scenario, words, dice)
        assert one.good(one.example)
        assert not one.good(o.Ready())
        assert "{" not in one.asked
        assert "[" not in one.asked
        read = Practice(words, scenario, 1)._read(notation.text_of(one.example))
        assert read == one.example


def test_a_sonar_answer_needs_one_truth_and_one_lie() -> None:
    scenario = shelf.scenario(Game.CAPTAIN_SONAR, "alpha", Mode.TURN_BY_TURN)
    one = task(Drill.SONAR, scenario, catalogue("en"), lambda _: 0)  # at A1, sector 1
    for answer, good in (("column A row 1", False), ("column B row 2", False), ("column A column B", False),
                         ("column A row 2", True), ("row 1 sector 3", True), ("row 1", False)):  # fmt: skip
        order = notation.parse(f"at {answer}")
        assert order is not None
        assert one.good(order) is good, answer


def test_two_players_take_turns_and_learn_what_to_practise(capsys: pytest.CaptureFixture[str]) -> None:
    scenario = shelf.scenario(Game.CAPTAIN_SONAR, "alpha", Mode.TURN_BY_TURN)
    words, dice = catalogue("fr"), random.Random(3).randrange
    tasks = [task(Drill.DRONE, scenario, words, dice) for _ in range(4)]
    answers = [notation.text_of(tasks[0].example), "bla bla", notation.text_of(tasks[2].example), "ready"]
    scores = Practice(words, scenario, 2).through(tasks, io.StringIO("\n".join(answers)))
    assert [(score.right, score.wrong) for score in scores] == [(2, 0), (0, 2)]
    lines = list(result(words, scores))
    assert "Joueur 1 : 2 sur 2." in lines
    assert any("drones" in line for line in lines)
    assert "Je n’ai pas compris" in capsys.readouterr().out
