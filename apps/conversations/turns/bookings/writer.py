"""Who writes, for one message: the thread, the place, the moment, what he may see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from apps.catalog.models import Item
from apps.concierge import replies
from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings.identity.access import Caller
from apps.conversations.turns.bookings.words import (
    booking_names,
    dates,
    decisions,
    learnt_meanings,
    phrases,
    selection,
)
from apps.conversations.turns.bookings.words.booking_names import BookingNames
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.guests.models import ContactPoint
from apps.infrastructure import patterns
from apps.properties.models import Property
from apps.reservations import queries
from apps.reservations.models import Request, RequestKind
from apps.reservations.request_status import Status

# Of "to Friday" and "à demain", in words of `dates.in_english`.
_TARGET = patterns.compile(
    r"\b(?:to|until|till|til|a|al|au|pour|auf|hasta|bis) (?:(?:next|this) )?"
    r"(?:tomorrow|yesterday|today|tonight|\w+day\b|\d)"
)
# Who asks for news so plainly, and has asked for nothing, is told that.
_SURE_OF_NEWS = 0.995
# A question, and what may be asked for a booking of somebody else.
_OF_BOOKINGS = frozenset({None, RequestKind.CANCEL, RequestKind.CHANGE})
_BOOKED_KINDS = (Item.Kind.RESTAURANT, Item.Kind.SHOW)


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

    @property
    def open_requests(self) -> list[Request]:
        """What was asked here, or of what the thread has proved, and is not settled."""
        return list(queries.open_of(self.booking_ids, self.thread_id))

    @property
    def open_offers(self) -> list[Request]:
        """Of these, what staff offer instead."""
        return [own for own in self.open_requests if own.status == Status.CHANGED]

    @property
    def texting_number(self) -> str:
        """Of a guest who writes text messages; empty for all others."""
        points = ContactPoint.objects.filter(guest__conversations=self.thread_id)
        point = points.first()
        return point.value if point else ""

    def read(self, text: str) -> BookingMessage | None:
        """What a message wants, which may call a booking by its name.

        Names are read only where the words ask for something that one may stand for.
        """
        if message := phrases.read(text):
            judged = phrases.overruled(message, text)
            is_lost = judged.kind == RequestKind.CANCEL and _is_moved(message, text)
            return message if is_lost else judged
        if not phrases.may_name(text):
            return None
        return phrases.read(text, self.names) or self._read_place(text)

    def understand(self, text: str) -> BookingMessage | None:
        """The same, in words that no phrase knows as well."""
        if (message := self.read(text)) or decisions.read(text).is_whole:
            return message
        is_known = self.is_known
        least = learnt_meanings.LIKELY if is_known else learnt_meanings.SURE
        message = phrases.learnt(text, least)
        if message and message.meaning == phrases.NEWS:
            is_sure = is_known and learnt_meanings.judge(text).chance > _SURE_OF_NEWS
            return message if is_sure or self._has_asked else None
        return message

    @property
    def _has_asked(self) -> bool:
        return queries.has_asked(self.booking_ids, self.thread_id, self.now)

    def _read_place(self, text: str) -> BookingMessage | None:
        """A place of the resort may be booked under a name that is not known yet."""
        message = phrases.read(text, self.place_names)
        is_order = message is not None and message.meaning in phrases.ORDERS
        return message if is_order else None

    def place_names_are_in(self, text: str) -> bool:
        """Whether a message calls something of the resort by its name."""
        return self.place_names.are_in(phrases.words_of(text))

    def is_of_another_guest(self, message: BookingMessage, text: str) -> bool:
        """Whether "the dinner of Haddad" names neither this guest, whose bookings are
        known, nor what can be booked."""
        if not self.is_known or message.kind not in _OF_BOOKINGS:
            return False
        rows = queries.of_guest(self.booking_ids)
        family_names = rows.values_list("family_name", flat=True)
        own_names = {
            word for name in family_names for word in phrases.words_of(name).split()
        }
        name = booking_names.other_guest(text, own_names)
        is_booked = self.names.are_in(name) or self.place_names.are_in(name)
        return bool(name) and not is_booked

    @cached_property
    def names(self) -> BookingNames:
        """Of what the guest has booked, and is to come."""
        return selection.names_of(list(queries.upcoming(self.booking_ids, self.now)))

    @cached_property
    def place_names(self) -> BookingNames:
        """Of all that can be booked here."""
        items = Item.objects.filter(property=self.place, kind__in=_BOOKED_KINDS)
        titles = items.values_list("name", flat=True)
        return booking_names.of(titles, self.place.name)

    def say(self, reply: str, **facts: object) -> str:
        """A sentence in the guest's language, with the property's name and number."""
        place = {"property": self.place.name, "phone": self.place.phone}
        return replies.say(reply, self.language, **place, **facts)

    def reply(
        self, reply: str, expects: Expected | None = None, **facts: object
    ) -> BookingReply:
        return BookingReply(self.say(reply, **facts), expects or {})


def _is_moved(message: BookingMessage, text: str) -> bool:
    """Whether a phrase says that something is put off to a day that is named, which the
    weights take for a cancellation: "décalez le dîner à demain"."""
    is_change = message.kind == RequestKind.CHANGE
    return is_change and bool(_TARGET.search(dates.in_english(text)))
