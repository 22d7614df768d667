"""From a grammar and a model to an ear: where the parts of this room are put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

from referee import paths
from referee.faults import Fault
from referee.hearing import meanings
from referee.hearing.automaton import Automaton
from referee.hearing.decision import AT_TABLE, Decision, Prices
from referee.hearing.examining import Ear
from referee.hearing.graph import DEFAULT, Settings, graph
from referee.hearing.learned import Learned
from referee.hearing.phones import Phones
from referee.hearing.recogniser import Recogniser
from referee.hearing.second import Pronounced, Second
from referee.hearing.sounding import Sounding
from referee.hearing.whisper import WhisperModel
from referee.language.anyfile import AnyGrammar
from referee.language.grammar import Grammar
from referee.language.network import Network
from referee.language.vocabulary import symbols


def ear(
    grammar: Grammar | AnyGrammar,
    model: Path,
    settings: Settings = DEFAULT,
    *,
    second: Path | None = None,
    prices: Prices = AT_TABLE,
    on_fault: Callable[[Fault], None] = lambda _: None,
) -> Ear:
    """The ear for a grammar, to be used in one thread; `second`: the folder of the second ear's model, `prices`: what a
    mistake costs. Where that model is damaged, `on_fault` is told."""
    network = grammar.network(symbols(model)) if isinstance(grammar, AnyGrammar) else grammar.network()
    read = meanings.of_game(grammar) if isinstance(grammar, Grammar) else meanings.of_any(grammar)
    talk = grammar.words_of_cells() if isinstance(grammar, Grammar) else frozenset[str]()
    recogniser = Recogniser(graph(model, network, settings, talk=talk))
    try:
        opened = _second(grammar, network, second) if second else None
    except Fault as fault:
        on_fault(fault)
        opened = None
    decision = replace(Decision.read(paths.decision()), prices=prices)
    return Ear(grammar.language, recogniser, read, Automaton(network), decision, opened)


def _second(grammar: Grammar | AnyGrammar, network: Network, folder: Path) -> Second | None:
    """None where its phones are not known; where the model is damaged, a fault: orders are heard without, too."""
    try:
        model = _whisper(folder)
    except Fault as fault:
        raise Fault("hearing.no-second", model=folder.name) from fault
    phones = Phones.read(paths.phones(grammar.language), folder.name)
    if phones is None:
        return None
    learned = Learned.read(paths.learned(grammar.language), folder.name)
    return Second(model, grammar, learned, Pronounced(phones, Sounding(network, phones)))


@cache
def _whisper(folder: Path) -> WhisperModel:
    """One for all ears: it is large."""
    return WhisperModel(folder)
