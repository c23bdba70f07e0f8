"""Bookings and requests that tests begin with."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request, RequestKind, Reservation
from tests import factories

NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)


def table_in(place: Property, **values: Any) -> Reservation:
    starts_at = NOW + timedelta(days=3)
    return factories.ReservationFactory.create(
        property=place, starts_at=starts_at, **values
    )


def asked_for(
    reservation: Reservation, kind: RequestKind = RequestKind.CANCEL
) -> Request:
    return requests.draft(
        reservation.property, uuid.uuid4(), kind, {}, NOW, reservation
    )


def waiting(reservation: Reservation) -> Request:
    return requests.confirm(requests.propose(asked_for(reservation), NOW), NOW)
