"""How guests write numbers: "1,234.50" and "2,5", in digits or in words."""

from __future__ import annotations

from apps.concierge.fact_check import claim_patterns
from apps.infrastructure import patterns
from apps.language.vocabulary import numerals

FIGURE = r"\d(?:[\d.,]*\d)?"
COUNT = rf"(\d{{1,3}}|{claim_patterns.WORD})"
MONEY = rf"(?:us)?\$ ?({FIGURE})|({FIGURE}) ?(?:\$|dollars?|usd|d[oó]lares|bucks)"
# A comma groups thousands where three digits follow; elsewhere it is a decimal comma.
_THOUSANDS = patterns.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")
_DECIMAL_COMMA = patterns.compile(r"\d+,\d+|[1-9]\d{0,2}(?:\.\d{3})+,\d+")
_PLAIN = patterns.compile(r"\d+(?:\.\d+)?")


def plain(figure: str) -> str:
    """A `FIGURE` with a decimal point and nothing else: "2,5" becomes "2.5".

    Raises ValueError for what is no number, such as "1.2.3".
    """
    if _THOUSANDS.fullmatch(figure):
        return figure.replace(",", "")
    if _DECIMAL_COMMA.fullmatch(figure):
        return figure.replace(".", "").replace(",", ".")
    if _PLAIN.fullmatch(figure):
        return figure
    raise ValueError("the figure is no number")


def number(figure: str) -> float:
    """Raises ValueError for what is no number."""
    return float(plain(figure))


def count(text: str) -> int:
    """Of `COUNT`: "4" or "four"."""
    return int(text) if text.isdigit() else (numerals.number_of(text) or 0)
