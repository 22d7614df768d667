"""A chart said aloud, heard by the real recogniser, drawn, remembered and played on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import paths, shelf
from referee.cli import main
from referee.rules import notation, play
from referee.rules.crews import Game, Mode, Team
from referee.rules.house import House
from referee.rules.play import CrewSizes
from referee.rules.reasons import Reason
from referee.rules.rulings import Rejected
from referee.rules.sea import Cell
from referee.rules.sonar import SONAR
from referee.voice.reading import Reader
from referee.voice.shelf import Shelf
from referee.voice.sound import joined, write
from tests.hearing.saying import model

SAID = {
    "en": [
        "island Charlie three",
        "water hole Delta four",
        "sector two Alfa six",
        "island Echo five",
        "cancel",
        "we are done",
    ],
    "fr": [
        "île Charlie trois",
        "trou d'eau Delta quatre",
        "secteur deux Alpha six",
        "île Echo cinq",
        "annule",
        "c'est terminé",
    ],
}


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    made = Reader(shelf=Shelf(tmp_path / "voice"))
    yield made
    made.close()


@pytest.mark.model
@pytest.mark.parametrize("language", list(SAID))
def test_a_chart_is_drawn_by_voice_and_played(
    language: str, reader: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model(language)
    monkeypatch.setattr(paths, "data", lambda: tmp_path / "data")
    files = []
    for number, sentence in enumerate(SAID[language]):
        files.append(tmp_path / f"{number}.wav")
        write(files[-1], joined(reader.read(sentence, language), 16000))
    assert main(["scenarios", "draw", "umbria", "--language", language, "--hear", *map(str, files)]) == 0
    drawn = shelf.scenario(Game.SONAR, "umbria", Mode.TURN_BY_TURN)
    assert drawn.chart.islands == {Cell(3, 3)}
    assert drawn.chart.holes == {Cell(4, 4)}
    assert drawn.chart.sector(Cell(1, 6)) == 2
    assert not drawn.doubts

    state = SONAR.begin(drawn, House(), Team.BLUE, CrewSizes.of(Game.SONAR))
    for line in ("blue captain: start C4", "blue: dive", "green: dive"):
        announced = notation.parse_line(line)
        assert announced
        state, _ = play.advance(SONAR, state, announced)
    north = notation.parse_line("blue: head N")
    assert north
    assert SONAR.rule_on(state, north) == Rejected(Reason.COURSE_ISLAND)
