"""The set-up of a game at a table: what was not given on the command line is asked, and noted as if it had been given.

Last time's answers are the suggestions, and taken all at once by who wants the same again.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace

from referee import shelf
from referee.cli import choosing, last_table
from referee.cli.asking import Asker, asker
from referee.cli.last_table import LastTable
from referee.cli.sentences import chosen, system_language
from referee.cli.table_options import BY_LOT, DEFAULT_SCENARIO
from referee.console.dialogue import Choice, Dialogue, Question
from referee.console.wrapping import to_read
from referee.language.messages import Catalogue, catalogue, languages
from referee.rules.crews import TEAMS, Game, Mode
from referee.rules.scenario import Confidence

_COUNTS = {1: "one", 2: "two", 3: "three", 4: "four"}


def fill_in(args: argparse.Namespace) -> None:
    """Ask for what is missing. Who gave everything that matters is asked nothing."""
    args.first = args.first or (BY_LOT if args.scenario and args.game and args.mode else None)
    if args.first and args.scenario and args.game and args.mode:
        return
    last = last_table.read()
    last = replace(last, microphones=choosing.still_here(last.microphones)) if last else None
    words = catalogue(chosen(args))
    said = (args.language,) if hasattr(args, "language") else languages()
    with asker(args, said, choosing.for_answers(args.mic or (last.microphones if last else ())), words) as ask:
        Questions(args, ask, last).ask()


class Questions:
    """The questions in their order, and what is noted of the answers."""

    def __init__(self, args: argparse.Namespace, ask: Asker, last: LastTable | None) -> None:
        self._args, self._ask = args, ask
        given = args.scenario or args.game or args.mode or args.players
        self._same = last if last and not given and getattr(args, "language", last.language) == last.language else None
        self._last = last or _usual(getattr(args, "language", system_language()))

    def ask(self) -> None:
        if self._same and self._same_again(self._same):
            self._take(self._same)
            return
        self._speak(self._language())
        words = self._words
        print(words.shown("console.dialogue.welcome"))
        if self._ask.ear:
            print(to_read(words.shown("console.dialogue.welcome-aloud"), sys.stdout))
        while True:
            table = self._asked()
            first = self._first(table.game, table.mode)
            # what was typed stands; what was heard may have been misheard
            if not self._ask.answered_aloud or self._agreed("ready", summary=summary(table, words)):
                break
            print(words.shown("console.dialogue.once-more"))
            self._last = table
        self._take(table)
        self._args.first = first
        last_table.keep(table)

    def _take(self, table: LastTable) -> None:
        args = self._args
        args.language, args.game, args.scenario, args.mode = table.language, table.game, table.scenario, table.mode
        args.players = args.players or [f"{team}={table.players}" for team in TEAMS[table.game]]
        args.mic = args.mic or list(table.microphones)
        args.tutor = args.tutor or table.tutor
        args.first = args.first or BY_LOT

    def _same_again(self, last: LastTable) -> bool:
        self._speak(last.language)
        return self._agreed("same", summary=summary(last, self._words))

    # -- in which language
    def _speak(self, language: str) -> None:
        self._words = catalogue(language)
        self._dialogue = Dialogue(self._words, self._ask, print)

    def _agreed(self, question: str, **slots: object) -> bool:
        return self._dialogue.agreed(question, default=True, **slots)

    def _language(self) -> str:
        """Asked in every language at once: nobody knows yet who is there."""
        if hasattr(self._args, "language"):
            return str(self._args.language)
        default = self._last.language
        self._speak(default)
        choices = [Choice(one, catalogue(one).shown("console.dialogue.language-name")) for one in languages()]
        for number, choice in enumerate(choices, 1):
            print(f"  {number}  {choice.shown}")
        found = self._dialogue.answered(_in_all_languages("language", default), choices, default)
        if self._ask.ear:
            self._ask.ear.speaks_only(found)
        return found

    # -- one after the other
    def _asked(self) -> LastTable:
        args = self._args
        game = self._game()
        scenario = shelf.find(args.scenario, game).drawing.name if args.scenario else self._scenario(game)
        mode = self._mode(game, scenario)
        players = self._last.players if args.players else self._players(game, mode)
        microphones = tuple(args.mic) or choosing.microphones(
            game, self._dialogue, self._ask.ear, self._last.microphones
        )
        tutor = args.tutor or self._dialogue.agreed("tutor", default=self._last.tutor)
        return LastTable(self._words.language, game, scenario, mode, players, microphones, tutor)

    def _game(self) -> Game:
        if self._args.game:
            return Game(self._args.game)
        if self._args.scenario:
            return shelf.find(self._args.scenario).drawing.game
        choices = [Choice(game, self._words.shown(f"console.game.{game}")) for game in Game]
        return Game(self._dialogue.chosen("game", choices, self._last.game))

    def _scenario(self, game: Game) -> str:
        last = self._last.scenario if self._last.game is game else DEFAULT_SCENARIO[game]
        known = shelf.drawings(game)
        choices = [Choice(one.drawing.name, one.drawing.title(self._words.language)) for one in known]
        widest = max(len(choice.shown) for choice in choices)
        for number, (choice, found) in enumerate(zip(choices, known, strict=True), 1):
            print(f"  {number:>2}  {choice.shown:<{widest}}  {self._doubt(found)}".rstrip())
        return self._dialogue.asked("scenario", choices, last)

    def _doubt(self, found: shelf.Found) -> str:
        """How sure a chart is, before it is chosen; nothing, where every side of it is certain or the player's own."""
        sure = [side.confidence for side in found.drawing.sides.values()]
        worst = max(sure, key=list(Confidence).index)
        certain = found.own or worst is Confidence.SOLID
        return "" if certain else f"({self._words.shown(f'scenarios.confidence.{worst}')})"

    def _mode(self, game: Game, scenario: str) -> Mode:
        if self._args.mode:
            return Mode(self._args.mode)
        sides = list(shelf.find(scenario, game).drawing.sides)
        default = self._last.mode if self._last.mode in sides else sides[0]
        choices = [Choice(mode, self._words.shown(f"console.mode.{mode}")) for mode in Mode if mode in sides]
        return Mode(self._dialogue.chosen("mode", choices, default))

    def _players(self, game: Game, mode: Mode) -> int:
        """Who may give which station's orders on a phone. Nobody commands a submarine alone in real time."""
        most = 4 if game is Game.CAPTAIN_SONAR else 2
        counts = range(2 if mode is Mode.REAL_TIME else 1, most + 1)
        if len(counts) == 1:
            return most
        roles = [self._words.shown(f"console.dialogue.players-{_COUNTS[count]}") for count in counts]
        choices = [Choice(str(n), role if most == 4 else str(n)) for n, role in zip(counts, roles, strict=True)]
        for choice in choices:
            print(f"  {choice.shown}")
        standing = self._last.players if self._last.players in counts else most
        return int(self._dialogue.asked("players", choices, str(standing)))

    def _first(self, game: Game, mode: Mode) -> str:
        if self._args.first or mode is Mode.REAL_TIME:
            return self._args.first or BY_LOT
        lot = Choice(BY_LOT, self._words.shown("console.dialogue.first-random"))
        crews = [Choice(team, self._words.shown(f"table.team.{team}")) for team in TEAMS[game]]
        return self._dialogue.chosen("first", [lot, *crews], BY_LOT)


def summary(table: LastTable, words: Catalogue) -> str:
    """What is going to be played, in one line."""
    title = shelf.find(table.scenario, table.game).drawing.title(words.language)
    game, mode = words.shown(f"console.game.{table.game}"), words.shown(f"console.mode.{table.mode}")
    return words.shown("console.dialogue.summary", game=game, scenario=title, mode=mode, players=table.players)


def _usual(language: str) -> LastTable:
    """What is suggested to who never played."""
    return LastTable(language, Game.CAPTAIN_SONAR, DEFAULT_SCENARIO[Game.CAPTAIN_SONAR], Mode.TURN_BY_TURN)


def _in_all_languages(key: str, default: str) -> Question:
    """One question, in every language: for the eye in one line, for the ear one after the other."""
    key = f"console.dialogue.{key}"
    every = [catalogue(language) for language in languages()]
    standing = catalogue(default).shown("console.dialogue.language-name")
    shown = " / ".join(words.shown(key) for words in every)
    prompt = catalogue(default).shown("console.dialogue.choose", question=shown, default=standing)
    return Question(prompt, tuple((words.spoken(key), words.language) for words in every))
