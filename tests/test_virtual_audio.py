"""The virtual microphone and loudspeaker themselves: what the other tests stand on."""

import time
import wave
from pathlib import Path

import numpy as np
import pytest

from tests.virtual_audio import RATE, SPEAKER, VirtualAudio, virtual_audio

pytestmark = pytest.mark.audio


@pytest.fixture
def tone(tmp_path: Path) -> Path:
    path = tmp_path / "tone.wav"
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.sin(np.arange(RATE // 2) * 0.3) * 12000).astype("<i2").tobytes())
    return path


def test_what_is_said_into_the_microphone_is_heard_there(audio: VirtualAudio, tone: Path) -> None:
    with audio.record("mic") as heard:
        audio.say(tone)
    assert np.abs(heard.samples).max() > 11000
    first, last = heard.first_sound(), heard.last_sound()
    assert first is not None and last is not None and 0.45 < last - first < 0.55


def test_portaudio_sees_the_devices_by_name_and_plays_to_the_loudspeaker(audio: VirtualAudio, tone: Path) -> None:
    import sounddevice

    names = [device["name"] for device in sounddevice.query_devices()]
    assert {"mic", "speaker"} <= set(names)
    with audio.record() as heard, sounddevice.RawOutputStream(RATE, 0, SPEAKER, 1, "int16") as stream:
        stream.write(tone.read_bytes()[44:])
        time.sleep(0.2)
    assert np.abs(heard.samples).max() > 11000


def test_two_microphones_do_not_hear_each_other(tone: Path) -> None:
    with (
        virtual_audio(("left", "right")) as audio,
        audio.record("left") as left,
        audio.record("right") as right,
    ):
        audio.say(tone, "right")
    assert np.abs(right.samples).max() > 11000
    assert np.abs(left.samples).max() == 0


def test_a_device_can_be_taken_away_and_brought_back(audio: VirtualAudio, tone: Path) -> None:
    audio.unplug("mic")
    audio.plug_in("mic")
    with audio.record("mic") as heard:
        audio.say(tone)
    assert np.abs(heard.samples).max() > 11000
