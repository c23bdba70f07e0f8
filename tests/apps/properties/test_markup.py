"""Guests read texts as they stand, so markup is refused wherever a text comes in."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from apps.catalog.models import HoursException, PromoTier
from apps.properties.models import Property
from tests import factories

MARKUP = ["<script>alert(1)</script>", "a <b>bold</b> word", "<!-- -->", "<img src=x"]


@pytest.mark.parametrize("text", MARKUP)
def test_it_refuses_markup_in_every_text(mohegan: Property, text: str) -> None:
    row = factories.RestaurantFactory.create()
    fields: list[tuple[Any, str]] = [
        (row, "name"),
        (row, "cuisine"),
        (row, "summary"),
        (row, "source"),
        (mohegan, "about"),
        (mohegan, "phone_hours"),
        (mohegan.jurisdiction, "minors_may"),
        (factories.HelplineFactory.create(), "note"),
        (HoursException(item=row, closed=True), "note"),
        (PromoTier(promo=factories.PromoFactory.create()), "benefits"),
    ]
    for stored, name in fields:
        setattr(stored, name, text)
        with pytest.raises(ValidationError) as refused:
            stored.clean()
        assert "markup" in refused.value.message_dict[name][0]


def test_it_refuses_markup_in_a_list(mohegan: Property) -> None:
    row = factories.RestaurantFactory.build(property=mohegan, aliases=["<b>Ballo</b>"])
    with pytest.raises(ValidationError) as refused:
        row.full_clean()
    assert "aliases" in refused.value.message_dict


@pytest.mark.parametrize("text", ["Guests <21 may not", "a < b > c", "We <3 dogs"])
def test_it_keeps_signs_that_are_no_markup(mohegan: Property, text: str) -> None:
    row = factories.RestaurantFactory.create(summary=text)
    row.full_clean()


def test_it_tells_sam_of_the_row_of_a_table(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    permission = Permission.objects.get(codename="add_delivery")
    sams_account.user_permissions.add(permission)
    table = b"name,cuisine,price_band\nXssy Cafe,<script>alert(1)</script>,2\n"
    form = {
        "property": mohegan.pk,
        "category": "restaurants",
        "file": SimpleUploadedFile("a.csv", table),
    }
    page = sam.post("/admin/import/", form, follow=True).content.decode()
    assert "1 refused" in page
    assert "This holds markup" in page
