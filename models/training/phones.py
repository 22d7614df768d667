"""How orders sound to the second ear's model, learned: `models/phones-fr.npz` is written by
`python -m models.training.phones --voices FOLDER --language fr`, from orders of both games and from talk, said by
everybody in the part *learn*, in a quiet room and in two noises each.

The recogniser tells where each word lies, eSpeak NG (its program must be there) of which phones it is made. They are
laid evenly into the word; then, twice, where the net that was learned so finds them. At last two nets are learned, one
of which sees the last layer of the model alone, and are put into one: together they are right of voices of which either
alone is not.
With `--left-out NAME` people are not learned from, and how many of their orders are understood by phones alone is told.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.letters import MODEL
from models.training.nets import Labels, Net, fresh, noisy, side_by_side, slowing
from models.training.scenes import NOISY, Scenes, asked
from referee import models, paths
from referee.faults import Fault
from referee.hearing.graph import DEFAULT, graph
from referee.hearing.layers import Floats
from referee.hearing.learned import A_SECOND
from referee.hearing.phones import SILENCE, Phones, kept
from referee.hearing.recogniser import Recogniser
from referee.hearing.sounding import Sounding
from referee.hearing.waveform import RATE
from referee.hearing.whisper import WhisperModel
from referee.hearing.wordings import Span
from referee.language.grammar import Grammar
from referee.language.network import Network
from referee.language.phrases import said
from referee.language.vocabulary import symbols
from referee.rules.crews import Game
from tests.bench.clips import Clip

_NONE = "_"
_VOICES = {"fr": "fr-fr", "en": "en-us"}
_NO_PHONES = re.compile(r"\(.*?\)|[ˈˌː‿_'͡ʲ\-ˑ\s\u0329]")
_SAME = {"ɹ": "r", "ʁ": "r", "ɚ": "ər", "ɐ": "ə", "ᵻ": "ɪ", "ɾ": "t", "ʔ": "t", "ɬ": "l"}
_SAME_IN = {"fr": {"ɥ": "y", "ɜ": "ɛ", "ð": "t", "ɪ": "i", "ɑ": "a"}, "en": {}}
ALSO = {
    "fr": {
        "est": "ɛst", "l'est": "lɛst", "six": "si", "dix": "di", "huit": "yi", "neuf": "nœf",
        "quatre": "katrə katr kat", "e": "ø œ e", "un": "ɛ̃", "plus": "plys",
    },
    "en": {"a": "eɪ ə", "the": "ðə ðiː", "niner": "naɪnə", "launched": "lɔːntʃt"},
}  # fmt: skip
"""Other ways to say a word than eSpeak's."""
_BEFORE, _AFTER = (0.15, 0.4), (0.08, 0.25)  # seconds of the room around a voice, at least and at most
_SILENT = 90  # states of silence that are learned, of each sound
_LONGEST = 9 * RATE

_BESIDE, _WIDE = 1, 192
"""States beside each that are looked at, and the middle of the net."""
_LAST = 0.5
"""The share of a state that the model's last layer is."""
_BATCH = 40
_LINE, _NET = (3, 4e-3, 0.1, 0.0), (5, 1.5e-3, 0.15, 0.2)
"""How often everything is seen, how fast, how much noise is added, which share of the middle is left out."""


@dataclass(frozen=True, slots=True)
class Example:
    """A sound and the words in it, each with its phones and its place."""

    person: str
    clip: Clip
    states: NDArray[np.float16]
    words: tuple[tuple[tuple[str, ...], Span], ...]


