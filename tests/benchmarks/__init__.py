"""Benchmarks: what is measured, not asserted."""
