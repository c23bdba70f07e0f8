"""Sam turns the pages of a long list."""

from __future__ import annotations

import pytest
from django.test import Client

from apps.properties.models import Property
from apps.staff.admin.catalog.item_admin import ItemAdmin
from tests import factories

NAMES = ("Anchor", "Bamboo", "Cedars")


def test_later_pages_go_on_in_order(
    sam: Client, mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ItemAdmin, "list_per_page", 2)
    for name in reversed(NAMES):
        factories.RestaurantFactory.create(property=mohegan, name=name)

    def listed(page: int) -> list[str]:
        content = sam.get(f"/admin/catalog/restaurant/?p={page}").content.decode()
        return [name for name in NAMES if f">{name}<" in content]

    assert listed(1) == ["Anchor", "Bamboo"]
    assert listed(2) == ["Cedars"]
