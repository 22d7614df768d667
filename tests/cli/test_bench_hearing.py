"""The hearing benchmark measures what it says: the rooms, the talk, the parts of a set, the counting."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import soundfile

from referee.cli import main
from referee.cli.bench_audio import Clip, a_part, loudness
from referee.cli.bench_figures import Measured, Tally, sooner, wilson
from referee.cli.bench_hearing import CHOSEN_WITH
from referee.cli.bench_phrases import complete
from referee.cli.bench_rivals import ASKED, Answer, in_blocks
from referee.cli.bench_rooms import NOISES, Room, Rooms, Scene
from referee.cli.bench_talk import table_talk
from referee.faults import Fault
from referee.hearing.waveform import RATE, Samples
from referee.language.grammar import Grammar
from referee.rules.crews import Game
from tests.hearing.saying import model, said


def tone(pitch: float, seconds: float = 1.0) -> Samples:
    return np.asarray(0.2 * np.sin(2 * np.pi * pitch * np.arange(round(seconds * RATE)) / RATE), np.float32)


def clip(name: str, voice: str = "anna", order: str | None = None, pitch: float = 440.0) -> Clip:
    return Clip(name, voice, name, order, Game.CAPTAIN_SONAR, made=tone(pitch))


TALK = [clip(f"talk {number}", f"person {number}", pitch=300.0 + 50 * number) for number in range(6)]


@pytest.mark.parametrize("kind", ["babble", *NOISES])
def test_a_noise_is_as_far_below_the_voice_as_the_room_is_named(kind: str) -> None:
    rooms, one = Rooms(TALK), clip("order", order="head N")
    quiet = rooms.scene(one, Room.named("clean"))
    noisy = rooms.scene(one, Room.named(f"{kind}:12"))
    at = slice(quiet.ends - RATE, quiet.ends)
    gain = float(np.dot(noisy.samples[at], quiet.samples[at]) / np.dot(quiet.samples[at], quiet.samples[at]))
    rest = noisy.samples - gain * quiet.samples
    ratio = 20 * np.log10(gain * loudness(quiet.samples[at]) / loudness(rest.astype(np.float32)))
    assert ratio == pytest.approx(12.0, abs=1.5)


@pytest.mark.parametrize("name", ["clean", "15", "kitchen:15", "music:10", "vacuum:5", "echo", "echo:15"])
def test_a_room_is_the_same_each_time_and_ends_its_voice_where_it_says(name: str) -> None:
    one = clip("order", order="head N")
    first, again = (Rooms(TALK).scene(one, Room.named(name)) for _ in range(2))
    assert np.array_equal(first.samples, again.samples)
    assert first.ends == 2 * RATE
    assert np.abs(first.samples).max() <= 0.9001


@pytest.mark.parametrize("name", ["attic:15", "kitchen", "kitchen:loud", "", "babble:"])
def test_a_room_that_is_none_is_a_fault(name: str) -> None:
    with pytest.raises(Fault) as fault:
        Room.named(name)
    assert fault.value.key == "hearing.no-such-room"


def test_nobody_is_measured_against_his_own_voice() -> None:
    own = clip("own", "bruno", pitch=1000.0)
    rooms = Rooms([*TALK, own])
    spectrum = np.abs(np.fft.rfft(rooms.noise("babble", "bruno@1.2")[: 10 * RATE]))
    assert spectrum[9990:10010].max() < spectrum[2990:3010].max() / 100


def test_an_hour_of_talk_is_always_the_same_and_knows_what_was_said() -> None:
    streams = []
    for _ in range(2):
        with table_talk(TALK, TALK, 0.01) as talk:
            streams.append(np.concatenate(list(talk.sound())))
            said = talk.said(0, 36 * RATE)
    assert np.array_equal(streams[0], streams[1])
    assert len(streams[0]) == 36 * RATE
    assert set(said) == {one.text for one in TALK}


def test_a_part_of_a_set_holds_each_voice_and_each_kind_in_its_share() -> None:
    orders = [("torpedo C6", 40), ("head N", 20), ("blue: stop", 10)]
    clips = [
        clip(f"{voice} {order} {number}", voice, order)
        for voice in ("anna", "bruno")
        for order, count in orders
        for number in range(count)
    ]
    part = Counter((one.voice, one.kind) for one in a_part(clips, 5))
    expected = {"torpedo": 8, "head": 4, "stop": 2}
    assert part == {(voice, kind): count for voice in ("anna", "bruno") for kind, count in expected.items()}


def test_the_bounds_of_a_share_are_those_of_wilson() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-3)
    assert wilson(95, 100) == pytest.approx((0.8882, 0.9785), abs=1e-3)
    assert wilson(0, 0) == (0.0, 1.0)


def counted(order: str | None, *answers: Answer, text: str = "said") -> Tally:
    tally = Tally("clean")
    tally.count(Scene(clip(text, order=order), np.zeros(4 * RATE, np.float32), 2 * RATE), answers)
    return tally


def answer(order: str, at: float = 2.1) -> Answer:
    return Answer(order, "words", 0, round(at * RATE))


def test_an_order_is_right_when_it_alone_was_taken() -> None:
    found = counted("head N", answer(ASKED, 1.5), answer("head N"))
    assert (found.right, found.asked, found.wrong) == (1, 0, 0)
    assert found.late == [pytest.approx(0.1)]
    for answers in ([answer("head S")], [answer("head N"), answer("head N")], [answer("blue: head N")]):
        assert counted("head N", *answers).wrong == 1
    assert counted("head N", answer(ASKED)).asked == 1
    nothing = counted("head N")
    assert (nothing.right, nothing.asked, nothing.wrong) == (0, 0, 0)


@pytest.mark.parametrize(
    ("text", "order", "parts", "right"),
    [
        ("Stop, trigger a mine at G seven", "trigger G7", ["stop", "trigger G7"], True),
        ("trigger a mine at G seven", "trigger G7", ["stop", "trigger G7"], False),
        ("stop, trigger a mine at G seven", "trigger G7", ["stop", "trigger D7"], False),
        ("stop", "stop", ["stop", "stop"], False),
        ("blue, surface, sector four", "blue: surface 4", ["blue: surface", "sector 4"], True),
        ("surface, sector four", "surface 4", ["surface", "sector 5"], False),
        ("surface, sector four", "surface 4", ["surface"], False),
    ],
)
def test_an_order_of_two_breaths_may_be_taken_in_two(text: str, order: str, parts: list[str], right: bool) -> None:
    found = counted(order, *(answer(part, 1.0 + at) for at, part in enumerate(parts)), text=text)
    assert (found.right, found.wrong) == ((1, 0) if right else (0, 1))
    assert found.late == ([pytest.approx(0.0)] if right else [])


def test_talk_that_is_taken_is_counted_by_the_order() -> None:
    assert counted(None, answer("head N"), answer(ASKED), answer("stop")).taken == 2


def test_how_much_sooner_is_told_by_the_medians() -> None:
    ours = Measured("ours", "en", 1.0, 100.0, [Tally("clean", late=[0.1, 0.1, 0.4])])
    plain = Measured("plain", "en", 1.0, 100.0, [Tally("clean", late=[0.7])])
    assert "en 7.0 times sooner (100 ms against 700 ms)" in sooner([ours, plain])


def test_blocks_hold_the_whole_sound_in_one_size() -> None:
    parts = [np.arange(count, dtype=np.float32) for count in (5, 0, 13, 3)]
    blocks = list(in_blocks(iter(parts), 4))
    assert [len(block) for block in blocks] == [4, 4, 4, 4, 4, 1]
    assert np.array_equal(np.concatenate(blocks), np.concatenate(parts))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_list_for_vosk_holds_every_pair_of_words_the_grammar_allows(language: str) -> None:
    grammar = Grammar.load(language, Game.SONAR)
    phrases = complete(grammar)
    listed = {pair for text in phrases for pair in pairs(text.split())}
    network = grammar.network()
    allowed = {(first, second) for _, first, to in network.arcs for source, second, _ in network.arcs if source == to}
    assert allowed <= listed
    assert not [text for text in phrases if not grammar.automaton.read(text.split())]


def pairs(words: list[str]) -> Iterator[tuple[str, str]]:
    return pairwise(words)


def test_every_half_of_the_people_is_named_without_a_speed() -> None:
    assert not [person for person in CHOSEN_WITH if "@" in person]


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("--rivals=ours,theirs", "“theirs”"),
        ("--every=0", "--every"),
        ("--rooms=attic:3", "“attic:3”"),
        ("--json=/no/such/folder/a.json", "a.json cannot be written"),
    ],
)
def test_what_cannot_be_measured_is_said_before_it_begins(
    option: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert main(["bench", "hearing", "--rooms=none", "--talk=0", option]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.model
def test_the_benchmark_runs_on_a_recorded_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model("en")
    said_and_meant = [("head north", "head N"), ("pass me the salt please", "-"), ("resume", "-")]
    lines = ["file\tlanguage\tvoice\ttext\torder"]
    for text, order in said_and_meant:
        soundfile.write(tmp_path / f"{text}.flac", said(text), RATE)
        lines.append(f"{text}.flac\ten\tanna\t{text}\t{order}")
    (tmp_path / "index.tsv").write_text("\n".join(lines), encoding="utf-8")
    options = [f"--audio={tmp_path}", "--language=en", "--rivals=ours", "--rooms=clean", "--talk=0.01"]
    assert main(["bench", "hearing", *options, f"--json={tmp_path / 'figures.json'}"]) == 0
    assert "0.01 h of table talk: 0.0 false orders an hour" in capsys.readouterr().out
    (ours,) = json.loads((tmp_path / "figures.json").read_text(encoding="utf-8"))
    (room,) = ours["rooms"]
    assert (room["orders"], room["right"], room["talk"], room["taken"]) == (1, 1, 1, 0)
