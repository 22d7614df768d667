"""How letters and numbers sound to the second ear's model, learned: `models/letters-fr.npz` is written by
`python -m models.training.letters --voices FOLDER --language fr`, from the orders of everybody in the part *learn*.

Learned are the words at the places where they were said, and, as something else, the places where the recogniser
offers a word that was not said there. First a part of the people is left out, to tell how often the others' words are
known rightly.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from models.training.nets import Labels, Net, fresh, noisy, slowing
from models.training.scenes import NOISY, Scenes, asked
from referee import models, paths
from referee.faults import Fault
from referee.hearing.graph import DEFAULT, graph
from referee.hearing.layers import Floats
from referee.hearing.learned import Learned, quarters
from referee.hearing.nets import Layers, kept
from referee.hearing.recogniser import Recogniser
from referee.hearing.waveform import Samples
from referee.hearing.whisper import WhisperModel
from referee.hearing.wordings import Span, Spans, Wording
from referee.language.grammar import Grammar
from referee.language.phrases import said
from referee.rules.crews import Game
from tests.bench.clips import Clip

WORDS = {
    "fr": "A B C D E F G H I J K L M N O Alpha|Alfa Bravo Charlie Delta Écho|Echo Fox|Foxtrot Golf Hôtel|Hotel India "
    "Juliette|Juliet Kilo Lima Mike Novembre Oscar un deux trois quatre cinq six sept huit neuf dix onze douze treize "
    "quatorze quinze",
    "en": "A B C D E F G H I J K L M N O Alpha|Alfa Bravo Charlie Delta Echo Foxtrot|Fox Golf Hotel India "
    "Juliet|Juliett Kilo Lima Mike November Oscar one two three four five six seven eight nine|niner ten eleven "
    "twelve thirteen fourteen fifteen",
}
"""As they are written; those that are one to the ear stand together."""
MODEL = "whisper-base"
OTHER = "-"
"""What is said where none of them is."""
_BEFORE, _AFTER = 0.2, 0.1  # seconds of the room around a voice
_ABOUT = 0.04  # seconds by which the place of a word is told wrongly in a noise
_SAME, _ANOTHER = 0.5, 0.3  # of two places
_WIDE = 128
"""The middle of the net."""
_TIMES, _STEPS, _BATCH, _PACE = 10, 250, 256, 2e-3
"""How often everything is seen, at least in so many steps, how much at once, and how fast it is learned."""
_DECAY, _NOISE, _LEFT_OUT_AT_ONCE = 4.0, 0.3, 0.3
"""How much of every weight is forgotten, how much noise is added, which share of the middle is left out: so that it is
no surer than it is right."""
_LEFT_OUT = 5  # every so-manieth of the people, to see how well the others' sounds do for them

Example = tuple[str, Floats]
Placed = tuple[str, Span]


class Sounds:
    """Words and their sound in the second ear's model."""

    def __init__(self, scenes: Scenes) -> None:
        language = scenes.language
        second = models.second()
        if second is None:
            raise Fault("models.none-second")
        self._grammar = Grammar.load(language, Game.CAPTAIN_SONAR)
        compiled = graph(models.folder(language), self._grammar.network(), DEFAULT, talk=self._grammar.words_of_cells())
        self._recogniser, self._model = Recogniser(compiled), WhisperModel(second)
        self._known = classes(language)
        self._scenes = scenes

    def of(self, clip: Clip) -> Iterator[Example]:
        """Each known word of a clip, in a quiet room and in two noises, and places that are none."""
        lot = random.Random(clip.lot)
        noises = lot.sample(NOISY, 2)
        quiet = self._scenes.around(clip, "quiet", _BEFORE, _AFTER)
        offered = self._recogniser.decode(quiet)
        true = self._placed(offered, clip.text)
        if not true:
            return
        yield from self._of(quiet, [*true, *self._elsewhere(offered, true)], 0.0, lot)
        for noise in noises:
            sound = self._scenes.around(clip, noise, _BEFORE, _AFTER)
            offered = self._recogniser.decode(sound)
            yield from self._of(sound, [*true, *self._elsewhere(offered, true)], _ABOUT, lot)

    def _of(self, sound: Samples, placed: Sequence[Placed], shift: float, lot: random.Random) -> Iterator[Example]:
        states = self._model.states(sound).both
        for word, (start, end) in placed:
            yield word, quarters(states, (start + lot.uniform(-shift, shift), end + lot.uniform(-shift, shift)))

    def _elsewhere(self, offered: Sequence[Wording], true: Sequence[Placed]) -> list[Placed]:
        """Where the recogniser offers known words, and what is said there in truth."""
        spans = {span for one in offered for _, span in self._words(one.words, one.spans)}
        return [(said_there, span) for span in sorted(spans) if (said_there := _said_at(span, true)) is not None]

    def _placed(self, offered: Sequence[Wording], text: str) -> list[Placed]:
        """The known words and where they are, if the recogniser hears those that were said."""
        wanted = [self._known[word] for word in self._grammar.written_cells(said(text).split()) if word in self._known]
        for wording in offered:
            found = self._words(wording.words, wording.spans)
            if wanted and [word for word, _ in found] == wanted:
                return found
        return []

    def _words(self, words: Sequence[str], spans: Spans) -> list[Placed]:
        written = self._grammar.written_cells(words)
        return [(self._known[word], span) for word, span in zip(written, spans, strict=False) if word in self._known]


