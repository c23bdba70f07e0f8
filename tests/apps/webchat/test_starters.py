"""The first questions that the page offers come from rows, and ask about them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from apps.properties.models import Property
from apps.webchat.page.field_names import FIELD_NAMES
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


def test_it_says_in_spanish_when_the_show_begins(
    alice: Client, mohegan: Property
) -> None:
    show = factories.ShowFactory.create(property=mohegan)
    starts_at = timezone.now() + timedelta(minutes=1)
    factories.PerformanceFactory.create(show=show, starts_at=starts_at)
    page = alice.get("/", {"lang": "es"}).content.decode()
    assert "En escena a la" in page
    assert "a las las" not in page


@pytest.mark.parametrize(
    ("language", "label"),
    [("en", "At this moment"), ("es", "En este momento"), ("fr", "En ce moment")],
)
def test_the_label_of_the_state_does_not_say_that_it_is_open(
    language: str, label: str
) -> None:
    with translation.override(language):
        assert str(FIELD_NAMES["field_now"]) == label
