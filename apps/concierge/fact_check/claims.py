"""Finds what can be checked in a text: times, dates, prices, numbers, links, names.

Every claim has one canonical value, so that "5:00 PM" and "17:00" are the same claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from apps.concierge.fact_check import claim_patterns
from apps.infrastructure import patterns
from apps.infrastructure.patterns import Match, Pattern
from apps.language.vocabulary import numerals

Kind = Literal[
    "url",
    "phone",
    "money",
    "band",
    "opens",
    "closes",
    "time",
    "closed",
    "hour",
    "date",
    "day",
    "number",
]
PHONE_DIGITS = 10
# Room for "opens every day at".
_LOOK_BACK = 24
_HAS_MINUTES = patterns.compile(r"[:h]")
# Room for "or restaurants".
LONGEST_NOUN = 64
TODAY, TOMORROW = "today", "tomorrow"
TIMES = frozenset({"opens", "closes", "time", "closed"})
DAYS = frozenset({"day", "date"})


@dataclass(frozen=True)
class Claim:
    """One checkable thing. `text` is its spelling, from start to end."""

    kind: Kind
    value: str
    text: str
    start: int
    end: int

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.value


def find(text: str) -> list[Claim]:
    """Claims in the order of the text; spans never overlap."""
    if not claim_patterns.SIGNS.search(text):
        return []
    unread = _blanked(text, claim_patterns.MARK, claim_patterns.LIST_NUMBER)
    claims: list[Claim] = []
    for reader in _READERS:
        for claim in reader(unread):
            claims.append(claim)
            blank = " " * (claim.end - claim.start)
            unread = unread[: claim.start] + blank + unread[claim.end :]
    return sorted(claims, key=lambda claim: claim.start)


def noun(claim: Claim, text: str) -> str:
    """What a number counts: `table` of "33 tables"; empty without a noun."""
    after = claim_patterns.NOUN.match(text[claim.end : claim.end + LONGEST_NOUN])
    return after.group(1).lower().rstrip("s") if after else ""


def _simple(
    kind: Kind, pattern: Pattern, value: Callable[[str], str]
) -> Callable[[str], Iterator[Claim]]:
    def read(text: str) -> Iterator[Claim]:
        for match in pattern.finditer(text):
            # Of a link in Markdown only the address, which is a group, is claimed.
            group = 1 if any(match.groups()) else 0
            yield _claim(kind, value(match.group(group)), match, group)

    return read


def _claim(kind: Kind, value: str, match: Match, group: int = 0) -> Claim:
    return Claim(kind, value, match.group(group), match.start(group), match.end(group))


def _url(text: str) -> str:
    bare = text.lower().removeprefix("https://").removeprefix("http://")
    return bare.removeprefix("www.").rstrip("/.,")


def _phone(text: str) -> str:
    """The last ten digits; letters as the keys of a telephone."""
    keys = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "22233344455566677778889999")
    digits = claim_patterns.NO_DIGIT.sub("", text.upper().translate(keys))
    return digits[-PHONE_DIGITS:]


def _money(text: str) -> str:
    thousands = text.lower().endswith("k")
    amount = float(claim_patterns.NO_AMOUNT.sub("", text))
    return f"{amount * 1000 if thousands else amount:g}"


def _ranges(text: str) -> Iterator[Claim]:
    """`5 to 10 PM`: the first hour belongs to the half of the day of the last."""
    for match in claim_patterns.RANGE.finditer(text):
        first, last = match.group(1), match.group(2)
        half = claim_patterns.HALF_OF_DAY.search(last)
        is_bare = first[0].isdigit() and not claim_patterns.A_OR_P.search(first)
        if is_bare and half is None and not _HAS_MINUTES.search(first):
            continue
        begins = clock(first + half.group() if is_bare and half else first)
        ends = clock(last)
        # "11 to 2 PM" begins in the morning.
        if is_bare and half and begins > ends and begins >= "12:00":
            begins = f"{int(begins[:2]) - 12:02d}{begins[2:]}"
        yield _claim("opens", begins, match, 1)
        yield _claim("closes", ends, match, 2)


def _times(text: str) -> Iterator[Claim]:
    for match in claim_patterns.TIME.finditer(text):
        before = text[max(0, match.start() - _LOOK_BACK) : match.start()]
        kind: Kind = "time"
        if claim_patterns.OPENS.search(before):
            kind = "opens"
        elif claim_patterns.CLOSES.search(before):
            kind = "closes"
        yield _claim(kind, clock(match.group()), match)


def clock(text: str) -> str:
    """`17:00` for every spelling of it."""
    lower = text.lower().strip()
    if lower == "noon" or lower.startswith("mediod"):
        return "12:00"
    if lower in ("midnight", "medianoche", "minuit"):
        return "00:00"
    hour, minute = claim_patterns.HOUR_AND_MINUTE.match(lower).groups()  # type: ignore[union-attr]
    hours = int(hour)
    if "p" in lower or "a" in lower:
        hours = hours % 12 + (12 if "p" in lower else 0)
    return f"{hours:02d}:{minute or '00'}"


def _dates(text: str) -> Iterator[Claim]:
    """`11-20`, and a claim about the year where one is said."""
    for match in claim_patterns.DATE.finditer(text):
        first, day1, day2, second, year, *iso = match.groups()
        if iso[0]:
            yield _claim("date", f"{iso[1]}-{iso[2]}", match)
            continue
        name = first or second
        if first and not year and text[match.end() : match.end() + 1] == ":":
            continue  # "May 5:30" is an hour
        if name in numerals.DOUBTFUL and not name[0].isupper():
            continue
        month = numerals.MONTHS[name.lower()]
        value = f"{month:02d}-{int(day1 or day2):02d}"
        end = match.start(5) if year else match.end()
        yield Claim("date", value, text[match.start() : end], match.start(), end)
        if year:
            yield _claim("number", year, match, 5)


def _days(text: str) -> Iterator[Claim]:
    """A claim for every day of `Monday to Wednesday`."""
    for match in claim_patterns.DAYS.finditer(text):
        first, last = match.group(1), match.group(2)
        if first.lower() in numerals.DOUBTFUL and not last:
            continue
        start = numerals.WEEKDAYS[first.lower()]
        until = numerals.WEEKDAYS[last.lower()] if last else start
        for step in range((until - start) % 7 + 1):
            yield _claim("day", str((start + step) % 7), match)


def _closed(text: str) -> Iterator[Claim]:
    """`closed Monday` belongs to its days like an hour."""
    for match in claim_patterns.CLOSED.finditer(text):
        yield _claim("closed", "closed", match)


def _near_days(text: str) -> Iterator[Claim]:
    """`tonight` and `tomorrow`; which day that is, the moment of the answer tells."""
    for match in claim_patterns.NEAR_DAY.finditer(text):
        is_next = match.group().lower() in ("tomorrow", "mañana", "demain")
        yield _claim("day", TOMORROW if is_next else TODAY, match)


def _spelt(text: str) -> Iterator[Claim]:
    for match in claim_patterns.SPELT.finditer(text):
        number = numerals.number_of(match.group())
        if number is not None:
            yield _claim("number", str(number), match)


def _number(text: str) -> str:
    return f"{float(text.replace(',', '')):.10g}"


def _blanked(text: str, *unread: Pattern) -> str:
    for pattern in unread:
        text = pattern.sub(lambda match: " " * len(match.group()), text)
    return text


_READERS: tuple[Callable[[str], Iterator[Claim]], ...] = (
    _simple("number", claim_patterns.ALWAYS, lambda _: "24"),
    _simple("url", claim_patterns.URL, _url),
    _simple("phone", claim_patterns.PHONE, _phone),
    _simple("phone", claim_patterns.VANITY, _phone),
    _simple("money", claim_patterns.MONEY, _money),
    _simple("band", claim_patterns.BAND, str),
    _dates,
    _ranges,
    _times,
    _closed,
    _days,
    _near_days,
    _simple("hour", claim_patterns.HOUR, lambda text: str(int(text) % 12)),
    _simple("number", claim_patterns.NUMBER, _number),
    _spelt,
)
