"""Local times as moments and as text, also on days when the clocks change.

Rows may use only years in which time zones and the next day stay in range.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError

MINUTE = timedelta(minutes=1)


def moment(day: date, wall: time, zone: ZoneInfo) -> datetime:
    """The moment in UTC. A skipped time moves forward to the next one that exists; of a
    time that occurs twice, the first counts.
    """
    local = datetime.combine(day, wall, tzinfo=zone)
    while _is_skipped(local):
        local = local.replace(second=0, microsecond=0) + MINUTE
    return local.astimezone(UTC)


def written(local: datetime) -> str:
    """For a table: to the minute if possible; with its offset if it occurs twice."""
    is_ambiguous = local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()
    text = (local if is_ambiguous else local.replace(tzinfo=None)).isoformat(" ")
    return text if is_ambiguous else text.removesuffix(":00")


def read(text: str, zone: ZoneInfo) -> datetime:
    """The inverse of `written`. Raises ValueError."""
    moment_or_local = datetime.fromisoformat(text)
    if moment_or_local.tzinfo:
        return moment_or_local
    return moment(moment_or_local.date(), moment_or_local.time(), zone)


def _is_skipped(local: datetime) -> bool:
    back = local.astimezone(UTC).astimezone(local.tzinfo)
    return back.replace(tzinfo=None) != local.replace(tzinfo=None)


FIRST_YEAR, LAST_YEAR = 1900, 2999
YEAR_OUT_OF_RANGE = f"Give a year from {FIRST_YEAR} to {LAST_YEAR}."


def insist_on_year(at: date) -> None:
    """A validator for form fields."""
    if not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise ValidationError(YEAR_OUT_OF_RANGE)


def year_faults(row: Any, *fields: str) -> dict[str, str]:
    """A message for each of these fields whose year is out of range."""
    times = {field: getattr(row, field) for field in fields}
    return {
        field: YEAR_OUT_OF_RANGE
        for field, at in times.items()
        if at and not FIRST_YEAR <= at.year <= LAST_YEAR
    }
