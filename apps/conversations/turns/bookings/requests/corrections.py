"""What a guest asks for instead of what was proposed: "no sorry, I meant the massage",
or "wait, move it to 8 instead".

The proposal is withdrawn, and the other one stands in its place. An answer may also be
about another booking than the proposal.
"""

from __future__ import annotations

from collections.abc import Sequence

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings import answers
from apps.conversations.turns.bookings.requests import (
    joint_requests,
    proposals,
    request_statuses,
)
from apps.conversations.turns.bookings.words import (
    decisions,
    exclusions,
    offered_values,
    phrases,
    selection,
)
from apps.conversations.turns.bookings.words.decisions import Word
from apps.conversations.turns.bookings.words.phrases import BookingMessage
from apps.conversations.turns.bookings.writer import Writer
from apps.infrastructure import patterns
from apps.reservations import queries
from apps.reservations.models import Request, RequestKind, Reservation
from apps.reservations.request_status import Status

# The bookings that the guest was asked about before he chose one.
CHOSEN_FROM = "chosen_from"
_CORRECTS = patterns.compile(
    r"^(?:(?:no|nope|hmm?|oh|oops|wait|sorry|actually|pardon|hold on|my mistake|"
    r"not (?:that|this)(?: one)?|i (?:meant|mean)|perdon|espera|espere|quise decir|"
    r"queria decir|me refiero a|esa no|ese no|non|attendez|attends|je voulais dire|"
    r"je veux dire|pas (?:celui|celle)(?: la| ci)?|nein|warte|moment|ich meine|"
    r"ich meinte|scusi|scusa|aspetta|aspetti|intendo|intendevo|nao|desculpe|"
    r"quis dizer) *[ .]*\b)+"
)
_RATHER = patterns.compile(
    r"\b(?:rather|better|instead|mejor|plutot|lieber|piuttosto|melhor) ?"
)
# "And the show too" asks the same for another booking.
_FURTHER = frozenset({"and", "too", "also", "both", "same", "y", "et", "e", "und"})


def instead(
    writer: Writer, text: str, request: Request | None, expected: Expected
) -> BookingReply | None:
    """None where the words correct nothing, or several things were proposed."""
    is_open = request is not None and request.status == Status.PROPOSED
    if request is None or not is_open or joint_requests.ALSO in expected:
        return None
    if booking := _booking_instead(writer, text, request, expected):
        meaning = phrases.MEANING_OF[RequestKind(request.kind)]
        return _replaced(writer, request, booking, BookingMessage(meaning, ""), "")
    if request.reservation and _is_change_instead(writer, text, request):
        wish = _without_correction(text)
        message = BookingMessage(RequestKind.CHANGE, phrases.words_of(wish))
        return _replaced(writer, request, request.reservation, message, wish)
    return None


def some_only(
    writer: Writer, text: str, rows: Sequence[Request]
) -> BookingReply | None:
    """To "no, just the show" and "not the room! just dinner": the others are withdrawn,
    and the guest is asked about these again. Another booking that he names takes the
    place of what he did not mean. None for all other words."""
    bookings = list(queries.upcoming(writer.booking_ids, writer.now))
    signs = exclusions.signs(text, selection.names_of(bookings)) if rows else None
    if signs is None or decisions.read(text).word == Word.YES:
        return None
    included = exclusions.named(bookings, signs.included, writer.now)
    excluded = exclusions.named(bookings, signs.excluded, writer.now)
    unwanted = [
        row
        for row in rows
        if row.reservation in excluded or (included and row.reservation not in included)
    ]
    remaining = [row for row in rows if row not in unwanted]
    if not unwanted:
        is_of_none = excluded and not included
        return request_statuses.statuses(writer, rows) if is_of_none else None
    if remaining or not included:
        withdrawn = joint_requests.move(writer, unwanted, "withdraw")
        still = request_statuses.statuses(writer, remaining) if remaining else None
        return joint_requests.after(withdrawn, still) if still else withdrawn
    return _others_instead(writer, unwanted, included) if excluded else None


