"""The real stream, on a loudspeaker that can be recorded, taken away and brought back."""

import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from referee.faults import Fault
from referee.table.outputs import Earcon, Urgency
from referee.voice.loudspeaker import RATE, Loudspeaker, Sounding
from referee.voice.reading import Reader
from referee.voice.sound import Sound, joined
from referee.voice.speaker import Speaker
from referee.voice.talk import Talk
from tests.virtual_audio import SPEAKER, VirtualAudio, virtual_audio
from tests.voice.conftest import line

pytestmark = pytest.mark.audio


def tone(seconds: float, pitch: float = 700) -> Sound:
    return Sound((0.4 * np.sin(2 * np.pi * pitch * np.arange(int(seconds * RATE)) / RATE)).astype(np.float32), RATE)


@pytest.fixture
def loudspeaker(audio: VirtualAudio) -> Iterator[Loudspeaker]:
    opened = Loudspeaker(SPEAKER)
    opened.open()
    yield opened
    opened.close()


def play(loudspeaker: Loudspeaker, *sounds: Sound, cut: threading.Event | None = None) -> list[Sounding]:
    told: list[Sounding] = []
    loudspeaker.play(sounds, "a tone", told.append, cut or threading.Event())
    return told


def test_it_tells_from_when_until_when_it_is_heard(audio: VirtualAudio, loudspeaker: Loudspeaker) -> None:
    for seconds in (0.05, 0.3, 0.6):
        with audio.record() as heard:
            told = play(loudspeaker, tone(seconds))
        first, last = heard.first_sound(), heard.last_sound()
        assert first is not None and last is not None
        assert last - first == pytest.approx(seconds, abs=0.02), "all of it, and nothing twice"
        assert told[-1].begins == pytest.approx(first, abs=0.1)
        assert told[-1].ends == pytest.approx(last, abs=0.1)
        assert told[0].ends >= told[-1].ends - 0.05, "the first guess of the end keeps the microphone deaf long enough"


def test_several_sounds_are_one_without_a_gap(audio: VirtualAudio, loudspeaker: Loudspeaker) -> None:
    with audio.record() as heard:
        play(loudspeaker, tone(0.2), tone(0.2), tone(0.2))
    first, last = heard.first_sound(), heard.last_sound()
    assert first is not None and last is not None and last - first == pytest.approx(0.6, abs=0.02)
    samples = heard.samples[np.flatnonzero(np.abs(heard.samples.astype(int)) > 200)[0] :]
    loud = [int(np.abs(samples[at : at + 160]).max()) for at in range(0, 9000, 160)]
    assert min(loud) > 8000


def test_it_falls_silent_when_it_is_cut_and_plays_the_next_at_once(
    audio: VirtualAudio, loudspeaker: Loudspeaker
) -> None:
    cut = threading.Event()

    def interrupt() -> None:
        time.sleep(0.3)
        cut.set()
        loudspeaker.hush()

    with audio.record() as heard:
        threading.Thread(target=interrupt).start()
        play(loudspeaker, tone(5), cut=cut)
        play(loudspeaker, tone(0.1, 2000))
    first, last = heard.first_sound(), heard.last_sound()
    assert first is not None and last is not None and last - first < 1.5, "five seconds were cut short"
    tail = heard.samples[int((last - heard.seconds(0)) * heard.rate) - 800 :].astype(float)
    assert np.argmax(np.abs(np.fft.rfft(tail[:800]))) * heard.rate / 800 == pytest.approx(2000, abs=40)


def test_what_was_cut_before_it_began_is_never_heard(audio: VirtualAudio, loudspeaker: Loudspeaker) -> None:
    cut = threading.Event()
    cut.set()
    with audio.record() as heard:
        assert play(loudspeaker, tone(0.3), cut=cut) == []
    assert heard.first_sound() is None


def test_a_clause_that_comes_late_leaves_a_pause_and_loses_nothing(
    audio: VirtualAudio, loudspeaker: Loudspeaker
) -> None:
    def late() -> Iterator[Sound]:
        yield tone(0.2)
        time.sleep(0.5)
        yield tone(0.2)

    with audio.record() as heard:
        loudspeaker.play(late(), "late", lambda sounding: None, threading.Event())
    loud = np.abs(heard.samples.astype(int)) > 200
    assert int(loud.sum()) == pytest.approx(0.4 * heard.rate, rel=0.1)


