"""Proposes requests to the guest, and hears what he says to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from uuid import UUID

from django.utils import timezone

from apps.concierge.bookings import BookingReply, Expected
from apps.conversations.turns.bookings.requests import (
    request_cards,
    staff_words,
    wishes,
)
from apps.conversations.turns.bookings.requests.wishes import Values
from apps.conversations.turns.bookings.words import dates, sentences
from apps.conversations.turns.bookings.writer import Writer
from apps.reservations import policies, queries, requests
from apps.reservations.models import Request, RequestKind, Reservation
from apps.reservations.request_status import BLOCKING, Status
from apps.reservations.requests import ConflictError, RequestError

Move = Callable[[Request], Request]
UNSENT = frozenset({Status.DRAFT, Status.PROPOSED})
# Who moves a table does not cancel it any more, and the other way round.
IN_PLACE_OF = {
    RequestKind.CHANGE: RequestKind.CANCEL,
    RequestKind.CANCEL: RequestKind.CHANGE,
}


def propose(
    writer: Writer, kind: RequestKind, values: Values, booking: Reservation | None
) -> BookingReply:
    """A card with what would be asked; it is sent when the guest agrees.

    Raises RequestError where `refusal` says why it cannot be asked.
    """
    if kind in IN_PLACE_OF:
        replaced = open_request(booking, IN_PLACE_OF[kind])
        if replaced and _is_unsent(replaced, writer):
            requests.withdraw(replaced, writer.now)
    earlier = open_request(booking, kind)
    if earlier and _is_unsent(earlier, writer):
        if kind == RequestKind.NOTE:
            note = staff_words.joined(earlier.wish, values["note"])
            values = wishes.noted(values, note)
        return revise(writer, earlier, values)
    if earlier and earlier.status in UNSENT:
        requests.withdraw(earlier, writer.now)  # left behind elsewhere
    now = writer.now
    try:
        draft = requests.draft(
            writer.place, writer.thread_id, kind, values, now, booking
        )
    except ConflictError:
        return shown(writer, open_request(booking, kind), "request_open_already")
    return _proposed(writer, requests.propose(draft, now))


def refusal(
    writer: Writer, kind: RequestKind, booking: Reservation | None
) -> BookingReply | None:
    """Why it cannot be asked for, before the guest says more; None where it can."""
    policy = policies.of(writer.place, kind)
    if not policies.may_ask(policy, kind, booking, writer.now):
        return writer.reply("request_too_late", until=_deadline(writer, kind, booking))
    if (
        kind == RequestKind.EARLY_CHECKIN
        and booking
        and booking.starts_at <= writer.now
    ):
        return writer.reply("request_stay_has_begun")
    earlier = open_request(booking, kind)
    if earlier and earlier.status not in UNSENT:
        return shown(writer, earlier, "request_open_already")
    return None


def late_note(writer: Writer, kind: RequestKind, booking: Reservation | None) -> str:
    """That the time for it is over, and staff decide; empty within that time."""
    until = _deadline(writer, kind, booking)
    return writer.say(f"request_after_window_{kind}", until=until) if until else ""


def late_note_of(writer: Writer, request: Request) -> str:
    return late_note(writer, RequestKind(request.kind), request.reservation)


def summary(writer: Writer, request: Request) -> str:
    """Title and lines of a proposal, as a guest without cards reads them."""
    title = request_cards.title(request, writer.language)
    return f"{title}\n{request_cards.as_text(request, writer.language)}"


def revise(writer: Writer, request: Request, values: Values) -> BookingReply:
    """The same request with other values, proposed again."""
    try:
        if request.status == Status.PROPOSED:
            request = requests.revise(request, values, writer.now)
        return _proposed(writer, requests.propose(request, writer.now))
    except ConflictError:
        return shown(writer, find(writer, request.pk))


def revise_with_condition(
    writer: Writer, request: Request, values: Values
) -> BookingReply:
    """The same, where the values note a condition: a yes sends it to the staff."""
    reply = revise(writer, request, values)
    note = writer.say("request_condition")
    is_proposed = bool(reply.expects)
    return replace(reply, text=f"{note}\n\n{reply.text}") if is_proposed else reply


def decide(
    writer: Writer,
    request_id: str,
    version: int,
    action: str,
    *,
    is_pressed: bool = False,
) -> BookingReply:
    """The guest's word on what he saw: confirm, withdraw, accept or refuse.

    is_pressed: on the card, without a turn, so that no message keeps the answer.
    """
    request = find(writer, request_id)
    if request is None or action not in MOVES:
        return writer.reply("request_gone")
    request.version = version
    try:
        moved = MOVES[action](request)
    except RequestError:
        return shown(writer, find(writer, request_id))
    return _moved(writer, moved, is_pressed=is_pressed)


def shown(
    writer: Writer, request: Request | None, reply: str = "request_stale"
) -> BookingReply:
    """How a request stands, where it is not as the guest believes."""
    if request is None:
        return writer.reply("request_gone")
    card = request_cards.of(request, writer.language)
    text = writer.say(reply, title=card["title"], status=card["status_text"])
    is_waiting = request.status == Status.WAITING
    expects = {"sent": str(request.pk)} if is_waiting else {}
    return BookingReply(text, expects, requests=[card])


def find(writer: Writer, request_id: str | UUID) -> Request | None:
    """One of this thread, or of a booking that it has proved; nobody else's is ever
    found."""
    rows = queries.of_guest_or_thread(writer.booking_ids, writer.thread_id)
    return rows.filter(pk=request_id, property=writer.place).first()


MOVES: Mapping[str, Move] = {
    "confirm": lambda row: requests.confirm(row, timezone.now()),
    "withdraw": lambda row: requests.withdraw(row, timezone.now()),
    "accept": lambda row: requests.accept(row, timezone.now()),
    "refuse": lambda row: requests.refuse(row, timezone.now()),
}


def _proposed(writer: Writer, request: Request) -> BookingReply:
    card = request_cards.of(request, writer.language)
    lines = request_cards.as_text(request, writer.language)
    reply = "request_proposed_card" if writer.has_cards else "request_proposed"
    text = writer.say(reply, title=card["title"], lines=lines)
    is_complaint = request.kind == RequestKind.COMPLAINT
    sorrow = writer.say("request_sorry") if is_complaint else ""
    text = "\n\n".join(filter(None, [sorrow, late_note_of(writer, request), text]))
    return BookingReply(text, expects(request, "confirmation"), requests=[card])


def as_seen(writer: Writer, expected: Expected) -> Request | None:
    """The request as the guest saw it: moving it fails where it has changed since."""
    request = find(writer, expected["request"])
    if request:
        request.version = expected["version"]
    return request


def _deadline(writer: Writer, kind: RequestKind, booking: Reservation | None) -> str:
    """Until when the guest might have asked, where that is over; else empty."""
    policy = policies.of(writer.place, kind)
    if booking is None or policy.window is None or policy.is_open(booking, writer.now):
        return ""
    until = (booking.starts_at - policy.window).astimezone(writer.now.tzinfo)
    return dates.say(until, writer.language)


def expects(request: Request, what: str) -> dict[str, object]:
    """what: `confirmation` of a proposal, or `offer`, the guest's word on it."""
    return {"for": what, "request": str(request.pk), "version": request.version}


