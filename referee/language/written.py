"""Which words of an order are letters and numbers, and as what they are known: "cé" is C, "charlie" Charlie. What they
are called comes from the grammar itself.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

_SPELT = re.compile(r"\(([^()]*)\) <like>")
SLOT = re.compile(r"\{[^}]*\}|<[^>]*>")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_AROUND_CELLS = ("like", "axis", "letter_axis", "sector")
"""The rules whose words stand beside a letter."""


@dataclass(frozen=True, slots=True)
class Letters:
    """How the letters of columns are called."""

    names: Mapping[str, str]
    """The letter that is called so: cé, C."""
    radio: Collection[str]
    """The words that stand for a letter: charlie."""
    numbers: Collection[str]
    """Those of rows."""
    after: Collection[str]
    """What may follow a letter's name or a number; before another word "a" is no letter, and "un" no number."""

    @classmethod
    def of(cls, tree: Mapping[str, Any]) -> Letters:
        """Those of a grammar's files; none where it has no columns."""
        columns = _values(tree, "column")
        names = {
            name: str(entry["out"])
            for entry in columns
            for spelt in _SPELT.findall(entry["in"])
            for name in spelt.split("|")
        }
        alone = {word for entry in columns for word in entry["in"].split("|(")[0].strip("(").split("|")}
        rules = (tree.get("expansion_rules", {}).get(name, "") for name in _AROUND_CELLS)
        around, numbers = _words(rules), _words(entry["in"] for entry in _values(tree, "row"))
        return cls(names, alone - set(names), numbers, around | numbers)

    def of_cells(self, words: Sequence[str]) -> list[str]:
        """As what each letter or number is known; nothing of other words."""
        return [
            self._one(word) if self._is_of_a_cell(word, following) else ""
            for word, following in zip_longest(words, words[1:])
        ]

    def _is_of_a_cell(self, word: str, following: str | None) -> bool:
        if word in self.names or word in self.numbers:
            return following is None or following in self.after
        return word in self.radio

    def _one(self, word: str) -> str:
        return word.capitalize() if word in self.radio else self.names.get(word, word)


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in _WORD.findall(SLOT.sub(" ", text))}


def _values(tree: Mapping[str, Any], name: str) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = tree.get("lists", {}).get(name, {}).get("values", ())
    return [entry for entry in found if isinstance(entry, Mapping)]
