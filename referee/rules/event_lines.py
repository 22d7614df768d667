"""One line of text for every event, and back: `course-held blue N`. ASCII, free of any language.

The first word is the event's name, the others its fields in order; `-` is nothing, `yes` and `no` are flags.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any, get_type_hints

from referee.rules import notation
from referee.rules.crews import Role, System, Team
from referee.rules.events import EVENTS, Cause, Event
from referee.rules.orders import At, Fact, Panel
from referee.rules.scenario import Circuit
from referee.rules.sea import Cell, Heading


def name_of(kind: type[Event]) -> str:
    """`CourseHeld` is `course-held`: the key of its sentence, and the first word of its line."""
    return _NAMES[kind]


def _kebab(kind: type[Event]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


_NAMES: dict[type[Event], str] = {kind: _kebab(kind) for kind in EVENTS}
_KINDS: dict[str, type[Event]] = {name: kind for kind, name in _NAMES.items()}


def _facts(text: str) -> tuple[Fact, ...]:
    found = notation.parse("at " + text.replace("=", " ").replace(",", " "))
    if not isinstance(found, At):
        raise ValueError(text)
    return found.facts


def _facts_text(facts: tuple[Fact, ...]) -> str:
    words = notation.text_of(At(facts)).split()[1:]
    return ",".join(f"{kind}={value}" for kind, value in zip(words[::2], words[1::2], strict=True))


def _flag(text: str) -> bool:
    return {"yes": True, "no": False}[text]


_READ: dict[Any, Callable[[str], Any]] = {
    Team: Team, Role: Role, System: System, Heading: Heading, Panel: Panel, Circuit: Circuit, Cause: Cause,
    Cell: Cell.named, int: int, bool: _flag, tuple[Fact, ...]: _facts,
    Team | None: Team, Role | None: Role, int | None: int, Cell | None: Cell.named,
}  # fmt: skip


def _columns_of(kind: type[Event]) -> tuple[tuple[str, Callable[[str], Any]], ...]:
    hints = get_type_hints(kind)
    return tuple((field.name, _READ[hints[field.name]]) for field in fields(kind))


_COLUMNS = {kind: _columns_of(kind) for kind in EVENTS}


def _word(value: object) -> str:
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return _facts_text(value)
        case _:
            return str(value)


def text_of(event: Event) -> str:
    """The event on one line."""
    words = (_word(getattr(event, name)) for name, _ in _COLUMNS[type(event)])
    return " ".join((name_of(type(event)), *words))


def parse(line: str) -> Event | None:
    """The event of a line, or None when it is none."""
    name, *words = line.split() or [""]
    kind = _KINDS.get(name)
    if kind is None or len(words) != len(_COLUMNS[kind]):
        return None
    try:
        values = [None if word == "-" else read(word) for word, (_, read) in zip(words, _COLUMNS[kind], strict=True)]
        make: Callable[..., Event] = kind
        return make(*values)
    except (ValueError, KeyError):
        return None


def events_of(lines: Iterable[str]) -> tuple[Event, ...]:
    """The events of these lines; a line that is none is left out."""
    return tuple(event for line in lines if (event := parse(line)) is not None)
