"""With which ears a table hears: in which languages, on how large a chart, on the models kept here."""

from __future__ import annotations

from collections.abc import Callable

from referee import models
from referee.faults import Fault
from referee.hearing import opening
from referee.hearing.decision import AT_TABLE, IN_DIALOGUE
from referee.hearing.examining import Ear
from referee.hearing.listener import Listener
from referee.language.grammar import Grammar, Part
from referee.rules.crews import Team
from referee.rules.sea import Chart
from referee.table.setup import Setup

_USUAL = 15
"""Columns and rows that are heard at any table: hearing is never narrowed to a smaller chart."""


def listener(setup: Setup, team: Team | None, chart: Chart, on_fault: Callable[[Fault], None]) -> Listener:
    """Hears the crew's language; at a microphone for all, every language of the table."""
    return Listener([ear(grammar, on_fault) for grammar in grammars(setup, team, chart)])


def grammars(setup: Setup, team: Team | None, chart: Chart) -> list[Grammar]:
    """What may be said at a microphone."""
    crews = [setup.language_of(team)] if team else [setup.language, *map(setup.language_of, setup.teams)]
    columns, rows = heard_on(chart)
    return [Grammar.load(one, setup.game, setup.mode, columns=columns, rows=rows) for one in dict.fromkeys(crews)]


def heard_on(chart: Chart) -> tuple[int, int]:
    """The columns and rows that are heard: a space off a small chart is refused, not taken for another."""
    return max(chart.columns, _USUAL), max(chart.rows, _USUAL)


def ear(grammar: Grammar, on_fault: Callable[[Fault], None] = lambda _: None) -> Ear:
    """The ear of a language, for what this grammar allows to be said, on the model kept here. A chart is shown as it is
    drawn, and what was heard wrong is soon taken back. Who is told what is damaged, of what a game does without, is
    `on_fault`."""
    plays = grammar.cut.part is Part.PLAY
    second, prices = (models.second(on_fault), AT_TABLE) if plays else (None, IN_DIALOGUE)
    return opening.ear(grammar, models.folder(grammar.language), second=second, prices=prices, on_fault=on_fault)
