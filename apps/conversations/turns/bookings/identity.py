"""Asks who the guest is, and goes on with what he wanted once he has shown it."""

from __future__ import annotations

from dataclasses import replace

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings import access, answers, codes, reading
from apps.conversations.turns.bookings.access import Outcome
from apps.conversations.turns.bookings.guest import Writer
from apps.conversations.turns.bookings.reading import BookingMessage


def identify(
    writer: Writer, credentials: codes.Credentials, expected: Expected
) -> BookingReply:
    question = expected.get("text", "")
    if not credentials.is_whole:
        missing = "booking_which_name" if credentials.code else "booking_which_code"
        received = {"code": credentials.code, "name": credentials.name}
        return writer.reply(missing, {"for": "identity", "text": question, **received})
    outcome = access.prove(writer.caller, credentials, writer.now)
    if outcome in {Outcome.LOCKED, Outcome.LOCKS}:
        alert = "codes" if outcome == Outcome.LOCKS else ""
        return replace(writer.reply("booking_locked"), alert=alert)
    if outcome == Outcome.WRONG:
        return writer.reply(
            "booking_not_matched", {"for": "identity", "text": question}
        )
    return _proved(writer, question)


def _proved(writer: Writer, question: str) -> BookingReply:
    """Goes on with what was asked before, or shows what is booked."""
    ids = access.booking_ids(writer.thread_id, writer.now)
    known_writer = replace(writer, booking_ids=ids)
    message = reading.read(question) or BookingMessage("upcoming", "")
    reply = answers.answered(known_writer, message, question, {})
    return replace(reply, text=f"{writer.say('booking_proved')}\n\n{reply.text}")
