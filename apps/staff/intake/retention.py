"""Imported tables of bookings end with the bookings that they brought."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from apps.properties.models import Property
from apps.staff.intake import columns
from apps.staff.models import Delivery


def keep(place: Property, now: datetime, **_: Any) -> dict[str, int]:
    """Deletes those that the property no longer keeps; returns how many."""
    oldest = now - timedelta(days=place.keep_bookings_days)
    rows = Delivery.objects.filter(
        property=place, category=columns.BOOKINGS, received_at__lt=oldest
    )
    counts = rows.delete()[1]
    return {"imports": counts.get(Delivery._meta.label, 0)}
