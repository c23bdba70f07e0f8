"""What a message asks for, and of which bookings: one thing, or several, as in "cancel
ballo and get me a late checkout".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from apps.catalog.hours import timetable
from apps.concierge.bookings import BookingReply
from apps.conversations.turns.bookings.identity import codes
from apps.conversations.turns.bookings.words import (
    dates,
    exclusions,
    named_days,
    offered_values,
    phrases,
    relative_changes,
    selection,
    spoken_numbers,
)
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import patterns
from apps.knowledge.question import parts
from apps.reservations import queries
from apps.reservations.models import RequestKind, Reservation

OF_ROOMS = frozenset(
    {RequestKind.LATE_CHECKOUT, RequestKind.EARLY_CHECKIN, RequestKind.UPGRADE}
)
# What is told beside a wish goes with it.
_BESIDE_WISHES = frozenset({RequestKind.NOTE, RequestKind.COMPLAINT})
# Of a clause: "we'll be 10".
_ONLY_PEOPLE = patterns.compile(
    r"^(?:(?:hi|so|and|actually|hola|bonjour) )*"
    r"(?:we ?ll be|we will be|there ?ll be|there will be|seremos|nous serons|on sera) "
    r"(?:\d{1,3}|(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dos|tres|"
    r"cuatro|cinco|seis|siete|ocho|nueve|diez|deux|trois|quatre|cinq|six|sept|huit|neuf|"
    r"dix))(?: people| of us| guests| personas| personnes)?$"
)
# Nobody chooses when a show begins, and a stay has days.
_MOVABLE_KINDS = frozenset({Reservation.Kind.TABLE, Reservation.Kind.SPA})


def wishes_in(writer: Writer, text: str) -> list[tuple[BookingMessage, str]]:
    """What "cancel ballo and get me a late checkout" asks for, each with its words.

    Empty where a message asks for one thing alone.
    """
    upcoming = list(queries.upcoming(writer.booking_ids, writer.now))
    if exclusions.of_all(upcoming, text, writer.now):
        return []
    wishes: list[tuple[BookingMessage, str]] = []
    before = ""
    for clause in parts.clauses(text):
        message = _wish_of(writer, clause, wishes[-1][0] if wishes else None)
        if message is not None:
            wishes.append((message, f"{before} {clause}".strip()))
            before = ""
        elif wishes:
            wishes[-1] = (wishes[-1][0], f"{wishes[-1][1]}, {clause}")
        else:
            before = f"{before} {clause}"
    aims = {
        (message.meaning, *(own.pk for own in _aim(message, clause, upcoming, writer)))
        for message, clause in wishes
    }
    return wishes if len(aims) == len(wishes) > 1 else []


def change_beside_note(
    writer: Writer, message: BookingMessage, text: str
) -> BookingMessage:
    """The change of "we'll be 10, window table if poss", which is more than a note;
    else the message as it is."""
    if message.kind != RequestKind.NOTE and phrases.read(text):
        return message
    for clause in parts.clauses(text):
        words = phrases.words_of(clause)
        if _ONLY_PEOPLE.search(words):
            return BookingMessage(phrases.PEOPLE, words)
        own = writer.read(clause) or phrases.follow_up(clause)
        is_people = own is not None and own.meaning == phrases.PEOPLE
        is_beside = own is not None and own.kind == RequestKind.CHANGE
        if own and (is_people or (is_beside and message.kind == RequestKind.NOTE)):
            return own
    return message


def with_room(message: BookingMessage, words: str, text: str) -> str:
    """The words of one of several wishes of a text, with the room that the text names
    once for all of them: "fresh towels and the sink leaks in 903"."""
    room = spoken_numbers.room(text)
    is_without = message.kind == RequestKind.SERVICE and not spoken_numbers.room(words)
    return f"{words}, room {room}" if room and is_without else words


def _wish_of(
    writer: Writer, clause: str, previous: BookingMessage | None
) -> BookingMessage | None:
    """previous: the wish of the clauses before; "and dinner to 8" goes on with it."""
    if codes.is_credentials(clause):
        return None
    message = writer.read(clause) or phrases.further(clause)
    if message is None and previous and previous.kind == RequestKind.CHANGE:
        is_named = bool(selection.kinds_in(phrases.words_of(clause)))
        if is_named and offered_values.are_named(clause, writer.now):
            return BookingMessage(previous.meaning, phrases.words_of(clause))
    if message is None and not spoken_numbers.is_room_alone(clause):
        message = phrases.learnt_in_part(clause)
        # "A candle would be great" beside a table is no wish for a room.
        if message and message.meaning == "items" and _is_of_table(previous):
            return None
    if message is None or (previous and message.kind is None):
        return None
    is_beside = message.kind in _BESIDE_WISHES and previous and previous.kind
    return None if is_beside else message


def _is_of_table(message: BookingMessage | None) -> bool:
    kinds = selection.kinds_in(message.words) if message else set()
    return kinds == {Reservation.Kind.TABLE}


def _aim(
    message: BookingMessage, clause: str, upcoming: list[Reservation], writer: Writer
) -> list[Reservation]:
    """The bookings that a wish may be about."""
    if not message.is_of_booking:
        return []
    if message.kind in OF_ROOMS:
        return [own for own in upcoming if own.kind == Reservation.Kind.ROOM]
    return selection.matching(upcoming, clause, writer.now)


def movable(
    message: BookingMessage, bookings: Sequence[Reservation], text: str, now: datetime
) -> list[Reservation]:
    """Those that "move it to 8:30" may be about: tables and treatments whose place is
    open then. All of them, where it says which, names no time, or fits none."""
    says_which = selection.names_one(bookings, text) or selection.are_all_meant(text)
    if message.kind != RequestKind.CHANGE or says_which:
        return list(bookings)
    fitting = [
        own for own in bookings if own.kind in _MOVABLE_KINDS and _fits(own, text, now)
    ]
    return fitting or list(bookings)


def _fits(booking: Reservation, text: str, now: datetime) -> bool:
    """Whether its place is open at the time, or its hours are not recorded."""
    starts_at = booking.starts_at.astimezone(now.tzinfo)
    target = dates.read(text, now, starts_at.time())
    if target.clock is None or booking.item is None:
        return target.clock is not None
    day = target.day or starts_at.date()
    at = datetime.combine(day, target.clock, now.tzinfo)
    state = timetable.state(booking.item, at)
    return state.is_open or not state.is_known


def is_of_empty_day(
    message: BookingMessage, bookings: Sequence[Reservation], text: str, now: datetime
) -> bool:
    """Whether "cancel everything tonight" names a day on which nothing is booked. The
    day of a change may be the one that it is moved to."""
    is_of_day = named_days.named_day(text, now) is not None
    is_cancel = message.kind == RequestKind.CANCEL
    beginning = named_days.beginning_then(bookings, text, now)
    return is_cancel and is_of_day and not beginning


def of_what_is_booked(
    writer: Writer, message: BookingMessage, text: str
) -> BookingMessage:
    """A change for "Ballo half an hour earlier": weights take that for an end of a
    stay, which neither a table has nor a guest who has booked no room."""
    is_shift = relative_changes.read(text) is not None
    if message.kind not in OF_ROOMS or not is_shift or phrases.read(text):
        return message
    upcoming = list(queries.upcoming(writer.booking_ids, writer.now))
    matches = selection.matching(upcoming, text, writer.now)
    if any(own.kind == Reservation.Kind.ROOM for own in matches):
        return message
    return replace(message, meaning=phrases.MEANING_OF[RequestKind.CHANGE])


def with_unbooked(
    writer: Writer, text: str, rows: Sequence[Reservation], reply: BookingReply
) -> BookingReply:
    """The reply to "cancel Ballo and the spa", with what of it is not booked."""
    unbooked = selection.unbooked(rows, text)
    if not unbooked:
        return reply
    note = writer.say("booking_none_of", words=", ".join(unbooked))
    return replace(reply, text=f"{note}\n\n{reply.text}")
