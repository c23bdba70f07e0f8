"""Brings the bookings of a property's own system here.

What staff have decided on a booking is never overwritten. A booking that the system no
longer has is kept and marked: requests may hang on it, and a fault of theirs must not
lose it. `SourceRefresh` has no other writer.
"""

from __future__ import annotations

import logging
from collections import Counter
from datetime import datetime, time, timedelta
from typing import Any, Literal

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DatabaseError, transaction
from django.db.models import Q
from pydantic import ValidationError as RecordError

from apps.catalog import wall_clock
from apps.catalog.models import Item
from apps.properties.models import Property
from apps.reservations import changes, guest_links, sources
from apps.reservations.models import Reservation, SourceRefresh
from apps.reservations.sources.backends import ReservationSource, SourceUnavailable
from apps.reservations.sources.records import OPTIONAL, Record

log = logging.getLogger(__name__)
# Bookings that began earlier are history, and are asked for no more.
DAYS_BACK = timedelta(days=30)
# A refresh that has run for longer has died; the task's own limit is shorter.
ABANDONED_AFTER = timedelta(minutes=10)
Outcome = Literal["new", "changed", "same", "kept", "refused", "missing"]


def refresh_all(now: datetime) -> int:
    """How many properties were refreshed, of those that have a source."""
    places = Property.objects.filter(slug__in=settings.RESERVATION_SOURCES)
    return sum(refresh(place, sources.of(place), now) for place in places)


def refresh(place: Property, source: ReservationSource, now: datetime) -> bool:
    """Whether it ran to its end.

    It does not where another process is at it, and where our own rows are the source.
    """
    if not source.is_remote or not _claim(place, source, now):
        return False
    counts: Counter[Outcome] = Counter()
    problem = ""
    try:
        counts = _read_all(place, source, now)
    except SourceUnavailable as error:
        problem = str(error)
    values: dict[str, Any] = {"running_since": None, "problem": problem}
    if not problem:
        values |= {"succeeded_at": now, "counts": counts}
    SourceRefresh.objects.filter(property=place).update(**values)
    log.info("bookings of %s: %s", place.slug, problem or dict(counts))
    return not problem


def _claim(place: Property, source: ReservationSource, now: datetime) -> bool:
    SourceRefresh.objects.get_or_create(property=place)
    idle = Q(running_since=None) | Q(running_since__lt=now - ABANDONED_AFTER)
    rows = SourceRefresh.objects.filter(idle, property=place)
    values = {"running_since": now, "tried_at": now, "source": source.name}
    return rows.update(**values) == 1


def _read_all(
    place: Property, source: ReservationSource, now: datetime
) -> Counter[Outcome]:
    """Raises SourceUnavailable; what was read until then is stored."""
    since = now.astimezone(place.zone).date() - DAYS_BACK
    counts: Counter[Outcome] = Counter()
    codes = set()
    for sent in source.bookings(since):
        codes.add(str(sent.get("code")))
        counts[_store(place, source, dict(sent))] += 1
    first = wall_clock.moment(since, time(), place.zone)
    counts["missing"] = _mark_missing(place, source, codes, first, now)
    return counts


def _store(place: Property, source: ReservationSource, sent: dict[str, Any]) -> Outcome:
    try:
        record = Record.model_validate(sent)
        with transaction.atomic():
            return _write(place, source, record)
    except (RecordError, ValidationError, DatabaseError):
        return "refused"


def _write(place: Property, source: ReservationSource, record: Record) -> Outcome:
    """Raises ValidationError. The lock keeps a decision from falling in between."""
    rows = Reservation.objects.select_for_update(of=("self",))
    stored = rows.filter(property=place, code=record.code).first()
    booking = stored or Reservation(property=place)
    values = record.model_dump(exclude={*OPTIONAL} - record.model_fields_set)
    slug = values.pop("item")
    values["item"] = _item(place, slug) if slug else None
    values |= {"source": source.name, "missing_since": None}
    fixed = changes.approved_fields(stored) if stored else frozenset()
    changed = {
        name for name, value in values.items() if getattr(booking, name, None) != value
    }
    for name in changed - fixed:
        setattr(booking, name, values[name])
    if stored is None or changed - fixed:
        booking.full_clean()
        booking.save()
    guest_links.link(booking)
    if changed & fixed:
        return "kept"
    return "new" if stored is None else "changed" if changed else "same"


def _item(place: Property, slug: str) -> Item | None:
    """None for what the catalog does not have: the booking names it in words."""
    return Item.objects.filter(property=place, slug=slug).first()


def _mark_missing(
    place: Property,
    source: ReservationSource,
    codes: set[str],
    first: datetime,
    now: datetime,
) -> int:
    """How many bookings to come the source no longer has, of those it once had."""
    listed = Reservation.objects.filter(
        property=place, source=source.name, starts_at__gte=first
    )
    gone = listed.exclude(code__in=codes)
    gone.filter(missing_since=None).update(missing_since=now)
    return gone.count()
