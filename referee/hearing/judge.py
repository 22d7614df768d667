"""What a stretch of speech was: one order, a doubt between orders, nearly an order, or chatter.

The recogniser offers wordings; a wording is an order as a whole or not at all. What is asked of the likeliest order:
that it stands clear of every reading as chatter, and clear of every other order. Pure: scores in, judgement out.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice, pairwise

from referee.hearing.alone import Alone
from referee.hearing.automaton import Automaton
from referee.hearing.judgements import (
    NO_OPINION,
    Accepted,
    Candidate,
    Chatter,
    Doubtful,
    Judgement,
    Meaning,
    Nearly,
    Reader,
)
from referee.hearing.sound import Opinion, Sound, Unheard
from referee.hearing.strictness import FEW, Strictness
from referee.hearing.wordings import UNKNOWN, Wording

_WORD, _LETTER = 0.5, 0.07
"""Seconds that the longest drawl of a word takes, and more for each letter."""
_RIVALS = 6
_LONG, _MANY, _MANY_IN_NOISE = 4, 6, 10
"""The letters of a word that is no small one; more words than this are talk: a noise makes more of an order."""
_THOUGHT_ABOUT, _AHEAD = frozenset({"at"}), 400
"""Kinds of orders of which each part is a lie or the truth; and how many ways to go on are looked at."""
_ALIKE, _MOST_ALIKE = 0.3, 2
"""So close lie wordings that sound the same; and so many are asked about beside the likeliest."""
_SHORT = 2  # words, which fit by chance as badly as well


def _is_natural(wording: Wording) -> bool:
    """Whether nobody would have to drawl a word to say this: what was said then were other words."""
    lasting = zip(wording.words, (end - start for start, end in wording.spans), strict=False)
    return all(seconds < _WORD + _LETTER * len(word) for word, seconds in lasting)


_UNHEARD = Unheard()


class Judge:
    """Judges the wordings of one grammar."""

    def __init__(self, read: Reader, automaton: Automaton, strictness: Strictness | None = None) -> None:
        self._read = read
        self._automaton = automaton
        self._strictness = strictness or Strictness()
        self._by_ear = Alone(read, automaton, self._strictness)

    def judge(self, wordings: Sequence[Wording], sound: Sound = _UNHEARD) -> Judgement:
        """The judgement on one stretch of speech; with the help of a second judge where it is near."""
        found = self._judged(wordings, sound)
        if isinstance(found, Nearly):
            return self._by_ear.judgement(sound, self._strictness.heard_exactly) or found
        return found

    def _judged(self, wordings: Sequence[Wording], sound: Sound) -> Judgement:
        orders, chatter = self._sorted(wordings, sound)
        near = self._strictness.near_chatter
        if not orders or _margin(orders[0], chatter) <= -near:
            alone = self._by_ear.judgement(sound) if self._may_be_an_order(chatter, sound) else None
            return alone or self._none_of(orders, chatter)
        rivals, best, margin = self._rivals(orders), orders[0], _margin(orders[0], chatter)
        if len(rivals) > 1 or margin < near:
            talk = [chatter] if chatter and len(best.wording.words) == 1 and _is_known(chatter) else []
            ways = [self._ways_to_put(one, wordings) for one in rivals]
            found = sound.second([*chain.from_iterable(ways), *talk])
            if found is not None:
                if talk:
                    chatter = self._talk(talk[0], found[-1])
                weighed = self._weighed(orders, rivals, _likeliest(ways, found), sound)
                return self._by_both(weighed, wordings, sound, chatter)
        if margin < self._strictness.above_chatter(best.wording.words):
            return self._too_close_to_chatter(best, margin, chatter)
        if self._is_heard_badly(best, wordings, sound):
            return Nearly(best.meaning.kind, best.wording.words)
        clear = self._strictness.heard_twice if sound.is_heard_twice else self._strictness.other_order
        return self._among(_within(clear, orders), wordings, sound)

    def can_grow(self, words: tuple[str, ...]) -> bool:
        """Whether an order of these words may be the beginning of a longer one."""
        return self._automaton.can_grow(words)

    def is_half(self, order: Accepted) -> bool:
        """Whether it is the first half of what somebody thinks about while he says it."""
        if order.meaning.kind not in _THOUGHT_ABOUT:
            return False
        longer = self._automaton.ways_on(order.words, most=_AHEAD)
        return any(not self._means(words, order.meaning) for words in longer)

    def is_talk(self, words: tuple[str, ...]) -> bool:
        """Whether these words are far from any order, for the moment."""
        known = _known(words)
        return len(known) > FEW and not self._automaton.after(known) and not self._read(known)

    def is_surely_talk(self, words: tuple[str, ...]) -> bool:
        """Whether nothing else that may have been heard would make an order of it: not even two of these words follow
        each other as in one."""
        return self.is_talk(words) and not self._follow_as_in_orders(words)

    def is_beginning(self, words: tuple[str, ...]) -> bool:
        """Whether these words, which are no order, begin one."""
        return bool(words) and bool(self._automaton.after(words))

    def _sorted(self, wordings: Sequence[Wording], sound: Sound) -> tuple[list[Candidate], Wording | None]:
        """The best wording of each order, the likeliest order first, and the best that is none."""
        orders: dict[str, Candidate] = {}
        chatter: Wording | None = None
        part: Wording | None = None
        for wording in sorted(wordings, key=lambda one: -one.score):
            meanings = self._read(wording.words) if _is_natural(wording) else ()
            if not meanings:
                chatter = chatter or wording
            elif sound.is_all(wording):
                for meaning in meanings:
                    orders.setdefault(meaning.key, Candidate(meaning, wording))
            else:
                part = part or wording
        return list(orders.values()), chatter if orders else chatter or part

    def _by_both(
        self, orders: Sequence[Candidate], wordings: Sequence[Wording], sound: Sound, chatter: Wording | None
    ) -> Judgement:
        """One of these orders, weighed by both judges, or a doubt."""
        best = orders[0]
        if not self._is_order_by_both(best, chatter):
            return self._too_close_to_chatter(best, self._margin_by_both(best, chatter), chatter)
        if self._is_heard_badly(best, wordings, sound):
            return Nearly(best.meaning.kind, best.wording.words)
        close = _within(self._strictness.after_second, orders)
        if not best.is_offered and not best.opinion.each >= self._strictness.heard_clearly:
            close = list(orders[:2])
        close.extend(one for one in orders[1:] if one not in close and self._is_close(one, best, sound))
        if all(one.opinion.heard < self._strictness.unlike for one in close):
            return Nearly(best.meaning.kind, best.wording.words)
        others = [wording for wording in wordings if not self._read(wording.words)]
        return self._among(close, [*(one.wording for one in orders), *others], sound)

    def _is_close(self, one: Candidate, best: Candidate, sound: Sound) -> bool:
        """Whether it is asked about although the other is likelier by both judges."""
        return self._by_ear.is_rather(one, best) or (not sound.is_heard_twice and self._is_disputed(one, best))

    def _is_disputed(self, one: Candidate, best: Candidate) -> bool:
        """Whether the recogniser hears this one in a quiet room, and the second judge not clearly enough the other. All
        that he finds is of one ear: three findings that say the same are hardly more than one."""
        ahead = one.by_recogniser - best.by_recogniser
        likelier = best.wording.score - one.wording.score
        return best.is_offered and likelier < self._strictness.after_second + self._strictness.of_one_ear * ahead

    def _talk(self, chatter: Wording, opinion: Opinion) -> Wording:
        """Talk that the second judge finds written so is likelier than the recogniser finds it."""
        return replace(chatter, score=chatter.score + max(0.0, self._strictness.second_weight * opinion.written))

    def _is_order_by_both(self, best: Candidate, chatter: Wording | None) -> bool:
        words, margin = best.wording.words, self._margin_by_both(best, chatter)
        if margin >= self._strictness.sure_by_both or self._by_ear.is_heard_well(best):
            return True
        is_one_alone = _above(best.by_recogniser, chatter) >= self._strictness.above_chatter(words)
        return is_one_alone and margin >= self._strictness.above_chatter_by_both(words)

    def _margin_by_both(self, best: Candidate, chatter: Wording | None) -> float:
        return _above(best.by_recogniser, chatter) + self._strictness.second_weight * best.opinion.written

    def _rivals(self, orders: Sequence[Candidate]) -> list[Candidate]:
        """The likeliest wording of each order that may be meant, whoever is called."""
        rivals: dict[str, Candidate] = {}
        for one in _within(self._strictness.second, orders):
            rivals.setdefault(one.meaning.order, one)
        return list(rivals.values())[:_RIVALS]

    def _ways_to_put(self, one: Candidate, wordings: Sequence[Wording]) -> list[Wording]:
        """The likeliest wording of an order, and others that are the same to the ear ("bleu", "bleus")."""
        alike = (
            other
            for other in wordings
            if len(other.words) == len(one.wording.words)
            and abs(other.score - one.wording.score) < _ALIKE
            and other is not one.wording
            and self._means(other.words, one.meaning)
        )
        return [one.wording, *islice(alike, _MOST_ALIKE)]

    def _weighed(
        self, orders: Sequence[Candidate], rivals: Sequence[Candidate], found: Sequence[Opinion], sound: Sound
    ) -> list[Candidate]:
        """The rivals as both judges find them, the likeliest first; the likeliest to the second loses nothing. One of
        them may be heard by the second judge alone, or by it in words that fit better."""
        opinions = dict(zip((one.meaning.order for one in rivals), found, strict=True))
        considered = [one for one in orders if one.meaning.order in opinions]
        last = considered[-1].wording.score - self._strictness.not_offered
        for other in self._by_ear.candidates(sound, last, opinions):
            known = opinions.get(other.meaning.order)
            if known is None:
                considered.append(other)
            opinions[other.meaning.order] = replace(known, each=other.opinion.each) if known else other.opinion
        likely = self._likely(opinions)
        most = max(likely.values())
        weighed = [_weighed(one, opinions[one.meaning.order], most - likely[one.meaning.order]) for one in considered]
        return sorted(weighed, key=lambda one: -one.wording.score)

    def _likely(self, opinions: Mapping[str, Opinion]) -> dict[str, float]:
        """How likely the second judge finds each order; phones count where those of all are known."""
        best = max(opinion.behind for opinion in opinions.values())
        unknown = any(math.isnan(opinion.each) for opinion in opinions.values())
        strict = self._strictness
        return {
            order: strict.weighed(
                opinion.written,
                opinion.heard,
                0.0 if unknown else max(opinion.behind - best, strict.most_behind),
            )
            for order, opinion in opinions.items()
        }

    def _may_be_an_order(self, chatter: Wording | None, sound: Sound) -> bool:
        """Whether it is worth asking: a noise has been heard with it, or two of the words follow each other as in an
        order, what players hardly say by chance."""
        words = _known(chatter.words) if chatter else ()
        if sound.is_above_noise:
            return 0 < len(words) <= _MANY_IN_NOISE
        return len(words) <= _MANY and self._follow_as_in_orders(words)

    def _follow_as_in_orders(self, words: Sequence[str]) -> bool:
        pairs = (pair for pair in pairwise(_known(words)) if max(map(len, pair)) >= _LONG)
        return any(self._automaton.follow(*pair) for pair in pairs)

    def _is_heard_badly(self, one: Candidate, wordings: Sequence[Wording], sound: Sound) -> bool:
        """Whether the second judge hears something else throughout, in whichever likely words the order is put: talk
        that begins or ends like it."""
        if len(one.wording.words) <= _SHORT:
            return False
        strict = self._strictness
        close = max(wording.score for wording in wordings) - strict.other_order
        same = (wording for wording in wordings if wording.score > close and self._means(wording.words, one.meaning))
        ways = [one.wording, *same]
        fits = [sound.fit(way) for way in ways]
        if sound.is_heard_twice:
            return _all_below(strict.heard_badly_in_noise, fits)
        if _all_below(strict.heard_badly, fits):
            return True
        return _all_below(strict.heard_poorly, fits) and self._is_written_badly(ways, sound)

    def _is_written_badly(self, ways: Sequence[Wording], sound: Sound) -> bool:
        return max(opinion.written for opinion in sound.second(ways) or [NO_OPINION]) < self._strictness.written_badly

    def _means(self, words: tuple[str, ...], meaning: Meaning) -> bool:
        return any(found.order == meaning.order for found in self._read(words))

    def _among(self, close: list[Candidate], wordings: Sequence[Wording], sound: Sound) -> Judgement:
        best = _rightly_called(close, sound)
        words, spans = best.wording.words, best.wording.spans
        others = {one.meaning.order: one.meaning for one in reversed(close) if one.meaning.order != best.meaning.order}
        if others:
            return Doubtful((best.meaning, *reversed(others.values()))[:3], words, spans)
        return Accepted(best.meaning, words, self._confidence(best, wordings), spans)

    def _confidence(self, best: Candidate, wordings: Sequence[Wording]) -> float:
        """Less where a letter or a number sounds unlike itself: it may be the first half of another (two, twelve)."""
        doubt = min(0.0, best.opinion.heard - self._strictness.half_heard)
        return round(self._share(best, wordings) * math.exp(doubt), 2)

    def _share(self, best: Candidate, wordings: Sequence[Wording]) -> float:
        """The order's share of all likelihood, whatever its wording."""
        top = max(wording.score for wording in wordings)
        weights = [(wording, math.exp(wording.score - top)) for wording in wordings]
        own = [weight for wording, weight in weights if self._means(wording.words, best.meaning)]
        return sum(own) / sum(weight for _, weight in weights)

    def _none_of(self, orders: Sequence[Candidate], chatter: Wording | None) -> Judgement:
        if orders:
            return self._too_close_to_chatter(orders[0], _margin(orders[0], chatter), chatter)
        return self._no_order(chatter)

    def _too_close_to_chatter(self, best: Candidate, margin: float, chatter: Wording | None) -> Judgement:
        if len(best.wording.words) >= 3 and margin > -self._strictness.nearly:
            return Nearly(best.meaning.kind, best.wording.words)
        return self._no_order(chatter)

    def _no_order(self, chatter: Wording | None) -> Judgement:
        words = _known(chatter.words) if chatter else ()
        if len(words) >= 2 and self._automaton.after(words):
            for longer in self._automaton.ways_on(words):
                for meaning in self._read(longer):
                    return Nearly(meaning.kind, words)
        return Chatter(words)


