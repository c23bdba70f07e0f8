"""Answers to which of several bookings the guest means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings import answers
from apps.conversations.turns.bookings.records import facts
from apps.conversations.turns.bookings.requests import (
    corrections,
    joined_replies,
    request_answers,
    unanswered,
)
from apps.conversations.turns.bookings.words import (
    dates,
    decisions,
    exclusions,
    learnt_meanings,
    phrases,
    selection,
)
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.knowledge.question import parts
from apps.reservations import queries
from apps.reservations.models import Reservation


def chosen(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest was asked which of several bookings he means."""
    if decisions.is_no(text):
        return unanswered.declined(writer, expected)
    own_ids = [pk for pk in expected["ids"] if pk in writer.booking_ids]
    by_id = {own.pk: own for own in queries.of_guest(own_ids)}
    listed = [by_id[pk] for pk in own_ids if pk in by_id]
    earlier_text = expected["text"]
    question = phrases.follow_up(earlier_text) or writer.understand(earlier_text)
    if not listed or question is None:
        return None
    if both := _with_further(writer, text, earlier_text, listed, question):
        return both
    if further := _further(writer, text, listed, question, message):
        answer = answers.all_answered(writer, further, text, {})
        which = facts.which(listed, earlier_text, writer.language)
        return joined_replies.joined(writer, [answer, which])
    is_new = message is not None
    return _of_listed(writer, text, earlier_text, listed, question, is_new=is_new)


def _with_further(
    writer: Writer,
    text: str,
    earlier_text: str,
    listed: Sequence[Reservation],
    question: BookingMessage,
) -> BookingReply | None:
    """To "the dinner, and cancel the massage": which one, and what else is wanted."""
    names, clauses = selection.names_of(listed), parts.clauses(text)
    which = [*takewhile(lambda own: selection.only_says_which(own, names), clauses)]
    words = ", ".join(clauses[len(which) :])
    message = writer.read(words) if which and words else None
    if message is None or message.kind is None:
        return None
    if message.kind == question.kind and not selection.kinds_in(message.words):
        return None
    choice = _of_listed(
        writer, ", ".join(which), earlier_text, listed, question, is_new=False
    )
    if choice is None:
        return None
    further = answers.all_answered(writer, message, words, {})
    return joined_replies.joined(writer, [choice, further])


def _further(
    writer: Writer,
    text: str,
    listed: Sequence[Reservation],
    question: BookingMessage,
    message: BookingMessage | None,
) -> BookingMessage | None:
    """What "and a late checkout at 1" asks for besides; None for an answer.

    message: what phrases read in it.
    """
    if selection.only_says_which(text, selection.names_of(listed)):
        return None
    further = message or phrases.learnt(text, learnt_meanings.LIKELY)
    if further is None or (message is None and further.kind is None):
        return None
    if further.kind is None:
        return further if further.meaning != question.meaning else None
    return further if further.kind != question.kind else None


def _of_listed(
    writer: Writer,
    text: str,
    earlier_text: str,
    listed: Sequence[Reservation],
    question: BookingMessage,
    *,
    is_new: bool,
) -> BookingReply | None:
    """is_new: the message may as well ask for something else."""
    matches = selection.chosen(listed, text, writer.now)
    several = exclusions.chosen(listed, text, writer.now)
    if len(several) == 1:
        return _of_chosen(writer, "", earlier_text, listed, question, several[0])
    several = several or selection.all_meant(listed, text, writer.now)
    if several and question.kind is not None:
        return answers.wish_for_each(writer, question, earlier_text, several)
    if len(matches) != 1 or selection.is_part_meant(text):
        is_other = is_new and not matches
        return None if is_other else facts.which(listed, earlier_text, writer.language)
    return _of_chosen(writer, text, earlier_text, listed, question, matches[0])


def _of_chosen(
    writer: Writer,
    text: str,
    earlier_text: str,
    listed: Sequence[Reservation],
    question: BookingMessage,
    booking: Reservation,
) -> BookingReply:
    """text: which may say more than which booking is meant."""
    if question.kind is None:
        only = replace(writer, booking_ids=[booking.pk])
        return answers.fact(only, replace(question, words=""), "", {})
    reply = answers.wish(writer, question, earlier_text, booking)
    chosen_from = {corrections.CHOSEN_FROM: [own.pk for own in listed]}
    reply = replace(reply, expects={**reply.expects, **chosen_from})
    if reply.expects.get("for") != "confirmation" or not _has_values(
        writer, text, booking
    ):
        return reply
    return request_answers.to_proposal(writer, text, reply.expects, None) or reply


def _has_values(writer: Writer, text: str, booking: Reservation) -> bool:
    """Whether "the dinner, at 9" says more than which booking is meant."""
    starts_at = booking.starts_at.astimezone(writer.now.tzinfo)
    named = dates.read(text, writer.now, starts_at.time())
    is_other_time = named.clock not in (None, starts_at.time())
    return is_other_time or named.party not in (None, booking.party)
