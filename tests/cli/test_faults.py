"""Every fault of the program has its sentence in every language, filled with what the code gives it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import referee
from referee.language.messages import catalogue, languages

ROOM = re.compile(r"^[a-z]+\.[a-z0-9.-]+$")


def raised() -> Iterator[tuple[str, str, frozenset[str] | None]]:
    """Each `Fault("key", slot=…)` of the source: where, its key, its slots (None when some come from a mapping)."""
    root = Path(referee.__file__).parent
    for path in sorted(root.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Fault" and node.args:
                named = frozenset(word.arg for word in node.keywords if word.arg)
                whole = all(word.arg for word in node.keywords)
                for key in _keys(node.args[0]):
                    yield f"{path.relative_to(root)}:{node.lineno}", key, named if whole else None


def _keys(argument: ast.expr) -> Iterator[str]:
    found = (node.value for node in ast.walk(argument) if isinstance(node, ast.Constant))
    yield from (value for value in found if isinstance(value, str) and ROOM.match(value))


@pytest.mark.parametrize("language", languages())
def test_every_fault_has_its_sentence(language: str) -> None:
    sentences = catalogue(language)
    missing = [f"{where} {key}" for where, key, _ in raised() if f"faults.{key}" not in sentences]
    assert missing == []


@pytest.mark.parametrize("language", languages())
def test_no_fault_leaves_a_hole_in_its_sentence(language: str) -> None:
    sentences = catalogue(language)
    holes = []
    for where, key, slots in raised():
        wanted = set(re.findall(r"{([a-z_]+)", sentences.shown(f"faults.{key}")))
        if slots is not None and not wanted <= slots:
            holes.append(f"{where} {key} lacks {wanted - slots}")
    assert holes == []


def test_the_source_is_read_at_all() -> None:
    assert len(list(raised())) > 20
