"""Who spoke, told by the voice.

    the sound of an order ─► embedding (a direction in a space of voices) ─► telling (how likely each crew is)

The voices of a game are learned from what its captains say anyway, and kept with the game. Nothing here decides: the
table is told how likely each crew is, and takes the order or asks. Nothing here knows a rule or a secret.
"""
