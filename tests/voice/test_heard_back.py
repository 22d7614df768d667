"""Our own recogniser hears what our own voice says: a sample here, every confirmation in the benchmark."""

from pathlib import Path

import pytest

from referee import paths
from referee.voice.reading import Reader
from referee.voice.sound import joined
from tests.voice.confirmations import MODELS, Ear, confirmations

pytestmark = pytest.mark.model
EACH = 8  # one confirmation in so many: the benchmark takes them all


@pytest.mark.parametrize("language", ["fr", "en"])
def test_confirmations_are_recognised_as_what_they_say(language: str, reader: Reader, tmp_path: Path) -> None:
    if not (paths.models() / MODELS[language]).is_dir():
        pytest.skip(f"the model is not here: referee models get {language}")
    every = confirmations(language)
    ear = Ear(language, every, paths.models(), tmp_path)
    lines = every[::EACH]
    heard = {line: ear.hears(joined(reader.read(line, language), 16000).then_silence(0.3)) for line in lines}
    wrong = {line: taken for line, taken in heard.items() if taken != line}
    assert len(wrong) <= 0.05 * len(lines) + 1, wrong
