"""What a grammar file looks like, so that where one looks otherwise it can be said: at which line, in which place, and
what belongs there. What its sentences mean is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import yaml

from referee.faults import Fault

_TEXT, _NOTHING = "tag:yaml.org,2002:str", "tag:yaml.org,2002:null"
_WITHIN = " › "
_SHOWN = 40
_MOST = 100_000
"""Nodes of a file; the game's own has not a fiftieth."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in which file something stands."""

    file: str
    path: tuple[str, ...] = ()

    def of(self, name: object) -> Place:
        return Place(self.file, (*self.path, str(name)))

    def fault(self, key: str, node: yaml.Node, **slots: object) -> Fault:
        line, place = node.start_mark.line + 1, _WITHIN.join(self.path) or self.file
        return Fault(key, file=self.file, line=line, place=place, **slots)


@dataclass(frozen=True, slots=True)
class Anything:
    """What is looked at elsewhere, or not at all."""

    def check(self, node: yaml.Node, at: Place) -> None:
        """A Fault where something else stands there."""


@dataclass(frozen=True, slots=True)
class Single(Anything):
    """A text or a number."""

    def check(self, node: yaml.Node, at: Place) -> None:
        if not isinstance(node, yaml.ScalarNode) or node.tag == _NOTHING:
            raise at.fault("grammar.not-text", node, found=_shown(node))


@dataclass(frozen=True, slots=True)
class Text(Anything):
    """What is said, or a name: a number has to stand in quotes."""

    def check(self, node: yaml.Node, at: Place) -> None:
        if node.tag != _TEXT:
            raise at.fault("grammar.not-text", node, found=_shown(node))


@dataclass(frozen=True, slots=True)
class Whole(Anything):
    """A whole number, no less than this where there is a least."""

    least: int | None = None

    def check(self, node: yaml.Node, at: Place) -> None:
        number = _whole(node)
        if number is None:
            raise at.fault("grammar.not-a-number", node, found=_shown(node))
        if self.least is not None and number < self.least:
            raise at.fault("grammar.too-small", node, found=number, least=self.least)


@dataclass(frozen=True, slots=True)
class Listed(Anything):
    """One after another."""

    each: Anything

    def check(self, node: yaml.Node, at: Place) -> None:
        if not isinstance(node, yaml.SequenceNode):
            raise at.fault("grammar.not-a-list", node)
        for number, one in enumerate(node.value, 1):
            self.each.check(one, at.of(number))


@dataclass(frozen=True, slots=True)
class Named(Anything):
    """Names, each with what it stands for."""

    known: Mapping[str, Anything] = field(default_factory=dict)
    needed: tuple[str, ...] = ()
    others: Anything = field(default_factory=Anything)

    def check(self, node: yaml.Node, at: Place) -> None:
        if not isinstance(node, yaml.MappingNode):
            raise at.fault("grammar.not-named", node)
        for name, inner in node.value:
            Text().check(name, at)
            self.known.get(name.value, self.others).check(inner, at.of(name.value))
        there = {name.value for name, _ in node.value}
        for name in self.needed:
            if name not in there:
                raise at.fault("grammar.lacks", node, entry=name)


@dataclass(frozen=True, slots=True)
class _Value(Anything):
    """One of a list: a text, or what is said and what it stands for."""

    def check(self, node: yaml.Node, at: Place) -> None:
        one: Anything = Named({"in": Text()}, ("in",)) if isinstance(node, yaml.MappingNode) else Text()
        one.check(node, at)


@dataclass(frozen=True, slots=True)
class _List(Anything):
    """What may stand in one place of a sentence."""

    def check(self, node: yaml.Node, at: Place) -> None:
        number = Named({"from": Whole(), "to": Whole(), "step": Whole(1)}, ("from", "to"))
        Named({"values": Listed(_Value()), "range": number}).check(node, at)
        if not {"values", "range", "wildcard"} & {name.value for name, _ in node.value}:
            raise at.fault("grammar.lacks", node, entry="values")


_SAID: Mapping[str, Anything] = {"expansion_rules": Named(others=Text()), "lists": Named(others=_List())}
_BLOCK = Named(
    {"sentences": Listed(Text()), "slots": Named(others=Single()), "metadata": Named(), **_SAID}, ("sentences",)
)
_INTENT = Named({"data": Listed(_BLOCK)}, ("data",))
_FILE = Named({
    "language": Text(), "intents": Named(others=_INTENT), "skip_words": Listed(Text()), "typed_only": Listed(Single()),
    **_SAID,
})  # fmt: skip


def check(root: yaml.Node | None, file: str) -> None:
    """A Fault with line and place where this is no grammar file."""
    if not isinstance(root, yaml.MappingNode):
        raise Fault("grammar.shape", file=file)
    if _weight(root, {}) > _MOST:
        raise Fault("grammar.swells")
    _FILE.check(root, Place(file))


def _weight(node: yaml.Node, known: dict[int, int]) -> int:
    """How many nodes it is once each has been made as often as it is used; one within itself counts once."""
    if isinstance(node, yaml.ScalarNode):
        return 1
    if id(node) not in known:
        known[id(node)] = 1
        pairs = node.value if isinstance(node, yaml.MappingNode) else ((inner,) for inner in node.value)
        known[id(node)] = 1 + sum(_weight(inner, known) for pair in pairs for inner in pair)
    return known[id(node)]


def _whole(node: yaml.Node) -> int | None:
    try:
        return int(node.value)
    except (TypeError, ValueError):
        return None


def _shown(node: yaml.Node) -> str:
    """What stands there, or how it begins."""
    if isinstance(node, yaml.ScalarNode):
        return (node.value or "null")[:_SHOWN]
    first = node.value[0] if node.value else None
    return f"{_shown(first[0])}: …" if isinstance(first, tuple) else "[…]"
