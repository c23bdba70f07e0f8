"""What a guest has asked for and has not got: "I never got my towels"."""

from __future__ import annotations

from apps.concierge.bookings import BookingReply
from apps.conversations.turns.bookings.requests import (
    proposals,
    request_statuses,
    staff_words,
    wishes,
)
from apps.conversations.turns.bookings.words import room_numbers
from apps.conversations.turns.bookings.writer import Writer
from apps.language import word_forms
from apps.reservations import queries
from apps.reservations.models import Request, RequestKind
from apps.reservations.request_status import Status

_UNDECIDED = frozenset({Status.PROPOSED, Status.WAITING, Status.CHANGED})


def answer(writer: Writer, text: str) -> BookingReply | None:
    """How it stands while staff have it; once they have decided, the same is asked for
    again. None where the guest has asked for no such thing."""
    rows = queries.requests_of(writer.booking_ids, writer.thread_id, writer.now)
    services = [row for row in rows if row.kind == RequestKind.SERVICE]
    service = next((row for row in services if _is_of_same(row, text)), None)
    if service is None:
        return None
    if service.status in _UNDECIDED:
        return request_statuses.statuses(writer, [service])
    return _again(writer, service, text)


def _again(writer: Writer, request: Request, text: str) -> BookingReply:
    names = ("what", "text", "room")
    values = {name: request.wish[name] for name in names if name in request.wish}
    if room := room_numbers.read(text):
        values["room"] = room
    values = wishes.noted(values, staff_words.note(text))
    return proposals.propose(writer, RequestKind.SERVICE, values, None)


def _is_of_same(request: Request, text: str) -> bool:
    """Whether both name the same thing."""
    earlier_text = str(request.wish.get("text", ""))
    stems = word_forms.content(word_forms.stems(earlier_text))
    return not stems.isdisjoint(word_forms.content(word_forms.stems(text)))
