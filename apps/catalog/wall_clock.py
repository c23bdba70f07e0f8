"""What a clock on the wall says and when, also on days the clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

MINUTE = timedelta(minutes=1)


def moment(day: date, wall: time, zone: ZoneInfo) -> datetime:
    """The instant in UTC. A time that is skipped moves forward to the next one
    that exists, a time that comes twice is the first of the two.
    """
    local = datetime.combine(day, wall, tzinfo=zone)
    while _is_skipped(local):
        local = local.replace(second=0, microsecond=0) + MINUTE
    return local.astimezone(UTC)


def _is_skipped(local: datetime) -> bool:
    back = local.astimezone(UTC).astimezone(local.tzinfo)
    return back.replace(tzinfo=None) != local.replace(tzinfo=None)
