"""For how many people the beds of a room are, as its record lists them."""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.language.vocabulary import numerals

_NUMBERS = "|".join(sorted(numerals.NUMBERS, key=len, reverse=True))
# A sofa bed is counted for one: it holds two, but not every two.
_BED = patterns.compile(
    rf"(?:\b(\d+|{_NUMBERS}|an?)\s+)?"
    r"\b(?:(king|queen|double|full)|(twin|single|sofa|bunk|rollaway|murphy|day))",
    "i",
)
_OR = patterns.compile(r"\bor\b|/", "i")


def people(beds: str) -> int:
    """Of "one king or two queens" four: the guest may choose. 0 where none is read."""
    return max(_people(choice) for choice in _OR.split(beds))


def _people(beds: str) -> int:
    return sum(
        _count(match[1]) * (2 if match[2] else 1) for match in _BED.finditer(beds)
    )


def _count(number: str | None) -> int:
    if not number:
        return 1
    if number.isdigit():
        return int(number[:2])
    return numerals.number_of(number.lower()) or 1
