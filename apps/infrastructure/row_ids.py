"""Ids of rows that somebody typed into an address or a form."""

from __future__ import annotations

# More digits are more than PostgreSQL's numbers hold.
MOST_DIGITS = 18


def parse(text: str) -> int | None:
    """None for what is no id; `isdigit` alone is true of “²” too."""
    is_number = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
    return int(text) if is_number else None
