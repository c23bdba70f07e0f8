"""Which of his requests a guest means when he takes one back, or has one sent."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from apps.concierge.bookings import BookingReply
from apps.conversations.turns.bookings import answers
from apps.conversations.turns.bookings.requests import (
    joint_requests,
    proposals,
    request_statuses,
)
from apps.conversations.turns.bookings.words import (
    decisions,
    phrases,
    replies,
    selection,
)
from apps.conversations.turns.bookings.words.decisions import Decision, Word
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.reservations import queries
from apps.reservations.models import Request, RequestKind
from apps.reservations.request_status import Status

UNDECIDED = frozenset({Status.PROPOSED, Status.WAITING, Status.CHANGED})
DECIDED = frozenset({Status.APPROVED, Status.DECLINED, Status.DONE})
# "I want to keep the show" takes back what would end or alter it.
OF_KEEPING = frozenset({RequestKind.CANCEL, RequestKind.CHANGE, RequestKind.UPGRADE})


def may_be_meant(text: str) -> bool:
    """Whether the words take something back, or have it sent; no row is read.

    "I changed my mind, we want sushi" is about something else.
    """
    decision = decisions.read(text)
    if decision.word == Word.YES:
        return decision.names_act and bool(decision.kinds)
    is_of_request = not decision.other_clauses or bool(decision.kinds) or decision.keeps
    return decision.word == Word.NO and decision.is_firm and is_of_request


def are_asked_about(text: str) -> bool:
    """Whether it is about bookings only where the thread has asked for something."""
    message = phrases.read(text)
    return message is not None and message.meaning == phrases.NEWS_HERE


def are_meant(writer: Writer, text: str) -> bool:
    """The same, and the thread has such a request."""
    decision = decisions.read(text)
    if decision.word == Word.YES:
        return bool(named_request(writer, decision, {Status.PROPOSED}))
    is_one_meant = bool(_withdrawn_request(writer, text, decision))
    return is_one_meant or bool(_others_than(writer, decision))


def may_answer_earlier(text: str) -> bool:
    """Whether it is a yes or a no to what was proposed some answers ago."""
    return decisions.read(text, is_offer=True).is_whole


def waiting_for_word(writer: Writer, text: str) -> list[Request]:
    """What he was asked to send, and what staff offer him: "fine" is of that alone."""
    is_of_all = decisions.read(text).is_whole
    proposed = queries.proposed_in(writer.thread_id, writer.now) if is_of_all else []
    return [*proposed, *writer.open_offers]


def answer(writer: Writer, text: str) -> BookingReply | None:
    """To words that nothing was asked before; None where they are about no request."""
    decision = decisions.read(text)
    if earlier := _answer_earlier(writer, text):
        return earlier
    if not may_be_meant(text):
        return None
    if decision.word == Word.YES:
        sent = send(writer, decision)
        return go_on(writer, sent, decision.remainder) if sent else None
    if request := _withdrawn_request(writer, text, decision):
        return _withdraw(writer, decision, request)
    rows = _others_than(writer, decision)
    return request_statuses.statuses(writer, rows) if rows else None


def _others_than(writer: Writer, decision: Decision) -> list[Request]:
    """What is open, to a guest who takes back a late check-out that he has not asked
    for; empty where he names no kind of request, or one that is open."""
    rows = writer.open_requests if decision.kinds and not decision.keeps else []
    return [] if any(row.kind in decision.kinds for row in rows) else rows


def _answer_earlier(writer: Writer, text: str) -> BookingReply | None:
    """ "Send it" and "forget it" are about the only proposal; else he is asked."""
    decision, is_word = decisions.read(text), may_answer_earlier(text)
    rows = [] if decision.kinds or not is_word else waiting_for_word(writer, text)
    proposed = [row for row in rows if row.status == Status.PROPOSED]
    if len(proposed) == 1 and replies.takes_back(text, ""):
        return _withdraw(writer, decision, *proposed)
    if len(proposed) == 1 and decision.names_act:
        return _confirm(writer, *proposed)
    is_asked = rows and not decision.is_firm
    return request_statuses.statuses(writer, rows) if is_asked else None


def named_request(
    writer: Writer,
    decision: Decision,
    statuses: Collection[Status] = UNDECIDED,
    current: Request | None = None,
) -> Request | None:
    """The request of the thread that the words mean; None for none or several.

    current: what the guest was just asked about; he means it where he names no other.
    """
    rows = [row for row in writer.open_requests if row.status in statuses]
    kinds = decision.kinds
    has_noun = bool(selection.kinds_in(decision.about))
    if kinds:
        rows = [row for row in rows if row.kind in kinds]
    elif decision.keeps and has_noun:
        rows = [row for row in rows if row.kind in OF_KEEPING]
    named = _of_named_bookings(rows, decision.about, writer)
    is_named = bool(kinds) or has_noun or len(named) < len(rows)
    if current and not is_named:
        return current
    rows = named or (rows if kinds else [])
    if current and current.pk in {row.pk for row in rows}:
        return current
    proposed = [row for row in rows if row.status == Status.PROPOSED]
    rows = proposed if len(rows) > 1 or not is_named else rows
    return rows[0] if len(rows) == 1 else None


def withdraw(
    writer: Writer, decision: Decision, current: Request | None = None
) -> BookingReply | None:
    """Takes back what the words are about, and goes on with the rest of them.

    current: as the guest saw it. Where he means another request, he is asked again
    about this one. None where no request is meant.
    """
    request = named_request(writer, decision, current=current)
    return _withdraw(writer, decision, request, current) if request else None


def _withdraw(
    writer: Writer,
    decision: Decision,
    request: Request,
    current: Request | None = None,
) -> BookingReply:
    reply = proposals.decide(writer, str(request.pk), request.version, "withdraw")
    if current is None or request.pk != current.pk:
        title = reply.requests[0]["title"] if reply.requests else ""
        text = writer.say("request_withdrawn_title", title=title)
        row = proposals.find(writer, request.pk)
        if row and row.status == Status.WITHDRAWN:
            reply = replace(reply, text=text)
    if current and request.pk != current.pk:
        statuses = request_statuses.statuses(writer, [current])
        reply = joint_requests.after(reply, statuses)
    return go_on(writer, reply, decision.remainder)


def take_back(writer: Writer, text: str, request: Request) -> BookingReply:
    """Withdraws what was just sent, or another request that the words name.

    Of one that is decided, the guest reads how it stands.
    """
    if request.status in DECIDED:
        return proposals.shown(writer, request, "request_decided_already")
    decision = decisions.read(text, request.kind)
    if decision.word != Word.NO:
        is_only = len(writer.open_requests) == 1
        decision = Decision(Word.NO, "" if is_only else phrases.words_of(text))
    if named := withdraw(writer, decision, request):
        return named
    rows = _others_than(writer, decision)
    is_other = bool(rows) and request.status in UNDECIDED
    return (
        request_statuses.statuses(writer, rows)
        if is_other
        else proposals.shown(writer, request)
    )


def _withdrawn_request(writer: Writer, text: str, decision: Decision) -> Request | None:
    """The request that the words name; of "take it back", the only one that waits."""
    request = named_request(writer, decision)
    if request or decision.kinds or selection.kinds_in(decision.about):
        return request
    rows = [row for row in writer.open_requests if row.status in UNDECIDED]
    is_only = len(rows) == 1 and replies.takes_back(text, rows[0].kind)
    return rows[0] if is_only else None


def send(writer: Writer, decision: Decision) -> BookingReply | None:
    """Sends the proposal that the words name; None where there is none."""
    if not decision.kinds:
        return None
    request = named_request(writer, decision, {Status.PROPOSED})
    return _confirm(writer, request) if request else None


def _confirm(writer: Writer, request: Request) -> BookingReply:
    return proposals.decide(writer, str(request.pk), request.version, "confirm")


def go_on(writer: Writer, reply: BookingReply, remainder: str) -> BookingReply:
    """The reply, and after it one to what else the message says about bookings."""
    if not remainder:
        return reply
    decision, message = decisions.read(remainder), writer.read(remainder)
    if decision.word == Word.YES and (sent := send(writer, decision)):
        return joint_requests.after(reply, sent)
    if message is None and decision.word == Word.YES:
        message = _wish_of(decision)
    if message is None:
        return reply
    return joint_requests.after(reply, answers.answered(writer, message, remainder, {}))


def _wish_of(decision: Decision) -> BookingMessage | None:
    """ "Send the late checkout", where none was proposed, asks for one."""
    meanings = [name for name, kind in phrases.KINDS.items() if kind in decision.kinds]
    return BookingMessage(meanings[0], decision.about) if len(meanings) == 1 else None


def _of_named_bookings(
    rows: Sequence[Request], words: str, writer: Writer
) -> list[Request]:
    """Those of the bookings that the words name; all where they name none."""
    bookings = [row.reservation for row in rows if row.reservation]
    named = selection.matching(bookings, words, writer.now)
    if len(named) == len(bookings) and not selection.kinds_in(words):
        return list(rows)
    return [row for row in rows if row.reservation in named]
