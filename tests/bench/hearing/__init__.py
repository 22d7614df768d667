"""Hearing, measured as a table would: streams of sound with what is said in them, what was taken, when, at what
cost.
"""
