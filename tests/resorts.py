"""Properties with a catalog and an index, ready to be asked about."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.core.management import call_command
from django.db import transaction

from apps.catalog.models import Restaurant
from apps.llm.embeddings import embedder
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all, vectors_of_all_workers
from tests.database import StoredRows

FRIDAY = datetime.fromisoformat("2026-11-20T12:00:00-05:00")


@pytest.fixture(scope="session")
def resort_rows() -> dict[str, StoredRows]:
    """What making `resort` has written, by embedder; empty before."""
    return {}


@pytest.fixture
def resort(transactional_db: None, resort_rows: dict[str, StoredRows]) -> Property:
    """A small property, visible to other processes: helplines, Ballo and parking.

    A thousand tests ask for it: most get copies of its rows, with the same ids.
    """
    model = embedder().name
    if model in resort_rows and resort_rows[model].have_room():
        resort_rows[model].write()
        return Property.objects.get(slug="mohegan-sun")
    before = StoredRows()
    place = _make_resort()
    rows = StoredRows(before)
    if before.by_table.keys().isdisjoint(rows.by_table):
        resort_rows[model] = rows
    return place


def _make_resort() -> Property:
    with transaction.atomic():
        place = factories.PropertyFactory.create()
        factories.HelplineFactory.create(
            jurisdiction=place.jurisdiction,
            purpose="crisis",
            name="988 Lifeline",
            phone="988",
            takes_texts=True,
        )
        factories.HelplineFactory.create(jurisdiction=place.jurisdiction)
        factories.RestaurantFactory.create(
            property=place,
            name="Ballo Italian Restaurant",
            aliases=["Ballo"],
            dress_code="Smart casual",
            hours=["0-6 00:00-00:00"],
        )
        factories.FaqEntryFactory.create(property=place)
    embed_all()
    return place


@pytest.fixture
def two_restaurants(resort: Property) -> Property:
    """`resort` with a second restaurant to compare the first with."""
    factories.RestaurantFactory.create(
        property=resort,
        name="Tuscany",
        slug="tuscany",
        dress_code="Business casual",
        price_band=4,
        hours=["0-6 00:00-00:00"],
    )
    Restaurant.objects.filter(name__startswith="Ballo").update(price_band=2)
    embed_all()
    return resort


@pytest.fixture(scope="session")
def demo_rows() -> list[StoredRows]:
    """What seeding has written, once a run; empty before."""
    return []


@pytest.fixture
def demo(transactional_db: None, demo_rows: list[StoredRows]) -> Property:
    """Mohegan Sun, seeded with the other demo property as `make run` shows them.

    Seeding takes half a minute the first time: later tests get copies of its rows.
    """
    if demo_rows:
        demo_rows[0].write()
    else:
        call_command("seed_demo", quiet=True, at=FRIDAY)
        with vectors_of_all_workers():
            embed_all()
        demo_rows.append(StoredRows())
    return Property.objects.get(slug="mohegan-sun")
