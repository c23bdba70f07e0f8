"""Checks of what is sent: notifications to staff, and text messages to guests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from apps.notifications.models import Notification
from apps.ops.dashboard.gauge import query
from apps.ops.doctor.finding import Finding

DAY = timedelta(days=1)
# Beat sends what is due every ten seconds; a busy server is given some minutes.
LATE = timedelta(minutes=10)
REMEDY = "Read why under “Notifications”; check the address and EMAIL_URL."
Status = Notification.Status


def notifications() -> Iterator[Finding]:
    now = timezone.now()
    recent = Notification.objects.filter(created_at__gte=now - DAY)
    failed = recent.filter(status=Status.FAILED).count()
    due = Notification.objects.filter(
        status__in=(Status.PENDING, Status.CLAIMED), next_attempt_at__lt=now - LATE
    )
    trying = _due_again().count()
    if failed:
        noun = "notification" if failed == 1 else "notifications"
        verb = "was" if failed == 1 else "were"
        message = f"{failed} {noun} of the last day {verb} not sent."
        yield Finding("notifications", "warning", message, REMEDY)
    if trying:
        noun = "notification has" if trying == 1 else "notifications have"
        message = f"{trying} {noun} failed more than once and will be tried again."
        yield Finding("notifications", "warning", message, REMEDY)
    if is_late := due.exists():
        message = "Notifications have waited for more than ten minutes."
        yield Finding("notifications", "fault", message, "Check the worker.")
    if not failed and not trying and not is_late:
        yield Finding("notifications", "ok", _in_words(recent))


def _due_again() -> QuerySet[Notification]:
    """Those that two attempts have failed to send; one may be a moment's trouble."""
    unsent = Notification.objects.filter(status=Status.PENDING, attempts__gte=2)
    return unsent.exclude(problem="")


def _in_words(rows: QuerySet[Notification]) -> str:
    """By status, in the words of their log."""
    counts = Counter(rows.values_list("status", flat=True))
    parts = [
        f"{counts[status]} {status.label.lower()}"
        for status in Status
        if counts[status]
    ]
    total = f"{counts.total()} in the last day"
    return f"{total}: {', '.join(parts)}." if parts else f"{total}."


# Beat sends what waits every fifteen seconds; a busy provider is given some minutes.
LATE_SECONDS = 600
UNSENT = ("pending", "claimed")


def texts() -> Iterator[Finding]:
    if not settings.SMS_ENABLED:
        yield Finding("texts", "ok", "Text messages are off.")
        return
    rows = query("text_messages", since=timezone.now() - DAY, place=None)
    counts = {status: count for status, count, _ in rows}
    oldest = max([age for status, _, age in rows if status in UNSENT], default=0)
    if failed := counts.get("failed", 0):
        message = f"{failed} text messages of the last day were not sent."
        remedy = "Read why under “Texts sent”, and check the keys and the number."
        yield Finding("texts", "warning", message, remedy)
    if oldest > LATE_SECONDS:
        message = "Text messages have waited for more than ten minutes."
        yield Finding("texts", "fault", message, "Check the worker and the provider.")
    if not failed and oldest <= LATE_SECONDS:
        yield Finding("texts", "ok", f"{sum(counts.values())} in the last day.")
