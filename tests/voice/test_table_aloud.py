"""Spoken into the microphone, answered from the loudspeaker, and heard back: every real part, in both languages."""

from pathlib import Path

import pytest

from referee.rules.crews import Mode
from referee.table.outputs import Verdict
from tests.virtual_audio import VirtualAudio
from tests.voice.conftest import Ears
from tests.voice.table_aloud import table_aloud

SAID = {
    "en": ("head north", ["Blue, north.", "Yellow, north."]),
    "fr": ("route au nord", ["Bleu, route au nord.", "Jaune, route au nord."]),
}

pytestmark = [pytest.mark.audio, pytest.mark.model]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_course_spoken_is_confirmed_aloud(audio: VirtualAudio, language: str, ears: Ears, tmp_path: Path) -> None:
    ear = ears(language)
    order, answers = SAID[language]
    with table_aloud(audio, language, tmp_path, Mode.TURN_BY_TURN) as table:
        for answer in answers:
            exchange = table.say(order)
            assert [reply.verdict for reply in exchange.replies] == [Verdict.ACCEPTED]
            assert ear.hears(exchange.answer) == answer
