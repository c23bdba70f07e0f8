"""A program takes along all that is stored of a thread, and has it erased."""

from __future__ import annotations

import json
from io import BytesIO
from uuid import uuid4
from zipfile import ZipFile

import httpx
import pytest
from django.utils import timezone

from apps.conversations.models import Conversation
from apps.conversations.turns.bookings.identity import access, codes
from apps.guests.models import Guest, GuestFact
from tests import factories
from tests.apps.webchat.api import QUESTION, ask, events, failure, key
from tests.site import Site

pytestmark = pytest.mark.usefixtures("resort")


def call(site: Site, method: str, thread: str, secret: str) -> httpx.Response:
    headers = {"X-Thread-Secret": secret}
    return httpx.request(
        method, f"{site.url}/threads/{thread}", headers=headers, timeout=30
    )


def test_its_key_exports_and_erases_it(site: Site) -> None:
    thread, secret = key(events(ask(site))).values()
    answer = call(site, "GET", thread, secret)
    assert answer.headers["content-type"] == "application/zip"
    assert "attachment" in answer.headers["content-disposition"]
    with ZipFile(BytesIO(answer.content)) as archive:
        stored = json.loads(archive.read(f"conversations/{thread}.json"))
    assert QUESTION in [row["text"] for row in stored["messages"]]
    assert QUESTION in str(stored["remembered"])
    assert secret not in str(stored)

    assert call(site, "DELETE", thread, secret).status_code == 204
    assert not Conversation.objects.exists()
    assert failure(call(site, "DELETE", thread, secret)) == (404, "no_such_thread")


def test_one_secret_takes_along_the_bookings_that_its_thread_has_proved(
    site: Site,
) -> None:
    """Of a guest of whom nothing else is known."""
    thread, secret = key(events(ask(site))).values()
    talk = Conversation.objects.get(pk=thread)
    booking = factories.ReservationFactory.create(property=talk.property)
    factories.ReservationFactory.create(property=talk.property)
    caller = access.Caller(talk.property_id, talk.pk)
    credentials = codes.read(f"{booking.code} Okafor", is_asked_for=True)
    access.prove(caller, credentials, timezone.now())
    with ZipFile(BytesIO(call(site, "GET", thread, secret).content)) as archive:
        stored = json.loads(archive.read("bookings.json"))
    assert [row["code"] for row in stored] == [booking.code]


@pytest.mark.parametrize(
    ("is_remembered", "keys"),
    [(True, {"party_size", "dietary_needs"}), (False, {"party_size"})],
)
def test_one_secret_takes_along_what_its_thread_may_tell(
    site: Site, *, is_remembered: bool, keys: set[str]
) -> None:
    """What was told elsewhere only of a guest who agreed to be remembered, and nothing
    else of his other conversations."""
    thread, secret = key(events(ask(site))).values()
    talk = Conversation.objects.get(pk=thread)
    guest = Guest.objects.create(property=talk.property, is_remembered=is_remembered)
    Conversation.objects.create(property=talk.property, guest=guest)
    Conversation.objects.filter(pk=thread).update(guest=guest)
    factories.ReservationFactory.create(property=talk.property, guest=guest)
    turn = talk.turns.get().pk
    for name, value, source in (
        ("party_size", 4, turn),
        ("dietary_needs", ["vegan"], uuid4()),
    ):
        GuestFact.objects.create(
            guest=guest,
            key=name,
            value=value,
            turn_id=source,
            language="en",
            confidence=0.9,
            collected_at=timezone.now(),
        )
    with ZipFile(BytesIO(call(site, "GET", thread, secret).content)) as archive:
        stored = json.loads(archive.read("guest.json"))
        assert json.loads(archive.read("bookings.json")) == []
        assert len(archive.namelist()) == 3
    assert {fact["key"] for fact in stored["facts"]} == keys
    assert len(stored["conversations"]) == 1


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_another_key_does_neither(site: Site, method: str) -> None:
    thread, secret = key(events(ask(site))).values()
    for wrong in (secret[::-1], "", "short"):
        refused = call(site, method, thread, wrong)
        assert failure(refused) == (404, "no_such_thread")
    refused = call(site, method, str(uuid4()), secret)
    assert failure(refused) == (404, "no_such_thread")
    assert Conversation.objects.filter(pk=thread).exists()


def test_pages_of_other_sites_erase_nothing(site: Site) -> None:
    thread, secret = key(events(ask(site))).values()
    headers = {"X-Thread-Secret": secret, "Origin": "https://evil.example"}
    refused = httpx.delete(f"{site.url}/threads/{thread}", headers=headers)
    assert failure(refused) == (403, "foreign_origin")
    assert Conversation.objects.filter(pk=thread).exists()
