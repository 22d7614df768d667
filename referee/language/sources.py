"""Grammar files: hassil's YAML, read so that whatever is wrong in one can be named by file, line and sentence.

What the sentences mean is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from hassil.expression import TextChunk
from hassil.intents import Intents, RangeSlotList, SlotList, TextSlotList
from hassil.numbers import get_rbnf_engine
from hassil.parse_expression import parse_sentence
from hassil.parser import ParseError
from hassil.util import merge_dict
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from referee import files
from referee.faults import Fault
from referee.language import shape
from referee.language.weaver import Entry

_SAYABLE = ("sentences", "expansion_rules", "values")
_SHOWN = 100
_DEEPEST = 50
_MOST_NUMBERS = 10_000
"""Of one list: each is spelt out, in every way it can be said."""


@dataclass(frozen=True, slots=True)
class Line:
    """A text of a grammar file and where it stands."""

    file: str
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Source:
    """Grammar files read together: hassil's own tree of them, and their lines."""

    intents: Intents
    tree: dict[str, Any]
    lines: tuple[Line, ...]

    def find(self, word: str) -> Line | None:
        """The line a word stands in, whole or as part of a longer one."""
        return next((line for line in self.lines if word in line.text.lower().split()), None) or next(
            (line for line in self.lines if word in line.text.lower()), None
        )


def check_words(source: Source, words: Iterable[str], known: Collection[str]) -> None:
    """A Fault when the speech model lacks a word, with file, line and the nearest word it knows."""
    for word in sorted(words):
        if word not in known:
            line = source.find(word)
            near = process.extractOne(word, list(known), scorer=Levenshtein.distance)
            raise Fault(
                "grammar.word",
                word=word,
                file=line.file if line else "--team-name",
                line=line.number if line else 1,
                suggestion=near[0] if near else "?",
            )


def read(files: Iterable[Path], root: Path | None = None) -> Source:
    """The files as one grammar; a Fault with file, line and sentence when one of them is broken. Files are named from
    `root` on, else as they were given."""
    tree: dict[str, Any] = {}
    lines: list[Line] = []
    for file in files:
        named = file.relative_to(root).as_posix() if root else str(file)
        found, root_node = _tree(file, named)
        here = sorted(_lines(root_node, named), key=lambda line: line.number)
        _check_sentences(here)
        _intents(found, named)
        lines.extend(here)
        merge_dict(tree, found)
    return Source(_intents(tree, "?"), tree, tuple(lines))


def _intents(tree: dict[str, Any], named: str) -> Intents:
    try:
        return Intents.from_dict({"language": "en", "intents": {}, **tree})
    except (KeyError, TypeError, ValueError, AttributeError, AssertionError, ParseError) as broken:
        raise Fault("grammar.shape", file=named) from broken


# written in C where it can be had: ten times as fast
_Yaml: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Yaml):  # type: ignore[misc]
    """YAML in which only true and false are truth values: "on", "no" and "yes" are words people say."""


_Loader.yaml_implicit_resolvers = {
    mark: [(tag, pattern) for tag, pattern in found if not tag.endswith(":bool")]
    for mark, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))


def _tree(file: Path, named: str) -> tuple[dict[str, Any], yaml.Node]:
    """What a file holds, and the nodes it was made of, which know their lines."""
    text = _text(file, named)
    try:
        _check_depth(text)
        loader = _Loader(text)
        node = loader.get_single_node()
        shape.check(node, named)  # before anything is made of it: a node that is used twice is made twice
        found = loader.construct_document(node)
    except (yaml.YAMLError, ValueError, RecursionError) as broken:
        raise _no_yaml(broken, text, named) from broken
    if not isinstance(found, dict):  # a set, which YAML writes as names that stand for nothing
        raise Fault("grammar.shape", file=named)
    return found, node


def _check_depth(text: str) -> None:
    """What reads the file ends the whole program where its parts lie too deep within each other."""
    depth = 0
    for event in yaml.parse(text, Loader=_Yaml):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > _DEEPEST:
            raise Fault("grammar.swells")


def _text(file: Path, named: str) -> str:
    try:
        return files.text(file)
    except FileNotFoundError as missing:
        raise Fault("grammar.missing", file=named) from missing
    except UnicodeDecodeError as broken:
        raise Fault("grammar.not-utf8", file=named) from broken
    except OSError as broken:
        raise Fault("grammar.unreadable", file=named, why=broken.strerror) from broken


def _no_yaml(broken: Exception, text: str, named: str) -> Fault:
    """What the reader has to say of it is English; a tab, the slip that nobody sees, is told from all others."""
    line = _line(broken, text)
    before = text.split("\n")[line - 1]
    is_tab = "\t" in before[: len(before) - len(before.lstrip())]
    return Fault("grammar.tab" if is_tab else "grammar.yaml", file=named, line=line)


def _line(broken: Exception, text: str) -> int:
    mark, place = getattr(broken, "problem_mark", None), getattr(broken, "position", 0)
    return min(mark.line, text.count("\n")) + 1 if mark else text.count("\n", 0, place) + 1


def _lines(root: yaml.Node, named: str) -> Iterator[Line]:
    """Every sentence, rule and value of a list; what stands elsewhere is not for saying."""
    todo, seen = [(root, False)], set()
    while todo:
        node, sayable = todo.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.ScalarNode) and sayable:
            yield Line(named, node.start_mark.line + 1, str(node.value))
        elif isinstance(node, yaml.SequenceNode):
            todo.extend((inner, sayable) for inner in node.value)
        elif isinstance(node, yaml.MappingNode):
            todo.extend((inner, sayable or key.value in _SAYABLE) for key, inner in node.value)


def _check_sentences(lines: Iterable[Line]) -> None:
    for line in lines:
        try:
            parse_sentence(line.text)
        except (ParseError, AssertionError, IndexError, RecursionError) as broken:
            sentence = line.text if len(line.text) <= _SHOWN else f"{line.text[:_SHOWN]}…"
            raise Fault("grammar.sentence", file=line.file, line=line.number, sentence=sentence) from broken


def entries(slot_list: SlotList, language: str) -> Iterator[Entry] | None:
    """The values of a list; None for one that stands for any words at all."""
    match slot_list:
        case TextSlotList():
            return ((value.text_in, value.value_out) for value in slot_list.values)
        case RangeSlotList():
            return _numbers(slot_list, language)
        case _:
            return None


def _numbers(span: RangeSlotList, language: str) -> Iterator[Entry]:
    spoken_in = span.words_language or language
    try:
        engine = get_rbnf_engine(spoken_in)
    except ValueError as unknown:
        raise Fault("grammar.no-numbers", name=span.name, language=spoken_in) from unknown
    if len(range(span.start, span.stop + 1, span.step)) > _MOST_NUMBERS:
        raise Fault("grammar.too-many-numbers", name=span.name, most=_MOST_NUMBERS)
    for number in span.get_numbers():
        if span.digits:
            yield TextChunk(str(number)), number
        if span.words:
            said = {str(text).replace("\u00ad", "") for text in engine.format_number(number).text_by_ruleset.values()}
            for text in sorted({*said, *(one.replace("-", " ") for one in said)}):
                if not text[:1].isdigit():
                    yield TextChunk(text), number
