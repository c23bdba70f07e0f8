"""A question that the guest was asked waits while he asks for something else."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request, Reservation
from tests import factories
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    Talk,
    dinner_at,
    evening,
    only_request,
    room_at,
)

pytestmark = pytest.mark.usefixtures("without_key", "booked")


@pytest.fixture
def booked(resort: Property, dinner: Reservation) -> None:
    """A dinner, a massage and a room."""
    dinner.guest = factories.GuestFactory.create(property=resort)
    dinner.save()
    values = {"guest": dinner.guest, "kind": Reservation.Kind.SPA, "what": "Massage"}
    dinner_at(resort, code="MS-SPA1", starts_at=evening(resort, 4), **values)
    room_at(resort, guest=dinner.guest)


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["can I get a late checkout", "how much is it?", "1pm"]),
        ("en", ["can I get a late checkout", "is there a gym?", "until 1pm please"]),
        ("en", ["late checkout please", "is parking free?", "1"]),
        ("es", ["quisiera salir más tarde", "¿hay un gimnasio?", "a la 1"]),
        (
            "fr",
            ["je voudrais un départ tardif", "y a-t-il une salle de sport ?", "13h"],
        ),
    ],
)
async def test_the_time_is_for_what_was_asked_before(
    begin_talk: Callable[..., Talk], language: str, texts: list[str]
) -> None:
    await begin_talk(language).with_codes(DINNER).say(*texts)
    request = await only_request()
    assert (request.kind, request.wish.get("until")) == ("late_checkout", "13:00")


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ["cancel my booking", "is there a gym?", "the massage"]),
        ("en", ["cancel my booking", "how much is it?", "the massage please"]),
        ("en", ["cancel my booking", "when does the pool open?", "the third one"]),
        ("es", ["cancela mi reserva", "¿hay un gimnasio?", "el masaje"]),
        ("fr", ["annulez ma réservation", "le parking est gratuit ?", "le massage"]),
    ],
)
async def test_the_booking_is_for_what_was_asked_before(
    begin_talk: Callable[..., Talk], language: str, texts: list[str]
) -> None:
    await begin_talk(language).with_codes(DINNER).say(*texts)
    request = await only_request()
    assert request.kind == "cancel"
    assert request.reservation
    assert request.reservation.what == "Massage"


@pytest.mark.parametrize(
    "texts",
    [
        ["can I get a late checkout", "is there a gym?", "is it open at 1pm?"],
        ["can I get a late checkout", "is there a gym?", "is parking free?", "1pm"],
        ["cancel my booking", "is there a gym?", "the pool"],
    ],
)
async def test_what_answers_no_such_question_is_read_by_itself(
    talk: Talk, texts: list[str]
) -> None:
    answer = await talk.with_codes(DINNER).say(*texts)
    assert answer["route"] != "bookings"
    assert not await database_threads.run(Request.objects.exists)
