"""Golden transcripts: what everybody hears and each crew sees. `pytest --update-transcripts` rewrites them."""

from pathlib import Path

import pytest

from referee import app
from referee.faults import Fault
from referee.journal import transcripts

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.txt"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER)))
def test_the_referee_rules_as_written(file: Path, request: pytest.FixtureRequest) -> None:
    written = transcripts.read(file)
    played = app.play_transcript(written)
    if request.config.getoption("--update-transcripts"):
        file.write_text(played.text(), encoding="utf-8")
        return
    assert written.expects_anything, "nothing is expected yet: write it with --update-transcripts, then read it"
    assert played.text() == written.text()


@pytest.mark.parametrize(
    "head", ["language: xx", "first: green", "team-language: green=fr", "game: chess", "seed: z", "mode:"]
)
def test_a_setting_that_cannot_be_is_said(tmp_path: Path, head: str) -> None:
    file = tmp_path / "a.txt"
    file.write_text(f"{head}\n\nblue: dive\n")
    with pytest.raises(Fault) as found:
        transcripts.read(file)
    assert found.value.key == "transcript.value"
    assert str(found.value.slots["value"]) in head


def test_a_transcript_saved_by_windows_is_one(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes("\ufeffgame: sonar\r\n\r\nblue: dive\r\n".encode())
    assert [setup.game for setup in transcripts.read(file).setups] == ["sonar"]
