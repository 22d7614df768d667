"""`referee hear`, and the recordings it is given."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from itertools import chain
from pathlib import Path

import numpy as np
import pytest
import soundfile

from referee.cli import hear, main
from referee.faults import Fault
from referee.hearing import meanings
from referee.hearing.judgements import Chatter, Doubtful
from referee.hearing.listener import Overheard
from referee.hearing.recordings import blocks, raw
from referee.hearing.waveform import RATE, Resampler, Samples
from referee.language.anyfile import AnyGrammar
from referee.language.grammar import Grammar
from referee.rules.crews import Game
from tests.hearing.saying import model, room, said

TONE = np.sin(2 * np.pi * 440 * np.arange(RATE) / RATE).astype(np.float32) * np.float32(0.3)


@pytest.mark.parametrize("rate", [8000, 11025, 16000, 22050, 44100, 44099, 48000, 192000])
def test_any_rate_becomes_the_same_sound(rate: int) -> None:
    tone = np.sin(2 * np.pi * 440 * np.arange(rate) / rate).astype(np.float32) * np.float32(0.3)
    resampler = Resampler(rate)
    made = [resampler.feed(tone[start : start + 441]) for start in range(0, len(tone), 441)]
    whole = np.concatenate([*made, resampler.rest()])
    assert abs(len(whole) - RATE) < 300
    spectrum = np.abs(np.fft.rfft(whole[2000:10000] * np.hanning(8000)))
    assert np.argmax(spectrum) == 220
    assert np.abs(whole[2000:14000]).max() == pytest.approx(0.3, abs=0.01)


def test_what_the_new_rate_cannot_hold_is_taken_away() -> None:
    high = np.sin(2 * np.pi * 12000 * np.arange(48000) / 48000).astype(np.float32)
    assert np.abs(Resampler(48000).feed(high)[500:-500]).max() < 0.01


def test_channels_are_mixed_or_one_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "two.wav"
    soundfile.write(file, np.stack([TONE, np.zeros_like(TONE)], axis=1), RATE)
    left, right, both = (np.concatenate(list(blocks(file, channel))) for channel in (0, 1, None))
    assert np.abs(left).max() == pytest.approx(0.3, abs=0.01)
    assert np.abs(right).max() < 0.001
    assert np.abs(both).max() == pytest.approx(0.15, abs=0.01)
    for channel in (2, -1):
        with pytest.raises(Fault, match=r"hearing\.no-channel"):
            list(blocks(file, channel))


def test_raw_samples_may_come_in_odd_pieces() -> None:
    content = (TONE * 32767).astype("<i2").tobytes()
    assert np.concatenate(list(raw(io.BytesIO(content)))) == pytest.approx(TONE, abs=1e-3)
    assert len(np.concatenate(list(raw(io.BytesIO(content[:-1]))))) == RATE - 1


@pytest.mark.parametrize(
    ("content", "key"), [(b"", "hearing.nothing-came"), (b"RIFF\0\0\0\0WAVEfmt ", "hearing.not-raw")]
)
def test_what_comes_in_and_is_no_raw_sound_is_said(content: bytes, key: str) -> None:
    with pytest.raises(Fault) as found:
        list(raw(io.BytesIO(content)))
    assert found.value.key == key


@pytest.mark.parametrize("kind", ["wav", "flac"])
def test_what_breaks_off_is_heard_and_then_said(tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"a.{kind}"
    soundfile.write(file, np.tile(TONE, 4), RATE)
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    come: list[Samples] = []
    with pytest.raises(Fault) as found:
        come += blocks(file)  # what came before the fault is there
    assert found.value.key == "hearing.breaks-off"
    assert RATE < len(np.concatenate(come)) < 3 * RATE


def test_a_length_that_was_not_known_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "piped.wav"
    soundfile.write(file, TONE, RATE)
    content = bytearray(file.read_bytes())
    at = content.index(b"data") + 4
    content[4:8] = content[at : at + 4] = b"\xff\xff\xff\xff"
    file.write_bytes(content)
    assert RATE <= len(np.concatenate(list(blocks(file)))) < RATE + 50


def test_numbers_that_are_no_sound_are_silence_or_as_loud_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "float.wav"
    soundfile.write(file, np.array([np.nan, np.inf, -np.inf, 5.0] * 400, np.float32), RATE, subtype="FLOAT")
    assert set(np.concatenate(list(blocks(file))).tolist()) == {0.0, 1.0, -1.0}


@pytest.mark.parametrize(
    ("name", "content", "key"),
    [
        ("nothing.wav", None, "hearing.no-file"),
        ("empty.wav", b"", "hearing.empty"),
        ("text.wav", b"head north", "hearing.not-audio"),
        ("picture.flac", bytes(range(256)) * 8, "hearing.not-audio"),
    ],
)
def test_what_is_no_recording_is_said(tmp_path: Path, name: str, content: bytes | None, key: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(Fault) as found:
        list(blocks(tmp_path / name))
    assert found.value.key == key


@pytest.mark.skipif(sys.platform == "win32", reason="what C writes cannot be kept from the terminal there")
def test_what_the_library_has_to_say_of_a_recording_is_kept_from_the_screen(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    noise, good, cut = (tmp_path / f"{name}.mp3" for name in ("noise", "good", "cut"))
    noise.write_bytes(bytes(4096))
    with pytest.raises(Fault, match=r"hearing\.not-audio"):
        list(blocks(noise))
    if "MP3" in soundfile.available_formats():
        soundfile.write(good, np.tile(TONE, 2), RATE, format="MP3")
        cut.write_bytes(good.read_bytes()[: good.stat().st_size // 2])
        come = iter(blocks(good))
        next(come)
        os.write(2, b"heard meanwhile")
        assert len(list(come)) > 90
        assert list(blocks(cut))
    assert capfd.readouterr().err == "heard meanwhile"


@pytest.mark.model
def test_hear_tells_orders_and_their_moments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model("en")
    good, cut, bad = tmp_path / "good.wav", tmp_path / "cut.wav", tmp_path / "bad.wav"
    sound = said("torpedo launched, impact in charlie six")
    soundfile.write(good, sound, RATE)
    cut.write_bytes(good.read_bytes()[: 44 + 2 * RATE])
    bad.write_text("no sound")
    assert main(["hear", "--language", "en", "--json", str(good), str(bad), str(cut)]) == 2
    out, err = capsys.readouterr()
    first, second = (json.loads(line) for line in out.splitlines())
    (order,) = first["orders"]
    assert order["order"] == "torpedo C6"
    assert order["text"] == "torpedo launched impact in charlie six"
    assert 0 <= order["decided_ms"] - order["speech_end_ms"] <= 450
    assert second["file"] == str(cut)
    told = err.splitlines()
    assert ["bad.wav" in told[0], "cut.wav breaks off after 1.0 seconds" in told[1]] == [True, True]
    assert len(told) == 2


def test_a_doubt_names_its_orders(tmp_path: Path) -> None:
    heard = []
    for grammar, words in (
        (meanings.of_game(Grammar.load("en", Game.CAPTAIN_SONAR)), ("are you in sector five", "head north")),
        (meanings.of_any(lights(tmp_path)), ("turn on the kitchen light", "turn off the kitchen light")),
    ):
        found = tuple(chain.from_iterable(grammar(tuple(one.split())) for one in words))
        heard.append(Overheard(Doubtful(found, ("turn", "north")), "en", 0.1, 0.84, 1.24))
    heard.append(Overheard(Chatter(("hello",)), "en", 2.0, 2.5, 2.8))
    told = json.loads(hear._as_json("a.wav", heard))
    moments = {"text": "turn north", "speech_end_ms": 840, "decided_ms": 1240}
    states = [{"intent": "Light", "slots": {"state": state, "room": "kitchen"}} for state in ("on", "off")]
    assert told == {
        "file": "a.wav",
        "orders": [],
        "asked": [{"orders": [{"order": "drone 5"}, {"order": "head N"}], **moments}, {"orders": states, **moments}],
        "refused": ["turn north", "turn north", "hello"],
    }


LIGHTS = """
language: en
intents:
  Light:
    data:
      - sentences: ["(turn|switch) {state} the {room} light[s]", "set [the] {room} light to {percent} percent"]
