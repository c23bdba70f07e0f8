"""Who writes, for one message: the thread, the place, the moment, what he may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.concierge import replies
from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings.identity.access import Caller
from apps.properties.models import Property


@dataclass(frozen=True)
class Writer:
    """now: in the property's zone. booking_ids: what the thread has proved.

    has_cards: whether the guest sees cards of requests; in text messages nobody does.
    """

    place: Property
    thread_id: UUID
    now: datetime
    language: str
    caller: Caller
    booking_ids: Sequence[int] = ()
    has_cards: bool = True

    @property
    def is_known(self) -> bool:
        return bool(self.booking_ids)

    def say(self, reply: str, **facts: object) -> str:
        """A sentence in the guest's language, with the property's name and number."""
        place = {"property": self.place.name, "phone": self.place.phone}
        return replies.say(reply, self.language, **place, **facts)

    def reply(
        self, reply: str, expects: Expected | None = None, **facts: object
    ) -> BookingReply:
        return BookingReply(self.say(reply, **facts), expects or {})