# -- devices that are not there
def test_without_a_loudspeaker_it_is_told_once_and_used_when_it_comes(reader: Reader) -> None:
    with virtual_audio(speaker=False) as audio:
        faults: list[Fault] = []
        output = Loudspeaker("no such device")
        speaker = Speaker(reader, output, Talk.ALL, on_fault=faults.append)
        speaker.start()
        for _ in range(3):
            speaker.say([line("Blue, north.", Urgency.ANSWER)])
            assert speaker.wait(10)
        assert [fault.key for fault in faults] == ["voice.no-device"]
        audio.plug_in(SPEAKER)
        output._device, output._try_again = SPEAKER, 0
        with audio.record() as heard:
            speaker.say([line("Blue, north.", Urgency.ANSWER)])
            assert speaker.wait(10)
        assert heard.first_sound() is not None
        speaker.close()


def test_a_loudspeaker_that_vanishes_while_it_speaks_is_told_once_and_comes_back(reader: Reader) -> None:
    with virtual_audio() as audio:
        faults: list[Fault] = []
        output = Loudspeaker(SPEAKER)
        speaker = Speaker(reader, output, Talk.ALL, on_fault=faults.append)
        speaker.start()
        speaker.say([line("Blue, this is a long line about nothing at all.", Urgency.ANSWER)])
        time.sleep(0.5)
        audio.unplug(SPEAKER)
        assert speaker.wait(10), "it hangs"
        for _ in range(3):
            speaker.say([line("Blue, north.", Urgency.ANSWER)])
            assert speaker.wait(10), "it hangs"
        assert len({fault.key for fault in faults}) == len(faults) <= 2
        audio.plug_in(SPEAKER)
        output._try_again = 0
        with audio.record() as heard:
            speaker.say([line("Blue, north.", Urgency.ANSWER)])
            assert speaker.wait(10)
        assert heard.first_sound() is not None
        speaker.close()


# -- the whole room
def pieces(samples: NDArray[np.int16], rate: int, gap: float = 0.25) -> list[NDArray[np.float64]]:
    """What was heard, cut where there was silence."""
    loud = np.flatnonzero(np.abs(samples.astype(int)) > 150)
    breaks = np.flatnonzero(np.diff(loud) > gap * rate)
    starts, ends = loud[np.r_[0, breaks + 1]], loud[np.r_[breaks, len(loud) - 1]]
    return [samples[start : end + 1].astype(float) for start, end in zip(starts, ends, strict=True)]


def likeness(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    size = len(one) + len(other)
    crossed = np.fft.irfft(np.fft.rfft(one, size) * np.conj(np.fft.rfft(other, size)), size)
    return float(np.max(np.abs(crossed)) / (np.linalg.norm(one) * np.linalg.norm(other)))


def test_utterances_in_a_row_are_all_heard_none_lost_or_doubled(
    audio: VirtualAudio, reader: Reader, utterances: int
) -> None:
    said = ["North.", "South.", "East.", "West.", "Torpedo, C six.", "Sonar.", "Silence."]
    known = {words: joined(reader.read(words, "en"), 16000).samples.astype(float) for words in said}
    script = [said[(7 * n + n // 7) % len(said)] for n in range(utterances)]
    speaker = Speaker(reader, Loudspeaker(SPEAKER), Talk.ALL)
    speaker.start()
    with audio.record() as heard:
        for words in script:
            speaker.say([line(words, Urgency.ANSWER)])
            assert speaker.wait(10)
            time.sleep(0.3)
    speaker.close()
    found = [max(said, key=lambda words: likeness(known[words], piece)) for piece in pieces(heard.samples, heard.rate)]
    assert found == script


def test_an_earcon_comes_before_the_words_it_announces(audio: VirtualAudio, reader: Reader) -> None:
    speaker = Speaker(reader, Loudspeaker(SPEAKER), Talk.ALL)
    speaker.start()
    with audio.record() as heard:
        speaker.say([line("North.", Urgency.WARNING, earcon=Earcon.STOP)])
        assert speaker.wait(10)
    speaker.close()
    first, last = heard.first_sound(), heard.last_sound()
    north = joined(reader.read("North.", "en"), 16000)
    assert first is not None and last is not None
    assert 0.2 + north.seconds < last - first < 0.5 + north.seconds
