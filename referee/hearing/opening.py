"""From a grammar and a model to an ear: where the parts of this room are put together."""

from __future__ import annotations

from pathlib import Path

from referee.hearing import meanings
from referee.hearing.automaton import Automaton
from referee.hearing.graph import DEFAULT, Settings, graph
from referee.hearing.judge import Judge, Strictness
from referee.hearing.listener import Ear
from referee.hearing.recogniser import Recogniser
from referee.language.anyfile import AnyGrammar
from referee.language.grammar import Grammar
from referee.language.vocabulary import symbols


def ear(
    grammar: Grammar | AnyGrammar,
    model: Path,
    settings: Settings = DEFAULT,
    strictness: Strictness | None = None,
) -> Ear:
    """The ear for a grammar, to be used in one thread."""
    network = grammar.network(symbols(model)) if isinstance(grammar, AnyGrammar) else grammar.network()
    read = meanings.of_game(grammar) if isinstance(grammar, Grammar) else meanings.of_any(grammar)
    talk = grammar.words_of_cells() if isinstance(grammar, Grammar) else frozenset[str]()
    recogniser = Recogniser(graph(model, network, settings, talk=talk))
    return Ear(grammar.language, recogniser, Judge(read, Automaton(network), strictness))
