"""Resorts that several tests of conversations ask about."""

from __future__ import annotations

import pytest

from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all


@pytest.fixture
def club(resort: Property) -> Property:
    factories.VenueFactory.create(property=resort, name="Velvet", sort="Nightclub")
    embed_all()
    return resort
