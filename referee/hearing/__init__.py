"""Hearing: from sound to one order, a doubt, or nothing, wherever in the talk an order stands.

    blocks of samples ─► waveform (16 kHz) ─► foreground: can anybody be heard, does the voice in front rest?
                                                  │ ongoing sound
     graph (what may be said, with talk around it) ─► recogniser ─► spotting: where orders may stand
                                                  │ a cut of each place
        evidence: recogniser against talk and against the next order, loudness, rests and words beside it,
                  and what the second ear makes of it (its phones, its letters and numbers)
                                                  │ named figures
        decision: one fitted function, the probability that it was said ─► two prices ─► taken, asked, or nothing

The graph lets talk stand before and after an order, and marks the words of an order: so one is found in the middle of
ongoing sound, with its times. Where the voice in front rests, or other words follow, what was found is cut out and
examined by itself. An order is taken whole or not at all. What may still grow ("surface" … "sector four") is waited for
a little longer, STOP least of all.

Begin reading in `listener` (when), then `examining` (what), `evidence` (why) and `decision` (how sure). No number here
decides anything that was not fitted by `models/training`, or has a name and a reason.

Nothing here knows a rule or a secret: the graph is the same for the whole game, whatever is legal.
"""
