"""A turn about bookings: whether the message is about them, and what answers it.

Words are read first, and rows only where the words are about bookings.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

from django.db import transaction

from apps.concierge import offers
from apps.concierge.bookings import BookingReply, Expected, GuestBookings, NoBookings
from apps.conversations.models import Conversation
from apps.conversations.turns.active_turn import TurnRequest
from apps.conversations.turns.bookings import answers, pending_questions
from apps.conversations.turns.bookings.identity import (
    access,
    codes,
    identification,
    links,
)
from apps.conversations.turns.bookings.identity.access import Caller
from apps.conversations.turns.bookings.words import dates, phrases
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import computing, database_threads, patterns
from apps.language import normalise
from apps.properties import flags
from apps.properties.flags import Flags
from apps.properties.models import Property
from apps.reservations import queries

MOST_NAME_WORDS, MOST_CHOICE_WORDS, MOST_FEEDBACK_WORDS = 6, 10, 25
# Whether a day is named does not hang on which day it is.
ANY_DAY = datetime(2000, 1, 1, 12, tzinfo=UTC)
# Who says this means what was just spoken of.
_IT = patterns.compile(r"^(please )?cancel (it|that|this|them)$")
_ASKS = patterns.compile(
    r"^(what|whats|when|where|which|who|how|why|is|are|do|does|can|could|que|cual|"
    r"cuando|donde|como|hay|tienen|quel|quelle|quand|ou|comment|est ce|y a)\b"
)
_THANKS = patterns.compile(r"^(thanks?|thank you|thx|gracias|merci|hi|hello|bye)\b")
# Of "my code is MS-4F7K and the name is Maria Alvarez".
MOST_WORDS = 10


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

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def are_meant(self, text: str, expected: Expected) -> bool:
        if not is_meant(text, expected):
            writer = self._writer
            return bool(codes.link_code(text)) and await database_threads.run(
                is_code_of_link, writer.thread_id, text, writer.now
            )
        if is_of_own_requests(text):
            return await database_threads.run(
                queries.has_asked, self._writer.thread_id, self._writer.now
            )
        # Where nothing is booked here, guests hear whom to call.
        is_begun = bool(expected)
        return is_begun or await database_threads.run(
            queries.is_used, self._writer.place.pk
        )

    def says_who(self, text: str) -> bool:
        credentials = codes.read(text, is_asked_for=False)
        return credentials.is_whole and len(text.split()) <= MOST_WORDS

    def wants(self, clause: str) -> bool:
        return phrases.read(clause) is not None

    async def reply(self, text: str, expected: Expected) -> BookingReply:
        is_asked_for = expected.get("for") == "identity"
        is_code = codes.read(text, is_asked_for=is_asked_for).code
        if is_code or codes.link_code(text):
            await self._pause()
        return await database_threads.run(self._answer, text, expected)

    async def _pause(self) -> None:
        """Each code that does not fit makes the next one wait longer."""
        caller = self._writer.caller
        seconds = await database_threads.run(access.pause_seconds, caller)
        if seconds:
            computing.leave()
            await asyncio.sleep(seconds)

    def _answer(self, text: str, expected: Expected) -> BookingReply:
        writer = self._writer
        ids = access.booking_ids(writer.thread_id, writer.now)
        return answer(replace(writer, booking_ids=ids), text, expected)


def is_meant(text: str, expected: Expected) -> bool:
    """Whether the words of a message are about bookings; no row is read."""
    message, waits = phrases.read(text), pending_questions.kind(expected)
    if message:
        return bool(expected) or not _IT.search(message.words)
    if "about" in expected and phrases.follow_up(text):
        return True
    if codes.read(text, is_asked_for=False).code:
        return True
    words = phrases.words_of(text)
    if not waits or _THANKS.search(words):
        return False
    is_question = normalise.has_question_mark(text) or bool(_ASKS.search(words))
    return _IS_ANSWER[waits](text, words, is_question)


def is_of_own_requests(text: str) -> bool:
    """Whether it is about bookings only where the thread has asked for something."""
    message = phrases.read(text)
    return message is not None and message.meaning == phrases.NEWS_HERE


def is_code_of_link(thread_id: UUID, text: str, now: datetime) -> bool:
    """Whether it is such a code, and one was sent; a row is read only for a code."""
    if not codes.link_code(text) or codes.read(text, is_asked_for=True).is_whole:
        return False
    return links.is_awaited(thread_id, now)


def _is_identity(text: str, words: str, is_question: bool) -> bool:
    credentials = codes.read(text, is_asked_for=True)
    is_name = bool(credentials.name) and len(words.split()) <= MOST_NAME_WORDS
    is_of_link = codes.contact(text, is_asked_for=True) or phrases.wants_link(text)
    is_said = bool(credentials.code or is_of_link)
    return offers.is_no(text) or is_said or (is_name and not is_question)


def _is_choice(text: str, words: str, is_question: bool) -> bool:
    return not is_question and len(words.split()) <= MOST_CHOICE_WORDS


def _is_feedback(text: str, words: str, is_question: bool) -> bool:
    """A question changes a proposal only where it names a time or a number."""
    if is_question:
        return not dates.read(text, ANY_DAY).is_empty
    return len(words.split()) <= MOST_FEEDBACK_WORDS


def _is_word(text: str, words: str, is_question: bool) -> bool:
    return offers.is_yes(text) or offers.is_no(text)


_IS_ANSWER = {
    "identity": _is_identity,
    "choice": _is_choice,
    "details": _is_choice,
    "confirmation": _is_feedback,
    "offer": _is_word,
    "interrupted": _is_word,
}


@transaction.atomic
def answer(writer: Writer, text: str, expected: Expected) -> BookingReply:
    """The answer to a message; expected: of the answer before."""
    if is_code_of_link(writer.thread_id, text, writer.now):
        is_asked = expected.get("for") == "identity"
        code, awaited = codes.link_code(text), expected if is_asked else {}
        return identification.identify_by_link(writer, code, awaited)
    handler = pending_questions.HANDLERS.get(pending_questions.kind(expected))
    message = phrases.read(text)
    if message is None and "about" in expected:
        message = phrases.follow_up(text)
    if handler and (reply := handler(writer, text, expected, message)):
        return reply
    credentials = codes.read(text, is_asked_for=False)
    if credentials.code:
        question = text if message else ""
        return identification.identify(writer, credentials, {"text": question})
    if message is None:
        return answers.ask_who(writer, "")
    return answers.answered(writer, message, text, expected)
