"""Text from elsewhere - a crew's name, a file's, what a journal or a chart holds - made safe to show: nothing in it
commands a terminal, hides, or turns the line around it. Whatever is shown to anybody goes through here once."""

from __future__ import annotations

import re

_NEVER_SHOWN = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # commands to a terminal; a tab and a new line are left
    "\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb"  # unseen, or turning the line
    "\ud800-\udfff\U000e0000-\U000e0fff"  # half a character; tags
    "]"
)
_INSTEAD = "\N{REPLACEMENT CHARACTER}"


class Control(str):
    """What the program itself tells a terminal: the only thing that goes there as it is."""

    __slots__ = ()

    def __str__(self) -> str:
        """Itself: what is printed stays what it is."""
        return self


def readable(text: str) -> str:
    """The text with a mark for each character that nobody could read."""
    return _NEVER_SHOWN.sub(_INSTEAD, text)


def in_one_line(text: str, most: int) -> str:
    """A name: so long at most, and no line of its own."""
    return " ".join(readable(text[:most]).split())
