"""The table for programs: the time a line names."""

from __future__ import annotations

import io

import pytest

from referee.console.json_lines import lines, timed


@pytest.mark.parametrize("at", ["12", "12.4", "1.7000000000000002", "0.1", repr(0.1 + 0.2)])
def test_a_time_may_be_as_long_as_a_program_writes_it(at: str) -> None:
    given = timed(f"@{at} blue: head N", before=0.0)
    assert (given.at, getattr(given, "line", None)) == (float(at), "blue: head N")


@pytest.mark.parametrize("line", ["@-4 blue: head N", "@NaN blue: head N", "@1e9 blue: head N", "blue: head N", "@"])
def test_what_is_no_time_passes_a_second(line: str) -> None:
    assert timed(line, before=3.0).at == 4.0


def test_what_windows_puts_before_the_first_line_is_no_part_of_it() -> None:
    assert list(lines(io.StringIO("\ufeff@12 blue: head N\r\nblue: dive"))) == ["@12 blue: head N", "blue: dive"]
