"""Begins an action: a few rows while staff wait, many by a worker."""

from __future__ import annotations

import logging
from typing import Any

from django.db import transaction
from kombu.exceptions import OperationalError

from apps.staff import tasks
from apps.staff.bulk_actions import execute
from apps.staff.models import Job

log = logging.getLogger(__name__)
MOST_AT_ONCE = 200


def start(kind: str, ids: list[int], by: Any, **values: Any) -> Job:
    job = Job.objects.create(kind=kind, items=ids, values=values, by=by)
    if len(ids) <= MOST_AT_ONCE:
        execute.run(job)
    else:
        transaction.on_commit(lambda: _enqueue(job.pk))
    return job


def _enqueue(job_id: int) -> None:
    try:
        tasks.do_job.delay(job_id=job_id)
    except OperationalError:
        log.warning("the task queue is away; job %s follows later", job_id)
