"""Typed lines: the tables of what each must become, and what may never happen to one."""

import random
from pathlib import Path
from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.language.grammar import Grammar, Part
from referee.language.phrases import Listing
from referee.language.typed import tokens, understand
from referee.language.understanding import Ambiguous, Understood
from referee.rules import notation
from referee.rules.crews import Game
from referee.rules.orders import Course
from referee.rules.sea import Heading
from tests.bench.language import shown, slips

HERE = Path(__file__).parent
GAMES = {"c": Game.CAPTAIN_SONAR, "s": Game.SONAR}
HEADINGS = {
    ("en", Game.CAPTAIN_SONAR): ("head {}", {"north": "N", "south": "S", "east": "E", "west": "W"}),
    ("en", Game.SONAR): ("{}", {"up": "N", "down": "S", "right": "E", "left": "W"}),
    ("fr", Game.CAPTAIN_SONAR): ("route au {}", {"nord": "N", "sud": "S", "est": "E", "ouest": "W"}),
    ("fr", Game.SONAR): ("je vais à {}", {"droite": "E", "gauche": "W"}),
}


def table(name: str) -> list[tuple[Game, str, str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    cells = [line.split("\t") for line in lines if not line.startswith("#")]
    return [(GAMES[game], order, text) for game, order, text in cells]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_tables_of_typed_lines(language: str) -> None:
    rows = table(f"typed-{language}.tsv") + table(f"fresh-{language}.tsv")
    became = [(text, order, shown(understand(text, language, game))) for game, order, text in rows]
    wrong = [row for row in became if row[1] != row[2]]
    assert len(rows) >= 300
    assert len(wrong) <= len(rows) / 100, wrong
    assert not [row for row in wrong if row[2][0] not in "-~?"], "refused is a nuisance, misunderstood a lost game"


def one_slip(word: str, random_: random.Random) -> str:
    place = random_.randrange(len(word) + 1)
    letter = random_.choice(ascii_lowercase)
    return random_.choice(
        [
            word[:place] + letter + word[place:],
            word[:place] + word[place + 1 :],
            word[:place] + letter + word[place + 1 :],
            word[:place] + word[place + 1 : place + 2] + word[place : place + 1] + word[place + 2 :],
        ]
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_people_say_whom_nobody_told_how_is_understood_and_never_wrongly(language: str) -> None:
    rows = table(f"said-{language}.tsv")
    became = [(text, order, shown(understand(text, language, game))) for game, order, text in rows]
    missed = [row for row in became if row[1] != row[2]]
    assert len(rows) >= 400
    assert len(missed) <= len(rows) * 5 / 100, missed
    assert not [row for row in missed if row[2][0] not in "-~?"], "a nuisance, a game lost"


STRUCK = {
    ("en", "c"): "n=head N, b n=blue: head N, y e=yellow: head E, t c6=torpedo C6, tc6=torpedo C6,"
    "m=mine, d3=drone 3, sil=silence, son=sonar, b m=blue: mine, su4=surface 4, x g7=trigger G7,"
    "y y=yellow: yes, w2=cross W2",
    ("en", "s"): "u=head N, l=head W, n=head N, m d3=missile D3, g r=green: head E, su h3=surface H3",
    (
        "fr",
        "c",
    ): "o=head W, w=head W, b n=blue: head N, j s=yellow: head S, t c6=torpedo C6, m=mine, d3=drone 3, su=surface,"
    "sil=silence, o2=cross W2, j ou=yellow: yes",
    ("fr", "s"): "h=head N, b=head S, v d=green: head E, b b=blue: head S, m d3=missile D3",
}


@pytest.mark.parametrize(("language", "game"), STRUCK)
def test_what_is_struck_in_a_key_or_two(language: str, game: str) -> None:
    rows = dict(row.strip().split("=") for row in STRUCK[language, game].split(","))
    assert {line: shown(understand(line, language, GAMES[game])) for line in rows} == rows


def edited(word: str, random_: random.Random) -> str:
    """The word after two slips of the fingers."""
    return one_slip(one_slip(word, random_), random_)


@pytest.mark.parametrize(("language", "game"), HEADINGS)
def test_no_slip_in_a_heading_makes_another_heading(language: str, game: Game) -> None:
    carrier, headings = HEADINGS[language, game]
    own = {notation.parse(f"head {letter}") for letter in headings.values()}
    random_ = random.Random(11)
    for word, letter in headings.items():
        for slip in {edited(word, random_) for _ in range(700)} - headings.keys():
            for line in (carrier.format(slip), slip):
                found = understand(line, language, game)
                if isinstance(found, Understood) and isinstance(found.announced.order, Course):
                    # "head e" is notation, and one letter is no slip of a word; nothing else may be a course
                    assert found.announced.order == Course(Heading(letter)) or len(slip) == 1, line
                if isinstance(found, Ambiguous):
                    assert not own & {one.order for one in found.candidates}, line


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_repaired_line_keeps_its_cell_and_tells_what_it_became(language: str) -> None:
    grammar = Grammar.for_keyboard(language, Game.CAPTAIN_SONAR)
    random_ = random.Random(7)
    repaired = 0
    for phrase in Listing(grammar).by_order(40):
        words = phrase.text.split()
        place = random_.randrange(len(words))
        slip = edited(words[place], random_)
        found = understand(" ".join([*words[:place], slip, *words[place + 1 :]]), language, Game.CAPTAIN_SONAR)
        if isinstance(found, Understood) and found.repaired is not None:
            repaired += 1
            again = understand(found.repaired, language, Game.CAPTAIN_SONAR)
            assert isinstance(again, Understood)
            assert again.announced == found.announced
            assert payload(found) == payload(phrase.understood), f"{phrase.text} typed with {slip}"
    assert repaired > 50


@pytest.mark.parametrize(("language", "game"), HEADINGS)
def test_no_slip_makes_another_order(language: str, game: Game) -> None:
    tally = slips(language, game, 500)
    assert not tally["wrong"]
    assert tally["right"] > 300, "a referee that only asks back is no help either"


def payload(found: Understood) -> list[str]:
    """The headings, cells, numbers and crew of an order."""
    line = notation.line_of(found.announced)
    return [word for word in line.replace(":", " ").split() if not word.islower() or word in ("blue", "yellow")]


@given(st.text(max_size=80))
@settings(max_examples=150, deadline=None)
def test_no_line_is_too_strange(line: str) -> None:
    for language in ("en", "fr"):
        for part in Part:
            assert shown(understand(line, language, Game.CAPTAIN_SONAR, part=part))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "line",
    [
        "head N", "surface 4", "surface H3", "at column L sector 6", "at row 2", "torpedo C6", "drone 5", "clear",
        "hit indirect", "charged mine", "yes", "no", "cancel", "blue captain: start C7", "yellow captain: glide E 3",
        "blue mate: mark torpedo", "blue engineer: cross W2", "yellow: at column J sector 3", "blue: head n",
    ],
)  # fmt: skip
def test_notation_is_typed_in_any_language(language: str, line: str) -> None:
    announced = notation.parse_line(line)
    assert announced is not None
    assert understand(line, language, Game.CAPTAIN_SONAR) == Understood(announced)
    assert understand(f"  {line.upper()} ", language, Game.CAPTAIN_SONAR) == Understood(announced)


def test_accents_apostrophes_and_digits_do_not_matter() -> None:
    assert tokens("Torpille larguée, impact en C06 !") == ("torpille", "larguee", "impact", "en", "c", "6")
    assert tokens("Êtes-vous… À L’OUEST") == ("etes", "vous", "a", "l", "ouest")


def test_two_orders_as_near_are_asked_about() -> None:
    grammar = Grammar.for_keyboard("en", Game.CAPTAIN_SONAR)
    found = understand("drone rady", "en", Game.CAPTAIN_SONAR)
    assert shown(found) in ("charged drone",), grammar.language


def test_what_is_drawn_on_a_chart() -> None:
    for line, order in (
        ("island c six", "island C6"),
        ("C6 is an island", "island C6"),
        ("sector 3, b5", "sector 3 B5"),
    ):
        assert shown(understand(line, "en", Game.CAPTAIN_SONAR, part=Part.CHART)) == order
    assert shown(understand("trou d'eau en d quatre", "fr", Game.CAPTAIN_SONAR, part=Part.CHART)) == "hole D4"
    assert shown(understand("île", "fr", Game.CAPTAIN_SONAR, part=Part.CHART)) == "~island"


NOT_ANOTHER = {
    "en": ("blue, go nort", "go nroth", "go o north", "nor", "bleu nor", "referee whay now", "hit and sunk"),
    "fr": ("bleu nor", "nor", "nod", "nord !", "yellow, go north", "jaune noh", "oues", "touché coulé", "arbitre no"),
}


@pytest.mark.parametrize("game", Game)
@pytest.mark.parametrize(
    ("language", "line"), [(language, line) for language in NOT_ANOTHER for line in NOT_ANOTHER[language]]
)
def test_what_is_nearly_an_order_is_never_another(language: str, line: str, game: Game) -> None:
    found = understand(line, language, game)
    order = shown(found).partition(": ")[2] or shown(found)
    assert order not in ("no", "yes", "resume", "why", "stop"), found


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", Game)
def test_one_slip_never_makes_another_order(language: str, game: Game) -> None:
    """A typing slip is put right into the order it was, or into none. Another cell, exactly typed, is another cell."""
    random_ = random.Random(7)
    for phrase in Listing(Grammar.for_keyboard(language, game)).by_order(6):
        words = phrase.text.split()
        place = random_.randrange(len(words))
        words[place] = one_slip(words[place], random_)
        found = understand(" ".join(words), language, game)
        if isinstance(found, Understood) and found.repaired is not None:
            assert found.announced.order == phrase.understood.announced.order, " ".join(words)
