"""Writes the pages and tables that are made from the program itself: `make docs`. A test keeps them current."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from referee import cli
from referee.language import page
from referee.language.messages import Catalogue, catalogue
from referee.rules.crews import Game
from referee.rules.house import HOUSE_RULES, HouseRule

ROOT = Path(__file__).resolve().parent.parent
READMES = {"en": ROOT / "README.md", "fr": ROOT / "README.fr.md"}
HOUSE_PAGES = {"en": ROOT / "docs" / "house-rules.md", "fr": ROOT / "docs" / "house-rules.fr.md"}
COMMANDS = ("<!-- commands:begin -->", "<!-- commands:end -->")


def pages() -> Iterator[tuple[Path, str]]:
    """Every file that is made, wholly or between its markers, and what it should hold."""
    for language, readme in READMES.items():
        text = readme.read_text(encoding="utf-8")
        text = page.into(text, page.markdown(language), readme.name)
        yield readme, _between(text, COMMANDS, _commands(catalogue(language)))
    for language, file in HOUSE_PAGES.items():
        yield file, _house_rules(catalogue(language))


def _between(text: str, markers: tuple[str, str], new: str) -> str:
    before, rest = text.split(markers[0])
    _, after = rest.split(markers[1])
    return f"{before}{markers[0]}\n{new}\n{markers[1]}{after}"


def _commands(words: Catalogue) -> str:
    rows = [f"| `referee {name}` | {words.shown(f'cli.commands.{name}')} |" for name in cli.COMMANDS]
    return "\n".join(["| | |", "|---|---|", *rows])


def _house_rules(words: Catalogue) -> str:
    parts = [f"# {words.shown('cli.docs.house-title')}", words.shown("cli.docs.house-intro")]
    for game in Game:
        parts.append(f"## {words.shown(f'console.game.{game}')}")
        parts += [_house_rule(rule, words) for rule in HOUSE_RULES if rule.games[0] is game]
    return "\n\n".join(parts) + "\n"


def _house_rule(rule: HouseRule, words: Catalogue) -> str:
    values = [f"- `{value}`: {words.shown(f'house.{rule.name}.{value}')}" for value in rule.values]
    about = words.shown(f"house.{rule.name}.about")
    return "\n".join([f"### `{rule.name}`", "", f"{about} {_books(rule, words)}", "", *values])


def _books(rule: HouseRule, words: Catalogue) -> str:
    say = words.shown
    if set(rule.silent) == {"en", "fr"} and rule.en == rule.fr:
        return say("cli.docs.house-silent", value=rule.en)
    if rule.en == rule.fr:
        said = say("cli.docs.house-same", value=rule.en)
    else:
        said = say("cli.docs.house-books", en=rule.en, fr=rule.fr)
    unsaid = [say("cli.docs.house-silent-one", book=say(f"cli.docs.book-{book}")) for book in rule.silent]
    return " ".join([said, *unsaid])


if __name__ == "__main__":
    for file, text in pages():
        file.write_text(text, encoding="utf-8")
    sys.exit(0)
