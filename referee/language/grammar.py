"""What may be said in one game: the grammar files of a language, as a word automaton and as orders.

Strict: a whole utterance is one order or none. Repair is for typed text alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property

from referee.language import sources, weaving
from referee.language.network import Network, Ops, Transducer
from referee.language.selection import Cut, Part, Selection
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood
from referee.language.weaving import ORDER, plain
from referee.language.written import SLOT, Letters
from referee.rules import notation
from referee.rules.crews import Game, Mode, Role, Team
from referee.rules.orders import Announced, Place
from referee.rules.roles import whose

__all__ = ["Grammar", "Part", "meaning"]

LARGEST = 26
_WORD = re.compile(r"[^\W\d_]+")


class Grammar:
    """The phrases of one game in one language."""

    def __init__(self, language: str, cut: Cut) -> None:
        self.language = language
        self.cut = cut
        self.selection = Selection.of(language, cut)
        self.source = self.selection.source
        self.typed_only = frozenset(str(word).lower() for word in self.source.tree.get("typed_only", ()))

    @classmethod
    def load(
        cls,
        language: str,
        game: Game,
        mode: Mode | None = None,
        team_names: Mapping[Team, str] | None = None,
        *,
        part: Part = Part.PLAY,
        columns: int = 15,
        rows: int = 15,
    ) -> Grammar:
        """The grammar of a language for one game. `columns` and `rows` are the chart's, never what is legal on it."""
        names = tuple(sorted((team_names or {}).items()))
        return _loaded(language, Cut(game, mode, part, columns, rows, names))

    @classmethod
    def for_keyboard(
        cls, language: str, game: Game, team_names: Mapping[Team, str] | None = None, part: Part = Part.PLAY
    ) -> Grammar:
        """The same with what is only typed, its words spelt without accents, apostrophes or hyphens."""
        names = tuple(sorted((team_names or {}).items()))
        return _loaded(language, Cut(game, None, part, LARGEST, LARGEST, names, keyboard=True))

    @cached_property
    def automaton(self) -> Transducer:
        """The words with what they mean."""
        return weaving.automaton(self.selection)

    @cached_property
    def callers(self) -> Transducer:
        """The call words alone, with a role where one is given."""
        return weaving.callers(self.selection)

    def words_of_a_call(self, words: Sequence[str]) -> int:
        """How many words in front are the name of a crew."""
        return next((count for count in range(len(words), 0, -1) if any(self.callers.read(words[:count]))), 0)

    @cached_property
    def _letters(self) -> Letters:
        return Letters.of(self.source.tree)

    def written_cells(self, words: Sequence[str]) -> Sequence[str]:
        """Each letter and number as people write it; nothing of other words."""
        return self._letters.of_cells(words)

    @cached_property
    def everyday(self) -> frozenset[str]:
        """Words of the language that are one slip away from an order and are no order."""
        return frozenset(plain(self.selection.everyday()).split())

    @cached_property
    def secret_words(self) -> frozenset[str]:
        """Words of what a crew tells the referee alone, and of nothing that is said aloud: "glide", "moved"."""
        secret = self._words_of(private=True) - self._words_of(private=False)
        spoken = _loaded(self.language, replace(self.cut, keyboard=False)).automaton.steps
        return frozenset(secret - {word for steps in spoken for said in steps for word in plain(said).split()})

    def _words_of(self, *, private: bool) -> set[str]:
        """The fixed words of the templates."""
        blocks = [data for _, meant, found in self.selection.blocks() if meant.keyboard is private for data in found]
        templates = [SLOT.sub(" ", template) for data in blocks for template in data.sentence_texts]
        return {word for template in templates for word in _WORD.findall(plain(template))}

    @cached_property
    def fillers(self) -> tuple[str, ...]:
        """What a typist may put anywhere without meaning anything, spelt carelessly."""
        return tuple(plain(words).replace("'", " ") for words in self.source.intents.skip_words)

    @cached_property
    def _network(self) -> Network:
        return self.automaton.network(self._is_spoken)

    def _is_spoken(self, word: str) -> bool:
        return not word.isdigit() and word not in self.typed_only

    def network(self, known: Collection[str] | None = None) -> Network:
        """What the recogniser may hear, as a word automaton; checked against the words its model knows, if given."""
        if known is not None:
            self.check(known)
        return self._network

    def words(self) -> frozenset[str]:
        """Every word of the network: what the speech model must know."""
        return self._network.words()

    def words_of_cells(self) -> frozenset[str]:
        """Letters and numbers of all charts: alone they are no order, and players say them all the time."""
        largest, smallest = (replace(self.cut, columns=size, rows=size) for size in (LARGEST, 1))
        return _loaded(self.language, largest).words() - _loaded(self.language, smallest).words()

    def parse(self, words: str | Iterable[str]) -> Understanding:
        """The whole utterance as one order, or nothing."""
        said = words.split() if isinstance(words, str) else list(words)
        return self.read(said) or NotUnderstood(" ".join(said))

    def read(self, words: Iterable[str]) -> Understood | Ambiguous | None:
        """The same; None for nothing."""
        found = _without_echoes({one for one in map(meaning, self.automaton.read(words)) if one is not None})
        found = {one for one in found if is_his(one.announced)} or found
        # a place that was asked for is taken before it is read: alone, "d3" is a drone
        found = {one for one in found if not isinstance(one.announced.order, Place)} or found
        if len(found) < 2:
            return found.pop() if found else None
        return Ambiguous(tuple(sorted({one.announced for one in found}, key=notation.line_of)))

    def check(self, known: Collection[str]) -> None:
        """A Fault when the speech model lacks a word, with file, line and the nearest word it knows."""
        sources.check_words(self.source, self.words(), known)


def meaning(ops: Ops) -> Understood | None:
    """Gathered slots as an order with its crew."""
    slots = dict(ops)
    order = notation.parse(slots[ORDER].format(**slots)) if ORDER in slots else None
    if order is None:
        return None
    team = Team(slots["team"]) if "team" in slots else None
    role = Role(slots["role"]) if "role" in slots else None
    return Understood(Announced(order, team, role), stop="stop" in slots)


def is_his(announced: Announced) -> bool:
    """Whether whoever is named may give that order: in "blue engineer: west 2" nobody glides."""
    return announced.role is None or announced.role in whose(announced.order)


def _without_echoes(found: set[Understood]) -> set[Understood]:
    """In "blue first mate okay" the role belongs to the crew or to the order: the reading that keeps it says it all."""
    return found - {replace(one, announced=replace(one.announced, role=None)) for one in found if one.announced.role}


@cache
def _loaded(language: str, cut: Cut) -> Grammar:
    return Grammar(language, cut)
