"""Lines broken for a narrow screen: between words, never between a word and the mark that French sets apart from it."""

from __future__ import annotations

import re
import shutil
import textwrap
from typing import TextIO

_TIED = "\N{NO-BREAK SPACE}"
_BEFORE_A_MARK, _AFTER_A_MARK = re.compile(r" (?=[:;?!»])"), re.compile(r"(?<=«) ")


def wrapped(text: str, width: int, beside: str = "") -> list[str]:
    """The lines of a sentence, each at most so wide where its words allow it; `beside` begins all but the first."""
    tied = _AFTER_A_MARK.sub(_TIED, _BEFORE_A_MARK.sub(_TIED, text))
    # an option is no word with a hyphen: "--mic" stays whole
    lines = textwrap.wrap(tied, width, subsequent_indent=beside, break_on_hyphens=False)
    return [line.replace(_TIED, " ") for line in lines]


def to_read(text: str, out: TextIO, beside: str = "") -> str:
    """A sentence as it is written there: a terminal breaks lines in the middle of words; a pipe wants them whole."""
    return "\n".join(wrapped(text, shutil.get_terminal_size().columns, beside)) if out.isatty() else text
