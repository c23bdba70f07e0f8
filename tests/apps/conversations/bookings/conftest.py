"""Guests who talk about their bookings."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytest_django import Settings

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from apps.reservations.models import Reservation
from tests.apps.conversations.bookings.sample_bookings import Talk, dinner_at


@pytest.fixture
def dinner(resort: Property) -> Reservation:
    return dinner_at(resort)


@pytest.fixture
def talk(resort: Property, turns: TurnRunner) -> Talk:
    """A new conversation in English."""
    return Talk(resort, turns, "en")


@pytest.fixture
def begin_talk(resort: Property, turns: TurnRunner) -> Callable[..., Talk]:
    """begin_talk("es"): a further conversation."""

    def begin(language: str = "en", place: Property = resort) -> Talk:
        return Talk(place, turns, language)

    return begin


@pytest.fixture(autouse=True)
def _no_pauses(settings: Settings) -> None:
    settings.BOOKING_CODE_PAUSE_SECONDS = 0
