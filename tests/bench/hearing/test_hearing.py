"""What the bench of hearing counts, and that a whole run of it hears what is said."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from referee.hearing.waveform import RATE, Samples
from referee.rules.crews import Game
from tests.bench.clips import Clip
from tests.bench.hearing import __main__ as program
from tests.bench.hearing.child import ASKED, Found, heard
from tests.bench.hearing.figures import Tally, quantile, wilson
from tests.bench.hearing.rivals import Answer, Hearing
from tests.bench.hearing.sets import SETS, Sounds, is_of_people
from tests.bench.hearing.tables import line, page
from tests.bench.rooms import Said, Stream
from tests.hearing.saying import model, said

STREAM = Stream("a", "quiet", np.zeros(10 * RATE, np.float32), (Said("head north", "head N", 4.0, 5.0, "a"),))
TWO_BREATHS = replace(STREAM, said=(Said("surface, sector five", "surface 5", 4.0, 6.0, "a"),))
EMBEDDED = replace(STREAM, said=(*STREAM.said, Said("no not south", None, 5.1, 6.0, "b")))


def _answer(order: str, began: float = 4.0, ended: float = 5.0) -> Answer:
    return Answer(order, "words", began, ended, 0.9, ended + 0.1, ended + 0.2, ended + 0.3)


def _tally(stream: Stream, *answers: Answer) -> Tally:
    tally = Tally("ours", "quiet")
    tally.count(stream, Hearing(answers, 0.5, 0.4, 200))
    return tally


@pytest.mark.parametrize(
    ("answers", "right", "wrong", "asked", "false"),
    [
        ([_answer("head N")], 1, 0, 0, 0),
        ([_answer(ASKED), _answer("head N")], 1, 0, 0, 0),
        ([_answer("head N"), _answer("head N")], 0, 1, 0, 0),
        ([_answer("head S")], 0, 1, 0, 0),
        ([_answer(ASKED)], 0, 0, 1, 0),
        ([], 0, 0, 0, 0),
        ([_answer("head N"), _answer("stop", 1.0, 1.4)], 1, 0, 0, 1),
        ([_answer("head N", 7.0, 8.0)], 0, 0, 0, 1),
        ([_answer(ASKED, 7.0, 8.0)], 0, 0, 0, 0),
    ],
)
def test_an_order_is_right_when_it_alone_is_taken_where_it_is_said(
    answers: list[Answer], right: int, wrong: int, asked: int, false: int
) -> None:
    tally = _tally(STREAM, *answers)
    assert (tally.right, tally.wrong, tally.asked, len(tally.false)) == (right, wrong, asked, false)
    assert tally.missed == 1 - right - wrong - asked


def test_an_order_in_two_breaths_may_be_taken_in_two() -> None:
    assert _tally(TWO_BREATHS, _answer("surface", 4.0, 4.6), _answer("sector 5", 5.0, 6.0)).right == 1
    assert _tally(TWO_BREATHS, _answer("surface", 4.0, 4.6)).wrong == 1


def test_what_talk_was_taken_for_is_told_with_its_words() -> None:
    tally = _tally(EMBEDDED, _answer("head N"), _answer("head S", 5.3, 6.0))
    assert tally.right == 1
    assert [(one.order, one.said) for one in tally.false] == [("head S", "no not south")]


def test_a_decision_is_late_by_every_clock() -> None:
    late = _tally(STREAM, _answer("head N")).late
    assert {clock: round(times[0], 3) for clock, times in late.items()} == {"decided": 0.1, "wall": 0.2, "cpu": 0.3}


def test_false_orders_are_counted_by_the_hour_of_sound_without_orders() -> None:
    tally = _tally(STREAM, _answer("stop", 1.0, 2.0))
    assert tally.talk_seconds == pytest.approx(9.0)
    assert tally.false_an_hour == pytest.approx(400.0)
    assert tally.core == pytest.approx(0.04)


class _Slow:
    """Takes half as long again for a block as it lasts."""

    block = RATE // 50

    def begin(self) -> None:
        self.fed = 0

    def feed(self, samples: Samples) -> Iterator[Found]:
        time.sleep(0.03)
        self.fed += len(samples)
        if self.fed == RATE // 5:
            yield "stop", "stop", 0.0, 0.2, 1.0

    def end(self) -> Iterator[Found]:
        yield from ()


def test_a_block_waits_until_those_before_it_are_done() -> None:
    """Ten blocks of 20 ms that take 30 ms each: the last comes at 0.2 s and is done at 0.32 s at the earliest."""
    found, wall, cpu = heard(_Slow(), np.zeros(RATE // 5, np.float32), live=False)
    (answer,) = (Answer(*one) for one in found)
    assert answer.decided == pytest.approx(0.2)
    assert 0.32 <= answer.wall <= 0.02 + wall + 1e-6
    assert cpu < 0.1 and answer.cpu < 0.3


def test_what_workers_counted_is_put_together() -> None:
    both = program.together([_tally(STREAM, _answer("head N")), _tally(STREAM, _answer("head S"))])
    assert (both.orders, both.right, both.wrong) == (2, 1, 1)
    assert len(both.late["wall"]) == 1 and len(both.amiss) == 1 and both.seconds == 20


def test_the_page_sets_rivals_beside_each_other() -> None:
    ours, before = _tally(STREAM, _answer("head N")), replace(_tally(STREAM), rival="before")
    text = "\n".join(page("en", [ours, before]))
    assert "| orders in a quiet room | 1 | 100.0% (21–100), 0.0%, 0.0% | 0.0% (0–79), 0.0%, 0.0% |" in text
    assert "100 / 100 audio, 200 / 200 wall, 300 / 300 processor | - audio" in text
    assert "100.0% (21-100)" in line(ours)


def test_shares_have_the_bounds_of_wilson_and_quantiles_are_of_what_is_there() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-3)
    assert wilson(95, 100) == pytest.approx((0.8882, 0.9785), abs=1e-3)
    assert (quantile([3.0, 1.0, 2.0], 0.5), quantile([1.0], 0.95)) == (2.0, 1.0)


def _recorded(folder: Path, part: str = "") -> Path:
    lines = ["file\tlanguage\tvoice\ttext\torder\tpart"]
    for text, order in (("head north", "head N"), ("pass me the salt please", "-"), ("salt", "-")):
        soundfile.write(folder / f"{text}.flac", said(text), RATE)
        lines.append(f"{text}.flac\ten\tkok:anna\t{text}\t{order}\t{part}")
    (folder / "index.tsv").write_text("\n".join(lines), encoding="utf-8")
    return folder


def test_only_those_of_a_part_are_heard_in_it(tmp_path: Path) -> None:
    clips = _recorded(tmp_path, "choose")
    assert len(Sounds("en", "choose", None, clips).spoken) == 3
    assert not Sounds("en", "report", None, clips).spoken
    assert Sounds("en", "report", _recorded(tmp_path), None).told


def test_every_set_gives_streams_or_none(tmp_path: Path) -> None:
    sounds = Sounds("en", "report", _recorded(tmp_path), None)
    found = {name: list(one.streams(sounds, 1)) for name, one in SETS.items()}
    assert {name for name, streams in found.items() if streams} >= {"quiet", "talk-15", "after-15", "table-talk"}
    orders = [one.order for name in ("quiet", "talk-15") for stream in found[name] for one in stream.said]
    assert orders == ["head N", "head N"]


def test_nobody_of_the_people_is_taken_for_a_synthetic_voice() -> None:
    clip = Clip("a", "gsc:1", "no", "no", Game.SONAR, file=Path("a.flac"))
    assert is_of_people(clip) and not is_of_people(replace(clip, voice="kok:af_heart"))


@pytest.mark.model
def test_a_whole_run_hears_an_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    model("en")
    told = ["hearing", f"--audio={_recorded(tmp_path)}", "--language=en", "--sets=quiet", "--rivals=ours,plain"]
    monkeypatch.setattr(
        "sys.argv", [*told, f"--markdown={tmp_path / 'page.md'}", f"--json={tmp_path / 'figures.json'}"]
    )
    assert program.main() == 0
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "| orders in a quiet room | 1 | 100.0% (21–100), 0.0%, 0.0% | 100.0% (21–100), 0.0%, 0.0% |" in text
    assert capsys.readouterr().out.startswith("en, report")
