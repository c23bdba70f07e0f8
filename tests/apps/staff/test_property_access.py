"""Which properties a member of staff works for is said, and never widens by itself."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.catalog.models import Restaurant
from apps.properties import access
from apps.properties.models import Property, StaffAccess
from tests import factories
from tests.admin_form import Form


@pytest.fixture
def rows(mohegan: Property, foxwoods: Property) -> list[Restaurant]:
    make = factories.RestaurantFactory.create
    return [
        make(property=mohegan, name="Ballo", slug="ballo"),
        make(property=foxwoods, name="Cedars", slug="cedars"),
    ]


@pytest.fixture
def nobodys(sam: Client, sams_account: User) -> Client:
    """Sam, whom nobody has assigned to a property yet."""
    factories.assign(sams_account)
    return sam


def test_it_shows_nothing_to_staff_without_a_property(
    nobodys: Client, rows: list[Restaurant]
) -> None:
    for address in (
        "/admin/catalog/restaurant/",
        "/admin/properties/property/",
        "/admin/export/restaurants.csv",
    ):
        page = nobodys.get(address).content.decode()
        assert "Ballo" not in page, address
        assert "Cedars" not in page, address
    change = f"/admin/catalog/restaurant/{rows[0].pk}/change/"
    assert nobodys.get(change).status_code == 302
    assert nobodys.get("/admin/ops/").status_code == 403


def test_a_page_reads_once_whether_its_reader_works_for_all_properties(
    sam: Client, sams_account: User, mohegan: Property, rows: list[Restaurant]
) -> None:
    factories.assign(sams_account, mohegan)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = sam.get("/admin/catalog/restaurant/").content.decode()
    assert "Ballo" in page
    statements = [query["sql"] for query in queries.captured_queries]
    assert sum(StaffAccess._meta.db_table in sql for sql in statements) == 1


def test_it_shows_nothing_more_when_the_only_property_is_deleted(
    sam: Client, sams_account: User, foxwoods: Property, rows: list[Restaurant]
) -> None:
    factories.assign(sams_account, foxwoods)
    rows[1].delete()
    foxwoods.delete()
    assert "Ballo" not in sam.get("/admin/catalog/restaurant/").content.decode()


def test_it_lets_only_superusers_delete_a_property(
    sam: Client, sams_account: User, foxwoods: Property
) -> None:
    address = f"/admin/properties/property/{foxwoods.pk}/delete/"
    assert sam.post(address, {"post": "yes"}).status_code == 403
    press = {"action": "delete_selected", "_selected_action": [foxwoods.pk]}
    sam.post("/admin/properties/property/", {**press, "post": "yes"})
    assert Property.objects.filter(pk=foxwoods.pk).exists()
    sams_account.is_superuser = True
    sams_account.save()
    assert sam.post(address, {"post": "yes"}).status_code == 302
    assert not Property.objects.filter(pk=foxwoods.pk).exists()


def test_it_lets_a_superuser_say_who_works_for_all(
    admin_client: Client, sams_account: User
) -> None:
    factories.assign(sams_account)
    form = Form(admin_client, f"/admin/auth/user/{sams_account.pk}/change/")
    # The form helper cannot send several choices; none keeps the form valid.
    del form.values["groups"], form.values["user_permissions"]
    assert form.fill(staff_access__0__all_properties="on").send().is_saved
    assert access.has_all_properties(sams_account)


def test_it_lets_nobody_else_widen_an_account(
    sam: Client, sams_account: User, mohegan: Property, admin_user: User
) -> None:
    factories.assign(sams_account, mohegan)
    for code in ("change_user", "view_user", "delete_user"):
        sams_account.user_permissions.add(Permission.objects.get(codename=code))
    form = Form(sam, f"/admin/auth/user/{sams_account.pk}/change/")
    form.fill(is_superuser="on", staff_access__0__all_properties="on")
    assert form.send().is_saved
    sams_account.refresh_from_db()
    assert not sams_account.is_superuser
    assert not sams_account.staff_access.all_properties
    password = f"/admin/auth/user/{admin_user.pk}/password/"
    assert sam.get(password).status_code == 403
    delete = f"/admin/auth/user/{admin_user.pk}/delete/"
    assert sam.post(delete, {"post": "yes"}).status_code == 403
    press = {"action": "delete_selected", "_selected_action": [admin_user.pk]}
    sam.post("/admin/auth/user/", {**press, "post": "yes"})
    assert User.objects.filter(pk=admin_user.pk).exists()
