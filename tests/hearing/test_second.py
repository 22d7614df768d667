"""A second judge between orders, with what it finds told by the test."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from referee.hearing.judgements import Accepted, Chatter, Doubtful, Judgement, Nearly
from referee.hearing.sound import Opinion, Unheard
from referee.hearing.wordings import Wording
from tests.hearing.test_judge import JUDGE


class _Finds(Unheard):
    """Finds one ending likelier than all others, by so much."""

    def __init__(self, likely: str, by: float) -> None:
        self._likely, self._by = likely, by
        self.asked: list[tuple[str, ...]] = []

    def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion]:
        self.asked = [one.words for one in wordings]
        return [Opinion(-40.0 + self._by * " ".join(one.words).endswith(self._likely)) for one in wordings]


def judged(sound: Unheard, *wordings: tuple[str, float]) -> Judgement:
    return JUDGE.judge([Wording(tuple(text.split()), score) for text, score in wordings], sound)


CLOSE = ("torpedo d six", 100.0), ("torpedo b six", 99.5), ("torpedo g six", 90.0)


@pytest.mark.parametrize(("likely", "order"), [("d six", "torpedo D6"), ("b six", "torpedo B6")])
def test_what_the_second_judge_finds_clearly_likelier_is_taken(likely: str, order: str) -> None:
    found = judged(_Finds(likely, 8.0), *CLOSE)
    assert isinstance(found, Accepted)
    assert found.meaning.notation == order
    assert found.confidence > 0.9


def test_the_second_judge_must_be_surer_the_surer_the_recogniser_is_of_another() -> None:
    """In a quiet room: in a noise the recogniser is less to be trusted."""

    class _InNoise(_Finds):
        is_heard_twice = True

    clear, close = ("torpedo d six", 102.0), CLOSE[1:]
    assert isinstance(judged(_Finds("b six", 12.0), clear, *close), Doubtful)
    assert isinstance(judged(_InNoise("b six", 12.0), clear, *close), Accepted)
    assert isinstance(judged(_Finds("b six", 24.0), clear, *close), Accepted)


def test_where_the_second_judge_is_unsure_too_it_is_asked_back() -> None:
    assert isinstance(judged(_Finds("d six", 1.0), *CLOSE), Doubtful)


def test_judges_who_disagree_ask_back() -> None:
    """What the recogniser alone would have taken is doubted."""
    rather = ("torpedo d six", 100.0), ("torpedo b six", 98.0)
    assert isinstance(judged(Unheard(), *rather), Accepted)
    assert isinstance(judged(_Finds("b six", 4.0), *rather), Doubtful)


def test_only_orders_that_may_be_meant_are_asked_about() -> None:
    sound = _Finds("d six", 6.0)
    judged(sound, *CLOSE)
    assert sound.asked == [("torpedo", "d", "six"), ("torpedo", "b", "six")]


def test_nobody_is_asked_about_one_order_in_two_wordings() -> None:
    sound = _Finds("six", 6.0)
    judged(sound, ("torpedo charlie six", 100.0), ("torpedo c six", 100.0), ("blue torpedo c six", 99.9))
    assert sound.asked == []


def test_talk_is_no_order_however_sure_the_second_judge_is() -> None:
    found = judged(_Finds("six", 50.0), ("we had some", 110.0), ("torpedo d six", 100.0), ("torpedo b six", 99.5))
    assert not isinstance(found, Accepted | Doubtful)


def test_of_two_wordings_that_sound_the_same_the_one_that_is_written_so_counts() -> None:
    """Nobody writes "alfa"; in French the same goes for "bleus"."""

    class _Writes(Unheard):
        def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion]:
            return [Opinion(-12.0 if "alfa" in one.words else -1.0) for one in wordings]

    near = ("we had some", 100.0), ("torpedo alfa six", 100.1), ("torpedo alpha six", 100.0)
    assert isinstance(judged(_Writes(), *near), Accepted)
    assert not isinstance(judged(_Writes(), *near[:2]), Accepted)


class _Sure(Unheard):
    """Finds every order so likely, and talk so."""

    def __init__(self, likely: float, talk: float = -10.0) -> None:
        self._likely, self._talk = likely, talk
        self.asked: list[tuple[str, ...]] = []

    def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion]:
        self.asked = [one.words for one in wordings]
        return [Opinion(self._talk if {"know", "had"} & {*one.words} else self._likely) for one in wordings]


@pytest.mark.parametrize("likely", [10.0, -20.0])
def test_an_order_a_little_behind_talk_is_what_the_second_judge_makes_of_it(likely: float) -> None:
    """The recogniser alone would take the first and leave the second."""
    for near in ("head north", 99.5), ("no", 96.5):
        found = judged(_Sure(likely), ("know it", 100.0), near)
        assert isinstance(found, Accepted) is (likely > 0)


def test_talk_that_is_written_so_is_talk() -> None:
    near = ("know", 100.0), ("no", 101.0)
    assert isinstance(judged(_Sure(0.0), *near), Accepted)
    assert judged(_Sure(0.0, talk=10.0), *near) == Chatter(("know",))


def test_an_order_a_little_ahead_of_talk_may_be_talk() -> None:
    assert isinstance(judged(_Sure(-40.0), ("we had some", 100.0), ("torpedo c six", 102.0)), type(judged(Unheard())))


@pytest.mark.parametrize("ahead", [30.0, -30.0])
def test_nobody_is_asked_about_what_is_clearly_talk_or_clearly_an_order(ahead: float) -> None:
    sound = _Sure(0.0)
    judged(sound, ("we had some", 100.0), ("head north", 100.0 + ahead))
    assert sound.asked == []


class _Hears(Unheard):
    """Hears the letter of one order, and finds all written equally well."""

    def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion]:
        return [Opinion(0.0, 0.0 if "b" in one.words else -5.0) for one in wordings]


def test_a_letter_that_is_heard_counts_between_orders() -> None:
    found = judged(_Hears(), *CLOSE)
    assert isinstance(found, Accepted)
    assert found.meaning.notation == "torpedo B6"


class _HearsSome(Unheard):
    """Hears the letters of every order so well."""

    def __init__(self, heard: float) -> None:
        self._heard = heard

    def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion]:
        return [Opinion(0.0, self._heard) for _ in wordings]


@pytest.mark.parametrize("others", [(), (("torpedo b six", 99.5),)])
def test_letters_that_are_not_heard_are_asked_for_again(others: tuple[tuple[str, float], ...]) -> None:
    """It was an order, as far as the other words tell: it is no talk either."""
    said = ("torpedo d six", 100.0), ("we had some", 98.0), *others
    assert judged(_HearsSome(-5.0), *said) == Nearly("torpedo", ("torpedo", "d", "six"))
    assert isinstance(judged(_HearsSome(-2.0), *said), Doubtful if others else Accepted)


class _Follows(Unheard):
    """Hears one order by itself, so well at every moment; all others not at all."""

    def __init__(
        self,
        text: str,
        each: float,
        written: float = 0.0,
        beside: float = -100.0,
        letters: float = 0.0,
        *,
        is_above_noise: bool = False,
    ) -> None:
        self._words, self._each, self._written = tuple(text.split()), each, written
        self._beside, self._letters = beside, letters
        self.is_above_noise = is_above_noise
        self.asked = 0

    def fit(self, wording: Wording) -> float:
        return self._each if wording.words == self._words else -3.0

    def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion]:
        return [self._opinion if one.words == self._words else self._another(one.words) for one in wordings]

    def _another(self, words: Sequence[str]) -> Opinion:
        is_beside = "b" in words and self._beside > -100.0
        return Opinion(self._written if is_beside else -20.0, self._letters, -90.0, -3.0)

    def alone(self) -> Wording:
        self.asked += 1
        return Wording(self._words, 0.0, tuple((at, at + 0.3) for at in range(len(self._words))))

    def likelier(self, _: Wording, __: int, words: Sequence[str]) -> Sequence[float]:
        return [self._beside if word == "b" else -100.0 for word in words]

    @property
    def _opinion(self) -> Opinion:
        return Opinion(self._written, 0.0, self._each * 40, self._each)


class _Fits(Unheard):
    """Fits every order so well at every moment, in a quiet room or a noise."""

    def __init__(self, each: float, is_heard_twice: bool = False) -> None:
        self._each = each
        self.is_heard_twice = is_heard_twice

    def fit(self, _: Wording) -> float:
        return self._each

    def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion]:
        return [Opinion(10.0 * ("b" in one.words), 0.0, self._each * 40, self._each) for one in wordings]


@pytest.mark.parametrize("others", [(), CLOSE[1:]])
def test_what_sounds_like_something_else_throughout_is_asked_for_again(others: tuple[tuple[str, float], ...]) -> None:
    """Whether the recogniser was sure, or the second judge was asked between orders."""
    only = (CLOSE[0], *others)
    assert isinstance(judged(_Fits(-1.2), *only), Accepted)
    assert isinstance(judged(_Fits(-1.8), *only), Nearly)
    assert isinstance(judged(_Fits(-1.8, is_heard_twice=True), *only), Accepted)
    assert isinstance(judged(_Fits(-3.0, is_heard_twice=True), *only), Nearly)


@pytest.mark.parametrize(("each", "written", "taken"), [(-1.0, -9.0, False), (-1.0, -6.0, True), (-0.6, -9.0, True)])
def test_what_fits_poorly_must_be_likely_written(each: float, written: float, taken: bool) -> None:
    """Of a sector, and that somebody thinks so, the recogniser makes a sector and a row."""

    class _Poor(_Fits):
        def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion]:
            return [Opinion(written, 0.0, self._each * 40, self._each) for _ in wordings]

    assert isinstance(judged(_Poor(each), CLOSE[0]), Accepted if taken else Nearly)
    assert isinstance(judged(_Poor(each, is_heard_twice=True), CLOSE[0]), Accepted)


def test_an_order_whose_number_sounds_unlike_itself_is_less_sure() -> None:
    """It may be the first half of another: two, twelve."""

    class _Sounds(_Fits):
        def __init__(self, letters: float) -> None:
            super().__init__(-0.1)
            self._letters = letters

        def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion]:
            return [replace(found, heard=self._letters) for found in super().second(wordings)]

    sure, unsure = (judged(_Sounds(letters), *CLOSE) for letters in (0.0, -2.4))
    assert isinstance(sure, Accepted) and isinstance(unsure, Accepted)
    assert unsure.confidence < 0.5 * sure.confidence


def test_one_wording_of_an_order_that_fits_is_enough() -> None:
    class _FitsOne(_Fits):
        def fit(self, wording: Wording) -> float:
            return 0.0 if "charlie" in wording.words else self._each

    found = judged(_FitsOne(-3.0), ("torpedo c six", 100.0), ("torpedo charlie six", 99.0))
    assert isinstance(found, Accepted)


def test_an_order_of_two_words_is_never_too_badly_heard() -> None:
    assert isinstance(judged(_Fits(-3.0), ("head north", 100.0)), Accepted)


NEAR_TALK = "torpedo d sick", 100.0


def test_an_order_that_only_the_second_judge_hears_is_taken_when_it_fits_well() -> None:
    found = judged(_Follows("torpedo d six", -0.1), NEAR_TALK)
    assert isinstance(found, Accepted)
    assert found.meaning.notation == "torpedo D6"


@pytest.mark.parametrize(
    ("each", "written", "taken"), [(-0.5, -8.0, True), (-0.8, -8.0, False), (-0.8, -2.0, True), (-1.2, -2.0, False)]
)
def test_it_is_not_taken_when_it_fits_badly_unless_it_is_likely_written(
    each: float, written: float, taken: bool
) -> None:
    found = judged(_Follows("torpedo d six", each, written), NEAR_TALK)
    assert isinstance(found, Accepted) is taken
    assert not isinstance(found, Doubtful)


@pytest.mark.parametrize(("each", "written", "taken"), [(-1.1, -3.5, True), (-1.1, -4.5, False), (-1.3, -2.0, False)])
def test_it_may_fit_a_little_worse_where_the_recogniser_offers_it_too(each: float, written: float, taken: bool) -> None:
    found = judged(_Follows("torpedo d six", each, written), NEAR_TALK, ("torpedo d six", 96.5))
    assert isinstance(found, Accepted) is taken
    assert not isinstance(judged(_Follows("torpedo d six", each, written), NEAR_TALK), Accepted)


@pytest.mark.parametrize(
    ("text", "written", "taken"),
    [("torpedo d six", -8.0, True), ("surface", -8.0, True), ("stop", -8.0, False), ("stop", -2.0, True)],
)
def test_only_a_short_word_must_be_likely_written_too(text: str, written: float, taken: bool) -> None:
    sound = _Follows(text, -0.01, written, is_above_noise=True)
    assert isinstance(judged(sound, ("we had some", 100.0)), Accepted) is taken


def test_an_order_that_does_not_fit_gives_way_to_one_that_fits_exactly() -> None:
    badly = "torpedo d six", 100.0
    found = judged(_Follows("torpedo c six", -0.03), badly)
    assert isinstance(found, Accepted)
    assert found.meaning.notation == "torpedo C6"
    assert isinstance(judged(_Follows("torpedo c six", -0.1), badly), Nearly)


def test_two_orders_that_fit_nearly_as_well_are_asked_about() -> None:
    found = judged(_Follows("torpedo d six", -0.1, beside=-5.0), NEAR_TALK)
    assert isinstance(found, Doubtful)
    assert [one.notation for one in found.meanings] == ["torpedo D6", "torpedo B6"]
    told_apart = judged(_Follows("torpedo d six", -0.1, beside=-5.0, letters=-4.0), NEAR_TALK)
    assert isinstance(told_apart, Accepted), "by how its letter sounds"


def test_talk_of_other_words_is_not_followed_at_all() -> None:
    sound = _Follows("torpedo d six", 0.0)
    assert isinstance(judged(sound, ("we had some", 100.0)), Chatter)
    assert sound.asked == 0


def test_in_a_noise_that_takes_every_word_the_sound_is_followed() -> None:
    sound = _Follows("torpedo d six", -0.1, is_above_noise=True)
    assert isinstance(judged(sound, ("we had some", 100.0)), Accepted)
    assert isinstance(judged(sound, (" ".join(["we had some"] * 3), 100.0)), Accepted), "of one word it makes three"
    assert isinstance(judged(sound, (" ".join(["we had some"] * 4), 100.0)), Chatter), "nobody says that much"


def test_an_order_near_talk_is_taken_when_its_phones_fit() -> None:
    """Both hear it, and only what is usually written speaks against it."""
    near = ("we had some", 104.0), ("torpedo d six", 100.0)
    assert not isinstance(judged(_Sure(-9.0), *near), Accepted)
    assert isinstance(judged(_Follows("torpedo d six", -0.1, -5.0), *near), Accepted)


def test_an_order_the_recogniser_does_not_offer_may_be_the_one() -> None:
    found = judged(_Follows("torpedo c six", -0.1), *CLOSE)
    assert isinstance(found, Accepted)
    assert found.meaning.notation == "torpedo C6"
    asked = judged(_Follows("torpedo c six", -0.6), *CLOSE)
    assert isinstance(asked, Doubtful)
    assert asked.meanings[0].notation == "torpedo C6"


def test_what_fits_exactly_is_asked_about_where_the_likelier_order_does_not() -> None:
    """However the other is written, and whatever the recogniser heard."""

    class _FollowsSome(_Follows):
        def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion]:
            return [self._opinion if "c" in one.words else Opinion(0.0, 0.0, -30.0, -0.8) for one in wordings]

        def fit(self, wording: Wording) -> float:
            return self._each if "c" in wording.words else -0.8

    much_likelier = ("torpedo d six", 120.0), ("torpedo b six", 115.0)
    found = judged(_FollowsSome("torpedo c six", -0.01, written=-20.0), *much_likelier)
    assert isinstance(found, Doubtful)
    assert [one.notation for one in found.meanings] == ["torpedo D6", "torpedo C6"]


def test_an_order_that_fits_exactly_in_other_words_is_asked_about() -> None:
    """The recogniser heard them otherwise, and the second judge follows them by itself."""

    class _FollowsOne(_Follows):
        def second(self, wordings: Sequence[Wording]) -> Sequence[Opinion]:
            badly = Opinion(0.0, 0.0, -30.0, -0.9)
            return [self._opinion if one.words == self._words else badly for one in wordings]

        def fit(self, wording: Wording) -> float:
            return self._each if wording.words == self._words else -0.9

    both = ("torpedo d six", 105.0), ("torpedo in c six", 100.0)
    assert isinstance(judged(_FollowsOne("north", -0.01), *both), Accepted)
    found = judged(_FollowsOne("torpedo c six", -0.01), *both)
    assert isinstance(found, Doubtful)
    assert [one.notation for one in found.meanings] == ["torpedo D6", "torpedo C6"]


def test_an_order_of_which_one_wording_cannot_be_followed_is_not_heard_badly() -> None:
    class _FollowsNone(_Fits):
        def fit(self, wording: Wording) -> float:
            return math.nan if "charlie" in wording.words else self._each

    both = ("torpedo c six", 100.0), ("torpedo charlie six", 99.0)
    assert isinstance(judged(_FollowsNone(-3.0), *both), Accepted)
