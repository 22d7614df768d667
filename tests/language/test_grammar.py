"""What may be said: every phrase is one order, both languages reach every order, and the recogniser hears the same."""

from collections.abc import Iterator
from itertools import product
from typing import get_args

import pytest

from referee import paths
from referee.faults import Fault
from referee.language.grammar import Grammar, Part
from referee.language.messages import languages
from referee.language.network import Network
from referee.language.phrases import Listing, Phrase
from referee.language.understanding import NotUnderstood, Understood
from referee.language.vocabulary import symbols
from referee.rules import notation
from referee.rules import orders as o
from referee.rules.crews import Game, Team
from referee.rules.sea import Heading
from tests.hearing.saying import model

BOTH = list(product(("en", "fr"), Game))
KINDS = [kind for kind in get_args(o.Order) if kind is not o.Ask]


def phrases(grammar: Grammar) -> Iterator[Phrase]:
    listing = Listing(grammar)
    yield from listing.evenly(400)
    yield from listing.by_order(80)


def accepts(network: Network, words: list[str]) -> bool:
    ahead: dict[tuple[int, str], set[int]] = {}
    for start, word, to in network.arcs:
        ahead.setdefault((start, word), set()).add(to)
    alive = {network.start}
    for word in words:
        alive = {to for state in alive for to in ahead.get((state, word), ())}
    return bool(alive & network.finals)


def order_of(grammar: Grammar, words: str) -> str:
    found = grammar.parse(words)
    return notation.line_of(found.announced) if isinstance(found, Understood) else "-"


@pytest.mark.parametrize(("language", "game"), BOTH)
def test_every_phrase_is_its_own_order_and_no_other(language: str, game: Game) -> None:
    heard = Grammar.load(language, game)
    typed = [Grammar.for_keyboard(language, game, part=part) for part in Part]
    for grammar in (heard, Grammar.load(language, game, part=Part.CHART), *typed):
        for phrase in phrases(grammar):
            assert grammar.parse(phrase.text) == phrase.understood, phrase.text


@pytest.mark.parametrize(("language", "game"), BOTH)
def test_the_recogniser_hears_what_is_understood(language: str, game: Game) -> None:
    grammar = Grammar.load(language, game)
    network = grammar.network()
    for phrase in Listing(grammar).evenly(300):
        words = phrase.text.split()
        spoken = not any(word.isdigit() or word in grammar.typed_only for word in words)
        assert accepts(network, words) == spoken, phrase.text
        assert not accepts(network, [*words, words[-1]]) or isinstance(grammar.parse([*words, words[-1]]), Understood)
    assert not [word for word in grammar.words() if word.isdigit()]


@pytest.mark.parametrize("language", languages())
def test_a_language_reaches_every_order(language: str) -> None:
    grammars = [Grammar.for_keyboard(language, game, part=part) for game, part in product(Game, Part)]
    reached = [phrase.understood.announced.order for one in grammars for phrase in Listing(one).by_order(400)]
    assert {type(order) for order in reached} == {*KINDS, o.Ask}
    assert {order.request for order in reached if isinstance(order, o.Ask)} == set(o.Request)
    assert {order.heading for order in reached if isinstance(order, o.Course)} == set(Heading)
    assert {order.mark for order in reached if isinstance(order, o.DrawCell)} == set(o.ChartMark)


@pytest.mark.parametrize("language", languages())
def test_all_that_is_called_aloud_can_be_heard(language: str) -> None:
    grammars = [Grammar.load(language, game) for game in Game]
    heard = {type(phrase.understood.announced.order) for one in grammars for phrase in Listing(one).by_order(400)}
    assert heard >= set(get_args(o.Public))
    assert not heard & set(get_args(o.Private)), "where a mine lies must never be asked for aloud"


@pytest.mark.parametrize("language", languages())
def test_languages_have_the_same_intents(language: str) -> None:
    mirrored = Grammar.load("en", Game.CAPTAIN_SONAR).source.intents.intents
    assert Grammar.load(language, Game.CAPTAIN_SONAR).source.intents.intents.keys() == mirrored.keys()


