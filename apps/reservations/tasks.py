"""Celery tasks of requests."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from apps.reservations import requests


@shared_task(name="reservations.expire")
def expire() -> int:
    """Ends requests that nobody answered in time."""
    return requests.expire_old(timezone.now())