def _moved(writer: Writer, request: Request, *, is_pressed: bool) -> BookingReply:
    card = request_cards.of(request, writer.language)
    last = request.steps.order_by("-version").first()
    if last and last.is_to_tell:
        # The property lets it through: no person had to decide.
        if is_pressed or not requests.claim_telling(last, timezone.now()):
            return BookingReply(card["status_text"], requests=[card])
        text = writer.say("request_told_approve", title=card["title"])
        return BookingReply(text, {"sent": str(request.pk)}, requests=[card])
    facts = {
        "title": card["title"],
        "offer": request_cards.offer_words(request, writer.language),
        "due": sentences.due(request, writer.now, writer.language),
    }
    reply = {
        Status.WAITING: "request_sent",
        Status.WITHDRAWN: "request_withdrawn",
        Status.APPROVED: "request_accepted",
        Status.DECLINED: "request_refused",
    }[Status(request.status)]
    expects = _after_move(request)
    return BookingReply(writer.say(reply, **facts), expects, requests=[card])


def _after_move(request: Request) -> dict[str, object]:
    """What may be taken back, or cannot be any more: an offer that is taken; or the
    booking that stays, as "it" means next."""
    if request.status in {Status.WAITING, Status.APPROVED}:
        return {"sent": str(request.pk)}
    is_kept = request.status == Status.WITHDRAWN and request.reservation_id
    return {"about": request.reservation_id} if is_kept else {}


def open_request(booking: Reservation | None, kind: RequestKind) -> Request | None:
    """Of this booking and kind one at most is not decided, wherever it was asked for;
    of a note, the one that is not sent yet."""
    if booking is None:
        return None
    statuses = UNSENT if kind == RequestKind.NOTE else BLOCKING
    rows = Request.objects.filter(reservation=booking, kind=kind, status__in=statuses)
    return rows.select_related("reservation__property", "property").first()


def _is_unsent(request: Request, writer: Writer) -> bool:
    return request.status in UNSENT and request.thread_id == writer.thread_id
