"""What is likely to be said in a game: every public sentence of the catalogues whose words are known beforehand.

A sentence with slots is taken clause by clause: "{team}, torpedo in {cell}." gives each crew's name, and leaves the
clause with the cell to be made when it is said.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from referee.language.messages import Catalogue
from referee.voice.reading import clauses

_SPOKEN = ("events.", "prompts.", "table.refused.", "table.cancelled.", "table.pace.", "table.status.")
_SLOT = re.compile(r"\{(\w+)\}")
_MOST = 30


def likely(words: Catalogue) -> Iterator[tuple[str, str]]:
    """Clauses and their language, each once."""
    seen: set[str] = set()
    for key in words:
        if not key.startswith(_SPOKEN):
            continue
        for clause in clauses(words.spoken(key)):
            for filled in _filled(clause, words):
                if filled not in seen:
                    seen.add(filled)
                    yield filled, words.language


def _filled(clause: str, words: Catalogue) -> Iterator[str]:
    slots = list(dict.fromkeys(_SLOT.findall(clause)))
    values = [_values(slot, words) for slot in slots]
    ways = list(itertools.islice(itertools.product(*values), _MOST + 1))
    if len(ways) <= _MOST:
        said = (clause.format(**dict(zip(slots, way, strict=True))) for way in ways)
        yield from (one for one in said if "{" not in one)


def _values(slot: str, words: Catalogue) -> list[str]:
    """The few words a slot may hold; none at all where they are many."""
    family = "table.team." if slot in ("team", "other", "first", "winner") else f"crews.{slot}."
    return [words.spoken(key) for key in words if key.startswith(family)]
