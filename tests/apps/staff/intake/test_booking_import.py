"""Sam hands in bookings as a table: tried first, refused by cell, undone as a whole."""

from __future__ import annotations

import hashlib
import hmac
import json
import uuid
from datetime import datetime
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Reservation
from apps.staff.intake import deliveries
from apps.staff.models import Delivery
from tests import factories
from tests.apps.reservations.sample_requests import NOW, waiting

ADDRESS = "/admin/import/"
HEADER = "code,kind,family_name,item,starts_at,party,amount,state"
ROW = "dine9001,Table,Okafor,ballo,2026-12-03 19:00,2,12.50,Booked"


@pytest.fixture
def keeper(sam: Client, sams_account: User, mohegan: Property) -> Client:
    """Sam, an admin of Mohegan Sun alone."""
    sams_account.groups.add(Group.objects.get(name="admin"))
    factories.assign(sams_account, mohegan)
    factories.RestaurantFactory.create(property=mohegan, name="Ballo", slug="ballo")
    return sam


def handed_in(keeper: Client, place: Property, *rows: str, header: str = HEADER) -> str:
    table = "\n".join([header, *rows]).encode()
    return sent(keeper, place, "bookings.csv", table)


def sent(keeper: Client, place: Property, name: str, content: bytes) -> str:
    file = SimpleUploadedFile(name, content)
    form = {"property": place.pk, "category": "reservations", "file": file}
    return keeper.post(ADDRESS, form, follow=True).content.decode()


def applied(keeper: Client) -> Delivery:
    delivery = Delivery.objects.latest("received_at")
    keeper.post(f"{ADDRESS}{delivery.pk}/apply/")
    deliveries.apply(delivery.pk)
    delivery.refresh_from_db()
    return delivery


def test_it_tries_a_booking_before_it_stores_it(
    keeper: Client, mohegan: Property
) -> None:
    assert "1 new" in handed_in(keeper, mohegan, ROW)
    assert not Reservation.objects.exists()
    assert applied(keeper).state == "applied"
    booking = Reservation.objects.get()
    assert (booking.code, booking.what, booking.kind) == ("DINE9001", "Ballo", "table")
    assert booking.starts_at == datetime.fromisoformat("2026-12-03T19:00-05:00")
    assert booking.amount == Decimal("12.50")
    assert booking.source == "A file imported by staff"
    assert "1 same" in handed_in(keeper, mohegan, ROW)


def test_it_takes_what_it_has_written(keeper: Client, mohegan: Property) -> None:
    handed_in(keeper, mohegan, ROW)
    applied(keeper)
    for kind in ("csv", "xlsx"):
        table = keeper.get(f"/admin/export/reservations.{kind}").content
        page = sent(keeper, mohegan, f"table.{kind}", table)
        assert "1 same" in page, page


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (ROW.replace(",2,", ",400,"), "less than or equal to 100"),
        (ROW.replace("ballo", "tuscany"), "No row of this property has this slug."),
        (ROW.replace("2026-12-03 19:00", "soon"), "Enter a valid date/time."),
        (ROW.replace("dine9001", ""), "A row needs a code."),
        (ROW.replace("dine9001", "d!"), "Letters, digits and -."),
        (ROW.replace("Booked", "=1+1"), "This is a formula"),
        (ROW.replace("ballo", ""), "This field is required."),
    ],
)
def test_it_names_the_cell_that_it_refuses(
    keeper: Client, mohegan: Property, row: str, words: str
) -> None:
    page = handed_in(keeper, mohegan, row, ROW.replace("9001", "9002"))
    assert words in page
    assert "1 refused" in page
    assert applied(keeper).state == "partly"
    assert Reservation.objects.get().code == "DINE9002"


def test_it_refuses_two_rows_of_one_code(keeper: Client, mohegan: Property) -> None:
    page = handed_in(keeper, mohegan, ROW, ROW.upper().replace("BALLO", "ballo"))
    assert "Several rows have the code “DINE9001”." in page
    assert "2 refused" in page


def test_it_restores_what_was_there_before(keeper: Client, mohegan: Property) -> None:
    table = factories.ReservationFactory.create(
        property=mohegan, code="DINE9001", party=5
    )
    handed_in(keeper, mohegan, ROW, ROW.replace("9001", "9002"))
    delivery = applied(keeper)
    assert Reservation.objects.count() == 2
    page = keeper.post(f"{ADDRESS}{delivery.pk}/undo/", follow=True)
    assert "2 rows restored." in page.content.decode()
    booking = Reservation.objects.get()
    assert (booking.pk, booking.party, booking.what) == (table.pk, 5, table.what)


