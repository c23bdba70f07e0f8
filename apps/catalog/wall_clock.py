"""Converts local times to moments, also on days when the clocks change."""

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


def _is_skipped(local: datetime) -> bool:
    back = local.astimezone(UTC).astimezone(local.tzinfo)
    return back.replace(tzinfo=None) != local.replace(tzinfo=None)
