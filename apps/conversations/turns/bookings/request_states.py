"""How the guest's requests stand, and by when staff should have decided."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings import proposals, request_cards
from apps.conversations.turns.bookings.words import sentences
from apps.conversations.turns.bookings.writer import Writer
from apps.reservations import queries
from apps.reservations.models import Request
from apps.reservations.request_status import Status

# What the guest's word would be about.
WAITS_FOR = {Status.PROPOSED: "confirmation", Status.CHANGED: "offer"}


def answered(writer: Writer) -> BookingReply:
    """What is open in this thread; else what was asked last."""
    rows = list(queries.open_in(writer.thread_id))
    return _reply_on(writer, rows or list(_recent(writer))[:1])


def listed(writer: Writer) -> BookingReply:
    """All that was asked in the last thirty days."""
    return _reply_on(writer, list(_recent(writer)))


def _recent(writer: Writer) -> QuerySet[Request]:
    return queries.requests_of(writer.booking_ids, writer.thread_id, writer.now)


def _reply_on(writer: Writer, rows: Sequence[Request]) -> BookingReply:
    if not rows:
        return writer.reply("request_none")
    shown = [proposals.card_of(writer, row) for row in rows]
    lines = [_sentence(writer, row) for row in rows]
    text = lines[0]
    if len(lines) > 1:
        bullets = "\n".join(f"- {line}" for line in lines)
        text = writer.say("request_list", list=bullets)
    return BookingReply(text, _word_on(writer, rows), requests=shown)


def _sentence(writer: Writer, request: Request) -> str:
    """Where it stands, with what was promised."""
    language, status = writer.language, Status(request.status)
    reply = f"request_news_{status}"
    if status == Status.WAITING and request.is_overdue(writer.now):
        reply = "request_news_late"
    return writer.say(
        reply,
        title=request_cards.title(request, language),
        due=sentences.due(request, writer.now, language),
        offer=request_cards.offer_words(request, language),
        reason=request.reason,
    )


def _word_on(writer: Writer, rows: Sequence[Request]) -> Expected:
    """What the guest may answer, where one request alone waits for his word."""
    expected = [
        proposals.expects(row, WAITS_FOR[Status(row.status)])
        for row in rows
        if row.status in WAITS_FOR and row.thread_id == writer.thread_id
    ]
    return expected[0] if len(expected) == 1 else {}
