"""Moments as the staff of a resort read them: on its clock, with the zone."""

from __future__ import annotations

from datetime import datetime

from apps.catalog.hours import formatting
from apps.properties.models import Property


def say(moment: datetime | None, place: Property) -> str:
    """Sunday, November 22 at 9:42 PM EST; "-" for a moment that has not come."""
    if moment is None:
        return "-"
    local = moment.astimezone(place.zone)
    day, time = formatting.say_day(local.date()), formatting.say_time(local)
    return f"{day} at {time} {local:%Z}"
