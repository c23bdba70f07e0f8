"""What a message is answered with that asks about bookings, or asks for something."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings import facts, proposals, request_states, wishes
from apps.conversations.turns.bookings.facts import BookingQuestion
from apps.conversations.turns.bookings.identity import links
from apps.conversations.turns.bookings.wishes import Asking, Question
from apps.conversations.turns.bookings.words import phrases, selection, sentences
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.reservations import queries
from apps.reservations.models import RequestKind, Reservation

Kind = Reservation.Kind
OF_ROOMS = frozenset(
    {RequestKind.LATE_CHECKOUT, RequestKind.EARLY_CHECKIN, RequestKind.UPGRADE}
)
OF_LISTS: Mapping[str, Callable[[BookingQuestion], BookingReply]] = {
    "upcoming": facts.upcoming,
    "stays": facts.stays,
    "changes": facts.changes,
}


def answered(
    writer: Writer, message: BookingMessage, text: str, expected: Expected
) -> BookingReply:
    if message.meaning in {"news", phrases.NEWS_HERE}:
        return request_states.answered(writer)
    if message.meaning == "requests":
        return request_states.listed(writer)
    if message.is_of_booking and not writer.is_known:
        return ask_who(writer, text)
    if message.kind is None:
        return fact(writer, message, text, expected)
    if not message.is_of_booking:
        return wish(writer, message, text, None)
    return _of_one_booking(writer, message, text, expected)


def ask_who(writer: Writer, question: str) -> BookingReply:
    """For code and name; where links can be sent, the guest may press for one."""
    reply = writer.reply("booking_who", {"for": "identity", "text": question})
    if not links.ways():
        return reply
    offer, button = writer.say("booking_or_link"), writer.say("booking_send_link")
    return replace(reply, text=f"{reply.text} {offer}", choices=[button])


def fact(
    writer: Writer, message: BookingMessage, text: str, expected: Expected
) -> BookingReply:
    is_follow_up = "about" in expected and phrases.read(text) is None
    is_it = is_follow_up or _means_it(message, expected)
    ids = [expected["about"]] if is_it else writer.booking_ids
    own_ids = [pk for pk in ids if pk in writer.booking_ids]
    question = BookingQuestion(
        own_ids, message.words, text, writer.now, writer.language
    )
    if listing := OF_LISTS.get(message.meaning):
        return listing(question)
    return facts.of_bookings(message.meaning, question)


def _of_one_booking(
    writer: Writer, message: BookingMessage, text: str, expected: Expected
) -> BookingReply:
    """None, one or many: says so, goes on, or asks which."""
    kind = Kind.ROOM if message.kind in OF_ROOMS else ""
    rows = list(queries.upcoming(writer.booking_ids, writer.now, kind))
    if not rows:
        return _none_such(writer)
    is_change = message.kind == RequestKind.CHANGE
    named = wishes.identifying(text) if is_change else text
    matches = rows if kind else selection.matching(rows, named, writer.now)
    if _means_it(message, expected):
        matches = [own for own in rows if own.pk == expected["about"]] or matches
    if not matches:
        return _none_such(writer)
    if len(matches) > 1:
        return which(writer, matches, text)
    return wish(writer, message, text, matches[0])


def _none_such(writer: Writer) -> BookingReply:
    rows = queries.upcoming(writer.booking_ids, writer.now)
    listed = sentences.numbered(rows, writer.language)
    reply = "booking_none_such" if listed else "booking_none_upcoming"
    return writer.reply(reply, list=listed)


def which(writer: Writer, rows: Sequence[Reservation], text: str) -> BookingReply:
    listed = sentences.numbered(rows, writer.language)
    expects = {"for": "choice", "ids": [own.pk for own in rows], "text": text}
    return writer.reply("booking_which", expects, list=listed)


def _means_it(message: BookingMessage, expected: Expected) -> bool:
    """Whether "it" is the booking of the answer before."""
    pronouns = {"it", "that", "this", "la", "lo", "esa", "eso", "elle"}
    has_name = bool(selection.kinds_in(message.words))
    return "about" in expected and not has_name and _has(pronouns, message.words)


def _has(words: set[str], text: str) -> bool:
    return not words.isdisjoint(text.split())


def wish(
    writer: Writer,
    message: BookingMessage,
    text: str,
    booking: Reservation | None,
    *,
    is_answer: bool = False,
) -> BookingReply:
    """Proposes what is asked for, or asks for what is missing.

    What cannot be asked for, or is late, is said before anything is asked.
    """
    kind = message.kind
    if kind is None:
        raise ValueError(f"nothing is asked for by {message.meaning}")
    if refusal := proposals.refusal(writer, kind, booking):
        return refusal
    asking = Asking(kind, message.meaning, text, booking, {}, is_answer)
    values = wishes.read(asking, writer)
    if isinstance(values, Question):
        expects = {
            "for": "details",
            "meaning": message.meaning,
            "booking": booking.pk if booking else None,
            "text": text,
        }
        note = "" if is_answer else proposals.late_note(writer, kind, booking)
        return BookingReply(f"{note}\n\n{values.text}".strip(), expects)
    return proposals.propose(writer, kind, values, booking)
