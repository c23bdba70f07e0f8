"""Bookings that tests begin with, and guests who say whose they are."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from apps.conversations import single_question
from apps.conversations.models import Conversation
from apps.conversations.turns.bookings.identity import access, codes
from apps.conversations.turns.bookings.identity.access import Caller
from apps.conversations.turns.bookings.requests import notices
from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request, Reservation
from tests import factories

DINNER, ROOM, SHOW = "MS-4F7K", "MS-ROOM1", "MS-SHOW1"
WHO = f"my code is {DINNER}, name's Alvarez"


def full_width(text: str) -> str:
    """As a Chinese or Japanese keyboard writes it."""
    return "".join(chr(ord(sign) + 0xFEE0) if sign > " " else sign for sign in text)


def evening(place: Property, days: int = 3) -> datetime:
    """Seven o'clock so many days from now, at the property."""
    day = timezone.now().astimezone(place.zone) + timedelta(days=days)
    return day.replace(hour=19, minute=0, second=0, microsecond=0)


def dinner_at(place: Property, **values: Any) -> Reservation:
    """A table of Álvarez for two in three days at seven."""
    defaults = {
        "code": "MS-4F7K",
        "family_name": "Álvarez",
        "starts_at": evening(place),
        "booked_at": timezone.now() - timedelta(days=9),
    }
    return factories.ReservationFactory.create(property=place, **defaults | values)


def room_at(place: Property, **values: Any) -> Reservation:
    """Two nights of Álvarez from tomorrow, from four until eleven."""
    arrival = evening(place, 1).replace(hour=16)
    defaults = {
        "kind": Reservation.Kind.ROOM,
        "code": "MS-ROOM1",
        "what": "Deluxe Room",
        "starts_at": arrival,
        "ends_at": (arrival + timedelta(days=2)).replace(hour=11),
    }
    return dinner_at(place, **defaults | values)


async def only_request() -> Request:
    """The one that there is."""
    rows = Request.objects.select_related("reservation__property", "property")
    return await database_threads.run(rows.get)


def offer_a_quarter_past_nine(
    staff: User, reason: str = "Nine is full.", **values: int
) -> None:
    """Of the change of the dinner to nine; the guest is told."""
    rows = Request.objects.select_related("reservation", "property")
    request = rows.get(kind="change")
    assert request.reservation
    booked_at = request.reservation.starts_at.astimezone(request.property.zone)
    starts_at = booked_at + timedelta(hours=2, minutes=15)
    offer = {"starts_at": starts_at.isoformat(), **values}
    requests.counter(request, staff, offer, reason, timezone.now())
    notices.tell_all(timezone.now())


class Talk:
    """One conversation of a guest."""

    def __init__(self, place: Property, turns: TurnRunner, language: str) -> None:
        self._place, self._turns, self._language = place, turns, language
        self._codes: tuple[str, ...] = ()
        self.thread: Conversation | None = None

    def with_codes(self, *proved: str) -> Talk:
        """Its guest has proved these bookings of Álvarez, without a turn for it."""
        self._codes = proved
        return self

    async def say(self, *texts: str) -> dict[str, Any]:
        """The result of the last of these messages."""
        if self.thread is None:
            self.thread = await database_threads.run(self._begin)
        for text in texts:
            result = await single_question.ask(
                self._turns, self.thread, text, None, self._language
            )
        return result

    def _begin(self) -> Conversation:
        thread = single_question.conversation_of(self._place, None, "web")
        caller = Caller(self._place.pk, thread.pk)
        for code in self._codes:
            credentials = codes.read(f"{code} Alvarez", is_asked_for=True)
            outcome = access.prove(caller, credentials, timezone.now())
            assert outcome is access.Outcome.PROVED, code
        return thread
