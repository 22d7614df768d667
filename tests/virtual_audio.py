"""A microphone and a loudspeaker for a machine without a sound card: a private PulseAudio that only these tests see.

    with virtual_audio() as audio:
        with audio.record() as heard:      # what the loudspeaker plays
            audio.say("order.wav")         # into the microphone, in real time
        heard.samples, heard.seconds(of_sample)

PortAudio finds them as the devices `mic` (each microphone by its name) and `speaker`, and as its defaults.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

RATE = 16000
NEEDED = ("pulseaudio", "pactl", "paplay", "parec")
SPEAKER = "speaker"

# a sound card does not wait for a busy machine either; only root may push in front
_FIRST = ("nice", "-n", "-10") if hasattr(os, "geteuid") and os.geteuid() == 0 else ()
# without norewinds the first block comes seconds late and samples are altered
_SINK = "module-null-sink sink_name={name} format=s16le rate={rate} channels={channels} norewinds=1"


def missing() -> str | None:
    """Why there can be no virtual audio here, or None."""
    absent = [name for name in NEEDED if shutil.which(name) is None]
    if absent:
        return f"needs {', '.join(absent)} (Debian: pulseaudio pulseaudio-utils libasound2-plugins)"
    try:
        import sounddevice  # noqa: F401
    except OSError:
        return "needs PortAudio (Debian: libportaudio2)"
    return None


@dataclass
class Recording:
    """What came out of a device, with the time of every sample on `time.monotonic()`."""

    rate: int = RATE
    _blocks: list[tuple[float, bytes]] = field(default_factory=list)

    @property
    def samples(self) -> NDArray[np.int16]:
        return np.frombuffer(b"".join(block for _, block in list(self._blocks)), dtype=np.int16)

    def seconds(self, sample: int) -> float:
        """When this sample came. Blocks arrive late, never early: the earliest bound over all of them is the clock."""
        bounds, count = [], 0
        for arrived, block in list(self._blocks):
            count += len(block) // 2
            bounds.append(arrived - count / self.rate)
        return min(bounds) + sample / self.rate

    def sounds(self, seconds: float = 0.3, level: int = 200) -> bool:
        """Whether anything louder was heard in the last of these seconds."""
        count = int(seconds * self.rate)
        kept = b""
        for _, block in reversed(self._blocks):  # after half an hour a copy of all of them takes its time
            kept = block + kept
            if len(kept) >= 2 * count:
                break
        return bool((np.abs(np.frombuffer(kept, dtype=np.int16)[-count:].astype(int)) > level).any())

    def first_sound(self, after: float = 0.0, level: int = 200) -> float | None:
        """When something louder than the level was first heard after that moment."""
        loud = self._loud(after, level)
        return float(loud[0]) if len(loud) else None

    def last_sound(self, after: float = 0.0, level: int = 200) -> float | None:
        loud = self._loud(after, level)
        return float(loud[-1]) if len(loud) else None

    def _loud(self, after: float, level: int) -> NDArray[np.float64]:
        if not self._blocks:
            return np.empty(0)
        times = self.seconds(0) + np.flatnonzero(np.abs(self.samples.astype(int)) > level) / self.rate
        return np.asarray(times[times > after])

    def _listen(self, pipe: subprocess.Popen[bytes]) -> None:
        assert pipe.stdout
        while block := os.read(pipe.stdout.fileno(), 1 << 16):
            self._blocks.append((time.monotonic(), block))


@dataclass
class VirtualAudio:
    """A running private sound server."""

    folder: Path
    microphones: tuple[str, ...]
    stereo: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    _modules: dict[str, str] = field(default_factory=dict)
    _servers: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def say(self, wav: Path | str, microphone: str | None = None) -> float:
        """Play a 16 kHz file into a microphone, in real time. Returns when it has ended; gives the time it did."""
        self.start_saying(wav, microphone).wait(timeout=120)
        return time.monotonic()

    def start_saying(self, wav: Path | str, microphone: str | None = None) -> subprocess.Popen[bytes]:
        """The same without waiting, so that several voices may overlap."""
        to = microphone or self.microphones[0]
        server = [f"--server={_socket(self.folder, to)}"] if to in self.apart else []
        return subprocess.Popen([*_FIRST, "paplay", *server, f"--device={to}", "--latency-msec=20", str(wav)])

    @contextmanager
    def record(self, device: str = SPEAKER, rate: int = RATE) -> Iterator[Recording]:
        """Record a loudspeaker, or a microphone by its name, while the block runs."""
        recording = Recording(rate)
        pipe = subprocess.Popen(
            [
                *_FIRST,
                "parec",
                "-d",
                f"{device}.monitor",
                "--format=s16le",
                f"--rate={rate}",
                "--channels=1",
                "--latency-msec=10",
            ],
            stdout=subprocess.PIPE,
        )
        listener = threading.Thread(target=recording._listen, args=(pipe,), daemon=True)
        listener.start()
        try:
            _until(lambda: bool(recording._blocks))
            yield recording
            time.sleep(0.1)  # what is still on its way
        finally:
            pipe.terminate()
            pipe.wait(timeout=5)
            listener.join(timeout=5)

    def echo(self, volume: float = 0.3) -> None:
        """Let the first microphone hear the loudspeaker, as in a real room."""
        sink = self.microphones[0]
        self._load("echo", f"module-loopback source={SPEAKER}.monitor sink={sink} latency_msec=20")
        # module-loopback appears as a stream into the microphone's sink: the newest one
        streams = _pactl("list", "short", "sink-inputs").split("\n")
        _pactl("set-sink-input-volume", streams[-1].split()[0], f"{volume:.0%}")

    def unplug(self, device: str) -> None:
        """Take a microphone or the loudspeaker away. Who records from one is given another by the sound server, if
        there is any, unless it stands apart."""
        if device in self.apart:
            _end(self._servers.pop(device))
        else:
            _pactl("unload-module", self._modules.pop(device))

    def plug_in(self, device: str) -> None:
        """Bring it (back)."""
        if device in self.apart:
            (self.folder / device).mkdir(exist_ok=True)
            socket = f"module-native-protocol-unix socket={_socket(self.folder, device)}"
            self._servers[device] = _start(self.folder / device, socket, self._sink(device))
            assert _until(lambda: _answers(f"--server={_socket(self.folder, device)}"))
        else:
            self._load(device, self._sink(device))
            _make_default(self)

    def _end_servers(self) -> None:
        for server in self._servers.values():
            _end(server)

    @contextmanager
    def frozen(self, device: str) -> Iterator[None]:
        """A microphone that stands apart answers nobody for a while."""
        server = self._servers[device]
        server.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            server.send_signal(signal.SIGCONT)

    def list_as(self, *microphones: str) -> None:
        """Whoever asks for the devices from now on finds these, numbered in this order."""
        _configure_alsa(self.folder, microphones, self.apart)

    def _sink(self, device: str) -> str:
        rate, channels = (48000, 2) if device == SPEAKER else (RATE, 2 if device in self.stereo else 1)
        return _SINK.format(name=device, rate=rate, channels=channels)

    def _load(self, name: str, module: str) -> None:
        self._modules[name] = _pactl("load-module", *module.split())


@contextmanager
def virtual_audio(
    microphones: Sequence[str] = ("mic",),
    *,
    speaker: bool = True,
    plugged: bool = True,
    stereo: Sequence[str] = (),
    apart: Sequence[str] = (),
) -> Iterator[VirtualAudio]:
    """Start a private sound server and make it what PortAudio sees; skips the test where there can be none. Some of
    the microphones may be stereo, some may stand apart, on a sound server of their own; what is not plugged in yet may
    be later."""
    reason = missing()
    if reason:
        pytest.skip(reason)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="audio-", ignore_cleanup_errors=True)))
        stack.enter_context(_environment(folder))
        _configure_alsa(folder, microphones, apart)
        server = stack.enter_context(_server(folder))
        audio = VirtualAudio(folder, tuple(microphones), tuple(stereo), tuple(apart))
        stack.callback(audio._end_servers)
        for device in (*(microphones if plugged else ()), *([SPEAKER] if speaker else [])):
            audio.plug_in(device)
        _refresh_portaudio()
        yield audio
        assert server.poll() is None, "the sound server died"
    _refresh_portaudio()


def _make_default(audio: VirtualAudio) -> None:
    if SPEAKER in audio._modules:
        _pactl("set-default-sink", SPEAKER)
    present = [name for name in audio.microphones if name in audio._modules]
    if present:
        _pactl("set-default-source", f"{present[0]}.monitor")


@contextmanager
def _environment(folder: Path) -> Iterator[None]:
    wanted = {"XDG_RUNTIME_DIR": str(folder), "ALSA_CONFIG_PATH": str(folder / "asound.conf")}
    unwanted = ("PULSE_SERVER", "PULSE_RUNTIME_PATH", "PULSE_SOURCE", "PULSE_SINK", "DBUS_SESSION_BUS_ADDRESS")
    before = dict(os.environ)
    folder.chmod(0o700)
    os.environ.update(wanted)
    for name in unwanted:
        os.environ.pop(name, None)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _configure_alsa(folder: Path, microphones: Sequence[str], apart: Sequence[str]) -> None:
    """Name every device for PortAudio, which sees PulseAudio through ALSA alone."""
    lines = ["</usr/share/alsa/alsa.conf>", "pcm.!default { type pulse }", "ctl.!default { type pulse }"]
    named = [(name, f"{name}.monitor") for name in microphones] + [(SPEAKER, SPEAKER)]
    servers = {name: f' server "{_socket(folder, name)}"' for name in apart}
    lines += [f'pcm.{name} {{ type pulse device "{device}"{servers.get(name, "")} }}' for name, device in named]
    (folder / "asound.conf").write_text("\n".join(lines) + "\n")


def _socket(folder: Path, device: str) -> str:
    return f"unix:{folder / device / 'native'}"


@contextmanager
def _server(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    server = _start(folder, "module-native-protocol-unix")
    try:
        if not _until(lambda: _answers() or server.poll() is not None) or server.poll() is not None:
            pytest.skip("PulseAudio does not start here")
        yield server
    finally:
        _end(server)


def _start(folder: Path, *modules: str) -> subprocess.Popen[bytes]:
    command = [*_FIRST, "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--log-level=error"]
    command += [f"--log-target=file:{folder / 'pulse.log'}", "--use-pid-file=no"]
    command += [part for module in modules for part in ("-L", module.replace("socket=unix:", "socket="))]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _end(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    with suppress(subprocess.TimeoutExpired):
        server.wait(timeout=3)
    server.kill()
    server.wait()


def _answers(*options: str) -> bool:
    return subprocess.run(["pactl", *options, "info"], capture_output=True, check=False).returncode == 0


def _pactl(*arguments: str) -> str:
    return subprocess.run(["pactl", *arguments], capture_output=True, check=True, text=True).stdout.strip()


def _refresh_portaudio() -> None:
    """PortAudio lists devices once, when it is loaded."""
    sounddevice = sys.modules.get("sounddevice")
    if sounddevice:
        sounddevice._terminate()
        sounddevice._initialize()


def _until(true: object, seconds: float = 5.0) -> bool:
    assert callable(true)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.02)
    return False


@pytest.fixture
def audio() -> Iterator[VirtualAudio]:
    """One microphone, one loudspeaker."""
    with virtual_audio() as running:
        yield running
