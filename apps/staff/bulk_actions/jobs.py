"""Starts and runs jobs: an action on many rows, in chunks that a worker can resume."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, DataError, IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from kombu.exceptions import OperationalError

from apps.catalog.models import Item
from apps.knowledge.indexing import receivers
from apps.properties import access
from apps.staff.drafts import held_rows, import_approval, row_drafts
from apps.staff.drafts.held_rows import NeedsSecondPersonError
from apps.staff.history import row_locks, snapshot, versions
from apps.staff.models import Job, Version

log = logging.getLogger(__name__)
# Rows in one transaction; the job page shows the progress after each.
CHUNK = 50
# More rows than this are left to a worker.
MOST_AT_ONCE = 200
# A chunk that clashes with what others save is tried as often, then left to a worker.
MOST_TRIES = 3
DATE_FORMAT = "DATETIME_FORMAT"
GONE = "It was deleted or has moved to another property meanwhile."


class ExpiredRowError(ValidationError):
    """Publishing alone does not bring the row back; its dates have to change."""


def start(kind: str, ids: list[int], by: Any, **values: Any) -> Job:
    job = Job.objects.create(kind=kind, items=ids, values=values, by=by)
    is_left = len(ids) > MOST_AT_ONCE
    try:
        if not is_left:
            run(job)
    except DatabaseError as error:
        if not row_locks.is_clash(error):
            raise
        is_left = True
    if is_left:
        transaction.on_commit(lambda: _enqueue(job.pk))
    return job


def _enqueue(job_id: int) -> None:
    from apps.staff import tasks  # noqa: PLC0415 - it imports this module

    try:
        tasks.run_job.delay(job_id=job_id)
    except OperationalError:
        log.warning("the task queue is away; job %s follows later", job_id)


def run(job: Job) -> None:
    """Continue from the last finished chunk: each chunk is a transaction."""
    while job.ended_at is None:
        _try_chunk(job)


def _try_chunk(job: Job) -> None:
    """Raises DatabaseError where it clashes with others again and again."""
    for number in range(1, MOST_TRIES + 1):
        try:
            with transaction.atomic():
                # Two workers may run the same job; the lock gives each row to one.
                job.refresh_from_db(from_queryset=Job.objects.select_for_update())
                _run_chunk(job)
        except DatabaseError as error:
            job.refresh_from_db()  # it is not as far as it seemed
            if number == MOST_TRIES or not row_locks.is_clash(error):
                raise
        else:
            return


def _run_chunk(job: Job) -> None:
    chunk = job.items[job.processed_count : job.processed_count + CHUNK]
    row_locks.lock(Item.objects.filter(pk__in=chunk))
    rows = Item.objects.filter(pk__in=chunk).select_related("property")
    own_rows = list(access.mine(rows, job.by))
    for item in own_rows:
        _run_row(item.concrete, job)
    job.problems += [["A row", GONE]] * (len(chunk) - len(own_rows))
    job.processed_count += len(chunk)
    if job.processed_count >= len(job.items):
        job.ended_at = job.ended_at or timezone.now()
    job.save(update_fields=["processed_count", "problems", "ended_at"])


def _run_row(row: Item, job: Job) -> None:
    try:
        with transaction.atomic():
            _act(row, job)
    except NeedsSecondPersonError as error:
        held_rows.hold(row, job.by)
        job.problems.append([row.name, error.messages[0]])
    except ExpiredRowError as error:
        job.problems.append([row.name, error.messages[0], _dates_url(row)])
    except ValidationError as error:
        job.problems.append([row.name, error.messages[0]])
    except (IntegrityError, DataError):
        log.exception("job %s failed at row %s", job.pk, row.pk)
        job.problems.append([row.name, "It failed; the log says why."])


def _act(row: Item, job: Job) -> None:
    if job.kind in {Job.Kind.PUBLISH, Job.Kind.SCHEDULE}:
        held_rows.insist_on_second_person(row, job.by)
    elif job.kind in {Job.Kind.APPROVE_READ, Job.Kind.PUBLISH_READ}:
        read = job.values["read"].get(str(row.pk), "")
        if job.kind == Job.Kind.APPROVE_READ:
            return import_approval.approve(row, read, job.by)
        if row_drafts.of(row.pk):
            return import_approval.publish(row, read, job.by)
        import_approval.insist_on_new_row(row, read, job.by)
    versions.record_initial(row.pk)
    changed = ACTIONS[job.kind](row, job.values)
    versions.record(changed.pk, job.by, Version.Reason.ACTION)
    return None


def _dates_url(row: Item) -> str:
    """Of the section of its form that holds its dates."""
    form = reverse(f"admin:catalog_{row._meta.model_name}_change", args=[row.pk])
    return f"{form}?section=publishing"


def _publish(row: Item, values: dict[str, Any]) -> Item:
    if row.valid_to and row.valid_to <= timezone.now():
        ended_at = date_format(row.valid_to.astimezone(row.property.zone), DATE_FORMAT)
        raise ExpiredRowError(f"It ended on {ended_at} and stays expired.")
    return _saved(row, status=Item.Status.LIVE)


def _withdraw(row: Item, values: dict[str, Any]) -> Item:
    return _saved(row, status=Item.Status.DRAFT)


def _schedule(row: Item, values: dict[str, Any]) -> Item:
    """Times are those of the row's property."""
    times = {
        name: _moment(values.get(name), row) for name in ("valid_from", "valid_to")
    }
    return _saved(row, status=Item.Status.LIVE, **times)


def _expire(row: Item, values: dict[str, Any]) -> Item:
    now = timezone.now()
    if row.valid_from and row.valid_from >= now:
        raise ValidationError("It has not started yet; set it back to draft.")
    return _saved(row, valid_to=now)


def _duplicate(row: Item, values: dict[str, Any]) -> Item:
    copy = type(row)(property=row.property)
    content = snapshot.read(row)
    content["fields"] |= {
        "name": f"{row.name} (copy)"[:200],
        "slug": _free_slug(row),
        "status": Item.Status.DRAFT,
    }
    snapshot.write(copy, content)
    return copy


def _embed(row: Item, values: dict[str, Any]) -> Item:
    receivers.embed_again(row.pk)
    return row


ACTIONS: dict[str, Callable[[Item, dict[str, Any]], Item]] = {
    Job.Kind.PUBLISH: _publish,
    Job.Kind.PUBLISH_READ: _publish,
    Job.Kind.WITHDRAW: _withdraw,
    Job.Kind.SCHEDULE: _schedule,
    Job.Kind.EXPIRE: _expire,
    Job.Kind.DUPLICATE: _duplicate,
    Job.Kind.EMBED: _embed,
}


def _saved(row: Item, **values: Any) -> Item:
    """Raises ValidationError. A row with these values already is not saved."""
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
    used_slugs = set(
        Item.objects.filter(
            property=row.property, kind=row.kind, slug__startswith=row.slug[:100]
        ).values_list("slug", flat=True)
    )
    slugs = (f"{row.slug[:100]}-copy-{number}" for number in range(1, 10_000))
    return next(slug for slug in slugs if slug not in used_slugs)
