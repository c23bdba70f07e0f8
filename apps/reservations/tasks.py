"""Celery tasks of bookings and requests."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from apps.reservations import escalation, requests
from apps.reservations.sources import refresh


@shared_task(name="reservations.expire")
def expire() -> int:
    """Ends requests that nobody answered in time."""
    return requests.expire_old(timezone.now())


@shared_task(name="reservations.escalate")
def escalate() -> int:
    """Warns of requests that nobody decides; how many steps were reached."""
    return escalation.escalate(timezone.now())


@shared_task(name="reservations.refresh_bookings")
def refresh_bookings() -> int:
    """Reads the bookings of the properties' own systems; how many were read."""
    return refresh.refresh_all(timezone.now())
