"""A request as the guest's page shows it: what was asked, where it stands, and what
the guest may do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, time
from typing import Any
from uuid import UUID

from apps.concierge import replies
from apps.conversations.turns.bookings.words import dates, sentences
from apps.reservations.models import Request, Reservation
from apps.reservations.request_status import OPEN, Status

Card = dict[str, Any]
# What the guest may do in each state.
ACTIONS: Mapping[Status, Sequence[str]] = {
    Status.PROPOSED: ("confirm", "change", "withdraw"),
    Status.WAITING: ("withdraw",),
    Status.CHANGED: ("accept", "refuse"),
}


def of(request: Request, language: str) -> Card:
    """As JSON; the version is what a press of an action is compared with."""
    status = Status(request.status)
    actions = [
        {"action": action, "label": replies.say(f"request_action_{action}", language)}
        for action in ACTIONS.get(status, ())
    ]
    return {
        "id": str(request.pk),
        "version": request.version,
        "title": title(request, language),
        "lines": lines(request, language),
        "status": status.value,
        "status_text": replies.say(f"request_status_{status}", language),
        "is_open": status in OPEN,
        "actions": actions,
    }


def read_again(stored: Iterable[Card], language: str) -> list[Card]:
    """Cards of a message as the requests stand now; those that are gone are as stored,
    without actions."""
    stored = list(stored)
    if not stored:
        return []
    rows = Request.objects.filter(pk__in=[UUID(card["id"]) for card in stored])
    current = {
        str(row.pk): row
        for row in rows.select_related("reservation__property", "property")
    }
    return [
        of(current[card["id"]], language)
        if card["id"] in current
        else {**card, "actions": []}
        for card in stored
    ]


def title(request: Request, language: str) -> str:
    what = request.wish.get("what")
    if what:
        return replies.say(f"request_what_{what}", language)
    kind = replies.say(f"request_kind_{request.kind}", language)
    return f"{kind}: {request.reservation.what}" if request.reservation else kind


def lines(request: Request, language: str) -> list[dict[str, str]]:
    """Label and value of all that is asked, and of what staff say."""
    wish, booking = request.wish, request.reservation
    current = sentences.line(booking, language) if booking else ""
    clocks = {
        name: dates.say_clock(datetime.strptime(wish[name], "%H:%M").time(), language)  # noqa: DTZ007 - a time of the day
        for name in ("until", "from")
        if name in wish
    }
    values = (
        ("booking", current),
        ("new", _new(request, language)),
        ("until", clocks.get("until", "")),
        ("from", clocks.get("from", "")),
        ("words", wish.get("text", "")),
        ("note", wish.get("note", "")),
        ("room", wish.get("room", "")),
        ("phone", wish.get("phone", "")),
        ("offer", offer_words(request, language)),
        ("reason", request.reason),
    )
    return [
        {"label": replies.say(f"request_label_{name}", language), "value": str(value)}
        for name, value in values
        if value
    ]


def as_text(request: Request, language: str) -> str:
    return "\n".join(
        f"- {line['label']}: {line['value']}" for line in lines(request, language)
    )


def offer_words(request: Request, language: str) -> str:
    """What staff offer: the values, and then their words; empty for nothing."""
    offer = request.offer
    parts = [_as_booked(request, offer, language), *_clocks(offer, language)]
    return "; ".join(filter(None, [*parts, str(offer.get("words", ""))]))


def titled(request: Request, language: str) -> str:
    """Its title with what is asked for: nothing is sent that was not read."""
    words = wanted_words(request, language)
    name = title(request, language)
    return f"{name} ({words})" if words else name


def wanted_words(request: Request, language: str) -> str:
    """What is asked for, without the guest's words: “until 1:00 PM”."""
    wish = request.wish
    parts = [_as_booked(request, wish, language), *_clocks(wish, language)]
    return "; ".join(filter(None, parts))


def _clocks(values: Mapping[str, Any], language: str) -> list[str]:
    """“until 1:00 PM”."""
    return [
        f"{replies.say(f'request_label_{name}', language).lower()} "
        f"{dates.say_clock(time.fromisoformat(values[name]), language)}"
        for name in ("until", "from")
        if name in values
    ]


def _new(request: Request, language: str) -> str:
    """What a change would make of it; empty once it is so."""
    booking, wish = request.reservation, request.wish
    if booking is None or _moment_and_party(booking, wish) == (
        booking.starts_at,
        booking.party,
    ):
        return ""
    return _as_booked(request, wish, language)


def _as_booked(request: Request, values: Mapping[str, Any], language: str) -> str:
    """“Friday, November 27, 8:30 PM, 4 people”; empty where that stays as it is."""
    booking = request.reservation
    if booking is None or not {"starts_at", "party"} & values.keys():
        return ""
    moment, count = _moment_and_party(booking, values)
    when = dates.say(moment.astimezone(request.property.zone), language)
    return f"{when}, {sentences.party(count, language)}"


def _moment_and_party(
    booking: Reservation, values: Mapping[str, Any]
) -> tuple[datetime, int]:
    moment = booking.starts_at
    if "starts_at" in values:
        moment = datetime.fromisoformat(values["starts_at"])
    return moment, values.get("party", booking.party)
