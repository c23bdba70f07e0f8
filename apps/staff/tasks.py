"""Celery tasks: IDs in, one domain call each."""

from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.utils import timezone
from django.utils.translation import ngettext

from apps.staff.bulk_actions import jobs
from apps.staff.drafts import scheduled_drafts
from apps.staff.gaps import resolution
from apps.staff.intake import deliveries, google_sheets
from apps.staff.models import Job

# A worker that received the task has started it by then.
GRACE_PERIOD = timedelta(minutes=2)


@shared_task(name="staff.apply_delivery", ignore_result=False)
def apply_delivery(*, delivery_id: str) -> str:
    """Import the rows of a delivery into the catalog."""
    return deliveries.apply(UUID(delivery_id))


@shared_task(name="staff.pull_sheet", ignore_result=False)
def pull_sheet() -> str:
    """Read the Google sheet, if one is configured; returns the outcome."""
    if not google_sheets.is_configured():
        return "No sheet is configured."
    try:
        count = len(google_sheets.pull())
    except google_sheets.SheetUnavailable as error:
        return str(error)
    return ngettext("{} tab has changed.", "{} tabs have changed.", count).format(count)


@shared_task(name="staff.apply_waiting")
def apply_waiting() -> int:
    """Apply deliveries whose task was lost with the broker."""
    waiting = deliveries.waiting()
    for delivery_id in waiting:
        deliveries.apply(delivery_id)
    return len(waiting)


@shared_task(name="staff.publish_drafts")
def publish_drafts() -> int:
    """Publish the drafts of rows whose time has come; returns how many."""
    return scheduled_drafts.publish_due(timezone.now())


@shared_task(name="staff.ask_gap_again", ignore_result=False)
def ask_gap_again(*, work_id: int) -> int:
    """Ask the questions of a gap again; returns how many have a source now."""
    return resolution.ask_again(work_id)


@shared_task(name="staff.run_job", ignore_result=False)
def run_job(*, job_id: int) -> int:
    """Run an action on many rows; returns how many are finished."""
    job = Job.objects.get(pk=job_id)
    jobs.run(job)
    return job.processed_count


@shared_task(name="staff.run_waiting_jobs")
def run_waiting_jobs() -> int:
    """Finish jobs that a lost broker or a dead worker left behind."""
    latest_start = timezone.now() - GRACE_PERIOD
    unfinished = Job.objects.filter(ended_at=None, created_at__lt=latest_start)
    for job in unfinished:
        jobs.run(job)
    return len(unfinished)
