"""Orders inside a reading, wherever in the talk they stand."""

from __future__ import annotations

from referee.hearing.meanings import of_game
from referee.hearing.spotting import place, plain, runs, spans_of_orders, spotted, tail
from referee.hearing.wordings import Wording
from referee.language.grammar import Grammar
from referee.rules.crews import Game

READ = of_game(Grammar.load("en", Game.CAPTAIN_SONAR))


def wording(text: str, score: float = 0.0) -> Wording:
    """Half a second a word."""
    words = tuple(text.split())
    return Wording(words, score, tuple((at / 2, at / 2 + 0.5) for at in range(len(words))))


def test_marked_words_are_one_order_and_others_are_talk() -> None:
    (one,) = spotted(wording("so head^ north# and"))
    assert (one.words, one.span, one.is_last) == (("head", "north"), (0.5, 1.5), False)
    assert (one.before, one.after) == (0.0, 0.0)


def test_the_same_words_without_marks_are_talk() -> None:
    assert list(spotted(wording("should we head north or west"))) == []


def test_orders_that_follow_each_other_stay_apart() -> None:
    found = [one.words for one in spotted(wording("stop^ head^ north# yes^"))]
    assert found == [("stop",), ("head", "north"), ("yes",)]


def test_only_whole_orders_have_a_place() -> None:
    assert spans_of_orders([wording("torpedo^ launched# impact# in#")], READ) == []
    assert spans_of_orders([wording("so then head^ north# and")], READ) == [(1.0, 2.0)]


def test_a_place_is_as_wide_as_any_wording_has_it() -> None:
    short, long = wording("so surface^ seven", 9.0), wording("so surface^ sector# seven#", 5.0)
    assert spans_of_orders([short, long], READ) == [(0.5, 2.0)]


def test_two_orders_stay_two_places_whatever_lies_over_both() -> None:
    offered = [wording("head^ north# surface^", 9.0), wording("head^ north# yes^", 5.0)]
    assert spans_of_orders(offered, READ) == [(0.0, 1.0), (1.0, 1.5)]


def test_of_each_order_the_likeliest_wording_counts_and_the_best_talk_beside_it() -> None:
    offered = [
        wording("so head^ north#", 9.0),
        wording("well head^ north#", 8.0),
        wording("so head^ south#", 7.0),
        wording("so head north", 6.5),
    ]
    here = place(offered, (0.5, 1.5), READ)
    assert [(one.meaning.notation, one.spotted.score) for one in here.hypotheses] == [("head N", 9.0), ("head S", 7.0)]
    assert here.talk == 6.5


def test_what_was_not_offered_is_far_behind() -> None:
    here = place([wording("head^ north#", 9.0)], (0.0, 1.0), READ)
    assert here.talk == here.worst == 1.0


def test_the_order_at_the_end_may_still_go_on() -> None:
    assert tail(["so", "torpedo^", "launched#"]) == ("torpedo", "launched")
    assert tail(["head^", "north#", "and"]) == ()
    assert runs(["head^", "north#", "and", "stop^"]) == [("head", "north"), ("stop",)]
    assert plain(("head^", "north#", "[unk]", "and")) == ("head", "north", "and")
