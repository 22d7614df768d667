"""What a typed line costs and what becomes of slips of the fingers, beside the likest phrase:
`python -m tests.bench.language`.

Beside it stands what is done most often: a list of phrases, and whichever is most like the line. The tables of typed
lines that people keep, with their table talk, are the tests'.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz, process

from referee import paths
from referee.language.grammar import Grammar
from referee.language.messages import languages
from referee.language.phrases import Listing, Phrase
from referee.language.typed import tokens, understand
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood
from referee.rules.crews import Game
from referee.rules.notation import line_of
from referee.rules.orders import Announced, Ask, Request
from tests.bench.table import Beside, Measured, Row, Size, elsewhere, late, median

GAMES = {"c": Game.CAPTAIN_SONAR, "s": Game.SONAR}
BESIDE = {
    "a": "qsz", "b": "vgn", "c": "xvd", "d": "sfe", "e": "wrd", "f": "dgr", "g": "fht", "h": "gjy", "i": "uok",
    "j": "hku", "k": "jli", "l": "kom", "m": "njk", "n": "bmh", "o": "ipl", "p": "ol", "q": "was", "r": "etf",
    "s": "adw", "t": "ryg", "u": "yij", "v": "cbf", "w": "qes", "x": "zcs", "y": "tuh", "z": "asx",
}  # fmt: skip
LONG = 4
LIKE = 80  # per cent: what is less like any phrase is no order


def main() -> int:
    parser = argparse.ArgumentParser(prog="language", description=__doc__)
    parser.add_argument(
        "--slips", type=int, default=2000, metavar="N", help="in each language and game (default: 2000)"
    )
    for line in measured(parser.parse_args().slips).details:
        print(line)
    return 0


def measure(size: Size) -> Measured:
    return measured(size.of(200, 1000, 4000))


def measured(count: int) -> Measured:
    rows, details = [], []
    for language in languages():
        new, shown = _language(language, count)
        rows += new
        details += shown
    return Measured(rows, details)


def _language(language: str, count: int) -> tuple[list[Row], list[str]]:
    ours: Counter[str] = Counter()
    likest: Counter[str] = Counter()
    details: list[str] = []
    costs: list[float] = []
    beside: list[float] = []
    for game in Game:
        table = Likeness(language, game)
        one, other = slips(language, game, count, costs), _tally(language, game, count, table.order, beside)
        details += [f"{language} {game}: {count} slips: {_counts(one)}; the likest phrase: {_counts(other)}"]
        ours += one
        likest += other
    cost, reference = 1e6 * median(costs), 1e6 * median(beside)
    details.append(f"{language}: a line takes {cost:.0f} µs, one in ten more than {1e6 * late(costs, 0.9):.0f} µs")
    rows = [
        Row("slip-cost", "µs", 300, cost, beside=Beside("likeness", reference), slots={"tongue": language}),
        Row(
            "slips-wrong", "", 0, ours["wrong"], beside=Beside("likeness", likest["wrong"]), slots={"tongue": language}
        ),
        _kept_lines(language),
    ]
    return rows, details


def _counts(tally: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in tally.most_common())


# -- slips
@dataclass(frozen=True, slots=True)
class Slip:
    """A phrase as it was typed, and the order that was meant."""

    text: str
    meant: Announced


def slipped_phrases(language: str, game: Game, count: int) -> Iterator[Slip]:
    """Phrases of the recogniser typed with one slip in a word of four letters or more, cells and headings included."""
    chance = random.Random(5)
    listed = Listing(Grammar.load(language, game)).by_order(60)
    # a crew's name alone is heard; typed, it is no order but an answer
    phrases: Sequence[Phrase] = [one for one in listed if one.understood.announced.order != Ask(Request.CREW)]
    while count:
        phrase = chance.choice(phrases)
        words = list(tokens(phrase.text))
        long = [place for place, word in enumerate(words) if len(word) >= LONG and word.isalpha()]
        if not long:
            continue
        place = chance.choice(long)
        slip = slipped(words[place], chance)
        if slip != words[place]:
            count -= 1
            words[place] = slip
            yield Slip(" ".join(words), phrase.understood.announced)


def slipped(word: str, chance: random.Random) -> str:
    """One key left out, struck twice, struck too early, or its neighbour struck."""
    place = chance.randrange(len(word))
    before, letter, after = word[:place], word[place], word[place + 1 :]
    ways = [before + after, before + letter * 2 + after, before + chance.choice(BESIDE.get(letter, "e")) + after]
    return chance.choice([*ways, before + after[:1] + letter + after[1:]])


def became(found: Understanding) -> Announced | str:
    match found:
        case Understood(announced):
            return announced
        case Ambiguous():
            return "asked"
        case NotUnderstood(_, near):
            return "asked" if near else "refused"


def slips(language: str, game: Game, count: int, seconds: list[float] | None = None) -> Counter[str]:
    """What becomes of them, and what each costs."""
    understand("warm up", language, game)
    return _tally(language, game, count, lambda text: became(understand(text, language, game)), seconds)


def _tally(
    language: str, game: Game, count: int, made: Callable[[str], Announced | str], seconds: list[float] | None
) -> Counter[str]:
    tally: Counter[str] = Counter()
    for slip in slipped_phrases(language, game, count):
        began = time.perf_counter()
        found = made(slip.text)
        if seconds is not None:
            seconds.append(time.perf_counter() - began)
        tally[found if isinstance(found, str) else "right" if found == slip.meant else "wrong"] += 1
    return tally


class Likeness:
    """The straightforward way: of a list of phrases, the one that is most like the line."""

    def __init__(self, language: str, game: Game) -> None:
        listing = Listing(Grammar.load(language, game))
        self._known = {one.text: one.understood.announced for one in listing.by_order(60)}
        self._texts = list(self._known)

    def order(self, text: str) -> Announced | str:
        best = process.extractOne(text, self._texts, scorer=fuzz.ratio, score_cutoff=LIKE)
        return self._known[best[0]] if best else "refused"

    def shown(self, text: str) -> str:
        found = self.order(text.lower())
        return "-" if isinstance(found, str) else line_of(found)


# -- the lines that people type
def _kept_lines(language: str) -> Row:
    """The share of the tests' tables that is what it should be."""
    folder = (paths.checkout() or Path("nowhere")) / "tests" / "language"
    lines = [line for file in sorted(folder.glob(f"*-{language}.tsv")) for line in _lines(file)]
    if not lines:
        command = "pytest tests/language/test_typed.py"
        return elsewhere("typed-right", "%", 99, command, at_least=True, tongue=language)
    tables = {game: Likeness(language, game) for game in Game}
    ours = sum(shown(understand(text, language, game)) == order for game, order, text in lines)
    likest = sum(tables[game].shown(text) == (order if order[0] not in "~?" else "-") for game, order, text in lines)
    beside = Beside("likeness", 100 * likest / len(lines))
    return Row("typed-right", "%", 99, 100 * ours / len(lines), True, beside, slots={"tongue": language})


def _lines(file: Path) -> Iterator[tuple[Game, str, str]]:
    for row in file.read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            game, order, text = row.split("\t")
            yield GAMES[game], order, text


def shown(found: Understanding) -> str:
    """What a line became, as the tables write it."""
    match found:
        case Understood(announced):
            return line_of(announced)
        case Ambiguous(candidates):
            return "?" + ", ".join(map(line_of, candidates))
        case NotUnderstood(_, near):
            return f"~{near}" if near else "-"


if __name__ == "__main__":
    sys.exit(main())
