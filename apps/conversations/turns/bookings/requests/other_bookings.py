"""Whether an answer to a proposal is about another booking than the proposal."""

from __future__ import annotations

from collections.abc import Sequence

from apps.conversations.turns.bookings.words import phrases, selection
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.reservations import queries
from apps.reservations.models import Request

# "And the show too" asks the same for another booking.
_FURTHER = frozenset({"and", "too", "also", "both", "same", "y", "et", "e", "und"})


def named_alone(writer: Writer, text: str, rows: Sequence[Request]) -> Request | None:
    """What to ask about where "the show" answers a proposal about the dinner: the
    proposal about the show, if there is one."""
    bookings = list(queries.upcoming(writer.booking_ids, writer.now))
    is_which = selection.only_says_which(text, selection.names_of(bookings))
    is_further = not _FURTHER.isdisjoint(phrases.words_of(text).split())
    if not rows or not is_which or is_further:
        return None
    if not is_of_another_booking(text, rows[-1], writer):
        return None
    matches = selection.matching(bookings, text, writer.now)
    named = [row for row in rows if row.reservation in matches]
    return named[0] if len(named) == 1 else rows[-1]


def are_asked_for(
    writer: Writer, text: str, request: Request, message: BookingMessage | None
) -> bool:
    """Whether the words ask for something of another booking than the proposal."""
    if message is not None and message.kind != request.kind:
        return False
    if not is_of_another_booking(text, request, writer):
        return False
    return message is not None or writer.understand(text) is not None


def are_asked_for_beside(
    writer: Writer, text: str, request: Request, message: BookingMessage | None
) -> bool:
    """The same of an offer, whatever is asked: "can we do dinner at 8 instead"."""
    if not is_of_another_booking(text, request, writer):
        return False
    return message is not None or writer.understand(text) is not None


def is_of_another_booking(text: str, request: Request, writer: Writer) -> bool:
    """Whether "cancel my dinner" answers a proposal about a show."""
    booking = request.reservation
    rows = list(queries.upcoming(writer.booking_ids, writer.now))
    if booking is None or not selection.names_one(rows, text):
        return False
    return booking not in selection.matching(rows, text, writer.now)
