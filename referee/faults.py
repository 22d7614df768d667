"""Faults of the machine or of what was given to it: no model, no microphone, a damaged file.

A fault carries the key of its sentence, so that the command line can say it in the user's language: what is wrong and
how to go on. Refused orders are never faults; they are rulings.
"""

from __future__ import annotations


class Fault(Exception):
    """Something the user can repair. `key` is a sentence of the catalogue `faults`, `slots` what it is filled with."""

    def __init__(self, key: str, **slots: object) -> None:
        super().__init__(f"{key} {slots}" if slots else key)
        self.key = key
        self.slots = slots
