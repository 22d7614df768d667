"""Typed lines, measured: what a line costs, and what becomes of single slips of the fingers.

`python -m tests.benchmarks.typed`
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from itertools import product
from pathlib import Path

from referee.language.grammar import Grammar, languages
from referee.language.phrases import Listing, Phrase
from referee.language.typed import tokens, understand
from referee.language.understanding import Ambiguous, NotUnderstood, Understanding, Understood
from referee.rules.crews import Game

TABLES = Path(__file__).parents[1] / "language"
GAMES = {"c": Game.CAPTAIN_SONAR, "s": Game.SONAR}
BESIDE = {
    "a": "qsz", "b": "vgn", "c": "xvd", "d": "sfe", "e": "wrd", "f": "dgr", "g": "fht", "h": "gjy", "i": "uok",
    "j": "hku", "k": "jli", "l": "kom", "m": "njk", "n": "bmh", "o": "ipl", "p": "ol", "q": "was", "r": "etf",
    "s": "adw", "t": "ryg", "u": "yij", "v": "cbf", "w": "qes", "x": "zcs", "y": "tuh", "z": "asx",
}  # fmt: skip
LONG = 4


def lines(language: str) -> list[tuple[Game, str]]:
    found = []
    for file in sorted(TABLES.glob(f"*-{language}.tsv")):
        rows = [row for row in file.read_text(encoding="utf-8").splitlines() if not row.startswith("#")]
        found += [(GAMES[game], text) for game, _, text in (row.split("\t") for row in rows)]
    return found


def microseconds(language: str, rounds: int) -> tuple[float, float]:
    """The median and the slowest tenth of a line, orders and table talk alike."""
    taken = []
    for _ in range(rounds):
        for game, line in lines(language):
            begun = time.perf_counter()
            understand(line, language, game)
            taken.append((time.perf_counter() - begun) * 1e6)
    return statistics.median(taken), statistics.quantiles(taken, n=10)[-1]


def slipped(word: str, chance: random.Random) -> str:
    """One key left out, struck twice, struck too early, or its neighbour struck."""
    place = chance.randrange(len(word))
    before, letter, after = word[:place], word[place], word[place + 1 :]
    ways = [before + after, before + letter * 2 + after, before + chance.choice(BESIDE.get(letter, "e")) + after]
    return chance.choice([*ways, before + after[:1] + letter + after[1:]])


def became(found: Understanding, meant: Phrase) -> str:
    match found:
        case Understood(announced):
            return "right" if announced == meant.understood.announced else "wrong"
        case Ambiguous():
            return "asked"
        case NotUnderstood(_, near):
            return "asked" if near else "refused"


def slips(language: str, game: Game, count: int) -> Counter[str]:
    """Phrases of the recogniser typed with one slip in a word of four letters or more, cells and headings included."""
    chance = random.Random(5)
    phrases = list(Listing(Grammar.load(language, game)).by_order(60))
    tally: Counter[str] = Counter()
    while tally.total() < count:
        phrase = chance.choice(phrases)
        words = list(tokens(phrase.text))
        long = [place for place, word in enumerate(words) if len(word) >= LONG and word.isalpha()]
        if not long:
            continue
        place = chance.choice(long)
        slip = slipped(words[place], chance)
        if slip != words[place]:
            words[place] = slip
            tally[became(understand(" ".join(words), language, game), phrase)] += 1
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--slips", type=int, default=2000)
    args = parser.parse_args()
    for language in languages():
        understand("warm up", language, Game.CAPTAIN_SONAR)
        microseconds(language, 1)
        median, slow = microseconds(language, args.rounds)
        print(f"{language}: a line takes {median:.0f} µs, one in ten more than {slow:.0f} µs")
    for language, game in product(languages(), Game):
        tally = slips(language, game, args.slips)
        print(f"{language} {game}: {args.slips} slips", dict(tally))


if __name__ == "__main__":
    main()
