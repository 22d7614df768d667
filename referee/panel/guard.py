"""What every request must pass before anything looks at it: host, origin, size, rate. And the headers of every answer.

The host check stops DNS rebinding, the origin check forged requests; the codes themselves travel in headers only, so
that no address bar, log or referrer ever holds one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from referee.panel.seats import Refused

MOST_BYTES = 64 * 1024
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cache-Control": "no-store",
}


@dataclass
class Rate:
    """A bucket that refills: so many requests at once, so many a second after that."""

    burst: float = 400
    a_second: float = 200
    most_callers: int = 1024
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)

    def allows(self, caller: str, now: float) -> bool:
        left, then = self._left.pop(caller, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.a_second)
        self._left[caller] = (max(0.0, left - 1), now)
        if len(self._left) > self.most_callers:
            del self._left[next(iter(self._left))]
        return left >= 1


@dataclass
class Guard:
    """The checks of one server: which hosts it answers to, and how fast."""

    hosts: frozenset[str]
    rate: Rate = field(default_factory=Rate)
    clock: Callable[[], float] = time.monotonic

    def check(self, request: Request) -> None:
        host = request.headers.get("host", "")
        if host.lower() not in self.hosts:
            raise Refused("wrong-address", 421)
        caller = request.client.host if request.client else "?"
        if not self.rate.allows(caller, self.clock()):
            raise Refused("too-fast", 429)
        _check_length(request)
        if request.method not in ("GET", "HEAD"):
            self._check_writing(request, host)

    def _check_writing(self, request: Request, host: str) -> None:
        try:
            origin = urlsplit(request.headers.get("origin", ""))
        except ValueError:  # no address at all: half a bracket
            raise Refused("wrong-address", 403) from None
        if origin.scheme not in ("http", "https") or origin.netloc.lower() != host.lower():
            raise Refused("wrong-address", 403)
        if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            raise Refused("not-understood", 415)


def _check_length(request: Request) -> None:
    """How long a body is has to be said beforehand, and once: no browser sends one in pieces, and beside those a length
    would be believed that nobody keeps to."""
    lengths = request.headers.getlist("content-length") or ["0"]
    if "transfer-encoding" in request.headers or len(lengths) > 1:
        raise Refused("too-long", 413)
    length = lengths[0]
    if not (length.isascii() and length.isdigit()) or len(length) > len(str(MOST_BYTES)) or int(length) > MOST_BYTES:
        raise Refused("too-long", 413)


async def body(request: Request) -> bytes:
    """What was sent; not a byte more is held than is allowed, whatever was said beforehand."""
    found = bytearray()
    async for piece in request.stream():
        found += piece
        if len(found) > MOST_BYTES:
            raise Refused("too-long", 413)
    return bytes(found)


def with_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