def test_it_leaves_alone_what_has_changed_since(
    keeper: Client, mohegan: Property
) -> None:
    handed_in(keeper, mohegan, ROW)
    delivery = applied(keeper)
    Reservation.objects.update(party=4)
    page = keeper.post(f"{ADDRESS}{delivery.pk}/undo/", follow=True)
    assert "DINE9001 was not restored: It has changed since." in page.content.decode()
    assert Reservation.objects.get().party == 4


def test_it_deletes_no_booking_about_which_a_guest_has_asked(
    keeper: Client, mohegan: Property
) -> None:
    handed_in(keeper, mohegan, ROW)
    delivery = applied(keeper)
    waiting(Reservation.objects.get())
    page = keeper.post(f"{ADDRESS}{delivery.pk}/undo/", follow=True)
    assert "A guest has used it since." in page.content.decode()
    assert Reservation.objects.exists()


def test_it_undoes_no_decision(
    keeper: Client, mohegan: Property, admin_user: User
) -> None:
    handed_in(keeper, mohegan, ROW)
    applied(keeper)
    requests.approve(waiting(Reservation.objects.get()), admin_user, NOW)
    page = handed_in(keeper, mohegan, ROW.replace("12.50", "14"))
    assert "Staff have decided this at the guest&#x27;s request" in page
    assert applied(keeper).state == "refused"
    assert Reservation.objects.get().state == "cancelled"
    assert "1 changed" in handed_in(
        keeper, mohegan, ROW.replace("Booked", "Cancelled").replace("12.50", "14")
    )


def test_it_shows_bookings_to_nobody_who_keeps_the_catalog(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    sams_account.user_permissions.add(Permission.objects.get(codename="add_delivery"))
    sams_account.groups.add(Group.objects.get(name="content"))
    page = sam.get(ADDRESS).content.decode()
    assert "reservations" not in page.lower()
    assert "Select a valid choice" in handed_in(sam, mohegan, ROW)
    assert sam.get("/admin/export/reservations.csv").status_code == 403
    rows = [{"code": "X1234", "family_name": "Okafor"}]
    theirs = Delivery.objects.create(
        property=mohegan, category="reservations", rows=rows
    )
    assert sam.get(f"{ADDRESS}{theirs.pk}/").status_code == 403
    assert str(theirs.pk) not in sam.get("/admin/staff/delivery/").content.decode()


def test_it_exports_no_booking_of_another_property(
    keeper: Client, foxwoods: Property
) -> None:
    factories.ReservationFactory.create(property=foxwoods, code="FOX10482")
    table = keeper.get("/admin/export/reservations.csv").content.decode()
    assert table.startswith("\ufeffproperty,kind,code,family_name")
    assert "FOX10482" not in table


def test_a_host_takes_no_table_of_all_guests_along(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    sams_account.user_permissions.clear()
    sams_account.groups.set([Group.objects.get(name="host")])
    factories.assign(sams_account, mohegan)
    assert sam.get("/admin/export/reservations.csv").status_code == 403


def test_it_takes_signed_bookings_from_a_webhook(
    mohegan: Property, settings: Settings
) -> None:
    settings.CMS_WEBHOOK_SECRET = "a secret of the tests"  # noqa: S105 - opens nothing
    row: dict[str, Any] = {
        "code": "ROOM77",
        "kind": "room",
        "family_name": "Park",
        "what": "Deluxe Room",
        "starts_at": "2026-12-03 16:00",
        "ends_at": "2026-12-04 11:00",
        "party": 2,
    }
    body = json.dumps(
        {
            "id": str(uuid.uuid4()),
            "sent_at": timezone.now().isoformat(),
            "property": "mohegan-sun",
            "category": "reservations",
            "rows": [row, {**row, "code": "ROOM78", "ends_at": "2026-12-02 11:00"}],
        }
    ).encode()
    key = settings.CMS_WEBHOOK_SECRET.encode()
    for signature, status in (("0" * 64, 403), (_signature(key, body), 202)):
        answer = Client().post(
            "/cms/webhook",
            body,
            content_type="application/json",
            headers={"x-cms-signature": signature},
        )
        assert answer.status_code == status, answer.content
    delivery = Delivery.objects.get()
    assert deliveries.apply(delivery.pk) == "partly"
    delivery.refresh_from_db()
    assert delivery.results[1]["errors"] == {
        "ends_at": "It has to end after it begins."
    }
    assert Reservation.objects.get().code == "ROOM77"


def _signature(key: bytes, body: bytes) -> str:
    return hmac.new(key, body, hashlib.sha256).hexdigest()