lists:
  state: {values: ["on", "off"]}
  room: {values: [kitchen, bedroom, {in: living room, out: living}]}
  percent: {range: {from: 0, to: 100, step: 5}}
"""
CHESS = """
language: fr
intents:
  Move:
    data:
      - sentences: ["{piece} [de {from}] (en|prend [en]) {to}"]
lists:
  piece: {values: [pion, cavalier, fou, tour, dame, roi]}
  from: {values: [{in: "(dé|delta) un", out: d1}, {in: "(e|écho) cinq", out: e5}]}
  to: {values: [{in: "(effe|f) trois", out: f3}, {in: "(e|écho) cinq", out: e5}]}
"""


def lights(folder: Path) -> AnyGrammar:
    (folder / "lights.yaml").write_text(LIGHTS, encoding="utf-8")
    return AnyGrammar(folder / "lights.yaml")


@pytest.mark.model
@pytest.mark.parametrize(
    ("grammar", "language", "meant"),
    [
        (
            LIGHTS,
            "en",
            {
                "turn off the kitchen light": ("Light", {"state": "off", "room": "kitchen"}),
                "set the living room light to thirty five percent": ("Light", {"room": "living", "percent": 35}),
                "what's for dinner tonight": None,
            },
        ),
        (
            CHESS,
            "fr",
            {
                "dame de delta un prend écho cinq": ("Move", {"piece": "dame", "from": "d1", "to": "e5"}),
                "le roi est mort": None,
            },
        ),
    ],
    ids=["lights", "chess"],
)
def test_hear_takes_any_grammar(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], grammar: str, language: str, meant: dict[str, object]
) -> None:
    model(language)
    (tmp_path / "own.yaml").write_text(grammar, encoding="utf-8")
    files = [str(tmp_path / f"{text}.wav") for text in meant]
    for file, text in zip(files, meant, strict=True):
        soundfile.write(file, said(text, language), RATE)
    assert main(["hear", "--grammar", str(tmp_path / "own.yaml"), "--json", *files]) == 0
    found = [json.loads(line)["orders"] for line in capsys.readouterr().out.splitlines()]
    assert [[(one["intent"], one["slots"]) for one in orders] for orders in found] == [
        [order] if order else [] for order in meant.values()
    ]


@pytest.mark.model
def test_speech_at_the_very_first_sample_is_heard_and_its_moments_are_those_of_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model("en")
    files = []
    for variant in ("", "+m3"):
        sound = said("dive", variant=variant)
        loud = np.flatnonzero(np.abs(sound) > 2e-3)
        files.append(tmp_path / f"dive{variant}.wav")
        soundfile.write(files[-1], sound[loud[0] : loud[-1] + 1], RATE)
    assert main(["hear", "--language", "en", "--json", *map(str, files)]) == 0
    for file, line in zip(files, capsys.readouterr().out.splitlines(), strict=True):
        (order,) = json.loads(line)["orders"]
        assert order["order"] == "dive"
        assert 0 < order["speech_end_ms"] <= order["decided_ms"] <= 1000 * soundfile.info(file).duration


def test_a_grammar_with_nothing_to_say_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "empty.yaml"
    file.write_text("language: fr\nintents: {}\n", encoding="utf-8")
    assert main(["hear", "--language", "fr", "--grammar", str(file), "a.wav"]) == 2
    assert "empty.yaml : ce n’est pas une grammaire" in capsys.readouterr().err


@pytest.mark.parametrize("rate", [800_000, 2_147_483_647])
def test_a_rate_that_no_recorder_takes_is_said(rate: int, tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", TONE, RATE, "PCM_16")
    content = bytearray((tmp_path / "a.wav").read_bytes())
    content[24:28] = rate.to_bytes(4, "little")
    (tmp_path / "a.wav").write_bytes(bytes(content))
    with pytest.raises(Fault) as fault:
        list(blocks(tmp_path / "a.wav"))
    assert fault.value.key == "hearing.no-rate"


@pytest.mark.model
@pytest.mark.parametrize("as_json", [False, True], ids=["text", "json"])
def test_a_live_pipe_is_answered_while_it_goes_on(as_json: bool) -> None:
    model("en")
    words = [sys.executable, "-m", "referee", "hear", "--language", "en", *(["--json"] if as_json else []), "-"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as hearing:
        assert hearing.stdin
        assert hearing.stdout
        for text, order in (("dive", "dive"), ("head north", "head N")):
            sound = np.concatenate([room(0.5), said(text), room(2.0)])
            hearing.stdin.write((sound * 32767).astype("<i2").tobytes())
            hearing.stdin.flush()
            line = hearing.stdout.readline().decode()  # the pipe is still open
            assert (f'"order": "{order}"' if as_json else order) in line
        hearing.stdin.close()
        assert hearing.stdout.read() == b""
    assert hearing.returncode == 0
