"""Fixtures and options that more than one room needs."""

import os
import signal

import pytest

from tests.virtual_audio import audio

__all__ = ["audio"]

# whatever the system speaks; a test of another language says so itself
os.environ["LANGUAGE"] = "en"

# run in the background a shell lets Ctrl-C be ignored, and every program a test starts would inherit that
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-transcripts", action="store_true", help="write what happens now into the transcripts")
