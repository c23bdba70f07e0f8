"""The check of notifications: whether staff hear of what waits for them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.utils import timezone

from apps.notifications.models import Notification
from apps.ops.doctor.finding import Finding

DAY = timedelta(days=1)
# Beat sends what is due every ten seconds; a busy server is given some minutes.
LATE = timedelta(minutes=10)
Status = Notification.Status


def notifications() -> Iterator[Finding]:
    now = timezone.now()
    recent = Notification.objects.filter(created_at__gte=now - DAY)
    failed = recent.filter(status=Status.FAILED).count()
    due = Notification.objects.filter(
        status__in=(Status.PENDING, Status.CLAIMED), next_attempt_at__lt=now - LATE
    )
    if failed:
        message = f"{failed} notifications of the last day were not sent."
        remedy = "Read why under “Notifications”; check the address and EMAIL_URL."
        yield Finding("notifications", "warning", message, remedy)
    if is_late := due.exists():
        message = "Notifications have waited for more than ten minutes."
        yield Finding("notifications", "fault", message, "Check the worker.")
    if not failed and not is_late:
        sent = recent.filter(status=Status.SENT).count()
        yield Finding("notifications", "ok", f"{sent} in the last day.")
