"""What a model looks up of the guest's own bookings: facts of rows, never a code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db.models import QuerySet

from apps.concierge import replies
from apps.concierge.bookings import (
    BookingFact,
    BookingLookup,
    BookingRow,
    BookingTopic,
    UnknownGuest,
)
from apps.conversations.turns.bookings import answers
from apps.conversations.turns.bookings.records.single_facts import (
    FACTS,
    BookingQuestion,
    Fact,
)
from apps.conversations.turns.bookings.requests import request_cards, request_statuses
from apps.conversations.turns.bookings.words import sentences
from apps.conversations.turns.bookings.writer import Writer
from apps.reservations import queries
from apps.reservations.models import Request, Reservation

ENGLISH = "en"
STATE = "state"
# Of every row.
ALWAYS = ("when", "party", STATE)
# Beside these, by topic: keys of `single_facts.FACTS`.
FURTHER: Mapping[BookingTopic, Sequence[str]] = {
    "time": ("where",),
    "price": ("nights",),
    "deposit": ("deposit",),
    "deadline": ("deadline",),
    "history": ("paid",),
}


def rows(writer: Writer, lookup: BookingLookup) -> Sequence[BookingRow]:
    """At most fifteen; none at a property where nothing can be booked here.

    What was asked for in this conversation belongs to its guest without a proof.
    Raises UnknownGuest where nothing is proved, whatever there is.
    """
    if not queries.is_used(writer.place.pk):
        return []
    if lookup.about == "requests" and (own_requests := _requests(writer)):
        return own_requests
    if not writer.is_known:
        raise UnknownGuest(answers.ask_who(writer, ""))
    if lookup.about == "requests":
        return []
    names = (*ALWAYS, *FURTHER.get(lookup.about, ()))
    return [_of_booking(row, names, writer) for row in _bookings(writer, lookup)]


def _bookings(writer: Writer, lookup: BookingLookup) -> QuerySet[Reservation]:
    ids, now = writer.booking_ids, writer.now
    kind = "" if lookup.kind == "any" else lookup.kind
    if lookup.about == "history" or lookup.when == "past":
        return queries.past(ids, now, kind)
    if lookup.when == "all":
        return queries.latest(ids, kind)
    return queries.upcoming(ids, now, kind)[: queries.MOST_PAST]


def _of_booking(
    booking: Reservation, names: Sequence[str], writer: Writer
) -> BookingRow:
    return BookingRow(
        booking.what,
        booking.source,
        booking.updated_at.isoformat(),
        [_fact(name, booking, writer) for name in names],
    )


def _fact(name: str, booking: Reservation, writer: Writer) -> BookingFact:
    *_, text = _fact_in(name, booking, writer, ENGLISH)
    field, quote, in_language = _fact_in(name, booking, writer, writer.language)
    return BookingFact(field, _label(field, writer), quote, text, in_language)


def _fact_in(name: str, booking: Reservation, writer: Writer, language: str) -> Fact:
    if name == STATE:
        state = replies.say(f"booking_state_{booking.state}", language)
        return STATE, state, f"{sentences.line(booking, language)}, {state}"
    question = BookingQuestion(writer.booking_ids, "", "", writer.now, language)
    return FACTS[name](booking, question)


def _requests(writer: Writer) -> list[BookingRow]:
    recent = queries.requests_of(writer.booking_ids, writer.thread_id, writer.now)
    return [_of_request(row, writer) for row in recent.prefetch_related("steps")]


def _of_request(request: Request, writer: Writer) -> BookingRow:
    """Where it stands, with what was promised, since its last step."""
    english = replace(writer, language=ENGLISH)
    quote = replies.say(f"request_status_{request.status}", writer.language)
    fact = BookingFact(
        STATE,
        _label(STATE, writer),
        quote,
        request_statuses.status_sentence(english, request),
        request_statuses.status_sentence(writer, request),
    )
    moments = [request.created_at, *(step.at for step in request.steps.all())]
    title = request_cards.title(request, writer.language)
    return BookingRow(title, "guest", max(moments).isoformat(), [fact])


def _label(field: str, writer: Writer) -> str:
    return replies.say(f"booking_field_{field}", writer.language)
