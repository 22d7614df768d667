"""The words a speech model knows, from either of the two places where models keep them."""

import struct
from pathlib import Path

import pytest

from referee.faults import Fault
from referee.language.vocabulary import symbols

WORDS = {"<eps>": 0, "bé": 7, "l'ouest": 12, "north": 300000}


def packed(text: str) -> bytes:
    return struct.pack("<i", len(text.encode())) + text.encode()


def graph(words: dict[str, int]) -> bytes:
    table = struct.pack("<i", 2125658996) + packed("words.txt") + struct.pack("<qq", 300001, len(words))
    entries = b"".join(packed(word) + struct.pack("<q", number) for word, number in words.items())
    return struct.pack("<i", 2125659606) + b"header" + table + entries + b"arcs and states"


def model(folder: Path, name: str, content: bytes) -> Path:
    (folder / "graph").mkdir()
    (folder / "graph" / name).write_bytes(content)
    return folder


def test_a_table_inside_the_graph(tmp_path: Path) -> None:
    assert symbols(model(tmp_path, "Gr.fst", graph(WORDS))) == WORDS


def test_a_list_beside_the_graph(tmp_path: Path) -> None:
    listed = "".join(f"{word} {number}\n" for word, number in WORDS.items())
    assert symbols(model(tmp_path, "words.txt", listed.encode())) == WORDS


@pytest.mark.parametrize("content", [b"", b"nothing", graph(WORDS)[:60], graph({"a": 1}).replace(b"a", b"\xff")])
def test_a_damaged_model_is_said(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(Fault, match=r"grammar\.no-symbols"):
        symbols(model(tmp_path, "Gr.fst", content))
