"""How likely each crew is to have said something, by the voices it is known by.

A direction is placed where people differ most and one person's own words least (`models/training/who_spoke.py` has
learned where that is). There somebody is known by the mean of what was heard of him, the more surely the more it was. A
crew is several people, and at any time one of them may speak for the first time: so a stranger makes no crew likely,
and whoever sounds like somebody of both makes neither.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from referee.hearing.layers import Floats
from referee.hearing.learned import of_file
from referee.hearing.who.embedding import WIDTH

MOST = 8
"""Words of one person that count: later ones take the place of the first, as a voice changes in an evening."""
PEOPLE = 8
"""Of one crew that are told apart; a game has four."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of voices as such."""

    middle: Floats
    axes: Floats
    between: Floats
    """Along each axis, how far people are apart; one person's own words are one apart."""
    sharpness: float
    """How much of what a voice seems to tell is believed."""
    newcomers: float
    """How many words of a crew its next speaker counts as who was not heard before."""
    apart: float
    """A crew's name and its order are of two voices where one is less likely of the other's than this."""

    @classmethod
    def read(cls, file: Path, model: str) -> Known | None:
        """None where there is no such file, or one for another model, or a damaged one."""
        return of_file(file, model, cls.of)

    @classmethod
    def of(cls, found: Mapping[str, Any]) -> Known:
        middle, axes, between = (found[name].astype(np.float32) for name in ("middle", "axes", "between"))
        if middle.shape != (WIDTH,) or axes.shape != (WIDTH, len(between)):
            raise ValueError("parts that do not fit together")
        return cls(middle, axes, between, *(float(found[name]) for name in ("sharpness", "newcomers", "apart")))

    def placed(self, direction: Floats) -> Floats:
        return np.asarray((direction - self.middle) @ self.axes, np.float32)

    def likelier(self, words: Sequence[Person], place: Floats) -> Floats:
        """The logarithm of how much likelier a place is if each of these people spoke than if a stranger did."""
        heard = np.array([[one.heard] for one in words], np.float32)
        sure = 1 / (1 / self.between + heard)
        own, anybody = sure + 1, self.between + 1
        apart = place - sure * np.array([one.total for one in words], np.float32)
        found = (place**2 / anybody - apart**2 / own - np.log(own / anybody)).sum(axis=1) / 2
        return np.asarray(self.sharpness * found, np.float32)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of a crew: the sum of what was heard, and how much that was."""

    crew: str
    total: Floats
    heard: float

    def and_said(self, place: Floats) -> Person:
        share = np.float32(min(1.0, MOST / (self.heard + 1)))
        return replace(self, total=(self.total + place) * share, heard=min(MOST, self.heard + 1))


@dataclass(frozen=True, slots=True)
class Voices:
    """Everybody known at a table."""

    people: tuple[Person, ...] = ()

    def written(self) -> bytes:
        """As it is kept with the game."""
        into = BytesIO()
        np.savez(
            into,
            crews=np.array([one.crew for one in self.people], np.str_),
            totals=np.array([one.total for one in self.people], np.float32),
            heard=np.array([one.heard for one in self.people], np.float32),
        )
        return into.getvalue()

    @classmethod
    def read(cls, content: bytes, known: Known) -> Voices:
        """As it was kept; nobody, where that is damaged or of another model."""
        try:
            with np.load(BytesIO(content), allow_pickle=False) as found:
                crews, totals, heard = (found[name] for name in ("crews", "totals", "heard"))
        except (OSError, ValueError, KeyError, EOFError, BadZipFile, zlib.error):
            return cls()
        sane = totals.shape == (len(crews), len(known.between)) and heard.shape == (len(crews),)
        if not sane or not (np.isfinite(totals).all() and ((heard > 0) & (heard <= MOST)).all()):
            return cls()
        people = zip(crews.tolist(), totals.astype(np.float32), heard.tolist(), strict=True)
        return cls(tuple(Person(str(crew), total, float(much)) for crew, total, much in people))

    def likely(self, known: Known, place: Floats, crews: Iterable[str]) -> Mapping[str, float]:
        """How likely each of these crews is, where nothing else tells."""
        likelier = np.exp(np.clip(known.likelier(self.people, place), -50, 50)) if self.people else np.zeros(0)
        found: dict[str, float] = {}
        for crew in crews:
            own = [
                (one.heard, float(much)) for one, much in zip(self.people, likelier, strict=True) if one.crew == crew
            ]
            words = sum(heard for heard, _ in own) + known.newcomers
            found[crew] = (sum(heard * much for heard, much in own) + known.newcomers) / words
        return {crew: much / sum(found.values()) for crew, much in found.items()}

    def taught(self, known: Known, crew: str, place: Floats) -> Voices:
        """With something more of this crew: of the one it is likeliest to be of, or of somebody new."""
        own = [one for one in self.people if one.crew == crew]
        likelier = known.likelier(own, place) if own else np.zeros(0)
        best = int(np.argmax(likelier)) if own else -1
        if own and (likelier[best] > 0 or len(own) == PEOPLE):
            said = own[best].and_said(place)
            return Voices(tuple(said if one is own[best] else one for one in self.people))
        return Voices((*self.people, Person(crew, place, 1.0)))
