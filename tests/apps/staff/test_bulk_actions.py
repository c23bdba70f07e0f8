"""Sam publishes, schedules, expires, copies and embeds many rows at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from apps.catalog.models import Item, Restaurant
from apps.knowledge.models import Embedding
from apps.properties.models import Property
from apps.staff import tasks
from apps.staff.bulk_actions import jobs
from apps.staff.history import row_locks
from apps.staff.models import Job, Version
from tests import factories
from tests.apps.knowledge.searching import embed_all

LIST = "/admin/catalog/restaurant/"
DEADLOCK = """
do $$ begin raise exception 'clash' using errcode = 'deadlock_detected'; end $$
"""


@pytest.fixture
def rows(mohegan: Property) -> list[Restaurant]:
    return [
        factories.RestaurantFactory.create(
            name=name, slug=name.lower(), hours=["4 17:00-22:00"]
        )
        for name in ("Ballo", "Tuscany")
    ]


def act(sam: Client, action: str, rows: list[Restaurant], **more: Any) -> str:
    form = {"action": action, "_selected_action": [row.pk for row in rows], **more}
    return sam.post(LIST, form, follow=True).content.decode()


def test_rows_are_copied_as_drafts_with_their_hours(
    sam: Client, rows: list[Restaurant]
) -> None:
    assert "2 rows copied" in act(sam, "duplicate", rows)
    copy = Restaurant.objects.get(slug="ballo-copy-1")
    assert (copy.name, copy.status) == ("Ballo (copy)", Item.Status.DRAFT)
    assert copy.hours.count() == 1
    act(sam, "duplicate", rows[:1])
    assert Restaurant.objects.filter(slug="ballo-copy-2").exists()


def test_it_asks_for_the_times_of_a_schedule(
    sam: Client, rows: list[Restaurant]
) -> None:
    page = act(sam, "schedule", rows)
    assert "in the property" in page
    refused = act(sam, "schedule", rows, scheduled="1")
    assert "Enter a start, an end, or both" in refused
    times = {"valid_from": "2030-01-01T09:00", "valid_to": "2030-02-01T09:00"}
    assert "2 rows scheduled" in act(sam, "schedule", rows, scheduled="1", **times)
    row = Restaurant.objects.get(slug="ballo")
    assert row.valid_from
    assert f"{row.valid_from:%H:%M}" == "14:00"  # nine in the morning in Connecticut
    assert not Item.objects.live(timezone.now()).exists()


def test_an_expired_row_is_heard_of_no_more(
    sam: Client, rows: list[Restaurant]
) -> None:
    later = factories.RestaurantFactory.create(
        name="Later", slug="later", valid_from=timezone.now() + timedelta(days=1)
    )
    page = act(sam, "expire", [*rows, later])
    assert "2 rows expired" in page
    assert "Later: It has not started yet" in page
    assert not Item.objects.live(timezone.now()).exists()


@pytest.mark.django_db(transaction=True)
def test_two_workers_on_one_job_go_through_each_row_once(
    sam: Client, rows: list[Restaurant], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(jobs, "CHUNK", 1)
    act(sam, "duplicate", rows)
    with ThreadPoolExecutor(2) as workers:
        list(workers.map(work, [Job.objects.get().pk] * 2))
    assert Restaurant.objects.filter(slug__contains="-copy-").count() == 2


@pytest.mark.parametrize(
    ("count", "text"), [(2, "2 rows set back to draft"), (9, "0 of 2 rows")]
)
def test_an_action_that_clashes_with_what_others_save_is_tried_again(
    sam: Client,
    rows: list[Restaurant],
    monkeypatch: pytest.MonkeyPatch,
    count: int,
    text: str,
) -> None:
    clashes, lock = iter(range(count)), row_locks.lock

    def clash_first(locked_rows: Any) -> list[int]:
        if next(clashes, None) is not None:
            with connection.cursor() as cursor:
                cursor.execute(DEADLOCK)
        return lock(locked_rows)

    monkeypatch.setattr(row_locks, "lock", clash_first)
    assert text in act(sam, "withdraw", rows)
    assert not Job.objects.get().problems


def work(job_id: int) -> None:
    try:
        tasks.run_job(job_id=job_id)
    finally:
        connection.close()


def test_a_row_that_cannot_be_done_keeps_none_from_it(
    sam: Client, rows: list[Restaurant], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "_free_slug", lambda row: "ballo")
    page = act(sam, "duplicate", rows[:1])
    assert "0 rows copied" in page
    assert "Ballo: " in page


def test_many_rows_are_left_to_a_worker_that_tells_how_far_it_is(
    sam: Client, rows: list[Restaurant], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 1)
    page = act(sam, "withdraw", rows)
    assert "0 of 2 rows" in page
    assert Restaurant.objects.filter(status="live").count() == 2
    job = Job.objects.get()
    job.items = [*job.items, 0]  # a row that has been deleted meanwhile
    job.save()
    tasks.run_job(job_id=job.pk)
    page = sam.get(f"/admin/jobs/{job.pk}/").content.decode()
    assert "It was deleted or has moved to another property meanwhile." in page
    assert "2 rows finished, 1 not." in page
    assert not Restaurant.objects.filter(status="live").exists()
    assert Version.objects.filter(reason="action").count() == 2


def test_an_action_that_a_worker_left_behind_goes_on(
    sam: Client, rows: list[Restaurant], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_AT_ONCE", 0)
    act(sam, "withdraw", rows)
    Job.objects.update(
        created_at=timezone.now() - timedelta(minutes=5), processed_count=1
    )
    assert tasks.run_waiting_jobs() == 1
    assert Restaurant.objects.filter(status="live").count() == 1


def test_a_row_is_embedded_again(sam: Client, rows: list[Restaurant]) -> None:
    embed_all()
    act(sam, "embed", rows[:1])
    waiting = Embedding.objects.filter(state="pending")
    assert {one.passage.item_id for one in waiting} == {rows[0].pk}


def test_chosen_rows_are_a_table(sam: Client, rows: list[Restaurant]) -> None:
    table = act(sam, "export_csv", rows[:1])
    assert "cuisine" in table.splitlines()[0]
    assert "Ballo" in table
    assert "Tuscany" not in table


@pytest.mark.parametrize("due", ["review", "expiring", "never"])
def test_lists_show_what_needs_a_look(
    sam: Client, rows: list[Restaurant], due: str
) -> None:
    row = rows[0]
    # At the resort it may be yesterday still.
    row.review_by = timezone.localdate() - timedelta(days=1)
    row.valid_to = timezone.now() + timedelta(days=3)
    row.save()
    rows = sam.get(LIST, {"attention": due}).context["cl"].result_list
    names = {row.name for row in rows}
    assert names == ({"Ballo", "Tuscany"} if due == "never" else {"Ballo"})
