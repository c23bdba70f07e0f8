"""Celery tasks: one domain call each."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from apps.notifications import delivery, outbox


@shared_task(name="notifications.notify_staff")
def notify_staff() -> int:
    """Tells staff what waits for them; how many messages were tried."""
    return delivery.notify_staff(timezone.now())


@shared_task(name="notifications.send_due")
def send_due() -> int:
    """Sends what is due of the properties of whoever asks; how many were tried."""
    return outbox.send_due(timezone.now())


@shared_task(name="notifications.prune")
def prune() -> int:
    """Deletes what was sent long ago; how many rows."""
    return delivery.prune(timezone.now())
