"""Answers to what a guest says after he has sent a request, or read of a decision."""

from __future__ import annotations

from dataclasses import replace

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings import answers, references
from apps.conversations.turns.bookings.requests import (
    divided_decisions,
    joint_requests,
    offer_answers,
    own_requests,
    proposals,
    replacements,
    request_statuses,
)
from apps.conversations.turns.bookings.words import (
    decisions,
    offered_values,
    phrases,
    relative_changes,
    replies,
    selection,
)
from apps.conversations.turns.bookings.words.booking_names import NO_NAMES
from apps.conversations.turns.bookings.words.decisions import Word
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import patterns
from apps.reservations.models import Request, RequestKind

# "Also cancel it" is about the booking, not about what was just sent.
_ALSO = patterns.compile(
    r"\b(?:also|too|as well|additionally|tambien|aussi|tambem|auch|anche)\b"
)


def after_sending(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest has just sent a request, and may take it back."""
    request = proposals.find(writer, expected["sent"])
    if request is None:
        return None
    if reply := (
        offer_answers.to_named(writer, text)
        or joint_requests.all_taken_back(writer, text)
        or divided_decisions.several_taken_back(writer, text)
        or joint_requests.taken_back(writer, text, expected)
    ):
        return reply
    is_further = bool(_ALSO.search(phrases.words_of(text)))
    is_unread = message is None
    if not is_further and replies.takes_back(
        text, request.kind, in_own_words=is_unread
    ):
        return own_requests.take_back(writer, text, request)
    if reply := _further(writer, request, text, message):
        return reply
    if message:
        return None
    # A yes after what is sent takes what staff offer for something else, if anything.
    is_yes = decisions.read(text, is_offer=True).word == Word.YES
    rows = (writer.open_offers if is_yes else []) or [request]
    reply = request_statuses.statuses(writer, rows)
    return replace(reply, expects=reply.expects or expected)


def which_to_take_back(writer: Writer, text: str) -> BookingReply | None:
    """How all of them stand that "cancel that request" may mean; None for none."""
    if reply := joint_requests.all_taken_back(
        writer, text
    ) or divided_decisions.several_taken_back(writer, text):
        return reply
    several = _that_may_be_meant(writer, text)
    return request_statuses.statuses(writer, several) if several else None


def are_several_meant(writer: Writer, text: str) -> bool:
    """Whether the words take one of several requests back, and do not say which."""
    return bool(_that_may_be_meant(writer, text))


def _that_may_be_meant(writer: Writer, text: str) -> list[Request]:
    is_plain = own_requests.may_be_meant(text) and not decisions.read(text).kinds
    if not is_plain or not replies.takes_back(text, ""):
        return []
    undecided = own_requests.UNDECIDED
    rows = [row for row in writer.open_requests if row.status in undecided]
    return rows if len(rows) > 1 else []


def is_for_another(text: str) -> bool:
    """Whether "and the show too" asks the same for another booking; no row is read."""
    return selection.only_says_which(text, NO_NAMES)


def _further(
    writer: Writer, request: Request, text: str, message: BookingMessage | None
) -> BookingReply | None:
    """Of something else for this booking, of the same for another, or of another time
    for this one."""
    order = references.order(text)
    if order and request.reservation and _ALSO.search(order.words):
        return answers.wish(writer, order, text, request.reservation)
    meaning = phrases.MEANING_OF.get(RequestKind(request.kind))
    if meaning and message is None and is_for_another(text):
        again = BookingMessage(meaning, phrases.words_of(text))
        return answers.answered(writer, again, text, {})
    if _is_shift(request, text):
        return replacements.propose(writer, request, text)
    if message is None and offered_values.are_instead(text):
        return replacements.propose(writer, request, text)
    return None


def _is_shift(request: Request, text: str) -> bool:
    """Whether "half an hour later than that" counts from what was just sent."""
    words = phrases.words_of(text)
    is_other = decisions.kinds_in(words) - {request.kind} or selection.kinds_in(words)
    return not is_other and relative_changes.read(text) is not None


def after_notice(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest was asked something, and read of a decision before his yes or no.

    He is asked again: his word may be about the decision.
    """
    request = proposals.find(writer, expected["interrupted"])
    is_word = decisions.read(text).is_whole
    return request_statuses.statuses(writer, [request]) if request and is_word else None
