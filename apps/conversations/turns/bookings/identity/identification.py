"""Asks who the guest is, and goes on with what he wanted once he has shown it."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from apps.concierge import bookings
from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.models import Conversation
from apps.conversations.turns import memory_rows
from apps.conversations.turns.active_turn import Answer
from apps.conversations.turns.bookings import answers, choices, references
from apps.conversations.turns.bookings.identity import access, codes, links
from apps.conversations.turns.bookings.identity.access import Outcome
from apps.conversations.turns.bookings.records import facts
from apps.conversations.turns.bookings.requests import (
    joint_requests,
    notices,
    request_statuses,
)
from apps.conversations.turns.bookings.words import offered_values, selection
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.reservations import queries

log = logging.getLogger(__name__)
CONTACT = "contact"


def identify(
    writer: Writer,
    credentials: codes.Credentials,
    expected: Expected,
    further: str = "",
) -> BookingReply:
    """further: what the message says after the code and the name."""
    question = expected.get("text", "")
    if not credentials.is_whole:
        missing = "booking_which_name" if credentials.code else "booking_which_code"
        received = {"code": credentials.code, "name": credentials.name}
        return writer.reply(missing, {"for": "identity", "text": question, **received})
    outcome = access.prove(writer.caller, credentials, writer.now)
    if outcome == Outcome.PROVED and (question or further):
        return proved(writer, question, credentials.code, further)
    reply = _after(writer, outcome, question, "booking_not_matched")
    if outcome != Outcome.PROVED or question:
        return reply
    return _with_one_that_is_over(writer, credentials.code, reply)


def with_name(writer: Writer, reply: BookingReply, text: str) -> BookingReply:
    """The reply, where it asks who the guest is, with the name that he has given
    without a code: "I'm booked under Okafor", "cancel the Okafor table"."""
    is_asked = reply.expects.get("for") == "identity"
    if not is_asked or codes.read(text, is_asked_for=True).code:
        return reply
    name = " ".join(codes.stated_name(text) or _name_of_booking(writer, text))
    is_name = name and "name" not in reply.expects
    return replace(reply, expects={**reply.expects, "name": name}) if is_name else reply


def _name_of_booking(writer: Writer, text: str) -> list[str]:
    """Empty for "the Tuscany table" and "the Friday table"."""
    name = codes.name_of_booking(text)
    words = " ".join(name)
    is_other = writer.place_names_are_in(words) or bool(selection.kinds_in(words))
    is_other = is_other or offered_values.are_named(words, writer.now)
    return [] if is_other else name


def _with_one_that_is_over(
    writer: Writer, code: str, reply: BookingReply
) -> BookingReply:
    """The reply, which shows what is to come, and that the one of the code is over."""
    spellings = codes.spellings(code)
    ids = access.booking_ids(writer.thread_id, writer.now)
    booking = queries.of_guest(ids).filter(code__in=spellings).first()
    if booking is None:
        return reply
    is_over = facts.over([booking.pk], writer.now, writer.language)
    if not is_over:
        return reply
    text = f"{is_over}\n\n{reply.text}"
    return replace(reply, text=text, expects={**reply.expects, "about": booking.pk})


def identify_by_link(writer: Writer, code: str, expected: Expected) -> BookingReply:
    """With the code of a link that was sent."""
    outcome = access.prove_by_link(writer.caller, code, writer.now)
    question = expected.get("text", "")
    return _after(writer, outcome, question, "booking_link_not_matched")


def is_code_of_link(thread_id: UUID, text: str, now: datetime) -> bool:
    """Whether it is such a code, and one was sent; a row is read only for a code."""
    if not codes.link_code(text) or codes.read(text, is_asked_for=True).is_whole:
        return False
    return links.is_awaited(thread_id, now)


def which_contact(writer: Writer, expected: Expected) -> BookingReply:
    """Asks where a link may go; sends the guest to the team where none can."""
    question, ways = expected.get("text", ""), links.ways()
    if not ways:
        return writer.reply("booking_without_code")
    expects = {"for": "identity", "text": question, "wants": CONTACT}
    return writer.reply(f"booking_link_which_{ways}", expects)


def send_link(writer: Writer, contact: str, expected: Expected) -> BookingReply:
    """The same words, whether a booking has it or not."""
    if not links.reaches(contact):
        return which_contact(writer, expected)
    expects = {"for": "identity", "text": expected.get("text", "")}
    if not access.ask_for_link(writer.caller, contact, writer.now):
        return writer.reply("booking_link_too_many", expects)
    return writer.reply("booking_link_sent", expects)


def answer_wish_for_link(writer: Writer, text: str, expected: Expected) -> BookingReply:
    """To "email me a link to my booking", with an address or without one.

    Whoever has shown who he is reads his bookings: a link would open them here.
    """
    if writer.is_known:
        return answers.answered(writer, BookingMessage("upcoming", ""), "", {})
    contact = codes.contact(text, is_asked_for=False)
    if contact:
        return send_link(writer, contact, expected)
    return which_contact(writer, expected)


def open_link(writer: Writer, token: str) -> bool:
    """Whether a link was sent for this conversation, which then goes on by itself."""
    if not access.open_link(writer.thread_id, token, writer.now):
        return False
    try:
        _go_on(writer)
    except IntegrityError:
        # The bookings are open; the guest has just asked something.
        log.info("thread %s goes on with its turn", writer.thread_id)
    return True


@transaction.atomic
def _go_on(writer: Writer) -> None:
    """As if the guest had typed a code: with what was asked before."""
    rows = Conversation.objects.select_for_update(of=("self",))
    thread = rows.get(pk=writer.thread_id)
    memory = memory_rows.load(writer.thread_id).memory
    expected = bookings.expected(memory.messages)
    is_asked = expected.get("for") == "identity"
    reply = proved(writer, expected.get("text", "") if is_asked else "")
    answer = Answer(
        reply.text,
        kind="answer" if reply.citations else "notice",
        citations=tuple(map(dict, reply.citations)),
        requests=tuple(reply.requests),
    )
    notices.write(thread, answer, reply.expects, writer.now)


def proved(
    writer: Writer, question: str, code: str = "", further: str = ""
) -> BookingReply:
    """Goes on with what was asked before, or shows what is booked; and what the team
    offers, which may have been told in another conversation.

    code, further: of the message, where more follows them.
    """
    ids = access.booking_ids(writer.thread_id, writer.now)
    known_writer = replace(writer, booking_ids=ids)
    reply = _answered(known_writer, question, code, further)
    reply = replace(reply, text=f"{writer.say('booking_proved')}\n\n{reply.text}")
    offers = known_writer.open_offers
    if not offers or "for" in reply.expects:
        return reply
    return joint_requests.after(reply, request_statuses.statuses(known_writer, offers))


def _answered(writer: Writer, question: str, code: str, further: str) -> BookingReply:
    """To a question, and to what follows a code: a wish of its own in the same message,
    or the answer to which booking the question is about."""
    is_of_message = not question or question.endswith(further)
    if further and is_of_message and (reply := _to_wish(writer, code, further)):
        return reply
    message = writer.understand(question) or BookingMessage("upcoming", "")
    about = _about(writer, code, question)
    about = about if references.BY_CODE in about else {}
    reply = answers.all_answered(writer, message, question, about)
    if not further or reply.expects.get("for") != "choice":
        return reply
    answer = choices.chosen(writer, further, reply.expects, writer.read(further))
    return answer or reply


def _to_wish(writer: Writer, code: str, text: str) -> BookingReply | None:
    """ "Move it" after a code is about the booking of the code."""
    about = _about(writer, code, text)
    message = writer.read(text) or references.follow_up(
        writer, text, about, is_asked=False
    )
    message = message or writer.understand(text)
    return answers.all_answered(writer, message, text, about) if message else None


def _about(writer: Writer, code: str, text: str) -> Expected:
    """What a message with a code is about; empty where that is over, or of a stay."""
    rows = queries.upcoming(writer.booking_ids, writer.now)
    booking = rows.filter(code__in=codes.spellings(code)).first()
    return references.of_code(writer, booking, text) if booking else {}


def _after(writer: Writer, outcome: Outcome, question: str, wrong: str) -> BookingReply:
    if outcome == Outcome.PROVED:
        return proved(writer, question)
    if outcome == Outcome.WRONG:
        return writer.reply(wrong, {"for": "identity", "text": question})
    if outcome == Outcome.CROWDED:
        return _by_link_instead(writer, question)
    alert = "codes" if outcome == Outcome.LOCKS else ""
    return replace(writer.reply("booking_locked"), alert=alert)


def _by_link_instead(writer: Writer, question: str) -> BookingReply:
    """Others at the address have tried too many codes; a link opens this thread."""
    locked = writer.reply("booking_locked")
    if not links.ways():
        return locked
    offer = which_contact(writer, {"text": question})
    return replace(offer, text=f"{locked.text}\n\n{offer.text}")
