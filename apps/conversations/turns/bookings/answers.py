"""Answers to what a guest asks about bookings and requests, and to what he asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings import references
from apps.conversations.turns.bookings.identity import links
from apps.conversations.turns.bookings.records import facts
from apps.conversations.turns.bookings.records.single_facts import BookingQuestion
from apps.conversations.turns.bookings.requests import (
    joined_replies,
    message_wishes,
    proposals,
    replacements,
    request_statuses,
    wishes,
)
from apps.conversations.turns.bookings.requests.wishes import Asking, Question
from apps.conversations.turns.bookings.words import (
    exclusions,
    offered_values,
    phrases,
    relative_changes,
    selection,
)
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.reservations import queries
from apps.reservations.models import (
    MAY_BE_OF_BOOKING,
    Request,
    RequestKind,
    Reservation,
)

Kind = Reservation.Kind
OF_LISTS: Mapping[str, Callable[[BookingQuestion], BookingReply]] = {
    "upcoming": facts.upcoming,
    "stays": facts.stays,
    "changes": facts.changes,
}


def all_answered(
    writer: Writer, message: BookingMessage, text: str, expected: Expected
) -> BookingReply:
    """To a message that may ask for several things; `message` is of the whole of it."""
    wishes = message_wishes.wishes_in(writer, text) if writer.is_known else []
    if not wishes:
        own = message_wishes.change_beside_note(writer, message, text)
        return answered(writer, own, text, expected)
    replies: list[BookingReply] = []
    for each, words in wishes:
        before = replies[-1].expects if replies else expected
        in_full = message_wishes.with_room(each, words, text)
        replies.append(answered(writer, each, in_full, before))
    return joined_replies.joined(writer, replies)


def answered(
    writer: Writer, message: BookingMessage, text: str, expected: Expected
) -> BookingReply:
    if writer.is_of_another_guest(message, text):
        return writer.reply("patron_privacy")
    return _answered(writer, message, text, expected)


def _answered(
    writer: Writer, message: BookingMessage, text: str, expected: Expected
) -> BookingReply:
    if message.meaning in {phrases.NEWS, phrases.NEWS_HERE, phrases.WHAT_NEXT}:
        return request_statuses.news(writer, message)
    if message.meaning == "requests":
        return request_statuses.of_last_month(writer)
    if message.is_of_booking and not writer.is_known:
        return ask_who(writer, text)
    if message.kind is None:
        undone = request_statuses.undone(writer, message)
        return undone or fact(writer, message, text, expected)
    if message.meaning == phrases.OVERDUE:
        if overdue := request_statuses.overdue_service(writer, text):
            return overdue
        message = replace(message, meaning="items")
    return _asked_for(writer, message, text, expected)


def _asked_for(
    writer: Writer, message: BookingMessage, text: str, expected: Expected
) -> BookingReply:
    if message.kind in MAY_BE_OF_BOOKING:
        return _concern(writer, message, text)
    if not message.is_of_booking:
        return wish(writer, message, text, None)
    if own := request_statuses.requests_meant(writer, message, text):
        return request_statuses.statuses(writer, own)
    is_cancel = message.kind == RequestKind.CANCEL
    if is_cancel and (some := _of_some(writer, message, text)):
        return some
    return _of_one_booking(writer, message, text, expected)


def _of_some(writer: Writer, message: BookingMessage, text: str) -> BookingReply | None:
    """To "cancel everything except the room"; asks which where that is not clear."""
    upcoming = list(queries.upcoming(writer.booking_ids, writer.now))
    chosen = exclusions.chosen(upcoming, text, writer.now)
    if chosen and (len(chosen) == 1 or exclusions.may_be_in(text)):
        return wish_for_each(writer, message, text, chosen)
    is_part = exclusions.are_in(text) or selection.is_part_meant(text)
    rows = chosen or (upcoming if is_part else [])
    return facts.which(rows, text, writer.language) if rows else None


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
    if listed := references.of_list(writer, text, expected):
        only = replace(writer, booking_ids=[own.pk for own in listed])
        return fact(only, message, "", {})
    is_named = writer.names.are_in(message.words)
    is_named = is_named or references.names_other_kind(message, expected)
    is_of_one = "about" in expected and message.meaning not in OF_LISTS
    is_follow_up = is_of_one and phrases.read(text) is None
    is_it = is_follow_up or references.means_it(message, expected)
    is_it = is_it and not is_named
    ids = [expected["about"]] if is_it else writer.booking_ids
    own_ids = [pk for pk in ids if pk in writer.booking_ids]
    question = BookingQuestion(
        own_ids, message.words, text, writer.now, writer.language
    )
    if listing := OF_LISTS.get(message.meaning):
        return listing(question)
    return facts.of_bookings(message.meaning, question)


def _concern(writer: Writer, message: BookingMessage, text: str) -> BookingReply:
    """Of a bill, a refund or a complaint, which may be about a booking that is over.

    Where the guest names none, it is about his stay; of several that he may have named,
    about the only one that is not over.
    """
    upcoming = list(queries.upcoming(writer.booking_ids, writer.now))
    rows = [*upcoming, *queries.past(writer.booking_ids, writer.now)]
    is_named = selection.names_one(rows, text)
    matches = selection.matching(rows, text, writer.now) if is_named else []
    current = [own for own in matches if own in upcoming]
    matches = current if len(current) == 1 else matches
    if len(matches) > 1:
        return facts.which(matches, text, writer.language)
    stays = [own for own in rows if own.kind == Kind.ROOM]
    return wish(writer, message, text, next(iter([*matches, *stays, *rows]), None))


def _of_one_booking(
    writer: Writer, message: BookingMessage, text: str, expected: Expected
) -> BookingReply:
    """None, one or many: says so, goes on, or asks which."""
    message = message_wishes.of_what_is_booked(writer, message, text)
    kind = Kind.ROOM if message.kind in message_wishes.OF_ROOMS else ""
    rows = list(queries.upcoming(writer.booking_ids, writer.now, kind))
    is_change = message.kind == RequestKind.CHANGE
    named = wishes.identifying(text) if is_change else text
    if not selection.names_one(rows, named) and selection.names_one(rows, text):
        named = text
    matches = rows if kind else selection.matching(rows, named, writer.now)
    if not selection.names_one(rows, text) and (
        writer.place_names_are_in(text)
        or message_wishes.is_of_empty_day(message, rows, text, writer.now)
    ):
        matches = []
    matches = message_wishes.movable(message, matches, text, writer.now)
    if meant_id := references.booking_id(writer, message, text, expected):
        matches = [own for own in rows if own.pk == meant_id] or matches
        own_ids = [pk for pk in writer.booking_ids if pk == meant_id]
        if is_over := facts.over(own_ids, writer.now, writer.language):
            return BookingReply(is_over, {"about": meant_id})
    if not matches:
        upcoming = queries.upcoming(writer.booking_ids, writer.now)
        return facts.none_such(list(upcoming), writer.language)
    listed = selection.several(rows, text, writer.now)
    if several := listed or selection.all_meant(matches, text, writer.now):
        return wish_for_each(writer, message, text, several)
    if len(matches) > 1:
        return facts.which(matches, text, writer.language)
    reply = wish(writer, message, text, matches[0])
    return message_wishes.with_unbooked(writer, text, rows, reply)


def wish_for_each(
    writer: Writer, message: BookingMessage, text: str, bookings: Sequence[Reservation]
) -> BookingReply:
    """The same is asked for several bookings: "cancel both"."""
    replies = [wish(writer, message, text, booking) for booking in bookings]
    return joined_replies.joined(writer, replies)


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
    waiting = proposals.open_request(booking, kind)
    is_shift = relative_changes.read(text) is not None
    if booking and (is_shift or offered_values.are_named(text, writer.now)):
        if replacement := replacements.propose(writer, waiting, text):
            return replacement
    elif kind == RequestKind.CHANGE and _is_beside(waiting, text):
        return wish(writer, replace(message, meaning=phrases.NOTE), text, booking)
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


def _is_beside(waiting: Request | None, text: str) -> bool:
    """Whether "we'd like a window" is a note on a change that staff decide already."""
    is_with_staff = waiting is not None and waiting.status not in proposals.UNSENT
    return is_with_staff and phrases.read(text) is None
