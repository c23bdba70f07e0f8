"""Checks every factual claim of an answer against the records, while it streams."""
