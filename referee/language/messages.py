"""The sentences said back: one catalogue a language, whole sentences under dotted keys.

A catalogue is every TOML file in `grammars/<language>/messages/`; a file `reasons.toml` holds the keys `reasons.…`,
a file `faults/voice.toml` the keys `faults.voice.…`.
An entry is a sentence, or `{ shown = "…", spoken = "…" }` where the eye and the ear want different words.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from referee import paths
from referee.language.readable import readable


@dataclass(frozen=True, slots=True)
class Sentence:
    shown: str
    spoken: str


class Catalogue:
    """The sentences of one language."""

    def __init__(self, language: str, sentences: Mapping[str, Sentence]) -> None:
        self.language = language
        self._sentences = sentences

    def __contains__(self, key: object) -> bool:
        return key in self._sentences

    def __iter__(self) -> Iterator[str]:
        """Every key, in the order of the alphabet."""
        return iter(sorted(self._sentences))

    def shown(self, key: str, **slots: object) -> str:
        """The sentence for the eye. A missing one shows its key: never silence, never a crash."""
        return _filled(self._sentences[key].shown, slots) if key in self._sentences else f"[{key}]"

    def spoken(self, key: str, **slots: object) -> str:
        """The sentence for the ear. A missing one is the general line."""
        found = self._sentences.get(key) or self._sentences.get("prompts.general")
        return _filled(found.spoken, slots) if found else ""


def languages() -> tuple[str, ...]:
    """The languages there are: every folder of grammars that has sentences."""
    return tuple(sorted(folder.parent.name for folder in paths.grammars().glob("*/messages")))


def _filled(sentence: str, slots: Mapping[str, object]) -> str:
    try:
        return sentence.format(**{name: _shown(value) for name, value in slots.items()})
    except (KeyError, IndexError, ValueError):
        return sentence


def _shown(value: object) -> object:
    """Names and what files hold are anybody's text; numbers keep their way of being written."""
    return value if isinstance(value, int | float) else readable(str(value))


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language that has a folder."""
    sentences: dict[str, Sentence] = {}
    folder = paths.grammars() / language / "messages"
    for file in sorted(folder.rglob("*.toml")):
        key = ".".join(file.relative_to(folder).with_suffix("").parts)
        _collect(sentences, key, tomllib.loads(file.read_text(encoding="utf-8")))
    return Catalogue(language, sentences)


def _collect(into: dict[str, Sentence], key: str, value: object) -> None:
    if isinstance(value, str):
        into[key] = Sentence(value, value)
    elif isinstance(value, dict) and set(value) == {"shown", "spoken"}:
        into[key] = Sentence(value["shown"], value["spoken"])
    elif isinstance(value, dict):
        for name, inner in value.items():
            _collect(into, f"{key}.{name}", inner)
