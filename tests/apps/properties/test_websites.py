"""A website is an address of the web, whichever way it comes in."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import Permission, User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client

from apps.catalog.demo import seeded_rows
from apps.catalog.models import Item, Restaurant
from apps.knowledge.models import Passage
from apps.properties import websites
from apps.properties.models import Helpline, Property
from tests import factories
from tests.admin_form import Form
from tests.apps.catalog.demo import seeding

REFUSED = [
    "javascript:alert(1)",
    "JavaScript://example.com/%0aalert(1)",
    "data:text/html,hello",
    "ftp://example.com",
    "https://sam:secret@example.com",
    "sam@example.com",
    "mailto:sam@example.com",
    "https://good.example\\@evil.example",
    "//example.com",
    "https://",
    "exam\u202eple.com",
    "https://example.com/\x7f",
    "ask at the desk",
    'evil.example/"><script>alert(5)</script>',
    "https://example.com/<b>",
    "https://example.com/a`b",
]
KEPT = {
    "example.com/menu": "https://example.com/menu",
    "example.com:8443/menu?day=1": "https://example.com:8443/menu?day=1",
    "http://example.com": "http://example.com",
    "  https://example.com/a#b ": "https://example.com/a#b",
    "": "",
}


@pytest.fixture
def ballo(mohegan: Property) -> Restaurant:
    row: Restaurant = factories.RestaurantFactory.create(name="Ballo", slug="ballo")
    return row


@pytest.mark.parametrize("address", REFUSED)
def test_it_refuses_what_no_page_should_link_to(
    ballo: Restaurant, address: str
) -> None:
    line = factories.HelplineFactory.create()
    for row in (ballo, ballo.property, line):
        row.website = address
        with pytest.raises(ValidationError) as refused:
            row.full_clean()
        assert set(refused.value.message_dict) == {"website"}
    assert websites.href(address) == ""


@pytest.mark.parametrize(("written", "stored"), KEPT.items())
def test_it_keeps_an_address_with_its_scheme(
    ballo: Restaurant, written: str, stored: str
) -> None:
    ballo.website = written
    ballo.full_clean()
    ballo.save()
    ballo.refresh_from_db()
    assert ballo.website == stored
    Restaurant.objects.filter(pk=ballo.pk).update(website="")
    ballo.website = written
    ballo.save()
    ballo.refresh_from_db()
    assert ballo.website == stored


def test_it_tells_sam_in_the_form(sam: Client, ballo: Restaurant) -> None:
    form = Form(sam, f"/admin/catalog/restaurant/{ballo.pk}/change/")
    assert not form.fill(website="javascript:alert(1)").send().is_saved
    assert "Write an address such as https://example.com" in form.text
    assert form.fill(website="ballo.example").send().is_saved
    ballo.refresh_from_db()
    assert ballo.website == "https://ballo.example"


@pytest.mark.parametrize("name", ["website", "privacy_url"])
def test_it_tells_sam_in_the_form_of_a_property(
    sam: Client, mohegan: Property, name: str
) -> None:
    form = Form(sam, f"/admin/properties/property/{mohegan.pk}/change/")
    for address in (
        "javascript:alert(1)",
        "ftp://a.example",
        "https://sam:x@a.example",
    ):
        assert not form.fill(**{name: address}).send().is_saved, address


def test_it_tells_sam_of_the_row_of_a_table(
    sam: Client, sams_account: User, ballo: Restaurant
) -> None:
    may = Permission.objects.get(codename="add_delivery")
    sams_account.user_permissions.add(may)
    table = b"slug,website\nballo,javascript:alert(1)\n"
    form = {
        "property": ballo.property.pk,
        "category": "restaurants",
        "file": SimpleUploadedFile("table.csv", table),
    }
    page = sam.post("/admin/import/", form, follow=True).content.decode()
    assert "1 refused" in page
    assert "Write an address such as https://example.com" in page


@pytest.mark.django_db
def test_it_refuses_a_fixture(tmp_path: Path) -> None:
    row = seeding.restaurant(website="javascript:alert(1)")
    folder = seeding.folder(tmp_path, restaurants=[row])
    with pytest.raises(CommandError, match="Write an address such as"):
        seeding.seed(folder)


def test_it_completes_what_was_stored_before_and_loses_nothing(
    ballo: Restaurant,
) -> None:
    line = factories.HelplineFactory.create(website="")
    rows = {"ballo.example": "https://ballo.example", "ask us": "ask us"}
    for before, after in rows.items():
        for model in (Item, Property, Helpline):
            with connection.cursor() as cursor:  # the field itself adds the scheme
                table = model._meta.db_table
                cursor.execute(
                    f"update {table} set website = %s",  # noqa: S608 - our own name
                    [before],
                )
        seeded = (
            seeded_rows.content_hash(ballo),
            seeded_rows.content_hash(ballo.property),
        )
        for model in (Item, Property, Helpline):
            websites.complete(model)
        for row in (ballo, ballo.property, line):
            row.refresh_from_db()
            assert row.website == after
        # The demo still knows the row as its own.
        assert seeded == (
            seeded_rows.content_hash(ballo),
            seeded_rows.content_hash(ballo.property),
        )


def test_guests_read_it_without_the_scheme(alice: Client, ballo: Restaurant) -> None:
    ballo.website = "ballo.example/menu"
    ballo.save()
    texts = Passage.objects.filter(item=ballo).values_list("text", flat=True)
    assert any("is online at ballo.example/menu." in text for text in texts)
    Property.objects.update(bot_mode="paused", website="javascript:alert(1)")
    assert "javascript:" not in alice.get("/mohegan-sun/").content.decode()
    Property.objects.update(website="https://mohegansun.com")
    page = alice.get("/mohegan-sun/").content.decode()
    assert 'href="https://mohegansun.com"' in page
    assert "<span>mohegansun.com</span>" in page
