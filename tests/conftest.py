"""Fixtures and options that more than one room needs."""

import os

import pytest

from tests.virtual_audio import audio

__all__ = ["audio"]

# whatever the system speaks; a test of another language says so itself
os.environ["LANGUAGE"] = "en"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-transcripts", action="store_true", help="write what happens now into the transcripts")
