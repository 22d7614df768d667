"""The table: a session that is fed inputs and returns outputs. It does no I/O and reads no clock.

    session = Session(setup, rules, understand)
    for each input:  reply = session.feed(input)
                     the reply's entries go to the journal, and only then
                     its public lines to voice and screen, its whispers to the crew they name

An input carries its moment. Feeding the same inputs gives the same replies, so a game of an hour replays in
milliseconds. Waiting is a value: an answer owed, a question asked back, a pause are fields of the session, and time
passes only by what inputs say.

`views` is the only gate between what the referee knows and what anybody hears or sees: every `Public` line and every
`Whisper` is made there, from public events and from that crew's own secrets, and nowhere else.
"""
