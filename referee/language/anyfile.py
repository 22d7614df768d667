"""Any hassil file, not only the game's: its intents, slots and text, for whoever brings a grammar of his own.

Nothing here knows an order. Lists of values and of numbers can be heard; a wildcard stands for any words at all and
cannot.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from hassil.expression import Expression
from hassil.intents import IntentData

from referee.faults import Fault
from referee.language import sources
from referee.language.network import Network, Transducer
from referee.language.weaver import Entry, Weaver

_INTENT = "\0intent"


@dataclass(frozen=True, slots=True)
class Match:
    """What an utterance is in a grammar of any kind."""

    intent: str
    slots: dict[str, Any]
    text: str


class AnyGrammar:
    """The phrases of one hassil file."""

    def __init__(self, file: Path) -> None:
        self.source = sources.read([file])
        self.language: str = self.source.intents.language
        self._here: IntentData | None = None

    @cached_property
    def _automaton(self) -> Transducer:
        weaver = Weaver(self._rule, self._entries)
        start = weaver.state()
        for name, intent in self.source.intents.intents.items():
            for block in intent.data:
                self._here = block
                weaver.scope = block if block.expansion_rules or block.slot_lists else None
                for line in block.sentences:
                    meant = ((_INTENT, name), *block.slots.items())
                    weaver.join(start, weaver.weave(line.expression, weaver.END), meant)
        return weaver.done(start, self.source.intents.skip_words)

    def network(self, known: Collection[str] | None = None) -> Network:
        """What the recogniser may hear. With the words its model knows: a word of the file that is not among them is a
        Fault with file and line; of the ways to write a number ("twenty-one", "twenty one") those it knows are kept.
        """
        typed = {str(word).lower() for word in self.source.tree.get("typed_only", ())}
        heard = self._automaton.network(lambda word: not word.isdigit() and word not in typed)
        if known is None:
            return heard
        own = {word for word in heard.words() if word in known or self.source.find(word)}
        sources.check_words(self.source, own, known)
        return self._automaton.network(own.__contains__)

    def words(self) -> frozenset[str]:
        return self.network().words()

    def written_cells(self, words: Sequence[str]) -> Sequence[str]:
        """Letters and numbers as people write them; here nobody knows which words they are."""
        return words

    def parse(self, words: str | Iterable[str]) -> Match | None:
        """The whole utterance as one intent, the file's first where several fit; None when it is none."""
        said = words.split() if isinstance(words, str) else list(words)
        order = list(self.source.intents.intents)
        found = [dict(ops) for ops in self._automaton.read(said)]
        found.sort(key=lambda slots: (order.index(slots[_INTENT]), repr(sorted(slots.items(), key=str))))
        if not found:
            return None
        slots = {name: value for name, value in found[0].items() if name != _INTENT}
        return Match(found[0][_INTENT], slots, " ".join(said))

    def _rule(self, name: str) -> Expression | None:
        local = self._here.expansion_rules if self._here else {}
        found = local.get(name) or self.source.intents.expansion_rules.get(name)
        return found.expression if found else None

    def _entries(self, name: str) -> Iterator[Entry] | None:
        local = self._here.slot_lists if self._here else {}
        found = local.get(name) or self.source.intents.slot_lists.get(name)
        if found is None:
            return None
        values = sources.entries(found, self.language)
        if values is None:
            raise Fault("grammar.wildcard", name=name)
        return values
