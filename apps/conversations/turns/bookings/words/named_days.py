"""Which bookings are of the day that a guest names: "everything tonight"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from apps.conversations.turns.bookings.words import dates
from apps.infrastructure import patterns
from apps.language import normalise
from apps.language.calendar import asked_time
from apps.reservations.models import Reservation

_THIS_PART = patterns.compile(
    r"\b(?:this (?:morning|afternoon|evening)|esta (?:manana|tarde|manha)|ce matin|"
    r"cet apres.midi|heute (?:morgen|fruh|vormittag|nachmittag)|stamattina|"
    r"(?:questa mattina|questo pomeriggio)|hoje (?:de manha|a tarde))\b"
)
_MORNING = patterns.compile(
    r"\b(?:mornings?|manana|manha|matin|morgen|fruh|vormittag|stamattina|mattina)\b"
)
_AFTERNOON = patterns.compile(
    r"\b(?:afternoons?|tarde|apres.midi|nachmittag|pomeriggio)\b"
)
_EVENING_BEGINS = 18
# What names several days, or leaves something out: only the guest can tell which.
_EXCEPTIONS_AND_PERIODS = patterns.compile(
    r"\b(?:except\w*|but|keep|without|besides|excluding|apart from|other than|after|"
    r"before|until|till|from|since|between|(?:week|month)(?:s|end|.end)?|"
    r"salvo|menos|sin|desde|hasta|despues|antes|semana|sauf|sans|apres|avant|semaine|"
    r"ausser|ohne|nach|vor|woche\w*|tranne|senza|dopo|prima|settimana|exceto|depois)\b"
    r"|除|之前|之后|周末"
)


def of_named_day(
    bookings: Sequence[Reservation], text: str, now: datetime
) -> list[Reservation]:
    """Those of the day that a text names; empty where it names none, or none is then.

    A stay is of the day on which it begins, unless nothing else is of that day.
    """
    day = named_day(text, now)
    if day is None:
        return []
    days = [(own, *_days(own, now)) for own in bookings]
    beginning = [own for own, first, _ in days if first == day]
    return (
        beginning_then(bookings, text, now)
        or beginning
        or [own for own, first, last in days if first < day < last]
    )


def beginning_then(
    bookings: Sequence[Reservation], text: str, now: datetime
) -> list[Reservation]:
    """Those that begin on the day that a text names, or in the part of it: a stay is
    not cancelled for what a guest says of one of its days."""
    day, first_hour, end_hour = named_day(text, now), *_hours(text)
    starts = [(own, own.starts_at.astimezone(now.tzinfo)) for own in bookings]
    return [
        own
        for own, start in starts
        if start.date() == day and first_hour <= start.hour < end_hour
    ]


def named_day(text: str, now: datetime) -> date | None:
    """The day of a message, which may be today: "everything tonight"."""
    # "Esta mañana" is not tomorrow.
    if _THIS_PART.search(plain := _plain(text)):
        clock = dates.read(_THIS_PART.sub(" ", plain), now).clock
        return now.date() if clock is None else None
    named = dates.read(text, now)
    if named.day or named.is_past:
        return named.day
    english = dates.in_english(text)
    is_today = dates.names_today(english) or bool(asked_time.day_words(english))
    return now.date() if is_today and named.clock is None else None


def has_exception_or_period(text: str) -> bool:
    """Whether a text leaves something out, or names several days: "all except tonight",
    "all this weekend"."""
    plain = _plain(text).replace("day after tomorrow", "")
    return bool(_EXCEPTIONS_AND_PERIODS.search(plain))


def _hours(text: str) -> tuple[int, int]:
    """The first hour of the part of a day that a text names, and the one it ends at."""
    plain = _plain(text)
    if _AFTERNOON.search(plain):
        return asked_time.NOON, _EVENING_BEGINS
    is_part = _THIS_PART.search(plain) or "morning" in plain
    return (0, asked_time.NOON) if is_part and _MORNING.search(plain) else (0, 24)


def _plain(text: str) -> str:
    return normalise.folded(normalise.visible(text))


def _days(booking: Reservation, now: datetime) -> tuple[date, date]:
    """The first and the last day."""
    starts_at = booking.starts_at.astimezone(now.tzinfo)
    ends_at = booking.ends_at.astimezone(now.tzinfo) if booking.ends_at else starts_at
    return starts_at.date(), ends_at.date()
