"""Answers to what a guest says to a proposal, and to what staff offer instead."""

from __future__ import annotations

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings import (
    answers,
    offered_values,
    own_requests,
    proposals,
    request_cards,
    wishes,
)
from apps.conversations.turns.bookings.wishes import Asking, Question, Values
from apps.conversations.turns.bookings.words import decisions, phrases, selection
from apps.conversations.turns.bookings.words.decisions import Decision, Word
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.reservations.models import Request, RequestKind

# Of these a no with other words corrects what staff read, where it says nothing else.
OF_WORDS = frozenset({RequestKind.SERVICE, RequestKind.UPGRADE})
# A wish that differs in these alone asks for the same.
SAID = frozenset({"note", "words"})
# A yes alone does not send what the guest may have meant to take back.
DOUBTFUL = "is_doubtful"


def to_proposal(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """Yes sends it, no withdraws it; any other words change it."""
    request = proposals.find(writer, expected["request"])
    if request is None:
        return None
    request = _as_seen(request, expected)
    decision = decisions.read(text, request.kind)
    if reply := _to_condition_or_no(writer, request, text, decision):
        return reply
    is_of_kind = message is not None and message.kind == request.kind
    if is_of_kind and _is_of_another_booking(text, request, writer):
        return None
    if decision.word == Word.YES:
        is_sure = decision.names_act or DOUBTFUL not in expected
        if reply := _to_yes(writer, request, decision, is_sure=is_sure):
            return reply
    if message and message.kind != request.kind:
        return None
    return _changed(writer, request, text, decision)


def to_offer(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest's word on what staff offer instead."""
    request = proposals.find(writer, expected["request"])
    if request is None:
        return None
    request = _as_seen(request, expected)
    decision = decisions.read(text, request.kind, is_offer=True)
    if decision.word == Word.NO:
        return _refused(writer, request, decision)
    spoken = offered_values.without(text, writer.now)
    word = decisions.read(spoken, request.kind, is_offer=True)
    is_offered = offered_values.are_meant(text, _offer(request), writer.now)
    if word.word == Word.YES and not word.other_clauses and is_offered:
        return _moved(writer, request, "accept")
    is_unsettled = word.word == Word.YES or decision.is_conditional
    if is_unsettled or offered_values.are_named(text, writer.now):
        return _ask_again(writer, request)
    return None


def is_about_offer(text: str, *, is_question: bool) -> bool:
    """Whether such a message is an answer to an offer; no row is read."""
    spoken = offered_values.without(text, offered_values.ANY_DAY)
    decision = decisions.read(text, is_offer=True)
    if decision.word == Word.NO or decision.is_conditional:
        return True
    if decisions.read(spoken, is_offer=True).word == Word.YES:
        return True
    return offered_values.name_another(text, is_question=is_question)


def after_notice(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest was asked something, and read of a decision before his yes or no.

    He is asked again: his word may be about the decision.
    """
    request = proposals.find(writer, expected["interrupted"])
    is_word = decisions.read(text).is_whole
    return answers.statuses(writer, [request]) if request and is_word else None


def _to_condition_or_no(
    writer: Writer, request: Request, text: str, decision: Decision
) -> BookingReply | None:
    """None where the guest says neither."""
    if decision.is_conditional:
        values = wishes.noted(request.wish, text)
        return proposals.revise_with_condition(writer, request, values)
    if decision.word != Word.NO:
        return None
    correction = _corrected(writer, request, decision)
    return correction or _declined(writer, request, decision)


def _as_seen(request: Request, expected: Expected) -> Request:
    """The request as the guest saw it: moving it fails where it has changed since."""
    request.version = expected["version"]
    return request


def _is_of_another_booking(text: str, request: Request, writer: Writer) -> bool:
    """Whether "cancel my dinner" answers a proposal about a show."""
    booking = request.reservation
    if booking is None or not selection.kinds_in(phrases.words_of(text)):
        return False
    return not selection.matching([booking], text, writer.now)


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
        return own_requests.joined(sent, answers.statuses(writer, [request]))
    return _sent(writer, request)


def _sent(writer: Writer, request: Request) -> BookingReply:
    return _moved(writer, request, "confirm")


def _moved(writer: Writer, request: Request, action: str) -> BookingReply:
    return proposals.decide(writer, str(request.pk), request.version, action)


def _declined(writer: Writer, request: Request, decision: Decision) -> BookingReply:
    withdrawn = own_requests.withdraw(writer, decision, request)
    return withdrawn or _unsure(writer, request)


def _corrected(
    writer: Writer, request: Request, decision: Decision
) -> BookingReply | None:
    """ "No, make it nine" changes the proposal; None where a no says no such thing."""
    remainder = decision.remainder
    message = phrases.read(remainder) if remainder else None
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
    return {name: value for name, value in values.items() if name not in SAID}


def _question(question: Question, request: Request) -> BookingReply:
    expects = proposals.expects(request, "confirmation")
    return BookingReply(question.text, {**expects, DOUBTFUL: True})


def _unsure(writer: Writer, request: Request) -> BookingReply:
    """Asks whether to send it or to withdraw it, in words that say which."""
    current = proposals.find(writer, request.pk)
    if current is None or current.version != request.version:
        return proposals.shown(writer, current)
    card = proposals.card_of(writer, current)
    text = writer.say("request_send_or_withdraw", title=card["title"])
    expects = {**proposals.expects(request, "confirmation"), DOUBTFUL: True}
    return BookingReply(text, expects, requests=[card])


def _is_apart(remainder: str, request: Request) -> bool:
    """Whether the rest of a yes is about something else than the request."""
    message = phrases.read(remainder)
    return message is not None and message.kind != request.kind


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
    return own_requests.joined(reply, wish)


def _offer(request: Request) -> Values:
    """The number of people stays as it is where the offer says nothing of it."""
    booking = request.reservation
    return {"party": booking.party if booking else None, **request.offer}


def _ask_again(writer: Writer, request: Request) -> BookingReply:
    """What is offered, to somebody who names something else."""
    current = proposals.find(writer, request.pk)
    if current is None or current.version != request.version:
        return proposals.shown(writer, current)
    card = proposals.card_of(writer, current)
    offer = request_cards.offer_words(current, writer.language)
    text = writer.say("request_offer_other", title=card["title"], offer=offer)
    return BookingReply(text, proposals.expects(request, "offer"), requests=[card])
