"""Is a folder really that model? Every file by its sha256, before anything opens it: the recogniser ends the whole
program over a damaged one. Changes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

from referee.faults import Fault
from referee.models.shelf import SECOND, VOICES, Model, model_for, named


def folder(language: str) -> Path:
    """The folder of a language's model, whole: what hearing opens."""
    model = model_for(language)
    check(model)
    return model.folder


def second(on_fault: Callable[[Fault], None] | None = None) -> Path | None:
    """The folder of the model that judges between orders that sound alike, where it is there: nothing needs it. Where
    it is damaged `on_fault` is told, and there is none; without `on_fault` that is raised."""
    return _where_it_is_here(SECOND, on_fault)


def voices(on_fault: Callable[[Fault], None] | None = None) -> Path | None:
    """The same of the model that tells one voice from another."""
    return _where_it_is_here(VOICES, on_fault)


def _where_it_is_here(word: str, on_fault: Callable[[Fault], None] | None) -> Path | None:
    model = named(word)
    if not model.is_here:
        return None
    if first_wrong_file(model, model.folder) is None:
        return model.folder
    damaged = Fault("hearing.no-second" if word == SECOND else "hearing.no-voices", model=model.name)
    if on_fault is None:
        raise damaged
    on_fault(damaged)
    return None


def check(model: Model) -> None:
    """A fault where the model is not here, or not as it came."""
    wrong = first_wrong_file(model, folder_of(model))
    if wrong is not None:
        raise Fault("models.damaged", file=wrong, model=model.name, word=model.word)


def folder_of(model: Model) -> Path:
    """Where its files are, whatever is in them."""
    if not model.is_here:
        raise Fault("models.not-here", model=model.name, word=model.word)
    return model.folder


def first_wrong_file(model: Model, folder: Path) -> str | None:
    """The first file that is missing or not the one expected, or None when the model is whole."""
    return next((name for name, sha256 in model.sha256.items() if not _is(folder / name, sha256)), None)


def _is(file: Path, sha256: str) -> bool:
    try:
        about = file.stat()
        return _sum(file, about.st_size, about.st_mtime_ns) == sha256
    except OSError:
        return False


@cache
def _sum(file: Path, size: int, changed: int) -> str:  # noqa: ARG001 -- whoever changes a file changes these
    """Some 80 ms for a model of 70 MB, once for all ears of a game."""
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
