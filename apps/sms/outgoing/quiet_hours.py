"""When we may begin to text a guest, by the clock where the guest is.

The law binds what we begin; an answer to a guest's message is no solicitation. Where a
guest's place is not certain, the hours of every zone that it may be in hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from apps.sms import phone_numbers
from apps.sms.models import SendingHours

MIDNIGHT = time(0)
DAYS_AHEAD = 8


@dataclass(frozen=True)
class Window:
    """From when to when messages may go out on one day; `closes` is not part of it."""

    opens: time
    closes: time

    def holds(self, at: time) -> bool:
        return self.opens <= at < self.closes


def reason(number: str, zones: list[str], now: datetime) -> str:
    """“quiet hours until 9:00 AM” in the guest's time; empty when we may begin.

    zones: where the guest may be; those of the area code when nobody has said.
    """
    rows = _rows(number)
    candidates = [ZoneInfo(name) for name in zones]
    blocked = [zone for zone in candidates if not _is_open(now.astimezone(zone), rows)]
    if not blocked:
        return ""
    opening = max(_next_opening(now.astimezone(zone), rows) for zone in blocked)
    local = opening.astimezone(blocked[0])
    clock = f"{local:%I:%M %p}".lstrip("0")
    is_today = local.date() == now.astimezone(blocked[0]).date()
    day = "" if is_today else f"{local:%A} "
    return f"quiet hours until {day}{clock}"


def zones_of(number: str, stated_zone: str, property_zone: str) -> list[str]:
    """The guest's own zone, else those of the area code, else the property's."""
    if stated_zone:
        return [stated_zone]
    return phone_numbers.time_zones(number) or [property_zone]


def _rows(number: str) -> dict[int, SendingHours]:
    """The hours of the region that the area code belongs to, by weekday."""
    code = phone_numbers.area_code(number)
    rows = SendingHours.objects.filter(area_codes__contains=[code]) if code else []
    return {row.weekday: row for row in rows}


def _is_open(local: datetime, rows: dict[int, SendingHours]) -> bool:
    window = _window(local.weekday(), rows)
    return window is not None and window.holds(local.time())


def _window(weekday: int, rows: dict[int, SendingHours]) -> Window | None:
    """What is allowed everywhere, within what the region allows; None for nothing."""
    opens, closes = time(settings.QUIET_HOURS_END), time(settings.QUIET_HOURS_START)
    row = rows.get(weekday)
    if row and (row.opens_at is None or row.closes_at is None):
        return None
    if row and row.opens_at and row.closes_at:
        opens, closes = max(opens, row.opens_at), min(closes, row.closes_at)
    return Window(opens, closes) if opens < closes else None


def _next_opening(local: datetime, rows: dict[int, SendingHours]) -> datetime:
    """The next moment at which a window opens, within eight days."""
    for days in range(DAYS_AHEAD):
        day = local.date() + timedelta(days=days)
        window = _window(day.weekday(), rows)
        if window is None:
            continue
        opening = datetime.combine(day, window.opens, local.tzinfo)
        if opening > local:
            return opening
    return local + timedelta(days=DAYS_AHEAD)
