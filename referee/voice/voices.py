"""Which voice speaks a language, on this system or on any: espeak-ng, Windows' own, Apple's own."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

DRIVERS: dict[str, tuple[str, ...]] = {"win32": ("sapi5", "espeak"), "darwin": ("nsss", "espeak")}

# among several voices of a language: the ones chosen by how well they are understood
_PREFERRED = {"fr": ("fr-fr", "fr"), "en": ("en-us", "en-gb", "en")}
# the throat of espeak-ng that is understood best; the French default loses its first consonants
_THROATS = {"fr": "f3"}
_NAMED = {"fr": ("french", "français", "francais"), "en": ("english", "anglais")}


@dataclass(frozen=True, slots=True)
class Voice:
    id: str
    name: str
    languages: tuple[str, ...]
    driver: str


def drivers(platform: str = sys.platform) -> tuple[str, ...]:
    """The synthesisers of a system, the best first."""
    return DRIVERS.get(platform, ("espeak",))


def voice_for(language: str, voices: Sequence[Voice], wanted: str | None = None) -> Voice | None:
    """The voice of a language: the one asked for where it speaks it, else the best there is, else None."""
    named = voice_named(wanted, voices) if wanted else None
    if named and _speaks(named, language):
        return named
    return min((one for one in voices if _speaks(one, language)), key=lambda one: _rank(one, language), default=None)


def at_its_best(voice: Voice, language: str) -> Voice:
    """With the throat that is understood best in this language, where a voice has several."""
    plain = voice.driver == "espeak" and "+" not in voice.id
    return _with_throat(voice, _THROATS[language]) if plain and language in _THROATS else voice


def voice_named(wanted: str, voices: Sequence[Voice]) -> Voice | None:
    """The voice with this name or identifier, or with a name that holds these letters."""
    sought, plus, variant = wanted.casefold().partition("+")
    # an espeak variant ("fr-fr+f3") is in no list: it is a voice with another throat
    if plus:
        voices = [voice for voice in voices if voice.driver == "espeak"]
    whole = [voice for voice in voices if sought in (voice.id.casefold(), voice.name.casefold(), *_tags(voice))]
    part = [voice for voice in voices if sought in voice.name.casefold()]
    found = next(iter(whole + part), None)
    return _with_throat(found, variant) if found and plus else found


def _with_throat(voice: Voice, variant: str) -> Voice:
    return replace(voice, id=f"{voice.id}+{variant}")


def _tags(voice: Voice) -> list[str]:
    """espeak says fr-fr, Apple fr_FR, Windows fr-FR."""
    return [tag.casefold().replace("_", "-") for tag in voice.languages]


def _speaks(voice: Voice, language: str) -> bool:
    tags = _tags(voice)
    if tags:
        return any(tag == language or tag.startswith(f"{language}-") for tag in tags)
    return any(name in voice.name.casefold() for name in _NAMED.get(language, (language,)))


def _rank(voice: Voice, language: str) -> tuple[bool, int]:
    order = _PREFERRED.get(language, (language,))
    places = [order.index(tag) for tag in _tags(voice) if tag in order]
    return (voice.driver == "espeak", min(places, default=len(order)))
