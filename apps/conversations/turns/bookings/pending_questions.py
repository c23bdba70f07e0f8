"""Answers to what the guest was asked: who he is, which booking, whether to send it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from apps.concierge import offers
from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings import answers, facts, proposals, wishes
from apps.conversations.turns.bookings.identity import codes, identification
from apps.conversations.turns.bookings.wishes import Asking, Question
from apps.conversations.turns.bookings.words import phrases, selection
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.language import normalise
from apps.reservations import queries
from apps.reservations.models import RequestKind


def _identified(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest was asked for his code and name, or for one of them."""
    if offers.is_no(text):
        return writer.reply("booking_no_matter")
    wants_contact = expected.get("wants") == identification.CONTACT
    contact = codes.contact(text, is_asked_for=wants_contact)
    # The number in "please call me at 860 555 0142" is where to call.
    if contact and (wants_contact or message is None):
        return identification.send_link(writer, contact, expected)
    if phrases.wants_link(text):
        return identification.which_contact(writer, expected)
    received = codes.read(text, is_asked_for=True)
    code = received.code or expected.get("code", "")
    name = received.name or expected.get("name", "")
    # The number in "towels to room 1204" is no code.
    if message and not any(map(str.isalpha, received.code)):
        return None
    if not received.code and not received.name:
        return None
    return identification.identify(writer, codes.Credentials(code, name), expected)


def _chosen(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest was asked which of several bookings he means."""
    if offers.is_no(text):
        return writer.reply("request_withdrawn")
    own_ids = [pk for pk in expected["ids"] if pk in writer.booking_ids]
    by_id = {own.pk: own for own in queries.of_guest(own_ids)}
    listed = [by_id[pk] for pk in own_ids if pk in by_id]
    question = phrases.read(expected["text"])
    if not listed or question is None:
        return None
    matches = selection.chosen(listed, text, writer.now)
    if len(matches) != 1:
        if message is not None and not matches:
            return None
        return facts.which(listed, expected["text"], writer.language)
    if question.kind is None:
        only = replace(writer, booking_ids=[matches[0].pk])
        return answers.fact(only, replace(question, words=""), "", {})
    return answers.wish(writer, question, expected["text"], matches[0])


def _detailed(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest was asked for a time, a number or a room."""
    if offers.is_no(text):
        return writer.reply("request_withdrawn")
    if message and message.meaning != expected["meaning"]:
        return None
    pk = expected["booking"]
    booking = queries.of_guest([pk]).first() if pk in writer.booking_ids else None
    if pk is not None and booking is None:
        return None
    words = text if booking else f"{expected['text']} {text}"
    wish_message = BookingMessage(expected["meaning"], normalise.words(words))
    if wish_message.kind == RequestKind.SERVICE:
        return _service_in(writer, wish_message, expected["text"], text)
    return answers.wish(writer, wish_message, text, booking, is_answer=True)


def _service_in(
    writer: Writer, message: BookingMessage, text: str, answer_text: str
) -> BookingReply:
    """The room that was asked for, or whatever the guest says instead."""
    room = Asking(RequestKind.SERVICE, message.meaning, answer_text, None, {}, True)
    values = wishes.read(room, writer)
    number = "" if isinstance(values, Question) else values.get("room", "")
    room_values = {"room": number or answer_text[: len("Sky Tower, 1204")]}
    asking = Asking(RequestKind.SERVICE, message.meaning, text, None, room_values)
    wish = wishes.read(asking, writer)
    if isinstance(wish, Question):
        return BookingReply(wish.text)
    return proposals.propose(writer, RequestKind.SERVICE, wish, None)


def _answer_to_proposal(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """Yes sends it, no withdraws it; any other words change it."""
    request = proposals.find(writer, expected["request"])
    if request is None:
        return None
    is_cancelling = request.kind == RequestKind.CANCEL
    word = _without_cancel(text) if is_cancelling else text
    if offers.is_yes(word) or offers.is_no(word):
        action = "confirm" if offers.is_yes(word) else "withdraw"
        return proposals.decide(writer, str(request.pk), expected["version"], action)
    if message and message.kind != request.kind:
        return None
    meaning = request.wish.get("what") or request.kind
    asking = Asking(
        RequestKind(request.kind), meaning, text, request.reservation, request.wish
    )
    values = wishes.read(replace(asking, earlier=request.wish or {"note": ""}), writer)
    if isinstance(values, Question):
        return BookingReply(values.text, dict(expected))
    return proposals.revise(writer, request, values)


def _without_cancel(text: str) -> str:
    """ "Yes, cancel it" agrees to a cancellation, and "cancel it" does as well."""
    words = normalise.folded(text).replace("cancel it", "").replace("cancel", "")
    return words if words.strip() else "yes"


def _answer_to_offer(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest's word on what staff offer instead."""
    if offers.is_yes(text):
        action = "accept"
    elif offers.is_no(text):
        action = "refuse"
    else:
        return None
    return proposals.decide(writer, expected["request"], expected["version"], action)


def _answer_after_notice(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest was asked something, and read of a decision before his yes or no.

    He is asked again: his word may be about the decision.
    """
    request = proposals.find(writer, expected["interrupted"])
    is_word = offers.is_yes(text) or offers.is_no(text)
    return answers.statuses(writer, [request]) if request and is_word else None


Handler = Callable[[Writer, str, Expected, BookingMessage | None], BookingReply | None]
HANDLERS: Mapping[str, Handler] = {
    "identity": _identified,
    "choice": _chosen,
    "details": _detailed,
    "confirmation": _answer_to_proposal,
    "offer": _answer_to_offer,
    "interrupted": _answer_after_notice,
}


def kind(expected: Expected) -> str:
    """A key of `HANDLERS`; empty where the guest was asked for nothing."""
    # No value of "for": processes of the release before fail at one they do not know.
    return "interrupted" if "interrupted" in expected else expected.get("for", "")
