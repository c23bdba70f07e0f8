"""A guest who erases the conversation takes his words out of its requests as well."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from apps.conversations import erasure
from apps.infrastructure import database_threads
from apps.reservations import requests
from apps.reservations.models import Request
from tests.apps.conversations.bookings.sample_bookings import DINNER, Talk

pytestmark = pytest.mark.usefixtures("without_key", "resort", "dinner")


async def erase(talk: Talk) -> None:
    assert talk.thread is not None
    await erasure.forget(talk.thread)


async def test_what_staff_have_not_seen_is_gone(talk: Talk) -> None:
    await talk.with_codes(DINNER).say("Cancel my dinner")
    await erase(talk)
    assert not await database_threads.run(Request.objects.exists)


async def test_what_staff_have_to_decide_stays_without_its_thread(talk: Talk) -> None:
    await talk.say("I need two towels in room 1204", "yes")
    thread_id = talk.thread and talk.thread.pk
    await erase(talk)
    request = await database_threads.run(Request.objects.get)
    assert request.thread_id != thread_id
    assert request.wish["room"] == "1204"


async def test_of_what_is_over_only_figures_stay(talk: Talk, admin_user: User) -> None:
    await talk.say("Please call me back", "860 555 0142", "yes")
    request = await database_threads.run(Request.objects.get)
    await database_threads.run(
        requests.decline, request, admin_user, "Nobody is there.", timezone.now()
    )
    await erase(talk)
    assert (await database_threads.run(Request.objects.get)).wish == {}