def _others_instead(
    writer: Writer, unwanted: Sequence[Request], bookings: Sequence[Reservation]
) -> BookingReply | None:
    """The same of other bookings than those that the guest did not mean."""
    kinds = {RequestKind(row.kind) for row in unwanted}
    kind = kinds.pop() if len(kinds) == 1 else None
    if kind not in phrases.MEANING_OF:
        return None
    withdrawn = joint_requests.move(writer, unwanted, "withdraw")
    message = BookingMessage(phrases.MEANING_OF[kind], "")
    wishes = answers.wish_for_each(writer, message, "", bookings)
    return joint_requests.after(withdrawn, wishes)


def _replaced(
    writer: Writer,
    request: Request,
    booking: Reservation,
    message: BookingMessage,
    text: str,
) -> BookingReply:
    withdrawn = proposals.decide(writer, str(request.pk), request.version, "withdraw")
    wish = answers.wish(writer, message, text, booking)
    return joint_requests.after(withdrawn, wish)


def _booking_instead(
    writer: Writer, text: str, request: Request, expected: Expected
) -> Reservation | None:
    """The same is wanted of another booking."""
    words = _plain(text)
    which = _CORRECTS.sub("", words)
    bookings = list(queries.upcoming(writer.booking_ids, writer.now))
    is_which = selection.only_says_which(which, selection.names_of(bookings))
    if which == words or not is_which or request.kind not in phrases.MEANING_OF:
        return None
    ids = expected.get(CHOSEN_FROM, [own.pk for own in bookings])
    listed = [own for own in bookings if own.pk in ids]
    matches = selection.chosen(listed, which, writer.now) if listed else []
    is_other = len(matches) == 1 and matches[0] != request.reservation
    return matches[0] if is_other else None


def _is_change_instead(writer: Writer, text: str, request: Request) -> bool:
    """Whether what was to be cancelled is to be moved."""
    is_cancellation = request.kind == RequestKind.CANCEL
    if not is_cancellation or not offered_values.are_named(text, writer.now):
        return False
    words = _CORRECTS.sub("", _plain(text))
    message = phrases.follow_up(words) or writer.read(words)
    is_change = message is not None and message.kind == RequestKind.CHANGE
    is_of_it = not is_of_another_booking(text, request, writer)
    return is_change and is_of_it


def _without_correction(text: str) -> str:
    """The clauses that say more than "no, wait"."""
    clauses = decisions.clauses_of(text)
    return ", ".join(clause for clause, words in clauses if _CORRECTS.sub("", words))


def _plain(text: str) -> str:
    return _RATHER.sub("", phrases.words_of(text)).strip()


def named_alone(writer: Writer, text: str, rows: Sequence[Request]) -> Request | None:
    """What to ask about where "the show" answers a proposal about the dinner: the
    proposal about the show, if there is one."""
    bookings = list(queries.upcoming(writer.booking_ids, writer.now))
    is_which = selection.only_says_which(text, selection.names_of(bookings))
    is_further = not _FURTHER.isdisjoint(phrases.words_of(text).split())
    if not rows or not is_which or is_further:
        return None
    if not is_of_another_booking(text, rows[-1], writer):
        return None
    matches = selection.matching(bookings, text, writer.now)
    named = [row for row in rows if row.reservation in matches]
    return named[0] if len(named) == 1 else rows[-1]


def are_asked_for(
    writer: Writer, text: str, request: Request, message: BookingMessage | None
) -> bool:
    """Whether the words ask for something of another booking than the proposal."""
    if message is not None and message.kind != request.kind:
        return False
    if not is_of_another_booking(text, request, writer):
        return False
    return message is not None or writer.understand(text) is not None


def are_asked_for_beside(
    writer: Writer, text: str, request: Request, message: BookingMessage | None
) -> bool:
    """The same of an offer, whatever is asked: "can we do dinner at 8 instead"; and a
    wish of another kind, as a late checkout is beside an early check-in."""
    kind = message.kind if message and phrases.read(text) else None
    if kind and kind != request.kind and kind not in proposals.IN_PLACE_OF:
        return True
    if not is_of_another_booking(text, request, writer):
        return False
    return message is not None or writer.understand(text) is not None


def is_of_another_booking(text: str, request: Request, writer: Writer) -> bool:
    """Whether "cancel my dinner" answers a proposal about a show."""
    booking = request.reservation
    rows = list(queries.upcoming(writer.booking_ids, writer.now))
    if booking is None or not selection.names_one(rows, text):
        return False
    return booking not in selection.matching(rows, text, writer.now)
