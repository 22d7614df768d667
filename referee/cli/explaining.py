"""`--help`, and what argparse finds wrong, in the user's language: the words are in the catalogue `help`.

A command declares its options without words; here each finds its own, by the command and the option's name. So does
what stands for a value, such as FILE.
"""

from __future__ import annotations

import argparse
import re
import textwrap
from typing import Any, NoReturn, TypeVar

from referee.faults import Fault
from referee.language.messages import Catalogue

Commands = argparse._SubParsersAction
A = TypeVar("A", bound=argparse.Action)

WRONG = {
    "cli.missing": r"the following arguments are required: (?P<what>.+)",
    "cli.no-value": r"argument (?P<what>.+): expected .*arguments?",
    "cli.not-one-of": r"argument (?P<what>.+?): invalid choice: (?P<value>.+) \(choose from (?P<choices>.+)\)",
    "cli.no-such-value": r"argument (?P<what>.+?): invalid \w+ value: (?P<value>.+)",
    "cli.takes-no-value": r"argument (?P<what>.+): ignored explicit argument (?P<value>.+)",
    "cli.ambiguous": r"ambiguous option: (?P<what>.+) could match (?P<choices>.+)",
    "cli.not-both": r"argument (?P<what>.+): not allowed with argument (?P<other>.+)",
}
"""What argparse finds wrong, in English alone, and the sentence that says it in the user's language."""
_VALUE = re.compile("[A-Z]{2,}")
"""A word that stands for a value, alone or within something like TEAM=NAME."""


class Parser(argparse.ArgumentParser):
    """Explains itself, and says a wrong option in one sentence, with the way out."""

    words: Catalogue
    """Of whoever asks; the parsers of the commands take it from the one above them."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**{**given, "add_help": False, "formatter_class": argparse.RawDescriptionHelpFormatter})
        self.slots: dict[str, object] = {}
        """What the words of this command are filled with, besides the defaults of its options."""
        self.add_argument("-h", "--help", action="help")

    @classmethod
    def speaking(cls, words: Catalogue) -> type[Parser]:
        """A parser in this language, and so are all that are made of it."""
        return type(cls.__name__, (cls,), {"words": words})

    def _add_action(self, action: A) -> A:
        """What stands for a value has its word from the beginning: faults name it, too."""
        if isinstance(action.metavar, str):
            action.metavar = _VALUE.sub(self._value, action.metavar)
        return super()._add_action(action)

    def _value(self, found: re.Match[str]) -> str:
        return self._told(f"value.{found[0].lower()}") or found[0]

    def error(self, message: str) -> NoReturn:
        for key, pattern in WRONG.items():
            if found := re.fullmatch(pattern, message):
                raise Fault(key, command=self.prog, **found.groupdict())
        raise Fault("cli.not-so", what=message, command=self.prog)

    def format_usage(self) -> str:
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups, self._said("usage"))
        return formatter.format_help()

    def format_help(self) -> str:
        formatter = self._get_formatter()
        about = self._told(f"{self._path}.about").strip().split("\n\n")
        examples = [f"  {one}" for one in (self.epilog or "").split("\n") if one]
        formatter.add_text("\n\n".join(textwrap.fill(paragraph, 78) for paragraph in about))
        for title, group in (("takes", self._positionals), ("options", self._optionals)):
            formatter.start_section(self._said(title))
            formatter.add_arguments([self._explained(action) for action in group._group_actions])
            formatter.end_section()
        if examples:
            formatter.add_text("\n".join([self._said("examples"), *examples]))
        return f"{self.format_usage()}\n{formatter.format_help()}"

    def _explained(self, action: argparse.Action) -> argparse.Action:
        default = "" if action.default is None else action.default
        name = action.dest.replace("_", "-")
        said = self._told(f"{self._path}.{name}", default=default) or self._told(f"option.{name}", default=default)
        action.help = said.replace("%", "%%")
        if isinstance(action, Commands):
            for one in action._get_subactions():
                one.help = self._about(one.dest).replace("%", "%%")
        return action

    def _about(self, name: str) -> str:
        """What a command below this one is for, in a few words where many are listed."""
        key = f"cli.commands.{name}"
        short = self.words.shown(key) if self._path == "command" and key in self.words else ""
        return short or self._told(f"{self._path}.{name}.about").partition("\n\n")[0]

    @property
    def _path(self) -> str:
        """Where the words of this command are."""
        return ".".join(["command", *self.prog.split()[1:]])

    def _told(self, name: str, **slots: object) -> str:
        """The words for this, where there are any."""
        key = f"help.{name}"
        return self.words.shown(key, **{**self.slots, **slots}) if key in self.words else ""

    def _said(self, name: str) -> str:
        return self.words.shown(f"help.{name}")


def command(commands: Commands[argparse.ArgumentParser], name: str, *examples: str) -> argparse.ArgumentParser:
    """The parser of one command, with examples of what may be typed."""
    return commands.add_parser(name, help=name, epilog="\n".join(examples))
