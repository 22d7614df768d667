"""Who speaks the clips that are learned from, and in which part of them.

Every person belongs to one part: *learn* (nets, and the decision), *choose* (settings), *report* (figures that are
published). A mixture of two of Kokoro's voices is a new person, and both of its parents lie in its part. Whoever is
heard in the sets that figures are published of stands in *report* alone, and so does one whole engine, Pico.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

PARTS = ("learn", "choose", "report")
LANGUAGES = ("en", "fr")
PUBLISHED = (
    "af_heart", "af_nicole", "af_sarah", "am_michael", "am_puck", "bf_alice", "bf_emma", "bm_george", "ef_dora",
    "em_alex", "em_santa", "ff_siwis", "if_sara", "slt", "fr+f2",
)  # fmt: skip
"""Voices of the recorded sets that figures are published of."""
_KOKORO = {
    "learn": "af_alloy af_bella af_kore af_river af_sky am_echo am_eric am_fenrir am_liam am_santa bf_isabella "
    "bm_daniel bm_fable im_nicola pf_dora hf_alpha hm_omega jf_alpha jf_nezumi jf_tebukuro jm_kumo "
    "zf_xiaobei zf_xiaoni zm_yunjian zm_yunxi",
    "choose": "af_jessica am_onyx bf_lily bm_lewis pm_alex pm_santa hf_beta zf_xiaoyi zm_yunyang",
    "report": "af_aoede af_nova am_adam hm_psi jf_gongitsune zf_xiaoxiao zm_yunxia af_heart af_nicole af_sarah "
    "am_michael am_puck bf_alice bf_emma bm_george ef_dora em_alex em_santa ff_siwis if_sara",
}
_OTHERS = {
    ("en", "learn"): "flite:kal flite:awb mbrola:us1 mbrola:us2 espeak:en-us+m1 espeak:en-us+f1 espeak:en-gb+m4 "
    "espeak:en-gb-scotland+f3 espeak:en-us+m3",
    ("en", "choose"): "flite:rms mbrola:us3 espeak:en-gb+f4 espeak:en-us+m7",
    ("en", "report"): "flite:slt pico:en-US pico:en-GB mbrola:en1 espeak:en-us+f2",
    ("fr", "learn"): "mbrola:fr1 mbrola:fr2 mbrola:fr5 mbrola:ca1 espeak:fr-fr+m1 espeak:fr-fr+f1 espeak:fr-be+m4 "
    "espeak:fr-ch+f3",
    ("fr", "choose"): "mbrola:fr3 mbrola:fr4 espeak:fr-fr+f4 espeak:fr-ch+m7",
    ("fr", "report"): "mbrola:fr6 mbrola:fr7 mbrola:ca2 pico:fr-FR espeak:fr+f2",
}
_NATIVE = {"en": ("af", "am", "bf", "bm"), "fr": ("ff", "if", "im", "ef", "em", "pf", "pm")}
"""Kokoro's voices that learned the language, or one close to it: such a voice is in every mixture."""
_MIXTURES = {"learn": 90, "choose": 30, "report": 30}
_SHARES = (0.3, 0.5, 0.7)
_THROATS = (0.9, 0.96, 1.0, 1.05, 1.1)
"""How much shorter a throat is than the voice's own: of few voices of an engine more people."""
_MIXED = 0.6  # of all clips


@dataclass(frozen=True, slots=True)
class Speaker:
    """One person."""

    name: str
    engine: str
    parents: Mapping[str, float]
    """The voices of the engine that he is made of, each with its share."""
    throat: float = 1.0


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody of one language and one part."""

    mixed: tuple[Speaker, ...]
    others: tuple[Speaker, ...]

    def one(self, lot: random.Random) -> Speaker:
        return lot.choice(self.mixed if lot.random() < _MIXED else self.others)


def cast(language: str, part: str) -> Cast:
    voices = _KOKORO[part].split()
    native = [one for one in voices if one[:2] in _NATIVE[language]]
    alone = [Speaker(f"kok:{one}", "kokoro", {one: 1.0}) for one in native]
    pairs = [pair for pair in combinations(sorted(voices), 2) if {*pair} & {*native}]
    every = [_mixture(pair, share) for pair in pairs for share in _SHARES]
    mixed = random.Random(f"{language} {part}").sample(every, min(len(every), _MIXTURES[part]))
    others = [_throat(one, throat) for one in _OTHERS[language, part].split() for throat in _THROATS]
    return Cast((*alone, *mixed), tuple(others))


def _mixture(pair: tuple[str, str], share: float) -> Speaker:
    one, other = pair
    return Speaker(f"kok:{one}*{share}+{other}", "kokoro", {one: share, other: round(1 - share, 1)})


def _throat(voice: str, throat: float) -> Speaker:
    engine, _, name = voice.partition(":")
    return Speaker(voice if throat == 1.0 else f"{voice}~{throat}", engine, {name: 1.0}, throat)
