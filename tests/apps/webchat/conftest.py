"""A small resort that every door test shares."""

from __future__ import annotations

import pytest

from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all


@pytest.fixture
def resort(transactional_db: None) -> Property:
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
