"""Guests dial what they are told, so every field of a number is checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management.base import CommandError
from django.test import Client

from apps.catalog.models import Restaurant
from apps.properties import phones
from apps.properties.models import Helpline, Property
from tests import factories
from tests.admin_form import Form
from tests.apps.catalog.demo import seeding

REFUSED = [
    "x<script>",
    "<b>1-888-226-7711",
    "call 1-888-226-7711",
    "tel:+18882267711",
    "1-888-226-7711\u200b",
    "\uff11-888-226-7711",
    "1-888-226-7711 or 988",
    "1-900-555-1234",
    "862-8000",
]


@pytest.mark.parametrize("number", REFUSED)
def test_it_refuses_what_is_no_number_in_every_field(
    mohegan: Property, number: str
) -> None:
    row = factories.RestaurantFactory.create()
    line = factories.HelplineFactory.create()
    fields: list[tuple[Any, str]] = [
        (mohegan, "phone"),
        (mohegan, "security_phone"),
        (row, "phone"),
        (line, "phone"),
    ]
    for stored, name in fields:
        original = getattr(stored, name)
        setattr(stored, name, number)
        with pytest.raises(ValidationError) as refused:
            stored.full_clean()
        assert name in refused.value.message_dict
        setattr(stored, name, original)
        stored.full_clean()


@pytest.mark.parametrize(
    "number", ["911", "888.226.7711", "(888) 226-7711", "+44 20 7946 0958"]
)
def test_it_keeps_a_number_as_people_write_it(mohegan: Property, number: str) -> None:
    mohegan.security_phone = number
    mohegan.full_clean()


def test_it_dials_a_number_of_another_country_with_its_code() -> None:
    assert phones.href("+44 20 7946 0958") == "tel:+442079460958"


def test_it_refuses_a_vanity_number_with_other_signs(mohegan: Property) -> None:
    line: Helpline = factories.HelplineFactory.build(
        jurisdiction=mohegan.jurisdiction, phone="", website="https://ccpg.org"
    )
    line.vanity = "1-800-GAMBLER<b>"
    with pytest.raises(ValidationError) as refused:
        line.full_clean()
    assert "vanity" in refused.value.message_dict


def test_it_tells_sam_in_the_form_of_a_property(sam: Client, mohegan: Property) -> None:
    form = Form(sam, f"/admin/properties/property/{mohegan.pk}/change/")
    assert not form.fill(security_phone="x<script>").send().is_saved
    assert "is not a telephone number" in form.text
    assert not form.fill(security_phone="", phone=REFUSED[1]).send().is_saved
    assert form.fill(phone="1-888-226-7711").send().is_saved


def test_it_tells_sam_of_the_row_of_a_table(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    permission = Permission.objects.get(codename="add_delivery")
    sams_account.user_permissions.add(permission)
    factories.RestaurantFactory.create(slug="ballo")
    form = {
        "property": mohegan.pk,
        "category": "restaurants",
        "file": SimpleUploadedFile("a.csv", b"slug,phone\nballo,x<script>\n"),
    }
    page = sam.post("/admin/import/", form, follow=True).content.decode()
    assert "1 refused" in page
    assert "is not a telephone number" in page


@pytest.mark.django_db
def test_it_refuses_a_fixture(tmp_path: Path) -> None:
    row = seeding.restaurant(phone="<b>1-888-226-7711")
    with pytest.raises(CommandError, match="is not a telephone number"):
        seeding.seed(seeding.folder(tmp_path, restaurants=[row]))
    assert not Restaurant.objects.exists()