def _said_at(span: Span, true: Sequence[Placed]) -> str | None:
    """The word that was said there; None where it is neither one nor none."""
    shared, word = max((_shared(span, its), word) for word, its in true)
    return word if shared >= _SAME else OTHER if shared <= _ANOTHER else None


def _shared(one: Span, other: Span) -> float:
    """How much of what either of them covers both do."""
    both = min(one[1], other[1]) - max(one[0], other[0])
    return max(0.0, both) / (max(one[1], other[1]) - min(one[0], other[0]))


def classes(language: str) -> Mapping[str, str]:
    """Each known word, and all that are one with it."""
    return {name: words.replace("|", " ") for words in WORDS[language].split() for name in words.split("|")}


def learned(examples: Sequence[Example]) -> dict[str, NDArray[np.generic]]:
    """The net, from examples, as it is kept in a file."""
    names = sorted({word for word, _ in examples})
    sounds = np.stack([sound for _, sound in examples]).astype(np.float32)
    truth = np.array([names.index(word) for word, _ in examples])
    middle, spread = sounds.mean(axis=0), sounds.std(axis=0) + np.float32(1e-3)
    return {
        "names": np.array(names),
        "middle": middle.astype(np.float16),
        "spread": spread.astype(np.float16),
        **kept(_fitted((sounds - middle) / spread, truth, len(names))),
    }


def _fitted(sounds: Floats, truth: Labels, count: int) -> Layers:
    layers, chance = fresh([sounds.shape[1], _WIDE, count]), np.random.default_rng(0)
    net, batches = Net(layers, _DECAY), len(sounds) // _BATCH + 1
    steps, step = max(_TIMES * batches, _STEPS), 0
    while step < steps:
        for batch in np.array_split(chance.permutation(len(sounds)), batches):
            step += 1
            heard = noisy(sounds[batch], _NOISE, chance)
            net.learn(heard, truth[batch], slowing(_PACE, step, steps), _LEFT_OUT_AT_ONCE, chance)
    return layers


def main() -> None:
    args = asked(str(__doc__)).parse_args()
    scenes = Scenes(args.language, args.voices)
    sounds = Sounds(scenes)
    examples = [(clip.person, example) for clip in scenes.orders for example in sounds.of(clip)]
    people = sorted({person for person, _ in examples})
    print(f"{args.language}: {len(examples)} places of {len(people)} people", flush=True)
    print(_known_of_others(examples, frozenset(people[::_LEFT_OUT])), flush=True)
    file = args.out or paths.learned(args.language)
    np.savez_compressed(file, allow_pickle=False, model=np.array(MODEL), **learned([one for _, one in examples]))


def _known_of_others(examples: Sequence[tuple[str, Example]], left_out: frozenset[str]) -> str:
    """How many words of some people are known who were not learned from."""
    known = Learned.of(learned([example for person, example in examples if person not in left_out]))
    right: dict[str, list[bool]] = defaultdict(list)
    for person, (word, sound) in examples:
        if person in left_out:
            kind = "places of none" if word == OTHER else "letters" if len(word) == 1 else "words"
            right[kind].append(int(known.shares(sound).argmax()) == known.names.get(word.split()[0]))
    shares = ", ".join(f"{kind} {100 * sum(its) / len(its):.1f} % of {len(its)}" for kind, its in sorted(right.items()))
    return f"{len(left_out)} people left out: {shares}"


if __name__ == "__main__":
    main()
