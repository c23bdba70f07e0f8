"""Invented bookings of the demo properties, near the day on which they are written."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml
from django.db import transaction

from apps.catalog.models import Item
from apps.guests.models import Guest
from apps.properties.models import Property
from apps.reservations.models import Reservation

SOURCE = "demo"
BOOKED_BEFORE = timedelta(days=40)
PLAIN = ("kind", "party", "deposit_state", "state")
AMOUNTS = ("amount", "deposit")


@transaction.atomic
def load(file: Path, now: datetime) -> int:
    """Writes the bookings of a file; how many are new. Those that exist stay as they
    are. Properties that are not there have none."""
    count = 0
    for customer in yaml.safe_load(file.read_text(encoding="utf-8")):
        place = Property.objects.filter(slug=customer["property"]).first()
        if place:
            count += _load(customer, place, now.astimezone(place.zone))
    return count


def _load(customer: Mapping[str, Any], place: Property, now: datetime) -> int:
    codes = [row["code"] for row in customer["bookings"]]
    stored = Reservation.objects.filter(property=place, code__in=codes)
    first = stored.exclude(guest=None).first()
    guest = first.guest if first else Guest.objects.create(property=place)
    present = set(stored.values_list("code", flat=True))
    new = [row for row in customer["bookings"] if row["code"] not in present]
    for row in new:
        _write(row, place, now, guest=guest, family_name=customer["family_name"])
    return len(new)


def _write(
    row: Mapping[str, Any], place: Property, now: datetime, **values: Any
) -> None:
    starts_at = _at(now + timedelta(days=row["in_days"]), row["at"])
    item = Item.objects.filter(property=place, name=row["item"]).first()
    nights = row.get("nights")
    leaves = _at(starts_at + timedelta(days=nights), row["until"]) if nights else None
    Reservation.objects.create(
        property=place,
        code=row["code"],
        item=item,
        what=row.get("what", row["item"]),
        starts_at=starts_at,
        ends_at=leaves,
        booked_at=min(now, starts_at) - BOOKED_BEFORE,
        source=SOURCE,
        **{name: row[name] for name in PLAIN if name in row},
        **{name: Decimal(row[name]) for name in AMOUNTS if name in row},
        **values,
    )


def _at(day: datetime, clock: str) -> datetime:
    """On a day, by the clock on the wall of the property."""
    return datetime.combine(day.date(), time.fromisoformat(clock), day.tzinfo)
