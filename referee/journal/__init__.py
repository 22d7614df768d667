"""The journal: what happened at the table, on disk, so that a game outlives a crash, a power cut or a week.

One append-only file a game. A line is a checksum and a JSON object: first the setup, then one entry for each input that
mattered. The caller appends, the line is on the disk, and only then is anything confirmed aloud. Entries hold inputs in
the notation, never states: a game is resumed by ruling on them again. What is decided about an input is no business of
this room.
"""
