"""The check of text messages: whether guests get their answers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from apps.ops.dashboard.gauge import query
from apps.ops.doctor.finding import Finding

DAY = timedelta(days=1)
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
