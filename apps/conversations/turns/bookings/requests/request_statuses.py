"""How a guest's requests stand, and what he may answer to that; what he has asked for
and has not got: "I never got my towels".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import QuerySet

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings.requests import (
    joint_requests,
    proposals,
    request_cards,
    staff_words,
    wishes,
)
from apps.conversations.turns.bookings.words import (
    decisions,
    list_places,
    named_days,
    phrases,
    selection,
    sentences,
    spoken_numbers,
)
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import patterns
from apps.language import word_forms
from apps.reservations import queries
from apps.reservations.models import Request, RequestKind
from apps.reservations.request_status import Status

# What the guest's word would be about.
WAITS_FOR = {Status.PROPOSED: "confirmation", Status.CHANGED: "offer"}
_UNDECIDED = frozenset({Status.PROPOSED, Status.WAITING, Status.CHANGED})
# A request of which the guest has just heard that staff have declined it.
TOLD = "told"
_WHY = patterns.compile(
    r"^(?:(?:and|but|so|y|pero|et|mais|ok|okay|oh|sorry) )*"
    r"(?:why|how come|what(?:s| is) the reason|por que|pourquoi|warum|wieso|perche)"
    r"(?: (?:not|no|pas|nicht|so|que|is (?:that|it)|was (?:that|it)|ca|cela|eso))*"
    r"(?: (?:declined|refused|rejected|turned down))?$|为什么"
)
_ALTERING = frozenset({RequestKind.CANCEL, RequestKind.CHANGE})
# What a booking may have become.
_DONE = patterns.compile(
    r"\b(?:cancell?ed|moved|changed|rebooked|cancelad[oa]s?|anulad[oa]s?|cambiad[oa]s?|"
    r"movid[oa]s?|modificad[oa]s?|(?:est|sont|ete) (?:bien )?(?:annule|deplace|modifie|"
    r"change)e?s?)\b"
)


def news(writer: Writer, message: BookingMessage) -> BookingReply:
    """What is open; else what was asked last; of what the words name, that alone."""
    rows = writer.open_requests or list(_recent(writer))[:1]
    rows = _named(rows, message.words) or rows
    if not rows and message.meaning == phrases.WHAT_NEXT:
        return writer.reply("request_none_waiting")
    return statuses(writer, rows)


def _named(rows: Sequence[Request], words: str) -> list[Request]:
    """Those of the kind, or of the bookings, that "any news about dinner?" names."""
    kinds, of_bookings = decisions.kinds_in(words), selection.kinds_in(words)
    of_kind = [row for row in rows if row.kind in kinds]
    named = [
        row for row in rows if row.reservation and row.reservation.kind in of_bookings
    ]
    return [row for row in named if row in of_kind] or of_kind or named


def asks_why(text: str, expected: Expected) -> bool:
    """Whether it asks why staff have declined what the guest has just heard of."""
    return TOLD in expected and bool(_WHY.search(phrases.words_of(text)))


def reason(writer: Writer, text: str, expected: Expected) -> BookingReply | None:
    """What staff said when they declined it; None for other words."""
    if not asks_why(text, expected):
        return None
    request = proposals.find(writer, expected[TOLD])
    return replace(statuses(writer, [request]), expects=expected) if request else None


def undone(writer: Writer, message: BookingMessage) -> BookingReply | None:
    """To "my dinner is cancelled, right?", while staff have still to decide on that."""
    if not _DONE.search(message.words):
        return None
    rows = [row for row in writer.open_requests if row.status in _UNDECIDED]
    named = _named([row for row in rows if row.kind in _ALTERING], message.words)
    return statuses(writer, named) if named else None


def of_last_month(writer: Writer) -> BookingReply:
    """All that was asked in the last thirty days."""
    return statuses(writer, list(_recent(writer)))


def _recent(writer: Writer) -> QuerySet[Request]:
    return queries.requests_of(writer.booking_ids, writer.thread_id, writer.now)


def requests_meant(writer: Writer, message: BookingMessage, text: str) -> list[Request]:
    """What "no need to come any more" is about, where requests of the thread are open:
    no booking that nobody names is cancelled for such words, nor for a day alone."""
    is_of_phrase = phrases.read(text) is not None or phrases.follow_up(text) is not None
    if message.kind != RequestKind.CANCEL or is_of_phrase:
        return []
    rows = list(queries.upcoming(writer.booking_ids, writer.now))
    beginning = named_days.beginning_then(rows, text, writer.now)
    are_all_of_day = selection.are_all_meant(text) and bool(beginning)
    is_named = selection.names_one(rows, text) or are_all_of_day
    is_named = is_named or bool(list_places.first_or_last(rows, text))
    return [] if is_named else writer.open_requests


def statuses(writer: Writer, rows: Sequence[Request]) -> BookingReply:
    """How they stand, and what the guest may answer to that."""
    if not rows:
        return writer.reply("request_none")
    shown = [request_cards.of(row, writer.language) for row in rows]
    lines = [status_sentence(writer, row) for row in rows]
    text = lines[0]
    if len(lines) > 1:
        bullets = "\n".join(f"- {line}" for line in lines)
        text = writer.say("request_list", list=bullets)
    return BookingReply(text, _word_on(writer, rows), requests=shown)


def with_others(
    writer: Writer, reply: BookingReply, proposed: Sequence[Request]
) -> BookingReply:
    """The reply to one of several proposals, and then how the others stand, where the
    reply asks nothing itself."""
    current = [proposals.find(writer, row.pk) for row in proposed]
    waiting = [row for row in current if row and row.status == Status.PROPOSED]
    if "for" in reply.expects or not waiting:
        return reply
    return joint_requests.after(reply, statuses(writer, waiting))


def status_sentence(writer: Writer, request: Request) -> str:
    """Where it stands, with what was promised."""
    language, status = writer.language, Status(request.status)
    reply = f"request_news_{status}"
    if status == Status.WAITING and request.is_overdue(writer.now):
        reply = "request_news_late"
    return writer.say(
        reply,
        title=request_cards.title(request, language),
        due=sentences.due(request, writer.now, language),
        offer=request_cards.offer_words(request, language),
        reason=sentences.ended(request.reason, language),
    )


def _word_on(writer: Writer, rows: Sequence[Request]) -> Expected:
    """What the guest may answer: to one request alone, or to all that he was asked to
    send."""
    own = [row for row in rows if row.status in WAITS_FOR]
    if len(own) > 1 and any(row.status != Status.PROPOSED for row in own):
        return {}
    expected = [
        proposals.expects(row, WAITS_FOR[Status(row.status)]) for row in own[:1]
    ]
    also = [joint_requests.expected_request(row) for row in own[1:]]
    return {**expected[0], joint_requests.ALSO: also} if also else dict(*expected)


def overdue_service(writer: Writer, text: str) -> BookingReply | None:
    """How it stands while staff have it; once they have decided, the same is asked for
    again. None where the guest has asked for no such thing."""
    rows = queries.requests_of(writer.booking_ids, writer.thread_id, writer.now)
    services = [row for row in rows if row.kind == RequestKind.SERVICE]
    service = next((row for row in services if _is_of_same_service(row, text)), None)
    if service is None:
        return None
    if service.status in _UNDECIDED:
        return statuses(writer, [service])
    return _ask_again(writer, service, text)


def _ask_again(writer: Writer, request: Request, text: str) -> BookingReply:
    names = ("what", "text", "room")
    values = {name: request.wish[name] for name in names if name in request.wish}
    if room := spoken_numbers.room(text):
        values["room"] = room
    values = wishes.noted(values, staff_words.note(text))
    return proposals.propose(writer, RequestKind.SERVICE, values, None)


def _is_of_same_service(request: Request, text: str) -> bool:
    """Whether both name the same thing."""
    earlier_text = str(request.wish.get("text", ""))
    stems = word_forms.content(word_forms.stems(earlier_text))
    return not stems.isdisjoint(word_forms.content(word_forms.stems(text)))
