"""Celery tasks: one domain call each."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from apps.infrastructure import database_scope
from apps.notifications import delivery
from apps.notifications.delivery import outbox


@shared_task(name="notifications.notify_staff")
def notify_staff() -> int:
    """Tells staff what waits for them; how many messages were tried."""
    return delivery.notify_staff(timezone.now())


@shared_task(name="notifications.send_due")
def send_due() -> int:
    """Sends what is due, whoever asks; how many messages were tried.

    A scope of some properties would hide the subscriptions to all of them.
    """
    with database_scope.all_properties():
        return outbox.send_due(timezone.now())


@shared_task(name="notifications.prune")
def prune() -> int:
    """Deletes what was sent long ago; how many rows."""
    return delivery.prune(timezone.now())
