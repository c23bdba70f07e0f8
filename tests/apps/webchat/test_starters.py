"""The first questions that the page offers come from rows, and ask about them."""

from __future__ import annotations

import pytest
from django.test import Client

from apps.properties.models import Property
from tests import factories


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "What are the hours of Elm Spa?"),
        ("es", "¿Cuál es el horario de Elm Spa?"),
        ("fr", "Quels sont les horaires de Elm Spa ?"),
    ],
)
def test_it_asks_about_the_very_spa_that_it_shows(
    alice: Client, mohegan: Property, language: str, question: str
) -> None:
    factories.AmenityFactory.create(property=mohegan, name="Elm Spa")
    factories.AmenityFactory.create(property=mohegan, name="Oak Spa")
    page = alice.get("/", {"lang": language}).content.decode()
    assert question in page
    assert "Oak Spa" not in page
