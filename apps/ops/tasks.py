"""Celery tasks: one domain call each."""

from celery import shared_task
from django.utils import timezone

from apps.ops import daily_totals, doctor
from apps.ops.alerts import rules
from apps.ops.backup import schedule
from apps.ops.doctor import environment, incidents, reservations, worker_watch
from apps.ops.models import Incident

# The web process checks the worker: a hanging one cannot report itself.
WORKER_CHECKS = [check for check in doctor.CHECKS if check is not environment.worker]


@shared_task(name="ops.total_days", ignore_result=False)
def total_days() -> int:
    """Update the daily totals; returns the number of rows written."""
    return daily_totals.update()


@shared_task(name="ops.examine", ignore_result=False)
def examine() -> int:
    """Run the doctor's checks; returns the number of open incidents."""
    rows = Incident.objects.exclude(check_name=worker_watch.CHECK)
    rows = rows.exclude(check_name__startswith=rules.PREFIX)
    return incidents.update(doctor.examine(WORKER_CHECKS), timezone.now(), rows)


@shared_task(name="ops.watch_requests")
def watch_requests() -> int:
    """Open or close the incident of undecided requests; how many incidents are open."""
    rows = Incident.objects.filter(check_name=reservations.requests.__name__)
    findings = doctor.examine([reservations.requests])
    return incidents.update(findings, timezone.now(), rows)


@shared_task(
    name="ops.back_up", ignore_result=False, time_limit=schedule.LONGEST_SECONDS
)
def back_up() -> str:
    """Write a backup if one is due; returns its name."""
    path = schedule.run(timezone.now())
    return path.name if path else ""
