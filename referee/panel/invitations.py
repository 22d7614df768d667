"""How a phone finds the table: the machine's address on the local network, and each crew's code as a square to scan."""

from __future__ import annotations

import io
import socket

import segno

from referee.rules.crews import Team

# a documentation address: a datagram socket "connected" to it sends nothing, but learns which way out it would take
_ANYWHERE = ("192.0.2.1", 9)


def address() -> str | None:
    """This machine's address on the local network, or None when it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE)
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") or found == "0.0.0.0" else found


def link(host: str, port: int, code: str) -> str:
    """The address a phone scans. The code is behind the #, which no browser sends anywhere."""
    return f"http://{host}:{port}/#{code}"


def square(text: str) -> str:
    """A code to scan, drawn in half blocks for a terminal."""
    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True, border=2)
    return out.getvalue()


def picture(text: str) -> str:
    """A code to scan, as SVG."""
    return str(segno.make(text, error="m").svg_inline(scale=4))


def invitations(host: str, port: int, codes: dict[Team, str]) -> dict[Team, str]:
    return {team: link(host, port, code) for team, code in codes.items()}
