"""The `GuestBookings` of a turn: reads words first, and rows only where they are
about bookings."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

from apps.concierge.bookings import (
    BookingReply,
    Expected,
    GuestBookings,
    NoBookings,
)
from apps.conversations.models import Conversation
from apps.conversations.turns.active_turn import TurnRequest
from apps.conversations.turns.bookings import dialogue
from apps.conversations.turns.bookings.identity import access, codes
from apps.conversations.turns.bookings.identity.access import Caller
from apps.conversations.turns.bookings.words import phrases
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import computing, database_threads
from apps.properties import flags
from apps.properties.flags import Flags
from apps.properties.models import Property
from apps.reservations import queries

# Of "my code is MS-4F7K and the name is Maria Alvarez".
MOST_WORDS = 10


def of_turn(
    place: Property, request: TurnRequest, now: datetime, turn_flags: Flags
) -> GuestBookings:
    """now: in the property's zone."""
    if not flags.is_on(turn_flags, "bookings"):
        return NoBookings()
    caller = Caller(
        place.pk,
        request.thread_id,
        request.caller,
        request.guest_key.guest_secret_hash,
    )
    writer = Writer(place, request.thread_id, now, request.language, caller)
    has_cards = request.channel != Conversation.Channel.SMS
    return StoredBookings(replace(writer, has_cards=has_cards))


class StoredBookings:
    """Of a property's guest, whom the thread may not know yet."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def are_meant(self, text: str, expected: Expected) -> bool:
        if not dialogue.is_meant(text, expected):
            writer = self._writer
            return bool(codes.link_code(text)) and await database_threads.run(
                dialogue.is_code_of_link, writer.thread_id, text, writer.now
            )
        if dialogue.is_of_own_requests(text):
            return await database_threads.run(
                queries.has_asked, self._writer.thread_id, self._writer.now
            )
        # Where nothing is booked here, guests hear whom to call.
        is_begun = bool(expected)
        return is_begun or await database_threads.run(
            queries.is_used, self._writer.place.pk
        )

    def says_who(self, text: str) -> bool:
        credentials = codes.read(text, is_asked_for=False)
        return credentials.is_whole and len(text.split()) <= MOST_WORDS

    def wants(self, clause: str) -> bool:
        return phrases.read(clause) is not None

    async def reply(self, text: str, expected: Expected) -> BookingReply:
        is_asked_for = expected.get("for") == "identity"
        is_code = codes.read(text, is_asked_for=is_asked_for).code
        if is_code or codes.link_code(text):
            await self._pause()
        return await database_threads.run(self._answer, text, expected)

    async def _pause(self) -> None:
        """Each code that does not fit makes the next one wait longer."""
        caller = self._writer.caller
        seconds = await database_threads.run(access.pause_seconds, caller)
        if seconds:
            computing.leave()
            await asyncio.sleep(seconds)

    def _answer(self, text: str, expected: Expected) -> BookingReply:
        writer = self._writer
        ids = access.booking_ids(writer.thread_id, writer.now)
        return dialogue.answer(replace(writer, booking_ids=ids), text, expected)
