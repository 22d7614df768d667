"""Is a folder really that model? The big files by their sha256, the small ones by being there. Changes nothing."""

from __future__ import annotations

import hashlib
from pathlib import Path

from referee.models.shelf import Model


def first_wrong_file(model: Model, folder: Path) -> str | None:
    """The first file that is missing or not the one expected, or None when the model is whole."""
    missing = (name for name in model.files if not (folder / name).is_file())
    wrong = (name for name, expected in model.sha256.items() if sha256_of(folder / name) != expected)
    return next(missing, None) or next(wrong, None)


def sha256_of(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
