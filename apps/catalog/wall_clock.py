"""Local times as moments and as text, also on days when the clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

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
