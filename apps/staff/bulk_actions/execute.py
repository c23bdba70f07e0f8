"""What an action does to one row, and to all of them in turn."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from apps.catalog.models import Item
from apps.knowledge.indexing import receivers
from apps.properties import access
from apps.staff.history import snapshot, store
from apps.staff.models import Job, Version

log = logging.getLogger(__name__)
# Rows between two looks at the progress.
CHUNK = 50


def run(job: Job) -> None:
    """From where it stands; each chunk is kept, so a worker that dies loses none."""
    while job.ended_at is None:
        with transaction.atomic():
            # Two workers may have been sent; a row is gone through by one of them.
            job.refresh_from_db(from_queryset=Job.objects.select_for_update())
            _go_on(job)


def _go_on(job: Job) -> None:
    chunk = job.items[job.done : job.done + CHUNK]
    rows = Item.objects.filter(pk__in=chunk).select_related("property")
    # A row may have moved to another property since the job was begun.
    for item in access.mine(rows, job.by):
        _one(item.concrete, job)
    job.done += len(chunk)
    if job.done >= len(job.items):
        job.ended_at = job.ended_at or timezone.now()
    job.save(update_fields=["done", "problems", "ended_at"])


def _one(row: Item, job: Job) -> None:
    try:
        with transaction.atomic():
            store.found(row.pk)
            changed = ACTIONS[job.kind](row, job.values)
            store.keep(changed.pk, job.by, Version.Reason.ACTION)
    except ValidationError as error:
        job.problems.append([row.name, error.messages[0]])
    except (IntegrityError, DataError):
        log.exception("job %s failed at row %s", job.pk, row.pk)
        job.problems.append([row.name, "It could not be done; ops find why."])


def _publish(row: Item, values: dict[str, Any]) -> Item:
    return _saved(row, status=Item.Status.LIVE)


def _withdraw(row: Item, values: dict[str, Any]) -> Item:
    return _saved(row, status=Item.Status.DRAFT)


def _schedule(row: Item, values: dict[str, Any]) -> Item:
    """The clock that staff typed is that of the row's property."""
    times = {
        name: _moment(values.get(name), row) for name in ("valid_from", "valid_to")
    }
    return _saved(row, status=Item.Status.LIVE, **times)


def _expire(row: Item, values: dict[str, Any]) -> Item:
    now = timezone.now()
    if row.valid_from and row.valid_from >= now:
        raise ValidationError("It has not begun yet; set it back to draft.")
    return _saved(row, valid_to=now)


def _duplicate(row: Item, values: dict[str, Any]) -> Item:
    copy = type(row)(property=row.property)
    kept = snapshot.read(row)
    kept["fields"] |= {
        "name": f"{row.name} (copy)"[:200],
        "slug": _free_slug(row),
        "status": Item.Status.DRAFT,
    }
    snapshot.write(copy, kept)
    return copy


def _embed(row: Item, values: dict[str, Any]) -> Item:
    receivers.embed_again(row.pk)
    return row


ACTIONS: dict[str, Callable[[Item, dict[str, Any]], Item]] = {
    Job.Kind.PUBLISH: _publish,
    Job.Kind.WITHDRAW: _withdraw,
    Job.Kind.SCHEDULE: _schedule,
    Job.Kind.EXPIRE: _expire,
    Job.Kind.DUPLICATE: _duplicate,
    Job.Kind.EMBED: _embed,
}


def _saved(row: Item, **values: Any) -> Item:
    """A row that is so already is left as it is; raises ValidationError."""
    if all(getattr(row, name) == value for name, value in values.items()):
        return row
    for name, value in values.items():
        setattr(row, name, value)
    if faults := row.faults():
        raise ValidationError(faults)
    row.save()
    return row


def _moment(text: str | None, row: Item) -> datetime | None:
    if not text:
        return None
    at = parse_datetime(text)
    return at.replace(tzinfo=row.property.zone) if at else None


def _free_slug(row: Item) -> str:
    taken = set(
        Item.objects.filter(
            property=row.property, kind=row.kind, slug__startswith=row.slug[:100]
        ).values_list("slug", flat=True)
    )
    slugs = (f"{row.slug[:100]}-copy-{number}" for number in range(1, 10_000))
    return next(slug for slug in slugs if slug not in taken)
