"""A whole long game on paper, by its words, nothing told: every certain mistake is caught, nothing else.

The game is `tests/transcripts/deduction/on_paper.txt`; what is a mistake in it was decided by complete knowledge.
`test_paper_game_aloud.py` plays a shorter one through the recogniser.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import app
from referee.journal import transcripts
from referee.language.understanding import Understood
from referee.table.inputs import Heard
from referee.table.outputs import Verdict

FILE = Path(__file__).parent.parent / "transcripts" / "deduction" / "on_paper.txt"


@pytest.fixture(scope="module")
def steps() -> list[transcripts.Step]:
    return list(transcripts.read(FILE).steps)


def test_every_mistake_is_caught_and_every_legal_order_stands(steps: list[transcripts.Step]) -> None:
    session = app.session(transcripts.read(FILE).setups[0])
    read, mistakes, alone = app.reader(session.setup), 0, 0
    is_mistake = False
    for at, step in enumerate(steps):
        if step.line is None:
            is_mistake = step.text.startswith("# A mistake")
            continue
        understood = read(step.line)
        assert isinstance(understood, Understood), step.line
        by_rules = session.referee.game.rules.rule_on(session.referee.game.state, understood.announced)
        reply = session.feed(Heard(float(at), understood))
        assert reply.verdict is (Verdict.REJECTED if is_mistake else Verdict.ACCEPTED), step.line
        mistakes += is_mistake
        alone += is_mistake and type(by_rules).__name__ == "Accepted"
        is_mistake = False
    assert mistakes > 20
    assert alone > 5, "caught by deduction alone"
    assert session.screen.phase == "over"
