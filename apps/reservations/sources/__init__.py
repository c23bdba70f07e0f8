"""Where bookings come from: our own rows, or the system of a property."""

from __future__ import annotations

from django.conf import settings

from apps.properties.models import Property
from apps.reservations.sources.backends import (
    DatabaseSource,
    HttpSource,
    ReservationSource,
    SourceUnavailable,
)

__all__ = ["ReservationSource", "SourceUnavailable", "of"]


def of(place: Property) -> ReservationSource:
    """That of the setting `RESERVATION_SOURCES`; our own rows without one."""
    if address := settings.RESERVATION_SOURCES.get(place.slug):
        key = settings.RESERVATION_SOURCE_KEYS.get(place.slug, "")
        return HttpSource(place.slug, address, key)
    return DatabaseSource(place)
