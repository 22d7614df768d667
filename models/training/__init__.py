"""What the referee's models learn from, and the programs that make them anew. Outside the wheel; nothing of the product
imports it.
"""
