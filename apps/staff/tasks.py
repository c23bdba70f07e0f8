"""Celery tasks: ids in, one domain call each."""

from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from apps.staff.bulk_actions import execute
from apps.staff.gaps import resolution
from apps.staff.intake import deliveries, google_sheets
from apps.staff.models import Job

# A worker that took the message has begun by then.
PATIENCE = timedelta(minutes=2)


@shared_task(name="staff.apply_delivery", ignore_result=False)
def apply_delivery(*, delivery_id: str) -> str:
    """Brings a delivery of a sheet into the catalog."""
    return deliveries.apply(UUID(delivery_id))


@shared_task(name="staff.pull_sheet", ignore_result=False)
def pull_sheet() -> str:
    """Reads the Google sheet, where one is set up; what became of it."""
    if not google_sheets.is_on():
        return "No sheet is set up."
    try:
        return f"{len(google_sheets.pull())} tabs have changed."
    except google_sheets.SheetUnavailable as error:
        return str(error)


@shared_task(name="staff.apply_waiting")
def apply_waiting() -> int:
    """Catches what a lost broker left behind."""
    waiting = deliveries.waiting()
    for delivery_id in waiting:
        deliveries.apply(delivery_id)
    return len(waiting)


@shared_task(name="staff.ask_gap_again", ignore_result=False)
def ask_gap_again(*, work_id: int) -> int:
    """Asks the questions of a gap once more; how many have a source now."""
    return resolution.ask_again(work_id)


@shared_task(name="staff.do_job", ignore_result=False)
def do_job(*, job_id: int) -> int:
    """Goes on with an action on many rows; how many were gone through."""
    job = Job.objects.get(pk=job_id)
    execute.run(job)
    return job.done


@shared_task(name="staff.do_waiting_jobs")
def do_waiting_jobs() -> int:
    """Goes on with actions that a lost broker or a dead worker left behind."""
    late = timezone.now() - PATIENCE
    jobs = Job.objects.filter(ended_at=None, created_at__lt=late)
    for job in jobs:
        execute.run(job)
    return len(jobs)
