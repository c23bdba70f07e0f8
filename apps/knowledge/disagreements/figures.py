"""Figures that a sentence states of a place: hours, prices, ages, phone numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import time
from decimal import Decimal

from apps.infrastructure import patterns
from apps.language.calendar import days as calendar_days

NATIONAL_DIGITS = 10
NOON, LAST_HOUR, LAST_MINUTE = 12, 23, 59
HALF = r"\s?[ap]\.?\s?m\b\.?"
CLOCK = rf"(?:\d{{1,2}}(?::\d\d)?{HALF}|(?:[01]?\d|2[0-3]):[0-5]\d|noon|midnight)"
_SPAN = patterns.compile(
    rf"\b(\d{{1,2}}(?::\d\d)?(?:{HALF})?|noon|midnight)"
    rf"\s*(?:-|\u2013|\u2014|to|until|till)\s*({CLOCK})",
    "i",
)
_HOUR = patterns.compile(r"(\d{1,2})(?::(\d\d))?\s?([ap])?", "i")
_PHONE = patterns.compile(
    r"(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}", before=r"^|\D", behind=r"\D|$"
)
_MONEY = patterns.compile(r"\$\s?(\d[\d,]*(?:\.\d\d)?)|\b(\d[\d,]*) dollars\b", "i")
_AGE = patterns.compile(
    r"\b(?:minimum age|age limit|least age)\D{0,20}(\d{1,2})\b"
    r"|\bmust be (?:at least )?(?:aged? )?(\d{1,2})\b"
    r"|\bat least (\d{1,2}) years\b"
    r"|\b(\d{1,2})(?: years)?(?: of age)? (?:or|and) (?:older|over|above)\b"
    r"|\bages? (\d{1,2})\+",
    "i",
)
_GROUPS = {"weekday": frozenset(range(5)), "weekend": frozenset({5, 6})}
# What such a sentence says is no rule of who may come in.
_IN_COMPANY = patterns.compile(
    r"accompan|supervis|with an adult|parent|child|drink|alcohol", "i"
)


@dataclass(frozen=True)
class Span:
    """days: the weekdays for which it is said, from 0; empty where none is named."""

    opens: time
    closes: time
    days: frozenset[int] = frozenset()


def phones(text: str) -> frozenset[str]:
    """The last ten digits of each."""
    numbers = ("".join(filter(str.isdigit, m[0])) for m in _PHONE.finditer(text))
    return frozenset(number[-NATIONAL_DIGITS:] for number in numbers)


def prices(text: str) -> frozenset[Decimal]:
    """In dollars."""
    amounts = (match[1] or match[2] for match in _MONEY.finditer(text))
    return frozenset(Decimal(amount.replace(",", "")) for amount in amounts)


def least_ages(text: str) -> frozenset[int]:
    """Of those who may come in; none where it speaks of children in company."""
    if _IN_COMPANY.search(text):
        return frozenset()
    ages = (next(filter(None, match.groups())) for match in _AGE.finditer(text))
    return frozenset(map(int, ages))


def spans(text: str) -> list[Span]:
    """From when until when, with the days that stand before each, or after the only
    one."""
    matches = list(_SPAN.finditer(text))
    if len(matches) == 1:
        return list(_span(matches[0], _days(text)))
    return [
        span
        for match, own_days in zip(matches, _days_before(text, matches), strict=True)
        for span in _span(match, own_days)
    ]


def _days_before(text: str, matches: list[patterns.Match]) -> Iterator[frozenset[int]]:
    """A span without days of its own is for those of the one before it."""
    start, days = 0, frozenset[int]()
    for match in matches:
        days = _days(text[start : match.start()]) or days
        start = match.end()
        yield days


def _days(text: str) -> frozenset[int]:
    plain = text.casefold()
    groups = (days for words, days in _GROUPS.items() if words in plain)
    return frozenset(calendar_days.weekdays(plain)).union(*groups)


def _span(match: patterns.Match, days: frozenset[int]) -> Iterator[Span]:
    closes = _clock(match[2], "")
    opens = _clock(match[1], _half_of_opening(match[1], match[2]))
    if opens is not None and closes is not None:
        yield Span(opens, closes, days)


def _half_of_opening(opens: str, closes: str) -> str:
    """ "6 to 10 PM" begins in the evening, "9 to 5 PM" in the morning."""
    first, last = _HOUR.search(opens), _HOUR.search(closes)
    if not (first and last and last[3]):
        return ""
    is_same_half = int(first[1]) % NOON < int(last[1]) % NOON
    half = str(last[3]).lower()
    return half if is_same_half else {"a": "p", "p": "a"}[half]


def _clock(text: str, half: str) -> time | None:
    """half: a or p, where the text says neither. None for what is no time."""
    word = text.strip().lower()
    if word in {"noon", "midnight"}:
        return time(NOON if word == "noon" else 0)
    match = _HOUR.search(word)
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    half = str(match[3] or half).lower()
    if hour > (NOON if half else LAST_HOUR) or minute > LAST_MINUTE:
        return None
    return time(hour % NOON + NOON * (half == "p") if half else hour, minute)
