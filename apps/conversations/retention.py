"""Erases each night what a property no longer keeps of its guests.

The periods are a property's own (`apps.properties.models.retention`). What an erased
conversation leaves behind stands in `erasure.py`.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.dispatch import Signal

from apps.conversations import erasure
from apps.conversations.models import Conversation, RetentionRun
from apps.guests import erasure as guest_erasure
from apps.infrastructure import database_scope, loop_clients, redis
from apps.properties.models import Property
from apps.reservations import erasure as request_erasure

log = logging.getLogger(__name__)
# The hour of the property's own clock from which its night's work is done.
HOUR = 3
# A run of the task; what is left waits for the next hour.
MOST_CONVERSATIONS = 500
# Sent with `place` and `now`; receivers erase what their app keeps for too long, and
# return how much, by kind.
due = Signal()


def keep_all(now: datetime) -> int:
    """Does the night's work of each property where it is still to do; how many.

    Where it fails for one, it is tried again with the next run.
    """
    waiting = [place for place in Property.objects.all() if _is_due(place, now)]
    count = sum(_has_kept(place, now) for place in waiting)
    if waiting:
        redis.rewrite_log()
    return count


def _has_kept(place: Property, now: datetime) -> bool:
    try:
        keep(place, now)
    except Exception:  # the data of one property keeps that of no other
        log.exception("the retention of %s is not done", place.slug)
        return False
    return True


def keep(place: Property, now: datetime) -> RetentionRun:
    """Erases what the property's periods no longer cover, in its scope of rows."""
    with database_scope.scoped_to(place.pk):
        return _keep(place, now)


def _keep(place: Property, now: datetime) -> RetentionRun:
    silent = _silent(place, now - timedelta(days=place.keep_conversations_days))
    batch = list(silent[:MOST_CONVERSATIONS])
    if batch:
        async_to_sync(_forget)(batch)
    counts = {"conversations": len(batch), **_counts_of_guests(place, now)}
    answers: list[Any] = due.send(Property, place=place, now=now)
    for _, more in answers:
        counts |= more
    return _record(place, now, counts, left=silent.count())


def fact_days(place: Property) -> int:
    """Days of silence after which facts are forgotten; 0 keeps them."""
    days: int = settings.FORGET_AFTER_IDLE_DAYS
    return place.keep_facts_days or days


def _is_due(place: Property, now: datetime) -> bool:
    local = now.astimezone(place.zone)
    complete = RetentionRun.objects.filter(property=place, day=local.date(), left=0)
    return local.hour >= HOUR and not complete.exists()


def _silent(place: Property, spoken_since: datetime) -> QuerySet[Conversation]:
    """Conversations in which nothing was said since, the oldest first."""
    rows = Conversation.objects.filter(property=place)
    rows = rows.annotate(last_at=Coalesce("last_message_at", "created_at"))
    return rows.filter(last_at__lt=spoken_since).order_by("last_at")


async def _forget(conversations: list[Conversation]) -> None:
    try:
        for conversation in conversations:
            await erasure.forget(conversation)
    finally:
        await loop_clients.close()


def _counts_of_guests(place: Property, now: datetime) -> dict[str, int]:
    def since(days: int) -> datetime:
        return now - timedelta(days=days)

    days = fact_days(place)
    return {
        "told": guest_erasure.forget_idle(place, since(days)) if days else 0,
        "guests": guest_erasure.forget_silent(place, since(place.keep_guests_days)),
        "requests": request_erasure.erase_old(place, since(place.keep_requests_days)),
        "bookings": request_erasure.delete_past(place, since(place.keep_bookings_days)),
    }


def _record(
    place: Property, now: datetime, counts: dict[str, int], left: int
) -> RetentionRun:
    """The row of the day, whose counts grow with each run of it."""
    day = now.astimezone(place.zone).date()
    run, _ = RetentionRun.objects.get_or_create(
        property=place, day=day, defaults={"ended_at": now}
    )
    for kind, count in counts.items():
        run.counts[kind] = run.counts.get(kind, 0) + count
    run.left, run.ended_at = left, now
    run.save()
    log.info("retention of %s: %s erased, %d left", place.slug, counts, left)
    return run
