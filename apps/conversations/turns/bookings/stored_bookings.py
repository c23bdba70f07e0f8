"""The bookings of the guest who writes, as the graph asks for them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from apps.concierge.bookings import (
    BookingLookup,
    BookingReply,
    BookingRow,
    Expected,
    GuestBookings,
)
from apps.concierge.no_bookings import NoBookings
from apps.conversations.models import Conversation
from apps.conversations.turns.active_turn import TurnRequest
from apps.conversations.turns.bookings import (
    after_asides,
    dialogue,
    pending_questions,
    references,
)
from apps.conversations.turns.bookings.identity import access, codes, identification
from apps.conversations.turns.bookings.identity.access import Caller
from apps.conversations.turns.bookings.records import lookups
from apps.conversations.turns.bookings.requests import (
    divided_decisions,
    offer_answers,
    own_requests,
    sent_requests,
)
from apps.conversations.turns.bookings.words import (
    decisions,
    exclusions,
    learnt_meanings,
    offered_values,
    phrases,
    selection,
    spoken_numbers,
)
from apps.conversations.turns.bookings.words.booking_names import NO_NAMES, BookingNames
from apps.conversations.turns.bookings.words.decisions import Word
from apps.conversations.turns.bookings.writer import Writer
from apps.guests.extraction import remarks
from apps.infrastructure import database_threads
from apps.infrastructure.processes import computing
from apps.language import normalise
from apps.properties import flags
from apps.properties.flags import Flags
from apps.properties.models import Property
from apps.reservations import queries
from apps.reservations.models import RequestKind

_ENDS_OF_STAY = frozenset({RequestKind.LATE_CHECKOUT, RequestKind.EARLY_CHECKIN})


def of_turn(
    place: Property, request: TurnRequest, now: datetime, turn_flags: Flags
) -> GuestBookings:
    """now: in the property's zone."""
    if not flags.is_on(turn_flags, "bookings"):
        return NoBookings()
    caller = Caller(
        place.pk,
        request.thread_id,
        request.caller,
        request.guest_key.guest_secret_hash,
    )
    writer = Writer(place, request.thread_id, now, request.language, caller)
    has_cards = request.channel != Conversation.Channel.SMS
    return StoredBookings(replace(writer, has_cards=has_cards))


