"""The compiled graph: made once, whole or not at all, and clear about what is wrong."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from referee.faults import Fault
from referee.hearing import graph as graphs
from referee.hearing.graph import Settings, graph
from referee.hearing.recogniser import Recogniser
from referee.language.network import Network
from tests.hearing.saying import model, said

pytestmark = pytest.mark.model
NETWORK = Network(((0, "head", 1), (1, "north", 2), (1, "south", 2)), 0, frozenset({2}))


def test_it_is_made_once_and_found_again(tmp_path: Path) -> None:
    first = graph(model("en"), NETWORK, cache=tmp_path)
    made = (first / "graph" / "Gr.fst").stat().st_mtime_ns
    assert graph(model("en"), NETWORK, cache=tmp_path) == first
    assert (first / "graph" / "Gr.fst").stat().st_mtime_ns == made
    assert [one.name for one in tmp_path.iterdir()] == [first.name]


def test_another_grammar_or_setting_is_another_graph(tmp_path: Path) -> None:
    other = Network((*NETWORK.arcs, (1, "east", 2)), 0, frozenset({2}))
    made = {graph(model("en"), one, cache=tmp_path) for one in (NETWORK, other)}
    assert len(made | {graph(model("en"), NETWORK, Settings(common=10), tmp_path)}) == 3


def test_a_recording_is_heard_the_same_every_time(tmp_path: Path) -> None:
    made, sound = graph(model("en"), NETWORK, cache=tmp_path), said("head north")
    recogniser = Recogniser(made)
    first = recogniser.decode(sound)
    recogniser.decode(said("pass me the salt please"))
    assert recogniser.decode(sound) == first
    assert Recogniser(made).decode(sound) == first


def test_the_big_files_are_linked(tmp_path: Path) -> None:
    made = graph(model("en"), NETWORK, cache=tmp_path)
    own = sum(file.lstat().st_size for file in made.rglob("*") if not file.is_symlink() and file.is_file())
    assert own < 25_000_000  # the model has 68


def test_where_links_are_not_to_be_had_there_are_second_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise OSError(errno.EPERM, "no right to make links")

    monkeypatch.setattr(Path, "symlink_to", refused)
    made = graph(model("en"), NETWORK, cache=tmp_path)
    assert (made / "am" / "final.mdl").stat().st_size == (model("en") / "am" / "final.mdl").stat().st_size


def test_a_word_the_model_lacks_is_named(tmp_path: Path) -> None:
    with pytest.raises(Fault) as found:
        graph(model("en"), Network(((0, "juliettt", 1),), 0, frozenset({1})), cache=tmp_path)
    assert found.value.key == "hearing.unknown-word"
    assert found.value.slots["words"] == "juliettt"
    assert list(tmp_path.iterdir()) == []


def test_a_model_without_a_dynamic_graph_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Fault, match=r"hearing\.no-model"):
        graph(tmp_path, NETWORK, cache=tmp_path / "cache")
    static = tmp_path / "static"
    for name in ("am/final.mdl", "conf/mfcc.conf", "conf/model.conf", "ivector/final.ie", "graph/HCLG.fst"):
        (static / name).parent.mkdir(parents=True, exist_ok=True)
        (static / name).write_bytes(b"")
    with pytest.raises(Fault, match=r"hearing\.not-dynamic"):
        graph(static, NETWORK, cache=tmp_path / "cache")


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    made = graph(model("en"), NETWORK, cache=blocked / "graphs")
    assert (made / "graph" / "Gr.fst").is_file()


def test_a_compiler_that_fails_is_said_without_its_own_words() -> None:
    words = "Traceback (most recent call last):\nMemoryError: std::bad_alloc"
    with pytest.raises(Fault) as found:
        graphs._answer(subprocess.CompletedProcess(["compiler"], 3, "", words))
    assert (found.value.key, found.value.slots) == ("hearing.not-compiled", {"why": "code 3"})
    assert str(found.value.__cause__) == words, "for --debug"
    full = f"{words}\nOSError: [Errno 28] {os.strerror(errno.ENOSPC)}\n"
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        graphs._answer(subprocess.CompletedProcess(["compiler"], 1, "", full))


def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(graphs, "_compile", full)
    with pytest.raises(Fault, match=r"hearing\.no-room"):
        graph(model("en"), NETWORK, cache=tmp_path)
    assert list(tmp_path.iterdir()) == []
