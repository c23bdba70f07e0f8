"""Which texts a spreadsheet takes for formulas, also in signs of another width."""

from __future__ import annotations

import unicodedata

# First characters of a formula (OWASP, CSV injection).
STARTS = ("=", "+", "-", "@", "\t", "\r")


def is_formula(text: str, starts: str | tuple[str, ...] = STARTS) -> bool:
    """Whether it begins as a formula; a full-width sign counts as the plain one."""
    return unicodedata.normalize("NFKC", text[:1]).startswith(starts)