class StoredBookings:
    """Of a property's guest, whom the thread may not know yet."""

    may_be_looked_up = True

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._names = NO_NAMES
        self._chance = 0.0

    async def read(self, text: str, vector: Sequence[float] | None) -> None:
        self._chance = learnt_meanings.judge(text, vector).chance
        if further := codes.after_introduction(text):
            self._chance = max(self._chance, learnt_meanings.judge(further).chance)
        if phrases.may_name(text) or exclusions.may_be_signs(text):
            self._names = await database_threads.run(self._names_of_bookings)

    def _names_of_bookings(self) -> BookingNames:
        return self._known_writer().names

    async def are_meant(self, text: str, expected: Expected) -> bool:
        writer = self._writer
        may_be_of_request = own_requests.may_be_meant(text)
        may_be_of_request = may_be_of_request or offer_answers.may_be_meant(text)
        if may_be_of_request and await database_threads.run(
            self._is_request_meant, text
        ):
            return True
        if not dialogue.is_meant(text, expected):
            if await self._names_one(text, expected):
                return True
            return bool(codes.link_code(text)) and await database_threads.run(
                identification.is_code_of_link, writer.thread_id, text, writer.now
            )
        if own_requests.are_asked_about(text):
            return await database_threads.run(self._has_asked)
        # Where nothing is booked here, guests hear whom to call.
        is_begun = bool(expected)
        return is_begun or await database_threads.run(
            queries.is_used, self._writer.place.pk
        )

    async def are_likely_meant(self, text: str) -> bool:
        if learnt_meanings.judge(text).chance < learnt_meanings.LIKELY:
            return False
        return await database_threads.run(self._is_likely_one_meant, text)

    def _is_likely_one_meant(self, text: str) -> bool:
        writer = self._known_writer()
        message = None if writer.read(text) else writer.understand(text)
        if message is None or writer.is_known:
            return message is not None
        if self._tells_of_resort(text) or phrases.may_be_new(message):
            return False
        return queries.is_used(writer.place.pk)

    def _tells_of_resort(self, text: str) -> bool:
        """Whether "your pool is closed" corrects the records, and names no room."""
        is_remark = bool(remarks.clauses(text, self._writer.language))
        return is_remark and not spoken_numbers.room(text)

    async def decides_earlier(self, text: str, expected: Expected) -> bool:
        is_asked = bool(pending_questions.kind(expected))
        if is_asked or not own_requests.may_answer_earlier(text):
            return False
        return await database_threads.run(
            lambda: bool(own_requests.waiting_for_word(self._known_writer(), text))
        )

    async def answers_after_aside(self, text: str, expected: Expected) -> bool:
        return await database_threads.run(
            lambda: after_asides.is_answer(self._known_writer(), text, expected)
        )

    def _has_asked(self) -> bool:
        writer = self._known_writer()
        return queries.has_asked(writer.booking_ids, writer.thread_id, writer.now)

    def _is_request_meant(self, text: str) -> bool:
        writer = self._known_writer()
        is_offer = offer_answers.may_be_meant(text)
        if is_offer and offer_answers.open_offer(writer, text):
            return True
        may_be_meant = own_requests.may_be_meant(text)
        is_one_meant = may_be_meant and own_requests.are_meant(writer, text)
        return is_one_meant or sent_requests.are_several_meant(writer, text)

    async def _names_one(self, text: str, expected: Expected) -> bool:
        """Whether it asks for something of a booking by name, or of a coming one."""
        is_order = bool(references.order(text)) and not pending_questions.kind(expected)
        if not is_order and not phrases.may_name(text):
            return False
        return await database_threads.run(self._is_one_meant, text, is_order)

    def _is_one_meant(self, text: str, is_order: bool) -> bool:
        writer = self._known_writer()
        if is_order and references.has_upcoming(writer):
            return True
        return writer.read(text) is not None and queries.is_used(writer.place.pk)

    def says_who(self, text: str) -> bool:
        return codes.says_who(text)

    def introduction(self, text: str) -> str:
        return codes.introduction(text)

    def wants(self, clause: str, *, is_after_own: bool = False) -> bool:
        if phrases.read(clause, self._names):
            return True
        if is_after_own and (
            offered_values.is_all(clause) or phrases.follow_up(clause)
        ):
            return True
        if (is_after_own or self._names != NO_NAMES) and self.says_which(clause):
            return True
        if self._chance < learnt_meanings.LIKELY:
            return False
        least = learnt_meanings.LIKELY if is_after_own else learnt_meanings.SURE
        return learnt_meanings.judge_part(clause).chance >= least

    async def asks_for_stay(self, text: str) -> bool:
        return await database_threads.run(self._is_stay_asked_for, text)

    def _is_stay_asked_for(self, text: str) -> bool:
        writer = self._known_writer()
        message = None if writer.is_known else writer.understand(text)
        return message is not None and message.kind in _ENDS_OF_STAY

    def decides(self, text: str) -> bool:
        is_divided = divided_decisions.are_all(text, self._names)
        is_divided = is_divided or exclusions.signs(text, self._names) is not None
        return is_divided or decisions.read(text).is_whole

    def says_which(self, clause: str) -> bool:
        return selection.only_says_which(clause, self._names)

    def sets_condition(self, text: str) -> bool:
        return decisions.read(text).is_conditional

    def corrects(self, text: str) -> bool:
        decision = decisions.read(text)
        if decision.word == Word.UNCLEAR and not decision.other_clauses:
            return True
        is_question = normalise.has_question_mark(text)
        is_short = len(text.split()) <= offered_values.MOST_WORDS
        spelled = offered_values.spelled(text) if is_short else text
        return offered_values.name_another(spelled, is_question=is_question)

    async def reply(self, text: str, expected: Expected) -> BookingReply:
        is_asked_for = expected.get("for") == "identity"
        is_code = codes.read(text, is_asked_for=is_asked_for).code
        if is_code or codes.link_code(text):
            await self._pause()
        return await database_threads.run(self._answer, text, expected)

    async def _pause(self) -> None:
        """Each code that does not fit makes the next one wait longer."""
        caller = self._writer.caller
        if seconds := await database_threads.run(access.pause_seconds, caller):
            computing.leave()
            await asyncio.sleep(seconds)

    async def look_up(self, lookup: BookingLookup) -> Sequence[BookingRow]:
        return await database_threads.run(
            lambda: lookups.rows(self._known_writer(), lookup)
        )

    def _answer(self, text: str, expected: Expected) -> BookingReply:
        return dialogue.answer(self._known_writer(), text, expected)

    def _known_writer(self) -> Writer:
        """With the bookings that the thread has proved."""
        ids = access.booking_ids(self._writer.thread_id, self._writer.now)
        return replace(self._writer, booking_ids=ids)
