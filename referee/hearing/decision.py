"""From evidence to what is done: a fitted, calibrated function gives the probability that an order was said, and two
prices that a person can understand decide.

The weights are learned by `models/training` from clips with labels; the file says from what. Where a file is missing or
does not fit, the referee asks more often instead.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from referee.hearing.evidence import Evidence, Vector

STOP = "stop"


@dataclass(frozen=True, slots=True)
class Prices:
    """What a mistake costs the table, where an order that must be said again costs one."""

    wrong: float = 6.0
    """An order that nobody gave."""
    stopped: float = 3.0
    """A STOP that nobody called: the table goes on with a word, and one that is missed is worse."""
    question: float = 0.8
    """To ask about something that was none, or that could have been taken."""

    def sure(self, kind: str = "") -> float:
        """So probable an order of this kind must be to be taken without asking."""
        return 1.0 - self.question / min(self.wrong, self.stopped if kind == STOP else self.wrong)

    @property
    def likely(self) -> float:
        """So probable it must be to be asked about."""
        return self.question / (1.0 + self.question)


AT_TABLE = Prices()
IN_DIALOGUE = Prices(wrong=2.0)
"""Where whoever is asked sees at once what was heard: while a game is set up, or a chart is drawn."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The two fitted functions."""

    alone: Vector | None = None
    both: Vector | None = None
    prices: Prices = AT_TABLE

    @classmethod
    def read(cls, file: Path) -> Decision:
        """An empty one where there is no such file or a damaged one."""
        try:
            return cls.of(json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError, TypeError):
            return cls()

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> Decision:
        alone, both = (np.array(told[name]["weights"], float) for name in ("alone", "both"))
        return cls(alone, both)

    def probable(self, evidence: Evidence) -> float:
        """How probable it is that just this was said."""
        vector = evidence.both() if evidence.is_whole else evidence.alone()
        weights = self.both if evidence.is_whole else self.alone
        if weights is None or len(weights) != len(vector):
            return _guess(evidence)
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, float(vector @ weights)))))

    def worth_asking(self, probabilities: Sequence[float]) -> bool:
        """Whether the second ear should be asked: not where all is clear already."""
        best = max(probabilities)
        return _HOPELESS < best < _CLEAR


_HOPELESS, _CLEAR = 0.02, 0.995
"""Probabilities at which the second ear would change nothing."""


def _guess(evidence: Evidence) -> float:
    """Where nothing was fitted: likely enough to be asked about where the recogniser prefers it, never sure."""
    return 0.7 if evidence.talk > 0 and evidence.rival > 0 else 0.1
