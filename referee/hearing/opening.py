"""From a grammar and a model to an ear: where the parts of this room are put together."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from referee import paths
from referee.faults import Fault
from referee.hearing import meanings
from referee.hearing.automaton import Automaton
from referee.hearing.graph import DEFAULT, Settings, graph
from referee.hearing.judge import Judge
from referee.hearing.learned import Learned
from referee.hearing.listener import Ear
from referee.hearing.phones import Phones
from referee.hearing.recogniser import Recogniser
from referee.hearing.second import Pronounced, Second
from referee.hearing.sounding import Sounding
from referee.hearing.strictness import Strictness
from referee.hearing.whisper import WhisperModel
from referee.language.anyfile import AnyGrammar
from referee.language.grammar import Grammar
from referee.language.messages import catalogue
from referee.language.network import Network
from referee.language.vocabulary import symbols


def ear(
    grammar: Grammar | AnyGrammar,
    model: Path,
    settings: Settings = DEFAULT,
    strictness: Strictness | None = None,
    *,
    second: Path | None = None,
    on_fault: Callable[[Fault], None] = lambda _: None,
) -> Ear:
    """The ear for a grammar, to be used in one thread; `second`: the folder of the second judge's model. Where that is
    damaged, `on_fault` is told."""
    network = grammar.network(symbols(model)) if isinstance(grammar, AnyGrammar) else grammar.network()
    read = meanings.of_game(grammar) if isinstance(grammar, Grammar) else meanings.of_any(grammar)
    talk = grammar.words_of_cells() if isinstance(grammar, Grammar) else frozenset[str]()
    recogniser = Recogniser(graph(model, network, settings, talk=talk))
    judge = Judge(read, Automaton(network), strictness)
    try:
        opened = _second(grammar, network, second) if second else None
    except Fault as fault:
        on_fault(fault)
        opened = None
    return Ear(grammar.language, recogniser, judge, opened)


def _second(grammar: Grammar | AnyGrammar, network: Network, folder: Path) -> Second | None:
    """None where the model does not know the language; where it is damaged, a fault: orders are heard without, too."""
    try:
        model = _whisper(folder)
    except Fault as fault:
        raise Fault("hearing.no-second", model=folder.name) from fault
    if not model.knows(grammar.language):
        return None
    before = catalogue(grammar.language).shown("hearing.as-written") if isinstance(grammar, Grammar) else ""
    phones = Phones.read(paths.phones(grammar.language), folder.name)
    pronounced = Pronounced(phones, Sounding(network, phones)) if phones else None
    learned = Learned.read(paths.learned(grammar.language), folder.name) if isinstance(grammar, Grammar) else None
    return Second(model, grammar.language, grammar, before, learned, pronounced)


@cache
def _whisper(folder: Path) -> WhisperModel:
    """One for all ears: it is large."""
    return WhisperModel(folder)
