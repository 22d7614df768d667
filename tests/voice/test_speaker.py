"""Who is heard when: urgency, what is no longer news, what gives way, and what happens when something fails.

The output is a folder of WAV files or a loudspeaker nobody hears: both real, and both tell what was played.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.faults import Fault
from referee.language.messages import catalogue
from referee.rules.crews import Mode, Team
from referee.rules.orders import Request
from referee.table.outputs import Earcon, Public, Urgency, Whisper
from referee.voice.loudspeaker import Listener, Sounding
from referee.voice.reading import Reader
from referee.voice.shelf import Shelf
from referee.voice.sound import Sound
from referee.voice.speaker import Speaker
from referee.voice.synthesis import Synthesiser
from referee.voice.talk import Talk, part_of, usual
from referee.voice.wav_folder import WavFolder
from tests.voice.conftest import line


class Slow:
    """An output that takes as long as the sound does, `faster` times: it notes what began and what was cut."""

    def __init__(self, faster: float = 4.0) -> None:
        self.faster, self.said, self.cut, self.sounding, self.together = faster, [], [], 0, 0  # type: ignore[var-annotated]
        self.began = threading.Event()

    def open(self) -> None: ...

    def play(self, sounds: Iterable[Sound], name: str, listener: Listener, cut: threading.Event) -> None:
        seconds = sum(sound.seconds for sound in sounds) / self.faster
        self.sounding += 1
        self.together = max(self.together, self.sounding)
        self.said.append(name)
        self.began.set()
        listener(Sounding(time.monotonic(), time.monotonic() + seconds * self.faster))
        if cut.wait(seconds):
            self.cut.append(name)
        self.sounding -= 1

    def hush(self) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def slow() -> Slow:
    return Slow()


@pytest.fixture
def speaker(reader: Reader, slow: Slow) -> Iterator[Speaker]:
    made = Speaker(reader, slow, Talk.ALL)
    made.start()
    yield made
    made.close()


def begin(speaker: Speaker, slow: Slow, first: Public) -> None:
    """Say something and wait until it sounds."""
    slow.began.clear()
    speaker.say([first])
    assert slow.began.wait(5)


LONG = "This is a long explanation of many things that somebody wanted to know about it."


# -- the gate
def test_nothing_but_public_lines_is_ever_spoken(speaker: Speaker, slow: Slow) -> None:
    for secret in (Whisper(Team.BLUE, "There is an island."), "There is an island."):
        with pytest.raises(TypeError):
            speaker.say([secret])  # type: ignore[list-item]
    assert speaker.wait(5) and slow.said == []


# -- the queue
def test_the_most_urgent_comes_first_and_then_the_oldest(speaker: Speaker, slow: Slow) -> None:
    begin(speaker, slow, line("Now.", Urgency.ANSWER))
    for words, urgency in (("Answer.", Urgency.ANSWER), ("One.", Urgency.WARNING), ("Two.", Urgency.WARNING)):
        speaker.say([line(words, urgency)])
    speaker.say([line("News.")])
    assert speaker.wait(10)
    assert slow.said == ["Now.", "One.", "Two.", "Answer.", "News."]


def test_a_confirmation_that_is_no_longer_news_is_dropped(speaker: Speaker, slow: Slow) -> None:
    begin(speaker, slow, line("Blue, north."))
    for words in ("Yellow, south.", "Blue, east.", "Yellow, west."):
        speaker.say([line(words)])
    assert speaker.wait(10)
    assert slow.said == ["Blue, north.", "Yellow, west."]


def test_the_lines_of_one_reply_stay_together_and_in_order(speaker: Speaker, slow: Slow) -> None:
    begin(speaker, slow, line("Now."))
    speaker.say([line("Blue, drone."), line("Yellow, answer.", Urgency.PROMPT)])
    speaker.say([line("News.")])
    assert speaker.wait(10)
    assert slow.said == ["Now.", "Blue, drone.", "Yellow, answer.", "News."]


def test_stop_cuts_in_on_everything_and_what_was_owed_is_said_again(speaker: Speaker, slow: Slow) -> None:
    for first, again in ((Urgency.NEWS, 0), (Urgency.ANSWER, 0), (Urgency.PROMPT, 1), (Urgency.WARNING, 1)):
        slow.said.clear()
        slow.cut.clear()
        begin(speaker, slow, line(LONG, first))
        speaker.say([line("Stop!", Urgency.STOP)])
        assert speaker.wait(10)
        assert slow.cut == [LONG]
        assert slow.said == [LONG, "Stop!", *[LONG] * again]


def test_a_warning_cuts_in_on_long_talk_only(speaker: Speaker, slow: Slow) -> None:
    slow.faster = 1.0
    begin(speaker, slow, line(LONG, Urgency.ANSWER))
    speaker.say([line("No.", Urgency.WARNING)])
    assert speaker.wait(10) and slow.cut == [LONG]
    begin(speaker, slow, line("North."))
    speaker.say([line("No.", Urgency.WARNING)])
    assert speaker.wait(10) and slow.cut == [LONG]


def speaking_while(reader: Reader, slow: Slow, somebody: threading.Event) -> Speaker:
    """A speaker at a table where somebody talks for as long as the event is set."""
    last = -10.0

    def spoke() -> float:
        nonlocal last
        last = time.monotonic() if somebody.is_set() else last
        return last

    speaker = Speaker(reader, slow, Talk.WARNINGS, spoke=spoke)
    speaker.start()
    return speaker


STOPPED = line("Stop!", Urgency.STOP, earcon=Earcon.STOP)


def test_stop_waits_until_nobody_speaks(reader: Reader, slow: Slow) -> None:
    somebody = threading.Event()
    speaker = speaking_while(reader, slow, somebody)
    somebody.set()
    speaker.say([STOPPED])
    assert not slow.began.wait(0.5)
    somebody.clear()
    assert speaker.wait(5) and slow.said == ["stop"]
    speaker.close()


def test_stop_is_not_heard_any_more_once_there_is_an_answer_to_what_followed_it(reader: Reader, slow: Slow) -> None:
    somebody = threading.Event()
    speaker = speaking_while(reader, slow, somebody)
    somebody.set()
    speaker.say([STOPPED])
    speaker.say([line("Blue, a mine.", earcon=Earcon.ACCEPTED)])
    somebody.clear()
    assert speaker.wait(5) and slow.said == ["accepted"]
    speaker.close()


def test_words_let_somebody_finish_but_no_noise_silences_the_referee(reader: Reader, slow: Slow) -> None:
    somebody = threading.Event()
    speaker = speaking_while(reader, slow, somebody)
    somebody.set()
    speaker.say([line("No.", Urgency.WARNING)])
    assert not slow.began.wait(0.3)
    assert speaker.wait(5) and slow.said == ["No."]
    speaker.close()


def test_there_are_never_two_voices_at_once_and_none_is_lost_or_doubled(speaker: Speaker, slow: Slow) -> None:
    slow.faster = 200
    sent = [
        f"{who}, {what}." for who in ("Blue", "Yellow") for what in ("north", "south", "east", "west") for _ in "12345"
    ]

    def send(part: list[str]) -> None:
        for one in part:
            speaker.say([line(one, Urgency.ANSWER)])

    threads = [threading.Thread(target=send, args=(part,)) for part in (sent[:20], sent[20:])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert speaker.wait(20)
    assert sorted(slow.said) == sorted(sent)
    assert slow.together == 1


def test_hush_ends_what_sounds_and_forgets_what_waits(speaker: Speaker, slow: Slow) -> None:
    begin(speaker, slow, line(LONG, Urgency.ANSWER))
    speaker.say([line("More.", Urgency.ANSWER)])
    speaker.hush()
    assert speaker.wait(5) and slow.said == [LONG]


def test_closing_in_the_middle_of_a_line_ends_at_once(reader: Reader, slow: Slow) -> None:
    slow.faster = 0.1
    speaker = Speaker(reader, slow, Talk.ALL)
    speaker.start()
    begin(speaker, slow, line(LONG, Urgency.WARNING))
    speaker.close()
    assert not speaker._worker.is_alive() and slow.said == [LONG]


# -- how much is said
REFUSED = line("Blue, that cannot be done. Try another order.", Urgency.WARNING, earcon=Earcon.REFUSED)
NEWS = line("Blue, north. Well done, everybody.", earcon=Earcon.ACCEPTED)
HELP = line("You may head north. You may surface.", Urgency.ANSWER)


@pytest.mark.parametrize(
    ("talk", "refused", "news", "asked"),
    [
        (Talk.ALL, (Earcon.REFUSED, REFUSED.spoken), (None, NEWS.spoken), (None, HELP.spoken)),
        (Talk.SHORT, (Earcon.REFUSED, "Blue, that cannot be done."), (None, "Blue, north."), (None, HELP.spoken)),
        (Talk.WARNINGS, (Earcon.REFUSED, REFUSED.spoken), (Earcon.ACCEPTED, ""), (None, HELP.spoken)),
        (Talk.EARCONS, (Earcon.REFUSED, ""), (Earcon.ACCEPTED, ""), None),
        (Talk.NONE, None, None, None),
    ],
)
def test_how_much_is_spoken(talk: Talk, refused: object, news: object, asked: object) -> None:
    heard = [part_of(one, talk) for one in (REFUSED, NEWS, HELP)]
    assert [(part.earcon, part.words) if part else None for part in heard] == [refused, news, asked]


def test_what_suits_each_mode() -> None:
    assert usual(Mode.REAL_TIME) is Talk.WARNINGS
    assert usual(Mode.TURN_BY_TURN) is Talk.SHORT
    assert usual(Mode.REAL_TIME, tutor=True) is Talk.ALL


def test_quiet_leaves_the_earcons_and_speak_brings_the_words_back(speaker: Speaker, slow: Slow) -> None:
    begin(speaker, slow, line(LONG, Urgency.ANSWER))
    speaker.ask(Request.QUIET)
    speaker.ask(Request.QUIET)
    speaker.say([NEWS])
    assert speaker.wait(5)
    speaker.ask(Request.SPEAK)
    speaker.say([NEWS])
    assert speaker.wait(5)
    assert slow.said == [LONG, "accepted", NEWS.spoken]


def test_the_microphone_is_deaf_to_words_and_not_to_earcons(reader: Reader, slow: Slow) -> None:
    told: list[Sounding] = []
    speaker = Speaker(reader, slow, Talk.WARNINGS, on_sound=told.append)
    speaker.start()
    for one, times in ((NEWS, 0), (REFUSED, 1)):
        speaker.say([one])
        assert speaker.wait(5) and len(told) == times
    speaker.close()


def test_louder_softer_slower_and_faster(reader: Reader, folder: Path) -> None:
    output = WavFolder(folder)
    speaker = Speaker(reader, output, Talk.ALL)
    speaker.start()
    for request in (
        None,
        Request.LOUDER,
        Request.SOFTER,
        Request.SOFTER,
        Request.SLOWER,
        Request.FASTER,
        Request.FASTER,
    ):
        if request:
            speaker.ask(request)
        speaker.say([line("Blue, north.", Urgency.ANSWER)])
        assert speaker.wait(10)
    speaker.close()
    import soundfile

    usual, louder, same, softer, slower, _, faster = [soundfile.read(file)[0] for file in output.files]
    assert louder.std() > usual.std() > softer.std()
    assert same.std() == pytest.approx(usual.std(), rel=0.01)
    assert len(slower) > len(usual) > len(faster)


# -- what fails
HANGING = (sys.executable, "-c", "import time; time.sleep(60)")


def told(speaker_faults: list[Fault]) -> list[str]:
    for fault in speaker_faults:
        for language in ("fr", "en"):
            assert catalogue(language).shown(f"faults.{fault.key}", **fault.slots)[0] != "["
    return [fault.key for fault in speaker_faults]


def speaking(
    reader: Reader, output: Any, lines: list[Public], settle: Callable[[], None] = lambda: None
) -> list[Fault]:
    faults: list[Fault] = []
    speaker = Speaker(reader, output, Talk.ALL, on_fault=faults.append)
    speaker.start()
    for one in lines:
        speaker.say([one])
        assert speaker.wait(20)
        settle()
    speaker.close()
    return faults


def test_a_synthesiser_that_hangs_is_told_once_and_the_earcons_go_on(shelf: Shelf, slow: Slow, tmp_path: Path) -> None:
    reader = Reader(shelf=Shelf(tmp_path))
    voices = reader.voices()
    reader.close()
    hanging = Reader(Synthesiser(HANGING, patience=0.2), Shelf(tmp_path))
    hanging._voices = voices
    before = time.monotonic()
    faults = speaking(hanging, slow, [NEWS] * 20)
    assert told(faults) == ["voice.synthesiser"]
    assert slow.said == [NEWS.spoken] * 20, "each was played: as its earcon"
    assert time.monotonic() - before < 20 * 0.4, "it was not asked again for every line"


def test_stop_is_heard_while_the_synthesiser_hangs(slow: Slow, tmp_path: Path) -> None:
    reader = Reader(shelf=Shelf(tmp_path))
    voices = reader.voices()
    reader.close()
    hanging = Reader(Synthesiser(HANGING, patience=60), Shelf(tmp_path))
    hanging._voices = voices
    speaker = Speaker(hanging, slow, Talk.EARCONS)
    speaker.start()
    speaker.talk = Talk.ALL
    speaker.say([line("Blue, north.")])
    time.sleep(0.3)
    speaker.talk = Talk.EARCONS
    speaker.say([line("Stop.", Urgency.STOP, earcon=Earcon.STOP)])
    assert slow.began.wait(5) and slow.said == ["stop"]
    speaker.close()


def test_no_synthesiser_at_all_is_told_once(slow: Slow, tmp_path: Path) -> None:
    mute = Reader(Synthesiser(("false",), patience=1), Shelf(tmp_path))
    assert told(speaking(mute, slow, [NEWS, REFUSED])) == ["voice.no-synthesiser"]
    assert len(slow.said) == 2


def test_a_language_without_a_voice_is_told_once_and_the_other_goes_on(reader: Reader, folder: Path) -> None:
    output = WavFolder(folder)
    foreign = [line("nuqneH", language="tlh", earcon=Earcon.ACCEPTED)] * 2
    faults = speaking(reader, output, [*foreign, line("Blue, north.")])
    assert told(faults) == ["voice.no-voice"]
    assert len(output.files) == 3


def test_a_voice_that_is_not_here_is_told_and_the_usual_one_speaks(shelf: Shelf, slow: Slow) -> None:
    wanting = Reader(shelf=shelf, voice="Marie-Louise")
    assert told(speaking(wanting, slow, [line("Blue, north.")])) == ["voice.no-such-voice"]
    assert slow.said == ["Blue, north."]


def test_a_full_or_forbidden_folder_is_told_once(reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert told(speaking(reader, WavFolder(tmp_path / "file" / "said"), [NEWS, NEWS])) == ["voice.folder"]


# -- the folder of files
def test_every_utterance_becomes_a_numbered_file(reader: Reader, folder: Path) -> None:
    output = WavFolder(folder)
    lines = [line("Bleu, nord.", language="fr"), line("Blue, drop a mine!"), REFUSED]
    assert speaking(reader, output, lines) == []
    names = [file.name for file in output.files]
    assert names[:2] == ["001-bleu-nord.wav", "002-blue-drop-a-mine.wav"]
    assert all(file.stat().st_size > 10000 for file in output.files)
