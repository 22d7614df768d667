"""Words that a grammar has gained: `python -m models.training.words` adds how they are said to `models/phones-*.npz`.

The nets stay as they are: a phone sounds the same in a new word. Needs espeak-ng, nothing else.
"""

from __future__ import annotations

import sys

import numpy as np

from models.training.phones import ways
from models.training.speakers import LANGUAGES
from referee import paths
from referee.language.grammar import Grammar
from referee.rules.crews import Game


def main() -> int:
    for language in LANGUAGES:
        file = paths.phones(language)
        with np.load(file, allow_pickle=False) as found:
            parts = dict(found)
        said = dict(zip(parts["words"].tolist(), parts["said"].tolist(), strict=True))
        orders = frozenset[str]().union(*(Grammar.load(language, game).network().words() for game in Game))
        known = set(parts["phones"].tolist())
        new = {
            word: "|".join(" ".join(way) for way in its if known.issuperset(way))
            for word, its in ways(orders - said.keys(), language).items()
        }
        said |= {word: its for word, its in new.items() if its}
        parts["words"], parts["said"] = np.array(sorted(said)), np.array([said[word] for word in sorted(said)])
        if new:
            np.savez_compressed(file, allow_pickle=False, **parts)
        print(f"{language}: {', '.join(sorted(new)) or '-'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
