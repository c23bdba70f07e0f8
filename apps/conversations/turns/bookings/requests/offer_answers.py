"""Answers to what a guest says to an offer of the staff."""

from __future__ import annotations

from datetime import datetime

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings import answers
from apps.conversations.turns.bookings.requests import (
    corrections,
    joint_requests,
    own_requests,
    proposals,
    request_cards,
    request_statuses,
)
from apps.conversations.turns.bookings.requests.wishes import Values
from apps.conversations.turns.bookings.words import (
    dates,
    decisions,
    offered_values,
    phrases,
    replies,
)
from apps.conversations.turns.bookings.words.decisions import Decision, Word
from apps.conversations.turns.bookings.words.phrase_patterns import any_piece
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import patterns
from apps.language import normalise
from apps.reservations.models import Request

# Longer messages say more than that another time would be better.
MOST_WORDS = 12
_AGAINST = patterns.compile(
    r"\b(?:too (?:late|early)|rather|instead|prefer\w*|doesn'?t work|won'?t work|"
    r"can'?t (?:do|make)|demasiado (?:tarde|temprano)|muy (?:tarde|temprano)|"
    r"mejor (?:a las?|sobre)|trop (?:tard|tot)|plutot|tarde demais|cedo demais|"
    r"zu (?:spat|fruh)|lieber|troppo (?:tardi|presto)|piuttosto)\b"
)


def to_offer(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest's word on what staff offer instead."""
    request = proposals.as_seen(writer, expected)
    if request is None:
        return None
    decision = replies.to_proposal(text, request.kind, is_offer=True)
    if decision.word == Word.NO:
        return _refused(writer, request, decision)
    if corrections.are_asked_for_beside(writer, text, request, message):
        return None
    if decision.asks_for_time:
        return request_statuses.statuses(writer, [request])
    return _to_values(writer, request, text, decision)


def _to_values(
    writer: Writer, request: Request, text: str, decision: Decision
) -> BookingReply | None:
    """To a message that may name what is offered, or something else."""
    text = offered_values.without_place(text, request.reason)
    text = offered_values.spelled(text, request.offer.get("party"))
    words_besides = offered_values.without(text, writer.now)
    besides = replies.to_proposal(words_besides, request.kind, is_offer=True)
    is_offered = offered_values.are_meant(text, _offer(request), writer.now)
    if besides.is_whole and is_offered:
        if besides.word == Word.NO:
            return _refused(writer, request, besides)
        return _moved(writer, request, "accept")
    is_unsettled = besides.word == Word.YES or decision.is_conditional
    if is_unsettled or offered_values.are_named(text, writer.now):
        return _ask_again(writer, request)
    return None


def is_about_offer(text: str, *, is_question: bool) -> bool:
    """Whether such a message is an answer to an offer; no row is read."""
    plain = offered_values.spelled(text)
    words_besides = offered_values.without(plain, dates.ANY_DAY)
    decision = replies.to_proposal(text, "", is_offer=True)
    if decision.word == Word.NO or decision.is_conditional or decision.asks_for_time:
        return True
    if replies.to_proposal(words_besides, "", is_offer=True).word == Word.YES:
        return True
    return offered_values.name_another(text, is_question=is_question)


def may_be_meant(text: str) -> bool:
    """Whether the words take or refuse an offer by what it holds, or ask for another
    time than it has, whatever was said before; no row is read."""
    return _may_decide(text) or _may_counter(text)


def _may_counter(text: str) -> bool:
    """ "No, that's too late, 2 PM?", "I'd rather have 5"."""
    if not _AGAINST.search(normalise.folded(text)) or len(text.split()) > MOST_WORDS:
        return False
    return offered_values.are_named(offered_values.spelled(text), dates.ANY_DAY)


def _may_decide(text: str) -> bool:
    plain = offered_values.spelled(text)
    is_named = offered_values.are_named(plain, dates.ANY_DAY)
    if not is_named and not any_piece("offers").search(phrases.words_of(text)):
        return False
    words_besides = offered_values.without(plain, dates.ANY_DAY)
    return decisions.read(words_besides, is_offer=True).is_whole


def open_offer(writer: Writer, text: str) -> Request | None:
    """The only offer that such words fit, here or in another thread of the guest."""
    is_counter = not _may_decide(text)
    named = [
        own
        for own in writer.open_offers
        if is_counter or _is_named(own, text, writer.now)
    ]
    return named[0] if len(named) == 1 else None


def to_open(writer: Writer, text: str) -> BookingReply | None:
    """To an offer that other answers came after; None where no such one is meant."""
    request = open_offer(writer, text) if may_be_meant(text) else None
    if request is None:
        return None
    return to_offer(writer, text, proposals.expects(request, "offer"), None)


def to_named(writer: Writer, text: str) -> BookingReply | None:
    """The same, to words that say which: "8 works", "we'll take the late checkout"."""
    decision = decisions.read(text, is_offer=True)
    if decision.word == Word.YES and decision.is_whole:
        named = [own for own in writer.open_offers if own.kind in decision.kinds]
        return _moved(writer, named[0], "accept") if len(named) == 1 else None
    return to_open(writer, text) if _may_decide(text) else None


def _is_named(request: Request, text: str, now: datetime) -> bool:
    plain = offered_values.spelled(text, request.offer.get("party"))
    return offered_values.are_meant(plain, _offer(request), now)


def _refused(writer: Writer, request: Request, decision: Decision) -> BookingReply:
    """Refuses the offer, and asks for the time that the guest names instead."""
    named = own_requests.named_request(writer, decision, current=request)
    if named is None or named.pk != request.pk:
        withdrawn = own_requests.withdraw(writer, decision, request)
        return withdrawn or _ask_again(writer, request)
    reply = _moved(writer, request, "refuse")
    offer, clauses = _offer(request), decision.other_clauses
    clause = offered_values.other_than(clauses, offer, writer.now)
    if not clause or request.reservation is None:
        return own_requests.go_on(writer, reply, decision.remainder)
    message = BookingMessage(request.kind, phrases.words_of(clause))
    wish = answers.wish(writer, message, clause, request.reservation)
    return joint_requests.after(reply, wish)


def _moved(writer: Writer, request: Request, action: str) -> BookingReply:
    return proposals.decide(writer, str(request.pk), request.version, action)


def _offer(request: Request) -> Values:
    """The number of people stays as it is where the offer says nothing of it."""
    booking = request.reservation
    return {"party": booking.party if booking else None, **request.offer}


def _ask_again(writer: Writer, request: Request) -> BookingReply:
    """What is offered, to somebody who names something else."""
    current = proposals.find(writer, request.pk)
    if current is None or current.version != request.version:
        return proposals.shown(writer, current)
    card = request_cards.of(current, writer.language)
    offer = request_cards.offer_words(current, writer.language)
    text = writer.say("request_offer_other", title=card["title"], offer=offer)
    return BookingReply(text, proposals.expects(request, "offer"), requests=[card])
