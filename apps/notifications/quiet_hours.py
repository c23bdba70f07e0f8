"""When a notification may go out, by the clock of the resort."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from apps.notifications.models import Subscription
from apps.notifications.topics import URGENT
from apps.properties.models import Property


def due_at(
    subscription: Subscription, topic: str, place: Property | None, now: datetime
) -> datetime:
    """Now, or the end of the quiet hours that last now."""
    begin, end = subscription.quiet_from, subscription.quiet_until
    if topic in URGENT or begin is None or end is None:
        return now
    local = now.astimezone(_zone(place))
    if not _is_within(local.time(), begin, end):
        return now
    today = datetime.combine(local.date(), end, local.tzinfo)
    return today if today > local else _next_day(today)


def _is_within(clock: time, begin: time, end: time) -> bool:
    """They may last past midnight."""
    if begin <= end:
        return begin <= clock < end
    return clock >= begin or clock < end


def _next_day(moment: datetime) -> datetime:
    """The same hour on the clock, also where the clocks change at night."""
    return moment + timedelta(days=1)


def _zone(place: Property | None) -> ZoneInfo:
    """Of what concerns no property, that of the property at `/`."""
    row = place or Property.objects.filter(slug=settings.DEFAULT_PROPERTY).first()
    return row.zone if row else ZoneInfo("UTC")
