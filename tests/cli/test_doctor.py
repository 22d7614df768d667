"""`referee doctor`: what is missing is named with its repair; what is there is tried for real."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import pytest
import soundfile

from referee import paths
from referee.cli import doctor, main
from referee.cli.doctor import EXAMS, Finding, of_echo
from referee.hearing.echo import Quality, State
from referee.language.messages import catalogue, languages
from referee.models.shelf import SECOND, named
from tests.virtual_audio import RATE, VirtualAudio


def examined(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["doctor", "--silent", "--listen", "1", *words])
    return code, capsys.readouterr().out


def noise(folder: Path, level: float) -> Path:
    """A tone of two seconds."""
    tone = level * np.sin(np.arange(2 * RATE) * 2 * np.pi * 300 / RATE)
    soundfile.write(folder / "tone.wav", tone, RATE, subtype="PCM_16")
    return folder / "tone.wav"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_missing_model_is_named_with_its_repair(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SONAR_MODELS", str(tmp_path))
    code, shown = examined(capsys, "--language", language)
    assert code == 1
    assert f"referee models get {language}" in shown
    assert "[" not in shown, "a sentence is missing"
    say = catalogue(language).shown
    for part in ("program", "models", "voices", "loudspeaker", "microphones", "phones"):
        assert say(f"cli.doctor.title.{part}") in shown.splitlines()


def looked_at(about: argparse.Namespace) -> list[Finding]:
    return list(EXAMS["models"](about))


def test_the_second_model_may_be_missing_but_not_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SONAR_MODELS", str(tmp_path))
    model = named(SECOND)
    found = next(one for one in looked_at(argparse.Namespace(language="en")) if model.name in one.slots.values())
    assert found.well
    for language in languages():
        sentence = catalogue(language).shown(found.key, **found.slots)
        assert sentence.endswith(": referee models get second")
        assert model.name in sentence
    for name in model.files:
        (model.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (model.folder / name).write_bytes(b"damaged")
    found = next(one for one in looked_at(argparse.Namespace(language="en")) if model.name in one.slots.values())
    assert not found.well
    assert "referee models get second --again" in catalogue("en").shown(found.key, **found.slots)


@pytest.mark.parametrize("checkout", [True, False])
def test_what_ships_with_the_program_and_is_lost_is_named_with_its_repair(
    checkout: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SONAR_MODELS", str(tmp_path / "models"))
    monkeypatch.setattr(doctor, "first_wrong_file", lambda *_: None)
    model = named(SECOND)
    for name in model.files:
        (model.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (model.folder / name).write_bytes(b"")
    assert all(found.well for found in looked_at(argparse.Namespace(language="en")) if model.name in found.slots)
    assert [one for one in looked_at(argparse.Namespace(language="en")) if "file" in one.slots] == []
    damaged, root = tmp_path / "letters-fr.npz", paths.checkout()
    assert root
    damaged.write_bytes(paths.learned("fr").read_bytes()[:5000])
    monkeypatch.setattr(paths, "learned", lambda language: tmp_path / f"letters-{language}.npz")
    if not checkout:
        monkeypatch.setattr(paths, "_shipped", root.joinpath)
        monkeypatch.setattr(paths, "checkout", lambda: None)
    lost = [one for one in looked_at(argparse.Namespace(language="en")) if "file" in one.slots]
    assert [one.well for one in lost] == [False, False]
    for language in languages():
        said = [catalogue(language).shown(one.key, **one.slots) for one in lost]
        assert ["letters-en.npz" in said[0], damaged.name in said[1]] == [True, True]
        assert all(("git restore" in one) is checkout for one in said)


@pytest.mark.audio
@pytest.mark.parametrize(
    ("level", "found"), [(0.3, "microphone"), (0.002, "quiet-microphone"), (0.0, "silent-microphone")]
)
def test_the_microphone_is_listened_to(
    level: float, found: str, audio: VirtualAudio, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    speaking = audio.start_saying(noise(tmp_path, level))
    _, shown = examined(capsys, "--language", "en")
    speaking.terminate()
    expected = catalogue("en").shown(f"cli.doctor.{found}").split("{")[0]
    assert expected in shown
    assert "mic" in shown.split("--mic:")[-1].split()[0]
    assert catalogue("en").shown("cli.doctor.loudspeaker") in shown


@pytest.mark.audio
@pytest.mark.parametrize(("loud", "found"), [(0.4, "echo"), (None, "echo-unheard")])
def test_whether_orders_are_heard_while_the_referee_speaks(
    loud: float | None, found: str, audio: VirtualAudio, capsys: pytest.CaptureFixture[str]
) -> None:
    if loud:
        audio.echo(loud)
    main(["doctor", "--listen", "0.5", "--language", "en"])
    expected = catalogue("en").shown(f"cli.doctor.{found}", milliseconds=0, decibels=0).split("after")[0]
    assert expected in " ".join(capsys.readouterr().out.split())


def test_an_echo_that_stays_is_named_with_its_repair() -> None:
    for quality in (Quality(), Quality(State.KNOWN, 0.2, 3.0)):
        found = of_echo(quality)
        assert not found.well
        assert all("--speak short" in catalogue(one).shown(found.key, **found.slots) for one in languages())
    found = of_echo(Quality(State.KNOWN, 0.23, 17.6))
    assert found == Finding(True, "cli.doctor.echo", {"milliseconds": 230, "decibels": 18})


@pytest.mark.audio
def test_a_microphone_that_is_not_there(audio: VirtualAudio, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = examined(capsys, "--language", "en", "--mic", "elsewhere")
    assert code == 1
    assert "elsewhere" in shown
