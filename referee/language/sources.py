"""Grammar files: hassil's YAML, read so that whatever is wrong in one can be named by file, line and sentence.

What the sentences mean is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from hassil.expression import TextChunk
from hassil.intents import Intents, RangeSlotList, SlotList, TextSlotList
from hassil.numbers import get_rbnf_engine
from hassil.parse_expression import parse_sentence
from hassil.parser import ParseError
from hassil.util import merge_dict

from referee.faults import Fault
from referee.language.weaver import Entry


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


def read(files: Iterable[Path], root: Path | None = None) -> Source:
    """The files as one grammar; a Fault with file, line and sentence when one of them is broken. Files are named from
    `root` on, else as they were given."""
    tree: dict[str, Any] = {}
    lines: list[Line] = []
    for file in files:
        named = file.relative_to(root).as_posix() if root else str(file)
        found = _tree(file, named)
        here = tuple(_lines(file, named))
        _check_sentences(here)
        _intents(found, named)
        lines.extend(here)
        merge_dict(tree, found)
    return Source(_intents(tree, "?"), tree, tuple(lines))


def _intents(tree: dict[str, Any], named: str) -> Intents:
    try:
        return Intents.from_dict({"language": "en", "intents": {}, **tree})
    except (KeyError, TypeError, ValueError, AttributeError, AssertionError, ParseError) as broken:
        raise Fault("grammar.shape", file=named, problem=broken) from broken


class _Loader(yaml.SafeLoader):  # type: ignore[misc]
    """YAML in which only true and false are truth values: "on", "no" and "yes" are words people say."""


_Loader.yaml_implicit_resolvers = {
    mark: [(tag, pattern) for tag, pattern in found if not tag.endswith(":bool")]
    for mark, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))


def _tree(file: Path, named: str) -> dict[str, Any]:
    try:
        found = yaml.load(file.read_text(encoding="utf-8"), Loader=_Loader)
    except FileNotFoundError as missing:
        raise Fault("grammar.missing", file=named) from missing
    except (OSError, UnicodeDecodeError) as broken:
        raise Fault("grammar.unreadable", file=named, problem=broken) from broken
    except yaml.YAMLError as broken:
        mark = getattr(broken, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise Fault("grammar.yaml", file=named, line=line, problem=getattr(broken, "problem", broken)) from broken
    if not isinstance(found, dict):
        raise Fault("grammar.shape", file=named, problem="no intents")
    return found


def _lines(file: Path, named: str) -> Iterator[Line]:
    root = yaml.compose(file.read_text(encoding="utf-8"))
    todo = [root]
    while todo:
        node = todo.pop(0)
        if isinstance(node, yaml.ScalarNode):
            yield Line(named, node.start_mark.line + 1, str(node.value))
        elif isinstance(node, yaml.SequenceNode):
            todo.extend(node.value)
        elif isinstance(node, yaml.MappingNode):
            todo.extend(value for _, value in node.value)


def _check_sentences(lines: Iterable[Line]) -> None:
    for line in lines:
        try:
            parse_sentence(line.text)
        except (ParseError, AssertionError, IndexError) as broken:
            raise Fault("grammar.sentence", file=line.file, line=line.number, sentence=line.text) from broken


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
    engine = get_rbnf_engine(span.words_language or language)
    for number in span.get_numbers():
        if span.digits:
            yield TextChunk(str(number)), number
        if span.words:
            said = {str(text).replace("\u00ad", "") for text in engine.format_number(number).text_by_ruleset.values()}
            for text in sorted({*said, *(one.replace("-", " ") for one in said)}):
                if not text[:1].isdigit():
                    yield TextChunk(text), number
