"""The screen on the table: what everybody may see, a line for typed orders, and one crew's secrets for its own eyes.

    table_app ── the full screen; plain ── line by line, for pipes and screen readers; json_lines ── for programs
    dialogue  ── the questions before a game

It shows replies and feeds inputs. What never lives here: rules, and anything of a crew that it has not asked to see.
"""
