"""Moments as the staff of a resort read them: on its clock, with the zone."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format

from apps.properties.models import Property


def say(moment: datetime | None, place: Property) -> str:
    """Nov. 22, 2026, 9:42 PM EST; "-" for a moment that has not come."""
    if moment is None:
        return "-"
    local = moment.astimezone(place.zone)
    return f"{date_format(local, 'DATETIME_FORMAT')} {local:%Z}"
