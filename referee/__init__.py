"""A referee that listens: Captain Sonar and Sonar, offline, in French and English.

An order travels from left to right through the rooms and never back:
hearing, language, table, rules, table, language, voice. See `docs/house.md`.
"""

__version__ = "0.1.0"
