"""The project's own voices saying orders and talk: what hearing is measured with where nothing was recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.faults import Fault
from referee.hearing.waveform import Resampler
from referee.language.grammar import Grammar
from referee.language.phrases import Listing
from referee.rules.crews import Game
from referee.rules.notation import line_of
from referee.voice.synthesis import Manner, Synthesiser
from referee.voice.voices import voice_for
from tests.bench.clips import Clip

_VARIANTS = ("", "+m3", "+f2", "+f4", "+m7", "+f5")
_PHRASES = 80
_PACE = 150  # words a minute
_TALK = {
    "en": (
        "pass me the salt please",
        "what time is it",
        "we should head home before eleven",
        "let's dive into the rules",
    ),
    "fr": (
        "passe-moi le sel",
        "il est quelle heure",
        "on devrait prendre la route avant onze heures",
        "oui mais lequel",
    ),
}


def synthesised(language: str) -> Iterator[Clip]:
    """Of each kind of order something, each by the next of the voices, and talk by all of them."""
    synthesiser = Synthesiser()
    voice = voice_for(language, synthesiser.voices())
    if voice is None:
        raise Fault("voice.no-voice", language=language)
    grammar = Grammar.load(language, Game.CAPTAIN_SONAR)
    spoken = [one for one in Listing(grammar).by_order(1) if grammar.words().issuperset(one.text.split())]
    lines = [(one.text, line_of(one.understood.announced)) for one in spoken[:: max(1, len(spoken) // _PHRASES)]]
    lines += [(text, "") for text in _TALK[language] for _ in _VARIANTS[1:]]
    try:
        for number, (text, order) in enumerate(lines):
            variant = _VARIANTS[number % len(_VARIANTS)]
            own = replace(voice, id=f"{voice.id}{variant}")
            sound = synthesiser.speak(text, Manner(own if voice.driver == "espeak" else voice, _PACE))
            samples = Resampler(sound.rate).feed(sound.samples)
            name = f"{text}{variant}"
            yield Clip(name, f"espeak:{variant}", text, order or None, Game.CAPTAIN_SONAR, made=samples)
    finally:
        synthesiser.close()
