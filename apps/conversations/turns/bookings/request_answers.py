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
from apps.conversations.turns.bookings.words import decisions, phrases
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
    seen = _as_seen(request, expected)
    decision = decisions.read(text, request.kind)
    if decision.word == Word.NO:
        return _corrected(writer, seen, decision) or _declined(writer, seen, decision)
    is_sure = decision.names_act or DOUBTFUL not in expected
    if decision.word == Word.YES and not decision.others:
        return _agreed(writer, seen, decision) if is_sure else _unsure(writer, seen)
    if decision.word == Word.YES and is_sure and _is_apart(decision.rest, request):
        return own_requests.go_on(writer, _sent(writer, seen), decision.rest)
    if message and message.kind != request.kind:
        return None
    return _changed(writer, seen, text, decision)


def to_offer(
    writer: Writer, text: str, expected: Expected, message: BookingMessage | None
) -> BookingReply | None:
    """The guest's word on what staff offer instead."""
    request = proposals.find(writer, expected["request"])
    if request is None:
        return None
    seen = _as_seen(request, expected)
    decision = decisions.read(text, request.kind, is_offer=True)
    if decision.word == Word.NO:
        return _refused(writer, seen, decision)
    spoken = offered_values.without(text, writer.now)
    word = decisions.read(spoken, request.kind, is_offer=True)
    is_offered = offered_values.are_meant(text, _offer(request), writer.now)
    if word.word == Word.YES and not word.others and is_offered:
        return _moved(writer, seen, "accept")
    if word.word == Word.YES or offered_values.are_named(text, writer.now):
        return _ask_again(writer, seen)
    return None


def is_about_offer(text: str, *, is_question: bool) -> bool:
    """Whether such a message is an answer to an offer; no row is read."""
    spoken = offered_values.without(text, offered_values.ANY_DAY)
    if decisions.read(text).word == Word.NO:
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


def _as_seen(request: Request, expected: Expected) -> Request:
    """The request as the guest saw it: moving it fails where it has changed since."""
    request.version = expected["version"]
    return request


def _agreed(writer: Writer, seen: Request, decision: Decision) -> BookingReply:
    """To what was asked, or to another proposal that he names."""
    if decision.kinds and seen.kind not in decision.kinds:
        sent = own_requests.send(writer, decision)
        if sent is None:
            return _unsure(writer, seen)
        return own_requests.joined(sent, answers.statuses(writer, [seen]))
    return _sent(writer, seen)


def _sent(writer: Writer, seen: Request) -> BookingReply:
    return _moved(writer, seen, "confirm")


def _moved(writer: Writer, seen: Request, action: str) -> BookingReply:
    return proposals.decide(writer, str(seen.pk), seen.version, action)


def _declined(writer: Writer, seen: Request, decision: Decision) -> BookingReply:
    withdrawn = own_requests.withdraw(writer, decision, seen)
    return withdrawn or _unsure(writer, seen)


def _corrected(
    writer: Writer, seen: Request, decision: Decision
) -> BookingReply | None:
    """ "No, make it nine" changes the proposal; None where a no says no such thing."""
    rest = decision.rest
    message = phrases.read(rest) if rest else None
    if not rest or (message and message.kind != seen.kind):
        return None
    values = _read(writer, seen, rest)
    if isinstance(values, Question):
        return None if decision.is_firm else _question(values, seen)
    is_other = _without_words(values) != _without_words(seen.wish)
    is_of_words = seen.kind in OF_WORDS and not decision.is_firm
    is_added = is_of_words and not decisions.has_doubts(phrases.words_of(rest))
    return proposals.revise(writer, seen, values) if is_other or is_added else None


def _changed(
    writer: Writer, seen: Request, text: str, decision: Decision
) -> BookingReply:
    values = _read(writer, seen, text)
    if isinstance(values, Question):
        return _question(values, seen)
    is_other = _without_words(values) != _without_words(seen.wish)
    if decision.word == Word.UNCLEAR and not is_other:
        return _unsure(writer, seen)
    return proposals.revise(writer, seen, values)


def _read(writer: Writer, seen: Request, text: str) -> Values | Question:
    meaning = seen.wish.get("what") or seen.kind
    earlier = seen.wish or {"note": ""}
    kind = RequestKind(seen.kind)
    return wishes.read(Asking(kind, meaning, text, seen.reservation, earlier), writer)


def _without_words(values: Values) -> Values:
    return {name: value for name, value in values.items() if name not in SAID}


def _question(question: Question, seen: Request) -> BookingReply:
    expects = proposals.expects(seen, "confirmation")
    return BookingReply(question.text, {**expects, DOUBTFUL: True})


def _unsure(writer: Writer, seen: Request) -> BookingReply:
    """Asks whether to send it or to withdraw it, in words that say which."""
    current = proposals.find(writer, seen.pk)
    if current is None or current.version != seen.version:
        return proposals.shown(writer, current)
    card = proposals.card_of(writer, current)
    text = writer.say("request_send_or_withdraw", title=card["title"])
    expects = {**proposals.expects(seen, "confirmation"), DOUBTFUL: True}
    return BookingReply(text, expects, requests=[card])


def _is_apart(rest: str, request: Request) -> bool:
    """Whether the rest of a yes is about something else than the request."""
    message = phrases.read(rest)
    return message is not None and message.kind != request.kind


def _refused(writer: Writer, seen: Request, decision: Decision) -> BookingReply:
    """Refuses the offer, and asks for the time that the guest names instead."""
    meant = own_requests.meant(writer, decision, asked=seen)
    if meant is None or meant.pk != seen.pk:
        withdrawn = own_requests.withdraw(writer, decision, seen)
        return withdrawn or _ask_again(writer, seen)
    reply = _moved(writer, seen, "refuse")
    other = offered_values.other_than(decision.others, _offer(seen), writer.now)
    if not other or seen.reservation is None:
        return own_requests.go_on(writer, reply, decision.rest)
    message = BookingMessage(seen.kind, phrases.words_of(other))
    wish = answers.wish(writer, message, other, seen.reservation)
    return own_requests.joined(reply, wish)


def _offer(request: Request) -> Values:
    """The number of people stays as it is where the offer says nothing of it."""
    booking = request.reservation
    return {"party": booking.party if booking else None, **request.offer}


def _ask_again(writer: Writer, seen: Request) -> BookingReply:
    """What is offered, to somebody who names something else."""
    current = proposals.find(writer, seen.pk)
    if current is None or current.version != seen.version:
        return proposals.shown(writer, current)
    card = proposals.card_of(writer, current)
    offer = request_cards.offer_words(current, writer.language)
    text = writer.say("request_offer_other", title=card["title"], offer=offer)
    return BookingReply(text, proposals.expects(seen, "offer"), requests=[card])
