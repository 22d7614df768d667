"""Lines broken for a narrow screen: between words, never between a word and the mark that French sets apart from it."""

from __future__ import annotations

import re
import textwrap

_TIED = "\N{NO-BREAK SPACE}"
_BEFORE_A_MARK, _AFTER_A_MARK = re.compile(r" (?=[:;?!»])"), re.compile(r"(?<=«) ")


def wrapped(text: str, width: int) -> list[str]:
    """The lines of a sentence, each at most so wide where its words allow it."""
    tied = _AFTER_A_MARK.sub(_TIED, _BEFORE_A_MARK.sub(_TIED, text))
    return [line.replace(_TIED, " ") for line in textwrap.wrap(tied, width)]
