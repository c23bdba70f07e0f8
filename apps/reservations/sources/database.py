"""Our own rows: what staff enter and import, and the demo's bookings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, time
from typing import Any

from apps.catalog import wall_clock
from apps.properties.models import Property
from apps.reservations.models import Reservation

PLAIN = (
    *("code", "kind", "family_name", "email", "phone", "what"),
    *("starts_at", "ends_at", "party"),
    *("state", "amount", "deposit", "deposit_state", "booked_at"),
)


class DatabaseSource:
    name, is_remote = "staff", False

    def __init__(self, place: Property) -> None:
        self._place = place

    def bookings(self, since: date) -> Iterator[Mapping[str, Any]]:
        first = wall_clock.moment(since, time(), self._place.zone)
        rows = Reservation.objects.filter(property=self._place, starts_at__gte=first)
        for row in rows.select_related("item"):
            values = {name: getattr(row, name) for name in PLAIN}
            yield {**values, "item": row.item.slug if row.item else None}
