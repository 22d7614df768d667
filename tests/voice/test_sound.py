"""Sound as a value."""

from pathlib import Path

import numpy as np
import pytest

from referee.voice.sound import Sound, joined, read, silence, write


def tone(pitch: float, seconds: float, rate: int, strength: float = 0.5) -> Sound:
    return Sound(
        (strength * np.sin(2 * np.pi * pitch * np.arange(int(seconds * rate)) / rate)).astype(np.float32), rate
    )


def pitch_of(sound: Sound) -> float:
    spectrum = np.abs(np.fft.rfft(sound.samples * np.hanning(len(sound.samples))))
    return float(np.argmax(spectrum)) * sound.rate / len(sound.samples)


@pytest.mark.parametrize(("rate", "to"), [(22050, 48000), (48000, 16000), (16000, 22050), (11025, 44100)])
def test_another_rate_keeps_pitch_length_and_strength(rate: int, to: int) -> None:
    before = tone(1000, 0.5, rate)
    after = before.at_rate(to)
    assert after.rate == to
    assert after.seconds == pytest.approx(0.5, abs=1e-3)
    assert pitch_of(after) == pytest.approx(1000, abs=3)
    middle = after.samples[to // 10 : -to // 10]
    assert float(np.max(np.abs(middle))) == pytest.approx(0.5, abs=0.01)


def test_a_lower_rate_does_not_fold_what_it_cannot_hold() -> None:
    assert float(np.max(np.abs(tone(9000, 0.5, 48000).at_rate(16000).samples[800:-800]))) < 0.02


def test_silence_around_is_trimmed_and_inside_is_kept() -> None:
    spoken = joined([silence(0.3, 16000), tone(300, 0.1, 16000), silence(0.2, 16000), tone(300, 0.1, 16000)], 16000)
    assert spoken.then_silence(0.5).trimmed().seconds == pytest.approx(0.41, abs=0.01)


def test_of_nothing_but_silence_nothing_is_left() -> None:
    assert silence(0.3, 16000).trimmed().seconds == 0
    assert silence(0.3, 16000).at_rate(48000).seconds == pytest.approx(0.3)


def test_loud_and_quiet_come_out_equally_loud_and_unclipped() -> None:
    loud, quiet = (tone(400, 0.2, 16000, strength).level().samples for strength in (0.9, 0.05))
    assert float(np.std(loud)) == pytest.approx(float(np.std(quiet)), rel=0.02)
    assert float(np.max(np.abs(loud))) <= 0.9
    assert float(np.max(np.abs(tone(400, 0.2, 16000).louder(9).samples))) <= 1


@pytest.mark.parametrize("name", ["a.wav", "a.flac"])
def test_what_is_written_is_read_back(tmp_path: Path, name: str) -> None:
    before = tone(500, 0.1, 22050)
    write(tmp_path / name, before)
    after = read(tmp_path / name)
    assert after.rate == 22050
    assert float(np.max(np.abs(after.samples - before.samples))) < 1e-4


def test_bytes_are_what_a_device_wants() -> None:
    assert Sound(np.array([0, 1, -1], np.float32), 16000).pcm() == b"\x00\x00\xff\x7f\x01\x80"