@pytest.mark.parametrize(
    ("language", "words", "order"),
    [
        ("en", "torpedo launched impact in c as in charlie six", "torpedo C6"),
        ("en", "torpedo launched impact in c as in delta six", "-"),
        ("en", "yellow we are in row l sector six", "yellow: at column L sector 6"),
        ("en", "sector six row l", "at column L sector 6"),
        ("en", "column eight row d", "at column D row 8"),
        ("fr", "torpille larguée impact en cé six", "torpedo C6"),
        ("fr", "torpille larguée impact en c comme célestin six", "torpedo C6"),
        ("fr", "route à l'ouest", "head W"),
        ("fr", "ligne huit secteur trois", "at row 8 sector 3"),
        ("fr", "nous sommes en secteur sept et en ligne n", "at column N sector 7"),
        ("fr", "bleu stop je fais exploser la mine située en golf sept", "blue: trigger G7"),
    ],
)
def test_letters_are_columns_and_answers_have_one_order(language: str, words: str, order: str) -> None:
    assert order_of(Grammar.load(language, Game.CAPTAIN_SONAR), words) == order


@pytest.mark.parametrize(("language", "words"), [("en", "stop activating sonar"), ("fr", "stop activation du sonar")])
def test_stop_in_one_breath_is_kept(language: str, words: str) -> None:
    grammar = Grammar.load(language, Game.CAPTAIN_SONAR)
    found = grammar.parse(words)
    assert isinstance(found, Understood)
    assert found.stop
    without = grammar.parse(words.removeprefix("stop "))
    assert isinstance(without, Understood)
    assert not without.stop
    assert without.announced == found.announced


def test_a_game_is_cut_to_its_own_orders_and_chart() -> None:
    sonar, captain = (Grammar.load("en", game) for game in (Game.SONAR, Game.CAPTAIN_SONAR))
    assert order_of(sonar, "up") == "head N"
    assert order_of(captain, "up") == "-"
    assert order_of(captain, "torpedo p six") == "-"
    assert (
        order_of(Grammar.load("en", Game.CAPTAIN_SONAR, columns=26, rows=26), "torpedo z twenty six") == "torpedo Z26"
    )
    small = Grammar.load("en", Game.CAPTAIN_SONAR, columns=10, rows=10)
    assert order_of(small, "torpedo j ten") == "torpedo J10"
    assert order_of(small, "torpedo k ten") == order_of(small, "torpedo j eleven") == "-"


def test_a_crew_may_be_called_by_its_own_name() -> None:
    named = Grammar.load("en", Game.CAPTAIN_SONAR, team_names={Team.BLUE: "Nautilus"})
    assert order_of(named, "nautilus head north") == "blue: head N"
    assert order_of(named, "blue head north") == "blue: head N"
    assert order_of(Grammar.load("en", Game.CAPTAIN_SONAR), "nautilus head north") == "-"


def test_half_an_utterance_is_nothing() -> None:
    grammar = Grammar.load("en", Game.CAPTAIN_SONAR)
    for phrase in Listing(grammar).evenly(200):
        for extra in ("kitchen", "not"):
            assert isinstance(grammar.parse(f"{phrase.text} {extra}"), NotUnderstood)
    assert grammar.parse("") == NotUnderstood("")


@pytest.mark.parametrize(("language", "game"), BOTH)
@pytest.mark.model
def test_the_speech_model_knows_every_word(language: str, game: Game) -> None:
    known = symbols(model(language))
    for part in Part:
        Grammar.load(language, game, part=part, columns=26, rows=26).check(known)


def test_a_word_the_model_lacks_is_named_with_its_place_and_one_it_knows() -> None:
    grammar = Grammar.load("en", Game.CAPTAIN_SONAR, team_names={Team.BLUE: "Scharnhorst"})
    known = grammar.words() - {"torpedo", "scharnhorst"}
    with pytest.raises(Fault) as name:
        grammar.check(known)
    assert name.value.slots["word"] == "scharnhorst"
    with pytest.raises(Fault) as word:
        grammar.check({*known, "scharnhorst", "torpedoes"})
    line = int(str(word.value.slots["line"]))
    file = paths.grammars() / str(word.value.slots["file"])
    text = file.read_text(encoding="utf-8").splitlines()[line - 1]
    assert "torpedo" in text
    assert word.value.slots["suggestion"] == "torpedoes"


@pytest.mark.parametrize(
    ("language", "talk", "request_"),
    [
        ("en", ["pause", "continue", "time out"], ["pause the game", "continue the game", "referee pause"]),
        ("fr", ["pause", "continuez", "reprise"], ["on fait une pause", "continuez la partie", "arbitre pause"]),
    ],
)
def test_a_game_is_paused_by_more_than_a_word_of_table_talk(
    language: str, talk: list[str], request_: list[str]
) -> None:
    heard, typed = (load(language, Game.CAPTAIN_SONAR) for load in (Grammar.load, Grammar.for_keyboard))
    for words in talk:
        assert heard.read(words.split()) is None, words
    for words in request_:
        assert heard.read(words.split()) is not None, words
    assert all(typed.read(words.split()) is not None for words in talk)
