"""Reading a line: cut at its pauses, nothing lost, each clause made once and kept."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.faults import Fault
from referee.voice.reading import Reader, clauses
from referee.voice.shelf import Shelf
from referee.voice.sound import joined, silence


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Blue, torpedo in C six.", ("Blue,", "torpedo in,", "C six.")),
        ("Jaune : colonne L et secteur six.", ("Jaune :", "colonne,", "L et secteur six.")),
        ("Bleu, nord.", ("Bleu,", "nord.")),
        (
            "Êtes-vous en secteur cinq\u202f? Oui ou non\u00a0!",
            ("Êtes-vous en secteur cinq\u202f?", "Oui ou non\u00a0!"),
        ),
        ("One mine at 3.5 knots", ("One mine at 3.5 knots",)),
        ("Stop… go on.", ("Stop…", "go on.")),
        ("  ", ()),
        ("… !", ()),
    ],
)
def test_a_line_is_cut_at_its_pauses(text: str, parts: tuple[str, ...]) -> None:
    assert clauses(text) == parts


@given(st.text(st.sampled_from("abcé 1,.;:!?…\u00a0\u202f\n-'’")))
def test_no_word_is_lost_or_doubled(text: str) -> None:
    assert re.findall(r"\w", "".join(clauses(text))) == re.findall(r"\w", text)


def test_a_clause_is_made_once_and_then_comes_from_the_shelf(tmp_path: Path) -> None:
    reader = Reader(shelf=Shelf(tmp_path))
    first = list(reader.read("Blue, north. Blue, south.", "en"))
    assert len(first) == 4
    kept = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert len(kept) == 3
    again = list(reader.read("Blue, south.", "en"))
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == kept
    assert again[0].seconds == pytest.approx(first[2].seconds, abs=0.001)
    reader.close()


def test_another_voice_rate_or_speed_is_another_sound(tmp_path: Path) -> None:
    for voice, rate in ((None, None), ("en-gb", None), (None, 120)):
        reader = Reader(shelf=Shelf(tmp_path), voice=voice, rate=rate)
        list(reader.read("North.", "en"))
        reader.speed = 0.7
        list(reader.read("North.", "en"))
        reader.close()
    assert len(list(tmp_path.iterdir())) == 6


def test_a_damaged_file_on_the_shelf_is_made_again(tmp_path: Path) -> None:
    reader = Reader(shelf=Shelf(tmp_path))
    before = joined(reader.read("Blue.", "en"), 22050)
    (kept,) = tmp_path.iterdir()
    for damage in (b"", b"not a sound", kept.read_bytes()[:60]):
        kept.write_bytes(damage)
        assert joined(reader.read("Blue.", "en"), 22050).seconds == pytest.approx(before.seconds, abs=0.001)
    reader.close()


def test_a_shelf_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    reader = Reader(shelf=Shelf(tmp_path / "file"))
    assert [len(list(reader.read("Blue, north.", "en"))) for _ in range(2)] == [2, 2]
    reader.close()


def test_the_shelf_throws_out_the_oldest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.voice.shelf._FULL", 1)
    reader = Reader(shelf=Shelf(tmp_path))
    list(reader.read("One.", "en"))
    (old,) = tmp_path.iterdir()
    list(reader.read("Two.", "en"))
    Shelf(tmp_path).tidy()
    (left,) = tmp_path.iterdir()
    assert left != old
    reader.close()


def test_what_will_be_said_is_learnt_before_it_is_said(tmp_path: Path) -> None:
    reader = Reader(shelf=Shelf(tmp_path))
    assert list(reader.learn(["Blue, north.", "Yellow, north."], "en")) == ["Blue,", "north.", "Yellow,"]
    assert list(reader.learn(["Yellow, north."], "en")) == []
    reader.close()


def test_a_language_nobody_speaks_is_a_fault_of_its_own(reader: Reader) -> None:
    with pytest.raises(Fault) as fault:
        list(reader.read("Hello.", "tlh"))
    assert (fault.value.key, fault.value.slots["language"]) == ("voice.no-voice", "tlh")


def test_a_voice_that_is_not_here_is_named_with_those_that_are(shelf: Shelf) -> None:
    reader = Reader(shelf=shelf, voice="Marie-Louise")
    with pytest.raises(Fault) as fault:
        reader.check()
    assert fault.value.key == "voice.no-such-voice"
    assert "French" in str(fault.value.slots["known"])
    reader.close()


def test_a_pause_follows_every_clause_but_the_last(reader: Reader) -> None:
    north, *_ = reader.read("North.", "en")
    first, second = reader.read("North. North.", "en")
    assert first.seconds > second.seconds + 0.1
    assert second.seconds == pytest.approx(north.seconds, abs=0.001)
    assert silence(0.1, 10).seconds == pytest.approx(0.1)
