"""Who may look at the schedule of tasks does not stop a task."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django_celery_beat.models import CrontabSchedule, IntervalSchedule, PeriodicTask

from tests.admin_form import press_action

ADDRESS = "/admin/django_celery_beat/periodictask/"
ACTIONS = ["disable_tasks", "enable_tasks", "toggle_tasks", "run_tasks"]


@pytest.fixture
def task(db: None) -> PeriodicTask:
    every = IntervalSchedule.objects.create(every=10, period="minutes")
    row: PeriodicTask = PeriodicTask.objects.create(
        name="Look after alerts", task="staff.nothing", interval=every
    )
    return row


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("is_enabled", [True, False])
def test_it_lets_viewers_do_nothing_to_a_task(
    viewer: Client, task: PeriodicTask, action: str, is_enabled: bool
) -> None:
    PeriodicTask.objects.update(enabled=is_enabled)
    page = viewer.get(ADDRESS)
    assert page.status_code == 200
    assert action not in page.content.decode()
    press_action(viewer, ADDRESS, action, task.pk)
    task.refresh_from_db()
    assert task.enabled is is_enabled
    change = f"{ADDRESS}{task.pk}/change/"
    assert viewer.get(change).status_code == 200
    assert viewer.post(change, {"name": "Mine"}).status_code == 403


def test_it_lets_nobody_but_superusers_change_the_schedule(
    viewer: Client, sams_account: User, task: PeriodicTask
) -> None:
    CrontabSchedule.objects.create()
    beat = Permission.objects.filter(content_type__app_label="django_celery_beat")
    sams_account.user_permissions.add(*beat)
    press_action(viewer, ADDRESS, "disable_tasks", task.pk)
    task.refresh_from_db()
    assert task.enabled
    every = f"/admin/django_celery_beat/intervalschedule/{task.interval_id}/change/"
    for address in (
        every,
        every.replace("change", "delete"),
        f"{ADDRESS}{task.pk}/delete/",
        "/admin/django_celery_beat/crontabschedule/add/",
        "/admin/django_celery_beat/solarschedule/add/",
        "/admin/django_celery_beat/clockedschedule/add/",
    ):
        assert viewer.post(address, {"every": 1}).status_code == 403, address


def test_it_lets_superusers_stop_a_task(
    admin_client: Client, task: PeriodicTask
) -> None:
    press_action(admin_client, ADDRESS, "disable_tasks", task.pk)
    task.refresh_from_db()
    assert not task.enabled
    change = admin_client.get(f"{ADDRESS}{task.pk}/change/")
    assert change.status_code == 200
