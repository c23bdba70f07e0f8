"""Refunds, bills and complaints go to the staff, who always decide themselves."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import RequestPolicy, Reservation
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    ROOM,
    WHO,
    Talk,
    dinner_at,
    evening,
    only_request,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "resort", "stay")


@pytest.fixture
def stay(resort: Property) -> None:
    """A dinner and a room to come, and a massage that was cancelled."""
    owner = factories.GuestFactory.create(property=resort)
    dinner_at(resort, guest=owner)
    room_at(resort, guest=owner)
    began = evening(resort, -2)
    dinner_at(
        resort,
        kind=Reservation.Kind.SPA,
        code="MS-SPA1",
        what="Swedish massage",
        starts_at=began,
        ends_at=began + timedelta(hours=1),
        state=Reservation.State.NO_SHOW,
        guest=owner,
    )


async def test_a_refund_is_asked_for_a_booking_that_is_over(talk: Talk) -> None:
    answer = await talk.say(WHO, "I want my money back for the massage")
    assert [card["title"] for card in answer["requests"]] == ["Refund: Swedish massage"]
    assert "They answer" in (await talk.say("yes"))["answer"]
    request = await only_request()
    assert (request.status, request.department) == ("waiting", "Billing")
    assert request.wish["text"] == "I want my money back for the massage"


async def test_a_complaint_is_of_the_stay_that_is_not_over(
    talk: Talk, resort: Property
) -> None:
    began = evening(resort, -90)
    values = {"code": "MS-OLD1", "starts_at": began, "what": "Superior Room"}
    ends_at = began + timedelta(days=2)
    earlier = partial(room_at, resort, ends_at=ends_at, **values)
    await database_threads.run(earlier)
    talk = talk.with_codes(DINNER, ROOM, "MS-OLD1")
    await talk.say("the room was filthy and nobody came. i want to complain")
    request = await only_request()
    assert request.kind == "complaint"
    assert request.reservation
    assert request.reservation.code == ROOM


async def test_a_stranger_with_a_wrong_bill_says_who_he_is_first(talk: Talk) -> None:
    result = await talk.say("there's a charge on my bill that isn't mine")
    assert "reservation code" in result["answer"]
    await talk.say(WHO, "yes")
    request = await only_request()
    assert request.reservation
    assert (request.kind, request.reservation.code) == ("billing", "MS-ROOM1")


async def test_anybody_may_complain(talk: Talk) -> None:
    text = "I'd like to make a complaint, room 1204 was dirty"
    answer = (await talk.say(text))["answer"]
    assert answer.startswith("I am sorry about that.")
    await talk.say("and the corridor was loud all night", "yes")
    request = await only_request()
    assert (request.status, request.reservation) == ("waiting", None)
    assert (request.wish["text"], request.wish["room"]) == (text, "1204")
    assert request.wish["note"] == "and the corridor was loud all night"


@pytest.mark.parametrize(
    ("language", "text", "kind"),
    [
        ("es", "quiero que me devuelvan el dinero del masaje", "refund"),
        ("es", "tengo una queja: la cena llegó fría", "complaint"),
        ("pt", "cobraram duas vezes", "billing"),
        ("zh", "我要投诉", "complaint"),
        ("en", "Ich möchte mich beschweren", "complaint"),
    ],
)
async def test_they_are_understood_in_other_languages(
    begin_talk: Callable[[str], Talk], language: str, text: str, kind: str
) -> None:
    await begin_talk(language).say(WHO, text)
    assert (await only_request()).kind == kind


async def test_no_property_lets_them_through(talk: Talk, resort: Property) -> None:
    await database_threads.run(
        lambda: RequestPolicy.objects.create(
            property=resort, kind="refund", department="Cashier", is_let_through=True
        )
    )
    await talk.say(WHO, "please refund my massage", "yes")
    request = await only_request()
    assert (request.status, request.department) == ("waiting", "Cashier")


async def test_staff_may_offer_half_of_it_after_the_booking_is_over(
    talk: Talk, sams_account: User
) -> None:
    await talk.say(WHO, "please refund my massage", "yes")
    request, now = await only_request(), timezone.now()
    offer = {"words": "half of it"}
    reason = "The room was kept free."
    moved = await database_threads.run(
        requests.counter, request, sams_account, offer, reason, now
    )
    assert moved.status == "changed"
