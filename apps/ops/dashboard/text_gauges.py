"""Gauges of text messages since a moment, and of what the webhook refused today."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from apps.infrastructure import counters
from apps.ops.dashboard.gauge import Gauge, query

SENT = "/admin/sms/outboundtext/"
REFUSALS = ("forged", "stale", "repeated", "no_event", "too_large")


def read(since: datetime, place: int | None) -> Iterator[Gauge]:
    """By status of the outbox; nothing where no text message was ever stored."""
    for status, count, _ in query("text_messages", since=since, place=place):
        labels = (("status", status),)
        link = f"{SENT}?status__exact={status}"
        title = f"Text messages, {status}"
        yield Gauge("Quality", title, "texts_day", count, "", labels, link)
    counts = counters.read("sms")
    for reason in REFUSALS:
        if count := counts.get(reason):
            labels = (("reason", reason),)
            title = f"Refused webhooks, {reason.replace('_', ' ')}"
            yield Gauge("Safety", title, "webhooks_refused_day", count, "", labels)
