"""Celery tasks: ids in, one domain call each."""

from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from apps.desk import doctor
from apps.desk.doctor import environment, watching, worker_watch
from apps.desk.gaps import working
from apps.desk.jobs import doing
from apps.desk.models import Job, Trouble
from apps.desk.ops import rolling
from apps.desk.sheets import deliveries, google

# A worker that hangs cannot say so; the web process looks after it.
WATCHED = [one for one in doctor.CHECKS if one is not environment.worker]
# A worker that took the message has begun by then.
PATIENCE = timedelta(minutes=2)


@shared_task(name="desk.apply_delivery", ignore_result=False)
def apply_delivery(*, delivery_id: str) -> str:
    """Brings a delivery of a sheet into the catalog."""
    return deliveries.apply(UUID(delivery_id))


@shared_task(name="desk.pull_sheet", ignore_result=False)
def pull_sheet() -> str:
    """Reads the Google sheet, where one is set up; what became of it."""
    if not google.is_on():
        return "No sheet is set up."
    try:
        return f"{len(google.pull())} tabs have changed."
    except google.SheetUnavailable as error:
        return str(error)


@shared_task(name="desk.apply_waiting")
def apply_waiting() -> int:
    """Catches what a lost broker left behind."""
    waiting = deliveries.waiting()
    for delivery_id in waiting:
        deliveries.apply(delivery_id)
    return len(waiting)


@shared_task(name="desk.ask_gap_again", ignore_result=False)
def ask_gap_again(*, work_id: int) -> int:
    """Asks the questions of a gap once more; how many have a source now."""
    return working.ask_again(work_id)


@shared_task(name="desk.roll_up", ignore_result=False)
def roll_up() -> int:
    """Sums the day."""
    return rolling.roll_up()


@shared_task(name="desk.examine", ignore_result=False)
def examine() -> int:
    """Has the doctor look; how many troubles are open."""
    rows = Trouble.objects.exclude(check_name=worker_watch.CHECK)
    return watching.note(doctor.examine(WATCHED), timezone.now(), rows)


@shared_task(name="desk.do_job", ignore_result=False)
def do_job(*, job_id: int) -> int:
    """Goes on with an action on many rows; how many were gone through."""
    job = Job.objects.get(pk=job_id)
    doing.run(job)
    return job.done


@shared_task(name="desk.do_waiting_jobs")
def do_waiting_jobs() -> int:
    """Goes on with actions that a lost broker or a dead worker left behind."""
    late = timezone.now() - PATIENCE
    jobs = Job.objects.filter(ended_at=None, created_at__lt=late)
    for job in jobs:
        doing.run(job)
    return len(jobs)
