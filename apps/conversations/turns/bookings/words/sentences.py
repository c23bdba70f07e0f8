"""Bookings and requests in a guest's language."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal

from apps.concierge import replies
from apps.concierge.state import Citation
from apps.conversations.turns.bookings.words import dates
from apps.reservations.models import Request, Reservation

# Rows of the catalog have ids from one on.
NO_ITEM = 0
ENDS = ".!?\u2026\u3002\uff01\uff1f"


def party(count: int, language: str) -> str:
    if count == 1:
        return replies.say("booking_one_person", language)
    return replies.say("booking_people", language, count=count)


def nights(count: int, language: str) -> str:
    if count == 1:
        return replies.say("booking_one_night", language)
    return replies.say("booking_some_nights", language, count=count)


def starts(booking: Reservation, language: str, *, with_clock: bool = True) -> str:
    local = booking.starts_at.astimezone(booking.property.zone)
    return dates.say(local, language, with_clock=with_clock)


def ends(booking: Reservation) -> datetime:
    """In the property's zone; the beginning where no end is recorded."""
    moment = booking.ends_at or booking.starts_at
    return moment.astimezone(booking.property.zone)


def when(booking: Reservation, language: str) -> str:
    """The moment of a dinner, the days of a stay."""
    if booking.kind != Reservation.Kind.ROOM or not booking.ends_at:
        return starts(booking, language)
    start = starts(booking, language, with_clock=False)
    end = dates.say(ends(booking), language, with_clock=False)
    return replies.say("booking_from_to", language, start=start, end=end)


def due(request: Request, now: datetime, language: str) -> str:
    """When staff should have decided: today a time alone. Empty where none is set.

    now: in the property's zone.
    """
    if request.due_at is None:
        return ""
    due_at = request.due_at.astimezone(now.tzinfo)
    if due_at.date() == now.date():
        return dates.say_clock(due_at, language)
    return dates.say(due_at, language)


def line(booking: Reservation, language: str) -> str:
    """“Ballo: Friday, November 27, 7:00 PM, 2 people”."""
    people = party(booking.party, language)
    return replies.say(
        "booking_line",
        language,
        what=booking.what,
        when=when(booking, language),
        party=people,
    )


def named(booking: Reservation, language: str) -> dict[str, str]:
    """What is booked and on which day, for a sentence."""
    day = starts(booking, language, with_clock=False)
    return {"what": booking.what, "day": day}


def numbered(bookings: Iterable[Reservation], language: str) -> str:
    lines = (line(booking, language) for booking in bookings)
    return "\n".join(f"{place}. {text}" for place, text in enumerate(lines, 1))


def ended(text: str, language: str) -> str:
    """What staff have written, as a sentence that others can follow."""
    if not text or text[-1] in ENDS:
        return text
    return f"{text}\u3002" if language == "zh" else f"{text}."


def dollars(amount: Decimal) -> str:
    return f"${amount:,.2f}".removesuffix(".00")


def citation(
    number: int, booking: Reservation, field: str, quote: str, language: str
) -> Citation:
    """The row, the field and the age of a fact of a booking; never its code."""
    return {
        "n": number,
        "item_id": NO_ITEM,
        "category": "booking",
        "title": booking.what,
        "passage_id": 0,
        "sentence": quote,
        "field": field,
        "field_label": replies.say(f"booking_field_{field}", language),
        "quote": quote,
        "revision": 0,
        "source": booking.source,
        "url": "",
        "updated_at": booking.updated_at.isoformat(),
        # Each import of the property's own system confirms it.
        "verified_at": booking.updated_at.isoformat(),
    }
