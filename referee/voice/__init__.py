"""The voice: what the referee says aloud. It is given public lines and earcons, and nothing else can enter.

    speaker ── a queue, one worker: who speaks next, what is no longer news, what gives way
       │  `talk` ── how much is spoken: all, short, warnings, earcons, none
       ├─ reading ── a line as clauses; each comes from the `shelf` (disk) or is made
       │     synthesis ── a fresh `child` a clause, one kept waiting: pyttsx3 only synthesises, it never plays
       ├─ earcons ── sounds instead of words, made by arithmetic
       └─ loudspeaker ── our own stream: starts and stops at once, knows when it sounded; or a folder of WAV files

What never lives here: decisions about what to say, secrets, the sentences themselves.
"""
