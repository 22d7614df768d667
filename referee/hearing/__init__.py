"""Hearing: from sound to one order, a doubt, or nothing.

    blocks of samples ─► waveform (16 kHz, one channel) ─► endpoint (is somebody speaking, has he stopped?)
                                                              │ a stretch of speech
                        graph (what may be said, compiled) ─► recogniser ─► judge ─► Understanding

A stretch of speech begins where the level rises above the room and ends where it has fallen back. The recogniser
decodes it while it is spoken, against a fixed word automaton of all orders and, beside it, a loop over the commonest
words of the language. When the speaker has been silent for a tenth of a second the decoding is finished and that final
result alone is judged: as a whole it is one order, or it is none. What might still grow ("surface" … "sector four") is
waited for a little longer, STOP least of all.

In a noise the stretch is heard twice, as it came and with less of the noise (`noise`), and the shares of both hearings
are averaged: what only one of them is sure of is doubted. Where two orders are still close, a second judge (`second`,
with `whisper`) says which of them the sound would rather be written as, how its letters sound (`learned`), and which of
all orders its phones follow best (`phones`, `sounding`): that may be one that the recogniser took for talk (`alone`).
Without its model the table is asked instead.

Nothing here knows a rule or a secret: the automaton is the same for the whole game, whatever is legal.
"""
