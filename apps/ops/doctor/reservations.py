"""Checks of bookings that a property's own system lists, and of undecided requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import ngettext

from apps.ops.doctor.finding import Finding, Level
from apps.reservations.models import Escalation, SourceRefresh
from apps.reservations.request_status import Status

# Beat refreshes them every five minutes.
STALE_AFTER = timedelta(minutes=20)


def bookings() -> Iterator[Finding]:
    """Every system of a property is read to its end, and lately."""
    slugs = sorted(settings.RESERVATION_SOURCES)
    rows = SourceRefresh.objects.filter(property__slug__in=slugs)
    by_slug = {row.property.slug: row for row in rows.select_related("property")}
    late = [slug for slug in slugs if _is_late(by_slug.get(slug))]
    for slug in late:
        row = by_slug.get(slug)
        reason = row.problem if row and row.problem else "It was not read lately."
        message = f"The booking system of {slug} is not read: {reason}"
        remedy = "Check its address and key; guests are told the bookings of last time."
        yield Finding("bookings", "warning", message, remedy)
    if not late:
        are_read = ngettext(
            "{} booking system is read.", "{} booking systems are read.", len(slugs)
        ).format(len(slugs))
        words = are_read if slugs else "None is set."
        yield Finding("bookings", "ok", words)


def requests() -> Iterator[Finding]:
    """Nobody waits for a decision for longer than a step of the escalation."""
    reached = Escalation.objects.filter(request__status=Status.WAITING)
    newest = reached.order_by("request_id", "-level").distinct("request_id")
    late = list(newest.select_related("request__property"))
    if not late:
        yield Finding("requests", "ok", "No request has waited for too long.")
        return
    worst = max(late, key=lambda row: (row.is_last, row.after_minutes))
    counts = Counter(row.request.property.name for row in late)
    where = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    message = f"Requests wait for a decision, one for {worst.after_minutes} minutes or"
    message = f"{message} more: {where}."
    remedy = worst.advice or "Decide under “Requests”, or call the department."
    level: Level = "fault" if worst.is_last else "warning"
    yield Finding("requests", level, message, remedy)


def _is_late(row: SourceRefresh | None) -> bool:
    if row is None or row.succeeded_at is None:
        return True
    return timezone.now() - row.succeeded_at > STALE_AFTER
