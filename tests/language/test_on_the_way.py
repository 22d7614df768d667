"""What a line being typed can still become: no secret stands on the screen before the line is whole."""

import random
from collections.abc import Iterator

import pytest

from referee.language.grammar import Grammar, meaning
from referee.language.messages import languages
from referee.language.network import Ops
from referee.language.on_the_way import can_become
from referee.language.understanding import Understood
from referee.rules.crews import Game
from referee.rules.orders import Place, Private


def lines(grammar: Grammar, chance: random.Random) -> Iterator[tuple[str, Understood]]:
    """Whole lines, as the grammar has them."""
    automaton = grammar.automaton
    while True:
        state, words = automaton.start, list[str]()
        ops: Ops = ()
        while automaton.steps[state] and (state not in automaton.finals or chance.random() < 0.6):
            words.append(chance.choice(list(automaton.steps[state])))
            step = chance.choice(automaton.steps[state][words[-1]])
            state, ops = step.to, (*ops, *step.ops)
        found = meaning((*ops, *chance.choice(automaton.finals[state]))) if state in automaton.finals else None
        if found is not None:
            yield " ".join(words), found


@pytest.mark.parametrize("game", Game)
@pytest.mark.parametrize("language", languages())
def test_every_line_is_known_for_what_it_becomes(language: str, game: Game) -> None:
    grammar, chance = Grammar.for_keyboard(language, game), random.Random(1)
    secrets = 0
    for _, (line, found) in zip(range(2000), lines(grammar, chance), strict=False):
        if isinstance(found.announced.order, Place):
            continue  # no order by itself: it completes one
        if not isinstance(found.announced.order, Private):
            assert False in can_become(line, grammar), line
        elif grammar.parse(line) == found:  # else it is something said aloud as well: "mine en C six"
            secrets += 1
            assert can_become(line, grammar) == {True}, line
    assert secrets > 20
