"""Fixtures that more than one room needs."""

from tests.virtual_audio import audio

__all__ = ["audio"]
