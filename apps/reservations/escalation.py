"""Warns staff step by step of requests that nobody decides. Writes `Escalation`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from apps.properties.models import Property
from apps.reservations.models import Escalation, EscalationStep, Request
from apps.reservations.querysets import RequestQuerySet
from apps.reservations.request_status import Status

MAX_AT_ONCE = 500


def steps(place: Property) -> list[EscalationStep]:
    """Of the property, the earliest first; unsaved ones where it has none."""
    own = list(EscalationStep.objects.filter(property=place))
    return own or [
        EscalationStep(property=place, after_minutes=minutes)
        for minutes in sorted(settings.REQUEST_ESCALATION_MINUTES)
    ]


def escalate(now: datetime) -> int:
    """Records each step once that a waiting request has reached; how many."""
    count = 0
    for place in Property.objects.filter(requests__status=Status.WAITING).distinct():
        ladder = steps(place)
        if ladder:
            count += sum(
                _escalate(request, ladder, now) for request in _late(ladder, place, now)
            )
    return count


def _late(
    ladder: Sequence[EscalationStep], place: Property, now: datetime
) -> RequestQuerySet:
    """Those that have waited for the first step and may be due for another."""
    latest = now - timedelta(minutes=ladder[0].after_minutes)
    rows = Request.objects.with_waiting_since().filter(
        property=place, status=Status.WAITING, waiting_since__lte=latest
    )
    finished = rows.filter(escalations__level__gte=len(ladder)).values("pk")
    return rows.exclude(pk__in=finished)[:MAX_AT_ONCE]


@transaction.atomic
def _escalate(request: Request, ladder: Sequence[EscalationStep], now: datetime) -> int:
    """The lock keeps a step from being recorded for what is decided meanwhile."""
    locked = Request.objects.select_for_update().filter(
        pk=request.pk, status=Status.WAITING
    )
    if not locked:
        return 0
    waited = now - request.waiting_since  # type: ignore[attr-defined]
    reached = [
        (level, step)
        for level, step in enumerate(ladder, 1)
        if waited >= timedelta(minutes=step.after_minutes)
    ]
    return sum(
        _record(request, level, step, len(ladder), now) for level, step in reached
    )


def _record(
    request: Request, level: int, step: EscalationStep, last: int, now: datetime
) -> bool:
    values = {
        "after_minutes": step.after_minutes,
        "advice": step.advice,
        "is_last": level == last,
        "at": now,
    }
    _, is_new = Escalation.objects.get_or_create(
        request=request, level=level, defaults=values
    )
    return is_new
