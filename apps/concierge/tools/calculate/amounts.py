"""How guests write numbers: "1,234.50" and "2,5", in digits or in words."""

from __future__ import annotations

from collections.abc import Iterator

from apps.concierge.fact_check import claim_patterns
from apps.infrastructure import patterns
from apps.infrastructure.patterns import Match
from apps.infrastructure.patterns.matching import Span
from apps.language.vocabulary import numerals

FIGURE = r"\d(?:[\d.,]*\d)?"
COUNT = rf"(\d{{1,3}}|{claim_patterns.WORD})"
MONEY = rf"(?:us)?\$ ?({FIGURE})|({FIGURE}) ?(?:\$|dollars?|usd|d[oó]lares|bucks)"
A_THOUSAND = 1000
# A comma groups thousands where three digits follow; elsewhere it is a decimal comma.
_THOUSANDS = patterns.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")
_DECIMAL_COMMA = patterns.compile(r"\d+,\d+|[1-9]\d{0,2}(?:\.\d{3})+,\d+")
_PLAIN = patterns.compile(r"\d+(?:\.\d+)?")
_THOUSANDS_BY_POINTS = patterns.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")
_THOUSANDS_IN_WORDS = patterns.compile(
    rf"({FIGURE}) ?(?:k|grand|thousand|mil|mille)\b", "i"
)
# Beside a figure, these make another number of it: the 86 of "86.40", the 5 of ".5".
_GOES_ON = patterns.compile(
    r"[.,/\-\x{2013}]?\d| \d{3}\b|[½¼¾⅓⅔]| (?:and a|y) (?:half|media)\b"
    r"| ?(?:[mb]|mm|bn|hundred|dozen|millions?|mill[oó]n(?:es)?|milh\w+|cien|cent)\b",
    "i",
)
_HAS_BEGUN = patterns.compile(r"(?:\d ?|[.,/\-])$")
# No sum in dollars says what these come to.
_OTHER_MONEY = patterns.compile(
    r"[€£¥¢]|\b(?:euros?|eur|pounds|gbp|pesos|cents|centavos|centimes)\b", "i"
)


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
    """Of money or points, of which "1.250" is more than a thousand.

    Raises ValueError for what is no number.
    """
    if _THOUSANDS_BY_POINTS.fullmatch(figure):
        return float(figure.replace(".", ""))
    return float(plain(figure))


def whole(text: str, match: Match) -> str:
    """The figure that a pattern has found as its first group that matches.

    Raises ValueError where it is a piece of another number of the text.
    """
    start, end = next(span for span in _spans_of_groups(match) if span[0] >= 0)
    if _GOES_ON.match(text[end:]) or _HAS_BEGUN.search(text[:start]):
        raise ValueError("the figure is a piece of a number")
    return text[start:end]


def with_thousands(text: str) -> str:
    """ "1.5k credits" becomes "1500 credits"."""
    return _THOUSANDS_IN_WORDS.sub(
        lambda match: f"{float(plain(match[1])) * A_THOUSAND:.10g}", text
    )


def insist_on_dollars(text: str) -> None:
    """Raises ValueError where it names other money, or cents apart from dollars."""
    if _OTHER_MONEY.search(text):
        raise ValueError("the money is not in dollars")


def _spans_of_groups(match: Match) -> Iterator[Span]:
    return (match.span(place) for place in range(1, len(match.groups()) + 1))


def count(text: str) -> int:
    """Of `COUNT`: "4" or "four"."""
    return int(text) if text.isdigit() else (numerals.number_of(text) or 0)
