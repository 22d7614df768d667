"""Measuring, outside the wheel: nothing of the product imports it."""
