"""Gauges of what guests ask of the staff: how many wait, and how long."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from apps.ops.dashboard import gauge
from apps.ops.dashboard.gauge import Gauge, query
from apps.reservations.models import Request, SourceRefresh
from apps.reservations.request_status import Status

REQUESTS = "/admin/reservations/request/"
REFRESHES = "/admin/reservations/sourcerefresh/"
WAITING = f"{REQUESTS}?status__exact=waiting"


def read(since: datetime, now: datetime, place: int | None) -> Iterator[Gauge]:
    """Of this moment, and of the decisions since then."""
    mine = Q(property=place) if place else Q()
    waiting = Request.objects.filter(mine, status=Status.WAITING)
    for title, name, rows in (
        ("Requests to decide", "requests_waiting", waiting),
        (
            "Overdue requests",
            "requests_overdue",
            Request.objects.overdue(now).filter(mine),
        ),
    ):
        yield Gauge("Now", title, name, rows.count(), link=WAITING)
    levels = waiting.exclude(escalations=None).values(
        "property__slug", "property__name"
    )
    for row in levels.annotate(count=Count("pk", distinct=True)).order_by():
        labels = (("property", row["property__slug"]),)
        title = f"Escalated requests, {row['property__name']}"
        yield Gauge("Now", title, "requests_escalated", row["count"], "", labels)
    yield from _decision_times(since, place)
    yield from _sources(SourceRefresh.objects.filter(mine), now)


def _decision_times(since: datetime, place: int | None) -> Iterator[Gauge]:
    [(median, p95, count)] = query("request_decisions", since=since, place=place)
    yield Gauge("Quality", "Decided requests", "requests_decided_day", count)
    for quantile, minutes in (("0.5", median), ("0.95", p95)):
        title = f"Decision on a request, {float(quantile):.0%} within"
        labels = (("quantile", quantile),)
        name, value = "request_decision_minutes", round(float(minutes), 1)
        missing = "" if count else "none"
        yield Gauge("Speed", title, name, value, "min", labels, REQUESTS, missing)


def _sources(refreshes: QuerySet[SourceRefresh], now: datetime) -> Iterator[Gauge]:
    for row in refreshes.select_related("property"):
        at, labels = row.succeeded_at, (("property", row.property.slug),)
        seconds = round((now - at).total_seconds()) if at else gauge.NOTHING
        title, name = f"Bookings of {row.property.name} read", "bookings_age_seconds"
        missing = "" if at else "never"
        yield Gauge("Now", title, name, seconds, "s", labels, REFRESHES, missing)
