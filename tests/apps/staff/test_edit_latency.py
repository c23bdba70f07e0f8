"""A save says when guests are answered from it."""

from __future__ import annotations

from django.test import Client

from apps.catalog.models import Item
from apps.properties.models import Property
from apps.staff import edit_latency
from tests import factories
from tests.apps.knowledge.searching import embed_all


def test_a_save_tells_when_guests_are_answered_from_it(
    sam: Client, mohegan: Property
) -> None:
    row = factories.RestaurantFactory.create()
    assert edit_latency.status(row) == {
        "is_done": False,
        "text": "Live, searchable by keyword; indexing…",
    }
    embed_all()
    status = sam.get(f"/admin/edit-latency/{row.pk}/").json()
    assert status["is_done"]
    assert status["text"].startswith("Live and searchable after ")
    row.status = Item.Status.DRAFT
    row.save()
    assert "draft" in edit_latency.status(row)["text"]
