"""Parses ids of rows from addresses and forms."""

from __future__ import annotations

# PostgreSQL's integers hold no more digits.
MOST_DIGITS = 18


def parse(text: str) -> int | None:
    """None if the text is no id; `isdigit` alone accepts “²”."""
    is_number = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return int(text) if is_number else None
