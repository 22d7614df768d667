"""Where the data beside the code is, in a checkout and in an installed wheel, and where the user's own files go.

The only module that knows. Nothing here reads or writes a file's content.
"""

import os
from pathlib import Path

APP = "sonar-referee"

_PACKAGE = Path(__file__).resolve().parent


def checkout() -> Path | None:
    """The root of the checkout this code runs from, or None when it was installed from a wheel."""
    root = _PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "grammars").is_dir() else None


def _shipped(name: str) -> Path:
    root = checkout()
    return root / name if root else _PACKAGE / "_data" / name


def grammars() -> Path:
    """What may be said, and the sentences said back: one folder a language."""
    return _shipped("grammars")


def scenarios() -> Path:
    """Charts, sheets and gauges: one folder a game."""
    return _shipped("scenarios")


def models_toml() -> Path:
    """The list of speech models, with their sources and checksums."""
    return _shipped("models") / "models.toml"


def learned(language: str) -> Path:
    """How letters and numbers sound to the second ear's model."""
    return _shipped("models") / f"letters-{language}.npz"


def phones(language: str) -> Path:
    """How orders sound to it, phone by phone."""
    return _shipped("models") / f"phones-{language}.npz"


def voices() -> Path:
    """How people's voices differ, for the model that tells them apart."""
    return _shipped("models") / "voices.npz"


def decision() -> Path:
    """What evidence is worth, fitted from clips with labels."""
    return _shipped("models") / "decision.json"


def models() -> Path:
    """Where speech models are kept: `models/` of a checkout, else the user's cache, or where SONAR_MODELS says."""
    if own := os.environ.get("SONAR_MODELS"):
        return Path(own).expanduser().absolute()
    root = checkout()
    return root / "models" if root else cache() / "models"


def cache() -> Path:
    """What can be made again: compiled graphs, synthesised sentences."""
    import platformdirs  # late: before anything is installed, the setup asks for the other folders

    return Path(platformdirs.user_cache_dir(APP, appauthor=False))


def data() -> Path:
    """What cannot: journals, the user's own charts."""
    import platformdirs

    return Path(platformdirs.user_data_dir(APP, appauthor=False))
