"""Words and orders: what people say in, what the referee says out. The only room that knows French or English.

In: `grammar` is what may be said in one game, woven from the YAML of a language (`sources`, `selection`, `weaving`,
`weaver`) into an automaton (`network`): the recogniser hears its network, the keyboard reads it with slips forgiven
(`typed`, `repair`), the help page lists it (`phrases`, `page`). `anyfile` does the same for a file of anybody's own.
Out: `sentences` puts orders, events and reasons into the sentences of a catalogue (`messages`).

A new language is a folder. No rule of the game is decided here, and nothing here is a guess: a heading, a cell or a
number is what was said, or it is asked for.
"""
