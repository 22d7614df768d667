"""A whole game that plays itself: the demonstration, without microphone or loudspeaker.

    script ── the games in `games/`: what each crew says and what it tells the referee alone
    players ── synthesised players, each crew with a voice of its own
    playing ── each line spoken, heard by the real recogniser, ruled, answered into WAV files

Nothing is prepared: what the recogniser does not hear is not ruled. What never lives here: printing, rules, sentences.
"""
