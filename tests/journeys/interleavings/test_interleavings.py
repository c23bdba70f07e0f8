"""Guests, staff, time and processes that die, in ten thousand orders."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from apps.properties.models import Property
from tests.journeys.interleavings import machine
from tests.journeys.interleavings.world import BEGIN, World

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("without_key")]
# Orders of events, and moves in each after what guests have asked for at first.
EVERYDAY, NIGHTLY = (25, 5), (10_000, 12)


def run(place: Property, examples: int, moves: int) -> None:
    """Shrinking would take longer than reading the moves that failed."""
    staff = [User.objects.create_superuser(username) for username in ("sam", "nora")]
    with patch("django.utils.timezone.now", lambda: BEGIN):
        world = World(place, *staff)
    chosen = settings(
        max_examples=examples,
        stateful_step_count=moves,
        deadline=None,
        suppress_health_check=[*HealthCheck],
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )
    run_state_machine_as_test(machine.of(world), settings=chosen)


def test_it_keeps_every_promise_in_any_order(mohegan: Property) -> None:
    run(mohegan, *EVERYDAY)


@pytest.mark.nightly
def test_it_keeps_every_promise_in_ten_thousand_orders(mohegan: Property) -> None:
    run(mohegan, *NIGHTLY)
