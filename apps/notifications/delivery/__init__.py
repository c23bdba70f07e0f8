"""One round of notifications, which may run in several processes at once."""

from __future__ import annotations

from datetime import datetime, timedelta

from apps.notifications import collection
from apps.notifications.delivery import outbox
from apps.notifications.models import Notification

KEPT_FOR = timedelta(days=90)


def notify_staff(now: datetime) -> int:
    """Writes down what waits and sends what is due; how many messages were tried."""
    collection.collect(now)
    return outbox.send_due(now)


def prune(now: datetime) -> int:
    """Deletes old notifications; how many."""
    old = Notification.objects.filter(created_at__lt=now - KEPT_FOR)
    count, _ = old.delete()
    return count
