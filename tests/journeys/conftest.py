"""Sites and resorts of the journeys."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from django.core.management import call_command

from apps.catalog.models import Restaurant
from apps.properties.models import Property
from tests import factories
from tests.apps.knowledge.searching import embed_all
from tests.apps.webchat.conftest import resort
from tests.fakes.gemini import GeminiServer, gemini_server
from tests.site import Site, start

__all__ = ["resort"]
FRIDAY = datetime.fromisoformat("2026-11-20T12:00:00-05:00")


@pytest.fixture
def demo(transactional_db: None) -> Property:
    """Both demo properties, as `make run` shows them."""
    call_command("seed_demo", quiet=True, at=FRIDAY)
    embed_all()
    return Property.objects.get(slug="mohegan-sun")


@pytest.fixture
def two_tables(resort: Property) -> Property:
    """The small resort with a second restaurant to compare the first with."""
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
def _gemini_server() -> Iterator[GeminiServer]:
    with gemini_server() as server:
        yield server


@pytest.fixture
def gemini(_gemini_server: GeminiServer) -> GeminiServer:
    """The model behind `keyed_site`; routes and reviews as a good model would."""
    _gemini_server.forget()
    _gemini_server.structured = {
        "RouterOutput": {"query_type": "property_qa", "confidence": 0.9},
        "ValidationResult": {"status": "PASS", "reason": ""},
    }
    return _gemini_server


@pytest.fixture(scope="session")
def keyed_site(django_db_setup: None, _gemini_server: GeminiServer) -> Iterator[Site]:
    """A site with a key, whose model server is the fake on loopback."""
    with start(
        "keyed-web",
        GOOGLE_API_KEY="alices-secret-key",
        GOOGLE_BASE_URL=_gemini_server.url,
        MODEL_MAX_RETRIES="0",
        # Bad days are many here and must not reach the stories after them.
        BREAKER_FAILURES="1000",
    ) as site:
        yield site


@pytest.fixture
def keyed_log(keyed_site: Site) -> Path:
    return keyed_site.log
