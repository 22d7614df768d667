"""The sea, the crews, the orders, the events and the rulings: pure functions on frozen values.

An order is ruled on (`rule_on(state, announced) -> Accepted | Rejected`) and never changes anything by itself;
the events of an accepted one are folded into the next state (`apply(state, event) -> state`).

What never lives here: words of any language, time, randomness, input or output, threads, logging.
"""