def ways(words: Iterable[str], language: str) -> dict[str, tuple[tuple[str, ...], ...]]:
    """How each word is said."""
    known = sorted(words)
    asked = [word.upper() if len(word) == 1 and word.isascii() else word for word in known]
    command = ["espeak-ng", "-v", _VOICES[language], "--ipa", "-q"]
    told = "".join(f"{word} .\n" for word in asked)
    answer = subprocess.run(command, input=told, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    lines = [line for line in answer.splitlines() if line.strip()]
    found = {word: [_phones(line, language)] for word, line in zip(known, lines, strict=True)}
    for word, more in ALSO[language].items():
        found[word] = [*found.get(word, []), *(_phones(way, language) for way in more.split())]
    return {word: tuple(dict.fromkeys(its)) for word, its in found.items() if word in known and all(its)}


def _phones(text: str, language: str) -> tuple[str, ...]:
    plain = "".join(_SAME.get(sign, sign) for sign in _NO_PHONES.sub("", text))
    return tuple(_SAME_IN[language].get(phone, phone) for phone in re.findall(r".\u0303?", plain))


class Sounds:
    """Examples out of clips."""

    def __init__(self, scenes: Scenes) -> None:
        language = scenes.language
        second = models.second()
        if second is None:
            raise Fault("models.none-second")
        texts = {tuple(_spoken(clip)) for clip in scenes.clips}
        sentences = graph(models.folder(language), _network(texts, models.folder(language)), replace(DEFAULT, common=0))
        self._recogniser, self._model = Recogniser(sentences), WhisperModel(second)
        self._scenes = scenes
        orders = frozenset[str]().union(*(Grammar.load(language, game).network().words() for game in Game))
        self._ways = ways(orders.union(*texts), language)
        self.ways = {word: its for word, its in self._ways.items() if word in orders}
        """How the words of orders are said."""

    def of(self, clip: Clip) -> Iterator[Example]:
        """A clip in a quiet room and in two noises, where the recogniser hears the words that were said."""
        words = self._placed(clip)
        lot = random.Random(str(clip.lot))
        for room in ("quiet", *lot.sample(NOISY, 2)) if words else ():
            before = lot.uniform(*_BEFORE)
            sound = self._scenes.around(clip, room, before, lot.uniform(*_AFTER))
            if len(sound) <= _LONGEST:
                there = tuple((way, (start + before, end + before)) for way, (start, end) in words)
                yield Example(clip.person, clip, self._model.states(sound).both.astype(np.float16), there)

    def _placed(self, clip: Clip) -> list[tuple[tuple[str, ...], Span]]:
        """Each word from which second of the voice to which."""
        wanted = self._one_way(_spoken(clip))
        for offered in self._recogniser.decode(self._scenes.around(clip, "quiet", _BEFORE[0], _AFTER[0])):
            found = self._one_way(offered.words)
            if wanted and sum(found, ()) == sum(wanted, ()):
                return [(way, _earlier(span, _BEFORE[0])) for way, span in zip(found, offered.spans, strict=True)]
        return []

    def _one_way(self, words: Sequence[str]) -> list[tuple[str, ...]]:
        return [self._ways[word][0] for word in words] if all(word in self._ways for word in words) else []


def _network(texts: Iterable[Sequence[str]], model: Path) -> Network:
    """Only these sentences, where the model knows their words."""
    known = symbols(model)
    arcs: dict[tuple[int, str], int] = {}
    finals = set()
    for text in texts:
        if known.keys() >= set(text):
            here = 0
            for word in text:
                here = arcs.setdefault((here, word), len(arcs) + 1)
            finals.add(here)
    return Network(tuple((here, word, to) for (here, word), to in arcs.items()), 0, frozenset(finals))


def _spoken(clip: Clip) -> list[str]:
    return said(clip.text).lower().replace(",", " ").replace("...", " ").split()


def _earlier(span: Span, seconds: float) -> Span:
    return span[0] - seconds, span[1] - seconds


class Learning:
    """The net, from examples."""

    def __init__(self, examples: Sequence[Example], said_so: Mapping[str, Sequence[Sequence[str]]]) -> None:
        found = {phone for example in examples for way, _ in example.words for phone in way}
        self._names = (_NONE, *sorted(found))
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self._said = {word: its for word, all_ways in said_so.items() if (its := self._sayable(all_ways))}
        self._states = [example.states[: _end(example)] for example in examples]
        self._words = [
            [([self._numbers[phone] for phone in way], span) for way, span in example.words] for example in examples
        ]
        some = np.concatenate([states[::7] for states in self._states[::5]]).astype(np.float32)
        self._middle, self._spread = some.mean(axis=0), some.std(axis=0) + np.float32(1e-3)
        self._truth = [self._even(at) for at in range(len(examples))]

    def _sayable(self, all_ways: Sequence[Sequence[str]]) -> list[Sequence[str]]:
        return [way for way in all_ways if all(phone in self._numbers for phone in way)]

    def learned(self) -> dict[str, NDArray[np.generic]]:
        line = self._fitted(self._fresh(0, 0), _LINE)
        for _ in range(2):
            self._truth = [self._found_again(line, at) for at in range(len(self._states))]
            line = self._fitted(self._fresh(0, 0), _LINE)
        both = [self._fitted(self._fresh(_BESIDE, _WIDE), _NET, share) for share in (_LAST, 1.0)]
        net = replace(both[0], layers=side_by_side([one.layers for one in both]))
        return {
            **kept(self._names, self._said, net.layers),
            "middle": self._middle.astype(np.float16),
            "spread": self._spread.astype(np.float16),
            "rare": net.rare,
        }

    def _even(self, at: int) -> Labels:
        """Each word's phones laid evenly into its place."""
        truth = np.full(len(self._states[at]), SILENCE)
        for way, (start, end) in self._words[at]:
            edges = np.rint(np.linspace(start * A_SECOND, end * A_SECOND, len(way) + 1)).astype(int)
            for phone, first, past in zip(way, edges, edges[1:], strict=False):
                truth[max(0, first) : max(first + 1, past)] = phone
        return truth

    def _fresh(self, beside: int, wide: int) -> Phones:
        count = (2 * beside + 1) * len(self._middle)
        sizes = [count, wide, len(self._names)] if wide else [count, len(self._names)]
        often = np.bincount(np.concatenate(self._truth), minlength=len(self._names)) / sum(map(len, self._truth))
        return Phones({}, self._middle, self._spread, fresh(sizes), np.log(often + 1e-6).astype(np.float32))

    def _fitted(self, phones: Phones, how: tuple[int, float, float, float], share: float = 1.0) -> Phones:
        """`share`: the part of each state that is looked at."""
        times, pace, noise, left_out = how
        a_state = np.arange(len(self._middle)) >= share * len(self._middle)
        unseen = np.tile(a_state, len(phones.layers[0][0]) // len(a_state))
        net, chance = Net(phones.layers), np.random.default_rng(0)
        steps, step = times * (len(self._states) // _BATCH + 1), 0
        for _ in range(times):
            order = chance.permutation(len(self._states))
            right = []
            for batch in np.array_split(order, len(order) // _BATCH + 1):
                seen = np.concatenate([phones.seen(self._states[at].astype(np.float32)) for at in batch])
                sounds = noisy(seen, noise, chance)
                sounds[:, unseen] = 0
                truth = np.concatenate([self._truth[at] for at in batch])
                step += 1
                right.append(net.learn(sounds, truth, slowing(pace, step, steps), left_out, chance))
            print(f"  {100 * np.mean(right):.2f} % of the states", flush=True)
        phones.layers[0][0][unseen] = 0
        return phones

    def _found_again(self, phones: Phones, at: int) -> Labels:
        """Where the phones of its words lie best, with silence between words or without."""
        row = [SILENCE]
        for way, _ in self._words[at]:
            row += [*way, SILENCE]
        numbers = np.array(row)
        fits = phones.likely(self._states[at].astype(np.float32))[:, numbers]
        return numbers[best_path(fits, numbers == SILENCE)]


def _end(example: Example) -> int:
    return min(len(example.states), int(example.words[-1][1][1] * A_SECOND) + _SILENT)


def best_path(fits: Floats, spare: NDArray[np.bool_]) -> Labels:
    """The place in a row that each state belongs to, in order; those that are spare may be left out."""
    count, places = fits.shape
    came = np.zeros((count, places), int)
    best = np.full(places, -np.inf)
    best[:2] = fits[0, :2]
    over = np.concatenate([[False, False], spare[1:-1]])
    for at in range(1, count):
        one, two = np.concatenate([[-np.inf], best[:-1]]), np.concatenate([[-np.inf] * 2, best[:-2]])
        choices = np.stack([best, one, np.where(over, two, -np.inf)])
        came[at] = choices.argmax(axis=0)
        best = choices.max(axis=0) + fits[at]
    place = places - 1 if best[-1] >= best[-2] else places - 2
    path = np.zeros(count, int)
    for at in range(count - 1, -1, -1):
        path[at] = place
        place -= came[at, place]
    return path


def main() -> None:
    parser = asked(str(__doc__))
    parser.add_argument("--left-out", action="append", default=[], metavar="NAME")
    args = parser.parse_args()
    scenes = Scenes(args.language, args.voices)
    sounds = Sounds(scenes)
    examples = [example for clip in scenes.clips for example in sounds.of(clip)]
    learning = [example for example in examples if example.person not in args.left_out]
    print(f"{args.language}: {len(learning)} sounds of {len({one.person for one in learning})} people", flush=True)
    parts = Learning(learning, sounds.ways).learned()
    np.savez_compressed(args.out or paths.phones(args.language), allow_pickle=False, model=np.array(MODEL), **parts)
    _tell([one for one in examples if one.person in args.left_out], Phones.of(parts), args.language)


def _tell(examples: Sequence[Example], phones: Phones, language: str) -> None:
    """How many orders of people who were left out are understood by their phones alone."""
    grammar = Grammar.load(language, Game.CAPTAIN_SONAR)
    orders = Sounding(grammar.network(), phones)
    right: dict[str, list[bool]] = defaultdict(list)
    for example in examples:
        best = orders.best(phones.likely(example.states.astype(np.float32)))
        meant = grammar.parse(_spoken(example.clip))
        right[example.person].append(best is not None and grammar.parse(best.words) == meant)
    for person, its in sorted(right.items()):
        print(f"  {person}: {100 * np.mean(its):.1f} % of {len(its)} orders", flush=True)


if __name__ == "__main__":
    main()
