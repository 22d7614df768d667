"""Spoken into the microphone, answered from the loudspeaker, and heard back: every real part, in both languages."""

from pathlib import Path

import numpy as np
import pytest

from referee.rules.crews import Mode
from referee.table.outputs import Earcon, Verdict
from referee.voice.earcons import earcon
from tests.table.tables import order
from tests.virtual_audio import VirtualAudio
from tests.voice.conftest import Ears
from tests.voice.table_aloud import TableAloud, table_aloud

SAID = {
    "en": ("head north", ["Blue, north.", "Yellow, north."]),
    "fr": ("route au nord", ["Bleu, route au nord.", "Jaune, route au nord."]),
}

pytestmark = [pytest.mark.audio, pytest.mark.model]
_ALIKE = 0.5  # of what it would be, were nothing else heard


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_course_spoken_is_confirmed_aloud(audio: VirtualAudio, language: str, ears: Ears, tmp_path: Path) -> None:
    ear = ears(language)
    order, answers = SAID[language]
    with table_aloud(audio, language, tmp_path, Mode.TURN_BY_TURN) as table:
        for answer in answers:
            exchange = table.say(order)
            assert [reply.verdict for reply in exchange.replies] == [Verdict.ACCEPTED]
            assert ear.hears(exchange.answer) == answer


def test_stop_sounds_when_nobody_speaks_and_not_into_the_system_called_after_it(
    audio: VirtualAudio, tmp_path: Path
) -> None:
    with table_aloud(audio, "en", tmp_path, microphone="blue=mic") as table:
        assert stop_sounds(table, "stop")
        table.say("resume")
        assert not stop_sounds(table, "stop, we are dropping a mine")
    assert [reply.announced for reply in table.replies] == [
        order(f"blue: {one}") for one in ("stop", "resume", "stop", "mine")
    ]


def stop_sounds(table: TableAloud, words: str) -> bool:
    """Whether the sound of STOP comes from the loudspeaker in answer to this, wherever in it."""
    exchange = table.say(words)
    assert exchange.replies, words
    assert exchange.late is None or exchange.late > 0, "the referee talked into the order"
    own = earcon(Earcon.STOP).at_rate(exchange.answer.rate).samples
    heard = np.correlate(np.concatenate([exchange.answer.samples, np.zeros_like(own)]), own)
    power = np.sqrt((own**2).sum() * (exchange.answer.samples**2).sum())
    return bool(np.abs(heard).max() > _ALIKE * power) if power else False
