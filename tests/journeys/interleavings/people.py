"""Guests and staff who act on what they saw last, which may be old."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.test import RequestFactory
from django.utils import timezone

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.models import BookingAccess, Conversation, Message
from apps.conversations.turns.bookings import dialogue
from apps.conversations.turns.bookings.identity import access
from apps.conversations.turns.bookings.identity.access import Caller
from apps.conversations.turns.bookings.requests import notices, request_cards
from apps.conversations.turns.bookings.requests.request_session import RequestSession
from apps.conversations.turns.bookings.writer import Writer
from apps.properties.models import Property
from apps.reservations.models import Request, RequestKind, Reservation
from apps.staff.requests import filters, views
from tests.journeys.interleavings.killing import Killed, killed_before

JSON = {"accept": "application/json"}
OFFERS: Mapping[str, Mapping[str, str]] = {
    RequestKind.CHANGE: {"clock": "21:30", "party": "3"},
    RequestKind.LATE_CHECKOUT: {"until": "13:00"},
}
IN_WORDS = {"offer": "something else"}


class Guest:
    """One conversation; `name` of who holds the telephone.

    read: all the words that he was shown. shown: cards, the latest last.
    """

    def __init__(self, place: Property, name: str, *bookings: Reservation) -> None:
        self.place, self.name, self.bookings = place, name, bookings
        self.thread = Conversation.objects.create(property=place, language="en")
        self.forget()
        for booking in bookings:
            access._bind(self.thread.pk, [booking], timezone.now())
        for opened in BookingAccess.objects.filter(conversation=self.thread):
            opened.reservations.add(*bookings)

    def forget(self) -> None:
        """As nothing was said yet."""
        self._expected: Expected = {}
        self.read: list[str] = []
        self.shown: list[dict[str, Any]] = []

    def prove(self) -> None:
        """As after a code and a name."""
        expires_at = timezone.now() + timedelta(minutes=120)
        rows = BookingAccess.objects.filter(conversation=self.thread)
        rows.update(expires_at=expires_at)

    def say(self, text: str, dies_before: int | None) -> BookingReply | None:
        """The answer; None for words that are not about bookings.

        A turn whose process dies is adopted: another attempt reads the same words.
        """
        if not dialogue.is_meant(text, self._expected):
            self._expected = {}
            return None
        try:
            with killed_before(dies_before):
                reply = self._answered(text)
        except Killed:
            reply = self._answered(text)
        self._expected = reply.expects
        return self._shown(reply)

    def press(
        self, card: Mapping[str, Any], action: str, dies_before: int | None
    ) -> BookingReply | None:
        """What the page shows; None where the process died, and the page asks anew."""
        chat = SimpleNamespace(
            place=self.place, thread_id=self.thread.pk, language="en"
        )
        session = RequestSession(chat)  # type: ignore[arg-type]
        try:
            with killed_before(dies_before):
                reply = session._pressed(UUID(card["id"]), action, card["version"])
        except Killed:
            self.reconnect()
            return None
        return self._shown(reply)

    def reconnect(self) -> None:
        """The page shows all cards as they are now."""
        self.shown += request_cards.read_again(self.shown[-3:], "en")

    def hear(self, message: Message) -> None:
        """A message that came without a question."""
        [card] = message.requests
        self._show(message.text, [card])
        is_offer = card["status"] == "changed"
        offer = {"request": card["id"], "version": card["version"], "for": "offer"}
        pending = notices.interrupted(self._expected, [card])
        self._expected = offer if is_offer else pending

    def _answered(self, text: str) -> BookingReply:
        now = timezone.now().astimezone(self.place.zone)
        caller = Caller(self.place.pk, self.thread.pk)
        writer = Writer(self.place, self.thread.pk, now, "en", caller)
        ids = access.booking_ids(self.thread.pk, now)
        return dialogue.answer(replace(writer, booking_ids=ids), text, self._expected)

    def _shown(self, reply: BookingReply) -> BookingReply:
        self._show(reply.text, reply.requests)
        return reply

    def _show(self, text: str, shown_cards: Any) -> None:
        self.shown += shown_cards
        self.read += [text, *map(json.dumps, shown_cards)]


class Host:
    """One of the staff before the queue."""

    def __init__(self, user: User) -> None:
        self._user = user
        self.shown: list[Request] = []

    def look(self) -> None:
        """Opens the two tabs on which something can be done."""
        rows = filters.of_staff(self._user).order_by("created_at", "pk")
        statuses = filters.TABS["waiting"][1] | filters.TABS["approved"][1]
        self.shown += rows.filter(status__in=statuses).select_related("property")

    def decide(
        self, row: Request, decision: str, dies_before: int | None
    ) -> bool | None:
        """Whether it is done, as the page says; None where the process died."""
        form = {"decision": decision, "version": str(row.version), "reason": "Full."}
        if decision == "counter":
            form |= OFFERS.get(row.kind, IN_WORDS)
        request = RequestFactory().post(
            f"/admin/requests/{row.pk}/", form, headers=JSON
        )
        request.user = self._user
        try:
            with killed_before(dies_before):
                answer = views.decide(request, row.pk)
        except Killed:
            return None
        is_done: bool = json.loads(answer.content)["done"]
        return is_done
