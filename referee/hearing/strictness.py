"""How much likelier an order must be than chatter and than other orders, to be taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

FEW = 3
"""Words that talk, and a noise of other voices, say by chance."""


@dataclass(frozen=True, slots=True)
class Strictness:
    """In natural logarithms of likelihood: how much better an order must be. Chosen on voices kept apart from those the
    figures are given for (`referee bench hearing`)."""

    one_word: float = -2.6
    """Above chatter, for an order of one word: nothing else holds it."""
    few_words: float = -1.0
    longer: float = -3.0
    near_chatter: float = 6.0
    """Nearer than this to chatter, and a second judge is asked."""
    one_word_by_both: float = -3.2
    """The same with how likely the second judge finds the order written: less, and it is talk after all."""
    two_words_by_both: float = -4.0
    longer_by_both: float = -5.0
    sure_by_both: float = 0.0
    """So much, and it is an order even where it is a little behind talk."""
    other_order: float = 1.5
    heard_twice: float = 1.2
    """Above another order, where shares are the mean of two hearings: neither alone can make it as sure as it is."""
    second: float = 6.0
    """Nearer than this to another order, and a second judge is asked."""
    second_weight: float = 0.5
    """What its logarithm that an order is written so counts beside the recogniser's."""
    after_second: float = 2.0
    """Above another order, where both judges have spoken."""
    of_one_ear: float = 2.0
    """And so much more for each logarithm by which the recogniser finds the other likelier, in a quiet room."""
    sound_weight: float = 0.15
    """What it counts beside them that any other phones fit a sound better, for each natural logarithm."""
    not_offered: float = 5.0
    """Behind the last that the recogniser offers: an order only the second judge hears."""
    unlike: float = -2.5
    """Where no close order's letters and numbers sound more like it, none of them was said."""
    half_heard: float = -1.0
    """Where they sound less like it than this, it is less sure."""
    most_behind: float = -20.0
    """No order's phones count as further behind the best."""
    heard_well: tuple[float, ...] = (-0.05, -0.3, -0.5, -0.8)
    """So well an order's phones must fit every moment, where the recogniser hears talk: of 1 word, 2, 3, or more."""
    heard_and_written: tuple[float, ...] = (-0.3, -0.6, -1.0)
    """The same where it is likely written so, too."""
    offered_and_written: tuple[float, ...] = (-0.3, -0.6, -1.2, -1.4)
    """The same where the recogniser offers it, too."""
    written_likely: float = -3.0
    written_likely_offered: float = -4.0
    """And this where it offers it."""
    heard_clearly: float = -0.15
    """The same where the recogniser hears other orders: less, and it is asked about."""
    heard_exactly: float = -0.05
    """The same where the recogniser hears an order that does not fit."""
    heard_loosely: float = -0.4
    """An order that fits no better is not taken where another fits exactly."""
    written_well: float = -6.0
    """And so likely a short word must be written."""
    heard_badly: float = -1.5
    """Where an order of more than two words fits every moment no better than this, something else was said."""
    heard_badly_in_noise: float = -2.5
    heard_poorly: float = -0.7
    """The same where it is hardly written so, either."""
    written_badly: float = -8.0
    nearly: float = 8.0
    """Below chatter, for an order of at least three words: worth asking about."""

    def weighed(self, written: float, heard: float, behind: float) -> float:
        """How likely an order is by all that the second judge finds of it."""
        return self.second_weight * written + heard + self.sound_weight * behind

    def above_chatter(self, words: Sequence[str]) -> float:
        if len(words) == 1:
            return self.one_word
        return self.few_words if len(words) <= FEW else self.longer

    def above_chatter_by_both(self, words: Sequence[str]) -> float:
        if len(words) == 1:
            return self.one_word_by_both
        return self.two_words_by_both if len(words) == 2 else self.longer_by_both
