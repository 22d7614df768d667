"""Spoken into the microphone, answered from the loudspeaker, and heard back: every real part, in both languages."""

from pathlib import Path

import pytest

from referee import models, paths
from referee.table.outputs import Verdict
from tests.virtual_audio import VirtualAudio
from tests.voice.confirmations import Ear, confirmations
from tests.voice.table_aloud import table_aloud

SAID = {
    "en": [("blue, head north", "Blue, north."), ("yellow, head west", "Yellow, west.")],
    "fr": [("jaune, route au nord", "Jaune, route au nord.")] * 2,
}

pytestmark = [pytest.mark.audio, pytest.mark.model]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_course_spoken_is_confirmed_aloud(audio: VirtualAudio, language: str, tmp_path: Path) -> None:
    if not models.model_for(language).is_here:
        pytest.skip(f"the model is not here: referee models get {language}")
    ear = Ear(language, confirmations(language), paths.models(), tmp_path)
    with table_aloud(audio, language, tmp_path) as table:
        for order, answer in SAID[language]:
            exchange = table.say(order)
            assert [reply.verdict for reply in exchange.replies] == [Verdict.ACCEPTED]
            assert ear.hears(exchange.answer) == answer
