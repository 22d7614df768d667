"""The child: one process, one piece of text, then it ends. The only place that touches pyttsx3.

pyttsx3 spoils its second file in a process, hangs where it is stopped and dies with its engine's faults; a child
may do all of that. It reads one request (JSON) from stdin, writes one answer to stdout: {"ok": …}.
It starts its engine before it reads, so that a child kept waiting answers at once.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import json
import os
import sys
import time
from typing import Any

_GENTLY = 10
_LOOKS = 10
_LIBRARY = "pyttsx3.drivers._espeak"


def _with_espeak() -> None:
    """Let pyttsx3 find espeak-ng: the system's own, else the one that came with the package."""
    with contextlib.suppress(ImportError, OSError, RuntimeError):
        importlib.import_module(_LIBRARY)
        return
    import espeakng_loader  # noqa: PLC0415

    bundled = ctypes.CDLL(espeakng_loader.get_library_path())
    os.environ["ESPEAK_DATA_PATH"] = espeakng_loader.get_data_path()
    # pyttsx3 looks in fixed places only, and the bundled library is in none of them
    usual = ctypes.cdll.LoadLibrary
    setattr(ctypes.cdll, "LoadLibrary", lambda _: bundled)  # noqa: B010
    try:
        importlib.import_module(_LIBRARY)
    finally:
        setattr(ctypes.cdll, "LoadLibrary", usual)  # noqa: B010


def _engine(driver: str) -> Any:
    if driver == "espeak":
        _with_espeak()
    import pyttsx3  # noqa: PLC0415

    return pyttsx3.init(driver)


def _listed(engine: Any) -> list[dict[str, Any]]:
    return [
        {"id": voice.id, "name": voice.name or "", "languages": [str(one) for one in voice.languages if one]}
        for voice in engine.getProperty("voices")
    ]


def _speak(engine: Any, request: dict[str, Any]) -> None:
    _set(engine, {name: request[name] for name in ("voice", "rate", "pitch") if request.get(name) is not None})
    engine.save_to_file(request["text"], request["path"])
    engine.runAndWait()


def _set(engine: Any, wanted: dict[str, Any]) -> None:
    """Set and look until it is so: espeak sets in a thread of its own, and loses a setting now and then."""
    engine.proxy.setBusy(False)  # else pyttsx3 keeps them back until it speaks, when it is too late to look
    for _ in range(_LOOKS):
        for name, value in wanted.items():
            engine.setProperty(name, value)
        time.sleep(0.002)
        if all(engine.getProperty(name) == value for name, value in wanted.items()):
            break
    engine.proxy.setBusy(True)


def main(driver: str, *, gently: bool = False) -> None:
    if gently and hasattr(os, "nice"):
        os.nice(_GENTLY)
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # pyttsx3 prints as it pleases
    engine = _engine(driver)
    line = sys.stdin.buffer.readline()
    if not line:
        return  # nobody needed this child
    request = json.loads(line)
    if request.get("list"):
        print(json.dumps({"ok": True, "voices": _listed(engine)}), file=answer, flush=True)
    else:
        _speak(engine, request)
        print(json.dumps({"ok": True}), file=answer, flush=True)
    os._exit(0)  # engines are known to crash when they are taken down


if __name__ == "__main__":
    main(sys.argv[1], gently="gently" in sys.argv)
