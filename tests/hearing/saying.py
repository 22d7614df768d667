"""What the hearing tests listen to: the project's own voices, made when they are needed and kept for the run."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from referee import models
from referee.faults import Fault
from referee.hearing.examining import Ear
from referee.hearing.listener import Listener, Overheard
from referee.hearing.opening import ear
from referee.hearing.waveform import RATE, Resampler, Samples
from referee.hearing.whisper import WhisperModel
from referee.language.grammar import Grammar
from referee.rules.crews import Game
from referee.voice.synthesis import Manner, Synthesiser
from referee.voice.voices import voice_for


@cache
def said(text: str, language: str = "en", variant: str = "+f2") -> Samples:
    """A sentence at 16 kHz, with a second of quiet room before and after."""
    synthesiser = Synthesiser()
    try:
        voice = voice_for(language, synthesiser.voices())
        if voice is None:
            pytest.skip(f"no voice speaks {language} here (Debian: espeak-ng)")
        own = replace(voice, id=f"{voice.id}{variant}") if voice.driver == "espeak" else voice
        sound = synthesiser.speak(text, Manner(own, 140))
    except Fault as fault:
        pytest.skip(f"no voice here: {fault}")
    finally:
        synthesiser.close()
    return np.concatenate([room(1.0), Resampler(sound.rate).feed(sound.samples), room(1.2)])


def room(seconds: float, level: float = 1e-4) -> Samples:
    return np.random.default_rng(7).normal(0, level, round(seconds * RATE)).astype(np.float32)


@cache
def an_ear(language: str = "en", game: Game = Game.CAPTAIN_SONAR) -> Ear:
    """The ear of a game; without the model the test is skipped."""
    return ear(Grammar.load(language, game), model(language), second=models.second())


def model(language: str) -> Path:
    try:
        return models.folder(language)
    except Fault:
        pytest.skip(f"the speech model is not here: referee models get {language}")


def heard(samples: Samples, *ears: Ear, block: int = 320) -> list[Overheard]:
    """All that is overheard, fed in blocks as from a microphone."""
    listener = Listener(ears or [an_ear()])
    found: list[Overheard] = []
    for start in range(0, len(samples), block):
        found += listener.feed(samples[start : start + block])
    return found + listener.end()


def notations(overheard: list[Overheard]) -> list[str]:
    """The orders among them."""
    from referee.hearing.judgements import Accepted

    return [one.judgement.meaning.notation for one in overheard if isinstance(one.judgement, Accepted)]


@cache
def whisper() -> WhisperModel:
    folder = models.second()
    assert folder is not None
    return WhisperModel(folder)
