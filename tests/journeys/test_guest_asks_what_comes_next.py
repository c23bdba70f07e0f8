"""Alice has asked for something, and wants to know what becomes of it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Reservation
from tests.apps.conversations.bookings.sample_bookings import WHO, dinner_at
from tests.guest import guest, only
from tests.site import Site


@pytest.fixture
def dinner(resort: Property) -> Reservation:
    return dinner_at(resort)


async def test_she_hears_by_when_staff_decide(site: Site, dinner: Reservation) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask(WHO)
        await alice.ask("Please cancel my dinner")
        sent = (await alice.ask("yes"))[-1]["text"]
        assert "They decide by" in sent
        events = await alice.ask("What happens now?")
    told = events[-1]["text"]
    assert "have not decided yet. They should by" in told
    [card] = only(events, "requests")["items"]
    assert card["status"] == "waiting"


async def test_a_late_change_is_offered_before_its_time_is_asked(
    site: Site, resort: Property
) -> None:
    await database_threads.run(
        lambda: dinner_at(resort, starts_at=timezone.now() + timedelta(hours=9))
    )
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask(WHO)
        late = (await alice.ask("Change my dinner"))[-1]["text"]
        assert late.startswith("It is late for this")
        assert "I can still ask the team" in late
        events = await alice.ask("9pm")
        [card] = only(events, "requests")["items"]
        assert [each["action"] for each in card["actions"]][0] == "confirm"
        proposal = events[-1]["text"]
    assert "9:00 PM" in str(card["lines"])
    assert "9:00 PM" not in proposal
