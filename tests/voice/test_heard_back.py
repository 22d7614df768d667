"""Our own recogniser hears what our own voice says: a sample here, every confirmation in the benchmark."""

import pytest

from referee.voice.reading import Reader
from referee.voice.sound import joined
from tests.voice.confirmations import confirmations
from tests.voice.conftest import Ears

pytestmark = pytest.mark.model
EACH = 12  # one confirmation in so many: the benchmark takes them all


@pytest.mark.parametrize("language", ["fr", "en"])
def test_confirmations_are_recognised_as_what_they_say(language: str, reader: Reader, ears: Ears) -> None:
    ear = ears(language)
    lines = confirmations(language)[::EACH]
    heard = {line: ear.hears(joined(reader.read(line, language), 16000).then_silence(0.3)) for line in lines}
    wrong = {line: taken for line, taken in heard.items() if taken != line}
    assert len(wrong) <= 0.05 * len(lines) + 1, wrong
