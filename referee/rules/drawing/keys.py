"""A TOML text read key by key: values come out, problems pile up, each with the line it is on.

What never lives here: what the keys mean.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from referee.rules.drawing.problems import Flaw, Problem

_KEY = re.compile(r"\s*([A-Za-z0-9_.\"-]+)\s*=\s*(.*)")
_TABLE = re.compile(r"\s*\[\s*([A-Za-z0-9_.\"-]+)\s*\]\s*(#.*)?")
_AT_LINE = re.compile(r"at line ([0-9]+)")
_QUOTES = ("'''", '"""')

Choice = TypeVar("Choice", bound=StrEnum)


class Misdrawn(Exception):
    """A scenario file that cannot be played, with everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda one: one.line or 0))
        super().__init__(", ".join(f"{one.line}: {one.flaw}" for one in self.problems))


def key_lines(text: str) -> dict[str, int]:
    """The line on which each dotted key is written; a drawn block begins on the line after its key."""
    lines: dict[str, int] = {}
    table, inside = "", None
    for number, line in enumerate(text.splitlines(), 1):
        if inside:
            inside = None if inside in line else inside
        elif heading := _TABLE.fullmatch(line):
            table = heading[1].replace('"', "") + "."
            lines[table[:-1]] = number
        elif key := _KEY.fullmatch(line):
            lines[table + key[1].replace('"', "")] = number
            inside = next((quotes for quotes in _QUOTES if key[2].count(quotes) == 1), None)
    return lines


class Reading:
    """One reading of one text."""

    def __init__(self, text: str) -> None:
        self.problems: list[Problem] = []
        self.top: Mapping[str, object] = {}
        self._lines = key_lines(text)
        try:
            self.top = tomllib.loads(text)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            where = _AT_LINE.search(str(error))
            self.problems.append(Problem.at(int(where[1]) if where else len(text.splitlines()), Flaw.NOT_TOML))

    def choice(self, kind: type[Choice], path: str, value: object) -> Choice | None:
        found = next((one for one in kind if one.value == value), None)
        if value is None:
            self.add(path, Flaw.KEY_MISSING, entry=path, known=listed(kind))
        elif found is None:
            self.add(path, Flaw.VALUE_WRONG, entry=path, value=str(value), known=listed(kind))
        return found

    def array(self, path: str, value: object) -> list[object]:
        if isinstance(value, list):
            return value
        self.add(path, Flaw.VALUE_WRONG, entry=path, value=str(value), known="[…]")
        return []

    def table(self, path: str, value: object) -> Mapping[str, object]:
        if isinstance(value, dict):
            return value
        self.add(path, Flaw.VALUE_WRONG, entry=path, value=str(value), known="en = …, fr = …")
        return {}

    def sentences(self, path: str, value: object) -> dict[str, str]:
        return {language: str(sentence) for language, sentence in self.table(path, value).items()}

    def known(self, path: str, table: Mapping[str, object], keys: Iterable[str]) -> None:
        for key in table:
            if key not in keys:
                self.add(path + key, Flaw.KEY_UNKNOWN, entry=key, known=listed(keys))

    # -- where it is written
    def add(self, path: str, flaw: Flaw, **slots: str | int) -> None:
        self.problems.append(Problem.at(self.line(path), flaw, **slots))

    def line(self, path: str) -> int | None:
        """The line of a key, or of the nearest key or table around it."""
        while path:
            inside = [line for key, line in self._lines.items() if key == path or key.startswith(path + ".")]
            if inside:
                return min(inside)
            path = path.rpartition(".")[0]
        return 1

    def block(self, path: str) -> int | None:
        line = self.line(path)
        return None if line is None else line + 1


def listed(words: Iterable[str]) -> str:
    return ", ".join(str(word) for word in words)
