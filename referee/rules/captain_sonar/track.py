"""The track is the same in both games: it lives in `referee.rules.track`. Import it from there."""

from referee.rules.track import (
    Track, ahead, glided, headings, held, is_passed, new_track, retraced, silenced, surfaced,
)  # fmt: skip

__all__ = [
    "Track", "ahead", "glided", "headings", "held", "is_passed", "new_track", "retraced", "silenced", "surfaced",
]  # fmt: skip