def _likeliest(ways: Sequence[Sequence[Wording]], found: Sequence[Opinion]) -> list[Opinion]:
    """Of each order, what is found of the wording that is likeliest written."""
    opinions = iter(found)
    return [max((next(opinions) for _ in its), key=lambda opinion: opinion.written) for its in ways]


def _known(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(word for word in words if word != UNKNOWN)


def _all_below(least: float, fits: Sequence[float]) -> bool:
    """Not where one of them is no number: nothing is known against that one."""
    return all(fit < least for fit in fits)


def _is_known(chatter: Wording) -> bool:
    return bool(chatter.words) and UNKNOWN not in chatter.words


def _weighed(one: Candidate, opinion: Opinion, less: float) -> Candidate:
    return replace(one, wording=replace(one.wording, score=one.wording.score - less), opinion=opinion, less=less)


def _margin(order: Candidate, chatter: Wording | None) -> float:
    """How much likelier it is than chatter."""
    return _above(order.wording.score, chatter)


def _above(score: float, chatter: Wording | None) -> float:
    return score - (chatter.score if chatter else -math.inf)


def _within(logarithms: float, orders: Sequence[Candidate]) -> list[Candidate]:
    """Those no further than this behind the first."""
    return [one for one in orders if orders[0].wording.score - one.wording.score < logarithms]


def _rightly_called(close: list[Candidate], sound: Sound) -> Candidate:
    """The likeliest; but where the order may have been said with a call word or without, the sound before it tells: who
    spoke can be known otherwise, a wrong crew cannot be taken back."""
    best = close[0]
    same = [one for one in close if one.meaning.without_call == best.meaning.without_call]
    bare = next((one for one in same if one.meaning.key == one.meaning.without_call), None)
    called = next((one for one in same if one is not bare), None)
    if bare is None or called is None:
        return best
    return bare if sound.is_first(bare.wording) else called
