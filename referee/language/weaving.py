"""One game's sentences woven into one automaton: a call word in front, STOP before a system, then the order."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from string import Formatter

from hassil.expression import Expression, Group, ListReference, RuleReference, Sentence
from hassil.intents import IntentData

from referee.faults import Fault
from referee.language import sources
from referee.language.network import Op, Transducer
from referee.language.selection import Meant, Selection
from referee.language.weaver import Entry, Weaver, as_written
from referee.rules.crews import Role

ORDER = "order"
NEAR = "near"
"""The slots in which an intent's order is kept: a whole one, and one that lacks something."""
STRUCK, ALONE = "struck", "alone"
"""What blocks are only for: to be typed in a key or two, and to be heard where no crew is named."""

_GUARDED = frozenset({
    "team", "role", "heading", "column", "row", "sector", "other_column", "other_row", "other_sector", "panel", "place",
    "steps",
})  # fmt: skip
"""The slots whose words are never repaired."""


def plain(text: str) -> str:
    """Text as a careless typist writes it: lower case, no accents, no ligatures."""
    lowered = text.lower().replace("œ", "oe").replace("æ", "ae").replace("’", "'").replace("n°", " ")
    return "".join(mark for mark in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(mark))


def _careless(text: str, guarded: bool) -> Iterable[str]:
    """`j'active` as "j active" and "jactive"; a heading or a cell only apart, so that it cannot become another."""
    apart = plain(text).replace("'", " ").replace("-", " ")
    return (apart,) if guarded else dict.fromkeys((apart, apart.replace(" ", "")))


def automaton(selection: Selection) -> Transducer:
    """Everything of this game, with what it means."""
    return _Weaving(selection).automaton()


def callers(selection: Selection) -> Transducer:
    """The call words alone, with a role where one may be given."""
    return _Weaving(selection).callers()


class _Weaving:
    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self._cut = selection.cut
        self._intents = selection.source.intents
        self._here: IntentData | None = None
        self._weaver = Weaver(self._rule, self._entries, _careless if self._cut.keyboard else as_written, _GUARDED)

    def automaton(self) -> Transducer:
        weaver = self._weaver
        start, called, stopped = weaver.state(), weaver.state(), weaver.state()
        his = {only: weaver.state() for only in (*Role, STRUCK)}
        for _, meant, blocks in self._selection.blocks():
            for block in blocks:
                self._block(block, meant, called, stopped, {**his, ALONE: start})
        weaver.join(called, self._said("stop_first", weaver.space(stopped)))
        weaver.join(start, called)
        for role in Role:
            weaver.join(his[role], called)
        weaver.join(called, his[STRUCK])
        self._call(start, weaver.space(called), {only: weaver.space(state) for only, state in his.items()})
        return weaver.done(start)

    def callers(self) -> Transducer:
        start = self._weaver.state()
        self._call(start, self._weaver.END, dict.fromkeys((*Role, STRUCK), self._weaver.END))
        return self._weaver.done(start)

    def _call(self, start: int, end: int, his: Mapping[str, int]) -> None:
        """A crew's call word. At the keyboard a role may follow it, and what only that role says; or its first letter
        stands for it, before what is struck: before anything else it is too often the end of another word."""
        self._weaver.join(start, self._said("call", end))
        if self._cut.keyboard and self._rule("short_call"):
            self._weaver.join(start, self._said("short_call", his[STRUCK]))
        for role in Role if self._cut.keyboard else ():
            named = self._weaver.weave(ListReference(f"role.{role}:role"), his[role])
            self._weaver.join(start, self._said("call", self._weaver.space(named)))

    def _said(self, rule: str, end: int) -> int:
        return self._weaver.weave(RuleReference(rule_name=rule), end)

    def _block(self, block: IntentData, meant: Meant, called: int, stopped: int, his: Mapping[str, int]) -> None:
        only = (block.metadata or {}).get("only")
        if only in ((ALONE,) if self._cut.keyboard else ("keyboard", NEAR, STRUCK, *Role)):
            return
        self._here = block
        self._weaver.scope = block if block.expansion_rules or block.slot_lists else None
        fixed: tuple[Op, ...] = ((NEAR if only == NEAR else ORDER, meant.order), *block.slots.items())
        for sentence in block.sentences:
            self._check_slots(sentence, block, meant.order)
            before = self._weaver.weave(sentence.expression, self._weaver.END)
            if only != "stopped":
                self._weaver.join(his.get(str(only), called), before, fixed)
            if meant.stop:
                self._weaver.join(stopped, before, (*fixed, ("stop", True)))
        self._here = self._weaver.scope = None

    def _check_slots(self, sentence: Sentence, block: IntentData, order: str) -> None:
        """A sentence that cannot fill its order is found now, not when somebody says it."""
        references = _group(sentence).list_references({**self._intents.expansion_rules, **block.expansion_rules})
        filled = {*block.slots, *(reference.slot_name for reference in references)}
        missing = {name for _, name, _, _ in Formatter().parse(order) if name} - filled
        if missing and (block.metadata or {}).get("only") != NEAR:
            text = str(sentence.text)
            line = self._selection.source.find(text)
            at = {"file": line.file, "line": line.number} if line else {"file": self._selection.language, "line": 1}
            raise Fault("grammar.slot", sentence=text, slot=min(missing), **at)

    def _rule(self, name: str) -> Expression | None:
        local = self._here.expansion_rules if self._here else {}
        found = local.get(name) or self._intents.expansion_rules.get(name)
        return found.expression if found else None

    def _entries(self, name: str) -> tuple[Entry, ...] | None:
        local = self._here.slot_lists.get(name) if self._here else None
        if local is not None:
            return tuple(sources.entries(local, self._selection.language) or ())
        name, dot, only = name.partition(".")
        found = self._selection.values(name)
        return tuple(one for one in found if one[1] == only) if dot else found or None


def _group(sentence: Sentence) -> Group:
    """A sentence is always a group; hassil does not say so."""
    return sentence.expression if isinstance(sentence.expression, Group) else Group([sentence.expression])
