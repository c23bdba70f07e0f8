"""Answers to what a guest says to a proposal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings import answers, references
from apps.conversations.turns.bookings.requests import (
    corrections,
    divided_decisions,
    joint_requests,
    own_requests,
    proposals,
    request_cards,
    request_statuses,
    wishes,
)
from apps.conversations.turns.bookings.requests.wishes import Asking, Question, Values
from apps.conversations.turns.bookings.words import (
    decisions,
    offered_values,
    phrases,
    replies,
)
from apps.conversations.turns.bookings.words.decisions import Decision, Word
from apps.conversations.turns.bookings.words.phrase_patterns import any_piece
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.reservations.models import MAY_BE_OF_BOOKING, Request, RequestKind
from apps.reservations.request_status import Status

# Of these a no with other words corrects what staff read, where it says nothing else.
OF_WORDS = MAY_BE_OF_BOOKING | {RequestKind.SERVICE, RequestKind.UPGRADE}
# A wish that differs in these alone asks for the same.
COMMENTS = frozenset({"note", "words"})
# By a press on the card, which says nothing in the conversation.
SENT = frozenset({Status.WAITING, Status.APPROVED})


def to_proposal(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """Yes sends it, no withdraws it; any other words change it."""
    request = proposals.as_seen(writer, expected)
    rows = joint_requests.waiting(writer, expected)
    if divided := (
        divided_decisions.decided(writer, text, rows)
        or corrections.some_only(writer, text, rows)
    ):
        return divided
    if instead := corrections.instead(writer, text, request, expected):
        return instead
    if _is_wish_itself(message):
        return _to_last(writer, text, expected, message)
    if named := corrections.named_alone(writer, text, rows):
        return _to_named(writer, text, named, rows)
    to_all = joint_requests.decided(writer, text, expected)
    reply = to_all or _to_last(writer, text, expected, message)
    if reply is None or joint_requests.DOUBTFUL not in expected:
        return reply
    return request_statuses.with_others(writer, reply, rows[:-1])


def _to_named(
    writer: Writer, text: str, named: Request, rows: Sequence[Request]
) -> BookingReply:
    """ "The dinner at 8" of several proposals: the others wait until that is clear."""
    is_other = corrections.is_of_another_booking(text, named, writer)
    if not is_other and offered_values.are_named(text, writer.now):
        decision = replies.to_proposal(text, named.kind)
        reply = _changed(writer, named, text, decision)
    else:
        reply = _unsure(writer, named)
    also = [joint_requests.expected_request(row) for row in rows if row != named]
    if joint_requests.DOUBTFUL not in reply.expects or not also:
        return reply
    return replace(reply, expects={**reply.expects, joint_requests.ALSO: also})


def _to_last(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """To the proposal of the answer before, or the last of several."""
    request = proposals.as_seen(writer, expected)
    if request is None:
        return None
    decision = replies.to_proposal(text, request.kind)
    is_unread = message is None
    if reply := _to_condition_or_no(writer, request, text, decision, is_unread):
        return reply
    is_of_kind = message is not None and message.kind == request.kind
    if corrections.are_asked_for(writer, text, request, message):
        return None
    if decision.word == Word.YES:
        is_restated = is_of_kind and _is_wish_itself(message)
        is_clear = decision.names_act or joint_requests.DOUBTFUL not in expected
        is_sure = is_clear and not is_restated
        if reply := _to_yes(writer, request, decision, is_sure=is_sure):
            return reply
    if message and message.kind != request.kind:
        return None
    return _changed(writer, request, text, decision)


def _to_condition_or_no(
    writer: Writer, request: Request, text: str, decision: Decision, is_unread: bool
) -> BookingReply | None:
    """None where the guest says neither. What he sent by a press, he may take back.

    is_unread: no phrase says what the words want.
    """
    is_sent = request.status in SENT
    is_sent = is_sent and replies.takes_back(text, request.kind, in_own_words=is_unread)
    if is_sent and (current := proposals.find(writer, request.pk)):
        return own_requests.take_back(writer, text, current)
    if decision.is_conditional:
        values = wishes.noted(request.wish, text)
        return proposals.revise_with_condition(writer, request, values)
    if decision.asks_for_time:
        return _unsure(writer, request, "request_waits")
    if decision.word == Word.YES and decision.excludes:
        return _unsure(writer, request)
    if decision.word != Word.NO:
        return None
    correction = _corrected(writer, request, decision)
    return correction or _declined(writer, request, decision)


def _is_wish_itself(message: BookingMessage | None) -> bool:
    """Whether "cancel my table" says once more what is wanted, without a yes."""
    if message is None or references.has_pronoun(message):
        return False
    return not any_piece("agrees", "sends").search(message.words)


def _to_yes(
    writer: Writer, request: Request, decision: Decision, *, is_sure: bool
) -> BookingReply | None:
    """None where the rest of the message changes the proposal."""
    if not decision.other_clauses:
        if is_sure:
            return _agreed(writer, request, decision)
        return _unsure(writer, request)
    if is_sure and _is_apart(decision.remainder, request):
        return own_requests.go_on(writer, _sent(writer, request), decision.remainder)
    return None


def _agreed(writer: Writer, request: Request, decision: Decision) -> BookingReply:
    """To what was asked, or to another proposal that he names."""
    if decision.kinds and request.kind not in decision.kinds:
        sent = own_requests.send(writer, decision)
        if sent is None:
            return _unsure(writer, request)
        return joint_requests.after(sent, request_statuses.statuses(writer, [request]))
    return _sent(writer, request)


def _sent(writer: Writer, request: Request) -> BookingReply:
    return proposals.decide(writer, str(request.pk), request.version, "confirm")


def _declined(writer: Writer, request: Request, decision: Decision) -> BookingReply:
    withdrawn = own_requests.withdraw(writer, decision, request)
    if withdrawn and (change := _change_instead(writer, request, decision.remainder)):
        return joint_requests.after(withdrawn, change)
    return withdrawn or _unsure(writer, request)


def _change_instead(
    writer: Writer, request: Request, words: str
) -> BookingReply | None:
    """ "Actually no, just make it nine" changes what was to be cancelled."""
    is_cancellation = request.kind == RequestKind.CANCEL and request.reservation
    if not is_cancellation or not offered_values.are_named(words, writer.now):
        return None
    if writer.read(words):
        return None
    message = BookingMessage(RequestKind.CHANGE, phrases.words_of(words))
    return answers.wish(writer, message, words, request.reservation)


def _corrected(
    writer: Writer, request: Request, decision: Decision
) -> BookingReply | None:
    """ "No, make it nine" changes the proposal; None where a no says no such thing."""
    remainder = decision.remainder
    message = writer.read(remainder) if remainder else None
    if not remainder or (message and message.kind != request.kind):
        return None
    values = _read(writer, request, remainder)
    if isinstance(values, Question):
        return None if decision.is_firm else _question(values, request)
    is_other = _without_words(values) != _without_words(request.wish)
    is_of_words = request.kind in OF_WORDS and not decision.is_firm
    is_added = is_of_words and not decisions.has_doubts(phrases.words_of(remainder))
    return proposals.revise(writer, request, values) if is_other or is_added else None


def _changed(
    writer: Writer, request: Request, text: str, decision: Decision
) -> BookingReply:
    values = _read(writer, request, text)
    if isinstance(values, Question):
        return _question(values, request)
    is_other = _without_words(values) != _without_words(request.wish)
    if decision.word == Word.UNCLEAR and not is_other:
        return _unsure(writer, request)
    return proposals.revise(writer, request, values)


def _read(writer: Writer, request: Request, text: str) -> Values | Question:
    meaning = request.wish.get("what") or request.kind
    earlier = request.wish or {"note": ""}
    kind = RequestKind(request.kind)
    return wishes.read(
        Asking(kind, meaning, text, request.reservation, earlier), writer
    )


def _without_words(values: Values) -> Values:
    return {name: value for name, value in values.items() if name not in COMMENTS}


def _question(question: Question, request: Request) -> BookingReply:
    expects = proposals.expects(request, "confirmation")
    return BookingReply(question.text, {**expects, joint_requests.DOUBTFUL: True})


def _unsure(
    writer: Writer, request: Request, question: str = "request_send_or_withdraw"
) -> BookingReply:
    """Asks whether to send it or to withdraw it, in words that say which."""
    current = proposals.find(writer, request.pk)
    if current is None or current.version != request.version:
        return proposals.shown(writer, current)
    card = request_cards.of(current, writer.language)
    text = writer.say(question, title=card["title"])
    expected = proposals.expects(request, "confirmation")
    expects = {**expected, joint_requests.DOUBTFUL: True}
    return BookingReply(text, expects, requests=[card])


def _is_apart(remainder: str, request: Request) -> bool:
    """Whether the rest of a yes is about something else than the request."""
    message = phrases.read(remainder)
    return message is not None and message.kind != request.kind
