"""What the pages say is true: generated parts are current, links lead somewhere, commands exist as they are written."""

from __future__ import annotations

import re
import runpy
from contextlib import suppress
from pathlib import Path

import pytest

import referee
from referee.cli import command_names, parser
from referee.faults import Fault

CHECKOUT = Path(referee.__file__).parent.parent
PAGES = sorted([*CHECKOUT.glob("*.md"), *(CHECKOUT / "docs").glob("*.md")])
CODE = re.compile(r"`([^`\n]+)`|^    (.+)$", re.M)


def codes(page: Path) -> list[str]:
    """What is set as code: in a line, or indented."""
    text = page.read_text(encoding="utf-8")
    return [inline or block for inline, block in CODE.findall(text)]


def test_what_is_made_from_the_program_is_current() -> None:
    made = runpy.run_path(str(CHECKOUT / "scripts" / "docs.py"))
    for file, text in made["pages"]():
        assert file.read_text(encoding="utf-8") == text, f"{file.name} is old: make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    local = [link for link in links if not link.startswith(("http:", "https:", "mailto:"))]
    assert [link for link in local if not (page.parent / link).exists()] == []


def _wrong(words: list[str]) -> str:
    """What is wrong with a command, if anything. A page may leave out what goes without saying there."""
    try:
        with suppress(SystemExit):
            parser([words[0]]).parse_args(words)
    except Fault as fault:
        return str(fault.slots["what"])
    return ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_are_as_they_are_written(page: Path) -> None:
    for code in codes(page):
        words = re.split(r" [|<#>] ", code)[0].split()
        if words[:1] == ["referee"] and len(words) > 1:
            assert words[1] in command_names(), code
            assert not re.search("unrecognized|invalid", _wrong(words[1:])), code
        elif words[:1] == ["make"]:
            goals = re.findall(r"^([a-z]+):", (CHECKOUT / "Makefile").read_text(encoding="utf-8"), re.M)
            assert words[1] in goals, code


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_exist(page: Path) -> None:
    folders = ("referee", "tests", "grammars", "scenarios", "models", "docs", "scripts")
    named = [code for code in codes(page) if re.fullmatch(rf"({'|'.join(folders)})/[\w./-]+", code)]
    assert [name for name in named if not (CHECKOUT / name).exists() and "<" not in name] == []


def test_there_is_something_to_check() -> None:
    readme = next(page for page in PAGES if page.name == "README.md")
    assert any(code.startswith("referee demo") for code in codes(readme))
    assert any(code.startswith("make play") for code in codes(readme))
