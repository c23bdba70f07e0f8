"""A row that moved to another resort takes no history with it and leaves none open."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.catalog.models import Restaurant
from apps.properties.models import Property
from apps.staff.bulk_actions import jobs
from apps.staff.intake import deliveries
from apps.staff.models import Delivery, Job, Version
from tests import factories
from tests.admin_form import Form


@pytest.fixture
def ballo(mohegan: Property) -> Restaurant:
    return factories.RestaurantFactory.create(
        name="Ballo", slug="ballo", cuisine="Italian", summary="The owner's secret."
    )


def save(admin: Client, row: Restaurant, **values: object) -> None:
    address = f"/admin/catalog/restaurant/{row.pk}/change/"
    assert Form(admin, address).fill(**values).send().is_saved


@pytest.fixture
def moved(admin_client: Client, ballo: Restaurant, foxwoods: Property) -> Restaurant:
    """An admin of all resorts changes the row, then gives it to Foxwoods."""
    save(admin_client, ballo, summary="Northern Italian.")
    save(admin_client, ballo, property=foxwoods.pk)
    save(admin_client, ballo, cuisine="Venetian")
    return ballo


def history(sam: Client, row: Restaurant) -> tuple[int, str]:
    page = sam.get(f"/admin/history/{row.pk}/")
    return page.status_code, page.content.decode()


def test_it_begins_the_history_of_the_new_property_at_the_move(
    sam: Client, sams_account: User, moved: Restaurant, foxwoods: Property
) -> None:
    factories.assign(sams_account, foxwoods)
    status, page = history(sam, moved)
    assert status == 200
    assert page.count("data-version") == 2
    assert "Venetian" in page
    assert "secret" not in page


def test_it_closes_the_history_to_staff_of_the_former_property(
    sam: Client, sams_account: User, moved: Restaurant, mohegan: Property
) -> None:
    factories.assign(sams_account, mohegan)
    assert history(sam, moved)[0] == 403


def test_it_restores_nothing_across_the_move(
    sam: Client,
    sams_account: User,
    moved: Restaurant,
    mohegan: Property,
    foxwoods: Property,
) -> None:
    old = Version.objects.filter(property=mohegan).last()
    assert old
    for place in (mohegan, foxwoods):
        factories.assign(sams_account, place)
        assert sam.post(f"/admin/history/{old.pk}/restore/").status_code in {403, 404}
    moved.refresh_from_db()
    assert moved.summary == "Northern Italian."


def test_it_restores_no_row_that_was_deleted_after_its_move(
    sam: Client, sams_account: User, moved: Restaurant, mohegan: Property
) -> None:
    sam.post(f"/admin/catalog/restaurant/{moved.pk}/delete/", {"post": "yes"})
    factories.assign(sams_account, mohegan)
    old = Version.objects.filter(property=mohegan).first()
    assert old
    assert history(sam, moved)[0] == 403
    assert sam.post(f"/admin/history/{old.pk}/restore/").status_code in {403, 404}
    assert not Restaurant.objects.exists()


def test_it_shows_the_whole_history_to_staff_of_all_properties(
    sam: Client, moved: Restaurant
) -> None:
    status, page = history(sam, moved)
    assert status == 200
    assert "secret" in page


def test_it_undoes_no_table_across_a_move(
    sam: Client,
    sams_account: User,
    ballo: Restaurant,
    mohegan: Property,
    foxwoods: Property,
) -> None:
    """The row moves without the admin, as in a database that is older than this."""
    rows = [{"slug": "ballo", "cuisine": "Greek"}]
    table = deliveries.preview(mohegan, "restaurants", rows, sams_account)
    deliveries.accept(table.pk)
    deliveries.apply(table.pk)
    Restaurant.objects.filter(pk=ballo.pk).update(property=foxwoods)
    factories.assign(sams_account, mohegan)
    page = sam.post(f"/admin/import/{table.pk}/undo/", follow=True).content.decode()
    assert "another property" in page
    ballo.refresh_from_db()
    assert ballo.cuisine == "Greek"
    assert Delivery.objects.get().state == Delivery.State.UNDONE


def test_it_does_nothing_to_a_row_that_moved_while_its_job_waited(
    sams_account: User, ballo: Restaurant, mohegan: Property, foxwoods: Property
) -> None:
    factories.assign(sams_account, mohegan)
    job = Job.objects.create(kind="withdraw", items=[ballo.pk], by=sams_account)
    Restaurant.objects.filter(pk=ballo.pk).update(property=foxwoods)
    jobs.run(job)
    ballo.refresh_from_db()
    assert ballo.status == "live"
