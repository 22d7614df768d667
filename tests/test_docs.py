"""What the pages say is true: generated parts are current, links and the files that are named lead somewhere."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import referee

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


def anchors(page: Path) -> set[str]:
    """The headings of a page as a link names them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_and_pictures_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [*re.findall(r"\]\(([^)\s]+)\)", text), *re.findall(r'(?:src|href)="([^"]+)"', text)]
    for link in links:
        if not link.startswith(("http:", "https:", "mailto:")):
            name, _, anchor = link.partition("#")
            there = page.parent / name if name else page
            assert there.exists(), link
            assert not anchor or anchor in anchors(there), link


def test_every_picture_is_shown_and_taken_by_the_script() -> None:
    shown = {Path(name).name for page in PAGES for name in re.findall(r'src="([^"]+)"', page.read_text("utf-8"))}
    taken = runpy.run_path(str(CHECKOUT / "scripts" / "pictures.py"))["names"]()
    assert set(taken) == shown == {file.name for file in (CHECKOUT / "docs" / "pictures").iterdir()}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_exist(page: Path) -> None:
    folders = ("referee", "tests", "grammars", "scenarios", "models", "docs", "scripts")
    named = [code for code in codes(page) if re.fullmatch(rf"({'|'.join(folders)})/[\w./-]+", code)]
    assert [name for name in named if not (CHECKOUT / name).exists() and "<" not in name] == []
